/* make test-web: what the page is made of, each module alone in Node: readers of waves against changes that are drawn at
 * random, the address against zlib, and texts, parts and tables against rows written by hand. */
import {readFileSync} from 'node:fs';
import {deflateRawSync, inflateRawSync} from 'node:zlib';
import {judge, offersOf} from '../../pages/web/capture.mjs';
import {command} from '../../pages/web/command.mjs';
import {parseCsv} from '../../pages/web/csv.mjs';
import {mistakes} from '../../pages/web/mistakes.mjs';
import {readState, writeState} from '../../pages/web/state.mjs';
import {parseVcd} from '../../pages/web/vcd.mjs';

let failed = 0;
const same = (name, seen, expected) => {
    const [one, other] = [seen, expected].map(value => JSON.stringify(value) ?? 'undefined'), at = [...other].findIndex((letter, n) => letter !== one[n]);
    failed += one === other ? 0 : 1;
    console.log(one === other ? `ok ${name}` : `FAIL ${name}: ${one.slice(Math.max(at - 80, 0), at + 80)}, expected ${other.slice(Math.max(at - 80, 0), at + 80)}`);
};
globalThis.document = {getElementById: () => ({textContent: '{}'})};
globalThis.addEventListener = () => undefined;
globalThis.page = new Function(`${readFileSync('pages/page.js')}; return page;`)();
const {judged, textPart, verdictParts, wordOf} = await import('../../pages/web/results.mjs');
const {timeText} = await import('../../pages/web/waves.mjs');

/* ---- Readers of waves: the changes are known, the file is written of them */

