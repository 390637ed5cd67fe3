/* Chromium with the page, and what tests of it share. Prints "ok NAME" or "FAIL NAME: why". */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

export const PAGE = 'file://' + resolve('build/web/index.html');
let failed = 0;
export const report = (name, why) => {
    console.log(why ? `FAIL ${name}: ${why}` : `ok ${name}`);
    failed += why ? 1 : 0;
};
export const equal = (name, seen, expected) => report(name, seen === expected ? '' : `${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`);
export const has = (name, text, part) => report(name, text?.includes(part) ? '' : `${JSON.stringify(text?.slice(0, 400))}, expected "${part}"`);

const {chromium} = createRequire(resolve('build/web/npm/package.json'))('playwright-core');
const browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: process.getuid() === 0 ? ['--no-sandbox'] : []});
const fetched = [], complaints = [];
export const openPage = async (options = {}, address = PAGE) => {
    const page = await browser.newPage({viewport: {width: 1280, height: 900}, ...options});
    page.setDefaultTimeout(60000);
    page.on('request', request => request.url().startsWith('blob:') || request.url() === PAGE || fetched.push(request.url().slice(0, 80)));
    page.on('pageerror', error => complaints.push(error.message));
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(address);
    return page;
};
export const panel = page => page.textContent('#panel');
export const settled = page => page.waitForFunction(() => !document.getElementById('panel').hasAttribute('aria-busy') &&
    document.getElementById('panel').childElementCount > 0);
/* The panel has that text, or gets it. */
export const shows = async (name, page, part) => {
    await page.waitForFunction(text => document.getElementById('panel').textContent.includes(text), part, {timeout: 30000}).catch(() => undefined);
    has(name, await panel(page), part);
};
export const badge = async page => {
    await settled(page);
    return page.textContent('#panel .badge');
};
export const type = async (page, text) => {
    await page.focus('.cm-content'); /* a click may fall on words that are offered */
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
};
export const click = async (page, selector) => {
    await page.click(selector);
    await settled(page);
};
export const tab = (page, name) => click(page, `#tab-${name}`);
export const lines = page => page.$$eval('.cm-line', all => all.map(line => line.textContent).join('\n'));
export const download = async (page, name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`[aria-label="Download ${name}"]`)]);
    return Object.assign(readFileSync(await file.path()), {file: file.suggestedFilename()});
};
export const drop = (page, content, name = 'dropped.vcd') => page.evaluate(([text, name]) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: dropped, bubbles: true, cancelable: true}));
}, [content, name]);
/* At the end: nothing was loaded, and the console is empty. */
export const finish = async () => {
    equal('no-network', fetched.join(), '');
    equal('no-complaint', complaints.join(), '');
    await browser.close();
    process.exitCode = failed ? 1 : 0;
};
