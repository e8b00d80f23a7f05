"""Waiting for the player in such a way that a signal is answered at once."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Seconds between two tries to wake the main thread.
_PAUSE: Final = 0.02


@contextlib.contextmanager
def wake_on_signal() -> Iterator[None]:
    """A block of the main thread that waits in one call of the system: a signal ends the waiting.

    Python runs the function that answers a signal only between two of its own instructions. A signal that
    comes after the last of them and before the call would be answered after the call, at the next key. So
    a second thread, which Python tells of each signal through a pipe, interrupts the main thread until the
    block is left. It interrupts with SIGURG, which does nothing else: the system ignores it by default.
    """
    watcher = _Watcher()
    try:
        try:
            watcher.start()
            yield
        finally:
            watcher.end()
    finally:
        watcher.end()  # once more, for a signal that came before the first instruction of the other


class _Watcher:
    """The second thread, and what has to be taken back after it. No signal comes half-way through either."""

    def __init__(self) -> None:
        self._after = contextlib.ExitStack()

    def start(self) -> None:
        with _signals_wait(), contextlib.ExitStack() as after:
            told, tell = os.pipe()
            after.callback(os.close, told)
            after.callback(signal.signal, signal.SIGURG, signal.signal(signal.SIGURG, _do_nothing))
            left, main = threading.Event(), threading.main_thread().ident
            thread = threading.Thread(target=_watch, args=(told, left, main), daemon=True)
            thread.start()
            after.callback(thread.join)
            after.callback(os.close, tell)  # the end of the pipe, at which the thread ends
            after.callback(left.set)
            os.set_blocking(tell, False)
            after.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(tell, warn_on_full_buffer=False))
            self._after = after.pop_all()

    def end(self) -> None:
        with _signals_wait():
            self._after.close()


@contextlib.contextmanager
def _signals_wait() -> Iterator[None]:
    """A block that no signal breaks off. A thread that is started in it gets no signal at any time."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch(told: int, left: threading.Event, main: int) -> None:
    """After the first signal, interrupt the main thread again and again until the block is left."""
    if os.read(told, 1):
        while not left.wait(_PAUSE):
            signal.pthread_kill(main, signal.SIGURG)


def _do_nothing(signum: int, frame: object) -> None:
    """A signal without any answer is ignored, and would interrupt no call."""
