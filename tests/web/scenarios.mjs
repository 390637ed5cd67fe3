/* All scenarios: the JSON of build/tmr0 and of the WebAssembly, byte for byte. */
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';

const list = execFileSync('find', ['tests/scenarios', '-type', 'f'], {encoding: 'utf8'}).trim().split('\n').sort();
/* What scenarios include is among the files. */
export const files = Object.fromEntries(list.map(file => [file, readFileSync(file, 'utf8')]));
export const run = engine => ['run', '--quiet', '--engine', engine, '--json', 'out.json', ...list.filter(file => file.endsWith('.scn'))];

/* {status, json}: effects have no model, so there the status is 2 and the JSON says why. */
export const native = engine => {
    const folder = mkdtempSync(`${tmpdir()}/tmr0-web-`);
    const {status} = spawnSync('build/tmr0', run(engine).map(word => word === 'out.json' ? `${folder}/out.json` : word));
    const json = readFileSync(`${folder}/out.json`, 'utf8');
    rmSync(folder, {recursive: true});
    return {status, json};
};

/* '', or the first result that differs */
export const difference = (expected, status, json) => {
    if (status === expected.status && json === expected.json)
        return '';
    const results = JSON.parse(json ?? '[]');
    const at = JSON.parse(expected.json).findIndex((result, n) => JSON.stringify(result) !== JSON.stringify(results[n]));
    return `status ${status}, expected ${expected.status}; first difference: ${JSON.stringify(results[at])}`;
};
