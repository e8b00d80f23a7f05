"""Files: reading whole, writing whole or not at all, and one writer at a time.

Nothing here knows what the files hold. What makes a save safe:

- The new content goes to a temporary file in the same directory, is forced to the disk, and takes the
  place of the old file in one rename. Readers see the old file or the new one, so they need no lock.
- A writer locks the file before it reads it (flock, so the lock dies with its holder and leaves
  nothing behind) and locks the replacement before the rename, so the lock is never let go between.
- A file that does not exist yet is made with a link, or where there are no links by claiming its name
  first: both fail if another process was faster.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from typing import TYPE_CHECKING, Final

from spider_cli.errors import StorageError
from spider_cli.files.posix import (
    check_regular,
    open_locked,
    rename_new,
    reporting,
    sync,
    sync_directory,
    temporary_name,
    write_all,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

Path = str | os.PathLike[str]

SIZE_LIMIT: Final = 64 * 1024 * 1024
TOO_LARGE: Final = f"is larger than {SIZE_LIMIT // 1024 // 1024} MiB"

# O_NONBLOCK: opening a FIFO must not wait for its other end.
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC


def read(path: Path) -> bytes:
    """All bytes of a regular file of at most 64 MiB. Raises StorageError."""
    name = os.fspath(path)
    with reporting(name, "cannot be read"):
        descriptor = os.open(name, _READ)
    try:
        return _read_all(descriptor, name)
    finally:
        os.close(descriptor)


def read_any(path: Path) -> bytes:
    """All bytes, at most 64 MiB, of a file of any kind, a pipe too. Raises StorageError."""
    name = os.fspath(path)
    with (
        opened(path) as descriptor,
        reporting(name, "cannot be read"),
        open(descriptor, "rb", closefd=False) as file,
    ):
        return read_stream(file, name)


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
    with reporting(name, "cannot be read"):
        descriptor = os.open(name, _READ)
    with open(descriptor, "rb") as file:
        check_regular(descriptor, name)
        yield from stream_lines(file, name, ends=ends)


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


def expanded(path: Path, endings: tuple[str, ...]) -> list[str]:
    """The path; or if it is a directory, the files directly in it whose names end so, sorted by name."""
    name = os.fspath(path)
    try:
        return [os.path.join(name, entry) for entry in sorted(os.listdir(name)) if entry.endswith(endings)]
    except (OSError, ValueError):  # no directory, or none that may be read: reading it will say so
        return [name]


def target_of(path: Path) -> str:
    """The absolute path of the file that a path leads to through symbolic links. Raises StorageError."""
    name = os.fspath(path)
    with reporting(name, "cannot be found"):  # there may be no current directory
        return os.path.realpath(name)


def size_of(path: Path) -> int:
    """The size of a file in bytes, 0 if that cannot be known."""
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


@contextlib.contextmanager
def opened(path: Path) -> Iterator[int]:
    """A descriptor to read a file of any kind with, a pipe too, bit by bit. Raises StorageError."""
    name = os.fspath(path)
    with reporting(name, "cannot be read"):
        descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def locked(path: Path, *, create: bool = False) -> Iterator[LockedFile]:
    """The file, locked against other writers until the end of the `with` block.

    Waits up to 10 seconds for another process. With `create` the file need not exist: its `content`
    is None then. Raises StorageError if the file is missing, busy, not writable or not a regular file.
    """
    file = LockedFile(os.fspath(path), create=create)
    try:
        yield file
    finally:
        file.close()


class LockedFile:
    """A file that this process alone may replace. Made by `locked`.

    `content`: the bytes it held when it was locked, or None if there was no such file.
    """

    def __init__(self, name: str, *, create: bool) -> None:
        self.name = name
        self.content: bytes | None = None
        with reporting(name, "cannot be opened for writing"):
            self._path = os.path.realpath(name)  # what a symbolic link points to is replaced, not the link
            self._descriptor = self._open(create)
        if self._descriptor is not None:
            try:
                self.content = _read_all(self._descriptor, name)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let the lock go."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def write(self, content: bytes) -> None:
        """Replace the file; it stays locked. Raises StorageError, and then it is as it was."""
        if len(content) > SIZE_LIMIT:  # nobody could read it again
            raise StorageError(self.name, f"cannot be saved: it {TOO_LARGE}")
        with reporting(self.name, "cannot be saved", missing="there is no such directory"):
            temporary = temporary_name(os.path.dirname(self._path))
            descriptor = None
            try:
                descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
                self._keep_permissions(descriptor)
                write_all(descriptor, content)
                sync(descriptor)
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._put(temporary)
            except BaseException:
                if descriptor is not None:
                    os.close(descriptor)
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
                raise
            self.close()
            self._descriptor = descriptor
            sync_directory(os.path.dirname(self._path))

    def _open(self, create: bool) -> int | None:
        try:
            return open_locked(self.name, self._path, _WRITE)
        except FileNotFoundError:
            if create:
                return None
            raise

    def _keep_permissions(self, descriptor: int) -> None:
        if self._descriptor is None:
            return
        old = os.fstat(self._descriptor)
        for owner in (old.st_uid, -1):  # only root can give a file away, but a group of one's own fits
            with contextlib.suppress(PermissionError):
                os.fchown(descriptor, owner, old.st_gid)
                break
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))

    def _put(self, temporary: str) -> None:
        if self._descriptor is not None:
            os.replace(temporary, self._path)
            return
        try:
            rename_new(temporary, self._path)
        except FileExistsError:
            raise StorageError(self.name, "was made by another process just now, and is left alone") from None


@contextlib.contextmanager
def appended(path: Path, line: bytes) -> Iterator[None]:
    """Add a line to the end of a file, and take it off again if the `with` block fails.

    The file is made if need be. Raises StorageError, and then the file is as it was.
    """
    with contextlib.closing(GrowingFile(os.fspath(path))) as file:
        size = file.size()
        try:
            file.append(line)
            file.sync()
            yield
        # Not after an interrupt: nobody knows how far the block came, and better kept twice than lost.
        except Exception:
            file.take_back(size)
            raise


@contextlib.contextmanager
def growing(path: Path) -> Iterator[GrowingFile]:
    """A file to which this process alone adds lines until the end of the `with` block; made if need be.

    Raises StorageError if another process holds it for 10 seconds, or it cannot be written.
    """
    with contextlib.closing(GrowingFile(os.fspath(path))) as file:
        yield file
        file.sync()


class GrowingFile:
    """What `growing` gives. A line is in the file when `append` returns, whatever becomes of the process."""

    def __init__(self, name: str) -> None:
        self._name = name
        with reporting(name, "cannot be added to", missing="there is no such directory"):
            self._path = os.path.realpath(name)
            self._descriptor = open_locked(name, self._path, _WRITE | os.O_CREAT | os.O_APPEND)

    def close(self) -> None:
        """Let the lock go."""
        os.close(self._descriptor)

    def size(self) -> int:
        """The size in bytes. Raises StorageError."""
        with reporting(self._name, "cannot be read"):
            return os.fstat(self._descriptor).st_size

    def lines(self) -> Iterator[bytes]:
        """The lines with their newlines, from the first. The last may lack it: a crash cut it short."""
        with open(self._descriptor, "rb", closefd=False) as file:
            file.seek(0)
            yield from stream_lines(file, self._name, ends=True)

    def cut(self, line: bytes) -> None:
        """Take off the last line, as `lines` gave it."""
        with reporting(self._name, "cannot be added to"):
            os.ftruncate(self._descriptor, self.size() - len(line))

    def append(self, line: bytes) -> None:
        """Add a line, with its newline or without. Raises StorageError, and then the file is as it was."""
        size = self.size()
        try:
            with reporting(self._name, "cannot be added to"):
                whole = _line_end(self._descriptor, size) + line.removesuffix(b"\n") + b"\n"
                write_all(self._descriptor, whole)
        except StorageError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, size)
            raise

    def sync(self) -> None:
        """Force what was added to the disk. Raises StorageError."""
        with reporting(self._name, "cannot be added to"):
            sync(self._descriptor)

    def take_back(self, size: int) -> None:
        """After an error make the file as long as it was; without anything in it there is no file."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, size)
            if not size:
                os.unlink(self._path)


def _line_end(descriptor: int, size: int) -> bytes:
    """A newline if the last line, cut short by a crash, lacks it."""
    return b"\n" if size and os.pread(descriptor, 1, size - 1) != b"\n" else b""


def _read_all(descriptor: int, name: str) -> bytes:
    with reporting(name, "cannot be read"):
        check_regular(descriptor, name)
        if os.fstat(descriptor).st_size > SIZE_LIMIT:
            raise StorageError(name, TOO_LARGE)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()
