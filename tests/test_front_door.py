"""`spider` alone, `help`, `rules`, options before the command, `games`, `resume`, `new --daily`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spider_cli.cli import clock
from spider_cli.errors import StorageError
from spider_cli.files import storage
from spider_cli.games.game import Game
from spider_cli.render.answers import RULES
from spider_cli.saved.history import removed
from spider_cli.text import duration
from tests.commands import Spider
from tests.processes import Terminal
from tests.samples import layout
from tests.test_play import PROMPT, after, at_prompt

# --- without a command, and before it -----------------------------------------------------------------


def test_alone_in_a_pipe_it_gives_a_short_help(spider: Spider) -> None:
    out = spider.did("")
    for word in ("new", "move", "deal", "undo", "show"):
        assert f"\n  spider {word} " in out
    assert spider.did("-q --color") == out
    assert spider.files() == {}


def test_alone_on_a_terminal_it_goes_on_with_the_game(tmp_path: Path) -> None:
    Game.new(suits=1, seed=3).save(tmp_path / "other.json")
    with Terminal("-f", "other.json", "--no-color", cwd=tmp_path) as terminal:
        terminal.wait_for("other.json: the game goes on at its start")
        terminal.wait_for(PROMPT)
        terminal.type("q\r")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("-f other.json show", "show -f other.json"),
        ("--file=other.json --json show", "show --file=other.json --json"),
        ("--as plain -f other.json show --ascii", "show --ascii --as plain -f other.json"),
        ("--theme mono --color -f other.json show", "show -f other.json --color --theme mono"),
    ],
)
def test_options_may_stand_before_the_command(spider: Spider, before: str, behind: str) -> None:
    Game.new(suits=1, seed=3).save(spider.directory / "other.json")
    assert spider.did(before) == spider.did(behind)


def test_options_that_a_command_does_not_have_are_refused_there(spider: Spider) -> None:
    assert "No such option '--json'" in spider.refused("--json rules", code=2)
    assert "No such option '--suits'" in spider.refused("--suits 2 new", code=2)


def test_help_is_the_help_of_the_command(spider: Spider) -> None:
    assert spider.did("help") == spider.did("--help")
    assert spider.did("help move") == spider.did("move --help")
    assert "there is no command 'foo'" in spider.refused("help foo", code=2)


def test_rules(spider: Spider) -> None:
    assert spider.did("rules") == f"{RULES}\n"


def test_version(spider: Spider) -> None:
    assert spider.did("-V") == spider.did("--version")


# --- games that were replaced -------------------------------------------------------------------------


def test_no_history_no_games(spider: Spider) -> None:
    assert spider("games") == (
        0, "", "spider: no game was replaced yet; 'spider new' keeps the one that it replaces\n",
    )  # fmt: skip
    assert spider.did("games --json") == spider.did("games -q") == ""
    assert "there is no game 1 in the history" in spider.refused("resume 1", code=1)


def test_a_game_comes_back_and_the_present_one_goes(spider: Spider) -> None:
    for seed in (3, 4):
        spider.did(f"new --seed {seed} --force -q")
        spider.did("deal -q")
    spider.did("new --suits 2 --seed 5 --force -q")
    lines = spider.did("games").splitlines()
    assert [line.split("seed ")[1] for line in lines] == [
        "3, 1 suit, 1 step, score 500",
        "4, 1 suit, 1 step, score 500",
    ]
    objects = [json.loads(line) for line in spider.did("games --json").splitlines()]
    assert [(one["number"], one["seed"], one["status"]) for one in objects] == [
        (1, "3", "playing"),
        (2, "4", "playing"),
    ]
    assert spider.did("resume 1").startswith("seed 3: the game goes on after 1 step\n")
    assert spider.game().seed == "3"
    assert [json.loads(line)["seed"] for line in spider.did("games --json").splitlines()] == ["4"]
    spider.did("resume 1 -q")  # the game of seed 3 was played, so it goes to the history
    assert spider.game().seed == "4"
    assert [json.loads(line)["seed"] for line in spider.did("games --json").splitlines()] == ["3"]
    assert spider.game().notes.seconds < 60  # the time in the history does not count


def test_a_bad_game_in_the_history_is_told_and_left(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    history = spider.directory / "spider.history.jsonl"
    history.write_text('\n{"format":"spider-game"}\n' + Game.new(seed=7).dumps(compact=True))
    lines = spider.did("games").splitlines()
    assert "the key 'version' is missing" in lines[0]
    assert "seed 7" in lines[1]
    spider.refused("resume 1", code=3)
    spider.did("resume 2 -q")
    assert spider.game().seed == "7"
    assert history.read_text() == '\n{"format":"spider-game"}\n'


def history_of(spider: Spider, *games: str) -> Path:
    spider.did("new --seed 3 -q")
    history = spider.directory / "spider.history.jsonl"
    history.write_bytes("".join(games).encode())
    return history


def test_the_error_for_a_bad_game_names_the_history(spider: Spider) -> None:
    history_of(spider, '{"format":"spider-game"}\n')
    assert "spider.history.jsonl: game 1: the key 'version' is missing" in spider.refused("resume 1", code=3)


def test_a_carriage_return_is_no_end_of_a_line(spider: Spider) -> None:
    first, second = (Game.new(seed=seed).dumps(compact=True) for seed in (6, 7))
    history = history_of(spider, first := first.replace(",", ",\r", 1), second)
    spider.did("resume 2 -q")
    assert spider.game().seed == "7"
    assert history.read_bytes() == first.encode()


def test_a_history_that_is_a_link_is_left_alone_and_said_to_be(spider: Spider) -> None:
    history = history_of(spider, Game.new(seed=7).dumps(compact=True))
    history.rename(spider.directory / "elsewhere.jsonl")
    history.symlink_to("elsewhere.jsonl")
    code, _, err = spider("resume 1 -q")
    assert (code, err) == (
        0,
        "spider: the game is in play again, and is still in the history as well: "
        f"{history}: is a symbolic link, and is left alone\n",
    )
    assert spider.game().seed == "7"
    assert history.is_symlink()
    assert history.read_text() == Game.new(seed=7).dumps(compact=True)


def test_two_resume_the_same_game(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second looks into the history when it has the game for itself, and not before."""
    history = history_of(spider, Game.new(seed=7).dumps(compact=True))
    locked = storage.locked

    def after_the_other(path: str, **options: Any) -> Any:
        history.write_bytes(b"")
        return locked(path, **options)

    monkeypatch.setattr(storage, "locked", after_the_other)
    code, _, err = spider("resume 1 -q")
    assert (code, err) == (
        1, "spider: there is no game 1 in the history; 'spider games' lists them\n",
    )  # fmt: skip
    assert spider.game().seed == "3"


