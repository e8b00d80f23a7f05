"""Make the problems of the package: `python -m tools.problems`; `--check` only proves those that there are.

The positions come from games that the solver won, with all cards turned face up. For each of `WANTED` the
native seeds from `FIRST_SEED` on are tried until one of their positions has the par that is wanted. That no
shorter way exists is proved by `least_steps`, which leaves out nothing but what cannot be in time.

It takes some minutes. `spider_cli/problems/problems.json` is written; the same program writes the same file.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spider_cli import Game, solve
from spider_cli.games.record import start_as_data
from spider_cli.problems import problem_set
from spider_cli.problems.problem_set import FILE_NAME, GOALS, GRADES, problems
from spider_cli.rules.cards import ACE, KING, suit_of
from spider_cli.rules.position import FOUNDATIONS, ROW
from spider_cli.rules.steps import DEAL
from spider_cli.solver import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spider_cli import Position
    from spider_cli.rules.steps import Step

#: The first native seed. Those up to 300 are for figures.
FIRST_SEED: Final = 1001

#: The pars that are wanted, of each goal for each number of suits.
WANTED: Final = {"column": (2, 3, 4, 5), "run": (2, 3, 5, 6), "win": (6, 9, 12, 15)}

# The cards in a column, so that the table fits 24 rows.
_TALLEST: Final = 13

#: Positions that a proof may look at, for a problem to be found with it.
MOST_POSITIONS: Final = 60_000


# --- proof --------------------------------------------------------------------------------------------


class TooManyError(Exception):
    """The proof would take too long."""


def least_steps(start: Position, goal: str, most: int, positions: float = inf) -> tuple[int | None, int]:
    """The least number of steps (deals counted) that meet a goal from `start`, if not more than `most`.

    Also how many positions were looked at. Every legal step is tried (iterative deepening); a way is left
    only where `_at_least` says that the goal cannot be met in time, or where the same position was looked at
    with as many steps to go. Raises TooManyError after so many `positions`.
    """
    looked_at = 0
    for depth in range(_at_least(start, start, goal), most + 1):
        tried: dict[Position, int] = {}  # the steps that were left when a position was looked at
        stack = [(start, depth)]
        while stack:
            position, left = stack.pop()
            if GOALS[goal].is_met(start, position):
                return depth - left, looked_at
            for step in _legal_steps(position) if left else ():
                after = position.apply(step)
                if tried.get(after, -1) < left - 1 and _at_least(start, after, goal) <= left - 1:
                    tried[after] = left - 1
                    stack.append((after, left - 1))
                    looked_at += 1
            if looked_at > positions:
                raise TooManyError
    return None, looked_at


def _legal_steps(position: Position) -> list[Step]:
    """Every legal step. Of several empty columns one is as good as the other: only the first is a target.

    For the goals it makes no difference which column is empty, except that a deal tells columns apart; so all
    are targets while there is stock.
    """
    moves = position.legal_moves()
    if not position.stock:
        empty = [number for number, column in enumerate(position.columns, start=1) if len(column) == 1]
        moves = [move for move in moves if move.target not in empty[1:]]
    return [*moves, DEAL] if position.can_deal else list(moves)


def _at_least(start: Position, position: Position, goal: str) -> int:
    """No way to the goal is shorter: a bound that is never too high."""
    return _BOUNDS[goal](start, position)


def _to_clear_a_column(start: Position, position: Position) -> int:
    """Each run of a column leaves it by a step of its own, and each face-down card."""
    return min([_pieces(column) for column in position.columns])


def _pieces(column: bytes) -> int:
    up = column[column[0] + 1 :]
    return column[0] + bool(up) + sum([before != card + 1 for before, card in pairwise(up)])


def _to_complete_a_run(start: Position, position: Position) -> int:
    """A move joins two cards at most, and a deal one in each column."""
    if len(position.foundations) > len(start.foundations):
        return 0
    joined = {
        card for column in position.columns for before, card in pairwise(column[1:]) if before == card + 1
    }
    suits = {suit_of(card) for column in position.columns for card in column[1:]}
    suits |= {suit_of(card) for card in position.stock}
    missing = min([sum([(suit << 4 | rank) not in joined for rank in range(ACE, KING)]) for suit in suits])
    return _in_steps(missing, position)


def _to_win(start: Position, position: Position) -> int:
    joins = sum([before == card + 1 for column in position.columns for before, card in pairwise(column[1:])])
    missing = (FOUNDATIONS - len(position.foundations)) * (KING - 1) - joins
    # With all joined it takes no step more: a run leaves as soon as it is complete.
    return max(position.rows_left(), _in_steps(missing, position))


def _in_steps(joins: int, position: Position) -> int:
    """The steps for so many joins, of which each deal may make one in each column."""
    return max(0, joins - (ROW - 1) * position.rows_left())


_BOUNDS: Final[dict[str, Callable[[Position, Position], int]]] = {
    "column": _to_clear_a_column,
    "run": _to_complete_a_run,
    "win": _to_win,
}


# --- candidates ---------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A problem that was found. `work`: the positions that its proof looked at."""

    goal: str
    par: int
    suits: int
    start: Position
    work: int


