"""One writer at a time: a file is locked before it is read, and the lock dies with whoever holds it."""

from __future__ import annotations

from typing import Final

from spider_cli.errors import StorageError
from spider_cli.files import system
from spider_cli.files.failures import reason
from spider_cli.files.reading import check_regular

LOCK_SECONDS: Final = 10.0
_POLL_SECONDS: Final = 0.02


def open_locked(
    name: str, path: str, *, create: bool = False, follow: bool = True, patience: float | None = None
) -> int:
    """A descriptor of the file at `path`, called `name`, once no other process has it locked.

    Waits up to `patience` seconds, LOCK_SECONDS unless it is given. With `create` the file is made if it is
    missing, and removed again if it cannot be locked. Without `follow` a symbolic link is refused. Raises
    StorageError, and OSError if it cannot be opened.
    """
    patience = LOCK_SECONDS if patience is None else patience
    for _ in range(max(1, round(patience / _POLL_SECONDS))):
        descriptor, is_new = _open(path, create, follow)
        try:
            check_regular(descriptor, name)
            if not system.is_writable(descriptor):
                raise StorageError(name, "is read-only")
            if try_lock(descriptor, name) and system.is_current(descriptor, path):
                return descriptor
        except BaseException as error:
            if is_new and isinstance(error, StorageError):  # nobody else could use it either
                system.remove(path)
            system.close(descriptor)
            raise
        system.close(descriptor)
        system.pause(_POLL_SECONDS)
    raise StorageError(name, f"is in use by another process (waited {patience:.0f} seconds)")


def try_lock(descriptor: int, name: str) -> bool:
    """Whether nobody else had the file locked, and now this process has. Raises StorageError."""
    try:
        return system.try_lock(descriptor)
    except OSError as error:
        raise StorageError(
            name,
            f"cannot be locked against other programs: {reason(error)}; "
            "keep it in a directory whose file system has locks, as local disks have",
        ) from error


def _open(path: str, create: bool, follow: bool) -> tuple[int, bool]:
    """A descriptor, and whether the file is a new one."""
    try:
        return system.open_to_write(path, follow=follow), False
    except FileNotFoundError:
        if not create:
            raise
    try:
        return system.create(path, 0o666), True
    except FileExistsError:  # another process was faster
        return system.open_to_write(path, follow=follow), False
