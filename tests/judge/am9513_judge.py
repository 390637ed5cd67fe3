# SPDX-License-Identifier: MIT
"""An independent judge of the Am9513A: a state machine written from tests/vectors/RULES and the sources named there,
without a look at the RTL and the C model. play.py plays it beside them."""

CHOICES = {  # the first value is the default; toggle_comparator_delay has no consequence here
    "first_gate_edge": ("starts", "retriggers"),
    "tc_when_disarmed": ("stays", "ends"),
    "load_into_tc": ("enters", "reloads"),
    "load_into_tc_disarms": ("no", "yes"),
    "arm_again": ("stops", "runs-on"),
    "reload_one": ("toggles", "stays"),
    "toggle_flip_flop": ("toggled-mode", "always"),
    "output_code_3": ("toggles", "low"),
    "chained_load": ("counts", "loads"),
}


class Counter:
    def __init__(self, count=0):
        self.mode, self.load, self.hold, self.count = 0x0B00, 0, 0, count
        self.armed = self.tc = self.toggle = False
        self.stays = False  # in a TC that was reached while disarmed: only a counted edge leaves it
        self.started = False  # since ARM a gate edge has come, or the gate was active
        self.second = False  # of a pair of TCs the next one is the second
        self.reloads = False  # a retrigger waits for the next source edge that counts
        self.active = True  # level of the gate

    source = property(lambda self: self.mode >> 8 & 15)
    falling = property(lambda self: self.mode >> 12 & 1)
    gate = property(lambda self: self.mode >> 13)
    by_edge = property(lambda self: self.gate >= 6)
    special = property(lambda self: self.mode >> 7 & 1)
    both = property(lambda self: self.mode >> 6 & 1)
    repeats = property(lambda self: self.mode >> 5 & 1)
    out = property(lambda self: self.mode & 7)
    alternates = property(lambda self: self.both and not self.special)  # G to L: Hold, then Load
    gate_picks = property(lambda self: self.both and self.special and not self.by_edge)  # S, V: Hold or Load by GATE N
    counts = property(lambda self: self.armed and (self.started if self.by_edge else self.active))


