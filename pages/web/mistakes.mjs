/* All mistakes of a scenario: `check` finds the first one, whose line is then read as empty. */

const MOST_MS = 500;
const FOLLOWS = /has no value yet|\} without a block|does not end/; /* another mistake may be the reason */

/* check: promises what tmr0 prints of a text's first mistake. Promises that of all. If statements need the other target,
 * the first mistake may have been that: the text is read with it once. */
export const mistakes = async (check, text) => {
    const lines = text.split('\n'), found = [], from = performance.now();
    let first, tried = false;
    while (performance.now() - from < MOST_MS) {
        const error = await check(lines.join('\n')), line = Number(/^tmr0: [^\n]*?:(\d+): /.exec(error)?.[1]);
        if (!line)
            return found.join('') + error;
        const target = first && !tried && /needs (target \w+)/.exec(error)?.[1];
        const none = first && error.includes('no statements'), twice = first && error.includes(`target is given in line ${first} already`);
        if (!first || !(none || target || twice || line === first || FOLLOWS.test(error)))
            found.push(error);
        if (none)
            lines.push('show');
        else
            lines[(target || twice ? first : line) - 1] = target || '';
        tried ||= Boolean(target);
        first ??= line;
    }
    return found.join('');
};
