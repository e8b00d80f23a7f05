"""Files that grow at their end, a line at a time: the history of a game, the results of a study."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Final

from spider_cli.errors import MissingFileError, StorageError
from spider_cli.files import system
from spider_cli.files.failures import reporting
from spider_cli.files.locking import open_locked
from spider_cli.files.paths import Path
from spider_cli.files.reading import descriptor_lines
from spider_cli.files.storage import FASTER, LockedFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: What is said to a history that is a link: what it leads to may be of another game.
IS_LINK: Final = "is a symbolic link, and is left alone"
_NO_DIRECTORY: Final = "there is no such directory"


@contextlib.contextmanager
def appended(
    path: str, line: bytes, model: LockedFile, check: Callable[[GrowingFile], None]
) -> Iterator[None]:
    """Add a line, or some, to the end of a file; take it off again if the `with` block raises StorageError.

    After any other end of the block, as Ctrl-C, nobody knows how far it came, and the line is better
    kept than lost. The file is made if need be; nobody has rights to it that `model` does not give. A
    symbolic link is not followed. `check` is called first if the file was there, and may refuse it, or
    cut off a last line that a crash cut short. Raises StorageError, and then the file is as it was.
    """
    if system.is_link(path):
        raise StorageError(path, IS_LINK)
    try:
        file = GrowingFile(path, path, create=False, follow=False)
    except MissingFileError:
        with _first_line(path, line, model):
            yield
        return
    with contextlib.closing(file):
        check(file)
        file.limit_rights(model)
        size = file.size()
        try:
            file.append(line)
            file.sync()
            yield
        except StorageError:
            file.cut_to(size)
            raise


@contextlib.contextmanager
def _first_line(path: str, line: bytes, model: LockedFile) -> Iterator[None]:
    """A new file with one line, removed again if the block raises StorageError."""
    with contextlib.closing(LockedFile(path, path, create=True, model=model)) as file:
        if file.descriptor is not None:
            raise StorageError(path, FASTER)
        file.write(line)
        try:
            yield
        except StorageError:
            file.remove()
            raise


@contextlib.contextmanager
def growing(path: Path) -> Iterator[GrowingFile]:
    """A file to which this process alone adds lines until the end of the `with` block; made if need be.

    Raises StorageError if another process holds it for 10 seconds, or it cannot be written.
    """
    name = os.fspath(path)
    with reporting(name, "cannot be added to"):
        target = system.real_path(name)
    with contextlib.closing(GrowingFile(name, target, create=True)) as file:
        yield file
        file.sync()


class GrowingFile:
    """What `growing` gives. A line is in the file when `append` returns, whatever becomes of the process."""

    def __init__(self, name: str, path: str, *, create: bool, follow: bool = True) -> None:
        self.name = name
        self._descriptor: int | None = None
        with reporting(name, "cannot be added to", missing=_NO_DIRECTORY):
            self._descriptor = open_locked(name, path, create=create, follow=follow)

    @property
    def _open(self) -> int:
        assert self._descriptor is not None, "the file is closed"
        return self._descriptor

    def close(self) -> None:
        """Let the lock go."""
        descriptor, self._descriptor = self._descriptor, None  # so that it is never closed twice
        if descriptor is not None:
            system.close(descriptor)

    def size(self) -> int:
        """The size in bytes. Raises StorageError."""
        with reporting(self.name, "cannot be read"):
            return system.size(self._open)

    def ends_whole(self) -> bool:
        """Whether the last line has its newline, or there is no line. Raises StorageError."""
        size = self.size()
        with reporting(self.name, "cannot be read"):
            return size == 0 or system.read_at(self._open, 1, size - 1) == b"\n"

    def lines(self) -> Iterator[bytes]:
        """The lines with their newlines, from the first. The last may lack it: a crash cut it short.

        Raises StorageError.
        """
        with reporting(self.name, "cannot be read"):
            system.rewind(self._open)
        return descriptor_lines(self._open, self.name, ends=True)

    def cut(self, line: bytes) -> None:
        """Take off the last line, as `lines` gave it."""
        with reporting(self.name, "cannot be added to"):
            system.truncate(self._open, self.size() - len(line))

    def append(self, line: bytes) -> None:
        """Add a line, with its newline or without. Raises StorageError, and then the file is as it was."""
        size = self.size()
        try:
            with reporting(self.name, "cannot be added to"):
                before = b"" if self.ends_whole() else b"\n"
                system.write_all(self._open, before + line.removesuffix(b"\n") + b"\n")
        except StorageError:
            self.cut_to(size)
            raise

    def sync(self) -> None:
        """Force what was added to the disk. Raises StorageError."""
        with reporting(self.name, "cannot be added to"):
            system.sync(self._open)

    def limit_rights(self, model: LockedFile) -> None:
        """Take away the rights that another file does not give. Raises StorageError."""
        if model.descriptor is not None:
            with reporting(self.name, "cannot be kept from others"):
                system.limit_rights(self._open, model.descriptor)

    def cut_to(self, size: int) -> None:
        """After an error, make the file as long as it was."""
        with contextlib.suppress(OSError):
            system.truncate(self._open, size)
