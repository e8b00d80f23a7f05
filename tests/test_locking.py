"""One writer at a time: the lock of a file is taken before it is read, and dies with its holder."""

from __future__ import annotations

import fcntl
import os
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from spider_cli.errors import StorageError
from spider_cli.files import locking, reading, storage
from tests.processes import Beside
from tests.test_storage import is_locked, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with something in it, alone in its directory."""
    file = tmp_path / "game"
    file.write_bytes(b"old")
    return file


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up waiting for a lock soon."""
    monkeypatch.setattr(locking, "LOCK_SECONDS", 0.1)


def test_the_lock_is_taken_before_reading_and_kept_until_the_end(path: Path, impatient: None) -> None:
    with storage.locked(path) as file:
        assert is_locked(path)
        for attempt in (partial(save, path, b"other"), partial(save, path, b"other", create=True)):
            with pytest.raises(StorageError, match="is in use by another process"):
                attempt()
        file.write(b"new")
        assert is_locked(path)
    assert save(path, b"other") == b"new"


def test_readers_need_no_lock(path: Path) -> None:
    with storage.locked(path) as file:
        assert reading.read(path) == b"old"
        file.write(b"new")
        assert reading.read(path) == b"new"


def test_a_waiting_writer_sees_what_the_first_wrote(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who waits has opened the old file, which the first replaces: it must look again."""
    first = storage.locked(path)
    file = first.__enter__()

    def finish(_seconds: float) -> None:
        file.write(b"first")
        first.__exit__(None, None, None)

    monkeypatch.setattr(time, "sleep", finish)  # what happens while the other one waits
    assert save(path, b"second") == b"first"
    assert path.read_bytes() == b"second"


def test_a_file_replaced_between_opening_and_locking_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flock = fcntl.flock

    def late(descriptor: int, operation: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        save(path, b"first")
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    assert save(path, b"second") == b"first"
    assert path.read_bytes() == b"second"


def test_of_two_creators_the_second_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game"
    with storage.locked(path, create=True) as file:
        save(path, b"faster", create=True)
        with pytest.raises(StorageError, match="was made by another process just now"):
            file.write(b"slower")
    assert path.read_bytes() == b"faster"
    assert os.listdir(tmp_path) == ["game"]


def test_a_killed_holder_blocks_nobody(path: Path, impatient: None) -> None:
    program = f"""
from spider_cli.files import storage
with storage.locked({str(path)!r}):
    print("locked", flush=True)
    input()
"""
    with Beside(command=[sys.executable, "-c", program], cwd=path.parent) as holder:
        assert holder.hear() == b"locked\n"
        with pytest.raises(StorageError, match="is in use"):
            save(path)
        holder.kill()
    save(path)
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == ["game"]
