// Put at the end of a page of `tmr0 report` in a narrow window (Chromium's is 500 pixels at least): lays it out 390 pixels
// wide, and writes into the title which columns of the first row cannot be seen there, or "good".
addEventListener('load', () => {
    const wrong = [];
    document.body.style.width = '390px';
    const table = document.querySelector('#table table.sortable');
    const first = document.querySelector('#row-1').rows[0];
    [...table.tHead.rows[0].cells].forEach((head, n) => {
        const cell = first.cells[n].getBoundingClientRect();
        const seen = cell.width > 0 && cell.right <= document.body.getBoundingClientRect().right;
        const wanted = /^(Machine|Verdict|Least slack|Violated)/.test(head.textContent);
        if (seen !== wanted)
            wrong.push(`${head.textContent} is ${seen ? '' : 'not '}seen`);
    });
    if (!first.cells[0].innerText.includes('flip-flop, slow'))
        wrong.push(`the row is said to be of ${first.cells[0].innerText}`);
    document.title = wrong.length ? wrong.join('; ') : 'good';
});
