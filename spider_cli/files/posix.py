"""The calls of a POSIX system that `spider_cli.files` is made of: see `spider_cli.files.system`.

Each function makes one call, or a few that belong together, and raises the OSError of one that fails.
What a file system does not have (hard links, fsync, owners, access lists) is done without, where nothing
is lost by it and nobody gets more rights.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

# O_NONBLOCK: opening a FIFO must not wait for its other end. O_NOCTTY: a terminal must not become ours.
_OPEN: Final = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC

# How file systems say that they do not have a call, or not for this file.
_NOT_THERE: Final = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOTTY)
_NOT_ALLOWED: Final = (*_NOT_THERE, errno.EPERM, errno.EACCES, errno.ENODATA)

# Attributes that are sums over the content: a copy of them would be wrong for another content.
_SUMS: Final = ("security.evm", "security.ima")


def real_path(name: str) -> str:
    """The absolute path of the file that a name leads to through symbolic links."""
    return os.path.realpath(name)


# --- opening and closing ------------------------------------------------------------------------------


def open_to_read(path: str, *, follow: bool = True) -> int:
    """A descriptor of a file, perhaps not a regular one. `follow`: a symbolic link leads to its target."""
    return _waiting(os.open(path, os.O_RDONLY | _OPEN | (0 if follow else os.O_NOFOLLOW)))


def open_stream(path: str) -> int:
    """A descriptor to read a file of any kind with, once a pipe has a writer."""
    return os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC)


def open_to_write(path: str, *, follow: bool = True) -> int:
    """A descriptor to read and write a file that is there; what is written goes to its end."""
    return _waiting(os.open(path, os.O_RDWR | os.O_APPEND | _OPEN | (0 if follow else os.O_NOFOLLOW)))


def create(path: str, mode: int) -> int:
    """A descriptor of a new file. Raises FileExistsError."""
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)


def _waiting(descriptor: int) -> int:
    """The descriptor of a file, which waits from now on until there is something to read.

    Some file systems answer EAGAIN for a regular file that was opened with O_NONBLOCK.
    """
    try:
        if is_regular(descriptor):
            os.set_blocking(descriptor, True)
    except BaseException:
        close(descriptor)
        raise
    return descriptor


def close(descriptor: int) -> None:
    """Close a descriptor. It is gone even if the system reports an error, and what counts was synced."""
    with contextlib.suppress(OSError):
        os.close(descriptor)


# --- what a descriptor leads to -----------------------------------------------------------------------


def is_regular(descriptor: int) -> bool:
    """Whether it is a file, and no directory, pipe or device."""
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def is_writable(descriptor: int) -> bool:
    """Whether anybody may write the file. Renaming over it would ask nobody, and root may write anything."""
    return bool(os.fstat(descriptor).st_mode & 0o222)


def has_other_names(descriptor: int) -> bool:
    """Whether an open file has more than one name."""
    return os.fstat(descriptor).st_nlink > 1


def size(descriptor: int) -> int:
    """The size of an open file in bytes."""
    return os.fstat(descriptor).st_size


def size_of(path: str) -> int:
    """The size of a file in bytes."""
    return os.stat(path).st_size


def is_current(descriptor: int, path: str) -> bool:
    """Whether an open file is the one under this name: it may have been renamed, removed or replaced."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


def has_current_directory() -> bool:
    """Whether the directory that relative names start from is still there."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def is_link(path: str) -> bool:
    """Whether there is a symbolic link under this name."""
    return os.path.islink(path)


def names_in(directory: str) -> Iterator[str]:
    """The names in a directory, in no order; a million of them take no more memory than one."""
    with os.scandir(directory) as entries:
        for entry in entries:
            yield entry.name


# --- reading and writing ------------------------------------------------------------------------------


def read(descriptor: int, limit: int) -> bytes:
    """At most `limit` bytes from where the last read ended; none at the end of the file."""
    return os.read(descriptor, limit)


def rewind(descriptor: int) -> None:
    """Let the next read begin at the start of the file."""
    os.lseek(descriptor, 0, os.SEEK_SET)


def read_at(descriptor: int, limit: int, place: int) -> bytes:
    """At most `limit` bytes from a place in the file."""
    return os.pread(descriptor, limit, place)


def write_all(descriptor: int, content: bytes) -> None:
    """Write all bytes at the end of the file."""
    rest = memoryview(content)
    while rest:  # a disk that is nearly full takes a part, and refuses the next
        rest = rest[os.write(descriptor, rest) :]


def truncate(descriptor: int, length: int) -> None:
    """Cut a file off after `length` bytes."""
    os.ftruncate(descriptor, length)


def sync(descriptor: int) -> None:
    """Force a file to the disk, where its file system can."""
    if full_sync := getattr(fcntl, "F_FULLFSYNC", None):  # on macOS fsync gets only as far as the drive
        with contextlib.suppress(OSError):  # not every file system can
            fcntl.fcntl(descriptor, full_sync)
            return
    with _doing_without(_NOT_THERE):
        os.fsync(descriptor)


# --- names --------------------------------------------------------------------------------------------


def replace(old: str, new: str) -> None:
    """Rename a file, in place of the one of the new name."""
    os.replace(old, new)


def rename_new(old: str, new: str) -> bool:
    """Rename a file; returns False if that cannot be done safely here, since there are no hard links.

    Raises FileExistsError if there is a file of the new name.
    """
    link = getattr(os, "link", None)  # Python has none on some systems
    try:
        if link is None:
            return False
        link(old, new)
    except FileExistsError:
        raise
    except OSError:  # systems have many ways to say that they have no links
        return False
    remove(old)
    return True


def remove(path: str) -> None:
    """Remove a file, if that can be done."""
    with contextlib.suppress(OSError):
        os.unlink(path)


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
            close(descriptor)


# --- locks --------------------------------------------------------------------------------------------


def try_lock(descriptor: int) -> bool:
    """Lock a file against other writers until it is closed, also by a kill; False if another has it locked.

    Whoever reads the file does not feel the lock.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def pause(seconds: float) -> None:
    """Wait."""
    time.sleep(seconds)


