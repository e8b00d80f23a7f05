"""The programs for which a game or a position is written, by the name that `spider export` takes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.games.game import Game


def _late(module: str, name: str) -> Callable[[Game], str]:
    """A function of this subpackage, whose module is loaded when it is called."""

    def write(game: Game) -> str:
        function = getattr(import_module(f"spider_cli.exchange.{module}"), name)
        return cast("str", function(game))

    return write


#: What writes a game for a program: text without a newline at the end.
EXPORTS: Final[dict[str, Callable[[Game], str]]] = {
    "kpatience": _late("kpatience_file", "format_kpatience"),
    "solvitaire": _late("solver_files", "format_solvitaire"),
    "spidercardgame": _late("solver_files", "format_spidercardgame"),
}
