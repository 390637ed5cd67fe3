/* Reads a VCD file: {end, signals}, times in ps. A signal has a name with its scopes, a width, and its changes: times,
 * and codes, the numbers of its values among texts. Names of one wire share their changes. */

const UNIT_PS = {s: 1e12, ms: 1e9, us: 1e6, ns: 1e3, ps: 1, fs: 1e-3};

/* Words between blanks */
class Words {
    constructor(text) {
        this.text = text;
        this.at = 0;
    }
    next() {
        const {text} = this;
        let from = this.at;
        while (text.charCodeAt(from) <= 32)
            from++;
        let end = from;
        while (text.charCodeAt(end) > 32)
            end++;
        this.at = end;
        return text.slice(from, end);
    }
    /* The words before $end */
    section() {
        const words = [];
        for (let word = this.next(); word && word !== '$end'; word = this.next())
            words.push(word);
        return words;
    }
}

export const wire = () => ({times: [], codes: [], texts: [], known: new Map()});

/* The header: the unit, and the wires by their codes. */
const readHeader = words => {
    const wires = new Map(), signals = [], scopes = [];
    let unit = 1;
    for (let word = words.next(); word && word !== '$enddefinitions'; word = words.next()) {
        const section = words.section();
        if (word === '$timescale') {
            const [, count, name] = /^(\d+)(\w+)$/.exec(section.join('')) ?? [];
            unit = Number(count) * UNIT_PS[name] || 1;
        } else if (word === '$scope') {
            scopes.push(section[1]);
        } else if (word === '$upscope') {
            scopes.pop();
        } else if (word === '$var') {
            const [, width, code, name = ''] = section;
            if (!wires.has(code))
                wires.set(code, wire());
            signals.push({name: [...scopes, name.replace(/\[\d+:\d+\]$/, '')].join('.'), width: Number(width), wire: wires.get(code)});
        }
    }
    words.section();
    return {unit, wires, signals};
};

export const change = (wire, time, text) => {
    let code = wire.known.get(text);
    if (code === undefined) {
        code = wire.texts.push(text) - 1;
        wire.known.set(text, code);
    }
    const last = wire.times.length - 1;
    if (wire.times[last] === time) {
        wire.codes[last] = code;
    } else if (wire.codes[last] !== code) {
        wire.times.push(time);
        wire.codes.push(code);
    }
};

export const done = (end, signals) => {
    for (const {wire} of signals) {
        wire.times = Float64Array.from(wire.times);
        wire.codes = Uint32Array.from(wire.codes);
        delete wire.known;
    }
    return {end, signals: signals.map(({name, width, wire}) => ({name, width, ...wire}))};
};

export const parseVcd = bytes => {
    const words = new Words(new TextDecoder('latin1').decode(bytes));
    const {unit, wires, signals} = readHeader(words);
    let time = 0;
    for (let word = words.next(); word; word = words.next()) {
        const kind = word[0];
        if (kind === '#')
            time = Number(word.slice(1)) * unit;
        else if (kind === 'b' || kind === 'B' || kind === 'r' || kind === 'R')
            change(wires.get(words.next()) ?? wire(), time, word.slice(1).toLowerCase());
        else if (kind !== '$' && wires.has(word.slice(1)))
            change(wires.get(word.slice(1)), time, kind.toLowerCase());
        else if (word === '$comment')
            words.section();
    }
    return done(time, signals);
};
