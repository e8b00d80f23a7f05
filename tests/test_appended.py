"""The history: a line added to the end of a file, and taken off again if what follows fails."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from spider_cli.errors import StorageError
from spider_cli.files import posix, storage
from tests.test_storage import failing, full_after, is_locked


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file to add to, which does not exist yet."""
    return tmp_path / "history"


def append(path: Path, line: bytes = b"line\n") -> None:
    """Add a line for good."""
    with storage.appended(path, line):
        pass


def test_lines_are_added_in_order(path: Path) -> None:
    append(path, b"first\n")
    append(path, b"second\n")
    assert path.read_bytes() == b"first\nsecond\n"
    assert os.listdir(path.parent) == ["history"]


def test_the_file_is_locked_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posix, "LOCK_SECONDS", 0.1)
    with storage.appended(path, b"first\n"):
        assert is_locked(path)
        with pytest.raises(StorageError, match="is in use by another process"):
            append(path)
    assert path.read_bytes() == b"first\n"


@pytest.mark.parametrize("before", [b"", b"earlier\n", b"earlier\ntorn"])
def test_a_block_that_fails_takes_the_line_off(path: Path, before: bytes) -> None:
    if before:
        path.write_bytes(before)
    with pytest.raises(ZeroDivisionError), storage.appended(path, b"line\n"):
        assert path.read_bytes().endswith(b"line\n")
        _ = 1 / 0
    assert os.listdir(path.parent) == (["history"] if before else [])
    assert not before or path.read_bytes() == before


def test_an_interrupted_block_keeps_the_line(path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), storage.appended(path, b"line\n"):
        raise KeyboardInterrupt
    assert path.read_bytes() == b"line\n"


def test_a_torn_last_line_is_ended_first(path: Path) -> None:
    path.write_bytes(b'whole\n{"to')
    append(path)
    assert path.read_bytes() == b'whole\n{"to\nline\n'


@pytest.mark.parametrize("bytes_left", [0, 1, 4])
@pytest.mark.parametrize("before", [b"", b"earlier\n"])
def test_a_full_disk_leaves_it_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, bytes_left: int, before: bytes
) -> None:
    if before:
        path.write_bytes(before)
    monkeypatch.setattr(os, "write", full_after(bytes_left))
    with pytest.raises(StorageError, match="history: cannot be added to: no space left on device"):
        append(path)
    assert os.listdir(path.parent) == (["history"] if before else [])
    assert not before or path.read_bytes() == before


def test_what_went_wrong_first_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", failing)
    monkeypatch.setattr(os, "ftruncate", lambda *_: failing())
    with pytest.raises(StorageError, match="cannot be added to: input/output error"):
        append(path)


def test_a_missing_directory_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no such directory"):
        append(tmp_path / "no" / "history")


def test_the_target_of_a_link_is_added_to(path: Path, tmp_path: Path) -> None:
    path.symlink_to("target")
    append(path)
    with pytest.raises(ZeroDivisionError), storage.appended(path, b"more\n"):
        _ = 1 / 0
    assert path.is_symlink()
    assert (tmp_path / "target").read_bytes() == b"line\n"


def test_a_line_never_goes_to_a_file_that_was_just_removed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process adds the first line and takes it off again, file and all, just before our lock."""
    flock = fcntl.flock

    def late(descriptor: int, operation: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        with pytest.raises(ZeroDivisionError), storage.appended(path, b"first\n"):
            _ = 1 / 0
        assert not path.exists()
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    append(path, b"second\n")
    assert path.read_bytes() == b"second\n"
