"""PySolFC's saved games (.pso): a row of pickles, read as plain data.

In this order: "PySolFC", its version as a text and as a tuple, the kind of file (0: a saved game), the
version of the game's rules, the number of the game, its seed, the state of the random numbers; the number
of piles, and for each the number of its cards, and for each card its number and whether it lies face up;
the round, whether the game is over, two objects of settings, the moves, and more that is not needed here;
last "EOF". Piles are the stock (its last card is dealt first), eight foundations and ten columns. A card's
number counts through two packs of clubs, spades, hearts and diamonds, each from ace to king.

The cards are those after the moves up to `index`, so the moves are taken back from there to find the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spider_cli.errors import GameFormatError
from spider_cli.exchange.following import MOST_STEPS, begun, finish, follow
from spider_cli.exchange.piles import Lying, Table, table_of
from spider_cli.exchange.plain_pickle import Inert, read_pickles
from spider_cli.rules.cards import KING, make_card, suit_of
from spider_cli.text import quoted

if TYPE_CHECKING:
    from spider_cli.games.game import Game

PROGRAM: Final = "PySolFC"

#: The number of suits and whether rows may be dealt over empty columns, by the number of the game.
_GAMES: Final = {10: (4, True), 11: (4, False), 269: (1, False), 270: (2, False)}
#: Our suits of clubs, spades, hearts and diamonds, by the number of suits.
_SUITS: Final = {1: (0, 0, 0, 0), 2: (0, 0, 1, 1), 4: (3, 0, 1, 2)}

_STOCK: Final = 0
_FOUNDATIONS: Final = range(1, 9)
_COLUMNS: Final = range(9, 19)
_PILES: Final = 19

#: Set in a seed that PySolFC writes as `ms24`, and in that of a game made by hand.
_MS: Final = 1 << 1000
_BY_HAND: Final = 1 << 999

_MOVE: Final = "AMoveMove"
_FLIPS: Final = ("AFlipMove", "ASingleFlipMove")
_FLIP_AND_MOVE: Final = "AFlipAndMoveMove"
_VIEW: Final = "AUpdateStackMove"  # moves no card

_CLASSES: Final = frozenset([
    *[f"pysollib.move.{name}" for name in (_MOVE, *_FLIPS, _FLIP_AND_MOVE, _VIEW)],
    *[f"pysollib.game.{name}" for name in ("GameMoves", "GameSaveInfo", "GameGlobalSaveInfo",
                                           "GameStatsStruct", "GameGlobalStatsStruct")],
    # The state of the random numbers holds a method of their generator; nothing of it is used.
    "pysol_cards.random.MTRandom", "builtins.getattr", "__builtin__.getattr",
    "pysollib.mfxutil.Struct",  # what all of these were before version 2.6
])  # fmt: skip


def read_pysolfc(content: bytes) -> Game:
    """The game in a file of PySolFC. Raises GameFormatError, naming the byte or the move."""
    values = _Values(read_pickles(content, _CLASSES))
    if values.next(str) != PROGRAM:
        raise GameFormatError(f"not a game of {PROGRAM}")
    values.next(str), values.next(tuple), values.next(int), values.next(int)
    number = values.next(int)
    if number not in _GAMES:
        raise GameFormatError(
            f"game number {number} of {PROGRAM}, which is not Spider; that is 10, 11, 269 or 270"
        )
    suits, relaxed = _GAMES[number]
    seed = _seed(values.next(int))
    values.next()
    piles = _Piles(values, suits)
    moves = values.moves()
    values.check_end()
    history, index = _history(moves)
    for move in reversed(history[:index]):
        for part in reversed(move):
            piles.change(part, back=True)
    game = begun(piles.table(""), suits, relaxed=relaxed, seed=seed)
    played = 0
    for position, move in enumerate(history, start=1):
        for part in move:
            piles.change(part)
        follow(game, piles.table(f"move {position}"), f"move {position}")
        played = game.step_count if position == index else played
    return finish(game, game.step_count - played)


def _seed(number: int) -> str | None:
    if number < 0 or number & _BY_HAND:
        return None
    return f"pysol:ms{number ^ _MS}" if number & _MS else f"pysol:{number}"


class _Values:
    """The values of the file, one after the other."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._next = 0

    def next(self, kind: type | None = None) -> Any:
        """The next value, which must be of a kind. Raises GameFormatError."""
        if self._next == len(self._values):
            raise GameFormatError("the file ends before the game does")
        value = self._values[self._next]
        self._next += 1
        if kind is not None and not isinstance(value, kind):
            raise GameFormatError(f"value {self._next} is not of the type {quoted(kind.__name__)}")
        return value

    def moves(self) -> dict[Any, Any]:
        """The attributes of the object with the moves, which comes after others that have none."""
        while True:
            value = self.next()
            if isinstance(value, Inert) and {"history", "index"} <= value.attributes.keys():
                return value.attributes

    def check_end(self) -> None:
        """Raises GameFormatError if the file was cut off."""
        if self._values[-1] != "EOF":
            raise GameFormatError("the file ends before the game does")


