"""Standard input, output and error of this process, without a buffer of what is still to be written.

The streams that Python opens keep what they could not write, try again when the process ends, and then
change the exit code to 120. They also take a pipe that is not ready for an error or for the end of the
input: an event loop at the other end sets its pipes so (O_NONBLOCK). Ours keep nothing back, and wait.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import TextIO

    # What `readinto` and `write` of a raw stream take; `collections.abc.Buffer` is new in Python 3.12.
    Buffer = bytearray | memoryview

#: What `ready` waits for: the values of POLLIN and POLLOUT on every system that has `poll`.
READABLE: Final = 1
WRITABLE: Final = 4


def replace_streams() -> None:
    """Put streams of our kind in the place of those that Python opened for this process.

    Standard input that is closed stays None; what is written to a closed output or error is dropped. A stream
    that is no file to the system is left alone: the console of Windows, or what a test puts there.
    """
    if _has_descriptor(sys.stdin):
        source = io.BufferedReader(_Stream(sys.stdin.fileno()))
        sys.stdin = io.TextIOWrapper(source, sys.stdin.encoding, sys.stdin.errors)
    sys.stdout = _writer(sys.stdout)
    sys.stderr = _writer(sys.stderr)


def _has_descriptor(stream: TextIO) -> bool:
    buffer = getattr(stream, "buffer", None)
    return isinstance(getattr(buffer, "raw", buffer), io.FileIO)


def _writer(stream: TextIO | None) -> TextIO:
    """The same stream without a buffer. A character that its encoding lacks is written as an escape."""
    if stream is None:
        descriptor, encoding = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC), "utf-8"
    elif _has_descriptor(stream):
        descriptor, encoding = stream.fileno(), stream.encoding
    else:
        return stream
    raw = _Stream(descriptor)
    return io.TextIOWrapper(raw, encoding, "backslashreplace", write_through=True)  # type: ignore[type-var]  # raw streams fit, as those of `python -u`


class _Stream(io.RawIOBase):
    """A descriptor to read from or to write to. It is not closed when the stream is."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:  # type: ignore[override]  # never None, unlike RawIOBase
        content = read(self._descriptor, len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def write(self, content: Buffer) -> int:  # type: ignore[override]  # never None, unlike RawIOBase
        rest = memoryview(content)
        while rest:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:
                ready(self._descriptor, WRITABLE)
        return len(content)


def read(descriptor: int, size: int) -> bytes:
    """At most `size` bytes as soon as there are any, b"" at the end. Raises OSError."""
    while True:
        try:
            return os.read(descriptor, size)
        except BlockingIOError:
            ready(descriptor, READABLE)


def ready(descriptor: int, event: int, seconds: float | None = None) -> bool:
    """Wait until reading or writing would not block: `event` says which of them is meant.

    Returns False if it still would after `seconds`; None is without end. An end of the input or a closed
    pipe does not block: reading or writing tells of it.
    """
    import select  # few commands ever wait

    if not hasattr(select, "poll"):  # Windows, whose pipes always block
        return True
    poll = select.poll()  # unlike `select.select` it takes descriptors above 1023
    poll.register(descriptor, event)
    return bool(poll.poll(None if seconds is None else max(0.0, seconds) * 1000))
