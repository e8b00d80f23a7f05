"""Columns as the net reads them.

Nothing here depends on the names of the suits. A *sequence* is a stretch of face-up cards in rank order, of
whatever suits; a run is such a stretch of one suit. The *head* of either is its highest card. A column is
*ready* if its face-up cards are one known run over face-down cards: to move it turns up a card. An unknown
exposed card makes one run and one sequence, and has neither rank nor head.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from spider_cli.hints.view import UNKNOWN
from spider_cli.rules.cards import KING, suit_of

#: How many numbers `column_sums` gives.
SUMS: Final = 123

# Where they are. In a *choice* of several places, the one that says what the column is like is 1.
_HAS_FACE_DOWN: Final = 0  # a choice: 0, 1, 2, 3, 4, or 5 or more face-down cards
_FACE_DOWN: Final = 6  # how many
_EXPOSED: Final = 7  # a choice: the rank of the exposed card, from the ace
_UNKNOWN_EXPOSED: Final = 20  # whether the exposed card is unknown
_HEAD: Final = 21  # a choice: the rank of the head of the run at the exposed card, from the ace
_SEQUENCE_HEAD: Final = 34  # the same for the sequence there
_COUNTS: Final = 47  # seven of the `Facts`, in the order in which they are written below
# If nothing lies face down: whether the base is a king, whether it is and all is one run, the runs, and
# whether the base is no king.
_BARE: Final = 54
_OVER_FACE_DOWN: Final = 58  # whether any card lies face down
_RUNS_OVER: Final = 59  # the runs if over 1 face-down card, the same over 2, the same over 3 or more
_RUNS_SQUARED: Final = 62  # the square of the runs less one
_SEQUENCES_SQUARED: Final = 63  # the square of the sequences less one
_LOW_EXPOSED: Final = 64  # whether the exposed card is an ace or a two
_READY_HEAD: Final = 65  # a choice: the rank of the head of a ready column, from the ace to the queen
_KING_OVER: Final = 77  # whether a king lies directly on face-down cards
_ONE_RUN: Final = 78  # whether the face-up cards are one known run
_READY: Final = 79  # whether the column is ready
_ONE_SEQUENCE_OVER: Final = 80  # whether the cards on face-down ones are one known sequence
_READY_NEARNESS: Final = 81  # for a ready column: 60 divided by its face-down cards
_UNKNOWN_OVER: Final = 82  # a choice: an unknown exposed card over 0 to 4 face-down cards
_EXPOSED_JOINED: Final = 87  # whether the exposed card is joined to the one before it
_DEPTH_AND_RUNS: Final = 88  # a choice: 0 to 4 (or more) face-down cards, and for each 1 to 4 (or more) runs
_DEPTH_AND_SEQUENCES: Final = 108  # the same, and for each 1 to 3 (or more) sequences


class Facts(NamedTuple):
    """What is counted in the face-up cards of a column. All zero for an empty column."""

    runs: int = 0
    sequences: int = 0
    head: int = 0  # the rank of the head of the run at the exposed card
    sequence_head: int = 0  # and of the sequence there
    base: int = 0  # the rank of the first of them
    joins: tuple[int, ...] = (0, 0, 0, 0)  # by suit: neighbours that form a run
    longest: tuple[int, ...] = (0, 0, 0, 0)  # by suit: the longest run
    ranks: int = 0  # the cards that lie there, each a bit by its number
    joined: int = 0  # those of them that lie on the next higher of their suit
    mixed: int = 0  # neighbours in rank order, of different suits
    breaks: int = 0  # neighbours out of rank order
    pairs: int = 0  # for each join, 1 more than the joins that the run already had
    covering: int = 0  # cards with one of lower rank somewhere before them
    kings_on: int = 0  # kings that lie on something, be it face down
    base_run: int = 0  # length of the run at the bottom


def facts_of(column: bytes) -> Facts:
    """What is counted in a column as `spider_cli.hints.view` shows it."""
    cards = column[column[0] + 1 :]
    if not cards:
        return Facts()
    if cards[-1] == UNKNOWN:
        return Facts(runs=1, sequences=1)
    base = cards[0] & 15
    runs, sequences, run, base_run = 1, 1, 1, 0
    head, sequence_head, lowest = base, base, 15
    joins, longest = [0] * 4, [0] * 4
    longest[suit_of(cards[0])] = 1
    ranks, joined = 1 << cards[0], 0
    mixed = breaks = pairs = covering = 0
    kings_on = int(column[0] > 0 and base == KING)
    for before, card in pairwise(cards):
        rank, suit = card & 15, suit_of(card)
        lowest = min(lowest, before & 15)
        ranks |= 1 << card
        if card == before - 1:
            joins[suit] += 1
            joined |= 1 << card
            pairs += run
            run += 1
        else:
            base_run = base_run or run
            runs, run, head = runs + 1, 1, rank
            if rank == (before & 15) - 1:
                mixed += 1
            else:
                breaks += 1
                sequences, sequence_head = sequences + 1, rank
        longest[suit] = max(longest[suit], run)
        covering += rank > lowest
        kings_on += rank == KING
    return Facts(
        runs,
        sequences,
        head,
        sequence_head,
        base,
        tuple(joins),
        tuple(longest),
        ranks,
        joined,
        mixed,
        breaks,
        pairs,
        covering,
        kings_on,
        base_run or run,
    )


def column_sums(column: bytes, facts: Facts) -> list[int]:
    """What a column adds to the inputs 35 to 157, whatever else lies on the table."""
    sums = [0] * SUMS
    if len(column) == 1:
        return sums
    face_down, rank = column[0], column[-1] & 15
    known = column[-1] != UNKNOWN
    runs, sequences, head = facts.runs, facts.sequences, facts.head
    sums[_HAS_FACE_DOWN + min(face_down, 5)] = 1
    sums[_FACE_DOWN] = face_down
    if known:
        sums[_EXPOSED + rank - 1] = 1
        sums[_HEAD + head - 1] = 1
        sums[_SEQUENCE_HEAD + facts.sequence_head - 1] = 1
        sums[_LOW_EXPOSED] = int(rank <= 2)
        sums[_ONE_RUN] = int(runs == 1)
        sums[_EXPOSED_JOINED] = int(column[-2] == column[-1] + 1 and len(column) - column[0] > 2)
    else:
        sums[_UNKNOWN_EXPOSED] = 1
        if face_down <= 4:
            sums[_UNKNOWN_OVER + face_down] = 1
    sums[_COUNTS : _COUNTS + 7] = (
        sum(facts.joins),
        facts.mixed,
        facts.breaks,
        facts.pairs,
        len(column) - 1 - face_down,
        facts.covering,
        facts.kings_on,
    )
    if face_down:
        sums[_OVER_FACE_DOWN] = 1
        sums[_RUNS_OVER + min(face_down, 3) - 1] = runs
        if known:
            sums[_KING_OVER] = int(facts.base == KING)
            sums[_ONE_SEQUENCE_OVER] = int(sequences == 1)
            if runs == 1:  # the column is ready
                if head < KING:
                    sums[_READY_HEAD + head - 1] = 1
                sums[_READY] = 1
                sums[_READY_NEARNESS] = 60 // face_down
    else:
        on_king = facts.base == KING
        sums[_BARE : _BARE + 4] = int(on_king), int(on_king and runs == 1), runs, int(not on_king)
    sums[_RUNS_SQUARED] = (runs - 1) ** 2
    sums[_SEQUENCES_SQUARED] = (sequences - 1) ** 2
    depth = min(face_down, 4)
    sums[_DEPTH_AND_RUNS + 4 * depth + min(runs, 4) - 1] = 1
    sums[_DEPTH_AND_SEQUENCES + 3 * depth + min(sequences, 3) - 1] = 1
    return sums
