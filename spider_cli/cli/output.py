"""Standard output and error: what may be written to them, and what is done when that fails."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

from spider_cli.cli.exits import OutputError
from spider_cli.render.style import Style, signs_fit
from spider_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


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


def choose_style(color: bool | None, ascii_only: bool) -> Style:
    """The style for standard output, from the options and the environment."""
    use_color = _wants_color(color, sys.stdout)
    if use_color:
        from colorama import just_fix_windows_console

        just_fix_windows_console()
    encoding = getattr(sys.stdout, "encoding", None)
    return Style(color=use_color, signs=not ascii_only and signs_fit(encoding))


def controls(color: bool | None, stream: TextIO | None) -> bool:
    """Whether a stream is a terminal on which the cursor may be moved: never where colour is off."""
    return stream is not None and stream.isatty() and _wants_color(color, stream)


def _wants_color(flag: bool | None, stream: TextIO | None) -> bool:
    """The flag decides, then NO_COLOR, then FORCE_COLOR (if not empty), then the terminal."""
    if flag is not None:
        return flag
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"
