"""Seeds: the texts that name starts, as `42`, `pysol:24` or `kpat:7`.

A seed is of one of four families: our own numbers ("native"), those of KPatience ("kpat"), and the two
kinds of numbers that PySolFC has ("ms" and "mt"). What each deals is known to `spider_cli.games.starts`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from spider_cli.errors import NotationError
from spider_cli.rules.steps import is_number
from spider_cli.text import quoted

_PROGRAMS = ("", "pysol:", "kpat:")
_LONGEST_SEED = 40  # digits

#: PySolFC numbers below this are of the ms family, the others of mt.
FIRST_MT: Final = 32000


class _Family(NamedTuple):
    prefix: str
    lowest: int
    highest: int


_FAMILIES: Final = {
    "native": _Family("", 0, 2**64 - 1),
    "ms": _Family("pysol:ms", 1, 2**33 - 1),
    "mt": _Family("pysol:", FIRST_MT, 10**_LONGEST_SEED - 1),
    "kpat": _Family("kpat:", 1, 2**31 - 1),
}


class Seed(NamedTuple):
    """The name of a start: its `family` ("native", "ms", "mt" or "kpat") and its `value`, a number."""

    family: str
    value: int

    def __str__(self) -> str:
        """The text under which the start is shown and stored."""
        return _FAMILIES[self.family].prefix + str(self.value)

    @classmethod
    def parse(cls, text: str) -> Seed:
        """The seed that `text` names. Raises NotationError, giving the numbers that would do.

        `pysol:24` is read as PySolFC reads 24: numbers below 32000 are of the ms family.
        """
        before, colon, number = text.rpartition(":")
        program = before + colon
        ms = program == "pysol:" and number[:2] in ("ms", "MS")
        digits = number[2:] if ms else number
        if program not in _PROGRAMS or not is_number(digits, _LONGEST_SEED):
            raise NotationError(
                f"{quoted(text)} is not a seed; seeds are written like 42, pysol:24 or kpat:7", text
            )
        value = int(digits)
        family = program[:-1] or "native"
        if family == "pysol":
            family = "ms" if ms or value < FIRST_MT else "mt"
        prefix, lowest, highest = _FAMILIES[family]
        if not lowest <= value <= highest:
            span = f"{prefix}{lowest} to {prefix}{highest}"
            raise NotationError(f"{quoted(text)} is not a seed: these go from {span}", text)
        return cls(family, value)


def random_seed() -> Seed:
    """A native seed of at most nine digits, drawn by the system."""
    from random import SystemRandom  # only a new game needs it

    return Seed("native", SystemRandom().randrange(10**9))
