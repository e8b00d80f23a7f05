"""The history: a line added to the end of a file, and taken off again if what follows fails."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from spider_cli.errors import StorageError
from spider_cli.files import appending, locking, storage, system
from spider_cli.files.appending import GrowingFile, appended
from tests.test_storage import failing, full_after, is_locked


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file to add to, which does not exist yet."""
    return tmp_path / "history"


@pytest.fixture
def game(tmp_path: Path) -> Iterator[storage.LockedFile]:
    """The file whose history it is, in another directory."""
    directory = tmp_path.with_name("game of " + tmp_path.name)
    directory.mkdir()
    (directory / "game").write_bytes(b"game")
    with storage.locked(directory / "game") as file:
        yield file


class Append:
    """Adds a line to a file: for good if called, else while a block runs that may fail."""

    def __init__(self, path: Path, game: storage.LockedFile) -> None:
        self._path = str(path)
        self._game = game

    def __call__(self, line: bytes = b"line\n") -> None:
        with self.tried(line):
            pass

    def tried(
        self, line: bytes, check: Callable[[GrowingFile], None] = lambda file: None
    ) -> AbstractContextManager[None]:
        return appended(self._path, line, self._game, check)


@pytest.fixture
def append(path: Path, game: storage.LockedFile) -> Append:
    """How lines are added in these tests."""
    return Append(path, game)


def refused() -> None:
    raise StorageError("game", "cannot be saved")


def test_lines_are_added_in_order(path: Path, append: Append) -> None:
    append(b"first\n")
    append(b"second\n")
    assert path.read_bytes() == b"first\nsecond\n"
    assert os.listdir(path.parent) == ["history"]


def test_the_file_is_locked_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch, append: Append) -> None:
    monkeypatch.setattr(locking, "LOCK_SECONDS", 0.1)
    with append.tried(b"first\n"):
        assert is_locked(path)
        with pytest.raises(StorageError, match="is in use by another process"):
            append()
    assert path.read_bytes() == b"first\n"


@pytest.mark.parametrize("before", [b"", b"earlier\n", b"earlier\ntorn"])
def test_a_block_that_fails_takes_the_line_off(path: Path, before: bytes, append: Append) -> None:
    if before:
        path.write_bytes(before)
    with pytest.raises(StorageError, match="cannot be saved"), append.tried(b"line\n"):
        assert path.read_bytes().endswith(b"line\n")
        refused()
    assert os.listdir(path.parent) == (["history"] if before else [])
    assert not before or path.read_bytes() == before


def test_an_interrupted_block_keeps_the_line(path: Path, append: Append) -> None:
    with pytest.raises(KeyboardInterrupt), append.tried(b"line\n"):
        raise KeyboardInterrupt
    assert path.read_bytes() == b"line\n"


def test_a_torn_last_line_is_ended_first(path: Path, append: Append) -> None:
    path.write_bytes(b'whole\n{"to')
    append()
    assert path.read_bytes() == b'whole\n{"to\nline\n'


@pytest.mark.parametrize("bytes_left", [0, 1, 4])
@pytest.mark.parametrize("before", [b"", b"earlier\n"])
def test_a_full_disk_leaves_it_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, bytes_left: int, before: bytes, append: Append
) -> None:
    if before:
        path.write_bytes(before)
    monkeypatch.setattr(os, "write", full_after(bytes_left))
    with pytest.raises(StorageError, match=r"history: cannot be (added to|saved): no space left on device"):
        append()
    assert os.listdir(path.parent) == (["history"] if before else [])
    assert not before or path.read_bytes() == before


def test_what_went_wrong_first_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch, append: Append
) -> None:
    path.write_bytes(b"earlier\n")
    monkeypatch.setattr(os, "fsync", failing)
    monkeypatch.setattr(os, "ftruncate", lambda *_: failing())
    with pytest.raises(StorageError, match="cannot be added to: input/output error"):
        append()


