# SPDX-License-Identifier: MIT
"""What a run says of its input, and its exit status."""
import sys
from typing import NoReturn

FAULTS = (IndexError, ValueError, OverflowError, RecursionError)  # what broken input leads to


class Unsupported(Exception):
    """What is needed of a source and not known: its text says what, expected what."""


def fail(text: str, status: int = 2) -> NoReturn:
    """Ends the run: 2 bad input, 3 the system failed."""
    print(f"specify2checks: {text}", file=sys.stderr)
    sys.exit(status)


def reason(why: Exception, text: str, expected: str) -> str:
    """Of one of Unsupported and FAULTS, where `text` of the source was read."""
    return str(why) if isinstance(why, Unsupported) else f"{text}, expected {expected}"


class Say:
    """What a run tells of its sources; its exit status."""

    def __init__(self, verbose: bool):
        self.verbose, self.status = verbose, 0
        self.spellings = set[str]()

    def left_out(self, where: str, text: str, aloud: bool = True) -> None:
        """Without `aloud` only --verbose names it."""
        self.status = 1
        if aloud or self.verbose:
            self.line(f"{where}: {text}; left out")

    def taken(self, where: str, text: str) -> None:
        """A name in another spelling, once."""
        text = f"{where}: {text}"
        if self.verbose and text not in self.spellings:
            self.line(text)
        self.spellings.add(text)

    def line(self, text: str) -> None:
        print(text, file=sys.stderr)
