/* Plays commands one after another. The first message is the compiled module, the others are requests of Simulator. */
import {command} from './command.mjs';
import {parseCsv} from './csv.mjs';
import {parseVcd} from './vcd.mjs';

let module;

const answer = async ({request, waves}) => {
    const result = await command(module, request), bytes = result.files[waves];
    return bytes ? {...result, waves: /\.csv$/i.test(waves) ? parseCsv(bytes) : parseVcd(bytes)} : result;
};

/* Of an exception of WebAssembly or of an array only its text can be sent. */
onmessage = async ({data}) => {
    if (data instanceof WebAssembly.Module) {
        module = data;
        return;
    }
    try {
        postMessage({id: data.id, result: await answer(data)});
    } catch (error) {
        postMessage({id: data.id, failure: `The simulator ended: ${error.message ?? error}. ` +
            'It has 1 GB of memory; a shorter run, or one without waves, needs less.'});
    }
};
