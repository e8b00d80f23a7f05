"""`solve`: verdicts, solutions, limits."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from spider_cli.errors import PositionError
from spider_cli.games.starts import start_of
from spider_cli.rules.cards import COMPLETE_RUNS, SUITS_IN_PLAY
from spider_cli.rules.position import FOUNDATIONS, ROW, Position
from spider_cli.rules.steps import DEAL, Move
from spider_cli.solver import Limits, Progress, Result, solve
from spider_cli.solver.limits import Meter
from spider_cli.solver.proof import Proof
from tests.processes import python
from tests.samples import LAYOUTS, layout

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.rules.steps import Step


def replay(position: Position, steps: Iterable[Step]) -> Position:
    for step in steps:
        position = position.apply(step)
    return position


def check(position: Position, result: Result) -> None:
    """A solution is there exactly when the verdict says so, and it wins."""
    if result.verdict == "solved":
        assert replay(position, result.steps).is_won
    else:
        assert result.steps == ()


# --- the sample layouts ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("relaxed", [False, True])
def test_layouts(name: str, relaxed: bool) -> None:
    position = layout(name)._replace(relaxed=relaxed)
    result = solve(position)
    never_dealt = name == "three-cards-short-of-a-deal" and not relaxed
    lost = name == "plans-that-end-nowhere"
    assert result.verdict == ("impossible" if never_dealt or lost else "solved")
    check(position, result)


def test_case_01_hidden_king_needs_three_moves() -> None:
    shorter = Limits(shorter_nodes=1000)
    assert len(solve(layout("hidden-king-under-queen-to-ace"), shorter).steps) == 3


def test_one_move_from_winning() -> None:
    assert solve(layout("one-move-from-winning")).steps == (Move(2, 1, 1),)


def test_runs_are_split_to_deal() -> None:
    steps = solve(layout("split-tidy-runs-to-deal")).steps
    assert DEAL in steps
    assert steps.index(DEAL) >= 8


def test_case_56_a_won_position_has_nothing_to_do() -> None:
    won = layout("one-move-from-winning").apply(Move(2, 1, 1))
    result = solve(won)
    assert (result.verdict, result.steps, result.nodes) == ("solved", (), 0)


STUCK = """
suits: 1
1: QS QS | KS
2: TS TS | KS
3: 8S 8S | JS
4: 6S 6S | JS
5: 4S 4S | 9S
6: 3S 3S | 9S
7: 2S | 7S
8: 2S | 7S
9: AS | 5S
10: AS | 5S
foundations: S S S S S S
"""


def test_stuck_position() -> None:
    position = Position.parse(STUCK)
    assert position.status == "stuck"
    assert solve(position).verdict == "impossible"


def test_broken_position_is_refused() -> None:
    position = layout("one-move-from-winning")
    with pytest.raises(PositionError):
        solve(position._replace(foundations=b""))


# --- against an exhaustive search that knows nothing but the rules --------------------------------


def random_endgame(random: Random) -> Position | None:
    """One or two runs' cards thrown on some columns, part of them face down, perhaps with a row left."""
    suits = random.choice((1, 1, 2, 4))
    runs = list(SUITS_IN_PLAY[suits]) * (FOUNDATIONS // suits)
    random.shuffle(runs)
    open_runs = random.choice((1, 2, 2))
    cards = [card for suit in runs[:open_runs] for card in COMPLETE_RUNS[suit]]
    random.shuffle(cards)
    row = bytes(cards[:ROW]) if random.random() < 0.5 else b""
    cards = cards[len(row) :]
    columns: list[list[int]] = [[] for _ in range(10)]
    wide = random.choice((random.randint(2, 10), 10, 10))
    for number, card in enumerate(cards):
        columns[number % wide].append(card)
    position = Position(
        tuple([bytes([random.randrange(len(some)) if some else 0, *some]) for some in columns]),
        row,
        bytes(runs[open_runs:]),
        suits,
        random.random() < 0.3,
    )
    return None if position.problems() else position


def exhaustive(position: Position, most: int) -> str | None:
    """The verdict, by looking at everything in any order; None if that is more than `most` positions."""
    met = {(position.columns, position.stock)}
    waiting = [position]
    while waiting:
        position = waiting.pop()
        if position.is_won:
            return "solved"
        steps: list[Step] = [*position.legal_moves()]
        if position.can_deal:
            steps.append(DEAL)
        for step in steps:
            after = position.apply(step)
            if (after.columns, after.stock) not in met:
                met.add((after.columns, after.stock))
                waiting.append(after)
        if len(met) > most:
            return None
    return "impossible"


@pytest.mark.unmeasured  # searches for long
def test_random_endgames() -> None:
    random = Random(7)
    verdicts: Counter[str] = Counter()
    for _ in range(400):
        position = random_endgame(random)
        if position is None:
            continue
        result = solve(position, Limits(nodes=100_000))
        check(position, result)
        expected = exhaustive(position, 1000) or "unknown"
        assert expected in (result.verdict, "unknown")
        verdicts[f"{result.verdict}, {expected}"] += 1
        verdicts[f"{result.verdict}, {position.status}"] += 1
    assert verdicts["gave up, unknown"] == 0
    assert verdicts["impossible, impossible"] > 40
    assert verdicts["impossible, playing"] > 20
    assert verdicts["solved, unknown"] > 200


def test_the_proof_alone_finds_shortest_solutions() -> None:
    random = Random(8)
    for _ in range(20):
        position = random_endgame(random)
        steps = solve(position, Limits(nodes=50_000)).steps if position else ()
        if position and steps:
            near = replay(position, steps[:-3])
            proof = Proof(near)
            proof.search(30_000, Meter(Limits(), None))
            assert proof.solution is not None
            assert replay(near, proof.solution).is_won
            assert len(proof.solution) <= len(steps[-3:])


# --- whole deals ----------------------------------------------------------------------------------


@pytest.mark.unmeasured  # searches for long
@pytest.mark.parametrize("suits", [1, 2, 4])
@pytest.mark.parametrize("relaxed", [False, True])
def test_deals(suits: int, relaxed: bool) -> None:
    position = start_of("3", suits, relaxed=relaxed)
    result = solve(position, Limits(nodes=3_000_000))
    assert result.verdict == "solved"
    check(position, result)


def test_later_positions_of_a_deal() -> None:
    position = start_of("5", 2)
    steps = solve(position).steps
    for number, step in enumerate(steps[:60]):
        if number % 7 == 0:
            check(position, solve(position))
        position = position.apply(step)


def test_shorter_solutions_get_shorter() -> None:
    position = start_of("2", 1)
    first = solve(position)
    lengths = []
    better = solve(
        position,
        Limits(shorter_nodes=200_000),
        progress=lambda progress: lengths.append(progress.length),
    )
    check(position, better)
    assert len(better.steps) < len(first.steps)
    known = [length for length in lengths if length is not None]
    assert known == sorted(known, reverse=True)
    assert first.nodes < better.nodes < first.nodes + 220_000


# --- limits ---------------------------------------------------------------------------------------


def test_nodes_are_limited() -> None:
    result = solve(start_of("1", 4), Limits(nodes=5000))
    assert (result.verdict, result.steps) == ("gave up", ())
    assert 5000 <= result.nodes < 10_000


def test_no_time_is_no_search() -> None:
    assert solve(start_of("1", 4), Limits(seconds=0.0)).verdict == "gave up"


def test_memory_is_limited() -> None:
    result = solve(start_of("1", 4), Limits(memory=200_000))
    assert result.verdict == "gave up"


def test_little_memory_is_enough_for_little() -> None:
    assert solve(layout("one-move-from-winning"), Limits(memory=1 << 20)).verdict == "solved"


def test_little_memory_still_gives_shorter_solutions() -> None:
    position = start_of("3", 1)
    first = solve(position, Limits(memory=4_000_000))
    result = solve(position, Limits(memory=4_000_000, shorter_nodes=150_000))
    assert len(result.steps) < len(first.steps)
    check(position, result)


def test_ctrl_c_before_a_solution_is_known() -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(start_of("1", 4), progress=interrupt)


def test_ctrl_c_keeps_the_best_solution() -> None:
    position = start_of("2", 1)
    first = solve(position)

    def interrupt(progress: Progress) -> None:
        if progress.length is not None and progress.length < len(first.steps):
            raise KeyboardInterrupt

    result = solve(position, Limits(shorter_nodes=10_000_000), progress=interrupt)
    assert (result.verdict, result.interrupted) == ("solved", True)
    assert len(result.steps) < len(first.steps)
    check(position, result)


# --- the same everywhere --------------------------------------------------------------------------

SOLVE = """
from spider_cli.games.starts import start_of
from spider_cli.solver import Limits, solve
for suits in (1, 4):
    result = solve(start_of("11", suits), Limits(nodes=200_000, shorter_nodes=30_000), seed=3)
    print(result.verdict, result.nodes, *result.steps, sep=",")
"""


def test_processes_agree(tmp_path: Path) -> None:
    outputs = {python(SOLVE, cwd=tmp_path, env={"PYTHONHASHSEED": hash_seed}) for hash_seed in ("1", "2")}
    assert len(outputs) == 1
    assert "solved" in outputs.pop()


def test_the_seed_matters_only_for_ties() -> None:
    position = start_of("4", 2)
    for seed in (1, 2):
        result = solve(position, seed=seed)
        check(position, result)
        assert result._replace(seconds=0) == solve(position, seed=seed)._replace(seconds=0)
