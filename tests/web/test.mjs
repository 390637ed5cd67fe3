/* make test-web: the WebAssembly in Node and in Chromium against build/tmr0, then the page as a user has it, from
 * file://. Prints "ok NAME" or "FAIL NAME: why". With a folder as argument, screenshots go there. */
import {closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {resolve} from 'node:path';
import {deflateRawSync} from 'node:zlib';
import {command} from '../../pages/web/command.mjs';
import {difference, native, scenarios} from './scenarios.mjs';

const PAGE = 'file://' + resolve('build/web/index.html');
const folder = mkdtempSync(`${tmpdir()}/tmr0-web-`);
let failed = 0;
const report = (name, why) => {
    console.log(why ? `FAIL ${name}: ${why}` : `ok ${name}`);
    failed += why ? 1 : 0;
};
const equal = (name, seen, expected) => report(name, seen === expected ? '' : `${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`);
const has = (name, text, part) => report(name, text?.includes(part) ? '' : `${JSON.stringify(text?.slice(0, 400))}, expected "${part}"`);

/* ---- Commands */

const violated = readFileSync('waves/direct-read-data.scn', 'utf8');
const drawn = {args: ['run', '--json', 'a.json', '--log', '--diagram', 'a.svg', '--wave', 'a.vcd', 'a.scn'], files: {'a.scn': violated},
    read: ['a.json', 'a.svg', 'a.vcd']};
const vcd = native(drawn).files['a.vcd'];
const commands = {
    rtl: scenarios('rtl'), model: scenarios('model'), drawn,
    capture: {args: ['capture', '--json', 'a.json', 'a.vcd'], files: {'a.vcd': vcd.toString('latin1')}, read: ['a.json']},
    timing: {args: ['timing', '--machine', 'sun3-60', '--json', 'a.json'], read: ['a.json']}
};
const expected = Object.fromEntries(Object.entries(commands).map(([name, request]) => [name, native(request)]));

const module = await WebAssembly.compile(readFileSync('build/wasm/tmr0.wasm'));
for (const [name, request] of Object.entries(commands))
    report(`node-${name}`, difference(expected[name], await command(module, request)));

/* ---- The page */

const {chromium} = createRequire(resolve('build/web/npm/package.json'))('playwright-core');
const browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: process.getuid() === 0 ? ['--no-sandbox'] : []});
const fetched = [], complaints = [];
const openPage = async (options = {}, address = PAGE) => {
    const page = await browser.newPage({viewport: {width: 1280, height: 900}, ...options});
    page.setDefaultTimeout(60000);
    page.on('request', request => request.url().startsWith('blob:') || request.url() === PAGE || fetched.push(request.url().slice(0, 80)));
    page.on('pageerror', error => complaints.push(error.message));
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(address);
    return page;
};
const panel = page => page.textContent('#panel');
const settled = page => page.waitForFunction(() => !document.getElementById('panel').hasAttribute('aria-busy') &&
    document.getElementById('panel').childElementCount > 0);
/* The panel has that text, or gets it. */
const shows = async (name, page, part) => {
    await page.waitForFunction(text => document.getElementById('panel').textContent.includes(text), part, {timeout: 30000}).catch(() => undefined);
    has(name, await panel(page), part);
};
const badge = async page => {
    await settled(page);
    return page.textContent('#panel .badge');
};
const type = async (page, text) => {
    await page.click('.cm-content');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
};
const click = async (page, selector) => {
    await page.click(selector);
    await settled(page);
};
const tab = (page, name) => click(page, `#tab-${name}`);
const lines = page => page.$$eval('.cm-line', all => all.map(line => line.textContent).join('\n'));
const download = async (page, name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`[aria-label="Download ${name}"]`)]);
    return readFileSync(await file.path());
};

let page = await openPage();
equal('first-verdict', await badge(page), 'FAIL');
await page.waitForFunction(() => document.getElementById('state').textContent.startsWith('Verdict')).catch(() => undefined);
has('verdict-said', await page.textContent('#state'), 'Verdict: FAIL, ');
for (const [name, request] of Object.entries(commands)) {
    const seen = await page.evaluate(async sent => {
        const {files, ...result} = await globalThis.tmr0(sent);
        return {...result, files: Object.entries(files).map(([name, bytes]) => [name, [...bytes]])};
    }, request);
    seen.files = Object.fromEntries(seen.files.map(([name, bytes]) => [name, Buffer.from(bytes)]));
    report(`chromium-${name}`, difference(expected[name], seen));
}

