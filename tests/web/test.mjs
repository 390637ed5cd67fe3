/* make test-web: the WebAssembly in Node and in Chromium against build/tmr0, then the page as a user has it, from
 * file://. Prints "ok NAME" or "FAIL NAME: why". With a folder as argument, screenshots go there. */
import {execFileSync} from 'node:child_process';
import {closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {deflateRawSync} from 'node:zlib';
import {command} from '../../pages/web/command.mjs';
import {parseCsv} from '../../pages/web/csv.mjs';
import {parseVcd} from '../../pages/web/vcd.mjs';
import {PAGE, badge, click, download, drop as dropOn, equal, finish, has, lines, openPage, panel, report, settled, shows, tab, type} from './browser.mjs';
import {difference, native, scenarios} from './scenarios.mjs';

const folder = mkdtempSync(`${tmpdir()}/tmr0-web-`);

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

/* ---- Readers of waves: tables of the three programs beside the dump that they are made of */

const sampled = name => {
    execFileSync('python3', ['tests/capture/analyser.py', '--at', 'socket', `${folder}/${name}.vcd`, `${folder}/sampled.vcd`, '--rate', '100e6']);
    return readFileSync(`${folder}/sampled.vcd`, 'latin1');
};
execFileSync('build/tmr0', ['run', 'tests/capture/socket.scn', '--machine', 'sun3-60', '--wave', `${folder}/run.vcd`], {stdio: 'ignore'});
const socket = sampled('run');
const tabled = (...form) => execFileSync('python3', ['tests/capture/table.py', `${folder}/sampled.vcd`, ...form]);
const changesOf = ({end, signals}) => JSON.stringify([end, ...signals.map(({times, codes, texts}) => [[...times], [...codes].map(code => texts[code])])]);
for (const form of [['saleae'], ['science'], ['sigrok', '100e6']])
    equal(`table-${form[0]}`, changesOf(parseCsv(tabled(...form))) === changesOf(parseVcd(Buffer.from(socket))), true);

/* ---- The page */

let page = await openPage();
const drop = (...file) => dropOn(page, ...file);
equal('first-verdict', await badge(page), 'FAIL');
await page.waitForFunction(() => document.getElementById('state').textContent.startsWith('Verdict')).catch(() => undefined);
has('verdict-said', await page.textContent('#state'), 'Verdict: FAIL, ');
for (const [name, request] of Object.entries(commands)) {
    const seen = await page.evaluate(async sent => {
        const {files, ...result} = await globalThis.tmr0(sent);
        return {...result, files: Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])};
    }, request);
    seen.files = Object.fromEntries(seen.files.map(([name, text]) => [name, Buffer.from(text)]));
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
has('violation-text', await page.textContent('.cursors'), 'violated = 2: TWHDX');
await page.keyboard.press('ArrowDown');

/* Rows below those in view: keys and the wheel over the names reach them. */
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
equal('example-alone', await page.textContent('#step-text'), '');
await click(page, '[data-step="0"]');
equal('example-left', await page.inputValue('#example') + await page.textContent('#sentence'), '');

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

/* What is typed runs when the user pauses; what is chosen, at once. A mistake moves no cursor. */
await type(page, 'target chip\ncmd 0xff\nexpect clean\n');
await shows('typed', page, '1 access');
equal('typed-old', await page.textContent('#old'), '');
await page.keyboard.insertText('seed');
equal('typed-marked', await page.textContent('#old'), 'Results of the text before.');
equal('typed-downloads', await page.$$eval('#downloads button', all => all.map(one => one.disabled).join()), 'false,true,true,true');
await shows('typed-mistake', page, 'seed comes after a statement');
await page.keyboard.insertText(' 5');
equal('typed-on', await lines(page), 'target chip\ncmd 0xff\nexpect clean\nseed 5');
await type(page, violated);
await shows('typed-more', page, 'pal direct');
await page.selectOption('[name=corner]', 'min');
await shows('chosen', page, 'corner min');
await page.selectOption('[name=corner]', '');
await shows('chosen-back', page, 'corner max');
await tab(page, 'verdict');
await shows('drawn', page, 'The first violation with its neighbours');
const slow = `target chip\nrepeat 200000 {\nstatus & 0 = 0\n}\n`;
await type(page, slow);
await page.keyboard.press('Control+Enter');
await page.waitForFunction(() => document.getElementById('state').textContent.startsWith('Verdict'));
await page.keyboard.insertText('show');
await page.waitForTimeout(1500);
equal('long-marked', await page.textContent('#old'), 'Results of the text before: Run plays this one.');
equal('long-waits', await page.textContent('#stop:disabled'), 'Stop');
equal('long-scenario', (await download(page, 'Scenario')).toString(), `${slow}show`);
await page.keyboard.press('Control+z');
await type(page, 'target chip\ncmd 0xff\n');
await page.click('#run');
await shows('long-run', page, '1 access');