def find(goal: str, par: int, suits: int, first: int) -> Found:
    """A position of that par, of the first game from seed `first` on that has one."""
    seed = first
    while True:
        for start in _before_goals(_won_game(seed, suits), goal, par):
            try:
                least, work = least_steps(start, goal, par, MOST_POSITIONS)
            except TooManyError:
                continue
            if least == par:
                return Found(goal, par, suits, start, work)
        seed += 1


def _won_game(seed: int, suits: int) -> list[Position]:
    """The positions of a game that the solver won; none if it did not."""
    game = Game.new(suits=suits, seed=seed)
    position = game.position
    result = solve(position, Limits(nodes=300_000, shorter_nodes=300_000))
    positions = [position]
    for step in result.steps:
        position = position.apply(step)
        positions.append(position)
    return positions if result.steps else []


def _before_goals(positions: Sequence[Position], goal: str, par: int) -> Iterator[Position]:
    """Positions from which the game met the goal for the first time, in `par` moves, with all cards face up.

    So whoever solves a problem sees all that matters.
    """
    is_met = GOALS[goal].is_met
    for end in range(par + 1, len(positions)):
        way = positions[end - par : end + 1]
        if len(way[0].stock) == len(way[-1].stock) and is_met(way[0], way[-1]):
            start = way[0]._replace(columns=tuple([b"\0" + column[1:] for column in way[0].columns]))
            if not any(is_met(way[0], now) for now in way[:-1]) and _is_small(start):
                yield start


def _is_small(position: Position) -> bool:
    return max(map(len, position.columns)) <= _TALLEST and not position.problems()


def found_problems() -> list[Found]:
    """All problems that are wanted, the least work first: the work of the proof is how hard they are."""
    found = []
    for index, (goal, par, suits) in enumerate(
        [(goal, par, suits) for goal, pars in WANTED.items() for par in pars for suits in (1, 2, 4)]
    ):
        found.append(find(goal, par, suits, FIRST_SEED + 100 * index))
        print(f"{goal}, {suits} suits, par {par}: {found[-1].work} positions", file=sys.stderr)
    return sorted(found, key=lambda one: (one.work, one.par))


def entries(found: Sequence[Found]) -> list[dict[str, Any]]:
    """What the file holds."""
    return [
        {
            "grade": GRADES[index * len(GRADES) // len(found)],
            "goal": one.goal,
            "par": one.par,
            "suits": one.suits,
            "start": start_as_data(one.start),
        }
        for index, one in enumerate(found)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="prove the pars of the problems there are")
    if not parser.parse_args(arguments).check:
        lines = ",\n".join(json.dumps(entry) for entry in entries(found_problems()))
        file = Path(problem_set.__file__).with_name(FILE_NAME)
        file.write_text(f"[\n{lines}\n]\n", encoding="ascii")
        return
    for problem in problems():
        least, work = least_steps(problem.start(), problem.goal, problem.par)
        print(f"{problem.number}: {problem.task}: {work} positions")
        if least != problem.par:
            sys.exit(f"problem {problem.number}: the least is {least}")


if __name__ == "__main__":
    main()