for (const [step, verdict, part] of [[0, 'FAIL', 'TAVRL'], [1, 'pass', '0 unexpected violations'], [2, 'FAIL', 'TWHDX']]) {
    await click(page, `[data-step="${step}"]`);
    await shows(`step-${step + 1}-text`, page, part);
    equal(`step-${step + 1}-verdict`, await badge(page), verdict);
}

/* A click on the violation of step 3 */
await page.click('#panel button.link');
await page.waitForSelector('#panel canvas');
equal('violation-line', (await page.textContent('.cm-activeLine')).slice(0, 8), 'w 2 0xff');
has('violation-wave', await page.textContent('.cursors'), 'A 2.629us');
await page.focus('#panel canvas');
await page.keyboard.press('ArrowUp'); /* from the first signal to the text above it */
await page.waitForTimeout(100);
has('violation-text', await page.textContent('.cursors'), 'violated = TWHDX');
await page.keyboard.press('ArrowDown');

/* Two cursors, by keys alone: both edges of MAS-, which is the selected signal */
await page.focus('#panel canvas');
for (const key of ['Home', '[', 'b', '[', '+', 'ArrowRight'])
    await page.keyboard.press(key);
await page.waitForTimeout(100);
has('cursor-difference', await page.textContent('.cursors'), 'B − A 500ns');
await page.fill('[aria-label="Signals whose name contains"]', 'rd_n');
await page.waitForTimeout(100);
const height = await page.$eval('canvas', canvas => canvas.clientHeight);
report('signal-filter', height > 40 && height < 400 ? '' : `${height} px high`);

/* Rows below those in view: keys and the wheel over the names reach them. */
await page.fill('[aria-label="Signals whose name contains"]', '');
const scrolled = () => page.waitForTimeout(200).then(() => page.$eval('.waves-scroll', box => box.scrollTop > 0));
await page.focus('#panel canvas');
for (let n = 0; n < 30; n++)
    await page.keyboard.press('ArrowDown');
equal('rows-by-keys', await scrolled(), true);
for (let n = 0; n < 40; n++)
    await page.keyboard.press('ArrowUp');
equal('rows-by-keys-back', await scrolled(), false);
await page.hover('#panel canvas', {position: {x: 20, y: 60}});
await page.mouse.wheel(0, 100);
equal('rows-by-wheel', await scrolled(), true);

await page.selectOption('#example', {index: 2});
await page.waitForFunction(() => document.getElementById('tab-verdict').textContent === 'Verdict: pass');
await tab(page, 'verdict');
equal('example-verdict', await badge(page), 'pass');
equal('example-chosen', await page.inputValue('#example'), '1');
for (const [name, part] of [['accesses', 'master reset'], ['log', 'access 1, line'], ['margins', 'TAVRL'], ['diagram', 'The first violation']]) {
    await tab(page, name);
    await shows(`tab-${name}`, page, part);
}
await page.waitForSelector('#panel img');
equal('diagram-drawn', await page.$eval('#panel img', image => image.decode().then(() => image.naturalWidth > 100)), true);

await click(page, '[data-step="0"]');
equal('example-left', await page.inputValue('#example'), '');

/* Times are exact, as those of the command. */
const long = {args: ['run', '--log', 'a.scn'], files: {'a.scn': 'target chip\ncmd 0xff\nwait 1s\nwait 1234567ps\ncmd 0xe0\n'}};
const [, end] = /ends (1\.\d{9,}s)/.exec(native(long).text);
await type(page, long.files['a.scn']);
await click(page, '#run');
await shows('exact-time', page, `2 accesses in ${end}`);
await page.fill('[name=seed]', '1989');
await page.press('[name=seed]', 'Enter');
await shows('enter-in-seed', page, 'seed 1989');
await page.fill('[name=seed]', '');
await type(page, 'target board\nmachine sun3-60\npal direct\ncorner max\nrepeat 1000 {\nr 0 & 0 = 0\n}\n');
await click(page, '#run');
await shows('many-violations', page, 'Violations, the first 200 of 1999');
await type(page, 'target chip\nprint 7\n');
await click(page, '#run');
equal('nothing-judged', await badge(page), 'nothing judged');
equal('nothing-judged-tab', await page.textContent('#tab-verdict'), 'Verdict: nothing judged');

/* Settings replace those of the scenario; downloads are what the command writes. */
await type(page, violated);
await page.selectOption('[name=machine]', 'sun3-260:w4');
await page.selectOption('[name=engine]', 'model');
await page.click('#tab-verdict');
await page.keyboard.press('Control+Enter');
await settled(page);
const chosen = {args: ['run', '--machine', 'sun3-260:w4', '--engine', 'model', '--json', 'run.json', 'scenario.scn'], files: {'scenario.scn': violated},
    read: ['run.json']};