def test_a_missing_directory_is_named_as_such(tmp_path: Path, game: storage.LockedFile) -> None:
    with pytest.raises(StorageError, match="there is no such directory"):
        Append(tmp_path / "no" / "history", game)()


@pytest.mark.parametrize("target", [b"private\n", None])
def test_fault_21_a_link_is_not_followed(
    path: Path, tmp_path: Path, append: Append, target: bytes | None
) -> None:
    if target:
        (tmp_path / "target").write_bytes(target)
    path.symlink_to("target")
    with pytest.raises(StorageError, match="history: is a symbolic link, and is left alone"):
        append()
    assert sorted(os.listdir(tmp_path)) == (["history", "target"] if target else ["history"])
    assert not target or (tmp_path / "target").read_bytes() == target


def test_fault_21_nor_a_link_planted_at_the_last_moment(
    path: Path, monkeypatch: pytest.MonkeyPatch, append: Append
) -> None:
    (path.parent / "target").write_bytes(b"private\n")
    path.symlink_to("target")
    monkeypatch.setattr(system, "is_link", lambda path: False)
    with pytest.raises(StorageError, match="history: cannot be added to"):
        append()
    assert (path.parent / "target").read_bytes() == b"private\n"


@pytest.mark.parametrize("before", [None, b"earlier\n"])
def test_a_line_never_goes_to_a_file_that_was_just_removed(
    path: Path, monkeypatch: pytest.MonkeyPatch, append: Append, before: bytes | None
) -> None:
    """Another process adds the first line and takes it off again, file and all, just before our lock."""
    flock = fcntl.flock

    def late(descriptor: int, operation: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        path.unlink(missing_ok=True)
        with pytest.raises(StorageError, match="cannot be saved"), append.tried(b"first\n"):
            refused()
        assert not path.exists()
        flock(descriptor, operation)

    if before:
        path.write_bytes(before)
    monkeypatch.setattr(fcntl, "flock", late)
    append(b"second\n")
    assert path.read_bytes() == b"second\n"


@pytest.mark.parametrize("permissions", [0o600, 0o640, 0o644])
@pytest.mark.parametrize("before", [None, 0o600, 0o666])
def test_fault_21_nobody_gets_rights_that_the_game_does_not_give(
    path: Path, append: Append, game: storage.LockedFile, permissions: int, before: int | None
) -> None:
    assert game.descriptor is not None
    os.fchmod(game.descriptor, permissions)
    if before is not None:
        path.touch()
        path.chmod(before)
    append()
    assert path.stat().st_mode & 0o777 == permissions & (0o777 if before is None else before)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file to another group")
def test_fault_21_nor_does_another_group(path: Path, append: Append, game: storage.LockedFile) -> None:
    assert game.descriptor is not None
    os.fchmod(game.descriptor, 0o664)
    path.touch()
    path.chmod(0o664)
    os.chown(path, -1, 54321)
    append()
    assert path.stat().st_mode & 0o777 == 0o644


def test_what_the_check_refuses_is_left_alone(path: Path, append: Append) -> None:
    def check(file: GrowingFile) -> None:
        assert list(file.lines()) == [b"other\n"]
        raise StorageError(file.name, "is no history")

    path.write_bytes(b"other\n")
    path.chmod(0o666)
    with pytest.raises(StorageError, match="is no history"), append.tried(b"line\n", check):
        pytest.fail("was not refused")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"other\n", 0o666)


def test_of_two_who_make_the_file_the_second_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, append: Append
) -> None:
    """The first one comes between our look for the file and the making of it."""
    open_locked = locking.open_locked

    def slow(name: str, place: str, **options: bool) -> int:
        try:
            return open_locked(name, place, **options)
        finally:
            path.write_bytes(b"first\n")

    monkeypatch.setattr(appending, "open_locked", slow)
    with pytest.raises(StorageError, match="was made by another process just now"):
        append(b"second\n")
    assert path.read_bytes() == b"first\n"
