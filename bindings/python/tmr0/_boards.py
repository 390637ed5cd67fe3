# SPDX-License-Identifier: MIT
"""Boards and chips: the verbs of the scenario language as methods."""
import ctypes
import dataclasses
import threading
from typing import Any, Dict, List, Mapping, Optional, Tuple, TypeVar, Union

from ._figures import Machine, Part
from ._library import (
    DATA,
    ON_VIOLATION,
    CMargin,
    COptions,
    InputError,
    Time,
    check,
    lib,
    to_c,
    to_ps,
)


@dataclasses.dataclass(frozen=True)
class Access:
    """An access: from the first movement of a pin to the last. `driven`, `valid`: what was read, if it was a read."""

    number: int
    start_ps: int
    end_ps: int
    value: int
    driven: bool
    valid: bool


@dataclasses.dataclass(frozen=True)
class Violation:
    """A requirement that was not met, or a note. `text` is the line of `tmr0 run`. Times are picoseconds; required_ps
    and observed_ps are None where there are no amounts.

    `mark` says how certain the requirement is: "C", "DS", "GK", "E" ... (docs/manual.md, Files of figures)."""

    check: str
    what: str
    mark: str
    text: str
    note: bool
    access: int
    at_ps: int
    required_ps: Optional[int]
    observed_ps: Optional[int]

    def __str__(self) -> str:
        return f"at {self.at_ps} ps, access {self.access}: {self.text} ({self.what})"


@dataclasses.dataclass(frozen=True)
class Margin:
    """The least slack of a check since power-on: observed minus required, negative if it was violated.

    `form` is the figure that was required: the check's own, or the one that replaced it, such as TWHRL_SHORT."""

    check: str
    form: str
    what: str
    mark: str
    note: bool
    slack_ps: int
    required_ps: int
    at_ps: int
    access: int
    violations: int


def _decoded(c: Any, kind: Any, **changed: Any) -> Any:
    values = {f.name: getattr(c, f.name) for f in dataclasses.fields(kind)}
    values.update((name, value.decode()) for name, value in values.items() if isinstance(value, bytes))
    values.update(changed)
    return kind(**values)


def _judge(name: str, value: int, expect: Optional[int], mask: int, digits: int, access: Access) -> int:
    """The masked value of a read; AssertionError if it is not the one expected."""
    if expect is not None and value & mask != expect:
        why = "" if access.valid else " (nothing drove the bus)" if not access.driven else " (not valid in time)"
        raise AssertionError(f"{name}: read 0x{value & mask:0{digits}x}{why}, expected 0x{expect:0{digits}x}")
    return value & mask


T = TypeVar("T", bound="Timer")

SLICE_PS = 10**10
"""Long waits are made of such slices, between which a signal can end them."""
SLICE_PULSES = 1000


