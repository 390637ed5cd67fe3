// Put at the end of a page of `tmr0 report`, after `const given = {timing, limits, sweeps, said};`: the JSON of the
// files and the text of the commands that wrote them, "" for none. Compares each table cell by cell, with badges and
// bars, and the text. The title then says what differs, or "good".
const wrong = [];
const same = (name, seen, expected) => {
    const texts = [seen, expected].map(value => JSON.stringify(value) ?? 'nothing'), at = [...texts[0]].findIndex((letter, n) => letter !== texts[1][n]);
    if (texts[0] !== texts[1])
        wrong.push(`${name}: ${texts.map(text => text.slice(Math.max(at - 60, 0), at + 60)).join(', expected ')}`);
};
const cellOf = cell => {
    const badge = cell.querySelector('.badge'), bar = cell.querySelector('.bar > span'), small = cell.querySelector('.narrow');
    return cell.textContent.trim().slice(0, small ? -small.textContent.length : undefined) + (badge ? ` .${badge.className.slice(6)}` : '') +
        (bar ? `|${bar.className} ${parseFloat(bar.style.width).toFixed(2)}` : '');
};
const rowsOf = table => [table.tHead, ...table.tBodies].map(part => [...part.rows[0].cells].map(cellOf));
const tables = selector => [...document.querySelectorAll(selector)].map(rowsOf);
const table = (heads, rows) => { /* columns that no row fills are left out */
    const filled = heads.map((_, n) => rows.some(row => String(row[n])));
    return [heads, ...rows].map(row => row.map(String).filter((_, n) => filled[n]));
};
const ns = (ps, plus = '') => (ps < 0 ? '' : plus) + (ps / 1e3).toFixed(1), mark = name => name ? ` [${name}]` : '';
const bar = ps => `|${ps < 0 ? 'short' : 'spare'}${Math.abs(ps) > 1e5 ? ' cut' : ''} ${(Math.min(Math.abs(ps) / 1e5, 1) * 50).toFixed(2)}`;
const words = {flipflop: 'flip-flop', direct: 'direct'}, {timing, limits, sweeps, said} = given, {checks, marks} = page.results;
const limitsOf = row => Object.entries(row.margins).filter(([, m]) => !m.note);
const broken = row => limitsOf(row).filter(([, m]) => m.broken).map(([check]) => check);
const least = (rows, only = () => true) => rows.flatMap(limitsOf).filter(([check, m]) => only(check) && m.slack_ps !== undefined)
    .sort(([, a], [, b]) => a.slack_ps - b.slack_ps)[0];
const works = row => broken(row).length + row.reads_wrong === 0;
const margins = row => table(['Check', 'Least slack, ns', 'Required, ns', 'Violated', 'Meaning'], Object.entries(row.margins).map(([check, m]) => [check,
    m.slack_ps === undefined ? '' : ns(m.slack_ps, '+') + bar(m.slack_ps), m.slack_ps === undefined ? '' : ns(m.required_ps) + mark(m.required_mark),
    m.broken + (m.note && m.broken ? ' noted' : ''), checks[check] + (m.note ? ' (a note: no violation)' : '')]));
if (!timing.some(row => Object.values(row.margins).some(m => m.note && m.slack_ps < least([row])[1].slack_ps)))
    wrong.push('no note has less slack');
