"""Single keys from the terminal, as they are pressed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import termios
import tty
from typing import TYPE_CHECKING, Final

from spider_cli.cli.exits import UsageError
from spider_cli.cli.streams import read
from spider_cli.cli.wake_up import wake_on_signal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

# The sequence that an arrow or another key without a character sends, or one character.
_KEY: Final = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)


#: Stands among the keys where the process was stopped and goes on: the screen has to be drawn again.
REDRAW: Final = "\x0c"  # what Ctrl-L sends, which asks for the same


@contextlib.contextmanager
def pressed_keys() -> Iterator[Iterator[str]]:
    """The keys that are pressed during the `with` block, without echo; they end when the terminal is gone.

    Arrows and their like come as the escape sequences that xterm sends. Ctrl-C interrupts as ever. After
    Ctrl-Z the shell has its terminal as it was, and after `fg` comes REDRAW. The terminal is asked even
    if standard input is something else. Raises UsageError if there is none, or it is gone.

    `click.getchar` would not do: between two calls the terminal echoes, and then what was typed is lost.
    """
    with _terminal() as descriptor:
        try:
            keyboard = _Keyboard(descriptor)
        except termios.error as error:
            raise UsageError(f"the terminal gives no single keys: {error.args[-1]}".lower()) from error
        try:
            yield keyboard.keys()
        finally:
            keyboard.close()


class _Keyboard:
    """A terminal that gives single keys, but for the time in which the process is stopped."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._before = termios.tcgetattr(descriptor)
        self._waiting = False  # for a key
        self._went_on = False  # after a stop of which nobody has been told
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        self._handlers = {signum: signal.getsignal(signum) for signum in (signal.SIGTSTP, signal.SIGCONT)}
        self._answer_signals()

    def close(self) -> None:
        """Leave the terminal as it was."""
        for signum, handler in self._handlers.items():
            signal.signal(signum, handler)
        self._restore()

    def keys(self) -> Iterator[str]:
        """The keys, until the terminal is gone."""
        while True:
            try:
                with wake_on_signal():
                    typed = self._wait()
            except _WentOn:
                self._went_on = False
                yield REDRAW
                continue
            if not typed:
                return
            for key in _KEY.findall(typed.decode(errors="replace")):
                yield key.replace("\x1bO", "\x1b[")

    def _wait(self) -> bytes:
        """What is typed next, b"" if the terminal is gone. Raises _WentOn."""
        self._waiting = True
        try:
            if self._went_on:
                raise _WentOn
            return _read(self._descriptor)
        finally:
            self._waiting = False

    def _restore(self) -> None:
        with contextlib.suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def _answer_signals(self) -> None:
        if self._handlers[signal.SIGTSTP] is not signal.SIG_IGN:  # as a shell without jobs has it
            signal.signal(signal.SIGTSTP, self._stop)
        signal.signal(signal.SIGCONT, self._go_on)

    def _stop(self, signum: int, frame: FrameType | None) -> None:
        """Stop, as Ctrl-Z wants it. Where nobody could let the process go on, the system does not stop it."""
        self._restore()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        self._go_on(signum, frame)

    def _go_on(self, signum: int, frame: FrameType | None) -> None:
        """Take the terminal again: what stopped the process may have changed it."""
        self._answer_signals()
        with contextlib.suppress(termios.error):
            tty.setcbreak(self._descriptor, termios.TCSADRAIN)
        self._went_on = True
        if self._waiting:
            self._waiting = False
            raise _WentOn


class _WentOn(Exception):  # noqa: N818  # not an error: the player is back
    """The process was stopped and goes on."""


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


def _read(descriptor: int) -> bytes:
    try:
        return read(descriptor, 256)
    except OSError:  # the terminal is gone
        return b""