/* Words that may follow */
const offered = () => page.$$eval('.cm-tooltip-autocomplete li', all => all.map(one => one.textContent).join());
const offers = async (name, text, expected) => {
    await type(page, '');
    await page.keyboard.type(text);
    await page.waitForFunction(words => [...document.querySelectorAll('.cm-tooltip-autocomplete li')].map(one => one.textContent).join() === words,
        expected, {timeout: 5000}).catch(() => undefined);
    equal(name, await offered(), expected);
};
await offers('offers-statements', 'rea', 'read,readw,repeat');
await page.keyboard.press('Enter');
equal('offers-not-taken', await lines(page), 'rea\n');
await offers('offers-values', 'corner ', 'max,min,typ');
await page.waitForTimeout(200); /* the editor takes no key of a list that has just appeared */
await page.keyboard.press('ArrowDown');
await page.keyboard.press('Enter');
equal('offers-taken', await lines(page), 'corner max');
await offers('offers-keys', 'set machine.strobe_h', 'machine.strobe_hold');
await offers('offers-block', 'repeat 3 { expe', 'expect');
await type(page, '');
await page.keyboard.type('# re');
await page.waitForTimeout(500);
equal('offers-comment', await offered(), '');
await page.keyboard.press('Escape');

const shared = await openPage();
await badge(shared);
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
/* A short address may hold a text of any size. */
const holding = bytes => address(Buffer.concat([Buffer.from('{"text":"'), Buffer.alloc(bytes - 11, '#'), Buffer.from('"}')]));
const held = await openPage();
const follow = async hash => {
    await held.goto('about:blank'); /* the same page with another hash is not loaded again */
    await held.goto(PAGE + hash);
    await settled(held);
    return held.textContent('#step-text');
};
for (const [name, bytes, words] of [['most', 1e6, ''], ['too-large', 1e6 + 1, 'The link holds more than 1 MB, which this page does not read. This is the first step’s.'],
    ['bomb', 1e8, 'The link holds more than 1 MB, which this page does not read. This is the first step’s.']])
    equal(`link-${name}`, await follow(holding(bytes)), words);
for (const [name, hash] of [['cut', kept.slice(kept.indexOf('#'), -8)], ['words', '#try=%'], ['number', address('{"text":5}')], ['null', address('null')]]) {
    has(`link-${name}`, await follow(hash), 'The link was cut off');
    equal(`link-${name}-verdict`, await badge(held), 'FAIL');
}
await held.close();

/* Each mistake is shown at its line; what another mistake may have caused is not. */
const mistakes = async (name, text, expected) => {
    await type(page, text);
    await page.waitForFunction(seen => [...document.querySelectorAll('.cm-lintRange-error')].map(one => one.textContent).join('|') === seen,
        expected, {timeout: 5000}).catch(() => undefined);
    equal(name, await page.$$eval('.cm-lintRange-error', all => all.map(one => one.textContent).join('|')), expected);
};
await mistakes('mistake-line', 'target chip\ncmd 0xff\ndate 5\n', 'date 5');
await mistakes('mistake-several', 'target chip\npart nosuch\nset part.TAVRL 5\ncmd 0x1ff\ncmd 0xff\n', 'part nosuch|set part.TAVRL 5|cmd 0x1ff');
await mistakes('mistake-none', 'target chip\ncmd 0xff\n', '');

