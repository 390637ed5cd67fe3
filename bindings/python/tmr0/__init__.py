# SPDX-License-Identifier: MIT
"""The timer board of tmr0, or its Am9513A alone, with every AC parameter checked in picoseconds.

    import tmr0

    with tmr0.Chip(engine="model") as chip:
        chip.timing("TWHDX", "19ns")
        chip.cmd(0xff)
        print(chip.violations[0])

The methods are the words of the scenario language (docs/manual.md). Times are picoseconds as int, or text with a unit.
Errors are exceptions with the texts of the C library. A value that differs from the one expected, and violations that
are not expected, raise AssertionError. TMR0_LIBRARY=FILE in the environment names another libtmr0.so."""
from ._boards import Access, Board, Chip, Margin, Timer, Violation
from ._figures import Figure, Machine, Part
from ._library import EnginesDiffer, Error, InputError, SystemFailure, Time, lib

__version__: str = lib.tmr0_version().decode()
__all__ = [
    "Access",
    "Board",
    "Chip",
    "EnginesDiffer",
    "Error",
    "Figure",
    "InputError",
    "Machine",
    "Margin",
    "Part",
    "SystemFailure",
    "Time",
    "Timer",
    "Violation",
]
