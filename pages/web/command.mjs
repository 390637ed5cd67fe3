/* One command of tmr0, from its arguments and files to what it prints and writes. */
import tmr0 from '../../build/wasm/tmr0.js';

const HERE = '/run/';

/* Fails as instantiation does, for want of memory; emscripten's loader would wait for ever. */
const start = module => new Promise((resolve, reject) => tmr0({
    instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(module, imports).then(instance => done(instance, module), reject);
        return {};
    },
    quit: (status, exit) => { throw exit; }
}).then(resolve, reject));

/* module: build/wasm/tmr0.wasm, compiled. files: contents by name. read: names of files that the command writes.
 * Promises {status, text, errors, files}; files lacks what was not written. Each command has a memory of its own. */
export const command = async (module, {args, files = {}, read = []}) => {
    const {FS, callMain} = await start(module);
    const redirect = (descriptor, name) => {
        FS.close(FS.getStream(descriptor));
        FS.open(name, 'a');
    };
    redirect(1, '/tmp/output');
    redirect(2, '/tmp/errors');
    for (const [name, content] of Object.entries(files)) {
        FS.mkdirTree(HERE + name.slice(0, name.lastIndexOf('/') + 1));
        FS.writeFile(HERE + name, content);
    }
    FS.mkdirTree(HERE);
    FS.chdir(HERE);
    const status = callMain([...args, '--data', '/']);
    const text = name => FS.readFile(name, {encoding: 'utf8'});
    return {status, text: text('/tmp/output'), errors: text('/tmp/errors'),
        files: Object.fromEntries(read.filter(name => FS.analyzePath(name).exists).map(name => [name, FS.readFile(name)]))};
};
