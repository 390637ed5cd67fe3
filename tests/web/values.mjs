/* make test-web: what the page shows against the JSON, texts and files of the same command, cell by cell; waves against
 * dumps that are read here, by a scale of the test's own; settings, address, files. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {inflateRawSync} from 'node:zlib';
import {parseVcd} from '../../pages/web/vcd.mjs';
import {PAGE, badge, click, download, drop, equal, finish, has, lines, openPage, settled, shows, tab, type} from './browser.mjs';
import {native} from './scenarios.mjs';

/* Of any values; what differs is shown from a little before. */
const same = (name, ...values) => {
    const [seen, expected] = values.map(value => JSON.stringify(value)), first = [...seen].findIndex((letter, n) => letter !== expected[n]);
    equal(name, ...seen === expected ? ['', ''] : [seen, expected].map(text => text.slice(Math.max(first - 80, 0), first + 80)));
};
const undated = bytes => Buffer.from(bytes).toString('latin1').replace(/^\$date\s+[^$]*\$end/, '');

/* ---- Tables: [caption, heads, row, ...], with the class of a badge, and class and width of a bar */

const ns = (ps, plus = '') => (ps < 0 ? '' : plus) + (ps / 1e3).toFixed(1);
const time = ps => [['s', 12], ['ms', 9], ['us', 6], ['ns', 3], ['ps', 0]].filter(([, n]) => Math.abs(ps) >= 10 ** n)
    .map(([unit, n]) => `${ps / 10 ** n}${unit}`)[0] ?? '0ns';
const limit = (ps, mark) => ps === undefined ? '' : ns(ps) + (mark ? ` [${mark}]` : '');
const bar = ps => `|${ps < 0 ? 'short' : 'spare'}${Math.abs(ps) > 1e5 ? ' cut' : ''} ${(Math.min(Math.abs(ps) / 1e5, 1) * 50).toFixed(2)}`;
const bad = count => count ? `${count} .bad` : '0';
const table = (text, heads, rows) => {
    const filled = heads.map((_, n) => rows.some(row => String(row[n])));
    return rows.length ? [[text, ...[heads, ...rows].map(row => row.map(String).filter((_, n) => filled[n]))]] : [];
};
const tables = (page, selector = '#panel table') => page.$$eval(selector, all => all.map(table => [table.caption?.textContent ?? '',
    ...[table.tHead, ...table.tBodies].map(part => [...part.rows[0].cells].map(cell => {
        const badge = cell.querySelector('.badge'), bar = cell.querySelector('.bar > span');
        return cell.textContent.trim() + (badge ? ` .${badge.className.slice(6)}` : '') + (bar ? `|${bar.className} ${parseFloat(bar.style.width).toFixed(2)}` : '');
    }))]));
