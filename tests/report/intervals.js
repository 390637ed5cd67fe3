// Put at the end of a page of `tmr0 experiment --all`: compares each interval that is drawn with the result that it is of, and
// writes into the title what differs, or "good".
const wrong = [], all = page.results.experiments.flatMap(one => (one.sections ?? []).flatMap(section => section.rows));
const drawn = [...document.querySelectorAll('table tbody tr')].map(row => row.textContent);
const number = value => String(Number(Math.abs(value) < 1000 ? value.toPrecision(4) : value.toFixed(1)));
const intervals = all.filter(one => one.low !== undefined && one.low !== null);
for (const {what, low, high} of intervals)
    if (!drawn.some(text => text.startsWith(what) && text.includes(`${number(low)} to ${number(high)}`)))
        wrong.push(`${what}: no ${number(low)} to ${number(high)}`);
if (!intervals.some(({low, high}) => number(low) !== number(high)))
    wrong.push('no interval');
if ([...document.querySelectorAll('nav a')].some((one, n) => one.textContent !== document.querySelectorAll('h2')[n].firstChild.data))
    wrong.push('the list of sections has other names');
document.title = wrong.length ? wrong.join('; ') : 'good';
