# SPDX-License-Identifier: MIT
'''Commands and registers of the Am9513A in words, as `tmr0 decode` prints them.'''

INPUTS = [f'SRC{n}' for n in range(1, 6)] + [f'GATE{n}' for n in range(1, 6)] \
    + [f'F{n}' for n in range(1, 6)]

# Fields in the order of the words: mask, the word of each value; '' has none.
MODE = (
    (0x0f00, ['TC of N-1'] + INPUTS),
    (0x1000, ['', 'falling edges']),
    (0xe000, ['', 'gate TC of N-1', 'gate GATE N+1 high', 'gate GATE N-1 high', 'gate GATE N high',
              'gate GATE N low', 'gate GATE N rises', 'gate GATE N falls']),
    (0x0080, ['', 'special gate']),
    (0x0040, ['', 'reload from Load and Hold']),
    (0x0020, ['once', 'repeat']),
    (0x0010, ['', 'BCD']),
    (0x0008, ['down', 'up']),
    (0x0007, ['OUT low', 'TC pulses high', 'TC toggles', 'TC toggles by code 3', 'OUT floats',
              'TC pulses low', 'OUT low by code 6', 'OUT low by code 7']),
)

MASTER = (
    (0x00f0, ['FOUT ' + word for word in ['F1 by code 0'] + INPUTS]),
    (0x0f00, [f'divided by {n or 16}' for n in range(16)]),
    (0x1000, ['', 'FOUT off']),
    (0x0003, ['', 'time of day /5', 'time of day /6', 'time of day /10']),
    (0x0004, ['', 'comparator 1']),
    (0x0008, ['', 'comparator 2']),
    (0x2000, ['', '16-bit bus']),
    (0x4000, ['', 'pointer stays']),
    (0x8000, ['', 'BCD scaler']),
)

SINGLE = {
    0xe0: 'pointer moves', 0xe8: 'pointer stays', 0xe6: 'FOUT on', 0xee: 'FOUT off',
    0xe7: '8-bit bus', 0xef: '16-bit bus', 0xf8: 'prefetch after writes on',
    0xf9: 'prefetch after writes off', 0xff: 'master reset',
}


def fields(table, value):
    '''The words of a register.'''
    words = [word[(value & mask) // (mask & -mask)] for mask, word in table]
    return ', '.join(word for word in words if word)


def register(pointer):
    '''What the data pointer (5 bits) points at; None if it is reserved.'''
    element, group = pointer >> 3, pointer & 7
    if group == 7:
        return ('Alarm 1', 'Alarm 2', 'Master mode', 'Status')[element]
    if group in (0, 6):
        return None
    return ('Mode', 'Load', 'Hold', 'Hold')[element] + f' {group}' + (', hold cycle' if element == 3 else '')


def command(code):
    '''A byte written to the control port.'''
    number = code & 7
    if code in SINGLE:
        return SINGLE[code]
    if code < 0x20:
        return 'point to ' + (register(code) or f'reserved 0x{code:02x}')
    if code < 0xe0:
        verb = ('arm', 'load', 'load and arm', 'disarm and save', 'save', 'disarm')[(code >> 5) - 1]
        counters = [str(n + 1) for n in range(5) if code >> n & 1]
        return ' '.join([verb] + (counters or ['no counter']))
    if number in (0, 6, 7) or code > 0xf5:
        return f'reserved 0x{code:02x}'
    if code > 0xf0:
        return f'step {number}'
    return f'toggle output {number} ' + ('off' if code < 0xe8 else 'on')
