"""The position in words, one column a line: for screen readers and for grep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.render.sentences import deal_name
from spider_cli.rules.cards import RANKS, SUIT_NAMES, rank_of, suit_of
from spider_cli.rules.columns import face_up
from spider_cli.rules.position import FOUNDATIONS
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.games.game import Game

_RANK_WORDS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


def format_plain(game: Game) -> str:
    """A game in words, without a newline at the end."""
    position = game.position
    lines = [f"column {number}: {_column(column)}" for number, column in enumerate(position.columns, start=1)]
    lines.append(f"stock: {counted(position.rows_left(), 'row')} left")
    done = ", ".join(SUIT_NAMES[suit] for suit in position.foundations)
    lines.append(f"foundations: {len(position.foundations)} of {FOUNDATIONS}" + f": {done}" * bool(done))
    lines.append(f"score: {game.score}; moves: {game.moves}; status: {game.status}")
    lines.append(f"deal: {deal_name(game)}; suits: {game.suits}" + "; relaxed" * game.relaxed)
    return "\n".join(lines)


def _column(column: bytes) -> str:
    parts = [f"{column[0]} face down"] if column[0] else []
    parts += [_words(run) for run in _runs(face_up(column))]
    return "; ".join(parts) or "empty"


def _runs(cards: bytes) -> Iterator[bytes]:
    """The cards cut into runs, from the bottom."""
    first = 0
    for index in range(1, len(cards) + 1):
        if index == len(cards) or cards[index - 1] != cards[index] + 1:
            yield cards[first:index]
            first = index


def _words(run: bytes) -> str:
    suit = SUIT_NAMES[suit_of(run[0])]
    if len(run) == 1:
        return f"{_rank(run[0])} of {suit}"
    return f"{_rank(run[0])} to {_rank(run[-1])} of {suit}"


def _rank(card: int) -> str:
    letter = RANKS[rank_of(card) - 1]
    return _RANK_WORDS.get(letter, letter)
