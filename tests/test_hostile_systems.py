"""File systems and programs that do not play along: each test is a fault that once lost or showed a game."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import stat
import struct
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spider_cli import Game
from spider_cli.errors import StorageError
from spider_cli.files import locking, reading, storage, system
from spider_cli.files.appending import growing
from spider_cli.saved.history import history_path
from tests.commands import Spider
from tests.processes import COMMAND, environment
from tests.processes import spider as process
from tests.test_storage import is_locked, mode, save, umask  # noqa: F401  # a fixture


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with something in it, alone in its directory."""
    file = tmp_path / "game"
    file.write_bytes(b"old")
    return file


def refusing(number: int) -> Callable[..., Any]:
    """A call of the system that always gives this error."""

    def call(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return call


# --- 13: closing --------------------------------------------------------------------------------------


class Closing:
    """`os.close`, which closes and then reports an error; remembers what was closed twice."""

    def __init__(self, number: int) -> None:
        self._close = os.close
        self._number = number
        self.twice: list[int] = []

    def __call__(self, descriptor: int) -> None:
        try:
            self._close(descriptor)
        except OSError:
            self.twice.append(descriptor)
            raise
        raise OSError(self._number, os.strerror(self._number))


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EINTR])
def test_fault_13_after_the_rename_nothing_fails(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    closing = Closing(number)
    monkeypatch.setattr(os, "close", closing)
    with storage.locked(path) as file:
        file.write(b"new")
        file.write(b"newer")
    assert closing.twice == []
    assert path.read_bytes() == b"newer"


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EINTR])
def test_fault_13_the_old_game_is_in_the_history(
    spider: Spider, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    old = spider.game()
    with monkeypatch.context() as broken:
        broken.setattr(os, "close", Closing(number))
        spider.did("new --force --seed 2")
    assert spider.game().seed == "2"
    assert (spider.directory / "spider.history.jsonl").read_text() == old.dumps(compact=True)


def test_fault_13_a_signal_while_closing_closes_nothing_twice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[int] = []
    close = os.close

    def interrupted(descriptor: int) -> None:
        closed.append(descriptor)
        close(descriptor)
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(os, "close", interrupted)
        with pytest.raises(KeyboardInterrupt):
            save(path)
    assert len(closed) == len(set(closed))


# --- 14: a read that says "not now" -------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["show", "move 1 2", "new --seed 1", "new --force", "play", "verify spider.json"]
)
def test_fault_14_not_now_is_never_no_file(
    spider: Spider, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    spider.did("new --seed 7")
    spider.did("deal")
    before = spider.path.read_bytes()
    with monkeypatch.context() as broken:
        broken.setattr(os, "read", refusing(errno.EAGAIN))
        code, _, err = spider(line)
    assert code == 3
    assert f"spider.json: cannot be read: {os.strerror(errno.EAGAIN).lower()}" in err
    assert spider.path.read_bytes() == before


def test_fault_14_a_file_of_lines_is_not_taken_for_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"first\nsecond\n")
    with monkeypatch.context() as broken, pytest.raises(StorageError, match="cannot be read"):
        broken.setattr(os, "read", refusing(errno.EAGAIN))
        list(reading.read_lines(path))
    with growing(path) as file, monkeypatch.context() as broken:
        broken.setattr(os, "read", refusing(errno.EAGAIN))
        with pytest.raises(StorageError, match="cannot be read"):
            list(file.lines())


