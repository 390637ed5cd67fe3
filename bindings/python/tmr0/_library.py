# SPDX-License-Identifier: MIT
"""libtmr0.so: where it is, its functions, its errors. include/tmr0/board.h describes them."""
import ctypes
import os
import pathlib
import sysconfig
from ctypes import POINTER, c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Optional, Tuple, Union

Time = Union[int, str]
"""Picoseconds, or text with a unit: "1.5us"."""


class Error(Exception):
    """A request that libtmr0 refused or could not do; the text is the library's."""


class InputError(Error, ValueError):
    """Bad input, or an impossible request."""


class EnginesDiffer(Error):
    """The engines of "both" differ; the text has several lines. The board can only be closed."""


class SystemFailure(Error, OSError):
    """No memory, or a file cannot be written."""


def _find() -> Tuple[str, Optional[str]]:
    """The library, and the folder of the figures if the library does not find it by itself."""
    named = os.environ.get("TMR0_LIBRARY")
    if named:
        return named, None
    here = pathlib.Path(__file__).resolve()
    tree = here.parents[3]
    if here.parents[1].name == "python" and (tree / "machines").is_dir():  # in the tree
        library, data = tree / "build/lib/libtmr0.so", str(tree)
        if not library.exists():
            raise ImportError(f"{library}: not there, expected it after `make build/lib/libtmr0.so`")
        return str(library), data
    multiarch = sysconfig.get_config_var("MULTIARCH") or ""  # "x86_64-linux-gnu"
    for folder in here.parents:  # PREFIX/lib/python3.x/dist-packages/tmr0/
        for library in (folder / "libtmr0.so.0", folder / multiarch / "libtmr0.so.0"):
            if folder.name == "lib" and library.exists():
                return str(library), None
    raise ImportError("no libtmr0.so.0 in the lib folder above this module, expected TMR0_LIBRARY=FILE to name it")


class CAccess(ctypes.Structure):
    _fields_ = [
        ("number", c_uint32),
        ("start_ps", c_uint64),
        ("end_ps", c_uint64),
        ("value", c_uint16),
        ("driven", c_bool),
        ("valid", c_bool),
    ]


class COptions(ctypes.Structure):
    _fields_ = [("settings", c_char_p), ("engine", c_char_p), ("data", c_char_p), ("waves", c_bool), ("fout", c_bool)]


class CViolation(ctypes.Structure):
    _fields_ = [
        ("check", c_char_p),
        ("mark", c_char_p),
        ("what", c_char_p),
        ("text", c_char_p),
        ("note", c_bool),
        ("amounts", c_bool),
        ("access", c_uint32),
        ("at_ps", c_uint64),
        ("required_ps", c_int64),
        ("observed_ps", c_int64),
    ]


class CMargin(ctypes.Structure):
    _fields_ = [
        ("check", c_char_p),
        ("what", c_char_p),
        ("form", c_char_p),
        ("mark", c_char_p),
        ("note", c_bool),
        ("observed", c_bool),
        ("slack_ps", c_int64),
        ("required_ps", c_int64),
        ("at_ps", c_uint64),
        ("access", c_uint32),
        ("violations", c_uint64),
    ]


class CFigure(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("what", c_char_p),
        ("unit", c_char_p),
        ("mark", c_char_p),
        ("source", c_char_p),
        ("min", c_int64),
        ("typ", c_int64),
        ("max", c_int64),
    ]


ON_VIOLATION = ctypes.CFUNCTYPE(None, c_void_p, POINTER(CViolation))
ON_FIGURE = ctypes.CFUNCTYPE(None, c_void_p, POINTER(CFigure))

_file, DATA = _find()
lib = ctypes.CDLL(_file)

_BOARD = c_void_p
for _name, _result, _arguments in (
    ("tmr0_error", c_char_p, ()),
    ("tmr0_version", c_char_p, ()),
    ("tmr0_time", c_int, (c_char_p, POINTER(c_int64))),
    ("tmr0_open", c_int, (POINTER(_BOARD), POINTER(COptions))),
    ("tmr0_close", c_int, (_BOARD,)),
    ("tmr0_now_ps", c_uint64, (_BOARD,)),
    ("tmr0_run_until", c_int, (_BOARD, c_uint64)),
    ("tmr0_step", c_int, (_BOARD, c_uint64)),
    ("tmr0_settle", c_int, (_BOARD,)),
    ("tmr0_gap", c_int, (_BOARD, c_int64)),
    ("tmr0_write", c_int, (_BOARD, c_uint, c_uint)),
    ("tmr0_read", c_int, (_BOARD, c_uint)),
    ("tmr0_chip_write", c_int, (_BOARD, c_bool, c_uint, c_uint)),
    ("tmr0_chip_read", c_int, (_BOARD, c_bool, c_uint)),
    ("tmr0_last", POINTER(CAccess), (_BOARD,)),
    ("tmr0_timing", c_int, (_BOARD, c_char_p, c_int64)),
    ("tmr0_timing_legal", None, (_BOARD,)),
    ("tmr0_set_pin", c_int, (_BOARD, c_char_p, c_bool)),
    ("tmr0_pulse", c_int, (_BOARD, c_char_p, c_int64, c_uint64)),
    ("tmr0_pin", c_int, (_BOARD, c_char_p)),
    ("tmr0_on_violation", None, (_BOARD, ON_VIOLATION, c_void_p)),
    ("tmr0_margin", c_int, (_BOARD, c_uint, POINTER(CMargin))),
    ("tmr0_save", c_int, (_BOARD, c_char_p, c_size_t)),
    ("tmr0_load", c_int, (_BOARD, c_char_p, c_size_t)),
    ("tmr0_waves", c_int, (_BOARD, c_char_p)),
    ("tmr0_waves_end", c_int, (_BOARD,)),
    ("tmr0_figures", c_int, (c_char_p, c_char_p, c_char_p, ON_FIGURE, c_void_p)),
):
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments


def check(status: int) -> int:
    """Returns the status if it is 0 or above, else raises the library's error."""
    if status >= 0:
        return status
    kind = {-1: EnginesDiffer, -2: InputError}.get(status, SystemFailure)
    raise kind(lib.tmr0_error().decode())


def to_c(text: str) -> bytes:
    """Text for the library, which ends at a NUL."""
    if not isinstance(text, str):
        raise InputError(f"{text!r}, expected text")
    if "\0" in text:
        raise InputError(f"text {text!r} has a NUL, expected none")
    return os.fsencode(text)


def to_ps(time: Time) -> int:
    """A time in picoseconds. Ints are picoseconds; text is read as in a scenario."""
    if isinstance(time, str):
        ps = c_int64()
        check(lib.tmr0_time(to_c(time), ctypes.byref(ps)))
        return ps.value
    if not isinstance(time, int):
        raise InputError(f"time {time!r}, expected picoseconds or text such as '5us'")
    if not -(1 << 62) <= time <= 1 << 62:
        raise InputError(f"time {time} ps out of range, expected -2^62..2^62")
    return time
