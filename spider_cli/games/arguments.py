"""Arguments of the library: what a caller may give, and what is said of anything else."""

from __future__ import annotations

from spider_cli.games.seeds import Seed
from spider_cli.rules.cards import KING
from spider_cli.rules.steps import COLUMNS


def as_seed(seed: Seed | str | int | None) -> Seed | None:
    """The seed meant. Raises NotationError."""
    return seed if seed is None or isinstance(seed, Seed) else Seed.parse(str(seed))


def check_numbers(source: object, target: object, count: object) -> None:
    """Raises TypeError if one of the numbers of a move is no whole number; only `source` must be there."""
    for column in (source, target):
        if type(column) is not int and (column is source or column is not None):
            raise TypeError(f"a column is a whole number from 1 to {COLUMNS}, not {column!r}")
    if count is not None and type(count) is not int:
        raise TypeError(f"a number of cards is a whole number from 1 to {KING}, not {count!r}")


def how_many(steps: int | None, at_most: int) -> int:
    """The number of steps meant. Raises ValueError below 1, which no command lets through."""
    if steps is None:
        return at_most
    if type(steps) is not int:
        raise TypeError(f"a number of steps is a whole number from 1 up, or None for all, not {steps!r}")
    if steps < 1:
        raise ValueError(f"{steps} steps: it is at least 1")
    return min(steps, at_most)
