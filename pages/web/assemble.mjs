/* Puts the page together, one file that loads nothing: node pages/web/assemble.mjs APP.js WORKER.js PAGE.html */
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import {command} from './command.mjs';

const read = name => readFileSync(name, 'utf8');
const [app, worker] = process.argv.slice(2, 4).map(read);
const wasm = readFileSync('build/wasm/tmr0.wasm');
const inScript = text => text.replace(/<\/(?=script)/gi, '<\\/');

/* The lines of a GTKWave view: their names, and of signals path and format. */
const FORMATS = {820: 'text', 24: 'decimal'};
const layout = name => {
    let format;
    return read(name).split('\n').flatMap(line => {
        const [, flags] = /^@([\da-f]+)$/.exec(line) ?? [], [, label, path] = /^\+\{(.*)\} ([^ ]*?)(\[\d+:\d+\])?$/.exec(line) ?? [];
        format = flags ? FORMATS[flags] : format;
        return path ? [{label, path, format}] : line.startsWith('-') ? [{label: line.slice(1)}] : [];
    });
};

const parts = readdirSync('parts').filter(name => name.endsWith('.ini') && /^kind = chip$/m.test(read(`parts/${name}`)));
const module = await WebAssembly.compile(wasm);
const print = async (...args) => (await command(module, {args})).text;
const names = JSON.parse(await print('names'));
const documents = {Language: await print('run', '--help-language'), Manual: read('docs/manual.md'), 'The project': read('README.md'),
    Licence: read('LICENSE')};
const examples = JSON.parse(read('pages/web/examples.json'))
    .map(([file, sentence]) => ({file, sentence, text: read(`tests/scenarios/${file}`)}));
/* What `set` takes, as one machine and one chip have it */
const keys = [['machine', 'machines/sun3-60.ini'], ['part', 'parts/am9513a.ini']].flatMap(([home, name]) =>
    [...read(name).matchAll(/^\[([\w.]+)\]\n(?:value|min|typ|max) =/gm)].map(([, key]) => key.includes('.') ? key : `${home}.${key}`));
const results = {...names, keys, parts: parts.map(name => name.slice(0, -4)), examples, documents,
    layouts: ['waves/board.gtkw', 'waves/chip.gtkw'].map(layout)};

const pieces = {
    '<link rel="stylesheet" href="page.css">': `<style>\n${read('pages/page.css')}</style>`,
    '<link rel="stylesheet" href="web.css">': `<style>\n${read('pages/web/web.css')}</style>`,
    '<script src="page.js"></script>': `<script>\n${read('pages/page.js')}</script>`,
    '@json@': JSON.stringify(results).replaceAll('<', '\\u003c'),
    '@worker@': inScript(worker),
    '@wasm@': gzipSync(wasm, {level: 9}).toString('base64'),
    '@app@': inScript(app)
};
let page = read('pages/web/index.html');
for (const [place, piece] of Object.entries(pieces)) {
    if (page.split(place).length !== 2)
        throw new Error(`pages/web/index.html: "${place}" is not there once, expected it once`);
    page = page.replace(place, () => piece);
}
writeFileSync(process.argv[4], page);