class Judge:
    """The chip. Counter n is counters[n - 1]; so are pins."""

    def __init__(self, choices):
        self.second_choice = {name for name, value in choices.items() if value != CHOICES[name][0]}
        self.counters = [Counter() for _ in range(5)]
        self.x2, self.digits = False, [0, 0, 0, 0]  # digits of the scaler for F2 to F5
        self.fout_place, self.fout_level = 0, False
        self.pins = {"src": [False] * 5, "gate": [False] * 5}
        self.upper = 0xFF  # DB8-15, whose GATE nA are ANDed with the GATE pins
        self.gates = [False] * 5
        self.reset()

    def reset(self):
        self.counters = [Counter(c.count) for c in self.counters]
        self.master = self.alarm1 = self.alarm2 = 0
        self.pointer, self.low_next, self.short_write = 0x1F, True, False
        self.prefetch()

    # ---- Counting

    def after(self, n):
        """The next count; 0 is TC."""
        c, time = self.counters[n], n < 2 and self.master & 3
        up = c.mode & 8 or time
        if time and n == 0:
            tops = ((4, 5, 9)[time - 1], 9, 9, 5)
        elif time:
            tops = (9, 5, 3 if c.count >> 12 == 2 else 9, 2)
        elif c.mode & 16:
            tops = (9, 9, 9, 9)
        else:
            return c.count + (1 if up else -1) & 0xFFFF
        count, carry = 0, True
        for place, top in enumerate(tops):
            digit = c.count >> 4 * place & 15
            if carry:
                carry = digit >= top if up else digit == 0
                digit = (0 if up else 9) if carry else digit + (1 if up else -1)
            count |= digit << 4 * place
        return count

    def toggles(self, c):
        return c.out == 2 or (c.out == 3 and "output_code_3" not in self.second_choice)

    def flip(self, c):
        c.toggle ^= self.toggles(c) or "toggle_flip_flop" in self.second_choice

    def leave_tc(self, c):
        if c.tc:
            c.tc = c.stays = False
            self.flip(c)

    def reload(self, n):
        """The register that the next TC takes."""
        c = self.counters[n]
        return c.hold if (self.gates[n] if c.gate_picks else c.alternates and not c.second) else c.load

    def enter_tc(self, c, disarms=True):
        c.tc, c.stays = True, not c.armed and "tc_when_disarmed" not in self.second_choice
        pair = c.both and not (c.special and c.by_edge)
        c.second, last = pair and not c.second, c.second or not pair
        if last and disarms:
            c.armed = c.armed and c.repeats
        return last

    def step(self, n):
        c, count = self.counters[n], self.after(n)
        if count:
            self.leave_tc(c)
            c.count = count
            return
        if c.tc and "reload_one" not in self.second_choice:
            self.flip(c)
        c.count = self.reload(n)
        if self.enter_tc(c) and c.by_edge:
            c.started = c.reloads = False

    def source_edge(self, n):
        c = self.counters[n]
        if c.counts and not c.reloads:
            self.step(n)
        elif c.counts:
            self.leave_tc(c)
            c.count, c.reloads = c.load, False
        elif c.tc and not c.stays:
            self.leave_tc(c)
            c.count = self.after(n) or c.count

    def load(self, n):
        c = self.counters[n]
        value = c.load if c.alternates and not c.armed else self.reload(n)
        if c.tc:
            self.leave_tc(c)
        elif self.after(n) == 0 and "load_into_tc" not in self.second_choice:
            second = c.second
            self.enter_tc(c, "load_into_tc_disarms" in self.second_choice)
            c.second = second if c.gate_picks else c.second  # S, V: none of the two TCs
        c.count = value

    def arm(self, n):
        c = self.counters[n]
        if not c.armed or "arm_again" not in self.second_choice:
            c.started = c.reloads = False
        c.started = c.started or (c.active and not c.by_edge)
        c.armed, c.second = True, False

    # ---- Gates, chains, pins

    def is_active(self, n, tcs):
        levels = (True, tcs[n - 1], self.gates[(n + 1) % 5], self.gates[n - 1], self.gates[n], not self.gates[n], True, True)
        return levels[self.counters[n].gate]

    def opens(self, c):
        """The gate becomes active, or has its edge."""
        if c.armed and c.special and not c.both and (c.started or "first_gate_edge" in self.second_choice):
            c.hold, c.reloads = c.count, True
        elif c.armed and c.special and c.both and c.by_edge:
            c.hold, c.reloads = c.count, False
        c.started = c.started or c.armed

    def look_at_gates(self, tcs):
        for n, c in enumerate(self.counters):
            was, c.active = c.active, self.is_active(n, tcs)
            if c.active and not was:
                self.opens(c)

    def tcs(self):
        return [c.tc for c in self.counters]

    def ripple(self, before, loaded=0):
        """A TC that changed reaches the chained counter, then the gate."""
        while (now := self.tcs()) != before:
            for n, m in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)):
                upper = self.counters[m]
                if now[n] != before[n] and upper.source == 0 and upper.falling != now[n] and not loaded >> n & loaded >> m & 1:
                    self.source_edge(m)
            self.look_at_gates(now)
            before, loaded = now, 0

    def feed(self, source, rises):
        """An edge of a count source, for counters and FOUT."""
        for n, c in enumerate(self.counters):
            if c.source == source and c.falling != rises:
                self.source_edge(n)
        size = self.master >> 8 & 15 or 16
        if rises and size > 1 and (self.master >> 4 & 15 or 11) == source:
            self.fout_place += 1
            self.fout_level = self.fout_place == size or (self.fout_level and self.fout_place != size // 2)
            self.fout_place %= size if self.fout_place == size else 16

    def pins_moved(self):
        """GATE pins have new levels: sources first, then gates, then chains."""
        before, extra = self.tcs(), 0x1F if self.master & 0x2000 else self.upper
        gates = [level and bool(extra >> n & 1) for n, level in enumerate(self.pins["gate"])]
        moved = [n for n in range(5) if gates[n] != self.gates[n]]
        for n in moved:
            self.feed(6 + n, gates[n])
        self.gates = gates
        self.look_at_gates(before)
        for n in moved:
            if self.counters[n].gate == (6 if self.gates[n] else 7):
                self.opens(self.counters[n])
        self.ripple(before)

    def pin(self, name, level):
        kind, n, before = name[:-1], int(name[-1]) - 1, self.tcs()
        moves = self.pins[kind][n] != bool(level)
        self.pins[kind][n] = bool(level)
        if kind == "src" and moves:
            self.feed(1 + n, bool(level))
            self.ripple(before)
        self.pins_moved()

    # ---- X2

    def idle(self):
        """Rises of X2 that move the lowest digit of the scaler and the place of FOUT, and nothing else."""
        if self.x2 or any(c.source == 11 and (c.armed or c.tc) for c in self.counters):
            return 0
        half, base = (5, 10) if self.master & 0x8000 else (8, 16)
        idle = (half if self.digits[0] < half else base) - self.digits[0] - 1
        size = self.master >> 8 & 15 or 16
        if self.master >> 4 & 15 in (0, 11) and size > 1:
            idle = min(idle, min(at for at in (size // 2, size, 16) if at > self.fout_place) - self.fout_place - 1)
        return max(idle, 0)

    def run(self, halves):
        while halves > 0:
            leap = min(self.idle(), halves // 2)
            self.digits[0] += leap
            if self.master >> 4 & 15 in (0, 11) and self.master >> 8 & 15 != 1:
                self.fout_place += leap
            halves -= 2 * leap or 1
            if leap:
                continue
            self.x2, before = not self.x2, self.tcs()
            edges = [(11, self.x2)]
            half, base = (5, 10) if self.master & 0x8000 else (8, 16)
            for place in range(4 if self.x2 else 0):
                self.digits[place] += 1
                if self.digits[place] == half:
                    edges.append((12 + place, True))
                if self.digits[place] < base:
                    break
                self.digits[place] = 0
                edges.append((12 + place, False))
            for source, rises in edges:
                self.feed(source, rises)
            self.ripple(before)

    # ---- Outputs, status

    def true(self, n):
        """TC, or count = Alarm where a comparator is on."""
        if n > 1 or not self.master >> 2 + n & 1:
            return self.counters[n].tc, False
        same = self.counters[0].count == self.alarm1, self.counters[1].count == self.alarm2
        return all(same) if n == 1 and self.master & 4 and self.master & 3 else same[n], True

    def outputs(self):
        """OUT1 to OUT5 and FOUT, and the status."""
        pins, status = [], int(self.low_next)
        for n, c in enumerate(self.counters):
            true, compared = self.true(n)
            if self.toggles(c):
                true = true if compared else c.toggle
            if c.out in (4, 5):
                true = not true
            pins.append("z" if c.out == 4 else int(true and (c.out in (1, 5) or self.toggles(c))))
            status |= (int(true) if c.out in (0, 4) else pins[n]) << 1 + n
        pins.append(0 if self.master & 0x1000 else int(self.fout()))
        return pins, status

    def fout(self):
        """Divided by 1 it is the source; its level then stays when it is divided."""
        if self.master >> 8 & 15 == 1:
            taps = [self.x2] + [digit >= (5 if self.master & 0x8000 else 8) for digit in self.digits]
            self.fout_level = (self.pins["src"] + self.gates + taps)[(self.master >> 4 & 15 or 11) - 1]
        return self.fout_level

    # ---- Bus

    def register(self):
        element, group = self.pointer >> 3, self.pointer & 7
        if group == 7:
            return self, ("alarm1", "alarm2", "master")[element]
        return self.counters[group - 1], ("mode", "load", "hold", "hold")[element]

    def prefetch(self):
        self.latch = 0xFF00 | self.outputs()[1] if self.pointer == 0x1F else getattr(*self.register())

    def transferred(self, master, fetch):
        """After a byte or a word on the data port, by the Master mode before it."""
        self.low_next = bool(master & 0x2000) or not self.low_next
        if not self.low_next:
            return
        element, group = self.pointer >> 3, self.pointer & 7
        if not master & 0x4000 and self.pointer != 0x1F:
            if element == 3 or (group < 7 and element == 2):
                group = group % 5 + 1
            if element < 3:
                element = (element + 1) % 3
        self.pointer = element << 3 | group
        if fetch:
            self.prefetch()

    def read(self, bits):
        latch, low = self.latch, self.low_next
        wide = self.master & 0x2000
        self.transferred(self.master, True)
        return (latch if wide else 0xFF00 | (latch & 0xFF if low else latch >> 8)) & (1 << bits) - 1

    def write(self, control, value):
        self.upper = value >> 8  # while it is on the bus
        self.pins_moved()
        self.fout()
        if control:
            self.command(value & 0xFF)
        else:
            self.write_data(value)
        self.pins_moved()
        self.upper = 0xFF
        self.pins_moved()
        if control:
            self.counter_command(value & 0xFF)

    def write_data(self, value):
        master = self.master
        if self.pointer != 0x1F:
            owner, name = self.register()
            old = getattr(owner, name)
            low = old & 0xFF00 | value & 0xFF if self.low_next else old & 0xFF | (value & 0xFF) << 8
            setattr(owner, name, value if master & 0x2000 else low)
        for n, c in enumerate(self.counters):  # a mode may be new: a gate that is active by it has not become active
            c.active = self.is_active(n, self.tcs())
        self.transferred(master, not self.short_write)

    def command(self, value):
        """Commands that act with the end of the write."""
        low = value & 7
        if value < 0x20 and low not in (0, 6):
            self.pointer, self.low_next = value, True
            self.prefetch()
        elif value & 0xF0 == 0xE0 and low in (0, 6, 7):
            bit = {0: 0x4000, 6: 0x1000, 7: 0x2000}[low]
            self.master = self.master | bit if value & 8 else self.master & ~bit
            self.low_next = self.low_next or low == 7
        elif value in (0xF8, 0xF9):
            self.short_write = value == 0xF9

    def counter_command(self, value):
        """Commands that act on counters, later."""
        before, kind = self.tcs(), value >> 5
        chosen = [n for n in range(5) if value >> n & 1]
        for n in chosen if kind in (2, 3) else ():
            self.load(n)
        for n in chosen if kind in (1, 3) else ():
            self.arm(n)
        for n in chosen if kind in (4, 6) else ():
            self.counters[n].armed = False
        for n in chosen if kind in (4, 5) else ():
            self.counters[n].hold = self.counters[n].count
        if 0xF1 <= value <= 0xF5:
            self.step(value - 0xF1)
        if value & 0xF0 == 0xE0 and 1 <= value & 7 <= 5 and self.toggles(self.counters[(value & 7) - 1]):
            self.counters[(value & 7) - 1].toggle = bool(value & 8)
        if value == 0xFF:
            self.reset()
        self.ripple(before, value if kind in (2, 3) and "chained_load" in self.second_choice else 0)

    def play(self, verb, *words):
        """One operation. Returns the value read."""
        if verb in ("read", "readw"):
            return self.read(16 if verb == "readw" else 8)
        if verb == "pin":
            self.pin(*words)
        elif verb == "pulse":
            level = self.pins[words[0][:-1]][int(words[0][-1]) - 1]
            for n in range(2 * words[2]):
                self.pin(words[0], level ^ (n & 1) ^ 1)
        elif verb != "wait":
            self.write(verb.startswith("cmd"), words[0] | (0 if verb in ("cmdw", "word") else 0xFF00))
        return None
