# SPDX-License-Identifier: MIT
"""What is said of bad input, and the exit status."""
import sys
from typing import NoReturn


def fail(text: str, status: int = 2) -> NoReturn:
    print(f"specify2checks: {text}", file=sys.stderr)
    sys.exit(status)


class Unsupported(Exception):
    """What is needed of a source and not known."""


FAULTS = (IndexError, ValueError, OverflowError, RecursionError)  # what broken input leads to


def reason(why: Exception, text: str, expected: str) -> str:
    return str(why) if isinstance(why, Unsupported) else f"{text}, expected {expected}"
