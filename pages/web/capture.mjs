/* A capture, judged as one of the chip or of the socket. */

export const PART = 'am9513a'; /* this and the machine are those of a scenario without settings */
const MACHINE = 'sun3-160:window';

/* Which side a capture is of is known by the names of its signals, or by the pins that are named. */
const CHIP = /^(cs_n|rd_n|wr_n|cd|src\d?|gate\d?|out\d?|fout)=/, SOCKET = /^(mas_n|mds_n|rw|des_clock)=/;
const MISSING = /no signal for (.*?), expected .*--map '(.*?)' with signals of: (.*)/;
const unnamed = (chip, socket) =>
    `Signals are missing: ${chip[1]} for a capture of the chip, ${socket[1]} for one of the socket. ` +
    `The file has: ${chip[3] || 'none'}. Say below which of them is which pin, or name the channels in the ` +
    'analyser’s program RD, WR, C/D and D0 to D7, or MAS, MDS, R/W and D0 to D7, and export again.';

/* play: promises the result of a request with its waves. pins: as in --map. A result may have offers for --map. */
export const judge = async (play, {name, bytes}, {machine = MACHINE, pal, part = PART}, pins) => {
    const mapping = pins.length ? ['--map', pins.join()] : [];
    const from = at => play({args: ['capture', ...at, ...mapping, '--part', part, '--json', 'capture.json', name],
        files: {[name]: bytes}, read: ['capture.json', name]}, name);
    const named = side => pins.some(pin => side.test(pin));
    const chip = named(SOCKET) ? undefined : await from([]), noChip = MISSING.exec(chip?.errors);
    if (chip && (!noChip || named(CHIP)))
        return chip;
    const socket = await from(['--at', 'socket', '--machine', machine, ...pal ? ['--pal', pal] : []]);
    const noSocket = MISSING.exec(socket.errors);
    return noChip && noSocket ? {...socket, stopped: unnamed(noChip, noSocket), errors: '',
        offered: [[noChip[2], 'the chip’s pins'], [noSocket[2], 'the socket’s pins']]} : socket;
};

/* Of a result: [what --map may take, how that is called] */
const OFFER = /(?:expected|or|with) --map '?(\w+=[^'\n]+)/g;
export const offersOf = ({offered, errors}) => offered ?? [...errors.matchAll(OFFER)]
    .map(([, text]) => [text, /,|=SIGNAL/.test(text) ? 'the missing pins' : text]);
