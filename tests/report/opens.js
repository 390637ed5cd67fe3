// Put at the end of a page of `tmr0 report`: opens rows as a reader does, and writes into the title what went wrong, or
// "good". Enter opens what a button opens.
const wrong = [];
const record = document.querySelector('#row-2'), button = record.querySelector('th > button');
const expect = (open, when) => {
    if ((record.rows[1].offsetHeight > 0) !== open || button.getAttribute('aria-expanded') !== String(open))
        wrong.push(`${when} the row is ${open ? 'closed' : 'open'}`);
};
const clicks = (element, when) => {
    element.click();
    expect(true, `after a click on ${when}`);
    element.click();
    expect(false, `after another on ${when}`);
};
expect(true, 'with its address');
if (scrollY === 0)
    wrong.push('the row of the address is not in view');
button.click();
getSelection().selectAllChildren(record.rows[0]); /* words of a row may be copied */
button.click();
expect(false, 'with words selected');
getSelection().removeAllRanges();
clicks(button, 'its machine');
clicks(record.rows[0].cells[record.rows[0].cells.length - 1], 'a cell');
history.replaceState(null, '', '#');
location.hash = 'row-2';
addEventListener('hashchange', () => {
    expect(true, 'by its address');
    record.rows[0].querySelector('a').click();
    expect(true, 'after a click on a link in it');
    document.title = wrong.length ? wrong.join('; ') : 'good';
}, {once: true});
