"""`new`: deals, layouts, and the game that is replaced."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from spider_cli import Game
from spider_cli.games.starts import start_of
from tests.commands import Spider
from tests.samples import LAYOUTS, layout, layout_text


def printed_seed(out: str) -> str:
    """The seed in what `new` prints."""
    match = re.match(r"new game: seed (\S+), ", out)
    assert match, out
    return match[1]


# --- deals --------------------------------------------------------------------------------------------


def test_a_new_game_says_what_it_is_and_shows_the_table(spider: Spider) -> None:
    out = spider.did("new --suits 2 --seed 42")
    report, _, table = out.partition("\n")
    assert report == "new game: seed 42, 2 suits (intermediate)"
    assert table == spider.did("show")
    assert spider.game().start == start_of("42", 2)


@pytest.mark.parametrize(
    ("line", "suits", "report"),
    [
        ("new --seed 1", 1, "seed 1, 1 suit (beginner)"),
        ("new --seed 1 --suits 1", 1, "seed 1, 1 suit (beginner)"),
        ("new --seed 1 --mode beginner", 1, "seed 1, 1 suit (beginner)"),
        ("new --seed 1 --mode intermediate", 2, "seed 1, 2 suits (intermediate)"),
        ("new --seed 1 --mode advanced", 4, "seed 1, 4 suits (advanced)"),
        ("new --seed 1 --mode advanced --suits 4 --relaxed", 4, "seed 1, 4 suits (advanced), relaxed"),
        ("new --seed pysol:24", 1, "seed pysol:ms24, 1 suit (beginner)"),
        ("new --seed kpat:7 --suits 2", 2, "seed kpat:7, 2 suits (intermediate)"),
    ],
)
def test_suits_by_number_and_by_name(spider: Spider, line: str, suits: int, report: str) -> None:
    assert spider.did(line).startswith(f"new game: {report}\n")
    state = spider.state()
    assert (state["suits"], state["relaxed"]) == (suits, "--relaxed" in line)


def test_json_is_the_state(spider: Spider) -> None:
    assert json.loads(spider.did("new --seed 3 --json")) == spider.state()


def test_case_22_each_printed_seed_gives_its_deal_again(spider: Spider) -> None:
    seeds = [printed_seed(spider.did("new --no-color")) for _ in range(100)]
    assert len(set(seeds)) == 100
    assert all(re.fullmatch("[0-9]{1,9}", seed) for seed in seeds)
    last = spider.state()
    spider.did(f"new --seed {seeds[-1]}")
    assert spider.state() == last


@pytest.mark.parametrize("seed", ["0", str(2**63), str(2**64 - 1)])
def test_case_23_the_ends_of_the_range(spider: Spider, seed: str) -> None:
    assert printed_seed(spider.did("new --seed", seed)) == seed
    assert spider.state()["seed"] == seed


@pytest.mark.parametrize("seed", ["-1", "01", "1\n", str(2**64), "1" + "0" * 5000, "", "🂡"])
def test_case_23_what_is_no_seed(spider: Spider, seed: str) -> None:
    message = spider.refused("new", f"--seed={seed}", code=2)
    assert "is not a seed" in message
    assert len(message) < 250


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_case_24_the_deal(spider: Spider, suits: int) -> None:
    state = json.loads(spider.did(f"new --suits {suits} --json"))
    assert [column["hidden"] + 1 for column in state["columns"]] == [6] * 4 + [5] * 6
    assert [len(column["cards"]) for column in state["columns"]] == [1] * 10
    assert state["stock"] == 50
    cards = re.findall(r"\b[2-9TJQKA][SHDC]\b", spider.did("show --as layout"))
    assert set(Counter(cards).values()) == {8 // suits}
    assert len(cards) == 104


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("new --suits 3", "'3' is not a number of suits; it is 1, 2 or 4"),
        ("new --suits 02", "'02' is not a number of suits"),
        ("new --suits 2.0", "'2.0' is not a number of suits"),
        ("new --mode Beginner", "'Beginner' is not one of"),
        ("new --mode hard", "'hard' is not one of 'beginner', 'intermediate', 'advanced'"),
        ("new --mode advanced --suits 1", "--mode advanced means 4 suits, but --suits says 1"),
        ("new --seed 1 --layout x", "--layout and --seed both say where to start"),
        ("new --winnable --layout ''", "--winnable picks the seed itself"),
        ("new 42", "unexpected extra argument"),
    ],
)
def test_what_new_does_not_understand(spider: Spider, line: str, message: str) -> None:
    assert message in spider.refused(line, code=2)
    assert spider.files() == {}


# --- layouts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_from_a_file_and_from_standard_input(spider: Spider, name: str) -> None:
    (spider.directory / "deal.txt").write_text(layout_text(name), encoding="utf-8")
    out = spider.did("new --layout deal.txt")
    assert out.startswith("new game: from a layout, ")
    assert spider.game().start == layout(name)
    shown = spider.did("show --as layout")
    spider.did("new --layout -", stdin="\ufeff" + shown.replace("\n", "\r\n"))
    assert spider.game().start == layout(name)
    assert spider.state()["seed"] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "the lines 'suits:', '1:', '2:'"),
        (b"suits: 1\n", "the lines '1:', '2:'"),
        (b"suits: 3\n", "line"),
        (b"\xff\xfe", "not UTF-8 (byte 1)"),
        (b"x: 1\n", "line 1: 'x: 1'"),
    ],
)
def test_case_19_what_is_no_layout(spider: Spider, text: bytes, message: str) -> None:
    no_layout(spider, text, message)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("dealt-ace-completes", "10: 5S", "10: 5S | AS", "AS: there are 9"),
        ("dealt-ace-completes", "10: 5S", "10: 5S |", "lies face down"),
        ("one-move-from-winning", "2S\n2: AS", "2S AS\n2: -", "is complete"),
    ],
)
def test_case_19_a_layout_that_no_game_can_have(
    spider: Spider, name: str, old: str, new: str, message: str
) -> None:
    text = layout_text(name)
    assert old in text
    no_layout(spider, text.replace(old, new).encode(), message)


def no_layout(spider: Spider, text: bytes, message: str) -> None:
    """Checks that a text is refused as a layout, from a file and from standard input."""
    (spider.directory / "deal.txt").write_bytes(text)
    error = spider.refused("new --layout deal.txt", code=2)
    assert error.startswith("--layout: deal.txt: ")
    assert message in error
    assert message in spider.refused("new --layout -", code=2, stdin=text)


def test_layouts_that_cannot_be_read(spider: Spider) -> None:
    assert spider.refused("new --layout no.txt", code=2) == "--layout: no.txt: there is no such file"
    assert "directory" in spider.refused("new --layout .", code=2)
    assert "64 MiB" in spider.refused("new --layout /dev/zero", code=2)
    (spider.directory / "deal.txt").write_text(layout_text("dealt-ace-completes"), encoding="utf-8")
    assert "it has suits: 1, not 4" in spider.refused("new --layout deal.txt --suits 4", code=2)


# --- the game that is replaced ------------------------------------------------------------------------


def history(spider: Spider) -> list[Game]:
    """The games in the history."""
    path = spider.directory / "spider.history.jsonl"
    return [Game.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []


def test_case_34_a_game_without_steps_is_replaced(spider: Spider) -> None:
    spider.did("new --seed 1")
    spider.did("new --seed 2")
    assert spider.state()["seed"] == "2"
    assert sorted(spider.files()) == ["spider.json"]


def test_case_34_a_game_in_play_is_not(spider: Spider) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    message = "spider.json: holds a game in play, 1 step, score 500; --force replaces it"
    assert spider.refused("new --seed 2") == message
    assert spider.refused("new --seed 2", stdin="y\n") == message
    spider.did("undo")
    assert spider.refused("new --seed 2").startswith("spider.json: holds a game in play, 0 steps")


def test_what_is_replaced_is_kept(spider: Spider) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    spider.did("deal")
    spider.did("undo")
    old = spider.game()
    spider.did("new --seed 2 --force")
    assert [game.record() for game in history(spider)] == [old.record()]
    spider.start("one-move-from-winning")
    spider.did("move 2 1")
    spider.did("new --seed 3")
    assert [game.status for game in history(spider)] == ["playing", "won"]
    assert spider.state()["played"] == 0


def test_no_history(spider: Spider) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    spider.did("new --seed 2 --force --no-history")
    assert sorted(spider.files()) == ["spider.json"]


def test_the_history_lies_beside_the_file_of_a_link(spider: Spider) -> None:
    (spider.directory / "sub").mkdir()
    (spider.directory / "link").symlink_to("sub/mine.json")
    spider.did("new -f link --seed 1")
    spider.did("deal -f link")
    spider.did("new -f link --seed 2 --force")
    assert sorted(path.name for path in (spider.directory / "sub").iterdir()) == [
        "mine.history.jsonl",
        "mine.json",
    ]


def test_no_game_is_lost_when_the_history_cannot_be_kept(spider: Spider) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    (spider.directory / "spider.history.jsonl").mkdir()
    assert "spider.history.jsonl: " in spider.refused("new --seed 2 --force", code=3)
    assert spider.state()["seed"] == "1"


@pytest.mark.parametrize(
    "content",
    [b"alias ll='ls -l'\n", b"x", b"{}", b"[1]", b"\0" * 9, b'{"format": "spider-game", "version": 2}'],
)
def test_case_34_another_file_is_never_replaced(spider: Spider, content: bytes) -> None:
    spider.path.write_bytes(content)
    for line in ("new --seed 1", "new --seed 1 --force", "new --seed 1 --force --no-history"):
        assert spider.refused(line, code=3).startswith(
            "spider.json: is no spider game, so it is left alone ("
        )


def test_case_34_nor_a_directory(spider: Spider) -> None:
    spider.path.mkdir()
    assert "directory" in spider.refused("new --seed 1 --force", code=3)
    assert spider.path.is_dir()


def test_a_missing_directory_is_named(spider: Spider) -> None:
    assert spider.refused("new -f no/game.json", code=3) == "no/game.json: there is no such directory"
