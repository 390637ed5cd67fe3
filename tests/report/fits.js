// Put at the end of a page: writes into the title what is wider than the window, or which drawing cannot be shown, or
// "good".
addEventListener('load', () => {
    const wrong = [];
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > room)
        wrong.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${room}`);
    for (const image of document.images)
        if (!image.complete || image.naturalWidth === 0)
            wrong.push(`no drawing: ${image.alt}`);
    if (document.images.length === 0)
        wrong.push('no drawings');
    document.title = wrong.length ? wrong.join('; ') : 'good';
});
