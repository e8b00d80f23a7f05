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
    told, tell = os.pipe()
    left = threading.Event()
    watcher = threading.Thread(target=_watch, args=(told, left, threading.main_thread().ident), daemon=True)
    with contextlib.ExitStack() as after:  # each is taken back, also if a signal raises before the next
        after.callback(os.close, told)
        after.callback(_end, watcher, left, tell)
        os.set_blocking(tell, False)
        watcher.start()
        after.callback(signal.signal, signal.SIGURG, signal.signal(signal.SIGURG, _do_nothing))
        after.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(tell, warn_on_full_buffer=False))
        yield


def _end(watcher: threading.Thread, left: threading.Event, tell: int) -> None:
    left.set()
    os.close(tell)  # the end of the pipe, at which the watcher ends
    if watcher.ident:  # it was started
        watcher.join()


def _watch(told: int, left: threading.Event, main: int) -> None:
    """After the first signal, interrupt the main thread again and again until the block is left."""
    if os.read(told, 1):
        while not left.wait(_PAUSE):
            signal.pthread_kill(main, signal.SIGURG)


def _do_nothing(signum: int, frame: object) -> None:
    """A signal without any answer is ignored, and would interrupt no call."""
