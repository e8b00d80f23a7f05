"""The start that a seed names: our own, and what PySolFC and KPatience show for a game number.

The same seed and number of suits give the same cards on every machine and every Python: only
`random.Random.random` is used, whose stream Python promises to keep. How the other two programs number
their games was found out by running them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from spider_cli.errors import NotationError
from spider_cli.games.seeds import Seed
from spider_cli.rules.cards import KING, SUITS_IN_PLAY, make_card, no_such_level, rank_of, suit_of
from spider_cli.rules.position import Position
from spider_cli.rules.steps import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Gives a number from 0 to its argument - 1.
Pick: TypeAlias = "Callable[[int], int]"
#: The columns and the stock of a start.
Cards: TypeAlias = "tuple[list[bytes], bytes]"

_SPADES, _HEARTS, _DIAMONDS, _CLUBS = range(4)

#: How PySolFC and our own numbering read the four suits of a pack when fewer are in play.
_READ_AS = {
    1: (_SPADES, _SPADES, _SPADES, _SPADES),
    2: (_SPADES, _HEARTS, _HEARTS, _SPADES),
    4: (_SPADES, _HEARTS, _DIAMONDS, _CLUBS),
}


def start_of(seed: Seed | str, suits: int, *, relaxed: bool = False) -> Position:
    """The start that `seed` names with 1, 2 or 4 suits.

    Raises NotationError for what is not a seed, or another number of suits.
    """
    seed = Seed.parse(seed) if isinstance(seed, str) else seed
    if suits not in SUITS_IN_PLAY:
        raise NotationError(no_such_level(suits), str(suits))
    columns, stock = _DEALERS[seed.family](seed.value, suits)
    return Position(tuple(columns), stock, b"", suits, relaxed)


def _native(value: int, suits: int) -> Cards:
    pack = _pack((_SPADES, _HEARTS, _DIAMONDS, _CLUBS))
    _shuffle(pack, _mersenne(value))
    return _deal_round(_with_suits(pack, suits))


def _pysol_ms(value: int, suits: int) -> Cards:
    return _pysol(_lcrandom31(value), suits)


def _pysol_mt(value: int, suits: int) -> Cards:
    return _pysol(_mersenne(value), suits)


def _pysol(pick: Pick, suits: int) -> Cards:
    pack = _pack((_CLUBS, _SPADES, _HEARTS, _DIAMONDS))
    _shuffle(pack, pick)
    pack.reverse()  # dealt from the end
    cards = _with_suits(pack, suits)
    face_down = [cards[column:40:COLUMNS] for column in range(COLUMNS)]
    for sixth, column in enumerate((0, 3, 6, 9), start=40):
        face_down[column] += cards[sixth : sixth + 1]
    columns = [bytes((len(down), *down, cards[44 + column])) for column, down in enumerate(face_down)]
    return columns, cards[54:]


def _kpat(value: int, suits: int) -> Cards:
    in_play = {1: (_SPADES,) * 4, 2: (_HEARTS, _SPADES) * 2, 4: (_CLUBS, _DIAMONDS, _HEARTS, _SPADES)}[suits]
    pack = [make_card(suit, rank) for rank in range(1, KING + 1) for suit in in_play] * 2
    _shuffle(pack, _lcrandom31(value))
    pack.reverse()  # dealt from the end
    columns, stock = _deal_round(bytes(pack))
    # A packet of ten is turned over when it is dealt: its last card goes to column 1.
    return columns, b"".join([stock[row : row + COLUMNS][::-1] for row in range(0, len(stock), COLUMNS)])


def _pack(suits: Iterable[int]) -> list[int]:
    return [make_card(suit, rank) for suit in suits for rank in range(1, KING + 1)] * 2


def _shuffle(pack: list[int], pick: Pick) -> None:
    for last in range(len(pack) - 1, 0, -1):
        other = pick(last + 1)
        pack[last], pack[other] = pack[other], pack[last]


def _with_suits(pack: list[int], suits: int) -> bytes:
    read_as = _READ_AS[suits]
    return bytes([make_card(read_as[suit_of(card)], rank_of(card)) for card in pack])


def _deal_round(cards: bytes) -> Cards:
    """54 cards round the columns, the last of each face up, and the rest as the stock."""
    columns = [cards[column:54:COLUMNS] for column in range(COLUMNS)]
    return [bytes((len(column) - 1,)) + column for column in columns], cards[54:]


def _mersenne(value: int) -> Pick:
    # The class under `random.Random`, with the same stream for a whole number. Every game that is read is
    # dealt once more, to compare it with its seed; the module `random` would double the time of that.
    from _random import Random

    random = Random(value).random
    return lambda below: int(random() * below)


def _lcrandom31(value: int) -> Pick:
    """PySolFC's generator for the ms family, which has three ranges of numbers; KPatience has the first."""
    state = value % 2**32

    def pick(below: int) -> int:
        nonlocal state
        state = (214013 * state + 2531011) % 2**32
        if value < 2**31:
            return (state >> 16 & 0x7FFF) % below
        if value < 2**32:
            return (state >> 16 & 0x7FFF | 0x8000) % below
        return ((state >> 16) + 1) % below

    return pick


_DEALERS: Final[dict[str, Callable[[int, int], Cards]]] = {
    "native": _native,
    "ms": _pysol_ms,
    "mt": _pysol_mt,
    "kpat": _kpat,
}
