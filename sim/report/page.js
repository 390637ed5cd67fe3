'use strict';
/* Sorting and filtering of the tables; without this script they are as they were written. */
(() => {
    const recordsOf = table => table.tBodies.length > 1 ? [...table.tBodies] : [...table.tBodies[0].rows];
    const cellsOf = record => (record.rows ? record.rows[0] : record).cells;
    const valueOf = (record, column) => {
        const cell = cellsOf(record)[column];
        return cell ? cell.dataset.sort ?? cell.textContent.trim() : '';
    };
    const order = (a, b) => {
        const x = parseFloat(a), y = parseFloat(b);
        if (!Number.isNaN(x) && !Number.isNaN(y))
            return x - y;
        return a.localeCompare(b, 'en', {numeric: true});
    };

    const sort = (table, column, header) => {
        const down = header.getAttribute('aria-sort') === 'ascending';
        for (const other of table.tHead.rows[0].cells)
            other.setAttribute('aria-sort', other !== header ? 'none' : down ? 'descending' : 'ascending');
        const records = recordsOf(table);
        const parent = records[0].parentNode;
        records.sort((a, b) => (down ? -1 : 1) * order(valueOf(a, column), valueOf(b, column)));
        for (const record of records)
            parent.append(record);
    };

    const makeSortable = table => {
        [...table.tHead.rows[0].cells].forEach((header, column) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = header.textContent;
            button.addEventListener('click', () => sort(table, column, header));
            header.replaceChildren(button);
            header.setAttribute('aria-sort', 'none');
        });
    };

    const label = (text, field) => {
        const made = document.createElement('label');
        made.append(text + ' ', field);
        return made;
    };

    const choice = (table, column) => {
        const select = document.createElement('select');
        const values = new Set(recordsOf(table).map(record => valueOf(record, column)).filter(value => value));
        select.append(new Option('all', ''), ...[...values].sort(order).map(value => new Option(value)));
        return select;
    };

    const makeFilter = (table, place) => {
        const form = document.createElement('form');
        const search = document.createElement('input');
        const count = document.createElement('output');
        const chosen = [];
        search.type = 'search';
        [...table.tHead.rows[0].cells].forEach((header, column) => {
            if (header.dataset.choice !== 'yes')
                return;
            const select = choice(table, column);
            if (select.options.length < 3)
                return;
            chosen.push({column, select});
            form.append(label(header.textContent, select));
        });
        form.append(label('Words', search), count);
        form.className = 'filter';
        form.setAttribute('role', 'search');
        form.setAttribute('aria-label', table.caption.textContent);
        const apply = () => {
            const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
            const records = recordsOf(table);
            for (const record of records) {
                const text = [...cellsOf(record)].map(cell => cell.textContent.toLowerCase()).join(' ');
                record.hidden = !words.every(word => text.includes(word)) ||
                    !chosen.every(({column, select}) => !select.value || valueOf(record, column) === select.value);
            }
            const shown = records.filter(record => !record.hidden).length;
            count.textContent = `${shown} of ${records.length} rows`;
        };
        form.addEventListener('input', apply);
        form.addEventListener('submit', event => event.preventDefault());
        place.before(form);
        apply();
    };

    for (const table of document.querySelectorAll('table.sortable')) {
        makeFilter(table, table.closest('.scroll'));
        makeSortable(table);
    }
    const follow = () => {
        const details = document.querySelector(location.hash || '#none')?.querySelector(':scope > .more details');
        if (details)
            details.open = true;
    };
    addEventListener('hashchange', follow);
    follow();
})();
