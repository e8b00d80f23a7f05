"""Calls of a POSIX system, one or a few at a time; `spider_cli.files.storage` is made of them.

Functions raise StorageError where they say so, and else the system's OSError, which `reporting` turns
into one.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import time
from typing import TYPE_CHECKING, Final

from spider_cli.errors import MissingFileError, StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK_SECONDS: Final = 10.0
_POLL_SECONDS: Final = 0.02

# How file systems say that they have no links.
_NO_LINKS: Final = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)


#: Why no name that begins at the current directory leads anywhere.
GONE: Final = "the current directory has been removed"


def current_directory_is_gone() -> bool:
    """Whether the current directory of this process has been removed."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


@contextlib.contextmanager
def reporting(name: str, failure: str, missing: str = "there is no such file") -> Iterator[None]:
    """Turn what the system refuses into a StorageError."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOENT:
            if not os.path.isabs(name) and current_directory_is_gone():
                raise StorageError(name, GONE) from error
            raise MissingFileError(name, missing) from error
        raise StorageError(name, f"{failure}: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:  # a NUL byte in the name
        raise StorageError(name, f"{failure}: {error}") from error


def open_locked(name: str, path: str, flags: int) -> int:
    """A descriptor of the file at `path`, called `name`, once no other process has it locked.

    Raises StorageError, and OSError if it cannot be opened.
    """
    for _ in range(round(LOCK_SECONDS / _POLL_SECONDS)):
        descriptor = os.open(path, flags, 0o666)
        try:
            check_regular(descriptor, name)
            _check_writable(descriptor, name)
            if _try_lock(descriptor) and _is_current(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        time.sleep(_POLL_SECONDS)
    raise StorageError(name, f"is in use by another process (waited {LOCK_SECONDS:.0f} seconds)")


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_current(descriptor: int, path: str) -> bool:
    """Whether a file just locked is still the one under its name: the last holder may have replaced it."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


def check_regular(descriptor: int, name: str) -> None:
    """Refuse directories, pipes and devices with a StorageError."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise StorageError(name, "is not a regular file")


def _check_writable(descriptor: int, name: str) -> None:
    """Refuse a file marked read-only: renaming over it would ask nobody, and root may write anything."""
    if not os.fstat(descriptor).st_mode & 0o222:
        raise StorageError(name, "is read-only")


def write_all(descriptor: int, content: bytes) -> None:
    """Write all bytes at the end of what was written."""
    rest = memoryview(content)
    while rest:  # a disk that is nearly full takes a part, and refuses the next
        rest = rest[os.write(descriptor, rest) :]


def rename_new(old: str, new: str) -> None:
    """Rename a file. Raises FileExistsError if there is one of the new name."""
    try:
        os.link(old, new)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    else:
        os.unlink(old)
        return
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC))  # so the name is ours
    try:
        os.replace(old, new)
    except BaseException:
        os.unlink(new)
        raise


def sync(descriptor: int) -> None:
    """Force a file to the disk."""
    if full_sync := getattr(fcntl, "F_FULLFSYNC", None):  # on macOS fsync gets only as far as the drive
        with contextlib.suppress(OSError):  # not every file system can
            fcntl.fcntl(descriptor, full_sync)
            return
    os.fsync(descriptor)


def temporary_name(directory: str) -> str:
    """The name of a new file that no other process picks, short enough for any directory."""
    return os.path.join(directory, f".spider-{os.getpid()}-{os.urandom(4).hex()}.tmp")


def sync_directory(directory: str) -> None:
    """Force the names in a directory to the disk, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
