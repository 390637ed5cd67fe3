// Put at the end of a page, after `const width = N;`: lays the page out N pixels wide (Chromium's window is 500 at least)
// and writes into the title what is wider, or which drawing cannot be shown, or "good".
addEventListener('load', () => {
    const wrong = [];
    document.body.style.width = `${width}px`;
    if (document.body.scrollWidth > width)
        wrong.push(`the page is ${document.body.scrollWidth} wide, expected ${width}`);
    for (const image of document.images)
        if (!image.complete || image.naturalWidth === 0)
            wrong.push(`no drawing: ${image.alt}`);
    if (document.images.length === 0)
        wrong.push('no drawings');
    document.title = wrong.length ? wrong.join('; ') : 'good';
});
