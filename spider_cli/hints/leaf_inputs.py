"""The inputs of the net: 212 whole numbers that say what a leaf is like.

They know nothing of the names of suits nor of the order of columns. The first group (0-34) belongs to the
whole position; the second (35-157) is a sum over columns, so that what a column adds is worked out once; the
third (158-211) compares columns. `tools/strength/PORT.md` lists every one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.hints.shapes import SUMS, column_sums, facts_of
from spider_cli.hints.view import UNKNOWN
from spider_cli.rules.cards import KING, SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spider_cli.hints.net import Net

# The first group. In a *choice* of several places, the one that says what the position is like is 1.
_ROWS_LEFT: Final = 0  # a choice: 0 to 5 rows left, if the leaf is no deal
_DEAL: Final = 6  # a choice: 1 to 5 rows left, if it is a deal
_EMPTIES: Final = 11  # a choice: 0, 1, 2, or 3 or more empty columns
_HAS_FOUNDATIONS: Final = 15  # a choice: 0, 1, 2, 3, or 4 or more completed runs
_FOUNDATIONS: Final = 20  # how many
_UNSEEN: Final = 21  # how many unseen cards of each rank, from the ace, and of all

# The second group, and the third.
_FIRST_SUM: Final = 35
FIRST_COMPARED: Final = _FIRST_SUM + SUMS

_SUITS: Final = len(SUITS)
_SHARE: Final = 256  # a share of the unseen cards is given in 256ths
#: The value of the beam is given in units of so many thousandths.
VALUE_UNIT: Final = 512

# Sets of cards are bits by the number of the card: 16 for each suit. One rank in all suits is one bit in each
# 16.
_SHIFTS: Final = (0, 16, 32, 48)
_EVERY_SUIT: Final = 0x0001_0001_0001_0001
_ONE_SUIT: Final = 0xFFFF

# The fewest runs over 1, 2, 3 and 4 face-down cards: 8 at most, so bit 8 of each 16.
_EIGHT_RUNS: Final = _EVERY_SUIT << 8

_NONE: Final = [0, 0, 0, 0]


class Shape(NamedTuple):
    """A column as far as leaves differ by it. Sets of cards and of numbers are bits."""

    share: int  # what its sums add to the first layer of the net
    face_up: int  # how many cards lie face up
    base_king_run: int  # length of the run that begins with a king at the bottom, nothing face down
    bare_runs: int  # runs, if nothing lies face down and the base is no king; else 0
    deep_runs: int  # runs, if some cards lie face down; else 0
    sequences: int
    fewest: int  # runs over 1 to 4 face-down cards under a known card, a bit in the 16 of that number
    exposed: int  # the exposed card, a bit by its number; 0 if there is none, or unknown
    exposed_rank: int
    head: int  # the head of the run there, a card, likewise
    head_rank: int
    ready: int  # the rank of the head, a bit, if the column is ready
    joins: int  # how many, in 16 bits for each suit
    longest: int  # the longest run, as so many bits in the 16 of each suit
    ranks: int  # the cards that lie face up
    joined: int  # those of them that lie on the next higher of their suit


def shape_of(column: bytes, net: Net) -> Shape:
    """The shape of a column as `spider_cli.hints.view` shows it."""
    facts = facts_of(column)
    face_down, face_up = column[0], len(column) - 1 - column[0]
    known = face_up > 0 and column[-1] != UNKNOWN
    exposed = 1 << column[-1] if known else 0
    rank = column[-1] & 15 if known else 0
    bare = face_up > 0 and not face_down
    on_king = bare and facts.base == KING
    return Shape(
        share=net.share(_FIRST_SUM, column_sums(column, facts)),
        face_up=face_up,
        base_king_run=facts.base_run if on_king and facts.base_run > 1 else 0,
        bare_runs=facts.runs if bare and not on_king else 0,
        deep_runs=facts.runs if face_down else 0,
        sequences=facts.sequences,
        fewest=1 << (16 * (face_down - 1) + min(facts.runs, 8)) if known and 1 <= face_down <= 4 else 0,
        exposed=exposed,
        exposed_rank=rank,
        head=exposed >> rank << facts.head,
        head_rank=facts.head,
        ready=1 << facts.head if known and face_down and facts.runs == 1 else 0,
        joins=sum([number << shift for number, shift in zip(facts.joins, _SHIFTS, strict=True)]),
        longest=sum([(1 << run) - 1 << shift for run, shift in zip(facts.longest, _SHIFTS, strict=True)]),
        ranks=facts.ranks,
        joined=facts.joined,
    )


class LeafReader:
    """Finds what the inputs of leaves add to the first layer of the net, while the same cards are unseen."""

    def __init__(self, rows: int, unseen: Mapping[int, int], net: Net, shapes: dict[bytes, Shape]) -> None:
        """`rows` are left in the stock, and `unseen` says how many of each card nobody has seen.

        `shapes` keeps the shapes of columns from one reader to the next.
        """
        self._net = net
        self._shapes = shapes
        self._rows_left = rows
        number = sum(unseen.values())
        self._all = max(1, number)
        by_rank = [
            sum([unseen.get(suit << 4 | rank, 0) for suit in range(_SUITS)]) for rank in range(KING + 1)
        ]
        self._by_rank = [*by_rank, 0]
        # The unseen cards: those whose number has bit 0, those whose number has bit 1, and so on.
        self._unseen = [
            sum([1 << card for card, number in unseen.items() if number >> bit & 1]) for bit in range(4)
        ]
        self._same_for_all = net.bias + net.share(_UNSEEN, [*by_rank[1:], number])

    def total(
        self, columns: Iterable[bytes], beam_value: int, empties: int, foundations: int, *, deal: bool
    ) -> int:
        """The sum of the first layer for a leaf.

        `beam_value`: the value that the beam gives the position, in units of `VALUE_UNIT` thousandths.
        `deal`: whether the leaf is a deal.
        """
        known = self._shapes
        shapes = [known.get(column) or self._new_shape(column) for column in columns]
        rows = self._net.rows
        total = self._same_for_all + sum([shape.share for shape in shapes])
        total += rows[_DEAL + self._rows_left - 1 if deal else _ROWS_LEFT + self._rows_left]
        total += rows[_EMPTIES + min(empties, 3)]
        total += rows[_HAS_FOUNDATIONS + min(foundations, 4)] + foundations * rows[_FOUNDATIONS]
        compared = self.compared(shapes, beam_value, empties)
        for row, amount in zip(rows[FIRST_COMPARED:], compared, strict=True):
            if amount:
                total += amount * row
        return total

    def _new_shape(self, column: bytes) -> Shape:
        shape = self._shapes[column] = shape_of(column, self._net)
        return shape

    def compared(self, shapes: Iterable[Shape], beam_value: int, empties: int) -> list[int]:
        """The third group of inputs."""
        gathered = _gather(shapes)
        fit, fit_suit, take, take_suit, both, either, take_ready, take_ready_and_fit = self._shares(gathered)
        takers = sum([self._by_rank[rank + 1] for rank in gathered.ready_ranks])
        exposed_ranks = _any_suit(gathered.exposed)
        suits = [
            _suit_of(
                gathered.ranks >> at, gathered.joined >> at, gathered.longest >> at, gathered.joins >> at
            )
            for at in _SHIFTS
        ]
        suits.sort(reverse=True)
        _, longest_runs, rank_numbers, joined_numbers, join_numbers = zip(*suits, strict=True)
        pieces = [2 * rank + 3 * join for rank, join in zip(rank_numbers, joined_numbers, strict=True)]
        return [
            gathered.king_run,
            *[min(runs, 7) for runs in gathered.bare_runs[:3]],
            *[min(runs, 8) for runs in (gathered.deep_runs + _NONE)[:4]],
            *[min(sequences, 6) for sequences in (gathered.sequences + _NONE)[:3]],
            *sorted(longest_runs, reverse=True),
            *sorted(join_numbers, reverse=True),
            *(fit, fit_suit, take, take_suit, both, either),
            sum(map(min, gathered.heads_by_rank[1:KING], gathered.exposed_by_rank[2:])),
            exposed_ranks.bit_count(),
            gathered.equal_heads.bit_count(),
            *sorted(pieces, reverse=True),
            beam_value,
            *(take_ready, _SHARE * takers // self._all, take_ready_and_fit),
            *[_lowest_bit(gathered.fewest >> shift) for shift in _SHIFTS],
            empties * len(gathered.ready_ranks),
            *[number for suit in suits for number in (suit[2], suit[3], suit[1])],
            gathered.most_face_up,
        ]

    def _shares(self, gathered: _Gathered) -> list[int]:
        """How many of the unseen cards could be played if they turned up, in 256ths of all.

        A card *fits* if it goes on an exposed card, and *takes* a run that goes on it. The shares: of cards
        that fit, that fit in suit, that take, that take in suit, that do both, either, that take the run of a
        ready column, that do so and fit.
        """
        fits = (_any_suit(gathered.exposed) >> 1) * _EVERY_SUIT
        takes = (_any_suit(gathered.heads) << 1) * _EVERY_SUIT
        takes_ready = (gathered.ready << 1) * _EVERY_SUIT
        once, twice, fourfold, eightfold = self._unseen
        numbers = [
            (cards & once).bit_count()
            + 2 * (cards & twice).bit_count()
            + 4 * (cards & fourfold).bit_count()
            + 8 * (cards & eightfold).bit_count()
            for cards in (
                fits, gathered.exposed >> 1, takes, gathered.heads << 1, fits & takes, fits | takes,
                takes_ready, takes_ready & fits,
            )
        ]  # fmt: skip
        return [_SHARE * number // self._all for number in numbers]


class _Gathered(NamedTuple):
    """The shapes of all columns together. What is not explained is put together from the field of `Shape`."""

    most_face_up: int  # face-up cards of a column
    king_run: int  # the longest `base_king_run`
    bare_runs: list[int]  # of each column that has any, and three times 7; in rising order
    deep_runs: list[int]  # of each column with face-down cards, in rising order
    sequences: list[int]  # of the same columns, in rising order
    fewest: int
    exposed: int
    exposed_by_rank: list[int]  # how many of each rank
    heads: int
    heads_by_rank: list[int]  # how many of each rank
    equal_heads: int  # the heads that occur more than once
    ready: int  # the ranks of the heads of the ready columns
    ready_ranks: list[int]  # the same, one for each ready column, in the order of the columns
    joins: int
    longest: int
    ranks: int
    joined: int


def _gather(shapes: Iterable[Shape]) -> _Gathered:
    """What the shapes of all columns come to."""
    most_face_up = longest_king_run = 0
    all_bare_runs, all_deep_runs, all_sequences = [7, 7, 7], [], []
    all_fewest = _EIGHT_RUNS
    all_exposed = heads = equal_heads = all_ready = 0
    exposed_by_rank, heads_by_rank = [0] * 15, [0] * 15
    ready_ranks = []
    all_joins = all_longest = all_ranks = all_joined = 0
    for (  # most of the time goes here, and to unpack is faster than to ask for the fields
        _share,
        face_up,
        base_king_run,
        bare_runs,
        deep_runs,
        sequences,
        fewest,
        exposed,
        exposed_rank,
        head,
        head_rank,
        ready,
        joins,
        longest,
        ranks,
        joined,
    ) in shapes:
        if face_up > most_face_up:
            most_face_up = face_up
        if deep_runs:
            all_deep_runs.append(deep_runs)
            all_sequences.append(sequences)
            all_fewest |= fewest
        elif bare_runs:
            all_bare_runs.append(bare_runs)
        elif base_king_run > longest_king_run:
            longest_king_run = base_king_run
        if exposed:
            all_exposed |= exposed
            exposed_by_rank[exposed_rank] += 1
            equal_heads |= heads & head
            heads |= head
            heads_by_rank[head_rank] += 1
            if ready:
                all_ready |= ready
                ready_ranks.append(head_rank)
            all_joins += joins
            all_longest |= longest
            all_ranks |= ranks
            all_joined |= joined
    return _Gathered(
        most_face_up,
        longest_king_run,
        sorted(all_bare_runs),
        sorted(all_deep_runs),
        sorted(all_sequences),
        all_fewest,
        all_exposed,
        exposed_by_rank,
        heads,
        heads_by_rank,
        equal_heads,
        all_ready,
        ready_ranks,
        all_joins,
        all_longest,
        all_ranks,
        all_joined,
    )


def _any_suit(cards: int) -> int:
    """The ranks of some cards, whatever their suits."""
    cards |= cards >> 32
    return (cards | cards >> 16) & _ONE_SUIT


def _suit_of(ranks: int, joined: int, longest: int, joins: int) -> tuple[int, int, int, int, int]:
    """How far a suit is, its longest run, its ranks that lie face up, its ranks that are joined, its joins.

    The lowest 16 bits of each number are those of the suit.
    """
    rank_number, joined_number = (ranks & _ONE_SUIT).bit_count(), (joined & _ONE_SUIT).bit_count()
    longest_run = (longest & _ONE_SUIT).bit_length()
    return rank_number + 2 * joined_number, longest_run, rank_number, joined_number, joins & _ONE_SUIT


def _lowest_bit(number: int) -> int:
    return (number & -number).bit_length() - 1