const meaning = Object.fromEntries([...readFileSync('sim/figures/figures.def', 'utf8').matchAll(/^CHECK\((\w+),\s*"(.*?)"/gm)]
    .map(([, check, text]) => [check, text]));
const margins = ({margins}) => table('', ['Check', 'Least slack, ns', 'Required, ns', 'Violated', 'Meaning'], Object.entries(margins).map(([check, m]) => [
    check, m.slack_ps === undefined ? '' : ns(m.slack_ps, '+') + bar(m.slack_ps), m.slack_ps === undefined ? '' : limit(m.required_ps, m.required_mark),
    m.broken + (m.note && m.broken ? ' noted' : ''), meaning[check] + (m.note ? ' (a note: no violation)' : '')]));
const ofChip = ({parameters, delays}) => [
    ...table('Requirements at the pins', ['Check', 'Required, ns', 'Least, ns', 'At', 'Holds', 'Broken', 'Unsure'], Object.entries(parameters).map(([check, m]) =>
        [check, limit(m.required_ps, m.required_mark), m.least_ps / 1e3, time(m.at_ps), m.holds, bad(m.broken), m.unsure])),
    ...table('Delays of the chip', ['Delay', 'Limit', 'Limit, ns', 'Least, ns', 'Most, ns', 'At', 'Holds', 'Broken', 'Unsure'],
        Object.entries(delays).map(([delay, m]) =>
        [delay, m.limit, limit(m.limit_ps, m.limit_mark), m.least_ps / 1e3, m.most_ps / 1e3, time(m.at_ps), m.holds, bad(m.broken), m.unsure]))];
const both = (least, most) => least === most ? ns(least) : `${ns(least)} to ${ns(most)}`;
const ofSocket = ({figures, translators, pal}) => [
    ...table('At the socket', ['Figure', 'Machine, ns', 'Least, ns', 'Most, ns', 'Seen'],
        Object.entries(figures).map(([figure, {machine_ps: m, machine_mark: mark, ...seen}]) =>
        [figure, both(m.min, m.max) + ` [${mark}]`, ns(seen.least_ps), ns(seen.most_ps), seen.seen])),
    ...table(`Least slack with the ${pal === 'direct' ? 'direct' : 'flip-flop'} translator, by corner, ns`, ['Check', 'Required, ns', 'min', 'typ', 'max'],
        Object.entries(translators[pal].typ).map(([check]) => [check, both(translators[pal].min[check].required_ps,
            translators[pal].max[check].required_ps), ...['min', 'typ', 'max'].map(corner => {
            const {slack_ps: ps, violated} = translators[pal][corner][check];
            return ns(ps, '+') + {not: '', possibly: ' possibly .some', certainly: ' certainly .bad'}[violated];
        })]))];

/* ---- A run: verdict, expectations that failed and hold, violations that are expected and not, notes */

const scenario = `target chip
cmd 0xff 0x01
timing TDVWH 79.999ns
data 0x22
expect violation TDVWH
timing TWHDX 19ns
data 0x0b
timing legal
status & 0xff = 0x55
repeat 3 {
status & 0 = 0
wait 1111111ps
}
data 4 0 0x22 2 0
cmd 0x63
wait 3125ns
cmd 0xe4
print "done"
`;
const run = native({args: ['run', '--engine', 'rtl', '--json', 'a.json', '--wave', 'run.vcd', '--diagram', 'a.svg', 'scenario.scn'],
    files: {'scenario.scn': scenario},
    read: ['a.json', 'run.vcd', 'a.svg']});
const [json] = JSON.parse(run.files['a.json']), vcd = run.files['run.vcd'];
const folder = mkdtempSync(`${tmpdir()}/tmr0-web-`);
const sampled = (dump, ...options) => { /* by a logic analyser, so delays spread */
    writeFileSync(`${folder}/exact.vcd`, dump);
    execFileSync('python3', ['tests/capture/analyser.py', ...options, `${folder}/exact.vcd`, `${folder}/sampled.vcd`, '--rate', options.length ? '100e6' : '3e9']);
    return readFileSync(`${folder}/sampled.vcd`, 'latin1');
};
const judged = (content, ...options) => {
    const {text, files} = native({args: ['capture', ...options, '--json', 'c.json', 'run.vcd'], files: {'run.vcd': content}, read: ['c.json']});
    return {text: text.trim(), bytes: files['c.json'].toString(), ...JSON.parse(files['c.json'])};
};
const page = await openPage();
same('tab-names', await page.$$eval('[role=tab]', all => all.slice(1).map(one => one.textContent)),
    ['Accesses', 'Log', 'Margins', 'Diagram', 'Waves', 'All machines']);
has('first-words', await page.textContent('#step-text'), 'The direct translator moves C/D and RD- with the same strobe.');
const pre = () => page.textContent('#panel pre');
/* A click there puts cursor A at that time, in the middle of 3 us, and the line in the editor. */
const leads = async (name, button, ps, line) => {
    await button.click();
    await page.waitForFunction(text => document.querySelector('.cursors')?.textContent.startsWith(text), `A ${time(ps)}  `, {timeout: 5000}).catch(() => undefined);
    has(`${name}-time`, await page.textContent('.cursors'), `A ${time(ps)}  `);
    if (line)
        equal(`${name}-line`, await page.textContent('.cm-activeLine'), scenario.split('\n')[line - 1]);
};
await badge(page);
await type(page, scenario);
await click(page, '#run');
await shows('run', page, 'done');
same('run-tables', await tables(page), [
    ...table('Violations', ['Place', 'Parameter', 'Observed, ns', 'Required, ns', 'Expected', 'At', 'Access'],
        json.violations.map(v => [`line ${v.line}`, v.parameter,
        v.observed_ps / 1e3, limit(v.required_ps, v.required_mark), v.expected ? 'yes' : 'no .bad', time(v.at_ps), v.access])),
    ...table('Expectations that failed', ['Place', 'Statement', 'Seen', 'Expected', 'At'],
        json.failures.map(f => [`line ${f.line}`, f.what, f.seen, f.expected, time(f.at_ps)]))]);
equal('run-verdict', await page.textContent('#panel p'), `Verdict: FAIL ${json.violations.filter(v => !v.expected).length} unexpected violations, ` +
    `${json.expectations_failed} expectation failed; ${json.accesses} accesses in ${time(json.end_ps)}`);
equal('run-text', (await pre()).trim(), run.text.trim());
for (const [n, {at_ps: ps, line}] of [...json.violations, ...json.failures].entries()) {
    await leads(`place-${n}`, page.locator('#panel button.link').nth(n), ps, line);
    await tab(page, 'verdict');
}
await tab(page, 'accesses');
equal('run-accesses', (await pre()).trim(), judged(vcd).text);
await tab(page, 'log');
equal('run-log', (await pre()).trim(), native({args: ['run', '--log', 'scenario.scn'], files: {'scenario.scn': scenario}}).text.trim());
await tab(page, 'margins');
same('run-margins', await tables(page), margins(json));
await tab(page, 'diagram');
equal('run-diagram', await page.$eval('#panel img', image => decodeURIComponent(image.src.split(',').slice(1).join())), run.files['a.svg'].toString());
for (const [name, file, content] of [['Scenario', 'scenario.scn', scenario], ['JSON', 'tmr0.json', run.files['a.json']], ['VCD', 'tmr0.vcd', vcd],
    ['SVG', 'tmr0.svg', run.files['a.svg']]]) {
    const saved = await download(page, name);
    same(`download-${name}`, [saved.file, undated(saved) === undated(content)], [file, true]);
}

/* ---- Captures of that run: at the chip, at the socket */

const chip = sampled(vcd), capture = judged(chip);
equal('capture-spread', Object.values(capture.delays).some(({least_ps: least, most_ps: most}) => least !== most), true);
await drop(page, chip, 'run.vcd');
await shows('capture', page, 'At the chip’s pins, judged with part am9513a: choose yours.');
same('capture-tables', await tables(page), ofChip(capture));
equal('capture-text', (await pre()).trim(), capture.text);
equal('capture-verdict', await page.textContent('#panel p:nth-of-type(2)'), `Verdict: FAIL ${capture.verdict.slice(6)}`);
await tab(page, 'margins');
same('capture-margins', await tables(page), ofChip(capture));
await leads('capture-most', page.locator('#panel button.link >> nth=-1'), Object.entries(capture.delays).at(-1)[1].at_ps);
const saved = await download(page, 'JSON');
same('capture-download', [saved.file, saved.toString()], ['tmr0.json', capture.bytes]);
for (const [name, shown] of [['VCD', 'This run has no VCD.'], ['SVG', 'This run has no SVG.']]) {
    await page.click(`[aria-label="Download ${name}"]`);
    await page.waitForFunction(text => document.getElementById('state').textContent === text, shown).catch(() => undefined);
    equal(`capture-${name}`, await page.textContent('#state'), shown);
}
for (const name of ['log', 'diagram']) {
    await tab(page, name);
    equal(`capture-${name}`, await page.textContent('#panel'), 'A capture has none.');
}
const board = native({args: ['run', '--machine', 'sun3-60', '--wave', 'a.vcd', 'a.scn'],
    files: {'a.scn': readFileSync('tests/capture/socket.scn', 'utf8')}, read: ['a.vcd']});
const socket = sampled(board.files['a.vcd'], '--at', 'socket');
await tab(page, 'verdict');
for (const [pal, part] of [['flipflop', 'am9513a'], ['direct', 'cts9513-2']]) {
    for (const [name, value] of [['machine', 'sun3-60'], ['pal', pal], ['part', part]])
        await page.selectOption(`[name=${name}]`, value);
    await drop(page, socket, 'run.vcd');
    await shows(`socket-${pal}`, page, `the ${pal === 'direct' ? pal : 'flip-flop'} translator and part ${part}`);
    same(`socket-${pal}-tables`, await tables(page), ofSocket(judged(socket, '--at', 'socket', '--machine', 'sun3-60', '--pal', pal, '--part', part)));
}

/* ---- Waves: what is drawn, by the colour's name; a scale of our own */

await page.evaluate(() => {
    const {CanvasRenderingContext2D: Canvas, Path2D: Path, getComputedStyle} = globalThis,
        names = ['paper', 'ink', 'soft', 'line', 'tint', 'link', 'good', 'some', 'bad'];
    let colours;
    const paint = new OffscreenCanvas(1, 1).getContext('2d');
    const plain = colour => { paint.fillStyle = colour; return paint.fillStyle; };
    const named = colour => (colours ??= new Map(names.map(name => [plain(getComputedStyle(document.body).getPropertyValue(`--${name}`)), name]))).get(colour);
    const each = (owner, list, before) => list.forEach(name => {
        const was = owner.prototype[name];
        owner.prototype[name] = function (...given) {
            before.call(this, name, given);
            return was.apply(this, given);
        };
    });
    const round = numbers => numbers.map(one => Math.round(one * 100) / 100);
    each(Path, ['moveTo', 'lineTo', 'rect'], function (name, given) { (this.made ??= []).push([name, ...round(given)]); });
    each(Canvas, ['setTransform'], () => { globalThis.drawn = []; });
    each(Canvas, ['beginPath'], function () { this.made = []; });
    each(Canvas, ['moveTo', 'lineTo', 'rect'], function (name, given) { this.made.push([name, ...round(given)]); });
    each(Canvas, ['stroke', 'fill'], function (name, [path]) {
        globalThis.drawn.push([name, named(name === 'fill' ? this.fillStyle : this.strokeStyle), (path ?? this).made ?? []]);
    });
    each(Canvas, ['fillText', 'fillRect'], function (name, given) { globalThis.drawn.push([name, named(this.fillStyle),
        ...given.map(one => one.toFixed ? round([one])[0] : one)]); });
});
/* Two frames later: a slow host draws late. */
const redrawn = () => page.waitForTimeout(60).then(() => page.evaluate(() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(done)))));
const picture = async () => {
    await redrawn();
    const [drawn, width] = await page.evaluate(() => [globalThis.drawn, document.querySelector('#panel canvas').clientWidth]);
    return {drawn, width, of: (kind, colour) => drawn.filter(one => one[0] === kind && one[1] === colour)
        .flatMap(one => kind === 'stroke' || kind === 'fill' ? one[2] : [one.slice(2)])};
};
/* Rows of one bit: changes at ns; of 8 bits: what is shown */
const END = 1000, LEFT = 190, TOP = 26, ROW = 24, hand = {
    a: [[0, '0'], [100, '1'], [250, '0'], [700, '1']], bus: [[0, '12'], [250, '0a'], [400, 'z'], [410, 'fe']], b: [[0, 'x'], [400, 'z'], [600, '1']],
        c: [[0, '1'], [500, '0'], [500.2, '1'], [500.4, '0']]};
