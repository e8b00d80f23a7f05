"""Hints, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.cli.exits import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.games.game import Game
    from spider_cli.hints import Hint


def advise(game: Game, more: Callable[[], bool] | None = None) -> Hint:
    """The hint for the position of a game. Raises RefusedError if there is none, saying why."""
    from spider_cli.hints import hint as hint_for

    position = game.position
    found = hint_for(position, more=more)
    if found:
        return found
    if position.is_won:
        raise RefusedError("no hint: the game is won")
    if position.status == "stuck":
        raise RefusedError(
            f"no legal move and no deal: the game is stuck{way_out(game, ', only undo can help')}"
        )
    raise RefusedError(f"no hint: no legal move changes anything any more{way_out(game, '; undo may help')}")


def way_out(game: Game, words: str) -> str:
    """Words that point to undo, where there is a step to undo; else none."""
    return words if game.step_count else ""
