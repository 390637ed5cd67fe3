/* The scenario and the choices in the page's address: #try=, JSON, deflated, in the letters of base64url. */

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

const letters = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const bytesOf = text =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));

export const inflate = (bytes, format) => through(bytes, new DecompressionStream(format));

export const writeState = async state => {
    const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
    history.replaceState(null, '', '#try=' + letters(bytes));
};

/* undefined: the address has none; {}: one that is not whole */
export const readState = async () => {
    const [, held] = /^#try=(.*)/.exec(location.hash) ?? [];
    try {
        const state = held && JSON.parse(new TextDecoder().decode(await inflate(bytesOf(held), 'deflate-raw')));
        return state === undefined || typeof state.text === 'string' ? state : {};
    } catch {
        return {};
    }
};
