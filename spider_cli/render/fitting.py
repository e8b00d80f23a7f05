"""Making things fit a window: columns of cards fold, words go to the next line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spider_cli.render.cells import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: The fewest rows into which any column folds: its face-down cards, its covered ones, the exposed card.
LEAST_HEIGHT = 3

#: Signs that some terminals draw two columns wide; wrapping counts them so, to be safe.
_WIDE = frozenset("♠♥♣")

_BETWEEN = "   "  # lines that stand side by side

_SHORTEST_STRETCH = 4  # cards; folding fewer would save no row


class Window(NamedTuple):
    """What a position has to fit: the `rows` and `columns` of a terminal, less the `other_lines` that have to
    be seen with it.
    """

    rows: int
    columns: int
    other_lines: int = 0


def fitted(cells: list[Cell], height: int) -> list[Cell]:
    """The cells of a column in at most `height` rows (`LEAST_HEIGHT` or more).

    What tells least folds first: face-down cards; then stretches of one suit, of which the first and the last
    card say all; then stretches in order of rank; then whatever lies deepest. The exposed card stays.
    """
    if len(cells) <= height:
        return cells
    cells = _face_down_folded(cells)
    for joined in (_one_suit, _in_order):
        folded = _stretches_folded(cells, height, joined)
        if len(folded) <= height:
            return folded
    return _bottom_folded(folded, height)


def _face_down_folded(cells: list[Cell]) -> list[Cell]:
    count = sum(cell.kind == "face down" for cell in cells)
    return [Cell("face down", cards=count), *cells[count:]] if count > 1 else cells


def _one_suit(above: Cell, below: Cell) -> bool:
    return above.kind == below.kind and above.card == below.card + 1


def _in_order(above: Cell, below: Cell) -> bool:
    return above.kind == below.kind and (above.card & 15) == (below.card & 15) + 1


def _stretches_folded(cells: list[Cell], height: int, joined: Callable[[Cell, Cell], bool]) -> list[Cell]:
    """Fold stretches of cards until the column fits, if it can: covered ones first, of those the longest."""
    stretches = [span for span in _stretches(cells, joined) if len(span) >= _SHORTEST_STRETCH]
    stretches.sort(key=lambda span: (cells[span.start].kind == "movable", -len(span)))
    saved, chosen = 0, []
    for span in stretches:
        if len(cells) - saved <= height:
            break
        chosen.append(span)
        saved += len(span) - 3
    for span in sorted(chosen, key=lambda span: -span.start):  # from the end, so that places stay right
        cells = [*cells[: span.start + 1], Cell("folded", cards=len(span) - 2), *cells[span.stop - 1 :]]
    return cells


def _stretches(cells: list[Cell], joined: Callable[[Cell, Cell], bool]) -> Iterable[range]:
    """The places of the cards that belong together, as long as they can be."""
    first = 0
    for place in range(1, len(cells) + 1):
        if place == len(cells) or not (cells[place].card and joined(cells[place - 1], cells[place])):
            yield range(first, place)
            first = place


def _bottom_folded(cells: list[Cell], height: int) -> list[Cell]:
    """Fold the deepest face-up cards into one row."""
    head = [cell for cell in cells[:1] if cell.kind == "face down"]
    kept = height - len(head) - 1
    hidden = sum(cell.cards for cell in cells[len(head) : -kept])
    return [*head, Cell("folded", cards=hidden), *cells[-kept:]]


def wrapped(text: str, columns: int) -> list[str]:
    """A line as lines of at most so many columns, broken between words; longer words are cut."""
    return filled(text.split(" "), columns, " ")


def filled(words: Iterable[str], columns: int, gap: str) -> list[str]:
    """Words, with a gap between two, in as few lines as they need."""
    lines: list[str] = []
    for word in words:
        joined = f"{lines[-1]}{gap}{word}" if lines else word
        if lines and width(joined) <= columns:
            lines[-1] = joined
            continue
        lines += [word[start : start + columns] for start in range(0, len(word), columns)] or [""]
    return lines


def arranged(lines: list[str], columns: int) -> list[str]:
    """Lines side by side, to be read downwards, as many beside each other as fit."""
    widest = max(map(width, lines), default=0) + len(_BETWEEN)
    across = max(1, (columns + len(_BETWEEN)) // widest)
    height = -(-len(lines) // across)
    rows = [lines[row::height] for row in range(height)]
    return [_BETWEEN.join([line.ljust(widest - len(_BETWEEN)) for line in row]).rstrip() for row in rows]


def width(text: str) -> int:
    """How many columns of a terminal a text may take at most."""
    return len(text) + sum(sign in _WIDE for sign in text)