const dump = `$timescale 100 ps $end $comment #7 1! $end $scope module t $end $var wire 1 ! a $end $var reg 8 " bus [7:0] $end
$var wire 1 # b $end $upscope $end $var wire 1 $ c $end $enddefinitions $end
#0 $dumpvars 0! b00010010 " X# 1$ $end #1000 1! $comment #9 0! $end #2500 0! b1010 " #4000 z# bz "
#4100 B11111110 " #5000 0$ #5002 1$ #5004 0$ #6000 1# 1# #7000 1! #10000`;
for (const name of ['machine', 'pal', 'part'])
    await page.selectOption(`[name=${name}]`, '');
await drop(page, dump, 'hand.VCD');
await shows('hand', page, 'The file has: ');
await tab(page, 'waves');
const cursors = () => page.textContent('.cursors');
const to = (ns, [from, end], width) => LEFT + (ns - from) / (end - from) * (width - LEFT);
/* All that is drawn in that view, and at it the two cursors */
const drawnIn = async (name, view, cursorA, cursorB) => {
    const {width, drawn, of} = await picture(), x = ns => Math.min(to(ns, view, width), width + 10), good = [], some = [], words = [], bars = [];
    const path = (list, ...points) => list.push(['moveTo', ...points[0]], ['lineTo', ...points[1]]);
    Object.values(hand).forEach((changes, n) => {
        const top = TOP + n * ROW;
        changes.forEach(([from, level], k) => {
            const end = changes[k + 1]?.[0] ?? END, y = top + ({1: 4, 0: 20}[level] ?? 12), left = Math.max(x(from), LEFT - 10);
            if (end < view[0] || end === view[0] && k + 1 < changes.length || from > view[1])
                return;
            if (x(end) - left < 1 && k + 1 < changes.length) {
                bars.push(Math.floor(left));
            } else if (n === 1) {
                good.push(['rect', left, top + 4, x(end) - left, 16]);
                words.push([level, Math.max(left, LEFT) + 4, top + 12, x(end) - Math.max(left, LEFT)]);
            } else {
                path(/[01]/.test(level) ? good : some, [left, y], [x(end), y]);
                if (k + 1 < changes.length)
                    path(good, [x(end), top + 4], [x(end), top + 20]);
            }
        });
    });
    const sorted = list => list.map(([name, ...numbers]) => `${name} ${numbers.map(one => one.toFixed(1)).join(' ')}`).sort();
    same(`${name}-levels`, sorted(of('stroke', 'good')), sorted(good));
    same(`${name}-doubts`, sorted(of('stroke', 'some')), sorted(some));
    same(`${name}-bars`, [...new Set(of('fill', 'good').map(([, left]) => left))], [...new Set(bars)]);
    const inks = of('fillText', 'ink').filter(([, left]) => left > LEFT);
    const placed = list => list.map(([word, left, y]) => [word, Math.round(left), y]);
    same(`${name}-words`, placed(inks), placed(words.filter(word => word[3] >= 13.3)
        .map(([word, left, y, room]) => [word.length * 7.3 <= room - 6 ? word : '…', left, y])));
    /* Ticks: each time at its place, none too near, and not too few */
    const ticks = of('fillText', 'soft').map(([text, left]) => [parseFloat(text) * {ps: 1e-3, ns: 1, us: 1e3}[text.replace(/[\d.]+/, '')], left]);
    for (const [ns, left] of ticks)
        equal(`${name}-tick-${ns}`, left, Math.round(to(ns, view, width)) + 3.5);
    const gap = ticks[1]?.[1] - ticks[0][1];
    equal(`${name}-ticks`, gap >= 109 && gap < 280 && ticks.at(-1)[1] + 2 * gap > width, true);
    for (const [ns, colour] of [[cursorA, 'link'], [cursorB, 'bad']])
        same(`${name}-${colour}`, of('stroke', colour), ns === undefined || ns < view[0] - 5 ? []
            : [['moveTo', Math.round(to(ns, view, width)) + 0.5, 0], ['lineTo', Math.round(to(ns, view, width)) + 0.5, TOP + 4 * ROW + 2]]);
    return {width, drawn, of};
};