def test_a_history_changed_by_hand_meanwhile_is_left_alone(spider: Spider) -> None:
    line = Game.new(seed=7).dumps(compact=True)
    history = history_of(spider, "")
    for content, number in ((b"", 1), (b"\n", 1), (b"{}\n", 1), (line.encode(), 2)):
        history.write_bytes(content)
        with pytest.raises(StorageError, match="changed by another program"):
            removed("spider.json", number, line.encode())
        assert history.read_bytes() == content


# --- the game of the day ------------------------------------------------------------------------------


def test_the_game_of_a_day(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: "2026-11-30T23:59:59Z")
    for words, seed in [("", "20261130"), ("2026-01-02", "20260102"), ("20240229", "20240229")]:
        spider.did(f"new -q --daily {words} --suits 2")
        assert (spider.game().seed, spider.game().suits) == (seed, 2)


@pytest.mark.parametrize(
    "words", ["--daily 2026-02-30", "--daily 7", "--daily --seed 3", "--daily --winnable"]
)
def test_days_that_are_refused(spider: Spider, words: str) -> None:
    spider.refused(f"new {words}", code=2)


# --- a win --------------------------------------------------------------------------------------------


def test_a_win_is_told(tmp_path: Path) -> None:
    path = tmp_path / "spider.json"
    for first in (True, False):
        game = Game(layout("one-move-from-winning"))
        game.save(path)
        with at_prompt(tmp_path) as terminal:
            told = " ".join(after(terminal, "2").split())
            assert "You have won from a layout with 1 suit: score 1299, 1 move, 0 undos, 0 hints." in told
            assert ("Your first win with 1 suit." in told) == first
            assert ("Your best score with 1 suit is 1299." in told) != first
            assert "The solver needs 1 move." in told
            after(terminal, "new")
            terminal.type("q\r")
            assert terminal.end() == 0


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3900, "1 h 5 min")]
)
def test_durations(seconds: int, words: str) -> None:
    assert duration(seconds) == words
