/* The page: gives what is chosen to tmr0 in a worker, and shows in the tabs what tmr0 prints and writes. A tab that
 * needs more than the verdict plays the scenario again when it is opened, which gives the same run. */
import {Editor} from './editor.mjs';
import {judge, offersOf, PART} from './capture.mjs';
import {mistakes} from './mistakes.mjs';
import {captureParts, judged, textPart, timingParts, verdictParts, wordOf} from './results.mjs';
import {Simulator} from './simulator.mjs';
import {bytesOf, inflate, readState, writeState} from './state.mjs';
import {Waves} from './waves.mjs';

const {machines, parts: chips, checks, examples, layouts, documents, statements, keys} = page.results;
const SCENARIO = 'scenario.scn', PAUSE_MS = 400, SOON_MS = 1000; /* what takes less time is done unasked */
const $ = id => document.getElementById(id), source = $('worker').textContent;
const compiled = inflate(bytesOf($('wasm').textContent), 'gzip').then(WebAssembly.compile);
/* For the run, the mistakes, the table of machines, the diagram: none waits for another. */
const [simulator, checker, tables, drawer] = Array.from({length: 4}, () => new Simulator(source, compiled));

/* ---- The settings, which replace those of the scenario */

const SETTINGS = {machine: machines, pal: ['flipflop', 'direct'], part: chips, corner: ['min', 'typ', 'max'],
    engine: ['rtl', 'model', 'both']};
for (const [name, values] of Object.entries(SETTINGS)) {
    const unset = name === 'engine' ? [] : [new Option('as written', '')];
    $('choices').elements[name].append(...unset, ...values.map(value => new Option(value)));
}
const settings = () => Object.fromEntries([...new FormData($('choices'))].filter(([, value]) => value));
const setSettings = given => {
    for (const field of $('choices').elements)
        field.value = given[field.name] ?? (field.name === 'engine' ? 'rtl' : '');
};

/* ---- A run: what was chosen, and what is known of it so far */

/* text and engine of a scenario, or capture {name, bytes}. options: of the command line; of a capture, the settings */
const newRun = ({text, engine, capture, options = []}) => ({
    text, engine, capture, options,
    from: performance.now(), took: undefined, /* ms */
    said: '', stopped: false,
    promised: {} /* results by name: once() */
});
let run = newRun({}), running = 0;
let current = 'verdict', opened = 0; /* the tab, and how many were opened */
let shown; /* the dump that the view of the waves has */
let machinesTab; /* what the tab of all machines has, and of which part */
let waiting; /* the timer of what is played when the user pauses */

const say = text => { $('state').textContent = text; };
/* What ends tmr0 is a result too. */
const failed = ({message}) => ({status: 3, text: '', errors: '', stopped: message, files: {}});
const NO_MEMORY = 'Out of memory: 1 GB. The scenario is still in the editor.';
const play = async (request, waves, on = simulator) => {
    const own = run;
    running++;
    $('stop').disabled = false;
    say('running');
    try {
        const result = await on.run(request, waves);
        return {...result, stopped: /^tmr0: out of memory$/m.test(result.errors) ? NO_MEMORY : undefined};
    } catch (error) {
        if (on === simulator) /* the table of all machines is of no run */
            Object.assign(own, {stopped: true, said: error.message});
        return failed(error);
    } finally {
        $('stop').disabled = --running === 0;
        if (!running)
            say(run.said);
    }
};
const jsonOf = (result, name) => result.files[name] && JSON.parse(new TextDecoder().decode(result.files[name]));

/* The same run with more options. Waves and diagrams are those of the RTL. */
const requestOf = (options, read) =>
    ({args: ['run', ...run.options, ...options, SCENARIO], files: {[SCENARIO]: run.text}, read});
const replay = (options, read, waves) => play(requestOf(options, read), waves);
const once = (name, make) => run.promised[name] ??= make();

const verdict = () => once('verdict', async () => {
    const result = await replay(['--engine', run.engine, '--json', 'run.json'], ['run.json']);
    return {...result, json: jsonOf(result, 'run.json')?.[0]};
});
const wavesOf = () => once('waves', () => replay(['--wave', 'run.vcd'], ['run.vcd'], 'run.vcd'));
const diagram = () => once('diagram', () => drawer.run(requestOf(['--diagram', 'run.svg'], ['run.svg'])).catch(failed));

/* Which signal of a capture is which pin, if its names do not say so: --map. What tmr0 prints of it is offered. */
const offers = page.make('span', {}), mapBox = page.make('textarea', {rows: 4, spellcheck: 'false',
    placeholder: 'rd_n=Channel 0, wr_n=Channel 1, ...'});
const mapping = page.make('p', {class: 'names'},
    page.make('label', {}, 'Which signal is which pin, if the names do not say so ', mapBox),
    page.make('button', {type: 'button', click: () => runCapture(run.capture)}, 'Judge again'), offers);
