"""Hints, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.cli.exits import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.hints import Hint
    from spider_cli.rules.position import Position


def advise(position: Position, more: Callable[[], bool] | None = None) -> Hint:
    """The hint for a position. Raises RefusedError if there is none, saying why."""
    from spider_cli.hints import hint as hint_for

    found = hint_for(position, more=more)
    if found:
        return found
    if position.is_won:
        raise RefusedError("no hint: the game is won")
    if position.status == "stuck":
        raise RefusedError("no legal move and no deal: the game is stuck, only undo can help")
    raise RefusedError("no hint: no legal move changes anything any more; undo may help")
