"""Moves and the deal: the steps of a game, as values and as text.

A step is written `3 7 2` (from column 3 to column 7, 2 cards) or `deal`. What the words mean is
decided here, for the command line, scripts and game files alike; whether a step is legal is not.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from spider_cli.errors import NotationError
from spider_cli.rules.cards import KING
from spider_cli.text import quoted

COLUMNS: Final = 10

_LONGEST_NUMBER = 18  # digits; more is not a count of anything


class Move(NamedTuple):
    """`count` cards (1-13) from the end of column `source` to column `target` (1-10)."""

    source: int
    target: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which no move needs

    def __str__(self) -> str:
        return f"{self.source} {self.target} {self.count}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move written as `FROM TO COUNT`. Raises NotationError.

        Without COUNT a move means something only on a position: see `Position.move`.
        """
        words = text.split()
        if len(words) != 3:
            raise NotationError(
                f"{quoted(text)} is not a move; a move is written FROM TO COUNT, as 3 7 2", text
            )
        return cls(parse_column(words[0]), parse_column(words[1]), parse_count(words[2]))


class Deal(Enum):
    """The step that deals a row. `DEAL` is its one value."""

    DEAL = "deal"

    def __str__(self) -> str:
        return "deal"

    def __repr__(self) -> str:
        return "DEAL"


DEAL: Final = Deal.DEAL

Step = Move | Deal


def is_number(text: str, digits: int = _LONGEST_NUMBER) -> bool:
    """Whether a text is a whole number from 0 up, of at most `digits` digits, as all input writes them.

    ASCII digits only; a leading zero, a sign or an underscore is a slip, not a number.
    """
    return text.isascii() and text.isdigit() and len(text) <= digits and (text[0] != "0" or text == "0")


def _parse_number(text: str, highest: int, what: str) -> int:
    number = int(text) if is_number(text) else 0
    if not 1 <= number <= highest:
        raise NotationError(f"{quoted(text)} is not {what} from 1 to {highest}", text)
    return number


def parse_column(text: str) -> int:
    """A column number, 1-10, in plain ASCII digits. Raises NotationError."""
    return _parse_number(text, COLUMNS, "a column; columns are numbered")


def parse_count(text: str) -> int:
    """A number of cards to move, 1-13 (a run has at most 13). Raises NotationError."""
    return _parse_number(text, KING, "a number of cards to move; it goes")


@lru_cache(maxsize=8192)  # a game uses a few hundred of the at most 1,170 moves again and again
def parse_step(text: str) -> Step:
    """The step written exactly as `str(step)` writes it, as game files hold it. Raises NotationError."""
    if text == "deal":
        return DEAL
    move = Move.parse(text) if len(text.split()) == 3 else None
    if move is None or str(move) != text:
        raise NotationError(f"{quoted(text)} is not a step; steps are written like '3 7 2' or 'deal'", text)
    return move


@lru_cache(maxsize=8192)  # as many moves as there are, so that equal steps share one text
def format_step(step: Step) -> str:
    """The text of a step: `str(step)`, remembered."""
    return str(step)


def parse_how_many(text: str) -> int | None:
    """How many steps to take back or make again: a number from 1 up, or None for `all`.

    Raises NotationError.
    """
    if text.lower() == "all":
        return None
    if not is_number(text) or text == "0":
        raise NotationError(f"{quoted(text)} is not a number of steps; it is 1 or more, or 'all'", text)
    return int(text)
