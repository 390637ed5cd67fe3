# SPDX-License-Identifier: MIT
"""The bound of TWHDX, how long write data must be held, found by bisection on both engines.

    pytest test_twhdx.py"""
import pytest

import tmr0


def is_violated(engine: str, hold_ps: int) -> bool:
    """Whether a write whose data are held that long breaks TWHDX."""
    with tmr0.Chip(engine=engine) as chip:
        chip.timing("TWHDX", hold_ps)
        chip.cmd(0xFF)  # master reset
        return any(v.check == "TWHDX" for v in chip.violations)


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_bound_is_that_of_the_part(engine: str) -> None:
    short, long = 0, 100_000  # ps: violated, kept
    assert is_violated(engine, short) and not is_violated(engine, long)
    while long - short > 1:
        middle = (short + long) // 2
        if is_violated(engine, middle):
            short = middle
        else:
            long = middle
    assert long == tmr0.Part("am9513a")["TWHDX"].typ
