"""The programs for which a game or a position is written, by the name that `spider export` takes.

Each function imports what writes when it is called: one run of the command needs one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.games.game import Game


def _kpatience(game: Game) -> str:
    from spider_cli.exchange.kpatience_file import format_kpatience

    return format_kpatience(game)


def _solvitaire(game: Game) -> str:
    from spider_cli.exchange.solver_files import format_solvitaire

    return format_solvitaire(game)


def _spidercardgame(game: Game) -> str:
    from spider_cli.exchange.solver_files import format_spidercardgame

    return format_spidercardgame(game)


#: What writes a game for a program: text without a newline at the end.
EXPORTS: Final[dict[str, Callable[[Game], str]]] = {
    "kpatience": _kpatience,
    "solvitaire": _solvitaire,
    "spidercardgame": _spidercardgame,
}
