/* make test-web: the WebAssembly in Node and the page in Chromium, compared with build/tmr0. */
import {readFileSync} from 'node:fs';
import {command} from '../../pages/web/command.mjs';
import * as scenarios from './scenarios.mjs';

let failed = 0;
const report = (name, why) => {
    console.log(why ? `FAIL ${name}: ${why}` : `ok ${name}`);
    failed += why ? 1 : 0;
};

const module = await WebAssembly.compile(readFileSync('build/wasm/tmr0.wasm'));
for (const engine of ['rtl', 'model']) {
    const {status, files} = await command(module, {args: scenarios.run(engine), files: scenarios.files, read: ['out.json']});
    const json = files['out.json'] && new TextDecoder().decode(files['out.json']);
    report(`node-${engine}`, scenarios.difference(scenarios.native(engine), status, json));
}
process.exitCode = failed ? 1 : 0;
