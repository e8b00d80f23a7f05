"""Two-deck Spider Solitaire as a library. The command `spider` is built on it.

>>> from spider_cli import Game
>>> game = Game.new(suits=2, seed="42")
>>> game.status, game.score
('playing', 500)

Columns are numbered 1 to 10. Moves are checked; what the rules refuse raises `IllegalStepError`, a
ValueError that carries its reason.
"""

from __future__ import annotations

#: The version of the program, the package and `spider --version`. setup.cfg reads it here.
__version__ = "0.2.0"

TYPE_CHECKING = False  # as in `typing`, which takes a while to load
if TYPE_CHECKING:
    from typing import Any

    from spider_cli.errors import (
        GameFormatError,
        IllegalStepError,
        NotationError,
        PositionError,
        SpiderError,
        StorageError,
    )
    from spider_cli.games.game import Game
    from spider_cli.games.state import game_state
    from spider_cli.hints import Hint, hint
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import DEAL, Move, Step
    from spider_cli.solver import Limits, Result, solve

__all__ = [
    "DEAL",
    "Game",
    "GameFormatError",
    "Hint",
    "IllegalStepError",
    "Limits",
    "Move",
    "NotationError",
    "Position",
    "PositionError",
    "Result",
    "SpiderError",
    "Step",
    "StorageError",
    "__version__",
    "game_state",
    "hint",
    "solve",
]


#: The module of each name that is not an error.
_MODULES = {
    "DEAL": "rules.steps",
    "Game": "games.game",
    "Hint": "hints",
    "Limits": "solver",
    "Move": "rules.steps",
    "Position": "rules.position",
    "Result": "solver",
    "Step": "rules.steps",
    "game_state": "games.state",
    "hint": "hints",
    "solve": "solver",
}


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first asked for.

    A game needs neither solver nor hints; and the command is soon where it can answer Ctrl-C.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"spider_cli.{_MODULES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
