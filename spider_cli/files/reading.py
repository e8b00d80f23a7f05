"""Reading files and streams: whole, line by line, or bit by bit.

A read that gives nothing is the end of a file only if the system says so; "not now" is an error.
"""

from __future__ import annotations

import contextlib
import io
import os
from typing import TYPE_CHECKING, Final

from spider_cli.errors import StorageError
from spider_cli.files import system
from spider_cli.files.failures import reporting
from spider_cli.files.paths import Path, check_game_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

SIZE_LIMIT: Final = 64 * 1024 * 1024
TOO_LARGE: Final = f"is larger than {SIZE_LIMIT // 1024 // 1024} MiB"

_BLOCK: Final = 1 << 18  # bytes read at once


def read(path: Path) -> bytes:
    """All bytes of a game file, which is a regular file of at most 64 MiB. Raises StorageError."""
    name = os.fspath(path)
    check_game_path(name)
    with _opened_regular(name) as descriptor:
        return read_all(descriptor, name)


def read_all(descriptor: int, name: str) -> bytes:
    """All bytes, at most 64 MiB, of an open file that errors call `name`. Raises StorageError."""
    with reporting(name, "cannot be read"):
        size = system.size(descriptor)
        if size > SIZE_LIMIT:
            raise StorageError(name, TOO_LARGE)
        pieces, length = [], 0
        while length <= SIZE_LIMIT and (piece := system.read(descriptor, max(size - length, _BLOCK) + 1)):
            pieces.append(piece)
            length += len(piece)
    if length > SIZE_LIMIT:  # it has grown meanwhile
        raise StorageError(name, TOO_LARGE)
    return b"".join(pieces)


def read_any(path: Path) -> bytes:
    """All bytes, at most 64 MiB, of a file of any kind, a pipe too. Raises StorageError."""
    name = os.fspath(path)
    with opened(path) as descriptor, io.BufferedReader(_Descriptor(descriptor)) as stream:
        return read_stream(stream, name)


def read_stream(stream: BinaryIO, name: str) -> bytes:
    """All bytes, at most 64 MiB, of a stream that errors call `name`. Raises StorageError."""
    with reporting(name, "cannot be read"):
        content = stream.read(SIZE_LIMIT + 1)
    if len(content) > SIZE_LIMIT:
        raise StorageError(name, TOO_LARGE)
    return content


def read_lines(path: Path, *, ends: bool = False) -> Iterator[bytes]:
    """The lines of a regular file of any size, one at a time: see `stream_lines`. Raises StorageError."""
    name = os.fspath(path)
    with _opened_regular(name) as descriptor:
        yield from descriptor_lines(descriptor, name, ends=ends)


def descriptor_lines(descriptor: int, name: str, *, ends: bool = False) -> Iterator[bytes]:
    """The lines of an open file from where it was read last: see `stream_lines`. Raises StorageError."""
    with io.BufferedReader(_Descriptor(descriptor), _BLOCK) as stream:
        yield from stream_lines(stream, name, ends=ends)


def stream_lines(
    stream: BinaryIO, name: str, limit: int = SIZE_LIMIT, *, ends: bool = False
) -> Iterator[bytes]:
    """The lines of a stream without their newlines (with them if `ends`), none of them kept.

    Of a line longer than `limit` bytes only the first `limit + 1` are given. `name` is what the
    StorageError calls the stream if it cannot be read.
    """
    with reporting(name, "cannot be read"):
        while piece := stream.readline(limit + 1):
            yield piece if ends else piece.removesuffix(b"\n")
            while len(piece) > limit and not piece.endswith(b"\n"):
                piece = stream.readline(limit + 1)


def size_of(path: Path) -> int:
    """The size of a file in bytes, 0 if that cannot be known."""
    try:
        return system.size_of(os.fspath(path))
    except (OSError, ValueError):
        return 0


@contextlib.contextmanager
def opened(path: Path) -> Iterator[int]:
    """A descriptor to read a file of any kind with, a pipe too, bit by bit. Raises StorageError."""
    name = os.fspath(path)
    with reporting(name, "cannot be read"):
        descriptor = system.open_stream(name)
    try:
        yield descriptor
    finally:
        system.close(descriptor)


@contextlib.contextmanager
def _opened_regular(name: str) -> Iterator[int]:
    with reporting(name, "cannot be read"):
        descriptor = system.open_to_read(name)
    try:
        check_regular(descriptor, name)
        yield descriptor
    finally:
        system.close(descriptor)


def check_regular(descriptor: int, name: str) -> None:
    """Raises StorageError for a directory, a pipe or a device."""
    with reporting(name, "cannot be read"):
        if not system.is_regular(descriptor):
            raise StorageError(name, "is not a regular file")


class _Descriptor(io.RawIOBase):
    """An open file as `io.BufferedReader` reads it: all its calls of the system are those of `system`.

    Python's own would take "not now" (EAGAIN) for the end of the file. Closing it leaves the file open.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # RawIOBase says only "a buffer"
        piece = system.read(self._descriptor, len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)