const variantOf = ({machine}) => machine.split(':')[1] ?? '';
const groups = [...Map.groupBy(timing, row => JSON.stringify({...row, verdict: 0, machine: variantOf(row)})).values()];
same('combinations', tables('#table .sortable')[0], table(['Machine', 'Variant', 'Translator', 'Corner', 'Verdict', 'Least slack, ns',
    'Violated checks', 'Wrong reads', 'Part'], groups.map(rows => {
    const [row] = rows, [check, m] = least([row]);
    return [rows.map(({machine}) => machine.split(':')[0]).join(', '), variantOf(row), words[row.pal], row.corner, works(row) ? 'works .good' : 'fails .bad',
        `${ns(m.slack_ps, '+')} ${check}${mark(m.required_mark)}`, broken(row).join(', ') || 'none', `${row.reads_wrong} of ${row.reads}`, row.part];
})));
same('margins', tables('#table .inside table'), groups.map(([row]) => margins(row)));
groups.forEach(([row], n) => {
    const text = document.querySelector(`#row-${n + 1} .inside`).textContent;
    for (const part of [`${row.accesses} accesses, ${row.reads_wrong} of ${row.reads} reads wrong, ${row.notes} notes`, `not confirmed: ${row.doubts.join(', ')}.`])
        if (!text.includes(part))
            wrong.push(`row ${n + 1}: no "${part}"`);
});
/* A machine's card: the least slack of each check with both translators, those below 100 ns */
[...new Set(timing.map(row => row.verdict.machine))].forEach(machine => {
    const own = timing.filter(row => row.verdict.machine === machine), shown = Object.keys(checks).map(check => [check, least(own, one => one === check)])
        .filter(([, one]) => one).sort((a, b) => a[1][1].slack_ps - b[1][1].slack_ps || (a[0] < b[0] ? -1 : 1)),
            below = shown.filter(([, [, m]]) => m.slack_ps < 1e5);
    const cards = ['#verdict', '#margins'].map(id => [...document.querySelectorAll(`${id} .cards > li`)].find(card => card.querySelector('h3').textContent.split(', ').includes(machine)));
    same(`${machine}-margins`, rowsOf(cards[1].querySelector('table')),
        table(['Check', 'Flip-flop, ns', 'Direct, ns'], below.map(([check]) => [check, ...['flipflop', 'direct'].map(pal => {
        const m = least(own.filter(row => row.pal === pal), one => one === check)?.[1];
        return m ? ns(m.slack_ps, '+') + mark(m.required_mark) + bar(m.slack_ps) : 'not observed';
    })])));
    same(`${machine}-more`, cards[1].querySelector('.small').textContent, `${shown.length - below.length} more checks have 100 ns or more.`);
    same(`${machine}-verdicts`, [...cards[0].querySelectorAll('p')].map(one => `${one.textContent} ${one.querySelector('.badge').className}`),
        ['flipflop', 'direct'].map(pal => {
        const {word, text} = own.find(row => row.pal === pal).verdict;
        return `${words[pal]} translator: ${word} ${text} badge ${{works: 'good', marginal: 'some', fails: 'bad'}[word]}`;
    }));
});
/* Sweeps and limits */
const named = sweeps.map(({machine, pal, axes, yield: drawn}) => `${machine}, ${words[pal]} translator, ${drawn ? 'all delays drawn at random' : axes.map(({column}) => column.replace(/_(ps|hz)$/, '')).join(' and ')}`);
same('sweeps', [...document.querySelectorAll('#verdict > ul:not(.cards) a')].map(one => [one.textContent.split(':')[0], one.getAttribute('href')]),
    named.map((name, n) => [name.split(':')[0], `#sweep-${n + 1}`]));
same('sweep-heads', [...document.querySelectorAll('#sweeps > article > h3')].map(one => one.textContent), named);
sweeps.forEach((sweep, n) => {
    const own = document.querySelector(`#sweep-${n + 1}`), share = own.querySelector('.share > span')?.style, {worst, rtl} = sweep;
    for (const part of [`The least slack of all, ${ns(worst.slack_ps, '+')} ns of ${worst.parameter}, is at point ${worst.point}. C/D holds at ${sweep.cd_holds} points.`,
        `${rtl.boundary} points at a boundary and ${rtl.sample} of`, `${sweep.reads} reads at each point, seed ${sweep.seed}; corner of the other delays: ${sweep.corner}.`,
        sweep.yield ? `(${sweep.passed} of ${sweep.points} boards work)` : `Works at ${sweep.passed} of ${sweep.points} points of the grid.`])
        if (!own.textContent.includes(part))
            wrong.push(`sweep ${n + 1}: no "${part}"`);
    same(`sweep-${n + 1}-checks`, [...own.querySelectorAll('table')].map(rowsOf), Object.keys(sweep.broken).length
        ? [table(['Violated check', 'Points'], Object.entries(sweep.broken))] : []);
    if (sweep.yield && ![[share.left, sweep.yield.low], [share.width, sweep.yield.high - sweep.yield.low]]
        .every(([seen, expected]) => Math.abs(parseFloat(seen) - 100 * expected) < 0.02))
        wrong.push(`sweep ${n + 1}: a share from ${share.left}, ${share.width} wide`);
});
const unit = figure => figure.endsWith('_hz') ? [1e6, 'MHz'] : [1e3, 'ns'], value = (figure, number) => number / unit(figure)[0] + unit(figure)[1];
const why = at => [...at.broken === 'none' ? [] : [at.broken], ...at.reads_wrong ? ['reads wrong'] : []].join(', ');
const bound = (row, at) => at.found ? [value(row.figure, at.last_pass), why(at)] : ['no limit', ''];
if (limits.length)
    same('limits', tables('#limits .sortable')[0], table(['Machine', 'Figure', 'Value', 'Works from', 'Below', 'Works to', 'Above', 'Translator'],
        limits.map(row => [row.machine, row.figure.replace(/_(ps|hz)$/, ''),
    value(row.figure, row.value) + mark(row.mark) + (why(row) && ', fails'), ...row.down ? [...bound(row, row.down), ...bound(row, row.up)]
        : [`nowhere from ${value(row.figure, row.from)} to ${value(row.figure, row.to)}`, why(row), '', ''], words[row.pal]])));
