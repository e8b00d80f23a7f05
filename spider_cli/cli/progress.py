"""Progress on standard error. It is no matter if nobody can see it any more."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, cast

from spider_cli.cli.display import moves_cursor
from spider_cli.render.style import CLEAR_LINE

if TYPE_CHECKING:
    from typing import TextIO


def progress_stream(color: bool | None, *, quiet: bool, lines_between: bool = False) -> TextIO | None:
    """Where progress may be shown: a terminal on which the cursor may be moved; None if there is none.

    `lines_between`: whether standard output gets lines meanwhile; if on a terminal, progress would
    stand among them.
    """
    among_lines = lines_between and sys.stdout is not None and sys.stdout.isatty()
    if quiet or among_lines or not moves_cursor(color, sys.stderr):
        return None
    return cast("TextIO", _Stream())


class _Stream:
    """Standard error, as much of a stream as progress needs; that it cannot be written stops no work."""

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()

    def isatty(self) -> bool:
        return True


def clear_line(stream: TextIO | None) -> None:
    """Make room for a message where progress is shown."""
    if stream:
        stream.write(CLEAR_LINE)
        stream.flush()
