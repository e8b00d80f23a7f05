"""Files of KPatience and PySolFC, made by hand from what is known of their forms.

Nothing of the package is used here but the names of cards: piles are lists, and what a step does to them is
done as the other program does it. PySolFC's file is written by Python's own pickle, from
stand-ins of its classes.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from spider_cli.rules.cards import RANKS

#: A card: its number in the file, its name as `QH`, whether it lies face up.
Card = tuple[int, str, bool]

Steps = list[str]


class Piles:
    """Columns, stock and foundations of another program, with its numbers of cards."""

    def __init__(self, columns: list[list[Card]], stock: list[Card]) -> None:
        self.columns = columns
        self.stock = stock  # in dealing order
        self.foundations: list[list[Card]] = []

    def do(self, step: str) -> None:
        """A move or a deal without what follows from it."""
        if step == "deal":
            for column, (number, name, _) in zip(self.columns, self.stock[:10], strict=True):
                column.append((number, name, True))
            del self.stock[:10]
        else:
            source, target, count = map(int, step.split())
            cards = self.columns[source - 1][-count:]
            del self.columns[source - 1][-count:]
            self.columns[target - 1].extend(cards)

    def turned(self) -> list[int]:
        """Turn the last card of each column up; returns the columns, from 0."""
        found = [number for number, column in enumerate(self.columns) if column and not column[-1][2]]
        for number in found:
            card, name, _ = self.columns[number].pop()
            self.columns[number].append((card, name, True))
        return found

    def complete(self) -> int | None:
        """The first column, from 0, that ends with a complete run, which leaves it."""
        for number, column in enumerate(self.columns):
            last = column[-13:]
            names = [name for _, name, face_up in last if face_up]
            if [name[0] for name in names] == list(reversed(RANKS)) and len({name[1] for name in names}) == 1:
                del column[-13:]
                self.foundations.append(last)
                return number
        return None


# --- KPatience ----------------------------------------------------------------------------------------

_SUITS = {"C": (0, "clubs"), "D": (1, "diamonds"), "H": (2, "hearts"), "S": (3, "spades")}
_RANKS = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)


def kpat_piles(columns: list[str], stock: str) -> Piles:
    """The piles of a known deal; cards are numbered as they come, which is enough to tell them apart."""
    number = 0

    def numbered(name: str, face_up: bool) -> Card:
        nonlocal number
        number += 1
        return (number << 16 | _SUITS[name[1]][0] << 8 | RANKS.index(name[0]) + 1, name, face_up)

    dealt = []
    for column in columns:
        down, _, up = column.partition("|")
        dealt.append(
            [numbered(name, False) for name in down.split()] + [numbered(name, True) for name in up.split()]
        )
    return Piles(dealt, [numbered(name, False) for name in stock.split()])


def kpat_file(deal: str, suits: int, piles: Piles, steps: Steps, *, current: int | None = None) -> str:
    """A saved game of KPatience after some steps; `current`: the state that is shown, the last if None."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<kpat-game game-type="spider" game-type-options="{suits}" deal-number="{deal}">',
    ]
    before: dict[int, tuple[str, int, bool]] = {}
    for number, step in enumerate(["", *steps]):
        if step:
            piles.do(step)
            piles.turned()
            while piles.complete() is not None:
                piles.turned()
        shown = ' current="true"' if number == (len(steps) if current is None else current) else ""
        lines.append(f' <state game-specific-state="{number}"{shown}>')
        lines += _kpat_moves(before, _kpat_named(piles))
        lines.append(" </state>")
    return "\n".join([*lines, "</kpat-game>", ""])


def _kpat_named(piles: Piles) -> dict[str, list[Card]]:
    rows = [piles.stock[row : row + 10][::-1] for row in range(0, len(piles.stock), 10)]
    named = {f"redeals{5 - len(rows) + row}": cards for row, cards in enumerate(rows)}
    named |= {f"stack{number}": cards for number, cards in enumerate(piles.columns)}
    return named | {f"legs{number}": cards for number, cards in enumerate(piles.foundations)}


def _kpat_moves(before: dict[int, tuple[str, int, bool]], piles: dict[str, list[Card]]) -> Iterator[str]:
    """One `move` for each card that changed; a turn is named only where the face changed."""
    for pile, cards in piles.items():
        for index, (number, name, face_up) in enumerate(cards):
            old = before.get(number)
            if old == (pile, index, face_up):
                continue
            turn = f' turn="face-{"up" if face_up else "down"}"' if old is None or old[2] != face_up else ""
            suit, rank = _SUITS[name[1]][1], _RANKS[RANKS.index(name[0])]
            yield f'  <move pile="{pile}" position="{index}">'
            yield f'   <card id="{number:07}" suit="{suit}" rank="{rank}"{turn}/>'
            yield "  </move>"
            before[number] = (pile, index, face_up)


def kpat_old_file(deal: str, kind: int, piles: Piles, options: str = "") -> str:
    """A saved game in the older form of KPatience, which has no moves."""
    numbers = {f"redeals{row}": row + 1 for row in range(5)}
    numbers |= {f"stack{number}": number + 6 for number in range(10)}
    numbers |= {f"legs{number}": number + 16 for number in range(8)}
    lines = [
        "<!DOCTYPE kpat>",
        f'<dealer id="{kind}" options="{options}" number="{deal}" moves="0" started="1" data="0">',
    ]
    for pile, cards in _kpat_named(piles).items():
        lines.append(f' <pile index="{numbers[pile]}" z="1">')
        for _, name, face_up in cards:
            suit, value = _SUITS[name[1]][0], RANKS.index(name[0]) + 1
            lines.append(f'  <card suit="{suit}" value="{value}" faceup="{int(face_up)}" z="2"/>')
        lines.append(" </pile>")
    return "\n".join([*lines, "</dealer>", ""])