await page.waitForFunction(() => document.getElementById('panel').textContent.includes('sun3-260:w4'));
equal('download-json', (await download(page, 'JSON')).toString(), native(chosen).files['run.json'].toString());
equal('download-scenario', (await download(page, 'Scenario')).toString(), violated);
has('download-vcd', (await download(page, 'VCD')).toString(), '$enddefinitions');
has('download-svg', (await download(page, 'SVG')).toString(), '<svg');

/* The address shares it. */
await page.waitForTimeout(600);
const shared = await openPage({}, page.url());
await badge(shared);
equal('shared-text', await lines(shared), violated.replace(/\n$/, '\n'));
equal('shared-setting', await shared.inputValue('[name=machine]'), 'sun3-260:w4');
/* A link that is put into the address is followed; one to a part of the page keeps the scenario in the address. */
const address = text => '#try=' + deflateRawSync(text).toString('base64url');
await shared.evaluate(hash => { location.hash = hash; }, address(JSON.stringify({text: 'target chip\ncmd 0xff\n', corner: 'min'})));
await shows('link-followed', shared, 'corner min, seed 1');
await shared.waitForTimeout(600);
const kept = shared.url();
await shared.focus('.skip');
await shared.keyboard.press('Enter');
await shared.waitForTimeout(600);
equal('link-kept', shared.url(), kept);
await shared.close();
for (const [name, hash] of [['cut', kept.slice(kept.indexOf('#'), -8)], ['words', '#try=%'], ['number', address('{"text":5}')], ['null', address('null')]]) {
    const damaged = await openPage({}, PAGE + hash);
    equal(`link-${name}-verdict`, await badge(damaged), 'FAIL');
    has(`link-${name}`, await damaged.textContent('#step-text'), 'The link was cut off');
    await damaged.close();
}

/* A mistake is shown at its line. */
await type(page, 'target chip\ncmd 0xff\ndate 5\n');
await page.waitForSelector('.cm-lintRange-error');
equal('mistake-line', await page.textContent('.cm-lintRange-error'), 'date 5');

/* A capture */
await page.setInputFiles('#file', {name: 'mine.vcd', mimeType: 'text/plain', buffer: vcd});
await shows('capture-shown', page, 'run.vcd: part am9513a');
equal('capture-verdict', await badge(page), 'FAIL');
const judged = native({args: ['capture', 'run.vcd'], files: {'run.vcd': vcd}});
equal('capture-text', (await page.textContent('#panel pre')).trim(), judged.text.trim());
await tab(page, 'waves');
await page.waitForSelector('#panel canvas');
const drop = content => page.evaluate(text => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'dropped.vcd'));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: dropped, bubbles: true, cancelable: true}));
}, content);
await drop('$timescale 1ns $end $enddefinitions $end #0\n');
await shows('capture-refused', page, 'no signal for');
await drop('$var wire 1 $end\n#0\n');
await shows('capture-damaged', page, 'expected the name of a signal');
await drop('');
await shows('capture-empty', page, 'run.vcd:1: the file ends');
await tab(page, 'waves');
await shows('capture-empty-waves', page, 'run.vcd:1: the file ends');
const large = `${folder}/large.vcd`, descriptor = openSync(large, 'w');
ftruncateSync(descriptor, 1e9);
closeSync(descriptor);
await page.setInputFiles('#file', large);
await page.waitForTimeout(500);
equal('capture-too-large', await page.textContent('#step-text'), 'large.vcd: 1000 MB, expected at most 100 MB');
await page.setInputFiles('#file', {name: 'large.scn', mimeType: 'text/plain', buffer: Buffer.alloc(5e6, '#\n')});
await page.waitForTimeout(500);
equal('scenario-too-large', await page.textContent('#step-text'), 'large.scn: 5 MB, expected at most 4 MB');