same('marks', tables('#marks table')[0], table(['Mark', 'Meaning'], Object.entries(marks).map(([name, text]) => [`[${name}]`, text])));
/* Drawings are those of the files; a run is in the row of its machine, else in a section of its own. */
const {runs, sweeps: drawn} = page.results;
same('drawings', [...document.images].map(image => decodeURIComponent(image.src.replace(/^[^,]*,/, ''))).sort(), [...runs, ...drawn].map(one => one.drawing).sort());
for (const {file, machine, pal, corner, scenario} of runs) {
    const row = [...document.querySelectorAll('#table .opens')].find(one => one.querySelector('button').ariaLabel.includes(machine.split(':')[0]) &&
        one.querySelector('button').ariaLabel.endsWith([...variantOf({machine}) ? [variantOf({machine})] : [], words[pal],
            {max: 'slow', min: 'fast'}[corner]].join(', ')));
    same(`run-${file}`, [row?.querySelector('figcaption').textContent, row?.querySelector('details pre').textContent, document.querySelector('#runs')],
        [`Timing diagram of ${file}: machine ${machine}, ${words[pal]} translator, corner ${{max: 'slow', min: 'fast'}[corner]}.`, scenario, null]);
}
/* The text: its rows, and of a limit what is above and below */
let at = 0;
const line = (...cells) => {
    const text = cells.join(' ').replace(/ +/g, ' ').trim(), found = said.indexOf(text, at);
    if (said && found < 0)
        wrong.push(`no text "${text}" in its place`);
    at = Math.max(found, at);
};
/* How many machines work, with either translator; then each machine's verdicts */
const kinds = {works: 'works in', marginal: 'is marginal in', fails: 'fails in'}, machines = [...new Set(timing.map(row => row.verdict.machine))];
const verdictOf = (machine, pal) => timing.find(row => row.pal === pal && row.verdict.machine === machine).verdict;
const leads = Object.keys(words).map(pal => {
    const counts = Object.entries(kinds).map(([word, text]) => [text, machines.filter(machine => verdictOf(machine, pal).word === word).length])
        .filter(([, count]) => count);
    const [all, many] = [machines.length, counts.length > 1];
    return `With the ${words[pal]} translator it ${counts.map(([text, count]) => `${text} ${count === all && all > 1 ? 'all '
        : ''}${count}`).join(', ')}${many ? ` of ${all}` : ''} machine${all > 1 ? 's' : ''}.`;
});
same('leads', [...document.querySelectorAll('#verdict > .lead')].map(one => one.textContent), leads);
leads.forEach(lead => line(lead));
for (const machine of machines) {
    at = 0; /* machines with equal verdicts are named together */
    for (const pal of Object.keys(words))
        line(`${words[pal]}: ${verdictOf(machine, pal).word}: ${verdictOf(machine, pal).text}`);
}
at = 0;
const CD = ['TAVRL', 'TAVWH', 'TRHAX', 'TWHAX'];
for (const row of timing) {
    const [cd, other] = [least([row], check => CD.includes(check)), least([row], check => !CD.includes(check) && check !== 'FF_UNKNOWN')];
    line(row.machine, row.pal, row.corner, ns(cd[1].slack_ps, '+'), other[0], ns(other[1].slack_ps, '+'), row.reads_wrong, works(row) ? 'works'
        : 'fails', broken(row).join(', ') || 'none');
}
for (const row of limits) {
    const [size] = unit(row.figure), text = number => (number / size).toFixed(size === 1e6 ? 6 : 3),
        said = at => (why(at) || 'none').replace('reads wrong', 'and wrong reads');
    line(row.machine, row.pal, row.figure.replace(/_(ps|hz)$/, size === 1e6 ? ', MHz' : ', ns'), why(row) && `fails as it is: ${said(row)}`,
        ...row.down ? [['least', row.down], ['most', row.up]].map(([side, at]) => at.found ? `${side} ${text(at.last_pass)} ${said(at)}` : `${side} - no failure`)
            : [`none from ${text(row.from)} to ${text(row.to)}`]);
}
/* Marks and checks say what they mean; cells are headed; numbers are to the right; details are as wide as the row; the list of sections */
for (const one of document.querySelectorAll('a.mark, abbr'))
    if (one.title !== {...checks, ...Object.fromEntries(Object.entries(marks).map(([name, meaning]) => [`[${name}]`, meaning]))}[one.textContent])
        wrong.push(`${one.textContent} is said to be ${one.title}`);
for (const table of document.querySelectorAll('table'))
    for (const {rows: [{cells}, more]} of table.tBodies)
        [...cells].forEach((cell, n) => {
            const head = table.tHead.rows[0].cells[n], right = /, ns$|Violated$|Points|Wrong|Value|Works/.test(head.textContent);
            if (cell.scope !== (n ? '' : 'row') || head.scope !== 'col' || more && more.cells[0].colSpan !== cells.length ||
                [head, cell].some(one => (getComputedStyle(one).textAlign === 'right') !== right || one.className !== head.className))
                wrong.push(`${head.textContent}: ${cell.textContent}, ${cell.outerHTML.slice(0, 40)} below ${head.outerHTML.slice(0, 40)}`);
        });
same('sections', [...document.querySelectorAll('nav a')].map(one => [one.textContent, one.getAttribute('href')]),
    [...document.querySelectorAll('section')].map(one => [one.querySelector('h2').firstChild.data, `#${one.id}`]));
document.title = wrong.length ? wrong.join('; ') : 'good';
