"""Saved games, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: How wide a fact is, if it is not a short number.
_WIDTHS: Final = {"date": 10, "seed": 14, "problem": 7, "status": 7, "seconds": 7}
_USUAL_WIDTH: Final = 5


def game_heads(names: Iterable[str]) -> str:
    """The line above those of `format_game`; the names are those of the facts."""
    return _line({name: name for name in names}, "file")


def format_game(facts: Mapping[str, Any], place: str) -> str:
    """What is known of a game, in one line; `place` says where it is saved."""
    return _line(facts, place)


def _line(cells: Mapping[str, Any], place: str) -> str:
    padded = [
        ("-" if cell is None else str(cell)).rjust(_WIDTHS.get(name, _USUAL_WIDTH))
        for name, cell in cells.items()
    ]
    return "  ".join([*padded, place])
