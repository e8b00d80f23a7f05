"""Temporary files: each is locked by the process that made it, so one without a lock belongs to nobody."""

from __future__ import annotations

import contextlib
import os
import re
from typing import Final

from spider_cli.errors import StorageError
from spider_cli.files import system
from spider_cli.files.locking import try_lock

_TRIES: Final = 10

# Names as `system.temporary_name` gives them.
_PREFIX: Final = ".spider-"
_NAME: Final = re.escape(_PREFIX) + r"[0-9]+-[0-9a-f]{8}\.tmp"


class TemporaryFile:
    """A new file in a directory, locked, under a name that no other process picks.

    Attributes: `path`; `descriptor`, to read and write it.
    """

    def __init__(self, directory: str, mode: int, name: str) -> None:
        """`name`: what errors call the file that is being saved. Raises OSError, StorageError."""
        for _ in range(_TRIES):
            self.path = system.temporary_name(directory)
            self.descriptor = system.create(self.path, mode)
            try:
                if try_lock(self.descriptor, name) and system.is_current(self.descriptor, self.path):
                    return
            except BaseException:
                self.discard()
                raise
            self.discard()  # `remove_abandoned` of another process was faster than our lock
        raise StorageError(name, "cannot be saved: other programs remove its temporary files")

    def discard(self) -> None:
        """Remove the file, unless it has got another name already, and let its lock go."""
        system.remove(self.path)
        system.close(self.descriptor)


def remove_abandoned(directory: str) -> None:
    """Remove the temporary files that processes which were killed have left in a directory."""
    with contextlib.suppress(OSError):
        for name in system.names_in(directory):
            # Few directories hold such a name, so the expression is seldom compiled.
            if name.startswith(_PREFIX) and re.fullmatch(_NAME, name, re.ASCII):
                with contextlib.suppress(OSError):
                    _remove_if_abandoned(os.path.join(directory, name))


def _remove_if_abandoned(path: str) -> None:
    descriptor = system.open_to_read(path, follow=False)
    try:
        if not system.is_regular(descriptor):
            return
        # With another name it has become what it was made for, and this name is only not removed yet.
        if system.has_other_names(descriptor) or system.try_lock(descriptor):
            system.remove(path)
    finally:
        system.close(descriptor)
