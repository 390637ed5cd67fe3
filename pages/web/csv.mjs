/* Reads a table of levels as sim/capture/csv.c does, which refuses what is none: what vcd.mjs reads of a dump. */
import {change, done, wire} from './vcd.mjs';

const UNIT_PS = {m: 1e9, u: 1e6, n: 1e3, p: 1}, RATES = {k: 1e3, M: 1e6, G: 1e9};
const bare = cell => cell.replace(/^[\s"]+|[\s"]+$/g, '');
const cellsOf = line => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map(bare); /* at commas that are in no quotes */

/* The time of a row's sample, by its number or its first cell; undefined: no rate says it */
const clock = (head, rate) => {
    const timed = /^time|^samples$|seconds$/i.test(head), unit = UNIT_PS[/[[(]([munp])s/.exec(head)?.[1]] ?? 1e12;
    const counted = !timed || rate || /^samples$/i.test(head);
    let first;
    return {timed, at: (cell, n) => {
        const value = timed ? Number(cell) : n;
        first ??= value;
        if (!counted)
            return Math.round(value * unit) - Math.round(Math.min(first, 0) * unit);
        return rate && Math.round((first > 1 ? value / first - 1 : value - first) * 1e12 / rate);
    }};
};

export const parseCsv = bytes => {
    const lines = new TextDecoder().decode(bytes).split('\n').filter(line => line.trim());
    const head = Math.max(lines.findIndex(line => !/^(;|META)/.test(line)), 0), about = lines.slice(0, head).join('\n');
    const [, number, prefix] = /samplerate: ([\d.]+) ?([kMG]?)/i.exec(about) ?? [];
    const channels = /^; Channels \(.*?\): (.*)/m.exec(about)?.[1].split(',').map(bare) ?? [];
    const names = cellsOf(lines[head] ?? ''), {timed, at} = clock(names[0], number * (RATES[prefix] ?? 1));
    const nameOf = name => name === 'logic' ? channels.shift() ?? name : name;
    const columns = names.map((name, n) => n || !timed ? {name: nameOf(name), width: 1, wire: wire()} : undefined);
    let end = 0;
    for (const [n, line] of lines.slice(head + 1).entries()) {
        const cells = line.split(',');
        end = at(cells[0], n);
        if (Number.isNaN(end))
            return {end: 0, signals: []};
        columns.forEach((column, n) => column && change(column.wire, end, bare(cells[n] ?? '').toLowerCase() || 'x'));
    }
    return done(end, columns.filter(column => column?.name));
};
