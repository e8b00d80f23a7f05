"""Standard input, for the commands that read it where `-` stands for a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from spider_cli.cli.exits import UsageError

if TYPE_CHECKING:
    from typing import BinaryIO

#: How standard input is asked for on the command line, and what it is called in messages.
DASH: Final = "-"
STDIN: Final = "<stdin>"


def standard_input() -> BinaryIO:
    """Standard input as bytes. Raises UsageError if it is closed."""
    if sys.stdin is None:
        raise UsageError(f"{STDIN}: standard input is closed: there is nothing to read")
    return sys.stdin.buffer