const view = await drawnIn('all', [0, END]);
equal('all-said', await cursors(), '0ns to 1us');
same('names', view.of('fillText', 'ink').filter(([, left]) => left < LEFT), ['t.a', 't.bus', 't.b', 'c'].map((name, n) => [` ${name}`, 4, TOP + n * ROW + 12]));
same('selected', view.of('fillRect', 'tint'), [[0, TOP, LEFT - 1, ROW]]);
const canvas = page.locator('#panel canvas'), keys = async (...all) => { for (const key of all) await page.keyboard.press(key); };
const seen = async () => { /* the view, as it is said */
    await redrawn();
    return (await cursors()).split(' to ').map(text => parseFloat(text) * {ps: 1e-3, ns: 1, us: 1e3}[text.trim().replace(/[\d.]+/, '')]);
};
const near = (name, seen, expected) => equal(name, seen.every((ns, n) => Math.abs(ns - expected[n]) < 3) ? '' : seen.join(), ''); /* a pixel is 2 ns */
const perPixel = END / (view.width - LEFT), under = (380 - LEFT) * perPixel;
await canvas.hover({position: {x: 380, y: 40}});
await page.mouse.wheel(0, -100);
const share = Math.SQRT1_2, from = under * (1 - share);
near('wheel', await seen(), [from, from + END * share]);
await drawnIn('zoomed', await seen());
await page.mouse.down();
await canvas.hover({position: {x: 380 + 50 / share / perPixel, y: 40}});
await page.mouse.up();
await canvas.hover({position: {x: 300, y: 40}}); /* with no button */
near('drag', await seen(), [from - 50, from + END * share - 50]);
await page.mouse.down(); /* there and back is no click, and a drag that the browser ends is none any more */
for (const x of [340, 301])
    await canvas.hover({position: {x, y: 40}});