/* A file that is made while the text changes mixes two runs. */
const saved = [], keep = one => saved.push(one.suggestedFilename());
page.on('download', keep);
await type(page, 'target chip\nrepeat 2000 {\nstatus & 0 = 0\n}\n');
await page.evaluate(() => ['run', 'stop'].forEach(name => document.getElementById(name).click())); /* stopped: what is typed does not run by itself */
await shows('download-stopped', page, 'Stopped.');
await page.evaluate(() => { document.querySelector('[aria-label="Download VCD"]').click(); });
await page.keyboard.insertText('show');
await page.waitForFunction(() => document.getElementById('old').textContent);
equal('download-changed', await page.waitForFunction(() => document.getElementById('state').textContent === 'The text has changed. Nothing is downloaded.',
    null, {timeout: 20000}).then(() => true, () => false), true);
equal('download-none', saved.join(), '');
page.off('download', keep);

/* A capture: what was typed just before does not take its place, what is typed then does. */
await type(page, 'target chip\ncmd 0xff\n');
await page.setInputFiles('#file', {name: 'mine.vcd', mimeType: 'text/plain', buffer: vcd});
await page.waitForTimeout(700);
await shows('capture-shown', page, 'mine.vcd: part am9513a');
equal('capture-again', await page.inputValue('#file'), ''); /* the same file may be chosen again */
await type(page, 'target chip\nprint "typed"\n');
await shows('capture-left', page, 'typed');
equal('capture-words-left', await page.textContent('#step-text'), '');
/* One of the socket is judged as such, against the machine and the translator that are chosen. */
await page.selectOption('[name=machine]', '');
await page.click('#tab-log');
await drop(socket, 'my own board.vcd');
await shows('socket-place', page, 'At the DES socket, judged with machine sun3-160:window, the flip-flop translator and part am9513a: choose yours.');
await shows('socket-name', page, 'my_own_board.vcd: part');
await page.selectOption('[name=part]', 'cts9513-2');
await shows('socket-part', page, 'the flip-flop translator and part cts9513-2: choose yours.');
await page.selectOption('[name=part]', '');
await drop(socket.replace(' MAS ', ' CLIP7 '));
await shows('socket-unnamed', page, 'mas_n for one of the socket. The file has: CLIP7, MDS');
report('socket-words', (await panel(page)).includes('--') ? await panel(page) : '');

/* A table whose columns have other names: its waves are drawn as they are; what tmr0 prints is filled in. */
const columns = ['Channel 0', 'Channel 1', 'Channel 2', 'DES', ...Array.from({length: 8}, (_, n) => `bus ${n}`)];
const stranger = tabled('saleae').toString('latin1').replace(/^.*/, `Time [s],${columns.join()}`);
await drop(stranger, 'stranger.csv');
await shows('names-missing', page, 'The file has: Channel 0, Channel 1,');
await tab(page, 'waves');
await page.waitForSelector('#panel canvas');
await page.focus('#panel canvas');
await page.keyboard.press(']');
await page.waitForTimeout(100);
has('names-waves', await page.textContent('.cursors'), 'Channel 0 = ');
await tab(page, 'verdict');
await page.click('text=Fill in the chip’s pins');
await page.click('text=Fill in the socket’s pins');
const line = await page.inputValue('.names textarea');
equal('names-filled', line.replaceAll('\n', ''), 'd=SIGNAL 0-7,mas_n=SIGNAL,mds_n=SIGNAL,rw=SIGNAL');
equal('names-selected', await page.$eval('.names textarea', box => box.value.slice(box.selectionStart - 2, box.selectionEnd)), 'd=SIGNAL');
const strobes = 'mas_n=Channel 0,mds_n=Channel 1,rw=Channel 2';
await page.fill('.names textarea', strobes);
await page.click('text=Judge again');
await shows('names-some', page, 'no signal for d0-d7, expected --map');
await page.click('text=Fill in the missing pins');
const pins = (await page.inputValue('.names textarea')).replace('d=SIGNAL', 'd=bus');
has('names-kept', pins, 'rw=Channel 2,\nd=bus 0-7');
await page.fill('.names textarea', pins);
await page.keyboard.press('Control+Enter');
await shows('names-judged', page, 'At the DES socket');
const mapped = native({args: ['capture', '--at', 'socket', '--machine', 'sun3-160:window', '--map', pins.replaceAll('\n', ''), 'stranger.csv'],
    files: {'stranger.csv': stranger}});
