/* The page: gives what is chosen to tmr0 in a worker, and shows in the tabs what tmr0 prints and writes. A tab that
 * needs more than the verdict plays the scenario again when it is opened, which gives the same run. */
import {Editor} from './editor.mjs';
import {captureParts, textPart, timingParts, verdictOf, verdictParts} from './results.mjs';
import {Simulator} from './simulator.mjs';
import {bytesOf, inflate, readState, writeState} from './state.mjs';
import {Waves} from './waves.mjs';

const {machines, parts: chips, checks, examples, layouts} = page.results;
const SCENARIO = 'scenario.scn';
const $ = id => document.getElementById(id);
const source = $('worker').textContent;
const compiled = inflate(bytesOf($('wasm').textContent), 'gzip').then(WebAssembly.compile);
const simulator = new Simulator(source, compiled), checker = new Simulator(source, compiled);

/* ---- The settings, which replace those of the scenario */

const SETTINGS = {machine: machines, pal: ['flipflop', 'direct'], part: chips, corner: ['min', 'typ', 'max'], engine: ['rtl', 'model', 'both']};
for (const [name, values] of Object.entries(SETTINGS))
    $('choices').elements[name].append(...name === 'engine' ? [] : [new Option('of the scenario', '')], ...values.map(value => new Option(value)));
const settings = () => Object.fromEntries([...new FormData($('choices'))].filter(([, value]) => value));
const setSettings = given => {
    for (const field of $('choices').elements)
        field.value = given[field.name] ?? (field.name === 'engine' ? 'rtl' : '');
};

/* ---- A run: what was chosen, and what is known of it so far */

let run; /* {text, options, engine} of a scenario or {vcd} of a capture, and the promises that once() made */
let running = 0;

const say = text => { $('state').textContent = text; };
/* Calls tmr0; what ends it is a result too. */
const play = async (request, waves) => {
    const from = performance.now(), own = run;
    running++;
    $('stop').disabled = false;
    say('running');
    try {
        const result = await simulator.run(request, waves);
        say(`${((performance.now() - from) / 1000).toFixed(2)} s`);
        return {...result, stopped: /^tmr0: out of memory$/m.test(result.errors) ? 'Out of memory: 1 GB. The scenario is still in the editor.' : undefined};
    } catch (error) {
        own.stopped = true;
        say(error.message);
        return {status: 3, text: '', errors: '', stopped: error.message, files: {}};
    } finally {
        $('stop').disabled = --running === 0;
    }
};
const jsonOf = (result, name) => result.files[name] && JSON.parse(new TextDecoder().decode(result.files[name]));

/* More options of the same run. Waves and diagrams are those of the RTL. */
const again = (options, read, waves) => play({args: ['run', ...run.options, ...options, SCENARIO], files: {[SCENARIO]: run.text}, read}, waves);
const once = (name, make) => run[name] ??= make(); /* a promise, kept with the run */

const verdict = () => once('result', async () => {
    const result = await again(['--engine', run.engine, '--json', 'run.json'], ['run.json']);
    const line = /^tmr0: scenario\.scn:(\d+): /m.exec(result.errors)?.[1];
    if (line)
        editor.goTo(Number(line));
    return {...result, json: jsonOf(result, 'run.json')?.[0]};
});
const wavesOf = () => once('waves', () => again(['--wave', 'run.vcd'], ['run.vcd'], 'run.vcd'));
const diagram = () => once('diagram', () => again(['--diagram', 'run.svg'], ['run.svg']));
const log = () => once('log', () => again(['--engine', run.engine, '--log'], []));
const capture = () => once('capture', async () => {
    const own = run.vcd, made = own ? undefined : await wavesOf(), vcd = own ?? made.files['run.vcd'];
    if (!vcd)
        return made;
    const result = await play({args: ['capture', '--json', 'capture.json', 'run.vcd'], files: {'run.vcd': vcd},
        read: ['capture.json', ...own ? ['run.vcd'] : []]}, own && 'run.vcd');
    return {...result, json: jsonOf(result, 'capture.json')};
});

/* ---- Tabs: each promises the elements of its panel */

const draw = parts => page.parts(parts, {words: checks, marks: {}});
const unless = (result, parts) => draw(result.stopped || result.status > 1 ? verdictParts(result) : parts());
const ofScenario = show => async () => run.vcd ? draw([{kind: 'p', text: 'A capture has none.'}]) : show();
const waveRoot = page.make('div', {});
const waves = new Waves(waveRoot, page.make);
let shown; /* the dump that the view has */

const goTo = async (line, ps) => {
    if (line)
        editor.goTo(line);
    await open('waves');
    waves.goTo(ps);
};