const mapped = () => mapBox.value.split(/[\n,]/).map(pair => pair.trim()).filter(pair => pair);
const fillIn = text => {
    const pairs = [...mapped().filter(pair => !pair.includes('=SIGNAL')), ...text.split(',')];
    Object.assign(mapBox, {value: pairs.join(',\n'), rows: pairs.length + 1});
    mapBox.focus();
    mapBox.setSelectionRange(mapBox.value.indexOf('SIGNAL'), mapBox.value.indexOf('SIGNAL') + 6);
};
const offer = ([text, of = text]) => page.make('button', {type: 'button', click: () => fillIn(text)}, `Fill in ${of}`);

const judgeWaves = async () => {
    const made = await wavesOf(), bytes = made.files['run.vcd'];
    return bytes ? judge(play, {name: 'run.vcd', bytes}, {}, []) : made;
};
const capture = () => once('capture', async () => {
    const result = await (run.capture ? judge(play, run.capture, run.options, mapped()) : judgeWaves());
    offers.replaceChildren(...offersOf(result).map(offer));
    return {...result, json: jsonOf(result, 'capture.json')};
});

/* ---- Tabs: each promises the elements of its panel */

const draw = parts => page.parts(parts, {words: checks, marks: {}});
const unless = (result, parts) => draw(judged(result) ? parts() : verdictParts(result));
const ofScenario = show => async () => run.capture ? draw([{kind: 'p', text: 'A capture has none.'}]) : show();
const waveRoot = page.make('div', {});
const waves = new Waves(waveRoot, page.make);

const goTo = async (line, ps) => {
    if (line)
        editor.goTo(line);
    await openTab('waves');
    waves.goTo(ps);
};

const drawingParts = ({files}) => files['run.svg'] ? [{kind: 'drawing', svg: new TextDecoder().decode(files['run.svg']),
    text: 'The first violation with its neighbours, or the last accesses'}] : [];
const placeOf = ({machine, pal, part}) => `${machine
    ? `At the DES socket, judged with machine ${machine}, the ${page.pal({pal})} translator and`
    : 'At the chip’s pins, judged with'} part ${part}: choose yours.`;
const resultOfRun = () => run.capture ? capture() : verdict();

/* The parts of a verdict end in what tmr0 printed. */
const scenarioVerdict = async () => {
    const result = await verdict(), elements = draw(verdictParts(result, goTo));
    if (!result.json || !judged(result))
        return elements;
    const picture = page.make('div', {});
    diagram().then(drawn => picture.replaceChildren(...draw(drawingParts(drawn))));
    return [...elements.slice(0, -1), picture, elements.at(-1)];
};
const captureVerdict = async () => {
    const result = await capture(), parts = verdictParts(result, goTo), {json} = result;
    if (json && judged(result)) {
        parts.unshift({kind: 'small', text: placeOf(json)});
        parts.splice(-1, 0, ...captureParts(result, goTo));
    }
    return [...draw(parts), mapping];
};
/* The dump, in the layout of the socket or of the chip */
const showWaves = async dump => {
    shown = dump;
    const socket = dump.signals.some(({name}) => name === 'top.tmr0_top.mas_n');
    waves.show(dump, layouts[socket && (run.capture || (await verdict()).json?.target !== 'chip') ? 0 : 1]);
};

const TABS = {
    verdict: ['Verdict', () => run.capture ? captureVerdict() : scenarioVerdict()],
    accesses: ['Accesses', async () => {
        const result = await capture();
        const words = `As tmr0 capture reads them${run.capture ? '' : ' from the waves'}:`;
        return unless(result, () => [{kind: 'small', text: words}, textPart(result.text)]);
    }],
    log: ['Log', ofScenario(async () => {
        const result = await once('log', () => replay(['--engine', run.engine, '--log'], []));
        return unless(result, () => [textPart(result.text)]);
    })],
    margins: ['Margins', async () => {
        const result = await resultOfRun();
        return unless(result, () => run.capture ? captureParts(result, goTo) : [page.margins(result.json, checks)]);
    }],
    diagram: ['Diagram', ofScenario(async () => {
        const result = await diagram();
        return draw(result.files['run.svg'] ? drawingParts(result) : verdictParts(result));
    })],
    waves: ['Waves', async () => {
        const result = run.capture ? await capture() : await wavesOf();
        if (!result.waves?.signals.length)
            return draw(verdictParts(result));
        if (shown !== result.waves)
            await showWaves(result.waves);
        return [waveRoot];
    }],
    machines: ['All machines', async () => {
        const {part = PART} = settings();
        machinesTab = machinesTab?.part === part ? machinesTab : {part, elements: allMachines(part)};
        return machinesTab.elements;
    }]
};

