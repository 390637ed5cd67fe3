// Put at the end of a page of timing diagrams: nothing is outside its picture, no text is on another text, on an arrow
// that is not its own, or on a bracket. The title then says what is wrong, or "good".
const wrong = [];
for (const svg of document.querySelectorAll('svg')) {
    const name = svg.querySelector('title').textContent, box = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll('text, g, path[d^="M34 "]')].map(one => ({one, ...one.getBoundingClientRect().toJSON()}));
    if (svg.getAttribute('viewBox') !== `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`)
        wrong.push(`${name}: viewBox ${svg.getAttribute('viewBox')}`);
    for (const [n, {one, left, right, top, bottom}] of boxes.entries()) {
        if (left < box.left - 2 || right > box.right + 2 || top < box.top || bottom > box.bottom)
            wrong.push(`${name}: outside: ${one.textContent}`);
        for (const other of boxes.slice(0, n))
            if (!other.one.contains(one) && Math.min(right, other.right) - Math.max(left, other.left) > 1 &&
                Math.min(bottom, other.bottom) - Math.max(top, other.top) > 4)
                wrong.push(`${name}: "${one.textContent}" on "${other.one.textContent}"`);
    }
}
document.title = wrong.length ? wrong.slice(0, 5).join('; ') : 'good';