const TABS = {
    verdict: ['Verdict', async () => {
        if (!run.vcd)
            return draw(verdictParts(await verdict(), goTo));
        const result = await capture();
        return draw([...verdictParts(result), ...result.json ? captureParts(result) : []]);
    }],
    accesses: ['Accesses', async () => {
        const result = await capture();
        return unless(result, () => [{kind: 'small', text: 'As tmr0 capture reads them from the waves:'}, textPart(result.text)]);
    }],
    log: ['Log', ofScenario(async () => {
        const result = await log();
        return unless(result, () => [textPart(result.text)]);
    })],
    margins: ['Margins', async () => {
        const result = run.vcd ? await capture() : await verdict();
        return unless(result, () => run.vcd ? captureParts(result) : [page.margins(result.json, checks)]);
    }],
    diagram: ['Diagram', ofScenario(async () => {
        const result = await diagram(), svg = result.files['run.svg'];
        return draw(svg ? [{kind: 'drawing', svg: new TextDecoder().decode(svg), text: 'The first violation with its neighbours, or the last accesses'}]
            : verdictParts(result));
    })],
    waves: ['Waves', async () => {
        const result = run.vcd ? await capture() : await wavesOf();
        if (!result.waves?.signals.length)
            return draw(verdictParts(result));
        if (shown !== result.waves) {
            shown = result.waves;
            const {signals} = shown;
            const socket = signals.some(({name}) => name === 'top.tmr0_top.mas_n');
            waves.show(shown, layouts[socket && (run.vcd || (await verdict()).json?.target !== 'chip') ? 0 : 1]);
        }
        return [waveRoot];
    }],
    machines: ['All machines', async () => once('machines', allMachines)]
};

/* A machine is a command of its own: rows appear as they are made. */
const allMachines = async () => {
    const table = page.make('div', {});
    const start = page.make('button', {type: 'button'}, 'Check the bus timing of all machines');
    const progress = page.make('output', {'aria-live': 'polite'});
    start.addEventListener('click', async () => {
        const rows = [];
        start.disabled = true;
        const names = [...new Set(machines.map(name => name.split(':')[0]))];
        for (const [n, name] of names.entries()) {
            const result = await play({args: ['timing', '--machine', name, '--json', 'timing.json'], read: ['timing.json']});
            if (result.status > 1) {
                table.append(...draw(verdictParts(result)));
                break;
            }
            rows.push(...jsonOf(result, 'timing.json'));
            progress.textContent = ` ${n + 1} of ${names.length}`;
            table.replaceChildren(...draw(timingParts(rows, checks)));
        }
        start.disabled = false;
    });
    return [page.make('p', {}, 'Each machine with both translators, at its slow and its fast corner: 1,000 reads a row, as tmr0 timing. ',
        start, progress), table];
};

let current = 'verdict', opened = 0;
const tabs = Object.entries(TABS).map(([name, [text]]) => {
    const tab = page.make('button', {type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel'}, text);
    tab.addEventListener('click', () => open(name));
    return tab;
});
document.querySelector('[role=tablist]').append(...tabs);
document.querySelector('[role=tablist]').addEventListener('keydown', event => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step)
        return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
});

const open = async name => {
    const turn = ++opened; /* a later call wins */
    current = name;
    for (const tab of tabs) {
        const selected = tab.id === `tab-${name}`;
        tab.setAttribute('aria-selected', selected);
        tab.tabIndex = selected ? 0 : -1;
    }
    $('panel').setAttribute('aria-labelledby', `tab-${name}`);
    $('panel').setAttribute('aria-busy', true);
    const parts = await TABS[name][1]();
    if (turn !== opened)
        return;
    $('panel').replaceChildren(...parts);
    $('panel').removeAttribute('aria-busy');
};

/* ---- Starting runs */

const start = async made => {
    if (running)
        simulator.stop('Stopped by another run.');
    const own = run = {machines: run?.machines, ...made};
    tabs[0].textContent = 'Verdict';
    await open(current === 'machines' ? 'verdict' : current);
    const result = own.stopped ? own : await (own.vcd ? capture() : verdict());
    if (own === run && result.status <= 1) {
        tabs[0].textContent = `Verdict: ${verdictOf(result)}`;
        say(`${tabs[0].textContent}, ${$('state').textContent}`);
    }
};
const runScenario = () => {
    const {engine = 'rtl', ...others} = settings();
    return start({text: editor.text, engine, options: Object.entries(others).flatMap(([name, value]) => [`--${name}`, value])});
};
const load = (text, given = {}, example = '') => {
    editor.text = text;
    setSettings(given);
    $('example').value = example;
    $('sentence').textContent = $('step-text').textContent = '';
};

let keeping;
const changed = () => {
    clearTimeout(keeping);
    keeping = setTimeout(() => writeState({text: editor.text, ...settings()}), 400);
};
const check = text => checker.run({args: ['check', SCENARIO], files: {[SCENARIO]: text}})
    .then(({errors}) => errors, error => `tmr0: ${SCENARIO}:1: ${error.message}`);
