"""A second set of rules, written as plainly as the rules are told, and only for the tests.

It works on lists of strings and shares nothing with the package. Cards are `QH`; a face-down card has
a star before it, `*QH`. It is slow and has no clever part that could be wrong; where it and the
package differ, one of them is.
"""

from __future__ import annotations

import copy
import itertools

RANKS = "A23456789TJQK"
NUMBERS = range(1, 11)
COMPLETE_RUNS = [[rank + suit for rank in reversed(RANKS)] for suit in "SHDC"]


class Table:
    """The cards on the table: `columns[1]` to `columns[10]`, stock, foundations."""

    def __init__(self, text: str, relaxed: bool = False) -> None:
        """The table of a layout text in which every line stands."""
        parts = {}
        for line in text.splitlines():
            label, _, value = line.partition(": ")
            parts[label] = value
        self.relaxed = relaxed
        self.suits = parts["suits"]
        self.stock = parts.get("stock", "").split()
        self.foundations = parts.get("foundations", "").split()
        self.columns = {number: read_column(parts[str(number)]) for number in NUMBERS}

    def __str__(self) -> str:
        lines = [f"{number}: {write_column(self.columns[number])}" for number in NUMBERS]
        lines.insert(0, f"suits: {self.suits}")
        if self.stock:
            lines.append("stock: " + " ".join(self.stock))
        if self.foundations:
            lines.append("foundations: " + " ".join(self.foundations))
        return "\n".join(lines)

    def may_move(self, source: int, target: int, count: int) -> bool:
        if source not in NUMBERS or target not in NUMBERS or source == target:
            return False
        if count < 1 or count > len(self.columns[source]):
            return False
        cards = self.columns[source][-count:]
        if self.columns[target] != [] and rank(self.columns[target][-1]) != rank(cards[0]) + 1:
            return False
        if any(face_down(card) for card in cards):
            return False
        return all(
            suit(upper) == suit(lower) and rank(upper) == rank(lower) + 1
            for upper, lower in itertools.pairwise(cards)
        )

    def may_deal(self) -> bool:
        if self.stock == []:
            return False
        return self.relaxed or all(self.columns[number] != [] for number in NUMBERS)

    def refusal(self, text: str) -> str | None:
        """The word for why a step, written `3 7 2` or `deal`, is not legal; None if it is legal."""
        on_table = sum(len(column) for column in self.columns.values())
        if on_table == 0:
            return "won"
        if text == "deal":
            if self.may_deal():
                return None
            if self.stock == []:
                return "stock-empty"
            return "never-dealt" if on_table < 10 else "empty-columns"
        source, target, count = map(int, text.split())
        if self.may_move(source, target, count):
            return None
        if source not in NUMBERS or target not in NUMBERS:
            return "column"
        if source == target:
            return "same-column"
        if self.columns[source] == [] or count < 1:
            return "no-cards"
        shown = [card for card in self.columns[source] if not face_down(card)]
        if count > len(shown):
            return "too-many"
        for upper, lower in itertools.pairwise(shown[-count:]):
            if suit(upper) != suit(lower) or rank(upper) != rank(lower) + 1:
                return "broken-run"
        return "does-not-fit"

    def moves(self) -> list[tuple[int, int, int]]:
        return [
            (source, target, count)
            for source in NUMBERS
            for target in NUMBERS
            for count in range(1, 14)
            if self.may_move(source, target, count)
        ]

    def status(self, legal_steps: list[str]) -> str:
        if len(self.foundations) == 8:
            return "won"
        return "playing" if legal_steps else "stuck"

    def move(self, source: int, target: int, count: int) -> Table:
        assert self.may_move(source, target, count)
        after = self.copy()
        cards = [after.columns[source].pop() for _ in range(count)]
        after.columns[target].extend(reversed(cards))
        after.turn_up()
        after.take_off()
        return after

    def deal(self) -> Table:
        assert self.may_deal()
        after = self.copy()
        for number in NUMBERS:
            after.columns[number].append(after.stock.pop(0))
        after.take_off()
        return after

    def step(self, text: str) -> Table:
        """The table after `3 7 2` or `deal`."""
        if text == "deal":
            return self.deal()
        source, target, count = map(int, text.split())
        return self.move(source, target, count)

    def steps(self) -> list[str]:
        """All legal steps: the moves, then the deal."""
        moves = [f"{source} {target} {count}" for source, target, count in self.moves()]
        return [*moves, "deal"] if self.may_deal() else moves

    def copy(self) -> Table:
        other = copy.copy(self)
        other.stock = list(self.stock)
        other.foundations = list(self.foundations)
        other.columns = {number: list(self.columns[number]) for number in NUMBERS}
        return other

    def take_off(self) -> None:
        """Look through every column, everywhere in it, for 13 cards to take off."""
        for number in NUMBERS:
            column = self.columns[number]
            for first in range(len(column)):
                cards = column[first : first + 13]
                if cards in COMPLETE_RUNS:
                    self.columns[number] = column[:first] + column[first + 13 :]
                    self.foundations.append(suit(cards[0]))
                    break
        self.turn_up()

    def turn_up(self) -> None:
        for column in self.columns.values():
            if column:
                column[-1] = column[-1].lstrip("*")

    def count_steps(self, depth: int) -> int:
        """How many sequences of `depth` legal steps there are, at least one step long."""
        if depth == 1:
            return len(self.steps())
        return sum(self.step(text).count_steps(depth - 1) for text in self.steps())


def rank(card: str) -> int:
    return RANKS.index(card[-2])


def suit(card: str) -> str:
    return card[-1]


def face_down(card: str) -> bool:
    return card.startswith("*")


def read_column(text: str) -> list[str]:
    if text == "-":
        return []
    hidden, shown = text.split("|") if "|" in text else ("", text)
    return ["*" + card for card in hidden.split()] + shown.split()


def write_column(column: list[str]) -> str:
    hidden = [card[1:] for card in column if face_down(card)]
    shown = [card for card in column if not face_down(card)]
    if hidden:
        shown = [*hidden, "|", *shown]
    return " ".join(shown) or "-"
