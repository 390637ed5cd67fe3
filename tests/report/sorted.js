// Put at the end of a page of `tmr0 report`: sorts, filters and opens as a reader does, and writes into the title what
// went wrong, or "good".
const table = document.querySelector('#table table.sortable');
const column = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent.startsWith('Least slack'));
const header = table.tHead.rows[0].cells[column];
const slacks = () => [...table.tBodies].map(body => parseFloat(body.rows[0].cells[column].dataset.sort));
const wrong = [];
/* Notes, whose slack is less here, are no limits. */
const notes = page.results.timing.flatMap(page.named).filter(({note}) => note).map(({check}) => check);
for (const body of table.tBodies)
    if (!notes.length || notes.some(note => body.rows[0].cells[column].textContent.includes(note)))
        wrong.push(`the least slack of a note: ${body.rows[0].cells[column].textContent}`);
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
