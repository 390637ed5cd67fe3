# SPDX-License-Identifier: MIT
# A sigrok protocol decoder for the bus of an Am9513A.

import sigrokdecode as srd

from . import words


class Ann:
    COMMAND, DATA_WRITE, DATA_READ, STATUS, REGISTER, POINTER, WARNING = range(7)


# Positions of the channels
RD, WR, CD, D0, CS, D8 = 0, 1, 2, 3, 11, 12


class Decoder(srd.Decoder):
    api_version = 3
    id = 'am9513'
    name = 'Am9513'
    longname = 'AMD Am9513A system timing controller'
    desc = 'Five 16-bit counters on a microprocessor bus.'
    license = 'mit'
    inputs = ['logic']
    outputs = []
    tags = ['Clock/timing', 'IC']
    channels = (
        {'id': 'rd', 'name': 'RD#', 'desc': 'Read strobe'},
        {'id': 'wr', 'name': 'WR#', 'desc': 'Write strobe'},
        {'id': 'cd', 'name': 'C/D#', 'desc': 'Control port high, data port low'},
    ) + tuple({'id': f'd{n}', 'name': f'DB{n}', 'desc': f'Data bus line {n}'} for n in range(8))
    optional_channels = (
        {'id': 'cs', 'name': 'CS#', 'desc': 'Chip select'},
    ) + tuple({'id': f'd{n}', 'name': f'DB{n}', 'desc': f'Data bus line {n}'} for n in range(8, 16))
    options = (
        {'id': 'bus', 'desc': 'Bus width until a command sets it', 'default': 'unknown', 'values': ('unknown', '8', '16')},
    )
    annotations = (
        ('command', 'Command'),
        ('data-write', 'Data written'),
        ('data-read', 'Data read'),
        ('status', 'Status read'),
        ('register', 'Register'),
        ('pointer', 'Data pointer'),
        ('warning', 'Warning'),
    )
    annotation_rows = (
        ('bus', 'Bus', (Ann.COMMAND, Ann.DATA_WRITE, Ann.DATA_READ, Ann.STATUS)),
        ('registers', 'Registers', (Ann.REGISTER,)),
        ('pointers', 'Data pointer', (Ann.POINTER,)),
        ('warnings', 'Warnings', (Ann.WARNING,)),
    )

    def __init__(self):
        self.reset()

    def reset(self):
        self.pointer = None      # unknown until a command loads it
        self.low_next = True
        self.frozen = None       # the pointer stays; None: unknown, as the next one
        self.bus16 = None
        self.word_start = 0      # of a word's first byte
        self.low_byte = 0
        self.direction = None    # of that byte
        self.pointer_start = 0

    def start(self):
        self.out_ann = self.register(srd.OUTPUT_ANN)
        self.bus16 = {'8': False, '16': True}.get(self.options['bus'])
        self.has_cs = self.has_channel(CS)
        self.has_high = self.has_channel(D8) and self.has_channel(D8 + 7)

    def put_ann(self, start, end, ann, *texts):
        self.put(start, end, self.out_ann, [ann, list(texts)])

    # ---- The data pointer

    def point(self, at, pointer):
        '''The pointer changes at this sample.'''
        if self.pointer is not None:
            name = words.register(self.pointer) or 'reserved'
            self.put_ann(self.pointer_start, at, Ann.POINTER, name)
        self.pointer, self.pointer_start = pointer, at

    def advanced(self):
        element, group = self.pointer >> 3, self.pointer & 7
        if group == 7:
            element = (1, 2, 0, 3)[element]
        elif element < 2:
            element += 1
        else:
            element, group = (0, 3)[element & 1], group % 5 + 1 if group < 6 else (group + 1) & 7
        return element << 3 | group

    # ---- Accesses

    def command(self, start, end, code):
        text = words.command(code)
        self.put_ann(start, end, Ann.COMMAND, f'{text} (0x{code:02x})', text, f'{code:02x}')
        group = code & 7
        if code < 0x20 and group not in (0, 6):
            self.point(end, code)
            self.low_next = True
        elif code == 0xff:
            self.point(end, 0x1f)
            self.low_next, self.frozen, self.bus16 = True, False, False
        elif code in (0xe0, 0xe8):
            self.frozen = code == 0xe8
        elif code in (0xe7, 0xef):
            self.bus16, self.low_next = code == 0xef, True
        if self.bus16 and not self.has_high:
            self.put_ann(start, end, Ann.WARNING, '16-bit bus, but DB8-DB15 are not given')

    def data(self, start, end, value, written):
        ann = Ann.DATA_WRITE if written else Ann.DATA_READ
        verb = 'write' if written else 'read'
        digits = 4 if self.bus16 and self.has_high else 2
        self.put_ann(start, end, ann, f'{verb} 0x{value:0{digits}x}', f'{value:0{digits}x}')
        unknown = self.pointer is None
        frozen = self.frozen     # a write to the master mode moves the pointer as before it
        if self.bus16 is None:
            if not unknown:
                self.put_ann(start, end, Ann.WARNING, 'bus width unknown: give it in the option "bus"')
            self.point(end, None)
        elif self.bus16:
            if self.has_high:
                self.word(start, end, value, written)
            self.low_next = True
            self.advance(end, frozen)
        elif self.low_next:
            self.word_start, self.low_byte, self.direction = start, value, written
            self.low_next = False
        else:
            if self.direction == written:
                self.word(self.word_start, end, value << 8 | self.low_byte, written)
            elif self.pointer is not None:
                self.put_ann(start, end, Ann.WARNING, 'one byte of a word was read, the other written')
            self.low_next, self.direction = True, None
            self.advance(end, frozen)
        if written and unknown:  # it may have gone to the master mode
            self.frozen = None
            if self.options['bus'] == 'unknown':
                self.bus16 = None

    def advance(self, end, frozen):
        if self.pointer is not None and not frozen:
            self.point(end, None if frozen is None else self.advanced())

    def word(self, start, end, value, written):
        '''A whole register has passed the data port.'''
        if self.pointer is None:
            return
        name = words.register(self.pointer)
        if name is None:
            self.put_ann(start, end, Ann.WARNING, 'access to a reserved register')
            return
        name = name.split(',')[0]
        table = words.MODE if name.startswith('Mode') else words.MASTER if name == 'Master mode' else None
        meaning = f': {words.fields(table, value)}' if table else ''
        short = f'{name} = 0x{value:04x}'
        self.put_ann(start, end, Ann.REGISTER, short + meaning, short)
        if written and name == 'Master mode':
            self.bus16, self.frozen = bool(value & 0x2000), bool(value & 0x4000)

    def access(self, start, end, pins, written):
        '''A strobe has ended; pins are the levels just before its end.'''
        value = sum(pins[D0 + n] << n for n in range(8))
        if self.bus16 and self.has_high and not pins[CD]:
            value |= sum(pins[D8 + n] << (8 + n) for n in range(8))
        if pins[CD] and written:
            self.command(start, end, value)
        elif pins[CD]:
            outs = ' '.join(f'OUT{n}={value >> n & 1}' for n in range(1, 6))
            half = 'low' if value & 1 else 'high'
            self.put_ann(start, end, Ann.STATUS, f'status: {outs}, {half} byte next', f'status 0x{value:02x}')
        else:
            self.data(start, end, value, written)

    def decode(self):
        count = D8 + 8 if self.has_high else CS + 1 if self.has_cs else CS
        edges = [{n: 'e'} for n in range(count) if n != CS or self.has_cs]
        pins = self.wait()
        active = {RD: None, WR: None}    # sample at which the strobe began
        while True:
            selected = not (self.has_cs and pins[CS])
            for strobe in (RD, WR):
                if selected and not pins[strobe] and active[strobe] is None:
                    active[strobe] = self.samplenum
            before = pins
            pins = self.wait(edges)
            selected = not (self.has_cs and pins[CS])
            for strobe in (RD, WR):
                if active[strobe] is not None and (not selected or pins[strobe]):
                    self.access(active[strobe], self.samplenum, before, strobe == WR)
                    active[strobe] = None
