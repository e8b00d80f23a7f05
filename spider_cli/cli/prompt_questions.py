"""Questions at the prompt about what lies on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.cli.prompt_moves import read_column
from spider_cli.errors import NotationError
from spider_cli.render.answers import column_answer, exposed_answer, where_answer
from spider_cli.rules.cards import RANKS, parse_card, rank_of
from spider_cli.script.vocabulary import Command, Host, Outcome
from spider_cli.text import quoted

if TYPE_CHECKING:
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position


class ColumnCommand(Command):
    """Asks what lies in a column."""

    word = "column"
    usage = "N"
    help = "tell all cards of a column"

    def __init__(self, number: int) -> None:
        self.number = number

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) != 1:
            raise NotationError("column takes one number, as column 3")
        return cls(read_column(words[0]))

    def perform(self, host: Host) -> Outcome:
        return ColumnTold(host.game.position, self.number)


class ColumnTold(Outcome):
    """What lies in a column."""

    def __init__(self, position: Position, number: int) -> None:
        self._position = position
        self._number = number

    def text(self, wording: Wording) -> str:
        return column_answer(self._position, self._number, wording)


class EndsCommand(Command):
    """Asks for the exposed cards."""

    word = "ends"
    help = "tell the exposed cards"

    def perform(self, host: Host) -> Outcome:
        return EndsTold(host.game.position)


class EndsTold(Outcome):
    """The exposed cards."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def text(self, wording: Wording) -> str:
        return exposed_answer(self._position, wording)


class WhereCommand(Command):
    """Asks for the columns whose exposed card is of a rank."""

    word = "where"
    usage = "RANK"
    help = "tell where a rank is exposed"

    def __init__(self, rank: int) -> None:
        self.rank = rank

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) != 1:
            raise NotationError("where takes one rank, as where 10 or where q")
        return cls(_read_rank(words[0]))

    def perform(self, host: Host) -> Outcome:
        return WhereTold(host.game.position, self.rank)


class WhereTold(Outcome):
    """Where a rank is exposed."""

    def __init__(self, position: Position, rank: int) -> None:
        self._position = position
        self._rank = rank

    def text(self, wording: Wording) -> str:
        return where_answer(self._position, self._rank, wording)


def _read_rank(text: str) -> int:
    name = "T" if text == "10" else text.upper() if text.isascii() else text
    if len(name) == 1 and name in RANKS:
        return RANKS.index(name) + 1
    if len(name) > 1:
        try:
            return rank_of(parse_card(text))
        except NotationError:
            pass
    raise NotationError(f"{quoted(text)} is not a rank; ranks are {' '.join(RANKS)}", text)