await page.mouse.up();
near('drag-back', await seen(), [from - 50, from + END * share - 50]);
await page.mouse.down();
await canvas.dispatchEvent('pointercancel');
await canvas.hover({position: {x: 340, y: 40}});
await page.mouse.up();
near('drag-ended', await seen(), [from - 50, from + END * share - 50]);
await canvas.focus();
for (const [press, from, end] of [['Home', 0, 1000], ['+', 250, 750], ['=', 375, 625], ['ArrowRight', 400, 650], ['ArrowLeft', 375, 625],
    ['ArrowLeft', 350, 600], ['-', 225, 725],
    ['ArrowRight', 275, 775], ['Zoom in', 400, 650], ['Zoom out', 275, 775], ['-', 0, 1000], ['ArrowLeft', 0, 1000], ['+', 250, 750],
        ['Show the whole run', 0, 1000]]) {
    await (/ /.test(press) ? page.click(`[aria-label="${press}"]`) : canvas.press(press));
    same(`view-${press}`, await seen(), [from, end]);
}
await canvas.focus();
await keys(...Array(17).fill('+'));
same('view-least', await seen(), [499.99, 500.01]);
await canvas.press('Home');
/* Cursors: an edge of the row below is taken within 6 pixels, the nearer of two; values after the change at A */
const clickAt = async (ns, more, row, modifiers = []) => {
    await canvas.click({position: {x: Math.round(to(ns, [0, END], view.width) + more), y: TOP + ROW * row + 12}, modifiers});
    await redrawn();
    return cursors();
};
for (const [ns, more, row, expected] of [[100, 5, 0, 100], [100, -5, 0, 100], [400, 2, 1, 400], [410, -2, 1, 410], [250, 0, 0, 250]])
    has(`snap-${ns}${more}`, await clickAt(ns, more, row), `A ${expected}ns  `);
for (const more of [8, -8])
    near(`free${more}`, [parseFloat((await clickAt(100, more, 0)).slice(2))], [100 + more * perPixel]);
