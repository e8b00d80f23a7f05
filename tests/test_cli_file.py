"""Commands on files that are no games: one line of error, exit 3, and the file as it was."""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Callable

import pytest

from spider_cli import Game
from spider_cli.cli.session import Session
from spider_cli.files import system
from tests.commands import Spider
from tests.test_gamefile import SHAPES, Document, document

READERS = ["show", "show --json", "moves"]
WRITERS = ["move 1 2", "deal", "undo", "redo", "new --force"]

#: What a file holds, or what is made of a good file.
BROKEN: dict[str, bytes | Callable[[bytes], bytes]] = {
    "empty": b"",
    "one space": b" ",
    "NULs": b"\0" * 4096,
    "brackets": b"[" * 100_000,
    "a long number": b"9" * 5_000,
    "NaN": b"NaN",
    "1e400": b"1e400",
    "duplicate keys": b'{"format": "spider-game", "format": "spider-game"}',
    "null": b"null",
    "list": b"[]",
    "text": b'"x"',
    "UTF-16": b"\xff\xfe{\0}\0",
    "trailing garbage": lambda game: game + b"x",
    "cut short": lambda game: game[:-10],
    "two games": lambda game: game * 2,
}


@pytest.mark.parametrize("line", READERS + WRITERS)
@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_case_27_no_game_in_the_file(
    spider: Spider, content: bytes | Callable[[bytes], bytes], line: str
) -> None:
    made = content(Game.new(seed=1).dumps().encode()) if callable(content) else content
    spider.path.write_bytes(made)
    if not made.strip() and line.startswith("new"):  # what a kill may leave is as good as no file
        spider.did(line)
        assert spider.game().step_count == 0
        return
    message = spider.refused(line, code=3)
    assert message.startswith("spider.json: ")
    assert len(message) < 250
    assert ("is empty" in message) == (not made.strip())


@pytest.mark.parametrize("line", READERS + WRITERS)
@pytest.mark.parametrize("kind", ["directory", "pipe", "device", "loop", "too large"])
def test_case_27_no_file(spider: Spider, kind: str, line: str) -> None:
    if kind == "directory":
        spider.path.mkdir()
    elif kind == "pipe":
        os.mkfifo(spider.path)
    elif kind == "device":
        spider.path.symlink_to("/dev/zero")
    elif kind == "loop":
        spider.path.symlink_to("spider.json")
    else:
        os.truncate(os.open(spider.path, os.O_CREAT | os.O_WRONLY), 64 * 1024 * 1024 + 1)
        kept = spider.path.stat().st_size
        code, out, err = spider(line)
        assert (code, out, err) == (3, "", "spider: spider.json: is larger than 64 MiB\n")
        assert spider.path.stat().st_size == kept
        return
    code, out, err = spider(line)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith("spider: spider.json: ")
    assert os.listdir(spider.directory) == ["spider.json"]


@pytest.mark.parametrize(("made", "place", "message"), SHAPES[::3])
def test_case_28_the_place_is_named(
    spider: Spider, made: Callable[[], Document], place: str, message: str
) -> None:
    spider.path.write_text(json.dumps(made()), encoding="utf-8")
    for line in ("show", "deal"):
        error = spider.refused(line, code=3)
        assert error.startswith(f"spider.json: {place}{': ' * bool(place)}")
        assert message in error


def test_case_29_the_first_offender_is_named(spider: Spider) -> None:
    data = json.loads(Game.new(seed=1).dumps())
    data["start"]["columns"][0] = data["start"]["columns"][0] + " KH"
    spider.path.write_text(json.dumps(data), encoding="utf-8")
    assert (
        spider.refused("show", code=3) == "spider.json: start: KH: there is 1, but a game of 1 suit has none"
    )


@pytest.mark.parametrize("index", [0, 1])
def test_case_30_a_step_that_is_not_legal_is_named(spider: Spider, index: int) -> None:
    data = document()
    data["steps"][index] = "1 1 1"
    spider.path.write_text(json.dumps(data), encoding="utf-8")
    for line in (*READERS, *WRITERS):
        assert f"steps[{index}]: column 1 to itself" in spider.refused(line, code=3)


