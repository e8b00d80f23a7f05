"""The position in words, one column a line and the exposed card first: for screen readers and for grep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.render.cells import NO_MARKS
from spider_cli.render.fitting import wrapped
from spider_cli.render.sentences import dealing_warnings, seed_words
from spider_cli.render.spoken import card_words, rank_word, run_words
from spider_cli.rules.cards import SUIT_NAMES
from spider_cli.rules.columns import face_up
from spider_cli.rules.position import FOUNDATIONS
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.games.game import Game
    from spider_cli.render.cells import Marks
    from spider_cli.render.fitting import Window
    from spider_cli.render.style import Style


def format_plain(game: Game, style: Style, window: Window | None = None, marks: Marks = NO_MARKS) -> str:
    """A game in words, without a newline at the end. In a window, lines are broken between words only."""
    position = game.position
    lines = [
        f"column {number}: {column_words(column)}" for number, column in enumerate(position.columns, start=1)
    ]
    lines.append(f"stock: {counted(position.rows_left(), 'row')} left")
    lines += dealing_warnings(game)
    done = ", ".join(SUIT_NAMES[suit] for suit in position.foundations)
    lines.append(f"foundations: {len(position.foundations)} of {FOUNDATIONS}" + f": {done}" * bool(done))
    lines.append(f"score: {game.score}; moves: {game.moves}; status: {game.status}")
    lines.append(f"start: {seed_words(game)}; suits: {game.suits}" + "; relaxed" * game.relaxed)
    if window:
        lines = [part for line in lines for part in wrapped(line, window.columns)]
    return "\n".join(lines)


def column_words(column: bytes) -> str:
    """A column from the exposed card up: `queen of hearts; then 9 to 7 of spades; 4 face down`."""
    runs = list(_runs(face_up(column)))[::-1]
    parts = [_exposed_words(run) for run in runs[:1]]
    parts += [f"then {run_words(run)}" for run in runs[1:]]
    parts += [f"{column[0]} face down"] if column[0] else []
    return "; ".join(parts) or "empty"


def _exposed_words(run: bytes) -> str:
    """The run that can move, its exposed card first: `7 up to 9 of spades`."""
    return f"{rank_word(run[-1])} up to {card_words(run[0])}" if len(run) > 1 else card_words(run[0])


def _runs(cards: bytes) -> Iterator[bytes]:
    """The cards cut into runs, from the bottom."""
    first = 0
    for index in range(1, len(cards) + 1):
        if index == len(cards) or cards[index - 1] != cards[index] + 1:
            yield cards[first:index]
            first = index
