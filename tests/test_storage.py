"""Files: saved whole or not at all, one writer at a time, nothing left beside them."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from spider_cli.errors import StorageError
from spider_cli.files import reading, storage
from spider_cli.files.appending import growing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with something in it, alone in its directory."""
    file = tmp_path / "game"
    file.write_bytes(b"old")
    return file


@pytest.fixture
def umask() -> Iterator[None]:
    """The usual umask."""
    old = os.umask(0o022)
    yield
    os.umask(old)


def save(path: Path | str, content: bytes = b"new", *, create: bool = False) -> bytes | None:
    """Replace a file; what it held before."""
    with storage.locked(path, create=create) as file:
        file.write(content)
        return file.content


def mode(path: Path) -> int:
    """The permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def is_locked(path: Path) -> bool:
    """Whether some process holds the lock of a file."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


# --- reading and replacing ----------------------------------------------------------------------------


def test_what_could_not_be_read_again_is_not_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (reading, storage):
        monkeypatch.setattr(module, "SIZE_LIMIT", 5)
    save(path, b"12345")
    with pytest.raises(StorageError, match="cannot be saved: it is larger than"):
        save(path, b"123456")
    assert reading.read(path) == b"12345"
    assert os.listdir(path.parent) == ["game"]


def test_a_file_is_read_and_replaced(path: Path) -> None:
    assert reading.read(path) == b"old"
    assert save(path) == b"old"
    assert reading.read(path) == b"new"
    assert os.listdir(path.parent) == ["game"]


def test_a_block_that_writes_nothing_changes_nothing(path: Path) -> None:
    before = path.stat()
    with storage.locked(path) as file:
        assert file.content == b"old"
    assert path.stat() == before


def test_a_locked_file_can_be_written_more_than_once(path: Path) -> None:
    with storage.locked(path) as file:
        for number in range(5):
            file.write(b"%d" % number)
            assert path.read_bytes() == b"%d" % number
            assert is_locked(path)
    assert not is_locked(path)


def test_a_new_file_is_made(tmp_path: Path, umask: None) -> None:
    path = tmp_path / "game"
    assert save(path, create=True) is None
    assert (path.read_bytes(), mode(path)) == (b"new", 0o644)
    assert os.listdir(tmp_path) == ["game"]


def test_a_missing_file_is_not_made_unasked(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no such file"):
        save(tmp_path / "game")
    assert os.listdir(tmp_path) == []


def test_a_block_that_fails_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), storage.locked(tmp_path / "game", create=True):
        _ = 1 / 0
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("permissions", [0o664, 0o600, 0o640, 0o666, 0o755])
def test_case_32_permissions_are_kept(path: Path, umask: None, permissions: int) -> None:
    path.chmod(permissions)
    save(path)
    assert mode(path) == permissions


def test_case_32_a_symbolic_link_stays_and_its_target_changes(path: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    first, second = away / "first", away / "second"
    first.symlink_to("../game")
    second.symlink_to(first)
    save(second)
    assert first.is_symlink()
    assert second.is_symlink()
    assert path.read_bytes() == b"new"
    assert sorted(os.listdir(away)) == ["first", "second"]


def test_case_32_a_link_to_nothing_gets_its_target(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("target")
    save(link, create=True)
    assert link.is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_case_32_a_read_only_file_is_refused(path: Path) -> None:
    path.chmod(0o444)
    with pytest.raises(StorageError, match=r"game: (is read-only|cannot be opened .*denied)$"):
        save(path)
    with pytest.raises(StorageError, match=r"(is read-only|denied)$"), growing(path):
        pass
    assert path.read_bytes() == b"old"
    assert os.listdir(path.parent) == ["game"]


# --- what is no file ----------------------------------------------------------------------------------


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_loop(path: Path) -> None:
    path.symlink_to(path)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Path.mkdir, "directory|not a regular file"),
        (make_fifo, "is not a regular file"),
        (make_device, "is not a regular file"),
        (make_loop, "symbolic links"),
    ],
)
def test_case_27_only_regular_files(tmp_path: Path, make: Callable[[Path], None], message: str) -> None:
    path = tmp_path / "game"
    make(path)
    for attempt in (partial(reading.read, path), partial(save, path), partial(save, path, create=True)):
        with pytest.raises(StorageError, match=message):
            attempt()
    with pytest.raises(StorageError, match=message), growing(path):
        pass
    assert os.listdir(tmp_path) == ["game"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no/such/directory", "there is no such"),
        ("x" * 300, "name too long"),
        ("x\0y", "null|NUL"),
        ("", "^'': (there is no such file|.* is a directory)$"),
    ],
)
def test_names_that_no_file_can_have(tmp_path: Path, name: str, message: str) -> None:
    path = str(tmp_path / name) if name else ""
    for attempt in (partial(reading.read, path), partial(save, path, create=bool(name))):
        with pytest.raises(StorageError, match=message) as caught:
            attempt()
        assert str(caught.value).isprintable()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31m", "-f", "\udcff", "ü♠", "x" * 250])
