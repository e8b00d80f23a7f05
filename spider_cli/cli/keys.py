"""Single keys from the terminal, as they are pressed."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import termios
import tty
from typing import TYPE_CHECKING, Final

from spider_cli.cli.exits import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

# The sequence that an arrow or another key without a character sends, or one character.
_KEY: Final = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)


@contextlib.contextmanager
def pressed_keys() -> Iterator[Iterator[str]]:
    """The keys that are pressed during the `with` block, without echo; they end when the terminal is gone.

    Arrows and their like come as the escape sequences that xterm sends. Ctrl-C interrupts as ever. The
    terminal is asked even if standard input is something else. Raises UsageError if there is none,
    or it is gone.

    `click.getchar` would not do: between two calls the terminal echoes, and then what was typed is lost.
    """
    with _terminal() as descriptor:
        try:
            before = termios.tcgetattr(descriptor)
            tty.setcbreak(descriptor, termios.TCSADRAIN)
        except termios.error as error:
            raise UsageError(f"the terminal gives no single keys: {error.args[-1]}".lower()) from error
        try:
            yield _keys(descriptor)
        finally:
            with contextlib.suppress(termios.error):  # the terminal is gone
                termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextlib.contextmanager
def _terminal() -> Iterator[int]:
    if sys.stdin is not None and sys.stdin.isatty():
        yield sys.stdin.fileno()
        return
    try:
        descriptor = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise UsageError("there is no terminal to read keys from") from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _keys(descriptor: int) -> Iterator[str]:
    while typed := _read(descriptor):
        for key in _KEY.findall(typed.decode(errors="replace")):
            yield key.replace("\x1bO", "\x1b[")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 256)
    except OSError:  # the terminal is gone
        return b""
