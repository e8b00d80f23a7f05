"""Standard output: what may be written to it, and what to do when it can no longer be written."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TYPE_CHECKING

import click

from spider_cli.cli.exits import Exit, OutputError
from spider_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator


class ReaderGone(Exception):  # noqa: N818  # not an error: whoever read our output has had enough
    """The other end of the pipe is closed."""


def prepare_streams() -> None:
    """Let no character that an encoding lacks stop a command: it is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write(text: str, end: str = "\n") -> None:
    """Write a line or lines to standard output at once. Raises ReaderGone or OutputError."""
    if sys.stdout is None:  # closed by the shell: nobody wants to read this
        return
    with printing():
        sys.stdout.write(text + end)
        sys.stdout.flush()


@contextlib.contextmanager
def printing() -> Iterator[None]:
    """A block that does nothing with the system but write to standard output. Raises as `write` does."""
    try:
        yield
    except OSError as error:
        discard_output()
        if isinstance(error, BrokenPipeError):
            raise ReaderGone from error
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"standard output cannot be written: {reason}") from error


def output_descriptor() -> int | None:
    """The descriptor of standard output, or None if it has none."""
    try:
        return sys.stdout.fileno() if sys.stdout else None
    except (OSError, ValueError):
        return None


def say(message: str) -> bool:
    """One line on standard error; if even that cannot be written, the exit code has to do.

    Returns whether there may be more to say: not if whoever read it has had enough.
    """
    try:
        click.echo(f"spider: {printable(message)}", err=True, color=False)
    except BrokenPipeError:
        return False
    except (OSError, ValueError):
        pass
    return True


def finish_output() -> Exit:
    """Flush what commands such as --help left in the buffer, so that nothing is said at exit."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
    except OSError:
        discard_output()
        return Exit.FILE
    return Exit.DONE


def discard_output() -> None:
    """Send the rest to nowhere: the interpreter would try to write it again when it ends."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