def test_odd_names_are_names(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    save(path, create=True)
    assert save(path, b"more") == b"new"
    assert os.listdir(tmp_path) == [name]


def test_a_large_file_is_refused_before_it_is_read(path: Path) -> None:
    os.truncate(path, reading.SIZE_LIMIT + 1)
    for attempt in (partial(reading.read, path), partial(save, path)):
        with pytest.raises(StorageError, match="is larger than 64 MiB"):
            attempt()


def test_a_missing_directory_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no such directory"):
        save(tmp_path / "no" / "game", create=True)


# --- a disk that fails --------------------------------------------------------------------------------


def full_after(bytes_left: int) -> Callable[[int, bytes], int]:
    """A `write` for a disk with so many bytes left."""
    left = bytes_left
    write = os.write

    def partial(descriptor: int, data: bytes) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = write(descriptor, bytes(data)[:left])
        left -= written
        return written

    return partial


def failing(*_: Any, **__: Any) -> Any:
    raise OSError(errno.EIO, "Input/output error")


def unable(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOTSUP, "Operation not supported")


def interrupted(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize("bytes_left", [0, 1, 500, 999])
def test_case_26_a_full_disk_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, bytes_left: int, create: bool
) -> None:
    if create:
        path.unlink()
    monkeypatch.setattr(os, "write", full_after(bytes_left))
    with pytest.raises(StorageError, match="game: cannot be saved: no space left on device"):
        save(path, b"x" * 1000, create=create)
    assert os.listdir(path.parent) == ([] if create else ["game"])
    assert create or path.read_bytes() == b"old"


def test_a_disk_that_writes_in_parts_gets_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, bytes(data)[:7]))
    save(path, bytes(range(256)) * 4)
    assert path.read_bytes() == bytes(range(256)) * 4


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "fchmod"])
@pytest.mark.parametrize("fail", [failing, interrupted])
def test_case_26_whatever_fails_the_old_file_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, fail: Callable[..., Any]
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(os, call, fail)
        with pytest.raises((StorageError, KeyboardInterrupt)):
            save(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(path.parent) == ["game"]
    assert not is_locked(path)


@pytest.mark.parametrize("fail", [failing, interrupted])
@pytest.mark.parametrize("call", ["write", "fsync", "urandom"])
def test_case_26_whatever_fails_no_new_file_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, fail: Callable[..., Any]
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(os, call, fail)
        with pytest.raises((StorageError, KeyboardInterrupt)):
            save(tmp_path / "game", create=True)
    assert os.listdir(tmp_path) == []


def test_a_system_without_links_or_directory_sync_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_directory(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "link", unable)
    monkeypatch.setattr(os, "fsync", no_directory)
    save(tmp_path / "game", create=True)
    assert os.listdir(tmp_path) == ["game"]
    assert (tmp_path / "game").read_bytes() == b"new"


def test_without_links_too_the_first_of_two_keeps_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", unable)
    with storage.locked(tmp_path / "game", create=True) as file:
        save(tmp_path / "game", b"first", create=True)
        with pytest.raises(StorageError, match="was made by another process just now, and is left alone"):
            file.write(b"second")
    assert os.listdir(tmp_path) == ["game"]
    assert (tmp_path / "game").read_bytes() == b"first"


@pytest.mark.parametrize("fail", [failing, interrupted])
def test_a_name_that_was_claimed_is_given_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fail: Callable[..., Any]
) -> None:
    monkeypatch.setattr(os, "link", unable)
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises((StorageError, KeyboardInterrupt)):
        save(tmp_path / "game", create=True)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("able", [True, False])
def test_where_a_sync_ends_in_the_drive_the_full_one_is_asked_for(
    path: Path, monkeypatch: pytest.MonkeyPatch, able: bool
) -> None:
    asked = []

    def fcntl_of_macos(descriptor: int, command: int) -> None:
        asked.append("full")
        if not able:
            unable()

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", fcntl_of_macos)
    monkeypatch.setattr(os, "fsync", lambda descriptor: asked.append("plain"))
    save(path)
    assert asked == (["full", "plain"] if able else ["full", "plain", "plain"])  # the last: the directory


def test_a_system_that_refuses_locks_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "flock", failing)
    with pytest.raises(StorageError, match="cannot be locked against other programs: input/output error"):
        save(path)
    assert os.listdir(path.parent) == ["game"]


def test_a_file_of_another_owner_keeps_its_group(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fchown(descriptor: int, owner: int, group: int) -> None:
        asked.append((owner, group))
        if owner != -1:
            raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", fchown)
    old = path.stat()
    save(path)
    assert asked == [(old.st_uid, old.st_gid), (-1, old.st_gid)]
