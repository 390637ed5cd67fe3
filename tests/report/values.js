// Put at the end of a page of `tmr0 report`: compares what is drawn with the results that it is made of, and writes into
// the title what differs, or "good".
const wrong = [];
const {timing, sweeps} = page.results;
const same = (what, seen, expected) => seen === expected || wrong.push(`${what}: ${seen}, expected ${expected}`);
const least = (check, pal) => Math.min(...timing.filter(row => row.pal === pal)
    .map(({margins}) => margins[check]).filter(margin => margin && !margin.note && 'slack_ps' in margin).map(margin => margin.slack_ps));
const lines = [...document.querySelectorAll('#margins tbody tr')];
for (const {cells} of lines)
    ['flipflop', 'direct'].forEach((pal, n) => {
        const ps = least(cells[0].textContent, pal), shown = cells[n + 1], bar = shown.querySelector('.bar > span');
        same(`${cells[0].textContent} ${pal}`, parseFloat(shown.textContent), Number((ps / 1000).toFixed(1)));
        same('its bar', parseFloat(bar?.style.width).toFixed(3), (Math.min(Math.abs(ps) / 1e5, 1) * 50).toFixed(3));
        same('its side', bar?.className, `${ps < 0 ? 'short' : 'spare'}${Math.abs(ps) > 1e5 ? ' cut' : ''}`);
    });
const shares = [...document.querySelectorAll('.share > span')];
sweeps.filter(sweep => sweep.yield).forEach(({yield: {low, high}}, n) => {
    const {left, width} = shares[n].style;
    same('a yield from', Math.round(parseFloat(left)), Math.round(100 * low));
    same('a yield to', Math.round(parseFloat(left) + parseFloat(width)), Math.round(100 * high));
});
if (!lines.length || !shares.length)
    wrong.push(`${lines.length} lines and ${shares.length} shares`);
document.title = wrong.length ? wrong.join('; ') : 'good';