await clickAt(250, 0, 0);
equal('cursors', await clickAt(600, 0, 2, ['Shift']), 'A 250ns    B 600ns    B − A 350ns    t.b = x');
const {of} = await drawnIn('cursors', [0, END], 250, 600);
same('values', of('fillText', 'link').map(([text, , y]) => [text, y]), [['A', 20], ['0', 38], ['0a', 62], ['x', 86], ['1', 110]]);
same('selected-row', [...of('fillRect', 'tint'), ...of('fillRect', 'link')], [[0, TOP + 2 * ROW, LEFT - 1, ROW], [0, TOP + 2 * ROW, 3, ROW]]);
await canvas.focus();
for (const [press, ns] of [[']', 400], [']', 600], [']', 600], ['[', 400], ['[', 0], ['[', 0], [']', 400]]) {
    await canvas.press(press);
    await redrawn();
    has(`step-${press}${ns}`, await cursors(), `A ${ns}ns  `);
}
await canvas.press('Control+b'); /* is the browser's: B stays */
await keys('+', '+', ']'); /* around A at 400 ns, to 300 to 550 ns; the edge at 600 ns is in the middle then */
await drawnIn('stepped', [475, 725], 600, 600);
await keys('Home', 'b');
await drawnIn('together', [0, END], 600, 600);
has('together-said', await cursors(), 'B 600ns    B − A 0ns    t.b = 1');
await tab(page, 'accesses');
await tab(page, 'waves');
has('together-still', await cursors(), 'B 600ns    B − A 0ns    t.b = 1');
await page.fill('[aria-label="Signals whose name contains"]', 'T.B');
same('filtered', (await picture()).of('fillText', 'ink').filter(([, left]) => left < LEFT).map(([name]) => name), [' t.bus', ' t.b']);

await drop(page, dump.replace('#10000', '#20000'), 'other.vcd'); /* another dump is seen from the beginning */
await page.waitForFunction(() => document.getElementById('step-text').textContent.startsWith('other.vcd'));
await tab(page, 'waves');
await redrawn();
equal('other-said', await cursors() + await page.inputValue('[aria-label="Signals whose name contains"]'), '0ns to 2us');

/* A run has the rows of the GTKWave view whose signals there are, and their values at the cursor. */
const levelsAt = (dump, ps) => new Map(parseVcd(dump).signals.map(({name, width, times, codes, texts}) => [name,
    {width, bits: texts[codes[times.findLastIndex(at => at <= ps)]]}]));
for (const [name, text, n] of [['chip', scenario, 1], ['board', readFileSync('waves/direct-read-data.scn', 'utf8'), 0]]) {
    const made = native({args: ['run', '--json', 'a.json', '--wave', 'a.vcd', 'a.scn'], files: {'a.scn': text}, read: ['a.json', 'a.vcd']});
    const [{violations: {[n]: {at_ps: ps}}, end_ps: end}] = JSON.parse(made.files['a.json']), levels = levelsAt(made.files['a.vcd'], ps);
    await type(page, text);
    await click(page, '#run');
    await tab(page, 'verdict');
    await leads(name, page.locator('#panel button.link').nth(n), ps);
    let flag;
    const rows = readFileSync(`waves/${name}.gtkw`, 'utf8').split('\n').flatMap(line => {
        flag = /^@(\d+)/.exec(line)?.[1] ?? flag;
        const [, label, path] = /^\+\{(.*)\} (.*?)(?:\[\d+:\d+\])?$/.exec(line) ?? [], {width, bits} = levels.get(path) ?? {}, known = /^[01]+$/.test(bits);
        const value = flag === '820' || !path ? '' : width === 1 || !known ? bits?.[0] : flag === '24' ? String(parseInt(bits, 2))
            : parseInt(bits, 2).toString(16).padStart(Math.ceil(width / 4), '0');
        return line[0] === '-' ? [[line.slice(1)]] : width ? [[` ${label}`, value]] : [];
    }).filter((row, n, all) => row.length > 1 || all[n + 1]?.length > 1);
    equal(`${name}-filter`, await page.inputValue('[aria-label="Signals whose name contains"]'), '');
    const {of, width} = await picture(), names = ['soft', 'ink'].flatMap(colour => of('fillText', colour)).filter(([, left, y]) => left === 4 && y > TOP);
    const from = Math.min(Math.max(ps - 1.5e6, 0), end - 3e6), x = Math.round(to(ps, [from, from + 3e6], width)) + 0.5; /* 1.5 us around the cursor */
    same(`${name}-middle`, of('stroke', 'link').filter(([, , y]) => y === 0), [['moveTo', x, 0]]);
    same(`${name}-rows`, names.sort((a, b) => a[2] - b[2]).map(([text]) => text), rows.map(([text]) => text));
    same(`${name}-values`, of('fillText', 'link').filter(([text, left]) => text && left < LEFT).map(([text]) => text), rows.map(row => row[1]).filter(text => text));
    for (const [label, colour] of [[' violated', 'bad'], [' access', 'link']]) /* texts of their own colours */
        equal(`${name}-${colour}`, of('stroke', colour).some(([kind, , y]) => kind === 'rect' && y === TOP
            + ROW * rows.findIndex(([text]) => text === label) + 4), true);
}