let seed = 1;
const draw = most => (seed = seed * 48271 % 2147483647) % most, pick = all => all[draw(all.length)];
const seen = ({end, signals}) => [end, signals.map(({name, width, times, codes, texts}) => [name, width, ...[...times].map((ps, n) => [ps, texts[codes[n]]])])];
const units = {s: 1e12, ms: 1e9, us: 1e6, ns: 1e3, ps: 1, fs: 1e-3};
/* Levels at each instant; a signal changes where its level is another than before. */
const drawn = values => {
    const rows = Array.from({length: 2 + draw(8)}, () => values.map(some => pick(some)));
    const changes = ats => values.map((_, k) => rows.map((row, n) => [ats[n], row[k]]).filter(([, value], n) => n === 0 || value !== rows[n - 1][k]));
    return {rows, changes};
};
for (let n = 0; n < 100; n++) {
    const {rows, changes} = drawn([['0', '1', 'x', 'z'], ['10', '0', 'x1z'], ['1.5', '-2e3']]), unit = pick(Object.keys(units)), count = pick([1, 10, 100]);
    const steps = rows.map((_, k) => k && 1 + draw(9)), at = steps.map((_, k) => steps.slice(0, k + 1).reduce((a, b) => a + b)), gap = pick([' ', '\r\n', '\n\t']);
    const cased = text => draw(2) ? text : text.toUpperCase(), body = rows.map(([bit, bus, real], k) => [`#${at[k]}`, ...k === 0 ? ['$dumpvars', 'x!!', 'b1 ?'] : [],
        cased(bit) + '!!', `${cased(`b${bus}`)} "`, `${cased('r')}${real} #`, ...k === 0 ? ['$end'] : [], ...draw(3) ? [] : ['$comment', '#99999', '0!!', '$end'], '0?'].join(gap));
    const text = ['$comment $var wire 1 ! no $end'.replace(' $var', ' var'), `$timescale ${count}${pick(['', ' '])}${unit} $end`, '$var wire 1 !! a $end', '$scope module t $end', '$scope module u $end',
        `$var reg 3 " bus${pick(['', ' '])}[2:0] $end`, '$upscope $end', '$var wire 1 !! b[3] $end', '$upscope $end', '$var real 64 # r $end', '$enddefinitions $end',
        ...body, `#${at.at(-1) + 5}`].join(gap);
    const ps = at.map(one => one * (count * units[unit])), [bit, bus, real] = changes(ps);
    same(`vcd-${n}`, seen(parseVcd(Buffer.from(text))), [(at.at(-1) + 5) * (count * units[unit]),
        [['a', 1, ...bit], ['t.u.bus', 3, ...bus], ['t.b[3]', 1, ...bit], ['r', 64, ...real]]]);
}
for (let n = 0; n < 200; n++) {
    const {rows, changes} = drawn([['0', '1', 'x', 'z'], ['1', '0']]), [head, size, digits] = pick([['Time [s]', 1e12, 12], ['Time(ms)', 1e9, 9], ['time[us]', 1e6, 6], ['Time (ns)', 1e3, 3],
        ['time [ps]', 1, 0], ['seconds', 1e12, 12]]);
    const rate = pick([['1 GHz', 1e3], ['8 MHz', 125e3], ['2.5 kHz', 4e8], ['50 Hz', 2e10]]), form = pick(['times', 'samples', 'counts', 'every']), quote = pick(['', '"']);
    const begin = draw(3) * 1000 - 1000, from = draw(2), at = rows.map((_, k) => begin + 7 * k * (k + 1)), first = pick([2, 41]); /* ps; then numbers of samples */
    const cell = {times: k => (at[k] / size).toFixed(digits), samples: k => from + 3 * k, counts: k => first * (k + 1)}[form];
    const ps = rows.map((_, k) => ({times: at[k] - Math.min(begin, 0), samples: 3 * k * rate[1], counts: k * rate[1], every: k * rate[1]})[form]);
    const heads = {times: [head], samples: ['Samples'], counts: ['Time'], every: []}[form], names = form === 'counts' ? ['logic', 'logic'] : ['RD', '"a, b"'];
    const lines = [...form === 'times' ? [] : [pick([`; Samplerate: ${rate[0]}`, `META samplerate: ${rate[0]}`]), '; Channels (2/8): RD, "a; b"'],
        [...heads.map(text => quote + text + quote), ...names].join(), '',
        ...rows.map((row, k) => [...cell ? [cell(k)] : [], ...row.map(level => pick([level, level.toUpperCase(), ` ${level}`, level === 'x' ? '' : `"${level}"`]))].join())];
    const [rd, other] = changes(ps);
    same(`csv-${n}`, seen(parseCsv(Buffer.from(pick(['', '\ufeff']) + lines.join(pick(['\n', '\r\n'])) + pick(['', '\n'])))),
        [ps.at(-1), [['RD', 1, ...rd], [form === 'counts' ? 'a; b' : 'a, b', 1, ...other]]]);
}
const many = Array.from({length: 300}, (_, n) => [n, n.toString(2)]);
same('vcd-many', seen(parseVcd(Buffer.from(`$var wire 9 ! a $end $enddefinitions $end ${many.map(([n, bits]) => `#${n} b${bits} !`).join(' ')}`))), [299, [['a', 9, ...many]]]);
for (const [text, expected] of [['Time [s],RD\n0,1\nsoon,0\n', [0, []]], ['RD,WR\n1,0\n0,0\n', [0, []]], ['', [0, []]], ['Time [s],RD\n', [0, [['RD', 1]]]]])
    same(`csv-${JSON.stringify(text)}`, seen(parseCsv(Buffer.from(text))), expected);

/* ---- The address: as zlib and Node's base64url have it */

globalThis.location = {href: 'file:///page.html?a#part', hash: ''};
globalThis.history = {replaceState: (state, title, href) => { location.href = href; location.hash = /#.*|$/.exec(href)[0]; }};
const letters = new Set();
for (let n = 0; n < 40; n++) {
    const state = {text: String.fromCharCode(...Array.from({length: n}, () => pick([10, 34, 65, 66, 233, 8217, 1000 + draw(9000)]))), pal: pick(['direct', 'flipflop'])};
    same(`address-fits-${n}`, await writeState(state), true);
    const [page, held] = location.href.split('#try=');
    same(`address-${n}`, [page, JSON.parse(inflateRawSync(Buffer.from(held, 'base64url'))), /^[\w-]+$/.test(held)], ['file:///page.html?a', state, true]);
    [...held].forEach(letter => letters.add(letter));
    location.hash = `#try=${deflateRawSync(JSON.stringify(state), {level: pick([0, 9])}).toString('base64url')}`;
    same(`address-back-${n}`, await readState(), state);
}
same('address-letters', letters.size, 64);
for (const [bytes, fits] of [[1e6, true], [1e6 + 2, false], [1e6, true]]) { /* {"text":"aéé..."}: letters of two bytes */
    const text = `a${'é'.repeat((bytes - 12) / 2)}`;
    same(`address-${bytes}`, [await writeState({text}), location.href.includes('#'), (await readState())?.text === text], [fits, fits, fits]);
}
for (const hash of ['', '#part', '#tryagain=A'])
    same(`address-none-${hash}`, (location.hash = hash, await readState()), undefined);

/* ---- Mistakes of a scenario: their lines, those that follow from another left out */

const module = await WebAssembly.compile(readFileSync('build/wasm/tmr0.wasm'));
const check = async text => (await command(module, {args: ['check', 's.scn'], files: {'s.scn': text}})).errors;
for (const [text, ...lines] of [['target chip\ncmd 0xff\n'], ['', 1], ['target chip\n', 1], ['bad\n', 1], ['targt chip\ncmd 0xff\n', 1], ['targt chip\ncmd 0x1ff\n', 1, 2], ['part nosuch\ntarget chip\nbad\n', 1, 3], ['repeat 2 {\nr 0\n} x\n', 3], ['targt chip\r\ncmd 0xff\r\ncmd 0x1ff\r\n', 1, 3],
    ['targt chip\ncmd 0xff\ntarget chip\n', 1, 3], ['show\ntargt chip\ncmd 0xff\n', 2, 3], ['w 9 9\nw 0 0x1ff\nseed x\nr 0\n', 1, 2, 3],
    ['target chip\nr 0\ncmd 0xff\nr 0x\n', 2, 4], ['machine none\ntarget chip\ncmd 0xff\nr 0\n', 1, 4], ['repeat x {\nr 0\n}\nprint $n\n', 1], ['target chip\ncmd 0x1ff\nw 0 0\ncmd 0\n', 2, 3],
    ['target chip\nlet n = 5 +\nprint $n\nprint $m\n', 2], ['target chip\ncmd 0xff\nprint $m\n', 3], ['r 0\nrepeat 2 {\nr 0\n', 2]])
    same(`mistakes-${JSON.stringify(text)}`, [...(await mistakes(check, text)).matchAll(/^tmr0: s\.scn:(\d+): /gm)].map(([, line]) => Number(line)).sort(), lines);
same('mistakes-no-line', await mistakes(async () => 'tmr0: out of memory\n', 'r 0\n'), 'tmr0: out of memory\n');

/* ---- Texts and parts */

for (const [ps, text] of [[0, '0ns'], [1, '1ps'], [-999, '-999ps'], [1000, '1ns'], [-1500, '-1.5ns'], [999999, '999.999ns'], [1e6, '1us'], [1e9, '1ms'], [2.5e12, '2.5s'], [1234.4, '1.234ns']])
    same(`time-${ps}`, timeText(ps), text);
const numbered = count => Array.from({length: count}, (_, n) => n + 1);
same('text-most', textPart(numbered(3000).join('\n') + '\n\n').text.split('\n').length, 3000);
same('text-more', textPart(numbered(3001).join('\n')).text, [...numbered(2900), '... 1 more lines ...', ...numbered(3001).slice(-100)].join('\n'));
for (const [status, json, stopped, word, is] of [[0, {}, undefined, 'pass', true], [1, {}, undefined, 'FAIL', true], [2, undefined, undefined, 'none', false], [0, {pass: null}, undefined, 'nothing judged', true],
    [2, {verdict: 'none, too little', pass: null}, undefined, 'nothing judged', true], [1, {verdict: 'marginal, of some'}, undefined, 'marginal', true], [1, {}, 'Stopped.', 'FAIL', false]])
    same(`word-${status}-${word}`, [wordOf({status, json}), judged({status, json, stopped})], [word, is]);
/* A place of another file moves to no line of this one. */
const went = [], goTo = (...place) => went.push(place), violation = {line: 3, at_ps: 5000, parameter: 'TWHDX', observed_ps: -1500, required_ps: 20000, required_mark: 'GK', expected: false, access: 2};
const failure = {line: 9, at_ps: 7, file: 'in.scn', what: 'r', seen: '1', expected: '2'};
const json = {violations: [violation, violation, {...violation, expected: true, file: 'in.scn', observed_ps: undefined, required_ps: undefined}], failures: [failure], expectations_failed: 1, accesses: 0, end_ps: 1e6};
const result = {status: 1, text: 'said', errors: '', json}, [head, ...lists] = verdictParts(result, goTo);
same('verdict', [head.badge, head.class, head.text], ['FAIL', 'bad', '2 unexpected violations, 1 expectation failed; 0 accesses in 1us']);
same('verdict-rows', lists.slice(0, 2).map(({text, rows}) => [text, rows.map(({cells}) => cells.map(cell => cell.text ?? cell))]), [
    ['Violations', [...Array(2).fill(['line 3', 'TWHDX', '-1.5', '20.0 [GK]', 'no', '5ns', 2]), ['in.scn:3', 'TWHDX', '', '', 'yes', '5ns', 2]]],
    ['Expectations that failed', [['in.scn:9', 'r', '1', '2', '7ps']]]]);
lists.slice(0, 2).forEach(({rows}) => rows.forEach(({cells}) => cells[0].action()));
same('verdict-places', went, [[3, 5000], [3, 5000], [undefined, 5000], [undefined, 7]]);
const none = 'Nothing was judged.', words = 'Words with -- are options of the program tmr0; this page has none.';
for (const [given, ...parts] of [[{errors: ''}, none], [{errors: 'tmr0: bad\n'}, none, 'tmr0: bad'], [{errors: 'tmr0 capture: x --map y', json}, none, 'tmr0 capture: x --map y'],
    [{errors: 'tmr0 capture: x --osc', json: undefined}, none, 'tmr0 capture: x --osc', words], [{status: 1, json, errors: '', stopped: 'Stopped.'}, 'Stopped.'], [{status: 0, errors: ''}, none]])
    same(`nothing-${parts.join('-')}`, verdictParts({status: 2, text: '', ...given}).map(part => [part.text, part.class]), parts.map((text, n) => [text, n ? undefined : 'some']));
for (const [count, text] of [[200, 'Violations'], [201, 'Violations, the first 200 of 201']]) {
    const [, list] = verdictParts({...result, json: {...json, violations: Array(count).fill(violation)}}, goTo);
    same(`rows-${count}`, [list.text, list.rows.length], [text, 200]);
}

/* ---- Captures: of the chip or of the socket, as the names of the signals or the pins that are named say */

const lacks = (pins, map, or = '') => `tmr0 capture: a.csv: no signal for ${pins}, expected ${or}--map '${map}' with signals of: D0`;
const chip = lacks('rd_n', 'rd_n=SIGNAL', '--at socket, or '), socket = lacks('rw', 'rw=SIGNAL'), other = 'bad, choose with --map cd=D1';
const AT_CHIP = ['capture'], AT_SOCKET = ['capture', '--at', 'socket', '--machine', 'sun3-160:window'], BOTH = [AT_CHIP, AT_SOCKET];
for (const [name, pins, errors, calls, seen, ...offers] of [
    ['chip', [], ['', 'x'], [AT_CHIP], ''],
    ['chip-bad', [], [other, 'x'], [AT_CHIP], other, ['cd=D1', 'cd=D1']],
    ['socket', [], [chip, ''], BOTH, ''],
    ['neither', [], [chip, socket], BOTH, '', ['rd_n=SIGNAL', 'the chip’s pins'], ['rw=SIGNAL', 'the socket’s pins']],
    ['chip-named', ['cd=D1', 'd=D2'], [chip, ''], [AT_CHIP], chip, ['rd_n=SIGNAL', 'the missing pins']],
    ['socket-named', ['mas_n=D1'], ['', socket], [AT_SOCKET], socket, ['rw=SIGNAL', 'the missing pins']]]) {
    const asked = [], play = async ({args}) => ({errors: errors[asked.push(args) && Number(args.includes('socket'))]});
    const result = await judge(play, {name: 'a.csv', bytes: ''}, {}, pins);
    same(`capture-${name}`, [asked, result.errors, offersOf(result)], [calls.map(call => [...call, ...pins.length ? ['--map', pins.join()] : [],
        '--part', 'am9513a', '--json', 'capture.json', 'a.csv']), seen, offers]);
}
process.exitCode = failed ? 1 : 0;
