'use strict';
/* page.results is what the element #results holds as JSON. page.draw() draws a content in the place of the page's text.
 * A content has `marks` and `words`, their meanings by name, and `sections`. These and what is in them are parts: objects
 * with a kind, the name of a function of `kinds`, with a text and what that function takes from them. A table has
 * `columns`, each with a text and perhaps `choice` (readers choose by its values), `number` or `wide` (not shown on a
 * narrow screen), and `rows` of `cells`. A cell is a text, or an object with a text and `sort`, its value; `class`, which
 * makes it a badge; `bar`, a share of the widest bar, below 0 to the left; `small`, a sentence below; `narrow`, one that a
 * narrow screen shows; `action`, what a click on the text does. A row may have parts, which a click on it opens, or Enter
 * on the first cell, and `of`, which readers of a screen hear there. page.parts() draws parts elsewhere, as elements;
 * page.table() and page.margins() make tables. */
const page = {results: JSON.parse(document.getElementById('results').textContent)};
(() => {
    let content;

    const make = (name, attributes, ...children) => {
        const made = document.createElement(name);
        for (const [key, value] of Object.entries(attributes))
            if (value !== undefined)
                made.setAttribute(key, value);
        made.append(...children);
        return made;
    };

    /* A text whose marks are links and whose words of `content.words` show their meaning */
    const rich = text => text.split(/(\[[0-9A-Z]+\]|\b[A-Z][A-Z0-9_]+\b)/).map(piece => {
        const mark = content.marks?.[piece.slice(1, -1)];
        if (mark && piece[0] === '[')
            return make('a', {class: 'mark', href: '#marks', title: mark}, piece);
        const meaning = content.words?.[piece];
        return meaning ? make('abbr', {title: meaning}, piece) : piece;
    });
    /* A text whose names with a hyphen are not split */
    const whole = text => text.split(/(\S*-\S*)/).map((piece, n) => n % 2 ? make('span', {class: 'whole'}, piece) : piece);
    const link = part => part.to ? [make('a', {href: '#' + part.to}, part.text)] : rich(part.text);
    const badge = part => part.badge ? [' ', make('span', {class: 'badge ' + part.class}, part.badge)] : [];
    const drawAll = parts => (parts ?? []).map(part => kinds[part.kind](part));

    /* ---- Tables: a record is a row, or a row with the one that its details are in */

    const cellsOf = record => record.rows[0].cells;
    const valueOf = (record, column) => {
        const cell = cellsOf(record)[column];
        return cell.dataset.sort ?? cell.textContent.trim();
    };
    const order = (a, b) => {
        const x = parseFloat(a), y = parseFloat(b);
        return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, 'en', {numeric: true}) : x - y;
    };

    const sort = (table, column, header) => {
        const down = header.getAttribute('aria-sort') === 'ascending';
        for (const other of table.tHead.rows[0].cells)
            other.setAttribute('aria-sort', other !== header ? 'none' : down ? 'descending' : 'ascending');
        table.append(...[...table.tBodies].sort((a, b) =>
            (down ? -1 : 1) * order(valueOf(a, column), valueOf(b, column))));
    };

    const makeSortable = table => [...table.tHead.rows[0].cells].forEach((header, column) => {
        const button = make('button', {type: 'button'}, header.textContent);
        button.addEventListener('click', () => sort(table, column, header));
        header.replaceChildren(button);
        header.setAttribute('aria-sort', 'none');
    });

    const makeFilter = (table, columns, title) => {
        const records = [...table.tBodies];
        const search = make('input', {type: 'search'});
        const count = make('output', {});
        const filter = make('div', {class: 'filter', role: 'search', 'aria-label': title});
        const chosen = [];
        columns.forEach((described, column) => {
            const values = new Set(records.map(record => valueOf(record, column)).filter(value => value));
            if (!described.choice || values.size < 2)
                return;
            const select = make('select', {}, new Option('all', ''), ...[...values].sort(order).map(value => new Option(value)));
            chosen.push({column, select});
            filter.append(make('label', {}, described.text + ' ', select));
        });
        filter.append(make('label', {}, 'Words ', search), count);
        const apply = () => {
            const words = search.value.toLowerCase().split(/\s+/);
            for (const record of records) {
                const text = [...cellsOf(record)].map(cell => cell.textContent.toLowerCase()).join(' ');
                record.hidden = !words.every(word => text.includes(word)) ||
                    !chosen.every(({column, select}) => !select.value || valueOf(record, column) === select.value);
            }
            count.textContent = `${records.filter(record => !record.hidden).length} of ${records.length} rows`;
        };
        filter.addEventListener('input', apply);
        apply();
        return filter;
    };

    /* From the middle to the right, or below 0 to the left */
    const bar = share => make('span', {class: 'bar', 'aria-hidden': 'true'}, make('span', {
        class: (share < 0 ? 'short' : 'spare') + (Math.abs(share) > 1 ? ' cut' : ''),
        style: `width:${Math.min(Math.abs(share), 1) * 50}%`
    }));

    const classOf = column => ['number', 'wide'].filter(name => column[name]).join(' ') || undefined;
    const drawCell = (cell, column, first) => {
        const made = make(first ? 'th' : 'td', {scope: first ? 'row' : undefined, class: classOf(column),
            'data-sort': cell.sort}, ...(cell.class ? badge({badge: cell.text, ...cell}) : cell.action ? [] : rich(cell.text)));
        if (cell.action) {
            const button = make('button', {type: 'button', class: 'link'}, cell.text);
            button.addEventListener('click', cell.action);
            made.append(button);
        }
        if (cell.bar !== undefined)
            made.append(bar(cell.bar));
        if (cell.small)
            made.append(make('br', {}), make('span', {class: 'small'}, cell.small));
        if (cell.narrow)
            made.append(make('span', {class: 'narrow small'}, cell.narrow));
        return made;
    };

    const open = (record, opened) => {
        record.rows[1].hidden = !opened;
        record.querySelector('.open').setAttribute('aria-expanded', opened);
    };
    const makeOpening = (record, row, columns) => {
        const [head] = cellsOf(record);
        head.firstChild.replaceWith(make('button', {type: 'button', class: 'open', 'aria-label': row.of}, ...whole(head.firstChild.data)));
        record.classList.add('opens');
        record.append(make('tr', {class: 'more'},
            make('td', {colspan: columns.length}, make('div', {class: 'inside'}, ...drawAll(row.parts)))));
        record.rows[0].addEventListener('click', ({target}) => {
            if (!target.closest('a') && getSelection().isCollapsed)
                open(record, record.rows[1].hidden);
        });
        open(record, false);
    };
    const drawRecord = (row, columns) => {
        const record = make('tbody', {id: row.id},
            make('tr', {}, ...columns.map((column, n) => drawCell(row.cells[column.at], column, n === 0))));
        if (row.parts)
            makeOpening(record, row, columns);
        return record;
    };

    /* Columns that no row fills are left out. */
    const drawTable = part => {
        const rows = part.rows.map(row => ({...row, cells: row.cells.map(cell => cell.text === undefined ? {text: String(cell)} : cell)}));
        const columns = part.columns.map((column, at) => ({...column, at}))
            .filter(({at}) => rows.some(row => row.cells[at].text));
        const choice = columns.some(column => column.choice);
        const table = make('table', {class: choice ? 'sortable' : 'plain'},
            ...part.text ? [make('caption', {}, part.text)] : [],
            make('thead', {}, make('tr', {}, ...columns.map(column =>
                make('th', {scope: 'col', class: classOf(column)}, column.text)))),
            ...rows.map(row => drawRecord(row, columns)));
        const drawn = make('div', {class: 'table'},
            make('div', {class: 'scroll', role: 'group', 'aria-label': part.text || 'Table', tabindex: 0}, table));
        if (choice) {
            drawn.prepend(makeFilter(table, columns, part.text));
            makeSortable(table);
        }
        return drawn;
    };

    /* ---- The kinds of parts */

    const text = part => make('p', {class: part.kind === 'p' ? undefined : part.kind}, ...rich(part.text));
    const kinds = {
        p: text, lead: text, small: text,
        head: part => make('h3', {}, part.text),
        command: part => make('p', {class: 'command'}, make('code', {}, part.text)),
        pre: part => make('pre', {tabindex: 0}, part.text),
        link: part => make('p', {}, ...link(part)),
        list: part => make('ul', {}, ...part.parts.map(item => make('li', {}, ...link(item)))),
        verdict: part => make('p', {}, part.before + ':', ...badge(part), ' ', ...rich(part.text)),
        cards: part => make('ul', {class: 'cards'}, ...drawAll(part.parts)),
        card: part => make('li', {}, make('h3', {}, ...part.to ? link(part) : whole(part.text), ...badge(part)), ...drawAll(part.parts)),
        article: part => make('article', {id: part.id}, make('h3', {}, part.text), ...drawAll(part.parts)),
        fold: part => make('details', {}, make('summary', {}, part.text), make('div', {class: 'inside'}, ...drawAll(part.parts))),
        /* As an image: the names and styles of a drawing are its own, and its scripts do not run. */
        drawing: part => make('figure', {}, make('div', {class: 'drawing', role: 'group', 'aria-label': part.text, tabindex: 0},
            make('img', {alt: part.text, src: 'data:image/svg+xml,' + encodeURIComponent(part.svg)})),
            make('figcaption', {}, part.text)),
        share: part => make('div', {class: 'share', 'aria-hidden': 'true'},
            make('span', {style: `left:${part.low}%;width:${part.high - part.low}%`})),
        table: drawTable,
        section: part => make('section', {id: part.id}, make('h2', {}, part.text, ...badge(part)), ...drawAll(part.parts))
    };

    /* The address may name a part that has been drawn just now, or a row with details. */
    const follow = () => {
        const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (part?.matches('.opens'))
            open(part, true);
        part?.scrollIntoView();
    };
    addEventListener('hashchange', follow);

    /* ---- Tables by a text: columns between |, = before one to choose by, # before one of numbers */

    const BAR_PS = page.BAR_PS = 100000; /* where a bar ends */
    page.make = make;
    page.ns = (ps, sign = '') => (ps < 0 ? '' : sign) + (ps / 1000).toFixed(1);
    page.mark = name => name ? ` [${name}]` : '';
    page.table = (text, columns, rows) => ({kind: 'table', text, rows, columns: columns.split('|').map(name => ({
        text: name.replace(/^[=#~]*/, ''), choice: /^~?=/.test(name), number: /^~?#/.test(name), wide: name[0] === '~'}))});
    page.slack = (margin, marked) => ({text: page.ns(margin.slack_ps, '+') + (marked ? page.mark(margin.required_mark) : ''),
        bar: margin.slack_ps / BAR_PS});
    page.named = ({margins}) => Object.entries(margins ?? {}).map(([check, margin]) => ({check, ...margin}));
    page.violated = margin => margin.broken > 0 && !margin.note;
    page.least = margins => margins.filter(margin => 'slack_ps' in margin && !margin.note).sort((a, b) => a.slack_ps - b.slack_ps)[0];
    page.margins = (run, checks) => page.table('', 'Check|#Least slack, ns|#Required, ns|#Violated|Meaning',
        page.named(run).map(m => ({cells: [
            m.check,
            ...'slack_ps' in m ? [page.slack(m), page.ns(m.required_ps) + page.mark(m.required_mark)] : ['', ''],
            m.broken + (m.note && m.broken ? ' noted' : ''),
            (checks[m.check] ?? '') + (m.note ? ' (a note: no violation)' : '')
        ]})));

    /* ---- Of rows of tmr0 timing */

    const classes = {works: 'good', marginal: 'some', fails: 'bad'};
    page.pal = ({pal}) => pal === 'flipflop' ? 'flip-flop' : pal;
    page.works = row => !page.named(row).some(page.violated) && !row.reads_wrong && row.spread_ps < 1e6;
    page.verdicts = rows => rows.filter((row, n) => rows.findIndex(({pal}) => pal === row.pal) === n).map(row => ({
        kind: 'verdict', before: `${page.pal(row)} translator`, badge: row.verdict.word, class: classes[row.verdict.word], text: row.verdict.text}));
    page.withPal = row => row.pal_part === 'pal16xx' ? '' : ` with PAL ${row.pal_part}`;
    /* A card for each machine; machines with equal parts share one. */
    page.cards = (rows, partsOf) => {
        const title = row => row.verdict.machine + (row.part === 'am9513a' ? '' : ` with part ${row.part}`) + page.withPal(row);
        const names = new Map();
        for (const name of new Set(rows.map(title))) {
            const parts = JSON.stringify(partsOf(rows.filter(row => title(row) === name)));
            names.set(parts, [...names.get(parts) ?? [], name]);
        }
        return {kind: 'cards', parts: [...names].map(([parts, list]) => ({kind: 'card', text: list.join(', '), parts: JSON.parse(parts)}))};
    };

    page.parts = (parts, words) => {
        content = words;
        return drawAll(parts);
    };
    page.draw = drawn => {
        content = drawn;
        document.getElementById('drawn').replaceChildren(...drawAll(content.sections));
        const list = [...document.querySelectorAll('section')].map(section =>
            make('li', {}, make('a', {href: '#' + section.id}, section.querySelector('h2').firstChild.data)));
        document.querySelector('nav').replaceChildren(make('ul', {}, ...list));
        follow();
    };
})();