# --- rights -------------------------------------------------------------------------------------------


def copy_rights(old: int, new: int) -> None:
    """Give a new file, private so far, the owner, group, access list, attributes and mode of an old one.

    What the system does not allow is left out, and then rights are taken away rather than given.
    Raises PermissionError if not even that is allowed.
    """
    wanted = os.fstat(old)
    for owner in (wanted.st_uid, -1):  # only root can give a file away, but a group of one's own fits
        with _doing_without(_NOT_ALLOWED):
            os.fchown(new, owner, wanted.st_gid)
            break
    _copy_attributes(old, new)
    mode = wanted.st_mode & 0o777
    lists = _access_lists(new)
    same_group = os.fstat(new).st_gid == wanted.st_gid
    if lists != _access_lists(old) or (lists and not same_group):
        mode &= 0o700
    elif not same_group:
        mode = _same_for_group_and_others(mode)
    _set_mode(new, mode)


def limit_rights(descriptor: int, model: int) -> None:
    """Take the rights to a file away that another file does not give.

    Raises PermissionError if that is not allowed.
    """
    facts, wanted = os.fstat(descriptor), os.fstat(model)
    mode = facts.st_mode & wanted.st_mode & 0o777
    if _access_lists(descriptor) != _access_lists(model):
        mode &= 0o700
    elif facts.st_gid != wanted.st_gid:
        mode = _same_for_group_and_others(mode)
    if mode != facts.st_mode & 0o777:
        _set_mode(descriptor, mode)


def _same_for_group_and_others(mode: int) -> int:
    """The mode for another group: those of the old one are among the others now, and the other way round."""
    both = (mode >> 3) & mode & 0o7
    return (mode & 0o700) | both << 3 | both


def _set_mode(descriptor: int, mode: int) -> None:
    """Raises PermissionError if others would keep more rights than that."""
    with _doing_without(_NOT_ALLOWED):
        os.fchmod(descriptor, mode)
    if os.fstat(descriptor).st_mode & 0o777 & ~mode:
        raise PermissionError(errno.EPERM, "Others would get rights to it")


def _copy_attributes(old: int, new: int) -> None:
    """Copy what a file has of extended attributes, access lists among them, and remove all else."""
    there, wanted = _attributes(new), _attributes(old)
    for name in there - wanted:  # a directory may give an access list to every new file
        with _doing_without(_NOT_ALLOWED):
            os.removexattr(new, name)
    for name in wanted:
        with _doing_without(_NOT_ALLOWED):
            os.setxattr(new, name, os.getxattr(old, name))


def _access_lists(descriptor: int) -> dict[str, bytes]:
    """The access lists of a file by the names of their attributes, as `system.posix_acl_access`."""
    return {name: os.getxattr(descriptor, name) for name in _attributes(descriptor) if _is_list(name)}


def _is_list(name: str) -> bool:
    return name.startswith("system.") and "acl" in name


def _attributes(descriptor: int) -> set[str]:
    """The names of the extended attributes that can be copied; Python knows them on Linux only."""
    if not hasattr(os, "listxattr"):
        return set()
    with _doing_without(_NOT_THERE):
        return set(os.listxattr(descriptor)).difference(_SUMS)
    return set()


@contextlib.contextmanager
def _doing_without(errors: tuple[int, ...]) -> Iterator[None]:
    """A block that may fail with these errors."""
    try:
        yield
    except OSError as error:
        if error.errno not in errors:
            raise
