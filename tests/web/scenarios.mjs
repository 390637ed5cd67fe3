/* Commands of build/tmr0 to compare with: all scenarios in one call, or any other. */
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, resolve} from 'node:path';

const list = execFileSync('find', ['tests/scenarios', '-type', 'f'], {encoding: 'utf8'}).trim().split('\n').sort();
/* Effects have no model: there the status of model is 2, and the JSON says why. What scenarios include is among the files. */
export const scenarios = engine => ({
    args: ['run', '--quiet', '--engine', engine, '--json', 'out.json', ...list.filter(file => file.endsWith('.scn'))],
    files: Object.fromEntries(list.map(file => [file, readFileSync(file, 'utf8')])), read: ['out.json']
});

/* What pages/web/command.mjs promises, of build/tmr0 in a folder of its own */
export const native = ({args, files = {}, read = []}) => {
    const folder = mkdtempSync(`${tmpdir()}/tmr0-web-`);
    for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(`${folder}/${name}`), {recursive: true});
        writeFileSync(`${folder}/${name}`, content);
    }
    const {status, stdout, stderr} = spawnSync(resolve('build/tmr0'), args, {cwd: folder, encoding: 'utf8', maxBuffer: 1e9});
    const written = read.filter(name => existsSync(`${folder}/${name}`)).map(name => [name, readFileSync(`${folder}/${name}`)]);
    rmSync(folder, {recursive: true});
    return {status, text: stdout, errors: stderr, files: Object.fromEntries(written)};
};

/* A dump is dated; the speed of a run with waves is in no two runs the same. */
const comparable = bytes => Buffer.from(bytes ?? '(none)').toString('latin1').replace(/^\$date\s+[^$]*\$end/, '');
const speed = text => text.replace(/^waves: .*\nopen them: .*\n/m, '');

/* '', or what differs first */
export const difference = (expected, seen) => {
    if (seen.status !== expected.status)
        return `status ${seen.status}, expected ${expected.status}: ${seen.errors.slice(0, 200)}`;
    const texts = [['output', seen.text, expected.text], ['errors', speed(seen.errors), speed(expected.errors)],
        ...Object.entries(expected.files).map(([name, bytes]) => [name, comparable(seen.files[name]), comparable(bytes)])];
    for (const [name, one, other] of texts)
        if (one !== other) {
            const first = [...other].findIndex((letter, n) => letter !== one[n]), at = first < 0 ? other.length : first;
            return `${name}: "${one.slice(Math.max(at - 40, 0), at + 60)}", expected "${other.slice(Math.max(at - 40, 0), at + 60)}"`;
        }
    return '';
};
