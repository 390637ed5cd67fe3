/* node tests/web/speed.mjs: how fast the page is, as ratios to build/tmr0 or to an empty page, alternating in one run.
 * Prints each figure and its bound; a busy host changes the absolute ones. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {resolve} from 'node:path';
import {native} from './scenarios.mjs';

const ROUNDS = 5;
const folder = mkdtempSync(`${tmpdir()}/tmr0-web-`);
const PAGE = 'file://' + resolve('build/web/index.html'), EMPTY = `file://${folder}/empty.html`;
writeFileSync(`${folder}/empty.html`, '<!DOCTYPE html><title>empty</title><p>empty');
const {chromium} = createRequire(resolve('build/web/npm/package.json'))('playwright-core');
const browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: process.getuid() === 0 ? ['--no-sandbox'] : []});
const median = list => [...list].sort((a, b) => a - b)[list.length >> 1];
const print = (what, value, bound) => console.log(`${what}: ${value} (${bound})`);
const seconds = async call => {
    const from = performance.now();
    await call();
    return (performance.now() - from) / 1000;
};

/* ---- The first view */

const firstView = async (address, selector) => {
    const page = await browser.newPage();
    const time = await seconds(async () => {
        await page.goto(address, {waitUntil: 'commit'});
        await page.waitForSelector(selector);
    });
    await page.close();
    return time;
};
const views = [];
for (let n = 0; n < ROUNDS; n++)
    views.push([await firstView(EMPTY, 'p'), await firstView(PAGE, '.cm-line'), await firstView(PAGE, '#panel .badge')]);
const [empty, view, verdict] = [0, 1, 2].map(at => median(views.map(row => row[at])));
print('first view', `${view.toFixed(2)} s, an empty page ${empty.toFixed(2)} s, the first verdict ${verdict.toFixed(2)} s`, 'at most 2 s');

/* ---- A read: runs of many accesses less runs of few */

const page = await browser.newPage();
await page.goto(PAGE);
await page.waitForSelector('#panel .badge');
const reads = (engine, count) => ({args: ['run', '--quiet', '--engine', engine, 'a.scn'],
    files: {'a.scn': `target board\nmachine sun3-160:window\ngap 1500ns\nw 0 0\nw 2 0xff\nrepeat ${count} {\nr 2 & 0 = 0\n}\n`}});
for (const [engine, count, bound] of [['rtl', 30000, 3], ['model', 300000, 2.5]]) {
    const cost = async play => {
        const [few, many] = [await seconds(() => play(reads(engine, 100))), await seconds(() => play(reads(engine, count)))];
        return (many - few) / count;
    };
    const rounds = [];
    for (let n = 0; n < ROUNDS; n++)
        rounds.push([await cost(async request => native(request)), await cost(request => page.evaluate(sent => globalThis.tmr0(sent).then(() => 0), request))]);
    const [own, web] = [0, 1].map(at => median(rounds.map(row => row[at])));
    print(`a read, ${engine}`, `${(web * 1e6).toFixed(2)} us, native ${(own * 1e6).toFixed(2)} us, ratio ${(web / own).toFixed(2)}, ` +
        `median of the rounds' ratios ${median(rounds.map(([a, b]) => b / a)).toFixed(2)}`, `at most ${bound}`);
}

/* ---- 1,000,000 accesses on the model while the page answers: the longest time between two of its turns */

const type = async text => {
    await page.click('.cm-content');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
};
await type(reads('model', 1000000).files['a.scn']);
await page.selectOption('[name=engine]', 'model');
const gap = page.evaluate(() => new Promise(done => {
    let last = performance.now(), longest = 0, begun = false;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
        const now = performance.now(), state = document.getElementById('state').textContent;
        longest = begun ? Math.max(longest, now - last) : 0;
        last = now;
        if (begun && state !== 'running')
            done({longest, state});
        begun ||= state === 'running';
        setTimeout(() => channel.port2.postMessage(0), 1);
    };
    channel.port2.postMessage(0);
}));
await page.click('#run');
const {longest, state} = await gap;
print('1,000,000 accesses, model', `${state}; longest turn of the page ${longest.toFixed(0)} ms`, 'at most 5 s, 100 ms');

/* ---- Zoom: frames while each one asks for another */

const changes = ['$timescale 1ns $end $scope module top $end'];
['WR', 'RD', 'CD', 'CS', 'X2'].forEach((name, n) => changes.push(`$var wire 1 ${'abcde'[n]} ${name} $end`));
changes.push('$upscope $end $enddefinitions $end', '#0', '1a', '1b', '1c', '0d', '0e');
for (let n = 1; n <= 1000000; n++)
    changes.push(`#${n * 125}`, `${n % 2}e`);
changes.push('');
writeFileSync(`${folder}/large.vcd`, changes.join('\n'));
await page.setInputFiles('#file', `${folder}/large.vcd`);
await page.waitForFunction(() => document.getElementById('step-text').textContent.startsWith('large.vcd'));
await page.click('#tab-waves');
await page.waitForSelector('#panel canvas', {timeout: 60000});
const frames = await page.evaluate(() => new Promise(done => {
    const canvas = document.querySelector('#panel canvas'), {right} = canvas.getBoundingClientRect(), from = performance.now();
    let count = 0;
    const step = () => {
        canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: count++ % 120 < 60 ? -40 : 40, clientX: right - 20, cancelable: true}));
        const passed = (performance.now() - from) / 1000;
        if (passed < 4)
            requestAnimationFrame(step);
        else
            done(count / passed);
    };
    requestAnimationFrame(step);
}));
print('zoom of 1,000,000 changes', `${frames.toFixed(0)} frames a second`, 'at least 30');
await browser.close();
rmSync(folder, {recursive: true});
