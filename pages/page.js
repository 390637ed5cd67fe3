'use strict';
/* page.results is what the element #results holds as JSON. page.draw() draws a content in the place of the page's text,
 * page.parts() draws parts elsewhere, as elements; page.table() and page.margins() make tables.
 *
 * content  marks, words: meanings by name; sections: parts
 * part     kind: the name of a function of `kinds`, whose parameters are the part's other fields; a badge has a class
 * column   text; choice: readers choose by its values; number; wide: not shown on a narrow screen
 * row      cells; parts: what a click, or Enter on the first cell, opens; of: what a screen reader says of that cell
 * cell     a text, or an object: text; sort: its value; class: of a badge; bar: a share of the widest bar, below 0 to the
 *          left; small: a sentence below; narrow: one for a narrow screen; action: what a click on the text does */
const page = {results: JSON.parse(document.getElementById('results').textContent)};
(() => {
    let content;

    /* An attribute that is a function is called at the event of that name. */
    const make = (name, attributes, ...children) => {
        const made = document.createElement(name);
        for (const [key, value] of Object.entries(attributes))
            if (typeof value === 'function')
                made.addEventListener(key, value);
            else if (value !== undefined)
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
    const whole = text => text.split(/(\S*-\S*)/)
        .map((piece, n) => n % 2 ? make('span', {class: 'whole'}, piece) : piece);
    const link = ({to, text}) => to ? [make('a', {href: '#' + to}, text)] : rich(text);
    const drawBadge = (badge, name) => badge ? [' ', make('span', {class: 'badge ' + name}, badge)] : [];
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
        const click = () => sort(table, column, header);
        header.replaceChildren(make('button', {type: 'button', click}, header.textContent));
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
            const options = [...values].sort(order).map(value => new Option(value));
            const select = make('select', {}, new Option('all', ''), ...options);
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
        const text = cell.class ? drawBadge(cell.text, cell.class) : cell.action ? [] : rich(cell.text);
        const scope = first ? 'row' : undefined;
        const made = make(first ? 'th' : 'td', {scope, class: classOf(column), 'data-sort': cell.sort}, ...text);
        if (cell.action)
            made.append(make('button', {type: 'button', class: 'link', click: cell.action}, cell.text));
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
        const {firstChild: name} = cellsOf(record)[0];
        name.replaceWith(make('button', {type: 'button', class: 'open', 'aria-label': row.of}, ...whole(name.data)));
        record.classList.add('opens');
        record.append(make('tr', {class: 'more'}, make('td', {colspan: columns.length}, inside(row.parts))));
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
    const drawTable = ({text, columns: all, rows: given}) => {
        const asObject = cell => cell.text === undefined ? {text: String(cell)} : cell;
        const rows = given.map(row => ({...row, cells: row.cells.map(asObject)}));
        const columns = all.map((column, at) => ({...column, at}))
            .filter(({at}) => rows.some(row => row.cells[at].text));
        const choice = columns.some(column => column.choice);
        const table = make('table', {class: choice ? 'sortable' : 'plain'},
            ...text ? [make('caption', {}, text)] : [],
            make('thead', {}, make('tr', {}, ...columns.map(column =>
                make('th', {scope: 'col', class: classOf(column)}, column.text)))),
            ...rows.map(row => drawRecord(row, columns)));
        const drawn = make('div', {class: 'table'},
            make('div', {class: 'scroll', role: 'group', 'aria-label': text || 'Table', tabindex: 0}, table));
        if (choice) {
            drawn.prepend(makeFilter(table, columns, text));
            makeSortable(table);
        }
        return drawn;
    };

    /* ---- The kinds of parts */

    const inside = parts => make('div', {class: 'inside'}, ...drawAll(parts));
    const paragraph = name => ({text}) => make('p', {class: name}, ...rich(text));
    const kinds = {
        p: paragraph(), lead: paragraph('lead'), small: paragraph('small'),
        head: ({text}) => make('h3', {}, text),
        command: ({text}) => make('p', {class: 'command'}, make('code', {}, text)),
        pre: ({text}) => make('pre', {tabindex: 0}, text),
        link: ({to, text}) => make('p', {}, ...link({to, text})),
        list: ({parts}) => make('ul', {}, ...parts.map(item => make('li', {}, ...link(item)))),
        verdict: ({before, badge, class: name, text}) =>
            make('p', {}, before + ':', ...drawBadge(badge, name), ' ', ...rich(text)),
        cards: ({parts}) => make('ul', {class: 'cards'}, ...drawAll(parts)),
        card: ({to, text, badge, class: name, parts}) => make('li', {},
            make('h3', {}, ...to ? link({to, text}) : whole(text), ...drawBadge(badge, name)), ...drawAll(parts)),
        article: ({id, text, parts}) => make('article', {id}, make('h3', {}, text), ...drawAll(parts)),
        fold: ({text, parts}) => make('details', {}, make('summary', {}, text), inside(parts)),
        /* As an image: the names and styles of a drawing are its own, and its scripts do not run. */
        drawing: ({text, svg}) => make('figure', {},
            make('div', {class: 'drawing', role: 'group', 'aria-label': text, tabindex: 0},
                make('img', {alt: text, src: 'data:image/svg+xml,' + encodeURIComponent(svg)})),
            make('figcaption', {}, text)),
        share: ({low, high}) => make('div', {class: 'share', 'aria-hidden': 'true'},
            make('span', {style: `left:${low}%;width:${high - low}%`})),
        table: drawTable,
        section: ({id, text, badge, class: name, parts}) =>
            make('section', {id}, make('h2', {}, text, ...drawBadge(badge, name)), ...drawAll(parts))
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

    /* [key, its items] of each key */
    page.groups = (items, keyOf) => {
        const groups = new Map(items.map(item => [keyOf(item), []]));
        items.forEach(item => groups.get(keyOf(item)).push(item));
        return [...groups];
    };
    const BAR_PS = page.BAR_PS = 100000; /* where a bar ends */
    page.make = make;
    page.ns = (ps, sign = '') => (ps < 0 ? '' : sign) + (ps / 1000).toFixed(1);
    page.mark = name => name ? ` [${name}]` : '';
    const columnOf = name => ({text: name.replace(/^[=#~]*/, ''), choice: /^~?=/.test(name),
        number: /^~?#/.test(name), wide: name[0] === '~'});
    page.table = (text, columns, rows) => ({kind: 'table', text, rows, columns: columns.split('|').map(columnOf)});
    page.slack = ({slack_ps: ps, required_mark: mark}, marked) =>
        ({text: page.ns(ps, '+') + (marked ? page.mark(mark) : ''), bar: ps / BAR_PS});
    page.named = ({margins}) => Object.entries(margins ?? {}).map(([check, margin]) => ({check, ...margin}));
    page.least = margins => margins.filter(margin => 'slack_ps' in margin && !margin.note)
        .sort((a, b) => a.slack_ps - b.slack_ps)[0];
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
    /* Verdict, least slack, violated checks */
    page.timingCells = row => {
        const margins = page.named(row), broken = margins.filter(margin => margin.broken > 0 && !margin.note);
        const works = !broken.length && !row.reads_wrong && row.spread_ps < 1e6;
        const {check, slack_ps: ps, required_mark: mark} = page.least(margins) ?? {};
        return [
            works ? {text: 'works', class: 'good'} : {text: 'fails', class: 'bad'},
            check ? {text: `${page.ns(ps, '+')} ${check}${page.mark(mark)}`, sort: ps} : '',
            broken.map(({check}) => check).join(', ')
        ];
    };
    page.verdicts = rows => page.groups(rows, page.pal).map(([pal, [{verdict: {word, text}}]]) =>
        ({kind: 'verdict', before: `${pal} translator`, badge: word, class: classes[word], text}));
    page.withPal = row => row.pal_part === 'pal16xx' ? '' : ` with PAL ${row.pal_part}`;
    /* A card for each machine; machines with equal parts share one. */
    page.cards = (rows, partsOf) => {
        const withPart = ({part}) => part === 'am9513a' ? '' : ` with part ${part}`;
        const title = row => row.verdict.machine + withPart(row) + page.withPal(row);
        const machines = page.groups(rows, title).map(([name, own]) => ({name, parts: partsOf(own)}));
        return {kind: 'cards', parts: page.groups(machines, ({parts}) => JSON.stringify(parts)).map(([, equal]) =>
            ({kind: 'card', text: equal.map(({name}) => name).join(', '), parts: equal[0].parts}))};
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
