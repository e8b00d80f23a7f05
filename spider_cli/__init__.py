"""Two-deck Spider Solitaire as a library. The command `spider` is built on it.

>>> game = Game.new(suits=2, seed="42")
>>> game.status, game.score
('playing', 500)

Columns are numbered 1 to 10. Moves are checked; what the rules refuse raises `IllegalStepError`, a
ValueError that carries its reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spider_cli.errors import (
    GameFormatError,
    IllegalStepError,
    NotationError,
    PositionError,
    SpiderError,
    StorageError,
)
from spider_cli.game import Game
from spider_cli.moves import DEAL, Move, Step
from spider_cli.rules import Position

if TYPE_CHECKING:
    from spider_cli.hints import hint
    from spider_cli.solver import solve

__all__ = [
    "DEAL",
    "Game",
    "GameFormatError",
    "IllegalStepError",
    "Move",
    "NotationError",
    "Position",
    "PositionError",
    "SpiderError",
    "Step",
    "StorageError",
    "hint",
    "solve",
]


def __getattr__(name: str) -> Any:
    """`solve` and `hint` are loaded when first asked for; a game needs neither."""
    if name == "solve":
        from spider_cli.solver import solve

        return solve
    if name == "hint":
        from spider_cli.hints import hint

        return hint
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