def test_fault_14_a_regular_file_is_read_with_waiting(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file system does that keeps to O_NONBLOCK: it answers EAGAIN as long as it is set."""
    read = os.read

    def strict(descriptor: int, limit: int) -> bytes:
        if not os.get_blocking(descriptor):
            raise BlockingIOError(errno.EAGAIN, "try again")
        return read(descriptor, limit)

    monkeypatch.setattr(os, "read", strict)
    assert reading.read(path) == b"old"
    assert list(reading.read_lines(path)) == [b"old"]
    assert save(path) == b"old"
    with growing(path) as file:
        assert list(file.lines()) == [b"new"]


# --- 15: moved away -----------------------------------------------------------------------------------


def moved(path: Path) -> None:
    path.rename(path.with_name("moved"))


def replaced(path: Path) -> None:
    moved(path)
    path.write_bytes(b"another")


def removed(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("change", [moved, replaced, removed])
def test_fault_15_a_file_that_has_gone_is_not_written(path: Path, change: Callable[[Path], None]) -> None:
    with storage.locked(path) as file:
        file.write(b"new")
        change(path)
        before = {name: (path.parent / name).read_bytes() for name in os.listdir(path.parent)}
        with pytest.raises(StorageError, match="game: was moved away or replaced by another program"):
            file.write(b"newer")
    assert {name: (path.parent / name).read_bytes() for name in os.listdir(path.parent)} == before


@pytest.mark.parametrize("change", [moved, replaced, removed])
def test_fault_15_nor_if_that_comes_in_the_middle_of_the_save(
    path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    fsync = os.fsync

    def late(descriptor: int) -> None:
        monkeypatch.setattr(os, "fsync", fsync)
        change(path)

    with storage.locked(path) as file:
        monkeypatch.setattr(os, "fsync", late)
        with pytest.raises(StorageError, match="was moved away or replaced"):
            file.write(b"new")
    assert b"new" not in {(path.parent / name).read_bytes() for name in os.listdir(path.parent)}
    assert not [name for name in os.listdir(path.parent) if name.endswith(".tmp")]


def test_fault_15_a_script_leaves_the_new_game_alone(tmp_path: Path) -> None:
    def spider(*words: str) -> None:
        subprocess.run(
            [*COMMAND, *words], cwd=tmp_path, env=environment(), check=True, stdout=subprocess.DEVNULL
        )

    spider("new", "--seed", "1")
    with subprocess.Popen(
        [*COMMAND, "run", "--json", "--no-state"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as script:
        assert script.stdin is not None and script.stdout is not None and script.stderr is not None
        assert b'"protocol"' in script.stdout.readline()
        script.stdin.write(b"deal\n")
        script.stdin.flush()
        assert b'"ok": true' in script.stdout.readline()
        (tmp_path / "spider.json").rename(tmp_path / "old.json")
        spider("new", "--seed", "2")
        spider("deal")
        new = (tmp_path / "spider.json").read_bytes()
        script.stdin.close()
        assert script.wait(60) == 3
        assert b"spider.json: was moved away or replaced by another program" in script.stderr.read()
    assert (tmp_path / "spider.json").read_bytes() == new


# --- 16: what killed processes leave ------------------------------------------------------------------


def test_fault_16_what_a_killed_process_left_is_removed_by_a_save(path: Path) -> None:
    program = f"""
import os, signal
from spider_cli.files import storage
os.replace = lambda old, new: os.kill(os.getpid(), signal.SIGKILL)
with storage.locked({str(path)!r}) as file:
    file.write(b"half")
"""
    for _ in range(2):
        killed = subprocess.run([sys.executable, "-c", program], check=False)
        assert killed.returncode == -signal.SIGKILL
    assert len(os.listdir(path.parent)) == 3
    save(path)
    assert os.listdir(path.parent) == ["game"]


def test_fault_16_what_a_living_process_works_on_is_left_alone(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"old")
    replace = os.replace

    def slow(old: str, new: str) -> None:
        os.replace = replace
        save(other)  # by another program, while we are in the middle of ours
        replace(old, new)

    os.replace = slow  # type: ignore[assignment]  # a stand-in with fewer options
    try:
        save(path)
    finally:
        os.replace = replace
    assert (path.read_bytes(), other.read_bytes()) == (b"new", b"new")
    assert sorted(os.listdir(path.parent)) == ["game", "other"]


def test_fault_16_a_temporary_file_that_was_removed_at_once_is_made_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another save takes it for abandoned in the moment between making and locking it."""
    create = system.create

    def robbed(name: str, permissions: int) -> int:
        monkeypatch.setattr(system, "create", create)
        descriptor = create(name, permissions)
        os.unlink(name)
        return descriptor

    monkeypatch.setattr(system, "create", robbed)
    save(path)
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == ["game"]


@pytest.mark.parametrize(
    "name", [".spider-notes.tmp", ".spider-1-0.tmp", "spider-1-00000000.tmp", ".spider-1-00000000.tmp.bak"]
)
def test_fault_16_other_names_are_no_temporary_files(path: Path, name: str) -> None:
    path.with_name(name).write_bytes(b"mine")
    save(path)
    assert path.with_name(name).read_bytes() == b"mine"


def test_fault_16_nor_is_what_is_no_file(path: Path) -> None:
    path.with_name(".spider-1-00000000.tmp").mkdir()
    os.mkfifo(path.with_name(".spider-2-00000000.tmp"))
    path.with_name(".spider-3-00000000.tmp").symlink_to("game")
    before = set(os.listdir(path.parent))
    save(path)
    assert set(os.listdir(path.parent)) == before


# --- 17: no hard links --------------------------------------------------------------------------------

NO_LINKS = ["EPERM", "EACCES", "ENOTSUP", "ENOSYS", "EMLINK", "EINVAL", "EXDEV"]


@pytest.mark.parametrize("name", NO_LINKS)
def test_fault_17_any_refusal_of_links_takes_the_other_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(os, "link", refusing(getattr(errno, name)))
    assert save(tmp_path / "game", create=True) is None
    assert (tmp_path / "game").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["game"]


def test_fault_17_a_python_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "link")
    save(tmp_path / "game", create=True)
    assert (tmp_path / "game").read_bytes() == b"new"


