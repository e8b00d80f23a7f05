"""Many seeds named in few words: `1-100`, `kpat:7`, `pysol:1-50,kpat:1-50`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.errors import NotationError
from spider_cli.games.seeds import FIRST_MT, Seed
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

_DIGITS = "0123456789"

# Numbers of one family, at least one.
_Span = tuple[str, range]


class Seeds:
    """Seeds in the order in which they were named, each once. There may be very many; none is stored."""

    def __init__(self, spans: list[_Span]) -> None:
        self._spans = spans

    @classmethod
    def parse(cls, text: str) -> Seeds:
        """The seeds that a list with commas names, each item a seed or a range `A-B`, both ends included.

        A range has its prefix once: `kpat:1-100`. Numbers without a prefix come before those with one,
        so that `kpat:1,2` cannot be read in two ways. Raises NotationError.
        """
        spans: list[_Span] = []
        prefixed = False
        for item in text.split(","):
            if prefixed and ":" not in item:
                raise NotationError(
                    f"{quoted(item)} after seeds of another program: give it a prefix as well, or put "
                    "the numbers without one first",
                    item,
                )
            prefixed = ":" in item
            for span in _parse_item(item):
                spans += _without(span, spans)
        return cls(spans)

    def __iter__(self) -> Iterator[Seed]:
        return (Seed(family, value) for family, values in self._spans for value in values)

    def __contains__(self, seed: Seed) -> bool:
        return any(seed.family == family and seed.value in values for family, values in self._spans)

    def count(self) -> int:
        """How many seeds there are. It may be more than `len` could give."""
        return sum(values.stop - values.start for _, values in self._spans)


def _parse_item(item: str) -> list[_Span]:
    first, dash, last = item.partition("-")
    start = Seed.parse(first)
    if not dash:
        return [_span(start.family, start.value, start.value)]
    if not last or last.strip(_DIGITS):
        raise NotationError(
            f"{quoted(item)} is not a range of seeds; ranges are written like 1-100 or kpat:1-100", item
        )
    end = Seed.parse(first.rstrip(_DIGITS) + last)
    if start.value > end.value:
        raise NotationError(f"{quoted(item)} is not a range of seeds: it goes backwards", item)
    if start.family == end.family:
        return [_span(start.family, start.value, end.value)]
    return [_span("ms", start.value, FIRST_MT - 1), _span("mt", FIRST_MT, end.value)]


def _span(family: str, first: int, last: int) -> _Span:
    return family, range(first, last + 1)


def _without(span: _Span, others: list[_Span]) -> list[_Span]:
    """What is left of a span when the seeds of others are taken out."""
    family, values = span
    parts = [values]
    for other, taken in others:
        if other == family and taken.start < values.stop and values.start < taken.stop:
            parts = [left for part in parts for left in _cut(part, taken)]
    return [(family, part) for part in parts]


def _cut(part: range, taken: range) -> list[range]:
    below = range(part.start, min(part.stop, taken.start))
    above = range(max(part.start, taken.stop), part.stop)
    return [left for left in (below, above) if left]
