/* Waves on a canvas: what vcd.mjs reads, with zoom, two cursors and the difference between them. */

const ROW = 24, AXIS = 26, EDGE = 6; /* heights, and how near a cursor comes to an edge that it moves to, px */
const GROUP = 'group';
const UNITS = [['s', 1e12], ['ms', 1e9], ['us', 1e6], ['ns', 1e3], ['ps', 1]];
const FEWEST = 20; /* ps in the width of the view */

export const timeText = ps => {
    const [unit, size] = UNITS.find(([, size]) => Math.abs(ps) >= size) ?? ['ns', 1e3];
    return Math.round(ps) / size + unit;
};

/* The number of changes up to that time */
const changesTo = (times, ps) => {
    let low = 0, high = times.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] <= ps)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
};

const FORMATS = {
    /* A Verilog string */
    text: (bits, width) => bits.padStart(width, '0')
        .replace(/[01xz]{8}/g, byte => String.fromCharCode(parseInt(byte, 2) || 0)).replace(/\0/g, '').trim(),
    decimal: bits => /^[01]+$/.test(bits) ? String(BigInt('0b' + bits)) : bits,
    hex: (bits, width) => /^[01]+$/.test(bits) ? BigInt('0b' + bits).toString(16).padStart(Math.ceil(width / 4), '0') : bits[0]
};

const label = (row, code) => {
    row.shown[code] ??= row.width === 1 ? row.texts[code] : FORMATS[row.format ?? 'hex'](row.texts[code], row.width);
    return row.shown[code];
};

const valueAt = (row, ps) => {
    const at = changesTo(row.times, ps);
    return at && row.times.length ? label(row, row.codes[at - 1]) : '';
};

/* The rows of a layout whose signals are in the dump, each group with at least one; all signals if none are. */
const rowsOf = (signals, layout, filter) => {
    const named = new Map(signals.map(signal => [signal.name, signal]));
    const row = (signal, more) => ({...signal, label: signal.name, shown: [], ...more});
    if (filter)
        return signals.filter(({name}) => name.toLowerCase().includes(filter)).slice(0, 100).map(signal => row(signal));
    const rows = layout.filter(({path}) => !path || named.has(path))
        .map(line => line.path ? row(named.get(line.path), line) : {kind: GROUP, label: line.label})
        .filter((line, n, all) => line.kind !== GROUP || all[n + 1] && all[n + 1].kind !== GROUP);
    return rows.length ? rows : signals.slice(0, 100).map(signal => row(signal));
};

export class Waves {
    #canvas;
    #output;
    #filter;
    #signals = [];
    #layout = [];
    #rows = [];
    #end = 1;
    #from = 0;
    #span = 1; /* ps in the view */
    #cursor = {A: undefined, B: undefined};
    #row = 0;
    #due = false;

