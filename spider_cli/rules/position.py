"""The rules of two-deck Spider: positions, and what a step makes of them.

A position never changes; a step gives a new one. Taking a step back is keeping the position before
it, so undo is exact by construction. Nothing here reads, prints, or draws random numbers.

Columns are numbered 1-10 in every argument and result; `Position.columns` itself is a tuple, so
column 1 is `columns[0]`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from spider_cli.errors import PositionError
from spider_cli.rules import refusals
from spider_cli.rules.cards import CARD_NAMES, COMPLETE_RUNS, SUITS_IN_PLAY, no_such_level
from spider_cli.rules.columns import (
    EMPTY_COLUMN,
    cards_on_table,
    empty_columns,
    face_up,
    is_run,
    run_length,
    settle,
    too_few_to_deal,
    turn_up,
)
from spider_cli.rules.layout import Layout, format_layout, parse_layout
from spider_cli.rules.steps import COLUMNS, DEAL, Move, Step
from spider_cli.text import counted

Status = Literal["playing", "won", "stuck"]

ROW: Final = COLUMNS  # a deal puts one card on each column
FOUNDATIONS: Final = 8
FULL_STOCK: Final = 5 * ROW

#: The 104 cards in order, for each number of suits.
_PACKS = {
    suits: sorted(b"".join([COMPLETE_RUNS[suit] for suit in in_play]) * (FOUNDATIONS // suits))
    for suits, in_play in SUITS_IN_PLAY.items()
}


class Position(NamedTuple):
    """The cards on the table and in the stock, at one moment of a game.

    `columns`: ten columns, each the number of its face-down cards, then its cards from the bottom.
    `stock`: undealt cards in dealing order. `foundations`: the suits (0-3) of the completed runs, in
    the order of their completion. `suits`: 1, 2 or 4. `relaxed`: whether a deal over empty columns is
    allowed. Cards are the numbers of `spider_cli.rules.cards`.
    """

    columns: tuple[bytes, ...]
    stock: bytes
    foundations: bytes
    suits: int
    relaxed: bool = False

    # --- text -------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str, *, relaxed: bool = False) -> Position:
        """The position of a layout text (see `spider_cli.rules.layout`).

        Raises NotationError if the text is not a layout, PositionError if no game can have the position.
        """
        layout = parse_layout(text)
        position = cls(layout.columns, layout.stock, layout.foundations, layout.suits, relaxed)
        position.check()
        return position

    def __str__(self) -> str:
        """The layout text that `parse` reads back; face-down and stock cards are named in it."""
        return format_layout(Layout(self.columns, self.stock, self.foundations, self.suits))

    def __repr__(self) -> str:
        """A short description, which names no card."""
        level = f"{counted(self.suits, 'suit')}{', relaxed' * self.relaxed}"
        table = f"{counted(self.cards_on_table(), 'card')} in columns"
        rows, runs = counted(self.rows_left(), "row"), counted(len(self.foundations), "foundation")
        return f"<Position: {level}, {table}, {rows} in the stock, {runs}, {self.status}>"

    def _repr_html_(self) -> str:
        """The table for notebooks. No face-down or stock card is named."""
        from spider_cli.render.html import position_html

        return position_html(self)

    # --- steps ------------------------------------------------------------------------------------

    def apply(self, step: Step) -> Position:
        """The position after a move or a deal, with the cards it turns up and the runs it completes.

        Raises IllegalStepError, saying which rule is in the way.
        """
        if step is DEAL:
            return self._deal()
        source, target, count = step
        columns = self.columns
        if not (0 < source <= COLUMNS and 0 < target <= COLUMNS and source != target):
            raise refusals.illegal_move(columns, step)
        taken, onto = columns[source - 1], columns[target - 1]
        cut = len(taken) - count
        cards = taken[cut:]
        if (
            not cards
            or cut <= taken[0]
            or not is_run(cards)
            or (len(onto) > 1 and onto[-1] & 15 != (cards[0] & 15) + 1)
        ):
            raise refusals.illegal_move(columns, step)

        after = list(columns)
        after[source - 1] = turn_up(taken[:cut])
        after[target - 1], completed = settle(onto + cards)
        return Position(tuple(after), self.stock, self.foundations + completed, self.suits, self.relaxed)

    def _deal(self) -> Position:
        if not self.can_deal:
            raise refusals.illegal_deal(self.columns, self.stock)
        # All ten cards are placed before any run leaves the table.
        dealt = [column + self.stock[i : i + 1] for i, column in enumerate(self.columns)]
        columns, completed = zip(*map(settle, dealt), strict=True)
        foundations = self.foundations + b"".join(completed)
        return Position(columns, self.stock[ROW:], foundations, self.suits, self.relaxed)

    def move_to(self, source: int, target: int) -> Move:
        """The move from `source` to `target` (1-10) for which no count was given.

        Onto a card it is the one count that fits; onto an empty column the whole run. Raises
        IllegalStepError if no count fits.
        """
        if 0 < source <= COLUMNS and 0 < target <= COLUMNS and source != target:
            taken, onto = self.columns[source - 1], self.columns[target - 1]
            run = run_length(taken)
            count = run if onto == EMPTY_COLUMN else (onto[-1] & 15) - (taken[-1] & 15)
            if 1 <= count <= run:
                return Move(source, target, count)
        raise refusals.illegal_move(self.columns, Move(source, target, 0), any_count=True)

    # --- what is legal ----------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """Every legal move, by source, target and count."""
        moves = []
        for source, taken in enumerate(self.columns, start=1):
            run = run_length(taken)
            if not run:
                continue
            lowest = taken[-1] & 15
            for target, onto in enumerate(self.columns, start=1):
                if onto == EMPTY_COLUMN:
                    moves += [Move(source, target, count) for count in range(1, run + 1)]
                elif 1 <= (onto[-1] & 15) - lowest <= run and source != target:
                    moves.append(Move(source, target, (onto[-1] & 15) - lowest))
        return moves

    def has_legal_move(self) -> bool:
        """Whether any move is legal."""
        if EMPTY_COLUMN in self.columns:  # takes any card
            return self.cards_on_table() > 0
        opens = {column[-1] & 15 for column in self.columns}
        for column in self.columns:
            lowest = column[-1] & 15
            # Every rank that fits some card of the run, from the one above the open card.
            if not opens.isdisjoint(range(lowest + 1, lowest + run_length(column) + 1)):
                return True
        return False

    @property
    def can_deal(self) -> bool:
        """Whether a deal is legal."""
        return bool(self.stock) and (self.relaxed or EMPTY_COLUMN not in self.columns)

    @property
    def is_won(self) -> bool:
        """Whether all eight runs are complete."""
        return len(self.foundations) == FOUNDATIONS

    @property
    def status(self) -> Status:
        """`won`; `stuck` when no step is legal; else `playing`, which promises nothing."""
        if self.is_won:
            return "won"
        return "playing" if self.can_deal or self.has_legal_move() else "stuck"

    def is_beyond_dealing(self) -> bool:
        """Whether stock is left that no play can ever deal: too few cards to fill the columns."""
        return bool(self.stock) and not self.relaxed and too_few_to_deal(self.columns)

    # --- looking ----------------------------------------------------------------------------------

    def cards_on_table(self) -> int:
        """How many cards (0-104) lie in the columns."""
        return cards_on_table(self.columns)

    def rows_left(self) -> int:
        """How many rows (0-5) can still be dealt from the stock."""
        return len(self.stock) // ROW

    def empty_columns(self) -> tuple[int, ...]:
        """The numbers (1-10) of the empty columns."""
        return empty_columns(self.columns)

    def face_down(self, column: int) -> int:
        """How many cards of a column (1-10) lie face down."""
        return self.columns[column - 1][0]

    def face_up(self, column: int) -> bytes:
        """The face-up cards of a column (1-10), the exposed card last."""
        return face_up(self.columns[column - 1])

    # --- validity ---------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises PositionError if `problems()` finds any."""
        if problems := self.problems():
            raise PositionError(problems)

    def problems(self) -> tuple[str, ...]:
        """Every reason why no game can have this position, a sentence each; empty when it is valid."""
        return (*self._column_problems(), *self._stock_problems(), *self._census_problems())

    def _column_problems(self) -> list[str]:
        problems = []
        if len(self.columns) != COLUMNS:
            problems.append(f"columns: there are {len(self.columns)}, not {COLUMNS}")
        for number, column in enumerate(self.columns, start=1):
            if not column or column[0] >= len(column):
                problems.append(f"column {number}: it has more face-down cards than cards")
                continue
            if 0 < column[0] == len(column) - 1:
                problems.append(f"column {number}: its exposed card, {_name(column[-1])}, lies face down")
            problems += [
                f"column {number}: the run {_name(run[0])} to {_name(run[-1])} is complete: it had to leave"
                for run in COMPLETE_RUNS
                if run in face_up(column)
            ]
        return problems

    def _stock_problems(self) -> list[str]:
        cards = len(self.stock)
        if cards % ROW or cards > FULL_STOCK:
            return [f"stock: {counted(cards, 'card')}; it holds rows of {ROW}, at most {FULL_STOCK} cards"]
        return []

    def _census_problems(self) -> list[str]:
        if self.suits not in SUITS_IN_PLAY:
            return [f"suits: {no_such_level(self.suits)}"]
        pack = _PACKS[self.suits]
        runs = [COMPLETE_RUNS[suit] for suit in self.foundations if suit < len(COMPLETE_RUNS)]
        if len(runs) < len(self.foundations):
            return [f"foundations: {list(self.foundations)} are not all suits"]
        cards = b"".join([*[column[1:] for column in self.columns], self.stock, *runs])
        counts = {card: cards.count(card) for card in {*cards, *pack}}
        wrong = [card for card in counts if counts[card] != pack.count(card)]
        # Foreign cards and surplus ones come first: they are the fault, what is missing is its shadow.
        wrong.sort(key=lambda card: (card in pack, counts[card] < pack.count(card), card))
        game = f"a game of {counted(self.suits, 'suit')}"
        return [
            f"{_name(card)}: there {'is' if counts[card] == 1 else 'are'} {counts[card]}, "
            f"but {game} has {pack.count(card) or 'none'}"
            for card in wrong
        ]


def _name(card: int) -> str:
    return CARD_NAMES.get(card, f"card number {card}")
