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

const list = (text, columns, rows) => rows.length ? [page.table(rows.length > ROWS ? `${text}, the first ${ROWS} of ${rows.length}` : text,
    columns, rows.slice(0, ROWS).map(cells => ({cells})))] : [];
const limit = ({required_ps: required, required_mark: mark}) => required === undefined ? '' : page.ns(required) + page.mark(mark);

/* goTo(line, ps): shows the line and the place in the waves. */
export const verdictParts = ({status, json, text, errors, stopped}, goTo) => {
    if (stopped || !json || status > 1)
        return [
            {kind: 'verdict', before: 'Verdict', badge: 'none', class: 'some', text: stopped ?? json?.verdict ?? 'The scenario was not played to its end.'},
            ...errors || json?.verdict ? [textPart(errors || text)] : []
        ];
    const place = ({line, at_ps: ps, file}) => ({text: file ? `${file}:${line}` : `line ${line}`, action: () => goTo(file ? undefined : line, ps)});
    const bad = json.violations?.filter(violation => !violation.expected).length ?? 0;
    const counted = (count, one, more) => `${count} ${count === 1 ? one : more}`;
    return [
        {kind: 'verdict', before: 'Verdict', badge: status ? 'FAIL' : 'pass', class: status ? 'bad' : 'good',
            text: json.failures ? `${counted(bad, 'unexpected violation', 'unexpected violations')}, ` +
                `${counted(json.expectations_failed, 'expectation', 'expectations')} failed; ` +
                `${counted(json.accesses, 'access', 'accesses')} in ${timeText(json.end_ps)}` : counted(json.accesses, 'access', 'accesses')},
        ...list('Violations', 'Place|Parameter|#Observed, ns|#Required, ns|Expected|At|#Access', (json.violations ?? []).map(v => [
            place(v), v.parameter, v.observed_ps === undefined ? '' : String(v.observed_ps / 1000), limit(v),
            v.expected ? 'yes' : {text: 'no', class: 'bad'}, timeText(v.at_ps), v.access])),
        ...list('Expectations that failed', 'Place|Statement|Seen|Expected|At', (json.failures ?? []).map(f =>
            [place(f), f.what, f.seen, f.expected, timeText(f.at_ps)])),
        textPart(text)
    ];
};

/* Of a capture */
export const captureParts = ({json}) => {
    const counts = m => [m.holds, m.broken ? {text: String(m.broken), class: 'bad'} : m.broken, m.unsure];
    return [
        ...list('Requirements at the pins', 'Check|#Required, ns|#Least, ns|At|#Holds|#Broken|#Unsure',
            Object.entries(json.parameters).map(([check, m]) => [check, limit(m), String(m.least_ps / 1000), timeText(m.at_ps), ...counts(m)])),
        ...list('Delays of the chip', 'Delay|Limit|#Limit, ns|#Least, ns|#Most, ns|At|#Holds|#Broken|#Unsure',
            Object.entries(json.delays).map(([delay, m]) => [delay, m.limit, page.ns(m.limit_ps) + page.mark(m.limit_mark),
                String(m.least_ps / 1000), String(m.most_ps / 1000), timeText(m.at_ps), ...counts(m)]))
    ];
};

/* Rows of tmr0 timing */
export const timingParts = (rows, checks) => [page.table('Machines, variants, translators and corners',
    '=Machine|=Translator|=Verdict|#Least slack, ns|Violated checks|#Wrong reads', rows.map(row => {
        const margins = page.named(row), least = page.least(margins);
        return {more: 'Margins', of: `${row.machine}, ${row.pal}, ${row.corner}`, parts: [page.margins(row, checks)], cells: [
            row.machine, `${row.pal} ${row.corner}`, page.works(row) ? {text: 'works', class: 'good'} : {text: 'fails', class: 'bad'},
            {text: `${page.ns(least.slack_ps, '+')} ${least.check}${page.mark(least.required_mark)}`, sort: least.slack_ps},
            margins.filter(page.violated).map(margin => margin.check).join(', '), row.reads_wrong]};
    }))];
