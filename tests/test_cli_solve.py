"""`solve`: solutions as scripts, verdicts as exit codes, limits, and the file left alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spider_cli import Game
from tests.commands import Spider
from tests.processes import Terminal, shell
from tests.samples import layout

#: Gives up on every fresh game of four suits, soon and the same on every machine.
FEW = "--nodes 5000"
#: A start of four suits on which the solver works for minutes.
HARD = "pysol:14934"


def play(spider: Spider, script: str) -> None:
    """Play a script on the game."""
    (spider.directory / "solution.txt").write_text(script)
    spider.did("run -q solution.txt")


def test_case_01_the_shortest_solution_has_three_moves(spider: Spider) -> None:
    spider.start("hidden-king-under-queen-to-ace")
    assert len(json.loads(spider.did("solve --shorter 0.1 --json"))["steps"]) == 3


def test_case_55_giving_up_is_told_and_is_no_verdict(spider: Spider) -> None:
    spider.did("new --suits 4 --seed 1 -q")
    message = spider.refused(f"solve {FEW}", code=4)
    assert message.startswith("gave up after ")
    assert message.endswith("; whether the game can be won is not known")
    outcome = spider(f"solve {FEW} --json")
    assert (outcome.code, outcome.err, outcome.state["verdict"]) == (4, "", "gave up")
    assert outcome.state["steps"] == []


def test_case_55_one_gib_is_enough_to_give_up(tmp_path: Path) -> None:
    Game.new(suits=4, seed=HARD).save(tmp_path / "spider.json")
    result = shell("ulimit -v 1048576; spider solve --nodes 100000", tmp_path)
    assert (result.returncode, result.stdout) == (4, "")
    assert result.stderr.startswith("spider: gave up after ")


def test_case_55_impossible_is_said_after_every_position(spider: Spider) -> None:
    spider.start("plans-that-end-nowhere")
    outcome = spider("solve")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("spider: there is no solution: every position was searched (")


def test_cases_43_and_55_ctrl_c_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "spider.json"
    Game.new(suits=4, seed=HARD).save(path)
    before = path.read_bytes()
    with Terminal("solve", cwd=tmp_path) as terminal:
        terminal.wait_for(" positions")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert path.read_bytes() == before


def test_case_56_a_won_game_has_nothing_to_do(spider: Spider) -> None:
    spider.start("one-move-from-winning")
    spider.did("move 2 1 -q")
    solution = spider.did("solve")
    assert solution == "# the game is won: nothing is left to do\n"
    play(spider, solution)
    assert spider.state()["status"] == "won"


@pytest.mark.parametrize("relaxed", [False, True])
def test_case_56_the_solution_is_a_script_that_wins(spider: Spider, relaxed: bool) -> None:
    spider.put(Game(layout("three-cards-short-of-a-deal")._replace(relaxed=relaxed)))
    outcome = spider("solve")
    assert outcome.code == (0 if relaxed else 1)  # only a relaxed game deals over empty columns
    if relaxed:
        play(spider, outcome.out)
        assert spider.state()["status"] == "won"


def test_case_56_in_the_middle_of_a_game(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    spider.did("deal -q")
    before = spider.files()
    solution = spider.did("solve")
    assert spider.files() == before
    assert solution.startswith("# wins after 1 step of seed 3, suits 1\n")
    play(spider, solution)
    assert spider.state()["status"] == "won"


def test_the_won_game_goes_into_a_new_file_only(spider: Spider) -> None:
    spider.start("one-move-from-winning")
    before = spider.path.read_bytes()
    spider.did("solve --save won.json")
    assert spider.path.read_bytes() == before
    assert Game.load(spider.directory / "won.json").status == "won"
    assert spider.refused("solve --save won.json", code=3) == "won.json: is there already, and is left alone"


def test_quiet_leaves_the_exit_code(spider: Spider) -> None:
    spider.start("one-move-from-winning")
    assert spider.did("solve -q") == ""
    spider.did("new --suits 4 --seed 1 -q --force")
    assert spider(f"solve -q {FEW}").code == 4


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--limit 0", "is not a time in seconds above 0"),
        ("--nodes 0", "is not a whole number from 1 up"),
        ("--memory 15", "is not a whole number from 16 up"),
        ("--shorter -1", "is not a time in seconds above 0"),
    ],
)
def test_limits_that_make_no_sense(spider: Spider, option: str, message: str) -> None:
    spider.did("new --seed 1 -q")
    assert message in spider.refused(f"solve {option}", code=2)