class Timer:
    """What Board and Chip share. A context manager: `with Board() as board`. Times are picoseconds, or text: "1.5us".

    `violations` and `notes` grow as they happen. Threads may have one each. Calls of several threads to one are made one
    after another; after close() they raise InputError."""

    def __init__(self, name: str, lines: List[str], engine: str, data: Optional[str], waves: bool, fout: bool):
        self._lock = threading.RLock()
        self._name = f"{type(self).__name__} {name}, engine {engine}"
        self._waves = waves
        self._fout = fout
        handle = ctypes.c_void_p()
        folder = data or DATA
        text = "".join(f"{line}\n" for line in lines)
        options = COptions(to_c(text), to_c(engine), folder and to_c(folder), waves, fout)
        check(lib.tmr0_open(ctypes.byref(handle), ctypes.byref(options)))
        self._handle = handle
        self.violations: List[Violation] = []
        self.notes: List[Violation] = []
        self._judged = 0
        violations, notes = self.violations, self.notes  # not self, which the callback would keep alive

        def add(_context: Any, pointer: Any) -> None:
            c = pointer.contents
            amounts = {} if c.amounts else {"required_ps": None, "observed_ps": None}
            (notes if c.note else violations).append(_decoded(c, Violation, **amounts))

        self._add = ON_VIOLATION(add)
        lib.tmr0_on_violation(handle, self._add, None)

    def __getattr__(self, name: str) -> Any:
        if name == "_handle":
            raise InputError("the board is closed, expected an open one")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __repr__(self) -> str:
        with self._lock:
            return f"<{self._name}, {f'at {self.now} ps' if '_handle' in self.__dict__ else 'closed'}>"

    def __reduce__(self) -> Any:
        raise TypeError("a board cannot be copied or pickled, expected a second one that is opened")

    def _call(self, function: Any, *arguments: Any) -> Any:
        """Calls the library with the board, which no other thread can close meanwhile."""
        with self._lock:
            try:
                return function(self._handle, *arguments)
            except ctypes.ArgumentError as error:
                raise InputError(f"{function.__name__}: {error}, expected what its method says") from None

    def __enter__(self: T) -> T:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if "_handle" in self.__dict__:
            lib.tmr0_close(self.__dict__.pop("_handle"))

    def close(self) -> None:
        """Finishes waves and frees the board. Raises an error of the waves. A second call does nothing."""
        with self._lock:
            if "_handle" in self.__dict__:
                check(lib.tmr0_close(self.__dict__.pop("_handle")))

    # ---- Time

    @property
    def now(self) -> int:
        """Picoseconds since power-on."""
        return int(self._call(lib.tmr0_now_ps))

    def at(self, time: Time) -> None:
        """Lets everything up to that time happen."""
        ps = to_ps(time)
        if ps < 0:
            raise InputError(f"time {time} lies in the past, expected {self.now} ps or later")
        while (now := self.now) + SLICE_PS < ps:
            check(self._call(lib.tmr0_run_until, now + SLICE_PS))
        check(self._call(lib.tmr0_run_until, ps))

    def wait(self, time: Time) -> None:
        """Lets that much time pass."""
        ps = to_ps(time)
        if ps < 0:
            raise InputError(f"wait {time}, expected 0 or more")
        self.at(self.now + ps)

    def wait_until(self, pin: str, level: Union[int, str], at_most: Time) -> None:
        """Lets time pass until the output has that level: 0, 1 or "z". AssertionError if that is later than at_most."""
        if level not in (0, 1, "z"):
            raise InputError(f"level {level!r}, expected 0, 1 or 'z'")
        end = self.now + to_ps(at_most)
        while (seen := self.pin(pin)) != level:
            if self.now >= end:
                raise AssertionError(f"{pin} is {seen} for {at_most}, expected {level}")
            check(self._call(lib.tmr0_step, end))

    def settle(self) -> None:
        """Runs until the last access's effects at the socket have reached the chip."""
        check(self._call(lib.tmr0_settle))

    def gap(self, time: Time) -> None:
        """Least time from the end of one access to the start of the next."""
        check(self._call(lib.tmr0_gap, to_ps(time)))

    # ---- What has been observed

    @property
    def last(self) -> Access:
        """The last access; number 0 if there was none."""
        access: Access = _decoded(self._call(lib.tmr0_last).contents, Access)
        return access

    def pin(self, name: str) -> Union[int, str]:
        """Level of out1 to out5 or fout, now: 0, 1 or "z" (it floats)."""
        level = check(self._call(lib.tmr0_pin, to_c(name)))
        return "z" if level == 2 else level

    def out(self, n: int) -> Union[int, str]:
        """Level of OUT n, 1 to 5, as pin() gives it."""
        return self.pin(f"out{n}")

    @property
    def pins(self) -> Dict[str, Union[int, str]]:
        """Levels of out1 to out5, and of fout if it is watched, as pin() gives them."""
        names = [f"out{n}" for n in range(1, 6)] + ["fout"] * self._fout
        return {name: self.pin(name) for name in names}

    def margins(self) -> Dict[str, Margin]:
        """The checks that have compared anything, by name."""
        found: Dict[str, Margin] = {}
        c = CMargin()
        n = 0
        while self._call(lib.tmr0_margin, n, ctypes.byref(c)) > 0:
            n += 1
            if c.observed:
                margin: Margin = _decoded(c, Margin)
                found[margin.check] = margin
        return found

    def expect_clean(self) -> None:
        """AssertionError with the violations since the last expect_..., if there are any."""
        self.expect_violation()

    def expect_violation(self, *checks: str) -> None:
        """AssertionError unless exactly these checks were violated since the last expect_..."""
        self.settle()
        new = self.violations[self._judged :]
        self._judged = len(self.violations)
        if {v.check for v in new} != set(checks):
            seen = "; ".join(map(str, new)) or "none"
            raise AssertionError(f"violations: {seen}, expected {', '.join(sorted(checks)) or 'none'}")

    # ---- Saved states

    def save(self) -> bytes:
        """The state, time and records, for load(); engine "model". The lists violations and notes are not part of it."""
        size = check(self._call(lib.tmr0_save, None, 0))
        state = ctypes.create_string_buffer(size)
        check(self._call(lib.tmr0_save, state, size))
        return state.raw

    def load(self, state: bytes) -> None:
        """Takes over a state of save(), by the same version and of a board opened with the same settings."""
        check(self._call(lib.tmr0_load, state, len(state)))

    # ---- Waves

    def wave(self, file: str) -> None:
        """Dumps all signals from now on, to VCD if the name ends in .vcd, else FST. Needs waves=True at the start.

        The file is there when it is whole, after wave_end() or close()."""
        if not self._waves:
            raise InputError("the board was opened without waves, expected waves=True")
        check(self._call(lib.tmr0_waves, to_c(file)))

    def wave_end(self) -> None:
        """Ends the dump."""
        check(self._call(lib.tmr0_waves_end))


