"""Findings on saved games, and `spider verify`."""

from __future__ import annotations

import io
import json
import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spider_cli.errors import GameFormatError, StorageError
from spider_cli.files import reading
from spider_cli.games.game import Game
from spider_cli.saved.checking import check, summary_of
from spider_cli.saved.collection import SavedGame, files_of, saved_games
from tests.processes import spider
from tests.samples import DATA, GAMES, compact, layout, results, saved_game

GOOD = "kpat-1s-1"


def whole_game() -> bytes:
    """A good game as its file holds it."""
    return (DATA / "games" / f"{GOOD}.json").read_bytes()


def changed(**changes: object) -> bytes:
    """A good game with other members, as a line."""
    return json.dumps({**saved_game(GOOD), **changes}).encode()


def with_steps(*steps: str) -> bytes:
    return changed(steps=list(steps))


def steps() -> list[str]:
    return saved_game(GOOD)["steps"]


#: Bad games, and the place that is named.
BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "an illegal step": (lambda: with_steps(*steps()[:36], "1 2 13", *steps()[37:]), "steps[36]"),
    "a step missing": (lambda: with_steps(*steps()[:3], *steps()[4:]), "steps["),
    "a step too many": (lambda: with_steps(*steps(), "deal"), "steps[91]"),
    "a step that is none": (lambda: with_steps("3 2"), "steps[0]"),
    "an illegal step to redo": (lambda: changed(redo=["deal"]), "redo[0]"),
    "a card twice": (lambda: changed(start={**saved_game(GOOD)["start"], "stock": "KS " * 50}), "start"),
    "another version": (lambda: changed(version=99), "version"),
    "a line cut short": (lambda: compact(GOOD)[:-40].encode(), "line 1 column "),
    "not UTF-8": (lambda: b"\xff\xfe{", ""),
    "no game": (lambda: b"[]", ""),
}


# --- one finding ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_outcome_of_each_sample_is_the_known_one(name: str) -> None:
    found = summary_of(compact(name))
    assert {key: found._asdict()[key] for key in results()[name]} == results()[name]
    game = Game.loads(compact(name))
    assert (found.suits, found.seed, found.relaxed, found.played, found.undos) == (
        game.suits, game.seed, game.relaxed, game.step_count, game.undos,
    )  # fmt: skip


def test_a_win_is_seen_whatever_way_the_game_got_there() -> None:
    game = Game(layout("one-move-from-winning"))
    assert summary_of(game.dumps()).status == "playing"
    game.move(2, 1, 1)
    assert summary_of(game.dumps()).status == "won"
    game.undo()
    assert summary_of(game.dumps()).status == "playing"
    game.redo()
    again = summary_of(game.dumps())
    assert (again.status, again.undos) == ("won", 1)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_game_gives_its_error_as_a_value_that_other_processes_can_send(case: str) -> None:
    make, place = BAD[case]
    content = make()
    found = check(SavedGame("x.jsonl", 7, content))
    assert found[:4] == ("x.jsonl", 7, len(content), None)
    assert isinstance(found.error, GameFormatError)
    assert found.error.place.startswith(place)
    sent: Any = pickle.loads(pickle.dumps(found))
    assert sent[:4] == found[:4]
    assert (str(sent.error), sent.error.place) == (str(found.error), found.error.place)


def test_a_line_over_the_limit_is_one_bad_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider_cli.saved.checking.SIZE_LIMIT", len(compact(GOOD)))
    assert check(SavedGame("x", 1, compact(GOOD).encode())).error is None
    found = check(SavedGame("x", 1, compact(GOOD).encode() + b" "))
    assert str(found.error) == "it is larger than 64 MiB"


# --- the games of files ---------------------------------------------------------------------------


def games_of(content: bytes) -> list[SavedGame]:
    return list(saved_games(["-"], io.BytesIO(content)))


