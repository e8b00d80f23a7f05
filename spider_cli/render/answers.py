"""Answers to questions about a position, and the rules of the game in short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.render.plain import column_words
from spider_cli.render.spoken import rank_word
from spider_cli.rules.cards import rank_of
from spider_cli.rules.columns import EMPTY_COLUMN, face_up

if TYPE_CHECKING:
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position

#: The rules, in lines of at most 60 characters, so many that they fit a window of 24 rows with the prompt.
RULES: Final = """\
Two packs, 104 cards, ten columns. 54 cards are dealt, only
the last card of each column face up. The goal: eight runs
from king to ace, each of one suit. A complete run leaves
the table at once.

A move takes the exposed card of a column, or a run that
ends with it: cards of one suit, each one rank lower than
the one before. They go onto an exposed card that is one
rank higher, of any suit, or to an empty column. Nothing
goes on an ace; a king goes only to an empty column.

A card that lies face down turns up once it is exposed.

A deal puts the next row of the stock, ten cards, onto the
columns. No column may be empty then, unless the game is
relaxed. There are five rows.

Score: 500, less 1 for each move, plus 100 for each run. A
deal costs nothing, and undo gives back what it takes back.
Won: eight runs. Stuck: no move and no deal is legal."""


def column_answer(position: Position, number: int, wording: Wording) -> str:
    """What lies in a column (1-10)."""
    column = position.columns[number - 1]
    if wording.spoken:
        return f"Column {number}: {column_words(column)}."
    if column == EMPTY_COLUMN:
        return f"column {number} is empty"
    cards = " ".join(map(wording.card, face_up(column)))
    return (
        f"column {number}: {cards}" if not column[0] else f"column {number}: {column[0]} face down, {cards}"
    )


def exposed_answer(position: Position, wording: Wording) -> str:
    """The exposed cards, column by column."""
    ends = [
        f"{number} {'empty' if column == EMPTY_COLUMN else wording.card(column[-1])}"
        for number, column in enumerate(position.columns, start=1)
    ]
    return f"Exposed: {'. '.join(ends)}." if wording.spoken else f"exposed: {', '.join(ends)}"


def where_answer(position: Position, rank: int, wording: Wording) -> str:
    """The columns whose exposed card is of a rank (1-13)."""
    found = [
        (number, column[-1])
        for number, column in enumerate(position.columns, start=1)
        if column != EMPTY_COLUMN and rank_of(column[-1]) == rank
    ]
    if not found:
        words = f"no {rank_word(rank)} is exposed"
    else:
        places = ", ".join([f"{wording.card(card)} in column {number}" for number, card in found])
        words = f"exposed: {places}"
    return f"{words[0].upper()}{words[1:]}." if wording.spoken else words