equal('names-text', (await page.textContent('#panel pre')).trim(), mapped.text.trim());
await page.fill('.names textarea', 'rd_n=Channel 0');
await page.click('text=Judge again');
await shows('names-of-chip', page, 'no signal for d0-d7 wr_n cd, expected');
await page.fill('.names textarea', 'foo=Channel 0');
await page.click('text=Judge again');
await shows('names-wrong', page, "--map 'foo', expected a pin");
equal('names-nothing-offered', await page.$$eval('.names span button', all => all.length), 0);
await type(page, 'target chip\ncmd 0xff\n'); /* the waves of a run have the names of pins */
await click(page, '#run');
await tab(page, 'accesses');
await shows('names-of-run', page, 'run.vcd: part am9513a');
await drop('');
await page.fill('.names textarea', '');
const csv = 'Time [s],RD,WR,C/D,D0,D1,D2,D3,D4,D5,D6,D7\n0,1,1,1,1,1,1,1,1,1,1,1\n0.000001,1,0,1,1,1,1,1,1,1,1,1\n0.000002,1,1,1,1,1,1,1,1,1,1,1\n';
const written = native({args: ['capture', 'mine.csv'], files: {'mine.csv': csv}});
await drop(csv, 'mine.csv');
await page.waitForFunction(() => document.getElementById('step-text').textContent.startsWith('mine.csv'));
await shows('csv', page, (written.status > 1 ? written.errors : written.text).trim().split('\n')[0].replace(/, expected .*/, ''));
await drop('PK\0\0', 'mine.sr');
await page.waitForFunction(() => document.getElementById('step-text').textContent.startsWith('mine.sr'));
equal('no-text', await page.textContent('#step-text'), 'mine.sr is no text. Of a logic analyser’s capture, export VCD or CSV.');
await drop('$timescale 1ns $end $enddefinitions $end #0\n');
await shows('capture-refused', page, 'for one of the socket. The file has: none.');
await drop('$var wire 1 $end\n#0\n');
await shows('capture-damaged', page, 'expected the name of a signal');
await drop('');
await shows('capture-empty', page, 'dropped.vcd:1: the file ends');
await tab(page, 'waves');
await shows('capture-empty-waves', page, 'dropped.vcd:1: the file ends');
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
await page.click('#run');
await page.click('#stop'); /* soon */
await type(page, 'target chip\nprint "chosen"\n');
equal('stopped-marked', await page.textContent('#old'), 'Results of the text before: Run plays this one.');
await page.waitForTimeout(600);
equal('stopped-stays', await page.textContent('#state'), 'Stopped.');
await page.selectOption('[name=corner]', 'min');
await shows('stopped-chosen', page, 'corner min');
equal('stopped-tab', await page.textContent('[role=tab][aria-selected=true]'), 'Log');
await page.selectOption('[name=corner]', '');
await type(page, endless);
await page.click('#tab-diagram');
await page.click('#run');
await page.waitForTimeout(500);
equal('running-tab', await page.textContent('#tab-verdict'), 'Verdict');
await type(page, 'target chip\ncmd 0xff\n');
await page.click('#run'); /* the diagram before is stopped too */
equal('diagram-meanwhile', await page.waitForSelector('#panel img', {timeout: 20000}).then(() => true, () => false), true);
await type(page, endless);
await page.click('#tab-accesses');
await page.click('#run');
await page.waitForTimeout(500);
await drop(vcd.toString('latin1'));
await shows('dropped-meanwhile', page, 'dropped.vcd: part am9513a');
await page.clock.install();
await type(page, 'target chip\ncmd 0xff\nprint "short"\n'); /* its time does not count for the next */
await click(page, '#run');
await tab(page, 'verdict');
await shows('before-limit-short', page, 'short');
await page.clock.fastForward(50000);
await type(page, endless);
await page.click('#run');
await page.waitForFunction(() => document.getElementById('state').textContent === 'running');
await page.waitForTimeout(500);
await page.clock.fastForward(55000);
equal('before-limit', await page.textContent('#state'), 'running');
await page.clock.fastForward(6000);
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
await type(page, `target chip\nrepeat 2000000 {\nprint 1\n}\n`);
await page.click('#run');
await badge(page);
await shows('memory', page, 'emory');
has('memory-text', await lines(page), 'print 1');
await type(page, 'target chip\ncmd 0xff\n');
await click(page, '#run');
equal('after-memory', await badge(page), 'pass');