def test_fault_17_an_empty_file_is_no_game_and_new_may_use_it(spider: Spider) -> None:
    for line in ("new --seed 1", "play"):
        spider.path.write_bytes(b"")
        for reader in ("show", "move 1 2", "log"):
            assert spider.refused(reader, code=3) == "spider.json: is empty; 'spider new' starts a game in it"
        assert process(*line.split(), cwd=spider.directory).returncode == 0
        assert spider.game().step_count == 0


def test_fault_17_a_claimed_name_that_another_process_took_is_its(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one finds the empty file in the moment before it is locked, and starts a game in it."""
    path = tmp_path / "game"
    create = system.create
    monkeypatch.setattr(os, "link", refusing(errno.EPERM))

    def slow(name: str, permissions: int) -> int:
        descriptor = create(name, permissions)
        if name == str(path):
            monkeypatch.setattr(system, "create", create)
            save(path, b"other", create=True)
        return descriptor

    monkeypatch.setattr(system, "create", slow)
    with pytest.raises(StorageError, match="was made by another process just now"):
        save(path, create=True)
    assert path.read_bytes() == b"other"
    assert os.listdir(tmp_path) == ["game"]


# --- 18: what some file systems do not have -----------------------------------------------------------

NOT_THERE = ["EINVAL", "ENOTSUP", "ENOTTY", "ENOSYS"]


@pytest.mark.parametrize("name", NOT_THERE)
def test_fault_18_without_fsync_a_save_still_works(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(os, "fsync", refusing(getattr(errno, name)))
    save(path)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("name", ["EIO", "ENOSPC", "EDQUOT"])
def test_fault_18_an_fsync_that_fails_is_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as broken, pytest.raises(StorageError, match="cannot be saved"):
        broken.setattr(os, "fsync", refusing(getattr(errno, name)))
        save(path)
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("name", [*NOT_THERE, "EPERM"])
@pytest.mark.parametrize("call", ["fchown", "fchmod", "setxattr", "removexattr"])
def test_fault_18_what_cannot_be_kept_is_let_go(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, name: str
) -> None:
    monkeypatch.setattr(os, call, refusing(getattr(errno, name)), raising=False)
    path.chmod(0o644)
    save(path)
    assert path.read_bytes() == b"new"
    assert mode(path) & ~0o644 == 0


def test_fault_18_a_mode_that_cannot_be_kept_from_others_is_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = os.open

    def open_for_all(name: str, flags: int, permissions: int = 0o777) -> int:
        descriptor = create(name, flags, permissions)
        if flags & os.O_CREAT:
            os.chmod(name, 0o666)
        return descriptor

    path.chmod(0o600)
    monkeypatch.setattr(os, "open", open_for_all)
    monkeypatch.setattr(os, "fchmod", refusing(errno.EPERM))
    with pytest.raises(StorageError, match="cannot be saved: others would get rights"):
        save(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(path.parent) == ["game"]


@pytest.mark.parametrize(
    ("permissions", "wanted"),
    [(0o664, 0o644), (0o660, 0o600), (0o604, 0o600), (0o644, 0o644), (0o666, 0o666)],
)
def test_fault_18_a_group_that_cannot_be_kept_gives_no_other_group_its_rights(
    path: Path, monkeypatch: pytest.MonkeyPatch, permissions: int, wanted: int
) -> None:
    """Those of the new group were among the others before, and those of the old group are now."""
    path.chmod(permissions)
    facts = os.fstat

    def of_another_group(descriptor: int) -> os.stat_result:
        found = facts(descriptor)
        if os.path.samestat(found, old):
            return os.stat_result((*found[:5], found.st_gid + 1, *found[6:]))
        return found

    old = path.stat()
    monkeypatch.setattr(os, "fstat", of_another_group)
    monkeypatch.setattr(os, "fchown", refusing(errno.EINVAL))
    save(path)
    assert mode(path) == wanted


# --- 19: no locks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ENOLCK", "ENOSYS", "ENOTSUP"])
def test_fault_19_a_system_without_locks_is_named_with_what_to_do(
    spider: Spider, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    spider.did("new --seed 1")
    number = getattr(errno, name)
    monkeypatch.setattr(fcntl, "flock", refusing(number))
    for line in ("deal", "new --force", "new -f other.json", "study --seeds 1 --nodes 1 --out results"):
        message = spider.refused(line, code=3)
        assert f"cannot be locked against other programs: {os.strerror(number).lower()}" in message
        assert message.endswith("keep it in a directory whose file system has locks, as local disks have")
    spider.did("show")


# --- 20: access lists and attributes ------------------------------------------------------------------

ACCESS = "system.posix_acl_access"
DEFAULT = "system.posix_acl_default"
READ, WRITE = 4, 2
_OWNER, _USER, _GROUP, _MASK, _OTHERS = 0x01, 0x02, 0x04, 0x10, 0x20
_NOBODY_SPECIAL = 0xFFFFFFFF


def access_list(*, user: int, group: int, mask: int, others: int = 0) -> bytes:
    """A POSIX access list as Linux stores it: rw for the owner, rights of user 4321, group, mask, others."""
    entries = [
        (_OWNER, READ | WRITE, _NOBODY_SPECIAL),
        (_USER, user, 4321),
        (_GROUP, group, _NOBODY_SPECIAL),
        (_MASK, mask, _NOBODY_SPECIAL),
        (_OTHERS, others, _NOBODY_SPECIAL),
    ]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def lists_of(path: Path) -> bytes | None:
    """The access list of a file."""
    return os.getxattr(path, ACCESS) if ACCESS in os.listxattr(path) else None


@pytest.fixture
def with_lists(path: Path) -> Path:
    """The file with an access list that lets user 4321 write and the group do nothing, and an attribute."""
    if not hasattr(os, "setxattr"):
        pytest.skip("Python knows no extended attributes on this system")
    try:
        os.setxattr(path, ACCESS, access_list(user=READ | WRITE, group=0, mask=READ | WRITE))
        os.setxattr(path, "user.note", b"mine")
    except OSError as error:
        pytest.skip(f"the file system has no access lists: {error}")
    return path


def test_fault_20_access_lists_and_attributes_are_kept(with_lists: Path) -> None:
    before = lists_of(with_lists)
    save(with_lists)
    assert lists_of(with_lists) == before
    assert os.getxattr(with_lists, "user.note") == b"mine"
    assert mode(with_lists) == 0o660


@pytest.mark.parametrize("name", ["EPERM", "EINVAL", "ENOTSUP"])
def test_fault_20_without_the_access_list_nobody_else_may_read(
    with_lists: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(os, "setxattr", refusing(getattr(errno, name)))
    save(with_lists)
    assert with_lists.read_bytes() == b"new"
    assert (lists_of(with_lists), mode(with_lists)) == (None, 0o600)


def test_fault_20_what_a_directory_gives_to_new_files_is_not_given_to_old_ones(with_lists: Path) -> None:
    os.removexattr(with_lists, ACCESS)
    with_lists.chmod(0o640)
    os.setxattr(with_lists.parent, DEFAULT, access_list(user=READ, group=READ, mask=READ))
    save(with_lists)
    assert (lists_of(with_lists), mode(with_lists)) == (None, 0o640)
    fresh = with_lists.with_name("fresh")
    save(fresh, create=True)
    assert lists_of(fresh) is not None  # which is what the directory is told to do


def test_fault_20_an_access_list_that_cannot_be_removed_is_masked(
    with_lists: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.removexattr(with_lists, ACCESS)
    with_lists.chmod(0o640)
    os.setxattr(with_lists.parent, DEFAULT, access_list(user=READ, group=READ, mask=READ))
    monkeypatch.setattr(os, "removexattr", refusing(errno.EPERM))
    save(with_lists)
    assert mode(with_lists) == 0o600  # the mask is the group's part of the mode: nobody but the owner


def test_fault_20_sums_over_the_content_are_not_copied(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = []
    monkeypatch.setattr(os, "listxattr", lambda file: ["security.ima", "user.note"], raising=False)
    monkeypatch.setattr(os, "getxattr", lambda file, name: b"x", raising=False)
    monkeypatch.setattr(os, "setxattr", lambda file, name, value: copied.append(name), raising=False)
    save(path)
    assert copied == ["user.note"]


# --- 21, 22: the history ------------------------------------------------------------------------------


def played(spider: Spider, *words: str) -> None:
    """A game with a step, ready to be replaced."""
    spider.did("new --force --no-history", *words)
    spider.did("deal")


@pytest.fixture
def history(spider: Spider) -> Path:
    """The history of spider.json, which is not there yet."""
    return Path(history_path(str(spider.path)))


@pytest.mark.parametrize("permissions", [0o600, 0o640, 0o644])
def test_fault_21_the_history_is_as_open_as_the_game(spider: Spider, history: Path, permissions: int) -> None:
    for _ in range(2):
        played(spider)
        spider.path.chmod(permissions)
        spider.did("new --force")
        assert mode(history) == permissions
    spider.path.chmod(0o600)
    spider.did("deal")
    spider.did("new --force")
    assert mode(history) == 0o600


def test_fault_21_the_history_has_the_access_list_of_the_game(
    spider: Spider, history: Path, with_lists: Path
) -> None:
    played(spider)
    wanted = lists_of(with_lists)
    assert wanted
    os.setxattr(spider.path, ACCESS, wanted)
    spider.did("new --force")
    assert lists_of(history) == wanted


@pytest.mark.parametrize("content", ["private\n", "private", '{"some": "thing"}\n', "[1]\n", "\n\nprivate\n"])
def test_fault_21_what_is_no_history_is_left_alone(spider: Spider, history: Path, content: str) -> None:
    played(spider)
    history.write_text(content)
    assert spider.refused("new --force", code=3) == f"{history}: is no history of games, and is left alone"
    spider.did("new --force --no-history")


def test_fault_21_a_history_behind_a_link_is_left_alone(spider: Spider, history: Path) -> None:
    played(spider)
    other = spider.directory / "other"
    history.symlink_to(other)
    for content in (None, b"private\n", Game.new(seed=3).dumps(compact=True).encode()):
        if content:
            other.write_bytes(content)
        assert spider.refused("new --force", code=3) == f"{history}: is a symbolic link, and is left alone"


@pytest.mark.parametrize(
    "torn", [b"", b"{", b'{"format":"spider-game","vers', b'{"format":"spider-game"\0\0']
)
@pytest.mark.parametrize("games_before", [0, 1])
def test_a_line_that_a_crash_cut_short_is_taken_off(
    spider: Spider, history: Path, games_before: int, torn: bytes
) -> None:
    """The game is still in its file then, for that is replaced last."""
    before = Game.new(seed=3).dumps(compact=True).encode() * games_before
    played(spider)
    old = spider.game().dumps(compact=True).encode()
    history.write_bytes(before + torn)
    spider.did("new --force")
    assert history.read_bytes() == before + old


def test_a_last_game_without_its_newline_is_kept(spider: Spider, history: Path) -> None:
    played(spider)
    whole = Game.new(seed=3).dumps(compact=True).rstrip()
    history.write_text(whole)
    spider.did("new --force")
    assert history.read_text().startswith(whole + "\n{")


@pytest.mark.parametrize("name", ["ENOLCK", "EIO"])
def test_fault_22_a_history_that_cannot_be_locked_leaves_nothing(
    spider: Spider, history: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    played(spider)
    flock = fcntl.flock
    calls: list[int] = []

    def first_time_only(descriptor: int, operation: int) -> None:
        calls.append(descriptor)
        if len(calls) > 1:
            raise OSError(getattr(errno, name), "no")
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", first_time_only)
    assert "cannot be locked" in spider.refused("new --force", code=3)
    assert os.listdir(spider.directory) == ["spider.json"]


def test_fault_22_a_history_in_use_is_waited_for_and_then_refused(
    spider: Spider, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(spider)
    history.write_text(Game.new(seed=3).dumps(compact=True))
    monkeypatch.setattr(locking, "LOCK_SECONDS", 0.1)
    with history.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert "is in use by another process" in spider.refused("new --force", code=3)


# --- 24, 25: names that no game file has --------------------------------------------------------------

NAMES = [
    ("games.jsonl", "holds a game a line"),
    ("GAMES.JSONL", "holds a game a line"),
    ("spider.history.jsonl", "'sed -n 3p FILE > game.json' takes the third game out of it"),
    ("-", "means standard input"),
    ("a/", "names a directory"),
]
COMMANDS = [
    "new", "new --force", "show", "move 1 2", "deal", "undo", "redo", "moves", "hint", "play",
    "run /dev/null", "run --dry-run /dev/null", "log", "replay", "verify", "stats", "solve",
]  # fmt: skip


@pytest.mark.parametrize(("name", "message"), NAMES)
@pytest.mark.parametrize("line", COMMANDS)
@pytest.mark.parametrize("there", [True, False])
def test_fault_24_25_what_cannot_be_a_game_file_is_refused_alike(
    spider: Spider, name: str, message: str, line: str, there: bool
) -> None:
    if there and not name.endswith("/"):
        (spider.directory / name).write_text(Game.new(seed=3).dumps(compact=True) * 2)
    elif there:
        (spider.directory / name).mkdir()
    for found in (
        spider.refused(f"{line} -f {name}", code=3),
        spider.refused(f"{line} --file={name}", code=3),
        spider.refused(line, code=3, env={"SPIDER_FILE": name}),
    ):
        assert found.startswith(f"{name}: ")
        assert message in found


@pytest.mark.parametrize(("name", "message"), NAMES)
def test_fault_24_25_nor_is_the_winning_game_saved_there(spider: Spider, name: str, message: str) -> None:
    spider.did("new --seed 1")
    assert message in spider.refused(f"solve --save {name}", code=3)


@pytest.mark.parametrize(("name", "message"), NAMES)
def test_fault_24_25_nor_does_the_library_take_it(tmp_path: Path, name: str, message: str) -> None:
    path = os.path.join(tmp_path, name) if name != "-" else name
    with pytest.raises(StorageError, match=message):
        Game.new(seed=1).save(path)
    with pytest.raises(StorageError, match=message):
        Game.load(path)
    assert os.listdir(tmp_path) == []


def test_fault_24_the_advice_works(spider: Spider) -> None:
    games = [Game.new(seed=number) for number in (1, 2, 3)]
    (spider.directory / "x.jsonl").write_text("".join(game.dumps(compact=True) for game in games))
    subprocess.run("sed -n 3p x.jsonl > game.json", shell=True, check=True, cwd=spider.directory)
    assert Game.load("game.json").seed == "3"


def test_fault_25_an_empty_file_is_called_empty(spider: Spider) -> None:
    spider.path.write_bytes(b"")
    spider.path.with_name("bad.jsonl").write_bytes(b"")
    assert spider("verify spider.json").out.startswith("spider.json: is empty\n")
    assert spider("stats spider.json").err == "spider: spider.json: is empty\n"
    assert spider("replay spider.json").err == "spider: spider.json: is empty\n"


# --- 27: many files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", "--json"])
def test_fault_27_a_summary_of_a_directory(spider: Spider, options: str) -> None:
    (spider.directory / "d").mkdir()
    assert spider.refused(f"study --summary d {options}", code=3) == "d: is not a regular file"


def test_fault_27_a_summary_of_nothing(spider: Spider) -> None:
    (spider.directory / "empty").touch()
    assert json.loads(spider.did("study --summary empty --json")) == {"games": 0}
    assert spider.did("study --summary empty") == "no results\n"
    assert spider.did("study --summary empty -q --json") == ""


def test_fault_27_capitals_are_found(spider: Spider) -> None:
    for name in ("a.json", "B.JSON", "c.jsonl", "D.JSONL", "E.Json"):
        (spider.directory / name).write_text(Game.new(seed=3).dumps(compact=True))
    assert spider.did("verify .") == "5 games: 5 good, 0 bad\n"


@pytest.mark.parametrize("name", ["d", "empty.jsonl", "-"])
def test_fault_27_no_game_at_all_is_not_good(spider: Spider, name: str) -> None:
    (spider.directory / "d").mkdir()
    (spider.directory / "d" / "notes.txt").write_text("notes")
    (spider.directory / "empty.jsonl").touch()
    assert spider(f"verify {name}") == (
        1,
        "0 games: 0 good, 0 bad\n",
        f"spider: there is no game in {name}\n",
    )
    assert spider(f"verify --json {name}").code == 1


# --- 29: how a game file is found ---------------------------------------------------------------------


@pytest.fixture
def home(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home directory with a game in it."""
    directory = spider.directory / "home"
    directory.mkdir()
    monkeypatch.setenv("HOME", str(directory))
    Game.new(seed=5).save(directory / "game.json")
    yield directory


def test_fault_29_a_tilde_is_the_home_directory(spider: Spider, home: Path) -> None:
    assert json.loads(spider.did("show --json --file=~/game.json"))["seed"] == "5"
    assert json.loads(spider.did("show --json", env={"SPIDER_FILE": "~/game.json"}))["seed"] == "5"
    spider.did("deal", env={"SPIDER_FILE": "~/game.json"})
    spider.did("new --force", env={"SPIDER_FILE": "~/game.json"})
    assert sorted(os.listdir(home)) == ["game.history.jsonl", "game.json"]


@pytest.mark.parametrize(
    ("words", "variable"),
    [
        ("spider move ", "~/game.json"),
        ("spider move -f ~/game.json ", ""),
        ("spider move --file=~/game.json ", ""),
        ("spider move --file = ~/game.json ", ""),  # as bash says it
    ],
)
def test_fault_29_in_completion_too(spider: Spider, home: Path, words: str, variable: str) -> None:
    env = {
        "_SPIDER_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split())),
        "SPIDER_FILE": variable,
    }
    found = spider(env=env).out.split()
    legal = Game.load(home / "game.json").legal_moves()
    assert found == [f"plain,{source}" for source in sorted({move.source for move in legal})]


def test_fault_29_a_missing_file_says_how_it_is_found(spider: Spider, home: Path) -> None:
    found = spider.refused("show", code=3)
    assert (
        "'spider new' starts a game here, and -f FILE or the variable SPIDER_FILE names one elsewhere"
        in found
    )
    found = spider.refused("show", code=3, env={"SPIDER_FILE": "~/no.json"})
    assert found.startswith(f"{home}/no.json: there is no such file; the variable SPIDER_FILE names it")
    found = spider.refused("deal -f no.json", code=3)
    assert found == "no.json: there is no such file; 'spider new' with the same -f starts a game there"


# --- 12: no current directory -------------------------------------------------------------------------


def test_fault_12_a_current_directory_that_is_gone_is_named(spider: Spider) -> None:
    gone = spider.directory / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    for line in ("new", "show", "study --seeds 1 --out x", "verify x.json"):
        code, _, err = spider(line)
        assert code == 3, line
        assert "the current directory does not exist any more" in err, line
    os.chdir(spider.directory)
    assert stat.S_ISDIR(spider.directory.stat().st_mode)
    assert not is_locked(Path(__file__))


# --- bounds -------------------------------------------------------------------------------------------


def test_a_file_that_grows_while_it_is_read_is_read_to_the_limit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = 0

    def endless(descriptor: int, limit: int) -> bytes:
        nonlocal given
        given += min(limit, 300)
        return b"x" * min(limit, 300)

    monkeypatch.setattr(reading, "SIZE_LIMIT", 1000)
    monkeypatch.setattr(system, "size", lambda descriptor: 0)
    monkeypatch.setattr(system, "read", endless)
    with pytest.raises(StorageError, match="is larger than"):
        reading.read(path)
    assert given == 1200


def test_a_save_beside_many_files_needs_no_more_memory(path: Path) -> None:
    for number in range(5000):
        path.with_name(f"a file with a long name, number {number}").touch()
    save(path)  # so that everything is loaded
    tracemalloc.start()
    try:
        save(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 400_000  # the names alone take more than 500,000 bytes


def test_a_new_game_reads_only_the_ends_of_a_long_history(
    spider: Spider, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(spider)
    line = Game.new(seed=3).dumps(compact=True)
    history.write_text(line * 20_000)  # 10 MB
    wanted = 0
    read = system.read

    def counted(descriptor: int, limit: int) -> bytes:
        nonlocal wanted
        piece = read(descriptor, limit)
        wanted += len(piece)
        return piece

    monkeypatch.setattr(system, "read", counted)
    spider.did("new --force")
    assert wanted < 1_000_000
