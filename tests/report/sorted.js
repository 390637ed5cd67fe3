// Put at the end of a page of `tmr0 report`: sorts by each column and chooses each value as a reader does, and writes into the
// title what went wrong, or "good".
const table = document.querySelector('#table table.sortable'), heads = [...table.tHead.rows[0].cells], wrong = [];
const values = column => [...table.tBodies].map(({rows: [{cells}]}) => cells[column].dataset.sort ?? cells[column].textContent.trim());
const natural = text => text.toLowerCase().replace(/\d+/g, digits => digits.padStart(6, '0'));
const order = (a, b) => [a, b].every(value => /^[-+\d.]/.test(value)) ? parseFloat(a) - parseFloat(b) : natural(a) < natural(b) ? -1
    : Number(natural(a) > natural(b));
heads.forEach((head, column) => {
    for (const [way, sign] of [['ascending', 1], ['descending', -1], ['ascending', 1]]) {
        head.querySelector('button').click();
        if (heads.some(other => other.getAttribute('aria-sort') !== (other === head ? way : 'none')))
            wrong.push(`aria-sort of ${head.textContent} is not ${way} alone`);
        if (!values(column).every((value, n, all) => n === 0 || sign * order(all[n - 1], value) <= 0))
            wrong.push(`${head.textContent} not ${way}: ${values(column)}`);
    }
});
if (![...table.tBodies].every(body => body.rows.length === 2 && body.rows[1].className === 'more'))
    wrong.push('a row has lost its details');
const filter = document.querySelector('#table .filter'), search = filter.querySelector('input');
const shows = (field, value, expected) => {
    field.value = value;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    const shown = [...table.tBodies].map(body => !body.hidden), wanted = expected.filter(one => one).length;
    if (String(shown) !== String(expected) || wanted === 0 && value || filter.querySelector('output').textContent !== `${wanted} of ${expected.length} rows`)
        wrong.push(`"${value}": ${shown}, expected ${expected}; ${filter.querySelector('output').textContent}`);
};
const rows = values(0).map((_, n) => [...table.tBodies[n].rows[0].cells].map(cell => cell.textContent).join(' ').toLowerCase());
const all = rows.map(() => true), selects = [...filter.querySelectorAll('select')];
for (const label of filter.querySelectorAll('label:has(select)')) {
    const select = label.querySelector('select'), column = heads.findIndex(head => label.textContent.startsWith(head.textContent));
    const offered = [...select.options].slice(1).map(option => option.value);
    if (String([...offered].sort()) !== String([...new Set(values(column).filter(value => value))].sort()))
        wrong.push(`${heads[column].textContent}: ${offered}`);
    if (offered.length < 2)
        wrong.push(`no choice of ${heads[column].textContent}`);
    for (const value of offered)
        shows(select, value, values(column).map(one => one === value));
    shows(select, '', all);
}
shows(search, 'DIRECT slow', rows.map(text => text.includes('direct') && text.includes('slow')));
search.value = 'flip-flopfast'; /* of two cells */
search.dispatchEvent(new Event('input', {bubbles: true}));
if ([...table.tBodies].some(body => !body.hidden))
    wrong.push('words across two cells are found');
shows(search, 'DIRECT slow', rows.map(text => text.includes('direct') && text.includes('slow')));
const [verdict, slack] = ['Verdict', 'Least'].map(name => heads.findIndex(head => head.textContent.startsWith(name)));
shows(selects.at(-1), 'fails', rows.map((text, n) => text.includes('direct') && text.includes('slow') && values(verdict)[n] === 'fails'));
if (selects.length < 4 || new Set(values(slack)).size < 3)
    wrong.push(`${selects.length} choices, slacks ${values(slack)}`);
document.title = wrong.length ? wrong.join('; ') : 'good';