def lines_of(content: bytes, limit: int) -> list[bytes]:
    return list(reading.stream_lines(io.BytesIO(content), "x", limit))


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"\n", [b""]),
        (b"ab\ncd", [b"ab", b"cd"]),
        (b"abcd\n\nx\n", [b"abcd", b"", b"x"]),
        (b"abcde\nx", [b"abcde", b"x"]),
        (b"abcd", [b"abcd"]),
        (b"abcd" * 9 + b"\nx", [b"abcda", b"x"]),
        (b"abcd" * 9, [b"abcda"]),
        (b"abcdefghij\nabcdefghi\nx\n", [b"abcde", b"abcde", b"x"]),
    ],
)
def test_lines_of_a_stream_are_cut_after_one_byte_too_many(content: bytes, lines: list[bytes]) -> None:
    assert lines_of(content, 4) == lines


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", []),
        (b"\n \r\n\xef\xbb\xbf\n", []),
        (b"{}\n", [(1, b"{}")]),
        (b"{}", [(1, b"{}")]),
        (b"\n{1}\r\n\t\n{2}\n{", [(2, b"{1}\r"), (4, b"{2}"), (5, b"{")]),
        (b"{\n 1\n}\n{}\n", [(None, b"{\n 1\n}\n{}")]),
        (b"\xef\xbb\xbf\r\n{\r\n}", [(None, b"{\r\n}")]),
    ],
)
def test_standard_input_holds_games_a_line_or_one_over_many_lines(
    content: bytes, found: list[tuple[int | None, bytes]]
) -> None:
    assert [(saved.line, saved.content) for saved in games_of(content)] == found


def test_a_standard_input_that_is_closed_or_breaks_off_is_a_file_that_cannot_be_read() -> None:
    (closed,) = saved_games(["-"], None)
    assert isinstance(closed.content, StorageError)
    (broken,) = saved_games(["-"], _Broken())
    assert str(broken.content) == "<stdin>: cannot be read: input/output error"


class _Broken(io.BytesIO):
    def readline(self, size: int | None = -1, /) -> bytes:
        raise OSError(5, "Input/output error")


def test_a_directory_stands_for_the_saved_games_in_it_by_name(tmp_path: Path) -> None:
    for name in ("b.json", "a.jsonl", "c.txt", "d.json.tmp"):
        (tmp_path / name).write_text("")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "e.json").write_text("")
    assert files_of([str(tmp_path), "-", "missing"]) == [
        str(tmp_path / "a.jsonl"), str(tmp_path / "b.json"), "-", "missing",
    ]  # fmt: skip


# --- the command ------------------------------------------------------------------------------------


def test_all_samples_are_good(tmp_path: Path) -> None:
    result = spider("verify", DATA / "games", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "19 games: 19 good, 0 bad\n", "")


