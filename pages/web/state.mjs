/* The scenario and the choices in the page's address: #try=, JSON, deflated, in the letters of base64url. */

const MOST = 1e6; /* bytes of JSON: a short address may hold any number of them */

const through = async (bytes, ...streams) => {
    const stream = streams.reduce((from, next) => from.pipeThrough(next), new Blob([bytes]).stream());
    return new Uint8Array(await new Response(stream).arrayBuffer());
};
/* No more than the chunk with which it is too long */
const upTo = bytes => new TransformStream({
    transform(chunk, stream) {
        stream.enqueue(chunk);
        bytes -= chunk.length;
        if (bytes < 0)
            stream.terminate();
    }
});

const letters = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const bytesOf = text =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));

export const inflate = (bytes, format, ...more) => through(bytes, new DecompressionStream(format), ...more);

/* false: it is too long, and the address has none. */
export const writeState = async state => {
    const text = new TextEncoder().encode(JSON.stringify(state)), fits = text.length <= MOST;
    const hash = fits ? '#try=' + letters(await through(text, new CompressionStream('deflate-raw'))) : '';
    history.replaceState(null, '', location.href.replace(/#.*|$/, hash));
    return fits;
};

/* undefined: the address has none; {why}: none that can be read */
export const readState = async () => {
    const [, held] = /^#try=(.*)/.exec(location.hash) ?? [];
    try {
        const bytes = held && await inflate(bytesOf(held), 'deflate-raw', upTo(MOST));
        if (bytes?.length > MOST)
            return {why: 'The link holds more than 1 MB, which this page does not read.'};
        const state = bytes && JSON.parse(new TextDecoder().decode(bytes));
        if (state === undefined || typeof state.text === 'string')
            return state;
    } catch {} /* as what is no scenario */
    return {why: 'The link was cut off and holds no scenario.'};
};
