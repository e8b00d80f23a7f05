"""Saving: whole or not at all, and one writer at a time.

Nothing here knows what the files hold. What makes a save safe:

- The new content goes to a temporary file in the same directory, is forced to the disk, and takes the
  place of the old file in one rename. Readers see the old file or the new one, so they need no lock.
  After the rename nothing can fail any more.
- A writer locks the file before it reads it (the lock dies with its holder and leaves nothing behind),
  and the temporary file as soon as it is made, so the lock is never let go between.
- A file that was moved away or replaced meanwhile is not written: another game may have its name now.
- A file that does not exist yet is made with a link, or where there are no links by claiming its name
  with an empty file first: both fail if another process was faster. An empty file, which a kill may leave
  then, is as good as none.
- What a killed process left is removed by the next save in the same directory.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Final

from spider_cli.errors import StorageError
from spider_cli.files import system
from spider_cli.files.failures import reporting
from spider_cli.files.locking import open_locked
from spider_cli.files.paths import Path, check_game_path, target_of
from spider_cli.files.reading import SIZE_LIMIT, TOO_LARGE, read_all
from spider_cli.files.temporary import TemporaryFile, remove_abandoned

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What is said to the second of two processes that make the same file.
FASTER: Final = "was made by another process just now, and is left alone"
_MOVED: Final = "was moved away or replaced by another program meanwhile; what is there now is left alone"


@contextlib.contextmanager
def locked(path: Path, *, create: bool = False, patience: float | None = None) -> Iterator[LockedFile]:
    """A game file, locked against other writers until the end of the `with` block.

    Waits up to `patience` seconds, 10 unless it is given, for another process. With `create` the file need
    not exist: its `content` is None then. Raises StorageError if the file is missing, busy, not writable or
    not a regular file.
    """
    name = os.fspath(path)
    check_game_path(name)
    with contextlib.closing(LockedFile(name, target_of(name), create=create, patience=patience)) as file:
        yield file


class LockedFile:
    """A file that this process alone may replace. Made by `locked`.

    Attributes: `name`, what errors call it; `content`, the bytes it held when it was locked, or None if
    there was no such file or only blanks in it.
    """

    def __init__(
        self,
        name: str,
        path: str,
        *,
        create: bool,
        model: LockedFile | None = None,
        patience: float | None = None,
    ) -> None:
        """`path`: where it is, without symbolic links; `model`: who has rights to it if it is made."""
        self.name = name
        self.content: bytes | None = None
        self._path = path
        self._model = model
        self._descriptor: int | None = None
        self._saved = False
        with reporting(name, "cannot be opened for writing"):
            try:
                self._descriptor = open_locked(name, path, patience=patience)
            except FileNotFoundError:
                if not create:
                    raise
                return
        try:
            content = read_all(self._descriptor, name)
            self.content = content if content and not content.isspace() else None
        except BaseException:
            self.close()
            raise

    @property
    def descriptor(self) -> int | None:
        """The open file, or None if there is none yet."""
        return self._descriptor

    def close(self) -> None:
        """Let the lock go."""
        descriptor, self._descriptor = self._descriptor, None  # so that it is never closed twice
        if descriptor is not None:
            system.close(descriptor)

    def write(self, content: bytes) -> None:
        """Replace the file; it stays locked. Raises StorageError, and then it is as it was."""
        if len(content) > SIZE_LIMIT:  # nobody could read it again
            raise StorageError(self.name, f"cannot be saved: it {TOO_LARGE}")
        directory = os.path.dirname(self._path)
        with reporting(self.name, "cannot be saved", missing="there is no such directory"):
            self._check_current()
            model = self._descriptor if self._model is None else self._model.descriptor
            temporary = TemporaryFile(directory, 0o666 if model is None else 0o600, self.name)
            try:
                if model is not None:
                    system.copy_rights(model, temporary.descriptor)
                system.write_all(temporary.descriptor, content)
                system.sync(temporary.descriptor)
                self._put(temporary.path)
            except BaseException:
                temporary.discard()
                raise
        self.close()
        self._descriptor = temporary.descriptor
        system.sync_directory(directory)
        if not self._saved:
            self._saved = True
            remove_abandoned(directory)

    def remove(self) -> None:
        """Remove the file, if that can be done and it is still this one."""
        with contextlib.suppress(OSError):
            if self._descriptor is not None and system.is_current(self._descriptor, self._path):
                system.remove(self._path)

    def _check_current(self) -> None:
        if self._descriptor is not None and not system.is_current(self._descriptor, self._path):
            raise StorageError(self.name, _MOVED)

    def _put(self, temporary: str) -> None:
        """Let a temporary file become this one."""
        if self._descriptor is not None:
            self._check_current()
            system.replace(temporary, self._path)
            return
        try:
            if not system.rename_new(temporary, self._path):
                with self._claimed_name():
                    system.replace(temporary, self._path)
        except FileExistsError:
            raise StorageError(self.name, FASTER) from None

    @contextlib.contextmanager
    def _claimed_name(self) -> Iterator[None]:
        """An empty file under our name, locked, while the block runs; if the block fails it is removed.

        Raises FileExistsError.
        """
        claim = system.create(self._path, 0o600)
        is_taken = False
        try:
            is_taken = not system.try_lock(claim)
            if is_taken or not system.is_current(claim, self._path):
                raise FileExistsError(self._path)  # it was empty, so another process took it for its own
            yield
        except BaseException:
            with contextlib.suppress(OSError):
                if not is_taken and system.is_current(claim, self._path):  # and not what it was replaced with
                    system.remove(self._path)
            raise
        finally:
            system.close(claim)