/* ---- The editor: colours of words, the message of a mistake */

const coloured = `repeat 3 { data 0x22 } # note
expect violation TDVWH
print $n 25ns`;
await type(page, coloured);
const palette = await page.evaluate(() => Object.fromEntries(['link', 'some', 'bad', 'good', 'soft', 'ink'].map(name => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(--${name})`;
    return [getComputedStyle(probe).color, name];
})));
same('editor-colours', (await page.$$eval('.cm-line span', all => all.map(one => [one.textContent, getComputedStyle(one).color])))
    .map(([word, colour]) => `${word} ${palette[colour]}`),
    ['repeat link', '3 some', 'data link', '0x22 some', '# note soft', 'expect link', 'TDVWH bad', 'print link', '$n good', '25ns some']);
const wrong = 'target chip\ncmd 0xff\ncmd 0x1ff\n', {errors} = native({args: ['run', 'scenario.scn'], files: {'scenario.scn': wrong}});
await type(page, wrong);
await page.waitForFunction(() => document.querySelector('.cm-lintRange-error')?.textContent === 'cmd 0x1ff');
await page.hover('.cm-lint-marker-error');
equal('mistake-message', await page.textContent('.cm-tooltip-lint'), /^tmr0 run: scenario.scn:3: (.*)$/m.exec(errors)[1]);
await click(page, '#run');
equal('mistake-text', (await pre()).trim(), errors.trim());
await page.waitForFunction(() => document.querySelector('.cm-activeLine').textContent === 'cmd 0x1ff').catch(() => undefined);
equal('mistake-went', await page.textContent('.cm-activeLine'), 'cmd 0x1ff');

/* ---- Lists, examples, documents: as the files have them */

const parts = name => Object.fromEntries(readdirSync(name).filter(file => file.endsWith('.ini'))
    .map(file => [file.slice(0, -4), readFileSync(`${name}/${file}`, 'utf8')]));
const files = parts('machines'), variants = text => /^variants = (.*)/m.exec(text)?.[1].split(' ') ??
    (name => files[name] ? variants(files[name]) : [])(/^inherit = (.*)/m.exec(text)?.[1]);
const machines = Object.entries(files).flatMap(([name, text]) => [variants(text).map(variant => `${name}:${variant}`), name].find(one => one.length));
const options = name => page.$$eval(`[name=${name}] option`, all => all.map(one => one.value).sort());
same('machines', await options('machine'), ['', ...machines].sort());
same('parts', await options('part'), ['', ...Object.entries(parts('parts')).filter(([, text]) => /^kind = chip$/m.test(text)).map(([name]) => name)].sort());
for (const [n, [file, sentence]] of JSON.parse(readFileSync('pages/web/examples.json')).entries()) {
    await page.selectOption('#example', {label: file});
    same(`example-${n}`, [await lines(page), await page.textContent('#sentence')], [readFileSync(`tests/scenarios/${file}`, 'utf8'), sentence]);
}
const language = native({args: ['run', '--help-language']}).text;
for (const [name, file] of [['Manual', 'docs/manual.md'], ['The project', 'README.md'], ['Licence', 'LICENSE'], ['Language']]) {
    await page.click(`#documents >> text=${name}`);
    same(`document-${name}`, [await page.textContent('#document-name'),
        await page.textContent('#document pre') === (file ? readFileSync(file, 'utf8') : language)], [name, true]);
    await page.keyboard.press('Escape');
}
equal('address-letters', /#try=[\w-]+$/.test(page.url()), true);

/* ---- Settings: in the command, in the address, and back */

const chosen = {machine: 'sun3-160:drawn', pal: 'flipflop', part: 'cts9513-2', corner: 'max', seed: '77', engine: 'model'}, text = 'r 0 -> none\nprint "set"\n';
await tab(page, 'verdict');
await type(page, text);
for (const [name, value] of Object.entries(chosen))
    await (name === 'seed' ? page.fill('[name=seed]', value) : page.selectOption(`[name=${name}]`, value));
await click(page, '#run');
await shows('chosen', page, 'set');
const command = native({args: ['run', ...Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, value]), '--json', 'a.json',
    'scenario.scn'], files: {'scenario.scn': text}, read: ['a.json']});
equal('chosen-json', (await download(page, 'JSON')).toString(), command.files['a.json'].toString());
const heldBy = async (one, wanted) => { /* what the address holds, which is written a while after the text */
    const held = () => JSON.parse(inflateRawSync(Buffer.from(one.url().slice(PAGE.length + '#try='.length), 'base64url')));
    for (let tries = 0; tries < 100 && held().text !== wanted; tries++)
        await one.waitForTimeout(50);
    return held();
};
same('address', Object.entries(await heldBy(page, text)).sort(), Object.entries({text, ...chosen}).sort());
const again = await openPage({}, page.url());
await badge(again);
const fields = () => again.$$eval('#choices [name]', all => all.map(one => [one.name, one.value]));
same('address-back', [await lines(again), Object.fromEntries(await fields())], [text, chosen]);
equal('address-run', (await again.textContent('#panel pre')).trim(), command.text.trim());
await drop(again, 'target chip\nprint "dropped"\n', 'other.scn');
await shows('dropped', again, 'dropped');
equal('dropped-address', (await heldBy(again, 'target chip\nprint "dropped"\n')).text, 'target chip\nprint "dropped"\n');
same('dropped-fields', [await lines(again), ...(await fields()).map(([, value]) => value)], ['target chip\nprint "dropped"\n', '', '', '', '', '', 'rtl']);

/* ---- Long texts: the beginning and the end; the results of another text are pale */

await type(again, 'target chip\ncmd 0xff\nlet n = 0\nrepeat 4000 {\nprint $n\nlet n = $n + 1\n}\n');
equal('old', await again.$eval('#results-of-run', one => one.classList.contains('old')), true);
await click(again, '#run');
await shows('long', again, '3999');
equal('new', await again.$eval('#results-of-run', one => one.classList.contains('old')), false);
const full = native({args: ['run', 'scenario.scn'], files: {'scenario.scn': await lines(again)}}).text.trim().split('\n');
same('long-text', (await again.textContent('#panel pre')).split('\n'), [...full.slice(0, 2900), `... ${full.length - 3000} more lines ...`, ...full.slice(-100)]);

/* ---- Tabs: one is selected and reached by Tab; arrows go round */

await again.focus('#tab-verdict');
for (const [key, name] of [['ArrowLeft', 'machines'], ['ArrowRight', 'verdict'], ['ArrowRight', 'accesses']]) {
    await again.keyboard.press(key);
    await settled(again);
    same(`tabs-${name}`, await again.$$eval('[role=tab]', all => all.filter(one => one.ariaSelected === 'true' || one.tabIndex === 0 ||
        one === document.activeElement)
        .map(one => one.id)), [`tab-${name}`]);
    equal(`tabs-${name}-panel`, await again.getAttribute('#panel', 'aria-labelledby'), `tab-${name}`);
}

/* ---- All machines: the rows of the first */

await tab(again, 'machines');
await again.click('#panel button');
await again.waitForFunction(() => document.querySelector('#panel output').textContent === ' 1 of 12');
await again.click('#stop');
const timing = native({args: ['timing', '--machine', 'sun3-140', '--json', 'a.json'], read: ['a.json']});
const rows = JSON.parse(timing.files['a.json']), least = row => Object.entries(row.margins).filter(([, m]) => !m.note && m.slack_ps !== undefined)
    .sort(([, a], [, b]) => a.slack_ps - b.slack_ps)[0];
const broken = row => Object.entries(row.margins).filter(([, m]) => m.broken && !m.note).map(([check]) => check);
same('machine-rows', await tables(again, '#panel .sortable'), table('Machines, variants, translators and corners',
    ['Machine', 'Translator', 'Verdict', 'Least slack, ns', 'Violated checks', 'Wrong reads'],
    rows.map(row => [row.machine, `${row.pal === 'direct' ? 'direct' : 'flip-flop'} ${row.corner}`, broken(row).length || row.reads_wrong
        ? 'fails .bad' : 'works .good',
        `${ns(least(row)[1].slack_ps, '+')} ${least(row)[0]} [${least(row)[1].required_mark}]`, broken(row).join(', '), row.reads_wrong])));
same('machine-margins', await tables(again, '#panel .inside table'), rows.flatMap(margins));
await tab(again, 'verdict');
await tab(again, 'machines');
equal('machines-kept', await again.locator('#panel .sortable').count(), 1);
await again.selectOption('[name=part]', 'cts9513-2');
await tab(again, 'verdict');
await tab(again, 'machines');
equal('machines-of-part', (await again.textContent('#panel')).match(/part (\S+),/)[1], 'cts9513-2');
same('machines-of-part-rows', await tables(again, '#panel .sortable'), []);
await finish();
rmSync(folder, {recursive: true});
