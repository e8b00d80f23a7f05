"""The pipes of a script: lines come in when the other end has written some, replies go out as it reads.

While a script waits for the other end, its game is saved in time and signals are answered.
"""

from __future__ import annotations

import select
from time import monotonic
from typing import TYPE_CHECKING, Final

from spider_cli.cli.output import ReaderGone, output_descriptor, write
from spider_cli.cli.streams import READABLE, WRITABLE, ready

if TYPE_CHECKING:
    from spider_cli.cli.interrupts import Interrupts
    from spider_cli.cli.saver import Saver

_KEPT_BACK: Final = 32 * 1024  # characters of replies
# Characters written at once: a pipe that is ready takes PIPE_BUF bytes, and a character has at most four.
_PIECE: Final = getattr(select, "PIPE_BUF", 512) // 4


class Waiter:
    """Waits for the other end of a pipe, and meanwhile saves the game when it is time."""

    def __init__(self, saver: Saver, interrupts: Interrupts) -> None:
        self._saver = saver
        self._interrupts = interrupts

    def until_readable(self, descriptor: int) -> None:
        """Wait for something to read, or the end of it. Raises Stopped."""
        self._wait(descriptor, READABLE)

    def until_writable(self, descriptor: int) -> None:
        """Wait until a pipe takes a little more. Raises Stopped."""
        self._wait(descriptor, WRITABLE)

    def _wait(self, descriptor: int, event: int) -> None:
        while not ready(descriptor, event, 0):
            with self._interrupts.harmless():
                self._interrupts.check()
                # One second at most: a signal may come between the check and the call.
                ready(descriptor, event, min(1.0, self._saver.due - monotonic()))
            self._saver.save_if_due()


class Outbox:
    """Replies on their way to standard output, kept back a little so that many go at once.

    Attributes: `closed`, whether nobody reads them any more; they are dropped then.
    """

    def __init__(self, waiter: Waiter, interrupts: Interrupts) -> None:
        self._waiter = waiter
        self._interrupts = interrupts
        self._descriptor = output_descriptor()
        self._replies: list[str] = []
        self._size = 0
        self.closed = False

    def put(self, reply: str) -> None:
        """Add a reply, if there is any."""
        if reply and not self.closed:
            self._replies.append(reply)
            self._size += len(reply)
            if self._size > _KEPT_BACK:
                self.flush()

    def flush(self) -> None:
        """Write what is kept back. Raises OutputError, or Stopped if the reader is slow."""
        if not self._replies or self.closed:
            return
        text = "\n".join(self._replies) + "\n"
        self._replies.clear()
        self._size = 0
        try:
            for start in range(0, len(text), _PIECE):
                if self._descriptor is not None:
                    self._waiter.until_writable(self._descriptor)
                with self._interrupts.harmless():
                    write(text[start : start + _PIECE], end="")
        except ReaderGone:
            self.closed = True
