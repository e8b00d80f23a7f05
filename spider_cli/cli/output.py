"""Standard output and error: what may be written to them, and what is done when that fails."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

from spider_cli.cli.exits import OutputError
from spider_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator


class ReaderGone(Exception):  # noqa: N818  # not an error: whoever read our output has had enough
    """The other end of the pipe is closed."""


def write(text: str, end: str = "\n") -> None:
    """Write a line or lines to standard output at once. Raises ReaderGone or OutputError."""
    with printing():
        sys.stdout.write(text + end)
        sys.stdout.flush()


@contextlib.contextmanager
def printing() -> Iterator[None]:
    """A block that does nothing with the system but write to standard output. Raises as `write` does."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"standard output cannot be written: {reason}") from error


def output_descriptor() -> int | None:
    """The descriptor of standard output, or None if it has none."""
    try:
        return sys.stdout.fileno() if sys.stdout else None
    except (OSError, ValueError):
        return None


def say(message: str) -> bool:
    """One line on standard error; returns as `write_error` does."""
    return write_error(f"spider: {printable(message)}")


def write_error(text: str) -> bool:
    """Write a line or lines to standard error. If even that fails, the exit code has to do.

    Returns whether there may be more to say: not if whoever read it has had enough.
    """
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except BrokenPipeError:
        return False
    except (OSError, ValueError):
        pass
    return True
