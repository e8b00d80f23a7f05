"""What the solver and the hints reach: the table of the README. Run by `make bench-solver`.

All seconds are processor time of one process. With everything, some hours on one core; `--seeds 1-10`
gives an impression, `--only shorter --suits 4` one row.
"""

from __future__ import annotations

import argparse
import functools
import time
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from spider_cli.games.starts import start_of
from spider_cli.hints import hint, play_hints
from spider_cli.solver import Limits, Result, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SUITS = (1, 2, 4)
TIMED = 10  # every tenth hint of a game is asked for anew, as from a process of its own, and timed


def solve_one(limits: Limits, task: tuple[str, int]) -> Result:
    """The result for a deal, given as its seed and number of suits."""
    seed, suits = task
    return solve(start_of(seed, suits), limits)


def results(limits: Limits, suits: int, seeds: range, jobs: int) -> list[Result]:
    """The results for the deals of KPatience with these numbers."""
    tasks = [(f"kpat:{seed}", suits) for seed in seeds]
    if jobs == 1:
        return [solve_one(limits, task) for task in tasks]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(functools.partial(solve_one, limits), tasks))


def solver_rows(levels: list[int], seeds: range, jobs: int) -> Iterator[str]:
    """Any solution, with a limit of 60 seconds."""
    for suits in levels:
        some = results(Limits(seconds=60), suits, seeds, jobs)
        solved = [result for result in some if result.verdict == "solved"]
        times = [result.seconds for result in some]
        yield (
            f"kpat {seeds.start}-{seeds.stop - 1}, {suits} suits: {len(solved)} of {len(some)} solved, "
            f"median {median(times):.2f} s, mean {sum(times) / len(times):.2f} s, worst {max(times):.2f} s, "
            f"median {median([len(result.steps) for result in solved] or [0])} steps"
        )


def shorter_rows(levels: list[int], seeds: range, jobs: int) -> Iterator[str]:
    """Short solutions: ten seconds more after the first."""
    for suits in levels:
        some = results(Limits(seconds=60, shorter_seconds=10), suits, seeds, jobs)
        lengths = sorted(len(result.steps) for result in some if result.verdict == "solved")
        yield (
            f"kpat {seeds.start}-{seeds.stop - 1}, {suits} suits, --shorter 10: {len(lengths)} solved,"
            f" median {median(lengths or [0])} steps, from {lengths[0]} to {lengths[-1]}"
        )


class HintRow(NamedTuple):
    """What hints won, and what one of them cost."""

    suits: int
    won: int
    played: int
    median: float  # CPU seconds of one hint
    worst: float


def follow(task: tuple[int, int]) -> tuple[bool, list[float]]:
    """Whether the hints win the native deal of this seed and number of suits, and what some hints cost."""
    seed, suits = task
    position = start_of(str(seed), suits)
    steps, end = play_hints(position)
    costs = []
    for number, step in enumerate(steps):
        if number % TIMED == seed % TIMED:
            start = time.process_time()
            hint(position)
            costs.append(time.process_time() - start)
        position = position.apply(step)
    return end.is_won, costs


def hint_rows(levels: Iterable[int], seeds: Iterable[int], jobs: int) -> Iterator[HintRow]:
    """A row for each number of suits of `levels`, over the same seeds."""
    seeds = list(seeds)
    with ProcessPoolExecutor(jobs) as pool:
        for suits in levels:
            results = list(pool.map(follow, [(seed, suits) for seed in seeds]))
            costs = [cost for _, some in results for cost in some]
            won = sum(won for won, _ in results)
            yield HintRow(suits, won, len(seeds), median(costs), max(costs))


def honest_rows(levels: list[int], seeds: range, jobs: int) -> Iterator[str]:
    """Hints followed to the end, native deals."""
    for row in hint_rows(levels, seeds, jobs):
        yield (
            f"native {seeds.start}-{seeds.stop - 1}, {row.suits} suits, hints followed: {row.won} of "
            f"{row.played} won, a hint takes {row.median:.2f} s, at most {row.worst:.2f} s"
        )


ROWS: dict[str, Callable[[list[int], range, int], Iterator[str]]] = {
    "solver": solver_rows,
    "shorter": shorter_rows,
    "hints": honest_rows,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1-100", help="deal numbers, A-B")
    parser.add_argument("--suits", type=int, choices=SUITS, action="append", help="only these")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--only", choices=ROWS, action="append", help="a part of the table")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split("-"))
    for part in options.only or ROWS:
        for row in ROWS[part](options.suits or list(SUITS), range(first, last + 1), options.jobs):
            print(row, flush=True)


if __name__ == "__main__":
    main()
