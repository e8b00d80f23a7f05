"""Problems: the set in the package, starting one, solving it, and what is kept of that."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from spider_cli import Game, Move
from spider_cli.problems.problem_set import GOALS, GRADES, problem_of, problems
from spider_cli.rules.steps import format_step
from spider_cli.text import counted
from tests.commands import Spider
from tests.test_play import after, at_prompt, new_game
from tools.problems import entries, find, least_steps

if TYPE_CHECKING:
    from pathlib import Path

    from spider_cli import Position
    from spider_cli.problems.problem_set import Problem
    from spider_cli.rules.steps import Step

EASIEST = problems()[0]


def solution(problem: Problem) -> list[Step]:
    """Steps that meet the goal in par, found breadth first by the rules of the game alone."""
    start = problem.start()
    ways: dict[Position, list[Step]] = {start: []}
    for _ in range(problem.par):
        after: dict[Position, list[Step]] = {}
        for position, steps in ways.items():
            for move in position.legal_moves():
                now = position.apply(move)
                if GOALS[problem.goal].is_met(start, now):
                    return [*steps, move]
                after.setdefault(now, [*steps, move])
        ways = after
    raise AssertionError("there is no solution in par")


# --- the set ------------------------------------------------------------------------------------------


def test_there_are_at_least_thirty_of_every_goal_grade_and_number_of_suits() -> None:
    assert len(problems()) >= 30
    assert [problem.number for problem in problems()] == list(range(1, len(problems()) + 1))
    assert [problem.grade for problem in problems()] == sorted(
        [problem.grade for problem in problems()], key=GRADES.index
    )
    assert {problem.goal for problem in problems()} == set(GOALS)
    assert {problem.suits for problem in problems()} == {1, 2, 4}
    assert len({problem.start() for problem in problems()}) == len(problems())


@pytest.mark.unmeasured  # a proof looks at tens of thousands of positions
@pytest.mark.parametrize("problem", problems(), ids=lambda problem: f"{problem.number}")
def test_the_par_is_the_least_number_of_steps(problem: Problem) -> None:
    start = problem.start()
    assert start.problems() == ()
    assert not GOALS[problem.goal].is_met(start, start)
    assert least_steps(start, problem.goal, problem.par)[0] == problem.par


@pytest.mark.parametrize("problem", [one for one in problems() if one.par <= 3])
def test_a_search_that_leaves_nothing_out_finds_the_same_par(problem: Problem) -> None:
    assert len(solution(problem)) == problem.par


def test_the_goals() -> None:
    start = EASIEST.start()
    assert not any(goal.is_met(start, start) for goal in GOALS.values())
    emptied = start._replace(columns=(b"\0", *start.columns[1:]))
    assert GOALS["column"].is_met(start, emptied)
    completed = start._replace(foundations=start.foundations + b"\0")
    assert GOALS["run"].is_met(start, completed)
    assert not GOALS["win"].is_met(start, completed)


def test_the_tool_makes_an_entry_of_the_file() -> None:
    made = entries([find("column", 2, 1, 1001)])
    assert made == [{"grade": "easy", "goal": "column", "par": 2, "suits": 1, "start": made[0]["start"]}]
    again = json.loads(json.dumps(made[0]["start"]))
    assert [entry for entry in problems() if entry.data == again] != []


# --- starting one -------------------------------------------------------------------------------------


def test_the_list_names_every_problem_in_a_line(spider: Spider) -> None:
    lines = spider.did("problem").splitlines()
    assert len(lines) == len(problems())
    assert lines[0] == f"1: {EASIEST.task}; easy, {counted(EASIEST.suits, 'suit')}"
    assert not spider.path.exists()


def test_the_list_as_json(spider: Spider) -> None:
    found = [json.loads(line) for line in spider.did("problem --json").splitlines()]
    assert [one["number"] for one in found] == [problem.number for problem in problems()]
    assert set(found[0]) == {"number", "grade", "goal", "par", "suits", "solved_in"}


def test_a_problem_starts_and_says_its_goal(spider: Spider) -> None:
    told = spider.did("problem 1")
    assert told.startswith(f"new game: problem 1 ({EASIEST.task}), ")
    assert spider.game().start == EASIEST.start()
    assert f"problem 1 ({EASIEST.task})" in spider.did("show")


@pytest.mark.parametrize("word", ["0", "999", "x", "-1"])
def test_a_number_that_is_no_problem(spider: Spider, word: str) -> None:
    assert spider.refused(f"problem -- {word}", code=2)


def test_a_game_in_play_is_not_replaced_without_force(spider: Spider) -> None:
    spider.did("new --seed 3")
    spider.did("deal")
    assert "--force" in spider.refused("problem 1")
    spider.did("problem 1 --force")
    assert problem_of(spider.game()) == EASIEST
    assert len(spider.did("games").splitlines()) == 1


def test_the_same_layout_is_the_problem_but_a_relaxed_game_is_not() -> None:
    assert problem_of(Game(EASIEST.start())) == EASIEST
    assert problem_of(Game(EASIEST.start()._replace(relaxed=True))) is None
    assert problem_of(Game.new(seed=1)) is None


# --- solving it ---------------------------------------------------------------------------------------


def play(spider: Spider, steps: list[Step]) -> str:
    """What the last of some steps tells."""
    told = ""
    for step in steps:
        told = spider.did(step_line(step))
    return told


def step_line(step: Step) -> str:
    return f"move {format_step(step)}" if isinstance(step, Move) else "deal"


def test_solving_in_par_is_told_and_kept(spider: Spider) -> None:
    spider.did("problem 1")
    *before, last = solution(EASIEST)
    assert "solved" not in play(spider, before)
    assert f"problem 1 is solved in {EASIEST.par} steps, par" in play(spider, [last])
    assert spider.did("problem").splitlines()[0].endswith(f"; solved in {EASIEST.par} steps")
    spider.did("problem 2")  # a solved problem is replaced without a question
    assert json.loads(spider.did("problem --json").splitlines()[0])["solved_in"] == EASIEST.par
    assert spider.did("stats").splitlines()[-1] == "solved 1 of 1 problem tried"
    assert "problem 1," in spider.did("games")


def test_solving_in_more_steps_says_the_par(spider: Spider) -> None:
    spider.did("problem 1")
    spare = next(
        move
        for move in EASIEST.start().legal_moves()
        if Move(move.target, move.source, move.count) in EASIEST.start().apply(move).legal_moves()
    )
    back = Move(spare.target, spare.source, spare.count)
    told = play(spider, [spare, back, *solution(EASIEST)])
    assert f"solved in {EASIEST.par + 2} steps, par is {EASIEST.par}" in told
    assert f"solved in {EASIEST.par + 2} steps" in spider.did("problem").splitlines()[0]


def test_a_solution_that_was_taken_back_still_counts(spider: Spider) -> None:
    spider.did("problem 1")
    play(spider, solution(EASIEST))
    spider.did("undo all")
    spider.did("deal")  # what was undone is gone now
    assert spider.game().notes.solved == EASIEST.par
    assert spider.did("problem").splitlines()[0].endswith(f"solved in {EASIEST.par} steps")
    assert spider.did("stats").splitlines()[-1] == "solved 1 of 1 problem tried"


def test_the_spoken_form_tells_it_too(spider: Spider) -> None:
    spider.did("problem 1")
    play(spider, solution(EASIEST)[:-1])
    told = spider.did(f"{step_line(solution(EASIEST)[-1])} --as plain")
    assert f"Problem 1 is solved in {EASIEST.par} steps, par." in told


def test_problems_do_not_count_among_the_games(spider: Spider) -> None:
    spider.did("problem 1")
    play(spider, solution(EASIEST))
    figures = json.loads(spider.did("stats --json"))
    assert (figures["games"], figures["problems"]) == (0, {"tried": 1, "solved": 1})
    assert json.loads(spider.did("stats --each --json"))["problem"] == 1


def test_a_history_that_cannot_be_read_solves_nothing(spider: Spider) -> None:
    spider.path.with_name("spider.history.jsonl").write_text('{"seed":null}\nnonsense\n')
    spider.path.write_text("nonsense")
    assert "solved" not in spider.did("problem")


# --- at the prompt ------------------------------------------------------------------------------------


def test_the_prompt_lists_and_starts_problems(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        assert f" 1  {EASIEST.task}" in after(terminal, "problem")
        assert f"new game: problem 1 ({EASIEST.task})" in after(terminal, "problem 1")
        for wrong in ("problem 99", "problem x", "problem 1 2"):
            assert f"problem takes a number from 1 to {len(problems())}" in after(terminal, wrong)
        for step in solution(EASIEST):
            told = after(terminal, format_step(step))
        assert "problem 1 is solved" in told
    assert problem_of(Game.load(path)) == EASIEST