def _in_range(name: str, value: int, most: int) -> int:
    if not isinstance(value, int):
        raise InputError(f"{name} {value!r}, expected an int from 0 to {most}")
    if not 0 <= value <= most:
        raise InputError(f"{name} {value} out of range, expected 0..{most}")
    return value


def _expectable(expect: Optional[int], mask: int, most: int) -> None:
    """Refuses what a read cannot be compared with, before it is made."""
    _in_range("mask", mask, most)
    if expect is not None:
        _in_range("expect", expect, most)


class Board(Timer):
    """The timer board on a workstation's bus.

    machine: a name or a Machine; part: a name or a Part; pal: "flipflop" or "direct"; corner: "min", "typ" or "max" of
    every delay; osc: "4MHz", "250ns"; engine: "rtl", "model" or "both"; settings: more lines of a scenario's head;
    data: the folder with parts/ and machines/; waves: wave() will be called; fout: pin("fout") will be read."""

    def __init__(
        self,
        machine: Union[str, Machine] = "sun3-160:window",
        *,
        part: Union[str, Part] = "am9513a",
        pal: str = "flipflop",
        corner: str = "typ",
        osc: str = "4MHz",
        engine: str = "rtl",
        settings: str = "",
        data: Optional[str] = None,
        waves: bool = False,
        fout: bool = False,
    ):
        lines = machine.settings() if isinstance(machine, Machine) else [f"machine {machine}"]
        lines += part.settings() if isinstance(part, Part) else [f"part {part}"]
        lines += [f"pal {pal}", f"corner {corner}", f"osc {osc}", settings]
        super().__init__(machine.name if isinstance(machine, Machine) else machine, lines, engine, data, waves, fout)

    def w(self, offset: int, *values: int) -> None:
        """Writes each byte at offset 0 or 2 of the socket."""
        _in_range("offset", offset, 2)
        for value in [_in_range("value", value, 0xFF) for value in values]:
            check(self._call(lib.tmr0_write, offset, value))

    def r(self, offset: int, expect: Optional[int] = None, mask: int = 0xFF) -> int:
        """Reads a byte at offset 0 or 2 and returns it masked. AssertionError if it is not the one expected."""
        _expectable(expect, mask, 0xFF)
        value: int = self._call(lib.tmr0_read, _in_range("offset", offset, 2))
        if value < 0:
            check(value)
        return value & mask if expect is None else _judge(f"r {offset}", value, expect, mask, 2, self.last)


class Chip(Timer):
    """The Am9513A alone: accesses at its pins, each parameter at the part's least value unless timing() says otherwise.

    wire: input pin by output pin that drives it, {"src2": "out1"}. The others are as in Board; osc drives X2."""

    def __init__(
        self,
        part: Union[str, Part] = "am9513a",
        *,
        osc: str = "4MHz",
        corner: str = "typ",
        wire: Optional[Mapping[str, str]] = None,
        engine: str = "rtl",
        settings: str = "",
        data: Optional[str] = None,
        waves: bool = False,
        fout: bool = True,
    ):
        lines = ["target chip"] + (part.settings() if isinstance(part, Part) else [f"part {part}"])
        lines += [f"osc {osc}", f"corner {corner}", settings]
        lines += [f"wire {output} {pin}" for pin, output in (wire or {}).items()]
        super().__init__(part.name if isinstance(part, Part) else part, lines, engine, data, waves, fout)

    def _write(self, control: bool, bits: int, values: Tuple[int, ...]) -> None:
        for value in [_in_range("value", value, (1 << bits) - 1) for value in values]:
            check(self._call(lib.tmr0_chip_write, control, bits, value))

    def _read(self, name: str, control: bool, bits: int, expect: Optional[int], mask: int) -> int:
        _expectable(expect, mask, (1 << bits) - 1)
        value = check(self._call(lib.tmr0_chip_read, control, bits))
        return value & mask if expect is None else _judge(name, value, expect, mask, bits // 4, self.last)

    def cmd(self, *values: int) -> None:
        """Writes each command, 8 bits."""
        self._write(True, 8, values)

    def cmdw(self, *values: int) -> None:
        """Writes each command on the 16-bit bus."""
        self._write(True, 16, values)

    def data(self, *values: int) -> None:
        """Writes each byte to the data port."""
        self._write(False, 8, values)

    def word(self, *values: int) -> None:
        """Writes each word to the data port on the 16-bit bus."""
        self._write(False, 16, values)

    def status(self, expect: Optional[int] = None, mask: int = 0xFF) -> int:
        """Reads the status register, masked. AssertionError if it is not the value expected."""
        return self._read("status", True, 8, expect, mask)

    def read(self, expect: Optional[int] = None, mask: int = 0xFF) -> int:
        """Reads a byte from the data port, masked. AssertionError if it is not the one expected."""
        return self._read("read", False, 8, expect, mask)

    def readw(self, expect: Optional[int] = None, mask: int = 0xFFFF) -> int:
        """Reads a word from the data port on the 16-bit bus, masked. AssertionError if it is not the one expected."""
        return self._read("readw", False, 16, expect, mask)

    def timing(self, parameter: str, time: Time) -> None:
        """Later accesses apply this parameter of the bus, such as "TWHDX", at that time."""
        check(self._call(lib.tmr0_timing, to_c(parameter), to_ps(time)))

    def timing_legal(self) -> None:
        """Later accesses apply the part's least values again."""
        self._call(lib.tmr0_timing_legal)

    def set_pin(self, name: str, level: int) -> None:
        """Moves src1 to src5 or gate1 to gate5 to 0 or 1, now."""
        check(self._call(lib.tmr0_set_pin, to_c(name), bool(_in_range("level", level, 1))))

    def pulse(self, name: str, width: Time, count: int = 1) -> None:
        """Pulses on an input, of that width, with pauses as long. The board's time is then the end of the last one."""
        if not 1 <= count <= 1000000000:
            raise InputError(f"{count} pulses, expected 1..1000000000")
        for done in range(0, count, SLICE_PULSES):
            if done:
                self.wait(width)
            check(self._call(lib.tmr0_pulse, to_c(name), to_ps(width), min(SLICE_PULSES, count - done)))