def _history(moves: dict[Any, Any]) -> tuple[list[list[Inert]], int]:
    history, index = moves["history"], moves["index"]
    if not isinstance(history, list) or not isinstance(index, int) or not 0 <= index <= len(history):
        raise GameFormatError("its moves are no list")
    if (
        len(history) > MOST_STEPS
        or sum(len(move) for move in history if isinstance(move, list)) > 30 * MOST_STEPS
    ):
        raise GameFormatError(f"there are more than {MOST_STEPS} moves")
    for number, move in enumerate(history, start=1):
        if not isinstance(move, list) or not all(isinstance(part, Inert) for part in move):
            raise GameFormatError("not a list of moves", f"move {number}")
    return history, index


class _Piles:
    """The piles of the game, changed by its moves."""

    def __init__(self, values: _Values, suits: int) -> None:
        if (number := values.next(int)) != _PILES:
            raise GameFormatError(f"there are {number} piles; Spider has {_PILES}")
        self._piles: list[list[Lying]] = []
        for _ in range(_PILES):
            cards = values.next(int)
            if not 0 <= cards <= 8 * KING:
                raise GameFormatError(f"a pile has {cards} cards")
            self._piles.append([_card(values, suits) for _ in range(cards)])

    def table(self, place: str) -> Table:
        """The table that the piles are now. Raises GameFormatError."""
        runs = [self._piles[pile] for pile in _FOUNDATIONS if self._piles[pile]]
        if any(len(run) != KING for run in runs):
            raise GameFormatError(f"a foundation has not {KING} cards", place)
        stock = bytes([lying.card for lying in reversed(self._piles[_STOCK])])
        foundations = bytes([suit_of(run[0].card) for run in runs])
        return table_of([self._piles[pile] for pile in _COLUMNS], stock, foundations, place)

    def change(self, part: Inert, *, back: bool = False) -> None:
        """Do a part of a move, or take it back. Raises GameFormatError."""
        if part.name == _MOVE:
            self._move(part, _number(part, "ncards"), back)
        elif part.name == _FLIP_AND_MOVE:
            self._flip(_number(part, "to_stack_id" if back else "from_stack_id"))
            self._move(part, 1, back)
        elif part.name in _FLIPS:
            self._flip(_number(part, "stack_id"))
        elif part.name != _VIEW:
            raise GameFormatError(f"{quoted(part.name)} is no part of a move of Spider")

    def _move(self, part: Inert, count: int, back: bool) -> None:
        source, target = _number(part, "from_stack_id"), _number(part, "to_stack_id")
        if back:
            source, target = target, source
        taken = self._pile(source)[-count:] if count else []
        if not taken or len(taken) != count or source == target:
            raise GameFormatError(f"{count} cards cannot be moved from pile {source} to pile {target}")
        del self._pile(source)[-count:]
        self._pile(target).extend(taken)

    def _flip(self, pile: int) -> None:
        if not self._pile(pile):
            raise GameFormatError(f"pile {pile} has no card to turn")
        top = self._pile(pile)[-1]
        self._pile(pile)[-1] = Lying(top.card, not top.face_up)

    def _pile(self, number: int) -> list[Lying]:
        if not number < _PILES:
            raise GameFormatError(f"there is no pile {number}")
        return self._piles[number]


def _number(part: Inert, key: str) -> int:
    number = part.attributes.get(key)
    if not isinstance(number, int) or number < 0:
        raise GameFormatError(f"{key} of {quoted(part.name)} is not a whole number")
    return number


def _card(values: _Values, suits: int) -> Lying:
    number, face_up = values.next(int), values.next(int)
    if not 0 <= number < 8 * KING:
        raise GameFormatError(f"{number} is not the number of a card")
    return Lying(make_card(_SUITS[suits][number // KING % 4], number % KING + 1), bool(face_up))