    /* root: the element that gets the view. make: page.make */
    constructor(root, make) {
        const button = (text, title, action) => make('button', {type: 'button', title, 'aria-label': title, click: () => {
            action();
            this.#draw();
        }}, text);
        this.#filter = make('input', {type: 'search', placeholder: 'those of the view',
            'aria-label': 'Signals whose name contains', input: () => this.#choose(this.#filter.value.trim().toLowerCase())});
        this.#output = make('output', {class: 'cursors', 'aria-live': 'polite'});
        this.#canvas = make('canvas', {tabindex: 0, role: 'application', 'aria-label': 'Waves', 'aria-describedby': 'waves-keys'});
        root.replaceChildren(
            make('div', {class: 'bar-of-tools'},
                button('+', 'Zoom in', () => this.#zoom(0.5)), button('−', 'Zoom out', () => this.#zoom(2)),
                button('All', 'Show the whole run', () => this.#view(0, this.#end)),
                make('label', {}, 'Signals ', this.#filter)),
            this.#output,
            make('div', {class: 'waves-scroll'}, this.#canvas),
            make('p', {id: 'waves-keys', class: 'small'},
                'Click: cursor A, Shift and click: B; wheel: zoom, over names scroll; drag: move. Keys: ← → move, + − zoom, ' +
                'Home all, ↑ ↓ signal, [ ] cursor A to its last or next change, b: B to A.'));
        this.#listen();
        new ResizeObserver(() => this.#draw()).observe(root);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
    }

    /* waves: of vcd.mjs. layout: lines with a label, and perhaps path and format. */
    show({end, signals}, layout) {
        this.#signals = signals;
        this.#layout = layout;
        this.#end = Math.max(end, FEWEST);
        this.#cursor = {A: undefined, B: undefined};
        this.#filter.value = '';
        this.#choose('');
        this.#view(0, this.#end);
        this.#draw();
    }

    /* Cursor A there, in the middle of the few accesses around it */
    goTo(ps) {
        this.#cursor.A = ps;
        this.#view(ps - 1.5e6, ps + 1.5e6);
        this.#draw();
    }

    #choose(filter) {
        this.#rows = rowsOf(this.#signals, this.#layout, filter);
        this.#row = Math.max(this.#rows.findIndex(row => row.kind !== GROUP && row.width === 1), 0);
        this.#draw();
    }

    /* ---- Time and places */

    get #left() {
        return Math.min(190, this.#canvas.clientWidth * 0.36);
    }
    #x(ps) {
        return this.#left + (ps - this.#from) / this.#span * (this.#canvas.clientWidth - this.#left);
    }
    #time(x) {
        return this.#from + (x - this.#left) / (this.#canvas.clientWidth - this.#left) * this.#span;
    }
    #view(from, to) {
        this.#span = Math.min(Math.max(to - from, FEWEST), this.#end);
        this.#from = Math.min(Math.max(from, 0), this.#end - this.#span);
    }
    /* The time at x stays where it is; by default that of cursor A, or the middle. */
    #zoom(factor, x) {
        const {A} = this.#cursor, inside = A >= this.#from && A <= this.#from + this.#span;
        const fixed = x !== undefined ? this.#time(x) : inside ? A : this.#from + this.#span / 2;
        const share = (fixed - this.#from) / this.#span, span = Math.min(Math.max(this.#span * factor, FEWEST), this.#end);
        this.#view(fixed - share * span, fixed - share * span + span);
    }
    /* The nearest edge of the row, if it is near enough */
    #snap(x, y) {
        const row = this.#rows[Math.floor((y - AXIS) / ROW)];
        const ps = Math.round(this.#time(x));
        if (!row || row.kind === GROUP)
            return ps;
        const at = changesTo(row.times, ps);
        const near = [row.times[at - 1], row.times[at]].filter(time => time !== undefined && Math.abs(this.#x(time) - x) <= EDGE)
            .sort((a, b) => Math.abs(a - ps) - Math.abs(b - ps));
        return near[0] ?? ps;
    }
    #step(direction) {
        const row = this.#rows[this.#row], {A = this.#from} = this.#cursor;
        if (!row || row.kind === GROUP)
            return;
        const at = changesTo(row.times, A);
        const next = direction > 0 ? row.times[at] : row.times[at - (row.times[at - 1] === A ? 2 : 1)];
        if (next === undefined)
            return;
        this.#cursor.A = next;
        if (next < this.#from || next > this.#from + this.#span)
            this.#view(next - this.#span / 2, next + this.#span / 2);
    }
    #selectRow(direction) {
        let row = this.#row + direction;
        while (this.#rows[row]?.kind === GROUP)
            row += direction;
        this.#row = this.#rows[row] ? row : this.#row;
        const box = this.#canvas.parentElement, y = AXIS + this.#row * ROW;
        box.scrollTop = Math.max(Math.min(box.scrollTop, y - AXIS - ROW), y + ROW - box.clientHeight);
    }

    /* ---- Mouse, touch and keys */

    #listen() {
        const canvas = this.#canvas;
        let drag;
        canvas.addEventListener('pointerdown', event => {
            drag = {x: event.offsetX, from: this.#from, moved: false};
            canvas.setPointerCapture(event.pointerId);
        });
        canvas.addEventListener('pointermove', event => {
            if (!drag)
                return;
            const x = event.offsetX;
            drag.moved ||= Math.abs(x - drag.x) > 4;
            if (drag.moved) {
                const from = drag.from + this.#time(drag.x) - this.#time(x);
                this.#view(from, from + this.#span);
                this.#draw();
            }
        });
        canvas.addEventListener('pointerup', event => {
            const {offsetX: x, offsetY: y} = event;
            if (drag && !drag.moved && x >= this.#left)
                this.#cursor[event.shiftKey ? 'B' : 'A'] = this.#snap(x, y);
            const row = Math.floor((y - AXIS) / ROW);
            if (drag && !drag.moved && this.#rows[row] && this.#rows[row].kind !== GROUP)
                this.#row = row;
            drag = undefined;
            this.#draw();
        });
        canvas.addEventListener('pointercancel', () => { drag = undefined; });
        canvas.addEventListener('wheel', event => {
            if (event.offsetX < this.#left) /* over the names it scrolls */
                return;
            event.preventDefault();
            this.#zoom(2 ** (event.deltaY / 200), event.offsetX);
            this.#draw();
        }, {passive: false});
        const move = share => () => this.#view(this.#from + share * this.#span, this.#from + (1 + share) * this.#span);
        const keys = {
            ArrowLeft: move(-0.1), ArrowRight: move(0.1), '+': () => this.#zoom(0.5), '=': () => this.#zoom(0.5), '-': () => this.#zoom(2),
            Home: () => this.#view(0, this.#end), ArrowUp: () => this.#selectRow(-1), ArrowDown: () => this.#selectRow(1),
            '[': () => this.#step(-1), ']': () => this.#step(1), b: () => { this.#cursor.B = this.#cursor.A; }
        };
        canvas.addEventListener('keydown', event => {
            if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key))
                return;
            event.preventDefault();
            keys[event.key]();
            this.#draw();
        });
    }

    /* ---- Drawing */

    #draw() {
        if (this.#due)
            return;
        this.#due = true;
        requestAnimationFrame(() => {
            this.#due = false;
            this.#paint();
        });
    }

    #paint() {
        const canvas = this.#canvas, width = canvas.parentElement.clientWidth, height = AXIS + ROW * this.#rows.length + 2;
        if (!width)
            return;
        const scale = devicePixelRatio, css = getComputedStyle(canvas);
        const pixels = [Math.round(width * scale), Math.round(height * scale)];
        if (canvas.width !== pixels[0] || canvas.height !== pixels[1])
            Object.assign(canvas, {width: pixels[0], height: pixels[1]});
        Object.assign(canvas.style, {width: `${width}px`, height: `${height}px`});
        const colour = Object.fromEntries(['paper', 'ink', 'soft', 'line', 'tint', 'link', 'good', 'some', 'bad']
            .map(name => [name, css.getPropertyValue('--' + name)]));
        const c = canvas.getContext('2d');
        c.setTransform(scale, 0, 0, scale, 0, 0);
        c.font = '12px ui-monospace, monospace';
        c.textBaseline = 'middle';
        c.fillStyle = colour.paper;
        c.fillRect(0, 0, width, height);
        this.#paintAxis(c, colour, width, height);
        c.save();
        c.beginPath();
        c.rect(this.#left, 0, width - this.#left, height);
        c.clip();
        this.#rows.forEach((row, n) => row.kind !== GROUP && this.#paintRow(c, colour, row, AXIS + n * ROW, width));
        this.#paintCursors(c, colour, height);
        c.restore();
        this.#rows.forEach((row, n) => this.#paintName(c, colour, row, n));
        this.#say();
    }

    #paintAxis(c, colour, width, height) {
        const rough = this.#span / Math.max((width - this.#left) / 110, 3), power = 10 ** Math.floor(Math.log10(rough));
        const step = Math.max([1, 2, 5, 10].find(n => n * power >= rough) * power, 1);
        c.strokeStyle = colour.line;
        c.fillStyle = colour.soft;
        c.beginPath();
        for (let ps = Math.ceil(this.#from / step) * step; ps <= this.#from + this.#span; ps += step) {
            const x = Math.round(this.#x(ps)) + 0.5;
            c.moveTo(x, AXIS - 6);
            c.lineTo(x, height);
            if (x + 70 < width)
                c.fillText(timeText(ps), x + 3, 8);
        }
        c.stroke();
    }

    #paintName(c, colour, row, n) {
        const y = AXIS + n * ROW, group = row.kind === GROUP, left = this.#left;
        c.fillStyle = n === this.#row ? colour.tint : colour.paper;
        c.fillRect(0, y, left - 1, ROW);
        const {A} = this.#cursor;
        const value = group || A === undefined || row.format === 'text' ? '' : valueAt(row, A);
        c.save();
        c.beginPath();
        c.rect(0, y, left - 4 - c.measureText(value).width - (value ? 6 : 0), ROW);
        c.clip();
        c.fillStyle = group ? colour.soft : colour.ink;
        c.fillText(group ? row.label : ' ' + row.label, 4, y + ROW / 2);
        c.restore();
        c.fillStyle = colour.link;
        c.fillText(value, left - 6 - c.measureText(value).width, y + ROW / 2);
        if (n === this.#row)
            c.fillRect(0, y, 3, ROW);
    }

    /* Changes that are nearer than a pixel are one bar, and the last of them begins the next level: the time that a row
     * takes depends on the width alone. */
    #paintRow(c, colour, row, top, width) {
        const {times, codes} = row, high = top + 4, low = top + ROW - 4, middle = top + ROW / 2;
        const pixel = this.#span / (width - this.#left);
        let at = Math.max(changesTo(times, this.#from) - 1, 0);
        const lines = new Path2D(), bars = new Path2D(), doubts = new Path2D();
        const words = [], level = text => text === '1' ? high : text === '0' ? low : middle;
        while (at < times.length && times[at] <= this.#from + this.#span) {
            const x = Math.max(this.#x(times[at]), this.#left - 10);
            const next = times[at + 1] ?? this.#end, end = Math.min(this.#x(next), width + 10);
            if (end - x < 1 && at + 1 < times.length) {
                bars.rect(Math.floor(x), high, 1, low - high);
                at = Math.max(changesTo(times, this.#time(Math.floor(x) + 1) - pixel * 1e-6) - 1, at + 1);
                continue;
            }
            const text = row.texts[codes[at]];
            if (row.width === 1) {
                const y = level(text), path = text === '0' || text === '1' ? lines : doubts;
                path.moveTo(x, y);
                path.lineTo(end, y);
                if (at + 1 < times.length) {
                    lines.moveTo(end, high);
                    lines.lineTo(end, low);
                }
            } else {
                const word = label(row, codes[at]);
                if (row.format !== 'text' || word) {
                    lines.rect(x, high, end - x, low - high);
                    words.push([word, Math.max(x, this.#left), end]);
                }
            }
            at++;
        }
        const tone = row.label === 'violated' ? colour.bad : row.format === 'text' ? colour.link : colour.good;
        c.lineWidth = 1.3;
        c.strokeStyle = tone;
        c.stroke(lines);
        c.strokeStyle = colour.some;
        c.stroke(doubts);
        c.fillStyle = tone;
        c.globalAlpha = 0.55;
        c.fill(bars);
        c.globalAlpha = 1;
        c.fillStyle = colour.ink;
        for (const [word, from, to] of words) {
            const fits = Math.floor((to - from - 6) / 7.3); /* letters */
            if (fits > 0)
                c.fillText(word.length > fits ? word.slice(0, fits - 1) + '…' : word, from + 4, middle);
        }
        c.lineWidth = 1;
    }

    #paintCursors(c, colour, height) {
        for (const [name, ps] of Object.entries(this.#cursor)) {
            if (ps === undefined)
                continue;
            const x = Math.round(this.#x(ps)) + 0.5;
            c.strokeStyle = c.fillStyle = name === 'A' ? colour.link : colour.bad;
            c.setLineDash(name === 'A' ? [] : [4, 3]);
            c.beginPath();
            c.moveTo(x, 0);
            c.lineTo(x, height);
            c.stroke();
            c.setLineDash([]);
            c.fillText(name, x + 3, AXIS - 6);
        }
    }

    /* For readers of a screen too */
    #say() {
        const {A, B} = this.#cursor, row = this.#rows[this.#row];
        this.#output.textContent = [
            A === undefined ? `${timeText(this.#from)} to ${timeText(this.#from + this.#span)}` : `A ${timeText(A)}`,
            B !== undefined && `B ${timeText(B)}`,
            A !== undefined && B !== undefined && `B − A ${timeText(B - A)}`,
            row && row.kind !== GROUP && A !== undefined && `${row.label} = ${valueAt(row, A) || '?'}`
        ].filter(text => text).join('    ');
    }
}
