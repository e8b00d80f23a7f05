"""The table: ten columns in at most 60 characters, one row a card, and a status line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.render.sentences import deal_name
from spider_cli.rules.columns import EMPTY_COLUMN, face_up
from spider_cli.rules.position import FOUNDATIONS
from spider_cli.rules.steps import COLUMNS

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.render.style import Style

WIDTH: Final = 60
_CELL: Final = WIDTH // COLUMNS
_EMPTY: Final = " --"


def format_table(game: Game, style: Style) -> str:
    """The table and the status of a game, without a newline at the end."""
    numbers = "".join(f"{number:>3}".ljust(_CELL) for number in range(1, COLUMNS + 1)).rstrip()
    stacks = [_stack(column, style) for column in game.position.columns]
    rows = [_row(stacks, index) for index in range(max(map(len, stacks)))]
    return "\n".join([numbers, *rows, numbers, "", *_filled(status_words(game, style))])


def _stack(column: bytes, style: Style) -> list[str]:
    """The cards of a column from the bottom, each three characters wide on the screen."""
    if column == EMPTY_COLUMN:
        return [_EMPTY]
    return [f" {style.back}"] * column[0] + [style.card(card) for card in face_up(column)]


def _row(stacks: list[list[str]], index: int) -> str:
    gap = " " * (_CELL - 3)
    cells = [stack[index] if index < len(stack) else "   " for stack in stacks]
    return gap.join(cells).rstrip()


def status_words(game: Game, style: Style) -> list[str]:
    """The parts of the status line."""
    position = game.position
    done = "".join(style.suit(suit) for suit in position.foundations)
    status = game.status
    return [
        *([] if status == "playing" else [status]),
        f"score {game.score}",
        f"moves {game.moves}",
        f"rows left {position.rows_left()}",
        f"foundations {len(position.foundations)}/{FOUNDATIONS}" + f" {done}" * bool(done),
        f"suits {game.suits}" + " relaxed" * game.relaxed,
        deal_name(game),
    ]


def _filled(words: list[str]) -> list[str]:
    """The words in as few lines as they need."""
    lines = [words[0]]
    for word in words[1:]:
        joined = f"{lines[-1]}  {word}"
        if len(joined) <= WIDTH:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines
