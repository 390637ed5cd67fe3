# SPDX-License-Identifier: MIT
"""The module tmr0, used from the tree: PYTHONPATH=bindings/python. Runs from the root of the tree."""
import copy
import ctypes
import gc
import pathlib
import pickle
import re
import signal
import threading
import weakref

import pytest

import tmr0
from tmr0 import _library

ENGINES = ("rtl", "model", "both")
HEADER = pathlib.Path("include/tmr0/board.h").read_text()


@pytest.mark.parametrize(
    "struct, kind",
    [
        ("tmr0_access", _library.CAccess),
        ("tmr0_options", _library.COptions),
        ("tmr0_violation", _library.CViolation),
        ("tmr0_margin", _library.CMargin),
        ("tmr0_figure", _library.CFigure),
    ],
)
def test_structs_are_those_of_the_header(struct, kind):
    types = {"char*": "c_char_p", "bool": "c_bool"}
    types.update((f"{sign}int{n}_t", f"c_{sign}int{n}") for n in (16, 32, 64) for sign in ("", "u"))
    body = re.sub(r"/\*.*?\*/", "", re.search(rf"struct {struct} \{{(.*?)\}};", HEADER, re.S).group(1), flags=re.S)
    fields = []
    for line in filter(str.strip, body.split(";")):
        kinds, names = re.match(r"\s*(?:const )?(\w+) (.*)", line, re.S).groups()
        for name in re.split(r",\s*", names):
            pointer = "*" if name.startswith("*") else ""
            fields.append((name.lstrip("*"), getattr(ctypes, types[kinds + pointer])))
    assert fields == list(kind._fields_)


def test_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", tmr0.__version__)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_violation_and_its_margin(engine):
    with tmr0.Chip(engine=engine) as chip:
        assert chip.last.number == 0
        chip.cmd(0xFF)
        chip.expect_clean()
        chip.timing("TWHDX", "19ns")
        chip.cmd(0xA1)
        (seen,) = chip.violations
        assert (seen.check, seen.mark, seen.access, seen.note) == ("TWHDX", "GK", 2, False)
        assert (seen.required_ps, seen.observed_ps) == (20000, 19000)
        assert seen.text == "TWHDX: required 20ns [GK], observed 19ns"
        assert str(seen).endswith("TWHDX: required 20ns [GK], observed 19ns (write high to data don't care)")
        margin = chip.margins()["TWHDX"]
        assert (margin.slack_ps, margin.required_ps, margin.violations, margin.form) == (-1000, 20000, 1, "TWHDX")
        assert "TRLRH" not in chip.margins()
        with pytest.raises(AssertionError, match="violations: .*TWHDX.*, expected none"):
            chip.expect_clean()
        chip.timing_legal()
        chip.cmd(0xA1)
        chip.expect_clean()
        with pytest.raises(AssertionError, match="violations: none, expected TWHDX"):
            chip.expect_violation("TWHDX")


@pytest.mark.parametrize("engine", ENGINES)
def test_chip_counts_pulses(engine):
    with tmr0.Chip(osc="4MHz", wire={"src2": "out1"}, engine=engine) as chip:
        chip.cmd(0x01)
        chip.data(0x2A, 0x01, 0, 0)  # count SRC1 up, repeat, TC toggles
        chip.cmd(0x61)
        chip.wait("1us")
        chip.pulse("src1", "1us", 7)
        chip.cmd(0xA1, 0x11)
        assert chip.read(7) == 7
        assert chip.last.value == 7 and chip.last.valid and chip.last.driven
        with pytest.raises(AssertionError, match="read: read 0x00, expected 0x07"):
            chip.read(7)
        assert chip.status(mask=0x3E) == 0
        assert chip.pin("out1") == 0 and chip.pin("fout") in (0, 1)
        chip.cmd(0x03)
        chip.data(0x04, 0x0B)  # counter 3: its output floats
        assert chip.out(1) == 0 and chip.out(3) == "z"
        pins = chip.pins
        assert list(pins) == ["out1", "out2", "out3", "out4", "out5", "fout"]
        assert pins["out3"] == "z" and pins["fout"] == chip.pin("fout")
        with pytest.raises(tmr0.InputError, match="src2 is wired to out1"):
            chip.set_pin("src2", 1)
        chip.set_pin("gate1", 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_wait_until(engine):
    with tmr0.Chip(engine=engine) as chip:
        chip.cmd(0x01)
        chip.data(0x22, 0x0B, 40, 0)  # 4 MHz down from 40, repeat, TC toggles OUT1
        chip.cmd(0x61)
        chip.wait_until("out1", 1, "20us")
        high = chip.now
        chip.wait_until("out1", 0, "20us")
        assert chip.now - high == 10_000_000
        with pytest.raises(AssertionError, match="out1 is 0 for 5us, expected 1"):
            chip.wait_until("out1", 1, "5us")
        assert chip.now - high == 15_000_000


def test_16_bits():
    with tmr0.Chip(engine="both") as chip:
        chip.cmd(0xEF)
        chip.cmdw(0xFF09)
        chip.word(0x1234)
        chip.cmdw(0xFF09)
        assert chip.readw(0x1234) == 0x1234


@pytest.mark.parametrize("engine", ENGINES)
def test_board(engine):
    slow = tmr0.Machine("sun3-60")
    longer = tmr0.Machine("sun3-60", strobe_hold=slow["strobe_hold"].typ + 5000)
    for machine, broken in ((slow, ["TWHDX"]), (longer, []), ("sun3-60", ["TWHDX"])):
        with tmr0.Board(machine, corner="max", engine=engine) as board:
            board.gap("1500ns")
            board.w(0, 0)
            board.w(2, 0xFF)
            board.expect_violation(*broken)
            assert board.r(2, mask=0xC0) == 0
    with tmr0.Board(engine=engine, pal="direct") as board:
        board.r(0)
        assert "TAVRL" in {v.check for v in board.violations}


def test_figures():
    part = tmr0.Part("am9513a", TWHDX=10000, arm_again="runs-on")
    assert part["TWHDX"].typ == 20000 and part["TWHDX"].mark == "GK" and part["TWHDX"].unit == "ps"
    assert part["TWHDX"].what == "write high to data don't care" and part["TWHDX"].source
    assert "choice.arm_again" in part and len(part) > 30
    assert part.settings() == ["part am9513a", "set part.TWHDX 10000ps", "set choice.arm_again runs-on"]
    with tmr0.Chip(part, engine="model") as chip:
        chip.timing("TWHDX", 10000)
        chip.cmd(0xFF)
        chip.expect_clean()
    machine = tmr0.Machine("sun3-160:window", control_strobe_on_read=True)
    assert machine.settings()[1] == "set machine.control_strobe_on_read yes"
    with pytest.raises(tmr0.InputError, match="'strobe' is not a figure of machine sun3-60"):
        tmr0.Machine("sun3-60", strobe="5ns")
    with pytest.raises(tmr0.InputError, match='no machine "sun9"'):
        tmr0.Machine("sun9")


@pytest.mark.parametrize(
    "text, call",
    [
        ("the target is board", lambda b: _library.check(_library.lib.tmr0_chip_read(b._handle, False, 8))),
        ("offset 4294967296 out of range", lambda b: b.w(1 << 32, 0)),
        ("offset 1, expected 0 or 2", lambda b: b.r(1)),
        ("value -1 out of range, expected 0..255", lambda b: b.w(0, -1)),
        ("value 256 out of range", lambda b: b.w(0, 256)),
        ("lies in the past", lambda b: b.at(-1)),
        ("lies in the past", lambda b: (b.wait(1000), b.at(999))),
        ("out of range", lambda b: b.at(1 << 70)),
        ("expected", lambda b: b.wait("5")),
        ("gap out of range", lambda b: b.gap(-1)),
        ('no pin "out6"', lambda b: b.pin("out6")),
        ('no pin "out0"', lambda b: b.out(0)),
        ("has a NUL", lambda b: b.pin("out1\0")),
        ("fout is not watched", lambda b: b.pin("fout")),
        ("opened without waves", lambda b: b.wave("/tmp/tmr0-none.fst")),
        ("no waves are written", lambda b: b.wave_end()),
    ],
)
def test_refused(text, call):
    with tmr0.Board(engine="model") as board:
        with pytest.raises(tmr0.InputError, match=re.escape(text)):
            call(board)


@pytest.mark.parametrize(
    "text, options",
    [
        ("no engine \"fast\", expected rtl, model or both", {"engine": "fast"}),
        ("expected", {"machine": "sun9"}),
        ("expected", {"osc": "9XHz"}),
        ("w is a statement, expected settings alone", {"settings": "w 0 0"}),
        ("the model writes none", {"engine": "model", "waves": True}),
        ("/nowhere: cannot read", {"data": "/nowhere"}),
    ],
)
def test_not_opened(text, options):
    with pytest.raises(tmr0.InputError, match=re.escape(text)):
        tmr0.Board(**options)


def test_closed():
    board = tmr0.Board(engine="model")
    board.close()
    board.close()
    with pytest.raises(tmr0.InputError, match="the board is closed"):
        board.r(0)
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        board.reed(0)


def test_nothing_keeps_a_board():
    board = tmr0.Board(engine="model")
    there = weakref.ref(board)
    gc.disable()
    del board
    assert there() is None
    gc.enable()


def test_waves(tmp_path):
    file = tmp_path / "a.fst"
    with tmr0.Chip(waves=True) as chip:
        chip.wave(str(file))
        chip.cmd(0xFF)
        chip.wave_end()
        assert file.stat().st_size > 1000
    assert list(tmp_path.iterdir()) == [file]
    with tmr0.Chip(waves=True) as chip:
        with pytest.raises(tmr0.SystemFailure, match="cannot write: No such file"):
            chip.wave(str(tmp_path / "none" / "a.fst"))


def test_threads():
    """Boards of several threads do what one does alone; the errors are each thread's own."""

    def counts(engine):
        with tmr0.Board("sun3-60", engine=engine) as board:
            board.gap("1500ns")
            board.w(0, 0)
            board.w(2, 0xFF, 0x5F)
            seen = [(board.r(2), board.now) for _ in range(30)]
            with pytest.raises(tmr0.InputError, match=f"no pin \"{threading.get_ident()}\""):
                board.pin(str(threading.get_ident()))
            return seen, len(board.violations)

    alone = {engine: counts(engine) for engine in ENGINES}
    found = []
    threads = [threading.Thread(target=lambda e=e: found.append(counts(e) == alone[e])) for e in ENGINES * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 6


def test_closing_order():
    """Any order of closing, and boards left open at the end."""
    boards = [tmr0.Chip() for _ in range(10)]
    for n in (3, 9, 0, 5):
        boards[n].close()
    boards.clear()
    with tmr0.Chip() as outer:
        with tmr0.Board(engine="both"):
            pass
        outer.cmd(0xFF)


def test_not_copied():
    with tmr0.Chip(engine="model") as chip:
        for make in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied"):
                make(chip)
        chip.cmd(0xFF)


def test_saved():
    with tmr0.Board("sun3-60", engine="model") as board, tmr0.Board("sun3-60", engine="model") as later:
        board.w(0, 0)
        board.w(2, 0xFF)
        state = board.save()
        with pytest.raises(tmr0.InputError, match="altered"):
            later.load(state[:-1] + bytes([state[-1] ^ 1]))
        with pytest.raises(tmr0.InputError, match="tmr0_load: argument 2"):
            later.load("s")
        later.load(state)
        assert later.now == board.now and later.last == board.last
        assert later.r(2) == board.r(2) and later.margins() == board.margins()
    with tmr0.Chip() as chip, pytest.raises(tmr0.InputError, match="engine model alone"):
        chip.save()


def test_texts():
    with tmr0.Board("sun3-60", engine="model") as board:
        board.wait("5us")
        assert repr(board) == "<Board sun3-60, engine model, at 5000000 ps>"
        with pytest.raises(tmr0.InputError, match="value 'x', expected an int from 0 to 255"):
            board.w(2, "x")
        with pytest.raises(tmr0.InputError, match="without waves, expected waves=True"):
            board.wave("a.fst")
    assert repr(board) == "<Board sun3-60, engine model, closed>"


def test_wrong_arguments():
    """What is wrong is refused before an access is made or time passes."""
    with tmr0.Chip(engine="model") as chip:
        for call, why in (
            (lambda: chip.pin(3), "3, expected text"),
            (lambda: chip.at(5.5), "time 5.5, expected picoseconds or text such as '5us'"),
            (lambda: chip.wait(None), "time None, expected picoseconds"),
            (lambda: chip.wait("-5us"), "wait -5us, expected 0 or more"),
            (lambda: chip.wait_until("out1", 5, "1ms"), "level 5, expected 0, 1 or 'z'"),
            (lambda: chip.timing("TWHDX", None), "time None, expected picoseconds"),
            (lambda: chip.status(expect="x"), "expect 'x', expected an int from 0 to 255"),
            (lambda: chip.readw(mask=0x10000), "mask 65536 out of range, expected 0..65535"),
            (lambda: chip.cmd(0xFF, 1, 0x1FF), "value 511 out of range, expected 0..255"),
        ):
            with pytest.raises(tmr0.InputError, match=re.escape(why)):
                call()
        assert chip.last.number == 0 and chip.now == 0
    with tmr0.Board("sun3-60", engine="model") as board:
        for call in (lambda: board.r(2, mask="x"), lambda: board.w(2, 1, 256)):
            with pytest.raises(tmr0.InputError):
                call()
        assert board.last.number == 0
    with pytest.raises(tmr0.InputError, match="None, expected text"):
        tmr0.Board("sun3-60", engine=None)


class Alarm(Exception):
    pass


def test_wait_ends_by_signal():
    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with tmr0.Chip(engine="rtl") as chip:
            chip.cmd(0xFF)
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(Alarm):
                chip.wait("100000s")
            chip.wait("1us")
    finally:
        signal.signal(signal.SIGALRM, before)


def test_close_while_another_waits():
    chip = tmr0.Chip(engine="model")
    chip.cmd(0xFF)
    seen = []

    def wait():
        try:
            chip.wait("4000000s")
        except tmr0.InputError as error:
            seen.append(str(error))

    thread = threading.Thread(target=wait)
    thread.start()
    while chip.now < 10**11:
        pass
    chip.close()
    thread.join()
    assert seen == ["the board is closed, expected an open one"]


@pytest.mark.parametrize("slices", [7, 10**9])
def test_slices_change_nothing(monkeypatch, slices):
    monkeypatch.setattr(tmr0._boards, "SLICE_PULSES", slices)
    monkeypatch.setattr(tmr0._boards, "SLICE_PS", slices * 1000)
    with tmr0.Chip() as chip:
        chip.cmd(0xFF, 0x01)
        chip.data(0x28, 0x01, 0, 0)  # counter 1: SRC1, binary, up, repetitively, from 0
        chip.cmd(0x61)
        chip.wait("1us")
        chip.pulse("src1", "100ns", 20)
        chip.wait("3us")
        chip.cmd(0xA1, 0x11)
        assert (chip.read() | chip.read() << 8, chip.now) == (20, 22640000)