/* A machine is a command of its own: rows appear as they are made. */
const allMachines = part => {
    const rowsOf = page.make('div', {});
    const start = page.make('button', {type: 'button'}, 'Check the bus timing of all machines');
    const progress = page.make('output', {'aria-live': 'polite'});
    start.addEventListener('click', async () => {
        const rows = [];
        start.disabled = true;
        const names = [...new Set(machines.map(name => name.split(':')[0]))];
        for (const [n, name] of names.entries()) {
            const args = ['timing', '--machine', name, '--part', part, '--json', 'timing.json'];
            const result = await play({args, read: ['timing.json']}, '', tables);
            if (result.status > 1) {
                rowsOf.append(...draw(verdictParts(result)));
                break;
            }
            rows.push(...jsonOf(result, 'timing.json'));
            progress.textContent = ` ${n + 1} of ${names.length}`;
            rowsOf.replaceChildren(...draw(timingParts(rows, checks)));
        }
        start.disabled = false;
    });
    return [page.make('p', {}, `Each machine with both translators and part ${part}, at its slow and its fast ` +
        'corner: 1,000 reads a row, as tmr0 timing. ', start, progress), rowsOf];
};

const moveTab = ({key, target}) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[key];
    if (!step)
        return;
    const next = tabs[(tabs.indexOf(target) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
};
const tabs = Object.entries(TABS).map(([name, [text]]) => page.make('button', {type: 'button', role: 'tab',
    id: `tab-${name}`, 'aria-controls': 'panel', click: () => openTab(name), keydown: moveTab}, text));
document.querySelector('[role=tablist]').append(...tabs);

const openTab = async name => {
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

/* Results of another text than the editor's, or of other settings, say so; no download mixes them. */
const mark = words => {
    $('old').textContent = words;
    $('results-of-run').classList.toggle('old', words);
    document.querySelectorAll('#downloads button ~ button').forEach(button => { button.disabled = words; });
};
const stopOthers = () => {
    clearTimeout(waiting);
    [simulator, drawer].filter(({busy}) => busy).forEach(one => one.stop('Stopped by another run.'));
};
const sayVerdict = (own, result) => {
    own.took = performance.now() - own.from;
    tabs[0].textContent = `Verdict: ${wordOf(result)}`;
    own.said = `${tabs[0].textContent}, ${(own.took / 1000).toFixed(2)} s`;
    if (!running)
        say(own.said);
};
const start = async chosen => {
    stopOthers();
    const own = run = newRun(chosen);
    mark('');
    tabs[0].textContent = 'Verdict';
    await openTab(current);
    const result = own.stopped ? {} : await resultOfRun();
    if (own === run && !own.stopped)
        sayVerdict(own, result);
    return result;
};
const runScenario = () => {
    const {engine = 'rtl', ...others} = settings();
    keep();
    const options = Object.entries(others).flatMap(([name, value]) => [`--${name}`, value]);
    return start({text: editor.text, engine, options});
};
const runCapture = capture => start({capture, options: settings()});
/* Asked for: the verdict is shown, or the first mistake. */
const runAsked = async () => {
    current = current === 'machines' ? 'verdict' : current;
    const {errors} = await runScenario(), line = /^tmr0 run: scenario\.scn:(\d+): /m.exec(errors)?.[1];
    if (line)
        editor.goTo(Number(line));
};
const load = (text, given = {}, example = '') => {
    editor.text = text;
    setSettings(given);
    $('example').value = example;
    $('sentence').textContent = $('step-text').textContent = '';
};

const keep = async () => {
    const fits = await writeState({text: editor.text, ...settings()});
    $('address').textContent = fits
        ? 'The address of this page holds the scenario and the settings: copy it to share them.'
        : 'The scenario is too long for the address of this page: share the file.';
};

/* Plays it when the user pauses, unless the last run was long. A setting is played at once. */
const wasShort = () => !run.stopped && (run.took ?? performance.now() - run.from) < SOON_MS;
const later = (ms, call) => {
    clearTimeout(waiting);
    waiting = setTimeout(call, ms);
};
const textChanged = () => {
    if (run.capture)
        $('step-text').textContent = ''; /* it names the capture */
    mark(wasShort() ? 'Results of the text before.' : 'Results of the text before: Run plays this one.');
    later(PAUSE_MS, () => wasShort() ? runScenario() : keep());
};
const settingChanged = () => {
    mark('Results of the text before.');
    later(0, () => run.capture ? runCapture(run.capture) : runScenario());
};
const check = text => checker.run({args: ['check', SCENARIO], files: {[SCENARIO]: text}})
    .then(({errors}) => errors, error => `tmr0: ${SCENARIO}:1: ${error.message}`);
const WORDS = {'': statements, set: keys, machine: machines, part: chips, pal: SETTINGS.pal, corner: SETTINGS.corner,
    target: ['board', 'chip'], effects: ['off', 'on'], timing: ['legal', ...Object.keys(checks)],
    expect: ['clean', 'count', 'margin', 'notes', 'violation'], violation: Object.keys(checks), margin: Object.keys(checks)};
const editor = new Editor($('editor'), text => mistakes(check, text), WORDS, textChanged);
$('choices').addEventListener('input', ({target}) => target.tagName === 'SELECT' ? settingChanged() : textChanged());
$('choices').addEventListener('submit', event => event.preventDefault());
$('run').addEventListener('click', runAsked);
$('stop').addEventListener('click', () => [simulator, tables, drawer].forEach(one => one.stop('Stopped.')));
addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target.name === 'seed')) {
        event.preventDefault();
        event.target === mapBox ? runCapture(run.capture) : runAsked();
    }
}, true);