/* Limits: a button, 60 s, memory. The text stays. */
const endless = 'target chip\nrepeat 1000000000 {\nrepeat 1000000000 {\nstatus & 0 = 0\n}\n}\n';
await page.selectOption('[name=machine]', '');
await type(page, endless);
await page.click('#run');
await page.waitForTimeout(500);
await page.click('#stop');
await badge(page);
await shows('stopped', page, 'Stopped.');
await page.click('#tab-log');
await page.click('#run');
await page.waitForTimeout(500);
await page.click('#stop');
await page.waitForTimeout(500);
equal('stopped-once', await page.textContent('#state'), 'Stopped.');
await page.click('#tab-accesses');
await page.click('#run');
await page.waitForTimeout(500);
await drop(vcd.toString('latin1'));
await shows('dropped-meanwhile', page, 'run.vcd: part am9513a');
await page.clock.install();
await page.click('#run');
await page.waitForFunction(() => document.getElementById('state').textContent === 'running');
await page.waitForTimeout(500);
await page.clock.fastForward(59000);
equal('before-limit', await page.textContent('#state'), 'running');
await page.clock.fastForward(2000);
await badge(page);
await shows('limit', page, 'Stopped after 60 s');
await page.close();
page = await openPage();
page.setDefaultTimeout(300000);
await badge(page);
await page.evaluate(() => { /* a slow host fills 1 GB in more than 60 s */
    const {setTimeout} = globalThis;
    globalThis.setTimeout = (call, ms) => setTimeout(call, 10 * ms);
});
await type(page, 'target chip\nrepeat 1000000000 {\nprint 1\n}\n');
await page.click('#run');
await badge(page);
await shows('memory', page, 'emory');
has('memory-text', await lines(page), 'print 1');
await type(page, 'target chip\ncmd 0xff\n');
await click(page, '#run');
equal('after-memory', await badge(page), 'pass');

/* All machines: the rows of the first two */
await tab(page, 'machines');
await page.click('#panel button');
const machine = text => page.waitForFunction(expected => document.querySelector('#panel output').textContent === expected, text);
await machine(' 2 of 12');
await shows('machines', page, 'sun3-140');
await page.click('#stop');
await page.click('#panel button:enabled');
await machine(' 1 of 12');
const machines = await page.$$eval('#panel .opens > tr:first-child', all => all.map(row => row.textContent));
equal('machines-again', machines.length, new Set(machines).size);

/* By keys alone: the first tab stops, and arrows among the tabs */
await page.focus('#tab-verdict');
await page.keyboard.press('ArrowRight');
equal('tab-keys', await page.evaluate(() => document.activeElement.id), 'tab-accesses');
const unnamed = await page.$$eval('button, select, input, canvas', all => all.filter(one =>
    !(one.tagName === 'BUTTON' && one.textContent.trim() || one.ariaLabel || one.labels?.length)).map(one => one.outerHTML.slice(0, 80)));
equal('names', unnamed.join(), '');
await page.close();

/* At each width in both schemes nothing is wider than the page. */
for (const colorScheme of ['light', 'dark']) {
    const sized = await openPage({colorScheme});
    await badge(sized);
    for (const name of ['verdict', 'waves'])
        for (const width of [390, 1280, 1920]) {
            await sized.setViewportSize({width, height: 900});
            await tab(sized, name);
            equal(`width-${width}-${colorScheme}-${name}`, await sized.evaluate(() => document.documentElement.scrollWidth), width);
            if (process.argv[2])
                await sized.screenshot({path: `${process.argv[2]}/${name}-${width}-${colorScheme}.png`, fullPage: true});
        }
    await sized.close();
}

/* On a telephone a step shows its verdict, and the diagram can be read; on a desk the margins are whole. */
const phone = await openPage({viewport: {width: 390, height: 844}});
await badge(phone);
await phone.click('[data-step="0"]');
await phone.waitForTimeout(1000);
equal('phone-verdict', await phone.$eval('#panel .badge', one => one.getBoundingClientRect().bottom < innerHeight), true);
await tab(phone, 'diagram');
await phone.waitForSelector('#panel img');
equal('phone-diagram', await phone.$eval('#panel img', image => image.clientWidth > 600), true);
await phone.setViewportSize({width: 1280, height: 900});
await tab(phone, 'margins');
equal('margins-whole', await phone.$eval('#panel .scroll', box => box.scrollWidth <= box.clientWidth), true);
await phone.close();

if (process.argv[2]) {
    const shown = await openPage({viewport: {width: 1280, height: 870}});
    await badge(shown);
    await shown.click('#panel button.link');
    await shown.waitForSelector('#panel canvas');
    await shown.waitForTimeout(300);
    await shown.screenshot({path: `${process.argv[2]}/web.png`});
}

equal('no-network', fetched.join(), '');
equal('no-complaint', complaints.join(), '');
report('size', statSync('build/web/index.html').size <= 4e6 ? '' : 'more than 4 MB');
await browser.close();
rmSync(folder, {recursive: true});
process.exitCode = failed ? 1 : 0;
