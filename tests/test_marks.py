"""`mark` and `goto`."""

from __future__ import annotations

import json

import pytest

from tests.commands import Spider


def test_there_and_back(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    spider.did("move 2 3 -q")
    assert spider.did("mark Here") == "step 1 is marked here\n"
    spider.did("deal -q")
    assert spider.did("goto here").startswith("step 1: took back 1 step; score 499\n")
    assert spider.did("goto 2").startswith("step 2: made 1 step again; score 499\n")
    assert spider.did("goto 2").startswith("already at step 2\n")
    assert spider.did("goto 0 --as plain") == "Step 0. Took back 2 steps. Score 500.\n"
    assert spider.did("mark start --as plain") == "Step 0 is marked start.\n"
    assert json.loads(spider.did("goto 1 --json")) == spider.state()
    assert json.loads(spider.did("mark again --json"))["played"] == 1
    assert spider.did("mark quiet -q") == ""
    assert spider.game().notes.marks == {"here": 1, "start": 0, "again": 1, "quiet": 1}


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("goto 9", 1, "there is no step 9: the game has 0 steps"),
        ("goto there", 1, "no step is marked 'there': there are none yet"),
        ("mark 7", 2, "'7' is not a name for a step"),
        ("mark all", 2, "'all' is not a name for a step"),
        ("goto 01", 2, "'01' is not a name for a step"),
        ("goto -1", 2, "No such option"),
        ("mark", 2, "Missing argument 'NAME'"),
    ],
)
def test_refusals(spider: Spider, line: str, code: int, message: str) -> None:
    spider.did("new --seed 3 -q")
    assert message in spider.refused(line, code=code)


def test_a_step_elsewhere_drops_the_mark(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    (spider.directory / "moves.txt").write_text("2 3\nmark here\ngoto 0\ndeal\n")
    spider.did("run -q moves.txt")
    assert "no step is marked 'here'" in spider.refused("goto here")