const editor = new Editor($('editor'), check, changed);
$('choices').addEventListener('input', changed);
$('choices').addEventListener('submit', event => event.preventDefault());
$('run').addEventListener('click', runScenario);
$('stop').addEventListener('click', () => simulator.stop('Stopped.'));
addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target.name === 'seed')) {
        event.preventDefault();
        runScenario();
    }
}, true);

$('example').append(...examples.map(({file}, n) => new Option(file, n)));
$('example').addEventListener('change', () => {
    const n = $('example').value, {text, sentence} = examples[n];
    load(text, {}, n);
    $('sentence').textContent = sentence;
    runScenario();
});

/* ---- Three steps */

const lesson = (pal, hold) => `# A Sun-3/60 with its slowest parts reads from the timer.
target board
machine sun3-60
pal ${pal.padEnd(11)} # the strobe translator
corner max      # every delay at its largest
set machine.strobe_hold ${hold}

gap 1500ns      # recovery time of the chip
r 0             # flip-flop: select the data port; direct: read it
w 2 0xff        # flip-flop: write a data byte; direct: master reset
r 2             # flip-flop: read a data byte; direct: read status
`;
const STEPS = [
    [lesson('direct', '55ns'), 4, 'The direct translator moves C/D and RD- with the same strobe. TAVRL, the set-up time of C/D before a read, ' +
        'is 0 ns, and 25 ns are required. A click on a violation shows it in the waves.'],
    [lesson('flipflop', '55ns'), 4, 'The flip-flop selects the port one access earlier. C/D is stable long before RD- falls: every limit is kept.'],
    [lesson('flipflop', '54ns'), 6, 'The workstation holds write data 1 ns less. After the delays of translator and buffer the chip sees 19 ns, ' +
        'and TWHDX requires 20 ns.']
];
for (const button of document.querySelectorAll('[data-step]'))
    button.addEventListener('click', async () => {
        const [text, line, words] = STEPS[button.dataset.step];
        load(text);
        $('step-text').textContent = words;
        editor.goTo(line);
        current = 'verdict';
        await runScenario();
        $('results-of-run').scrollIntoView({block: 'nearest'});
    });

/* ---- Files in and out */

const takeFile = async file => {
    const isVcd = /\.vcd$/i.test(file.name), most = isVcd ? 100 : 4, size = Math.ceil(file.size / 1e6);
    if (size > most) {
        $('step-text').textContent = `${file.name}: ${size} MB, expected at most ${most} MB`;
    } else if (isVcd) {
        const vcd = new Uint8Array(await file.arrayBuffer());
        $('step-text').textContent = `${file.name}, judged as by tmr0 capture:`;
        current = 'verdict';
        start({vcd});
    } else {
        load(await file.text());
        runScenario();
    }
};
$('open').addEventListener('click', () => $('file').click());
$('file').addEventListener('change', () => {
    takeFile($('file').files[0]);
    $('file').value = '';
});
addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', event => {
    event.preventDefault();
    if (event.dataTransfer.files.length)
        takeFile(event.dataTransfer.files[0]);
});

const DOWNLOADS = {
    'Scenario': ['scenario.scn', async () => editor.text],
    'JSON': ['tmr0.json', async () => run.vcd ? (await capture()).files['capture.json'] : (await verdict()).files['run.json']],
    'VCD': ['tmr0.vcd', async () => run.vcd ?? (await wavesOf()).files['run.vcd']],
    'SVG': ['tmr0.svg', async () => run.vcd ? undefined : (await diagram()).files['run.svg']]
};
$('downloads').append('Download ', ...Object.entries(DOWNLOADS).map(([name, [file, content]]) => {
    const button = page.make('button', {type: 'button', 'aria-label': `Download ${name}`}, name);
    button.addEventListener('click', async () => {
        const bytes = await content();
        if (bytes === undefined) {
            say(`This run has no ${name}.`);
            return;
        }
        const url = URL.createObjectURL(new Blob([bytes]));
        page.make('a', {href: url, download: file}).click();
        setTimeout(() => URL.revokeObjectURL(url), 10000);
    });
    return button;
}));

/* ---- What the address holds; at first without it the first step's scenario */

/* In the browser's console: any of the page's commands, as command.mjs takes it */
globalThis.tmr0 = request => simulator.run(request);
const readAddress = async first => {
    const state = await readState(), {text} = state ?? {};
    if (!first && text === undefined)
        return changed(); /* the address gets this scenario again */
    load(text ?? STEPS[0][0], state);
    if (text === undefined)
        $('step-text').textContent = state ? 'The link was cut off and holds no scenario. This is the first step’s.' : STEPS[0][2];
    return runScenario();
};
addEventListener('hashchange', () => readAddress(false));
readAddress(true);