/* The address holds no scenario of more than 1 MB. */
await page.setInputFiles('#file', {name: 'long.scn', mimeType: 'text/plain', buffer: Buffer.from(`target chip\ncmd 0xff\n${'#\n'.repeat(6e5)}`)});
await page.waitForFunction(() => document.getElementById('address').textContent.includes('too long'));
equal('address-none', page.url(), PAGE);
await type(page, 'target chip\ncmd 0xff\n');
await page.waitForFunction(() => location.hash);

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
/* A run beside it ends, and the table goes on; stopped, it stops no later run. */
await type(page, 'target chip\nprint "beside"\n');
await page.click('#run');
await shows('beside', page, 'beside');
await page.waitForTimeout(300);
equal('beside-running', await page.textContent('#state') + await page.isDisabled('#stop'), 'runningfalse');
await page.click('#stop', {timeout: 5000}).catch(() => undefined); /* rows that are replaced have no labels */
await page.waitForFunction(() => document.getElementById('state').textContent.startsWith('Verdict: nothing judged, '), null, {timeout: 5000}).catch(() => undefined);
has('beside-said', await page.textContent('#state'), 'Verdict: nothing judged, ');
await type(page, 'target chip\nprint "by itself"\n');
await shows('beside-stopped', page, 'by itself');
/* Of two tabs the one that was chosen last is shown, though the other is ready later. */
await page.evaluate(() => { for (const name of ['log', 'machines']) document.getElementById(`tab-${name}`).click(); });
await page.waitForTimeout(700);
has('tab-last', await panel(page), 'Check the bus timing of all machines');

/* Each control has a name. */
const unnamed = await page.$$eval('button, select, input, canvas', all => all.filter(one =>
    !(one.tagName === 'BUTTON' && one.textContent.trim() || one.ariaLabel || one.labels?.length)).map(one => one.outerHTML.slice(0, 80)));
equal('names', unnamed.join(), '');
await click(page, '#run');
has('run-leaves-machines', await page.textContent('[role=tab][aria-selected=true]'), 'Verdict');
await page.close();

/* At each width in both schemes nothing is wider than the page. */
for (const colorScheme of ['light', 'dark']) {
    const sized = await openPage({colorScheme});
    await badge(sized);
    for (const name of ['verdict', 'log', 'margins', 'waves', 'machines'])
        for (const width of [320, 390, 768, 1280, 1920]) {
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
await type(phone, 'target chip\ncmd 0xff\nrepeat 60 {\ntiming TDVWH 79.999ns\ncmd 0x01\n}\n');
await click(phone, '#tab-verdict');
await click(phone, '#run');
await shows('violations-shown', phone, 'TDVWH79.999');
equal('violations-whole', await phone.$eval('#panel .scroll', box => box.scrollWidth <= box.clientWidth), true);
await click(phone, '[data-step="0"]');
await tab(phone, 'margins');
equal('margins-whole', await phone.$eval('#panel .scroll', box => box.scrollWidth <= box.clientWidth), true);
await phone.close();

if (process.argv[2]) {
    const shown = await openPage({viewport: {width: 1280, height: 870}});
    await badge(shown);
    await shown.click('#panel button.link');
    await shown.waitForSelector('#panel canvas');
    await shown.evaluate(() => scrollTo(0, 0));
    await shown.waitForTimeout(300);
    await shown.screenshot({path: `${process.argv[2]}/web.png`});
}

report('size', statSync('build/web/index.html').size <= 4e6 ? '' : 'more than 4 MB');
rmSync(folder, {recursive: true});
await finish();
