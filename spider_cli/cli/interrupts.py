"""Ctrl-C and other ends asked for by signal: nothing is left behind, and no step or save half done."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType, TracebackType


class Stopped(KeyboardInterrupt):
    """A signal asked this process to end. Attributes: `exit_code`, 128 and the signal's number."""

    def __init__(self, signum: int) -> None:
        super().__init__()
        self.exit_code = 128 + signum


@contextlib.contextmanager
def orderly_end() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise Stopped, so that a command clears up as it does after Ctrl-C.

    A signal that the parent had this process ignore (as nohup does) stays ignored.
    """
    with _answered(_stop, signal.SIGTERM, signal.SIGHUP):
        yield


def _stop(signum: int, frame: FrameType | None) -> None:
    raise Stopped(signum)


@contextlib.contextmanager
def _answered(handler: Callable[[int, FrameType | None], None], *signums: int) -> Iterator[None]:
    """Let a function answer these signals, but for those that this process ignores."""
    before = {signum: signal.getsignal(signum) for signum in signums}
    for signum, old in before.items():
        if old is not signal.SIG_IGN:
            signal.signal(signum, handler)
    try:
        yield
    finally:
        for signum, old in before.items():
            signal.signal(signum, old)


class Interrupts:
    """While it is entered, SIGINT, SIGTERM and SIGHUP raise Stopped, but only where that does no harm.

    Elsewhere they wait for the next `check`, so no step and no save is ever half done. A signal that
    the parent had this process ignore (as nohup does) stays ignored.
    """

    def __init__(self) -> None:
        self._signum = 0
        self._harmless = False
        self._answered = _answered(self._arrived, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def __enter__(self) -> Interrupts:
        self._answered.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._answered.__exit__(kind, error, trace)

    def _arrived(self, signum: int, frame: FrameType | None) -> None:
        self._signum = signum
        if self._harmless:
            self._harmless = False  # a second signal must not disturb what the first one set going
            raise Stopped(signum)

    @property
    def exit_code(self) -> int:
        """The exit code for the signal that has come."""
        return 128 + self._signum

    def check(self) -> None:
        """Raises Stopped if a signal has come."""
        if self._signum:
            raise Stopped(self._signum)

    def forget(self, stop: Stopped) -> None:
        """Go on after Ctrl-C as if it had not come. Raises `stop` again if it was another signal."""
        if stop.exit_code != 128 + signal.SIGINT:
            raise stop
        self._signum = 0

    @contextlib.contextmanager
    def harmless(self) -> Iterator[None]:
        """A block that a signal may break off anywhere: it changes nothing, it waits or thinks.

        A signal that has come before does not break it off; call `check` inside for that.
        """
        self._harmless = True
        try:
            yield
        finally:
            self._harmless = False
