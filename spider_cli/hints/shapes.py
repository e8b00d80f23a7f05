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
    sums[min(face_down, 5)] = 1
    sums[6] = face_down
    if known:
        sums[6 + rank] = 1
        sums[20 + head] = 1
        sums[33 + facts.sequence_head] = 1
        sums[64] = int(rank <= 2)
        sums[78] = int(runs == 1)
        sums[87] = int(column[-2] == column[-1] + 1 and len(column) - column[0] > 2)
    else:
        sums[20] = 1
        if face_down <= 4:
            sums[82 + face_down] = 1
    sums[47:54] = (
        sum(facts.joins),
        facts.mixed,
        facts.breaks,
        facts.pairs,
        len(column) - 1 - face_down,
        facts.covering,
        facts.kings_on,
    )
    if face_down:
        sums[58] = 1
        sums[58 + min(face_down, 3)] = runs
        if known:
            sums[77] = int(facts.base == KING)
            sums[80] = int(sequences == 1)
            if runs == 1:  # the column is ready
                if head < KING:
                    sums[64 + head] = 1
                sums[79] = 1
                sums[81] = 60 // face_down
    else:
        on_king = facts.base == KING
        sums[54:58] = int(on_king), int(on_king and runs == 1), runs, int(not on_king)
    sums[62] = (runs - 1) ** 2
    sums[63] = (sequences - 1) ** 2
    depth = min(face_down, 4)
    sums[88 + 4 * depth + min(runs, 4) - 1] = 1
    sums[108 + 3 * depth + min(sequences, 3) - 1] = 1
    return sums