def test_json_says_what_became_of_each_game(tmp_path: Path) -> None:
    names = sorted(results())
    result = spider("verify", "--json", *[f"{name}.json" for name in names], cwd=DATA / "games")
    *games, summary = map(json.loads, result.stdout.splitlines())
    assert summary == {"games": 19, "good": 19, "bad": 0, "unreadable": 0}
    assert [game["file"] for game in games] == [f"{name}.json" for name in names]
    for name, game in zip(names, games, strict=True):
        assert game["ok"] is True
        assert {key: game[key] for key in results()[name]} == results()[name]


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A directory with good and bad games in files of all kinds, and one file that is missing."""
    good = [compact(name).encode() for name in (GOOD, "kpat-4s-7")]
    lines = [good[0], b"", BAD["an illegal step"][0](), good[1], BAD["a line cut short"][0]()]
    (tmp_path / "many.jsonl").write_bytes(b"\n".join(lines))
    (tmp_path / "bad.json").write_bytes(BAD["a step too many"][0]())
    (tmp_path / "good.json").write_bytes(b"\xef\xbb\xbf" + whole_game().replace(b"\n", b"\r\n"))
    return tmp_path


REPORTS = (
    "bad.json: steps[91]: the game is won: nothing is left to play; undo takes steps back\n"
    "many.jsonl:3: steps[36]: "
)


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_bad_game_is_reported_with_its_place_and_the_next_is_read(mixed: Path, jobs: int) -> None:
    result = spider("verify", "-j", str(jobs), "bad.json", "many.jsonl", "good.json", cwd=mixed)
    assert result.returncode == 1
    assert result.stderr == ""
    assert result.stdout.startswith(REPORTS)
    lines = result.stdout.splitlines()
    assert lines[2].startswith("many.jsonl:5: line 1 column ")
    assert lines[3:] == ["6 games: 3 good, 3 bad"]


def test_json_reports_bad_games_in_the_same_order(mixed: Path) -> None:
    result = spider("verify", "--json", "bad.json", "gone.json", "many.jsonl", cwd=mixed)
    *games, summary = map(json.loads, result.stdout.splitlines())
    assert [(game["file"], game["line"], game["ok"]) for game in games] == [
        ("bad.json", None, False),
        ("gone.json", None, False),
        ("many.jsonl", 1, True),
        ("many.jsonl", 3, False),
        ("many.jsonl", 4, True),
        ("many.jsonl", 5, False),
    ]
    assert [(game["place"], game["number"]) for game in games if not game["ok"]][:3] == [
        ("steps[91]", 92), ("", None), ("steps[36]", 37),
    ]  # fmt: skip
    assert summary == {"games": 5, "good": 2, "bad": 3, "unreadable": 1}


@pytest.mark.parametrize("files", [("gone.json", "bad.json"), ("bad.json", "gone.json")])
def test_a_file_that_cannot_be_read_outweighs_a_bad_game(mixed: Path, files: tuple[str, ...]) -> None:
    result = spider("verify", *files, "good.json", cwd=mixed)
    assert result.returncode == 3
    assert result.stderr == "spider: gone.json: there is no such file\n"
    assert result.stdout.endswith("2 games: 1 good, 1 bad; 1 file could not be read\n")


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    result = spider("verify", "pipe.jsonl", "/dev/zero", cwd=tmp_path)
    assert result.returncode == 3
    assert result.stderr.count("is not a regular file\n") == 2
    assert result.stdout == "0 games: 0 good, 0 bad; 2 files could not be read\n"


def test_standard_input(tmp_path: Path) -> None:
    lines = f"{compact(GOOD)}\n{compact(GOOD)[:99]}"
    result = spider("verify", "-", cwd=tmp_path, stdin=lines)
    assert result.returncode == 1
    assert result.stdout.startswith("<stdin>:2: line 1 column ")
    assert result.stdout.endswith("\n2 games: 1 good, 1 bad\n")
    assert spider("verify", "-", cwd=tmp_path, stdin=whole_game()).stdout == "1 game: 1 good, 0 bad\n"


def test_quiet_leaves_the_exit_code(mixed: Path) -> None:
    result = spider("verify", "-q", "many.jsonl", cwd=mixed)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", "")


def test_some_file_must_be_named(tmp_path: Path) -> None:
    shutil.copy(DATA / "games" / f"{GOOD}.json", tmp_path / "spider.json")
    assert spider("verify", cwd=tmp_path).returncode == 2
    assert spider("verify", "-f", "spider.json", "spider.json", cwd=tmp_path).returncode == 2
    for named in (spider("verify", "-f", "spider.json", cwd=tmp_path),
                  spider("verify", cwd=tmp_path, env={"SPIDER_FILE": "spider.json"})):  # fmt: skip
        assert (named.returncode, named.stdout) == (0, "1 game: 1 good, 0 bad\n")


@pytest.mark.parametrize("jobs", ["0", "-1", "257", "1.5", "many"])
def test_jobs_out_of_range_are_refused(tmp_path: Path, jobs: str) -> None:
    result = spider("verify", "--jobs", jobs, "-", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")


def test_odd_file_names_do_not_disturb_the_terminal(tmp_path: Path) -> None:
    name = b"-x\n\x1b[31m\xff.json"
    (tmp_path / os.fsdecode(name)).write_text("[]")
    result = spider("verify", "--", os.fsdecode(name), os.fsdecode(name + b"l"), cwd=tmp_path)
    assert result.returncode == 3
    assert result.stdout.startswith(r"-x\n\x1b[31m\udcff.json: a list is not an object")
    assert result.stderr == "spider: " r"-x\n\x1b[31m\udcff.jsonl: there is no such file" "\n"
    as_json = spider("verify", "--json", "--", os.fsdecode(name), cwd=tmp_path)
    assert json.loads(as_json.stdout.splitlines()[0])["file"] == os.fsdecode(name)
