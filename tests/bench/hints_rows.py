"""How many deals the honest hint wins when it is followed to the end, and what a hint costs.

`tests/bench/solver.py` prints these rows. By itself: `python tests/bench/hints_rows.py 1-100`.
"""

from __future__ import annotations

import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from spider_cli.deals import deal
from spider_cli.hints import hint, play_hints

if TYPE_CHECKING:
    from collections.abc import Iterable

TIMED = 10  # every tenth hint of a game is asked for anew, as from a process of its own, and timed


class Row(NamedTuple):
    suits: int
    won: int
    played: int
    median: float  # CPU seconds of one hint
    worst: float


def follow(task: tuple[int, int]) -> tuple[bool, list[float]]:
    """Whether the hints win the native deal of this seed and number of suits, and what some hints cost."""
    seed, suits = task
    position = deal(str(seed), suits)
    steps, end = play_hints(position)
    costs = []
    for number, step in enumerate(steps):
        if number % TIMED == seed % TIMED:
            start = time.process_time()
            hint(position)
            costs.append(time.process_time() - start)
        position = position.apply(step)
    return end.is_won(), costs


def hint_rows(seeds: Iterable[int], jobs: int = 1, levels: Iterable[int] = (1, 2, 4)) -> list[Row]:
    """A row for each number of suits of `levels`, over the same seeds."""
    seeds = list(seeds)
    rows = []
    with ProcessPoolExecutor(jobs) as pool:
        for suits in levels:
            results = list(pool.map(follow, [(seed, suits) for seed in seeds]))
            costs = [cost for _, some in results for cost in some]
            won = sum(won for won, _ in results)
            rows.append(Row(suits, won, len(seeds), statistics.median(costs), max(costs)))
    return rows


if __name__ == "__main__":
    first, last = map(int, sys.argv[1].split("-"))
    for row in hint_rows(range(first, last + 1)):
        print(
            f"{row.suits} suits: {row.won} of {row.played}; CPU {row.median:.2f} s, worst {row.worst:.2f} s"
        )
