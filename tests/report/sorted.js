// Put at the end of a page of `tmr0 report`: sorts, filters and opens as a reader does, and writes into the title what
// went wrong, or "good".
const table = document.querySelector('#table table.sortable');
const column = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent.startsWith('Least slack'));
const header = table.tHead.rows[0].cells[column];
const slacks = () => [...table.tBodies].map(body => parseFloat(body.rows[0].cells[column].dataset.sort));
const wrong = [];
/* A row is of the limits that are judged: of notes, whose slack is less here, it says nothing. */
page.results.timing.forEach(({margins, reads, reads_wrong: wrongs}, n) => {
    const text = document.querySelector(`#row-${n + 1}`).rows[0].textContent;
    const limits = Object.entries(margins).filter(([, {note}]) => !note);
    const [least, {slack_ps: slack}] = limits.filter(([, {slack_ps}]) => slack_ps !== undefined)
        .reduce((one, other) => other[1].slack_ps < one[1].slack_ps ? other : one);
    const broken = limits.filter(([, limit]) => limit.broken).map(([check]) => check).join(', ');
    for (const part of [`${(slack / 1000).toFixed(1)} ${least}`, `${broken || 'none'}${wrongs} of ${reads}`, broken || wrongs ? 'fails' : 'works'])
        if (!text.includes(part))
            wrong.push(`row ${n + 1}: ${text}, expected "${part}"`);
    if (Object.values(margins).every(({note, slack_ps: ps}) => !note || ps >= slack))
        wrong.push(`row ${n + 1}: no note has less slack`);
});
for (const way of ['ascending', 'descending']) {
    header.querySelector('button').click();
    const sign = way === 'ascending' ? 1 : -1;
    if (header.getAttribute('aria-sort') !== way)
        wrong.push(`aria-sort is not ${way}`);
    if (!slacks().every((slack, n, all) => n === 0 || sign * (slack - all[n - 1]) >= 0))
        wrong.push(`not ${way}: ${slacks()}`);
    if (![...table.tBodies].every(body => body.rows.length === 2 && body.rows[1].className === 'more'))
        wrong.push('a row has lost its details');
}
const search = document.querySelector('#table .filter input[type=search]');
search.value = 'direct slow';
search.dispatchEvent(new Event('input', {bubbles: true}));
const shown = [...table.tBodies].filter(body => !body.hidden);
if (shown.length !== 1 || !shown[0].textContent.includes('direct'))
    wrong.push(`${shown.length} rows after the filter`);
if (!document.querySelector('#table .filter output').textContent.startsWith('1 of 4'))
    wrong.push('the count of rows is wrong');
document.title = wrong.length ? wrong.join('; ') : 'good';