# --- PySolFC ------------------------------------------------------------------------------------------


class Saved:
    """An object with attributes; subclasses stand in for PySolFC's classes."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)


MODULES: dict[str, tuple[str, ...]] = {
    "pysollib.move": ("AMoveMove", "AFlipMove", "ASingleFlipMove", "AFlipAndMoveMove", "AShuffleStackMove"),
    "pysollib.game": (
        "GameMoves",
        "GameSaveInfo",
        "GameGlobalSaveInfo",
        "GameStatsStruct",
        "GameGlobalStatsStruct",
    ),
}


class MTRandom(Saved):
    """The generator of random numbers; a method of it stands in its state, and so in the file."""

    __module__ = "pysol_cards.random"

    def seed(self) -> None: ...

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (), (self.seed, (3, (1, 2, 3), None))


CLASSES: dict[str, type[Any]] = {
    name: type(name, (Saved,), {"__module__": module}) for module, names in MODULES.items() for name in names
}
CLASSES["MTRandom"] = MTRandom
MODULES["pysol_cards.random"] = ("MTRandom",)


@contextmanager
def _modules() -> Iterator[None]:
    """The modules that pickle looks for when it writes these classes."""
    made = {name: ModuleType(name) for name in ("pysollib", "pysol_cards")} | {
        module: ModuleType(module) for module in MODULES
    }
    for module, names in MODULES.items():
        for name in names:
            setattr(made[module], name, CLASSES[name])
    sys.modules.update(made)
    try:
        yield
    finally:
        for module in made:
            del sys.modules[module]


def pysol_piles(columns: list[str], stock: str, read_as: str = "CSHD") -> Piles:
    """The piles of a known deal. Of equal cards the first number not yet taken is used."""
    names = [f"{RANKS[rank]}{suit}" for suit in read_as for rank in range(13)] * 2
    free = list(range(104))

    def numbered(name: str, face_up: bool) -> Card:
        number = next(number for number in free if names[number] == name)
        free.remove(number)
        return (number, name, face_up)

    dealt = []
    for column in columns:
        down, _, up = column.partition("|")
        dealt.append(
            [numbered(name, False) for name in down.split()] + [numbered(name, True) for name in up.split()]
        )
    return Piles(dealt, [numbered(name, False) for name in stock.split()])


def pysol_file(
    piles: Piles,
    steps: Steps,
    *,
    game: int = 11,
    seed: int = 1,
    undone: Steps | None = None,
    protocol: int = 4,
    extra: Any = None,
) -> bytes:
    """A saved game of PySolFC after `steps`, with further steps undone."""
    history = [move for step in steps for move in _pysol_moves(piles, step)]
    index = len(history)
    empty: list[list[Card]] = [[] for _ in range(8 - len(piles.foundations))]
    stacks = [list(reversed(piles.stock)), *piles.foundations, *empty,
              *piles.columns]  # fmt: skip
    state = (CLASSES["MTRandom"]().seed, (3, tuple(range(625)), None))  # as its `getstate` gives it
    values: list[Any] = ["PySolFC", "3.0.0", (3, 0, 0), 0, 1, game, seed, state, len(stacks)]
    for stack in [list(stack) for stack in stacks]:
        values.append(len(stack))
        for number, _, face_up in stack:
            values += [number, face_up]
    history += [move for step in undone or [] for move in _pysol_moves(piles, step)]
    made = CLASSES
    values += [
        1,
        0,
        made["GameSaveInfo"](stack_caps=[]),
        made["GameGlobalSaveInfo"](bookmarks={}, comment=""),
    ]
    values += [made["GameMoves"](current=[], history=history, index=index, state=64), []]
    values += [
        made["GameGlobalStatsStruct"](start_time=1.5, saved=1),
        made["GameStatsStruct"](hints=0),
        "EOF",
    ]
    if extra is not None:
        values.insert(-1, extra)
    file = io.BytesIO()
    pickler = pickle.Pickler(file, protocol)
    with _modules():
        for value in values:
            pickler.dump(value)
    return file.getvalue()


def _pysol_moves(piles: Piles, step: str) -> list[list[Saved]]:
    """The moves in the history for a step: the step itself, and the complete runs that are taken off."""
    part, first = CLASSES, 9
    moves: list[list[Saved]] = []
    piles.do(step)
    if step == "deal":
        atoms = [atom for column in range(10) for atom in _dealt(first + column)]
    else:
        source, target, count = map(int, step.split())
        atoms = [_moved(count, first + source - 1, first + target - 1)]
        atoms += [part["ASingleFlipMove"](stack_id=first + column) for column in piles.turned()]
    moves.append(atoms)
    while (left := piles.complete()) is not None:
        run = [_moved(13, first + left, len(piles.foundations))]
        run += [part["AFlipMove"](stack_id=first + column) for column in piles.turned()]
        moves.append(run)
    return moves


def _moved(count: int, source: int, target: int) -> Saved:
    move: Saved = CLASSES["AMoveMove"](
        ncards=count, from_stack_id=source, to_stack_id=target, frames=-1, shadow=-1
    )
    return move


def _dealt(column: int) -> list[Saved]:
    """One card turned up on the stock, and moved to a column."""
    return [CLASSES["AFlipMove"](stack_id=0), _moved(1, 0, column)]