$('example').append(...examples.map(({file}, n) => new Option(file, n)));
$('example').addEventListener('change', () => {
    const n = $('example').value, {text, sentence} = examples[n];
    load(text, {}, n);
    $('sentence').textContent = sentence;
    runAsked();
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
    [lesson('direct', '55ns'), 4, 'The direct translator moves C/D and RD- with the same strobe. TAVRL, the set-up ' +
        'time of C/D before a read, is 0 ns, and 25 ns are required. A click on a violation shows it in the waves.'],
    [lesson('flipflop', '55ns'), 4, 'The flip-flop selects the port one access earlier. C/D is stable long before RD- ' +
        'falls: every limit is kept.'],
    [lesson('flipflop', '54ns'), 6, 'The workstation holds write data 1 ns less. After the delays of translator and ' +
        'buffer the chip sees 19 ns, and TWHDX requires 20 ns.']
];
for (const button of document.querySelectorAll('[data-step]'))
    button.addEventListener('click', async () => {
        const [text, line, words] = STEPS[button.dataset.step];
        load(text);
        $('step-text').textContent = words;
        editor.goTo(line);
        current = 'verdict';
        await runAsked();
        $('results-of-run').scrollIntoView({block: 'nearest'});
    });

/* ---- Files in and out */

const takeFile = async file => {
    const isCapture = /\.(vcd|csv)$/i.test(file.name), most = isCapture ? 100 : 4, size = Math.ceil(file.size / 1e6);
    if (size > most) {
        $('step-text').textContent = `${file.name}: ${size} MB, expected at most ${most} MB`;
        return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    current = 'verdict';
    if (isCapture) {
        $('step-text').textContent = `${file.name}, judged as by tmr0 capture:`;
        runCapture({name: file.name.replace(/^-|[^\w.-]/g, '_'), bytes});
    } else if (bytes.includes(0)) {
        $('step-text').textContent = `${file.name} is no text. Of a logic analyser’s capture, export VCD or CSV.`;
    } else {
        load(new TextDecoder().decode(bytes));
        runAsked();
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
    'JSON': ['tmr0.json', async () => (await resultOfRun()).files[run.capture ? 'capture.json' : 'run.json']],
    'VCD': ['tmr0.vcd', async () => run.capture ? undefined : (await wavesOf()).files['run.vcd']],
    'SVG': ['tmr0.svg', async () => run.capture ? undefined : (await diagram()).files['run.svg']]
};
const download = async (button, name) => {
    const [file, content] = DOWNLOADS[name], own = run, bytes = await content(), old = button.disabled || own !== run;
    if (old || bytes === undefined) {
        say(old ? 'The text has changed. Nothing is downloaded.' : `This run has no ${name}.`);
        return;
    }
    const url = URL.createObjectURL(new Blob([bytes]));
    page.make('a', {href: url, download: file}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
};
$('downloads').append('Download ', ...Object.keys(DOWNLOADS).map(name => page.make('button', {type: 'button',
    'aria-label': `Download ${name}`, click: ({target}) => download(target, name)}, name)));

/* ---- Documents */

const showDocument = (name, text) => {
    $('document-name').textContent = name;
    $('document').lastElementChild.textContent = text;
    $('document').showModal();
};
$('documents').append(...Object.entries(documents).map(([name, text]) =>
    page.make('button', {type: 'button', class: 'link', click: () => showDocument(name, text)}, name)));

/* ---- What the address holds; at first without it the first step's scenario */

/* In the browser's console: any of the page's commands, as command.mjs takes it */
globalThis.tmr0 = request => simulator.run(request);
const readAddress = async first => {
    const {text, why, ...given} = await readState() ?? {};
    if (!first && text === undefined)
        return keep(); /* the address gets this scenario again */
    load(text ?? STEPS[0][0], given);
    if (text === undefined)
        $('step-text').textContent = why ? `${why} This is the first step’s.` : STEPS[0][2];
    return runScenario();
};
addEventListener('hashchange', () => readAddress(false));
readAddress(true);
