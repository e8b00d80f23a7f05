"""Two players on the same deals: who won which, and how sure the difference is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from spider_cli.studies.attempts import limits_of
from spider_cli.studies.tally import wilson

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spider_cli.studies.tally import Tally


def comparisons(firsts: Sequence[Tally], seconds: Sequence[Tally]) -> Iterator[dict[str, Any]]:
    """The figures of each pair of tallies that have the same number of suits and the same rules."""
    for first in firsts:
        for second in seconds:
            if first.settings[:2] == second.settings[:2]:  # suits and relaxed
                yield compared(first, second)


def compared(first: Tally, second: Tally) -> dict[str, Any]:
    """The figures on the games that both players have a result of, ready for JSON.

    `suits`, `relaxed`: the games. `games`: how many both have. `first`, `second`: the `player` and its
    `limits`, its `games` in all, how many of the games of both it `won`, their `share` (0 to 1), and the
    `median_length` of the games that both won. `won`: how many `both` won, the `first` alone, the `second`
    alone, and `neither`. `difference`: the first share less the second, with the ends `low` and `high` of
    its interval (see `newcombe`). `length_difference`: the median of what a game of the first is longer
    than the same game of the second. What there are no games for is None.
    """
    seeds = first.won.keys() & second.won.keys()
    both = [seed for seed in seeds if first.won[seed] and second.won[seed]]
    only_first = sum(first.won[seed] for seed in seeds) - len(both)
    only_second = sum(second.won[seed] for seed in seeds) - len(both)
    neither = len(seeds) - len(both) - only_first - only_second
    share, low, high = newcombe(len(both), only_first, only_second, neither) if seeds else (None,) * 3
    return {
        "suits": first.settings.suits,
        "relaxed": first.settings.relaxed,
        "games": len(seeds),
        "first": _side(first, len(both) + only_first, len(seeds), both),
        "second": _side(second, len(both) + only_second, len(seeds), both),
        "won": {"both": len(both), "first": only_first, "second": only_second, "neither": neither},
        "difference": {"share": share, "low": low, "high": high},
        "length_difference": _median([first.lengths[seed] - second.lengths[seed] for seed in both]),
    }


def _side(tally: Tally, won: int, games: int, both: Sequence[str]) -> dict[str, Any]:
    return {
        "player": tally.settings.player,
        "limits": limits_of(tally.settings),
        "games": tally.count(),
        "won": won,
        "share": won / games if games else None,
        "median_length": _median([tally.lengths[seed] for seed in both]),
    }


def _median(numbers: list[int]) -> float | None:
    from statistics import median

    return median(numbers) if numbers else None


def newcombe(both: int, only_first: int, only_second: int, neither: int) -> tuple[float, float, float]:
    """The difference of two shares of the same games (at least 1), and the ends of its 95 % interval.

    Method 10 of R. G. Newcombe, "Improved confidence intervals for the difference between binomial
    proportions based on paired data", Statistics in Medicine 17 (1998), 2635-2650: the intervals of
    `wilson` for both shares, joined by their correlation, which is corrected for continuity.
    """
    total = both + only_first + only_second + neither
    first, second = both + only_first, both + only_second
    low_1, high_1 = wilson(first, total)
    low_2, high_2 = wilson(second, total)
    down_1, up_1 = first / total - low_1, high_1 - first / total
    down_2, up_2 = second / total - low_2, high_2 - second / total
    phi = _correlation(both, only_first, only_second, neither)
    difference = (only_first - only_second) / total
    # Rounding can make a sum of squares a little less than nothing.
    low = difference - max(0.0, down_1**2 - 2 * phi * down_1 * up_2 + up_2**2) ** 0.5
    high = difference + max(0.0, up_1**2 - 2 * phi * up_1 * down_2 + down_2**2) ** 0.5
    return difference, low, high


def _correlation(both: int, only_first: int, only_second: int, neither: int) -> float:
    """The phi coefficient of a table of two by two; one that is above 0 is corrected for continuity."""
    total = both + only_first + only_second + neither
    margins = (both + only_first) * (only_second + neither) * (both + only_second) * (only_first + neither)
    if not margins:
        return 0.0
    excess: float = both * neither - only_first * only_second
    if excess > 0:
        excess = max(0.0, excess - total / 2)
    return excess / math.sqrt(margins)
