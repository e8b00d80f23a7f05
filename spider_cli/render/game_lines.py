"""Saved games, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: How wide each of the facts is that `spider_cli.saved.checking.Summary` tells.
_WIDTHS: Final = {
    "date": 10,
    "suits": 5,
    "seed": 14,
    "status": 7,
    "score": 5,
    "moves": 5,
    "deals": 5,
    "undos": 5,
    "hints": 5,
    "seconds": 7,
}


def game_heads() -> str:
    """The line above those of `format_game`."""
    return _line(_WIDTHS, "file")


def format_game(facts: Mapping[str, Any], place: str) -> str:
    """A game in one line; `place` says where it is saved."""
    return _line(["-" if facts[head] is None else str(facts[head]) for head in _WIDTHS], place)


def _line(cells: Iterable[str], place: str) -> str:
    padded = [cell.rjust(width) for cell, width in zip(cells, _WIDTHS.values(), strict=True)]
    return "  ".join([*padded, place])
