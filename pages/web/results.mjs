/* What the tabs show, as parts of page.js. */
import {timeText} from './waves.mjs';

const LINES = 3000, ROWS = 200; /* of a text, of a table; more make a page slow */

/* A text, of a long one its beginning and its end */
export const textPart = text => {
    const lines = text.trimEnd().split('\n');
    const shown = lines.length <= LINES ? lines
        : [...lines.slice(0, LINES - 100), `... ${lines.length - LINES} more lines ...`, ...lines.slice(-100)];
    return {kind: 'pre', text: shown.join('\n')};
};

const list = (text, columns, rows) => rows.length ? [page.table(
    rows.length > ROWS ? `${text}, the first ${ROWS} of ${rows.length}` : text,
    columns, rows.slice(0, ROWS).map(cells => ({cells})))] : [];
const limit = ({required_ps: ps, required_mark: mark}) => ps === undefined ? '' : page.ns(ps) + page.mark(mark);

/* That of a capture is the first one of its verdict, such as marginal. */
export const wordOf = ({status, json}) => json?.pass === null ? 'nothing judged'
    : json?.verdict?.match(/^\w+/)[0] ?? ['pass', 'FAIL'][status] ?? 'none';
/* A capture that shows too little has results too, with the reason as its verdict. */
export const judged = ({status, json, stopped}) => !stopped && (status <= 1 || json?.verdict !== undefined);

const head = (badge, text) =>
    ({kind: 'verdict', before: 'Verdict', badge, class: {pass: 'good', FAIL: 'bad'}[badge] ?? 'some', text});
const unjudgedParts = ({errors, stopped}) => [
    head('none', stopped ?? 'Nothing was judged.'),
    ...errors ? [textPart(errors)] : [],
    .../^tmr0 capture: .* --(?!map )[a-z]/m.test(errors) ?
        [{kind: 'small', text: 'Words with -- are options of the program tmr0; this page has none.'}] : []
];

const counted = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;
/* Beside the word of the verdict: what tmr0 capture says of it, or what a run counts */
const summaryOf = json => {
    const accesses = counted(json.accesses, 'access', 'accesses');
    if (json.verdict !== undefined || !json.failures)
        return json.verdict?.replace(/^\w+, /, '') ?? accesses;
    const bad = json.violations?.filter(violation => !violation.expected).length ?? 0;
    return `${counted(bad, 'unexpected violation')}, ${counted(json.expectations_failed, 'expectation')} failed; ` +
        `${accesses} in ${timeText(json.end_ps)}`;
};

/* goTo(line, ps): shows the line and the place in the waves. The last part is what tmr0 prints. */
export const verdictParts = (result, goTo) => {
    const {json, text} = result;
    if (!json || !judged(result))
        return unjudgedParts(result);
    const place = ({line, at_ps: ps, file}) =>
        ({text: file ? `${file}:${line}` : `line ${line}`, action: () => goTo(file ? undefined : line, ps)});
    return [
        head(wordOf(result), summaryOf(json)),
        ...list('Violations', 'Place|Parameter|#Observed, ns|#Required, ns|Expected|At|#Access', (json.violations ?? []).map(v => [
            place(v), v.parameter, v.observed_ps === undefined ? '' : String(v.observed_ps / 1000), limit(v),
            v.expected ? 'yes' : {text: 'no', class: 'bad'}, timeText(v.at_ps), v.access])),
        ...list('Expectations that failed', 'Place|Statement|Seen|Expected|At', (json.failures ?? []).map(f =>
            [place(f), f.what, f.seen, f.expected, timeText(f.at_ps)])),
        textPart(text)
    ];
};

/* Of a capture, at the chip or at the socket; goTo as in verdictParts */
export const captureParts = ({json}, goTo) => json.translators ? socketParts(json) : chipParts(json, goTo);

const DOUBTS = {possibly: 'some', certainly: 'bad'};
const range = all => [...new Set([Math.min(...all), Math.max(...all)])].map(ps => page.ns(ps)).join(' to ');
const socketParts = json => {
    const corners = Object.values(json.translators[json.pal]);
    const slack = ({slack_ps: ps, violated} = {}) => ps === undefined ? ''
        : {text: page.ns(ps, '+') + (DOUBTS[violated] ? ` ${violated}` : ''), class: DOUBTS[violated]};
    return [
        ...list('At the socket', 'Figure|#Machine, ns|#Least, ns|#Most, ns|#Seen',
            Object.entries(json.figures).map(([figure, m]) => [figure,
                range(Object.values(m.machine_ps)) + page.mark(m.machine_mark),
                page.ns(m.least_ps), page.ns(m.most_ps), m.seen])),
        ...list(`Least slack with the ${page.pal(json)} translator, by corner, ns`, 'Check|#Required, ns|#min|#typ|#max',
            Object.keys(Object.assign({}, ...corners)).map(check => [check,
                range(corners.filter(checks => checks[check]).map(checks => checks[check].required_ps)),
                ...corners.map(checks => slack(checks[check]))]))
    ];
};

const chipParts = (json, goTo) => {
    const place = ps => ({text: timeText(ps), action: () => goTo(undefined, ps)});
    const counts = m => [m.holds, m.broken ? {text: String(m.broken), class: 'bad'} : m.broken, m.unsure];
    return [
        ...list('Requirements at the pins', 'Check|#Required, ns|#Least, ns|At|#Holds|#Broken|#Unsure',
            Object.entries(json.parameters).map(([check, m]) => [check, limit(m), String(m.least_ps / 1000),
                place(m.at_ps), ...counts(m)])),
        ...list('Delays of the chip', 'Delay|Limit|#Limit, ns|#Least, ns|#Most, ns|At|#Holds|#Broken|#Unsure',
            Object.entries(json.delays).map(([delay, m]) => [delay, m.limit, page.ns(m.limit_ps) + page.mark(m.limit_mark),
                String(m.least_ps / 1000), String(m.most_ps / 1000), place(m.at_ps), ...counts(m)]))
    ];
};

/* Rows of tmr0 timing */
export const timingParts = (rows, checks) => [page.cards(rows, page.verdicts),
    page.table('Machines, variants, translators and corners',
        '=Machine|=Translator|=Verdict|#Least slack, ns|Violated checks|#Wrong reads', rows.map(row => ({
            of: `${row.machine}, ${row.pal}, ${row.corner}`, parts: [page.margins(row, checks)],
            cells: [row.machine, `${page.pal(row)} ${row.corner}`, ...page.timingCells(row), row.reads_wrong]
        })))];
