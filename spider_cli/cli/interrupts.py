"""Ctrl-C and other ends asked for by signal: nothing is left behind, and no step or save half done."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType, TracebackType
    from typing import Any


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
    before = {signum: signal.getsignal(signum) for signum in (signal.SIGTERM, signal.SIGHUP)}
    for signum, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(signum, _stop)
    try:
        yield
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


def _stop(signum: int, frame: FrameType | None) -> None:
    raise Stopped(signum)


class Interrupts:
    """While it is entered, SIGINT, SIGTERM and SIGHUP raise Stopped, but only where that does no harm.

    Elsewhere they wait for the next `check`, so no step and no save is ever half done. A signal that
    the parent had this process ignore (as nohup does) stays ignored.
    """

    def __init__(self) -> None:
        self._signum = 0
        self._harmless = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupts:
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(signum) is not signal.SIG_IGN:
                self._before[signum] = signal.signal(signum, self._arrived)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for signum, handler in self._before.items():
            signal.signal(signum, handler)

    def _arrived(self, signum: int, frame: FrameType | None) -> None:
        self._signum = signum
        if self._harmless:
            self._harmless = False  # a second signal must not disturb what the first one set going
            raise Stopped(signum)

    def check(self) -> None:
        """Raises Stopped if a signal has come."""
        if self._signum:
            raise Stopped(self._signum)

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