def test_case_31_bom_and_crlf_are_read_and_not_written(spider: Spider) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    wanted = spider.path.read_bytes()
    spider.path.write_bytes(b"\xef\xbb\xbf" + wanted.replace(b"\n", b"\r\n"))
    spider.did("show")
    spider.did("deal")
    spider.did("undo")
    spider.did("redo")
    spider.did("undo")
    found, expected = json.loads(spider.path.read_bytes()), json.loads(wanted)
    assert b"\r" not in spider.path.read_bytes()
    assert spider.path.read_bytes()[:1] == b"{"
    assert list(found) == list(expected)
    assert found == {**expected, "redo": ["deal"], "undos": 2}


@pytest.mark.parametrize("line", WRITERS)
def test_case_32_a_read_only_file_is_left_alone(spider: Spider, line: str) -> None:
    spider.put(Game.loads(json.dumps(document())))
    spider.path.chmod(0o444)
    message = spider.refused(line, code=3)
    assert message in (
        "spider.json: is read-only",
        "spider.json: cannot be opened for writing: permission denied",
    )
    spider.did("show")


def test_case_32_links_and_permissions_stay(spider: Spider) -> None:
    (spider.directory / "sub").mkdir()
    target = spider.directory / "sub" / "game"
    spider.path.symlink_to("sub/game")
    spider.did("new --seed 1")
    target.chmod(0o664)
    spider.did("deal")
    assert spider.path.is_symlink()
    assert Game.load(target).deals == 1
    assert target.stat().st_mode & 0o777 == 0o664
    assert os.listdir(target.parent) == ["game"]


@pytest.mark.parametrize("line", ["show -f", "verify", "stats", "replay", "run --dry-run"])
def test_whether_a_file_can_be_read_is_found_out_by_reading_it(
    spider: Spider, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not asked before, or the exit code would be 2, and `verify` would not go on to the next file."""
    spider.did("new --seed 1")
    name = "script" if line.startswith("run") else "spider.json"
    spider.directory.joinpath("script").write_text("deal\n")
    monkeypatch.setattr(os, "access", lambda *words, **options: False)
    spider.did(f"{line} {name}")


@pytest.mark.parametrize("line", ["show", "deal", "stats", "new --force", "play"])
def test_no_current_directory(spider: Spider, line: str) -> None:
    gone = spider.directory / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    code, out, err = spider(line)
    os.chdir(spider.directory)
    assert (code, out) == (3, "")
    assert err == "spider: spider.json: the current directory does not exist any more\n"


def test_an_error_of_the_system_that_nobody_expected_is_not_taken_for_lost_output(
    spider: Spider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(session: Session) -> None:
        raise PermissionError(errno.EPERM, "not this")

    spider.did("new")
    monkeypatch.setattr(Session, "load", broken)
    with pytest.raises(PermissionError):
        spider("show")


def test_a_file_that_takes_more_memory_than_there_is(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausting(content: bytes) -> Game:
        raise MemoryError

    spider.did("new --seed 1")
    monkeypatch.setattr(Game, "loads", exhausting)
    for line in ("show", "deal"):
        assert spider.refused(line, code=4) == "there is not enough memory"


# --- signals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["deal", "undo", "new --force", "run moves.txt"])
@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_saving_leaves_nothing_behind(
    spider: Spider, signum: int, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    spider.did("new --force --seed 2")  # so that there is a history
    spider.did("deal")
    spider.directory.joinpath("moves.txt").write_text("deal\n")
    before = spider.path.read_bytes()
    fsync = os.fsync

    def interrupted(descriptor: int) -> None:
        fsync(descriptor)
        signal.raise_signal(signum)

    monkeypatch.setattr(os, "fsync", interrupted)
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    code, _, err = spider(line)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == handlers
    assert sorted(os.listdir(spider.directory)) == ["moves.txt", "spider.history.jsonl", "spider.json"]
    if line != "run moves.txt":  # which waits until the save is done, and has nothing left to do then
        assert (code, err) == (128 + signum, "spider: interrupted\n")
        assert spider.path.read_bytes() == before


def test_a_directory_that_is_gone_before_the_save(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> None:
    """There was a game, so the advice to start one would be wrong."""
    game = spider.directory / "games" / "spider.json"
    game.parent.mkdir()
    spider.did("new -f games/spider.json --seed 1")

    temporary_name = system.temporary_name

    def gone(path: str) -> str:
        game.unlink()
        game.parent.rmdir()
        return temporary_name(path)

    monkeypatch.setattr(system, "temporary_name", gone)
    assert spider.refused("deal -f games/spider.json", code=3) == (
        "games/spider.json: there is no such directory"
    )
