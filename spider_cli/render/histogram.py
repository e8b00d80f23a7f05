"""How numbers are spread, as bars of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.render.totals_table import aligned

if TYPE_CHECKING:
    from collections.abc import Sequence

_RANGES: Final = 10
_LONGEST_BAR: Final = 40  # characters


def format_histogram(title: str, numbers: Sequence[int]) -> str:
    """How many of some numbers lie in each of about ten ranges of the same width, with a bar for each."""
    if not numbers:
        return f"{title}: no games"
    width = _round_width((max(numbers) - min(numbers)) // _RANGES + 1)
    first, last = min(numbers) // width, max(numbers) // width
    counts = [0] * (last - first + 1)
    for number in numbers:
        counts[number // width - first] += 1
    rows = [[_range(first + place, width), str(count)] for place, count in enumerate(counts)]
    bars = ["", *["#" * -(-count * _LONGEST_BAR // max(counts)) for count in counts]]
    lines = zip(aligned([[title, "games"], *rows]), bars, strict=True)
    return "\n".join([f"{line}  {bar}".rstrip() for line, bar in lines])


def _range(number: int, width: int) -> str:
    return f"{number * width} to {(number + 1) * width - 1}"


def _round_width(least: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50, ... that is not below `least`."""
    unit = 1
    while 5 * unit < least:
        unit *= 10
    return next(width for width in (unit, 2 * unit, 5 * unit) if width >= least)
