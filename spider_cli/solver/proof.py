"""The proof that a position cannot be won: every position that can follow is looked at.

Only `spider_cli.rules` decides here what can follow, and positions are told apart by all their cards.
Two things are left out because they cannot matter: the order of the columns when the stock is empty
(no later step depends on it), and positions whose stock can never be dealt.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from spider_cli.moves import DEAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.moves import Step
    from spider_cli.rules import Position
    from spider_cli.solver.limits import Meter

# No card and no number of face-down cards is so high.
_BETWEEN: Final = b"\xff"

#: Bytes of memory for a position: its name, and its places in a dictionary and a queue.
_POSITION_BYTES: Final = 330


class Proof:
    """An exhaustive search, breadth first, that can be done bit by bit.

    `line`: the shortest line to a win, once one is found. `exhausted`: every position was looked at.
    """

    def __init__(self, position: Position) -> None:
        self._root = position
        name = _name(position)
        self._parents: dict[bytes, bytes] = {name: b""}
        self._waiting = deque([name])
        self.line: list[Step] | None = None

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left to look at. Without a `line`, no win exists."""
        return not self._waiting

    def memory(self) -> int:
        """About how many bytes the search takes."""
        return _POSITION_BYTES * len(self._parents)

    def search(self, nodes: int, meter: Meter) -> None:
        """Look at about so many more positions, or until a win is found. Raises LimitReached."""
        parents, waiting = self._parents, self._waiting
        goal = len(parents) + nodes
        while waiting and len(parents) < goal:
            parent = waiting.popleft()
            before = len(parents)
            for _, position in _following(self._position(parent)):
                name = _name(position)
                if name not in parents:
                    parents[name] = parent
                    if not position.is_beyond_dealing():
                        waiting.append(name)
                    if not any(map(_has_cards, position.columns)) and not position.stock:
                        self.line = self._line_to(name)
                        return
            meter.count(len(parents) - before)

    def _position(self, name: bytes) -> Position:
        """A position of this name. Its foundations do not matter and are left out."""
        *columns, rows = name.split(_BETWEEN)
        stock = self._root.stock[len(self._root.stock) - 10 * rows[0] :] if rows[0] else b""
        return self._root._replace(columns=tuple(columns), stock=stock, foundations=b"")

    def _line_to(self, name: bytes) -> list[Step]:
        names = []
        while name:
            names.append(name)
            name = self._parents[name]
        line, position = [], self._root
        for name in names[-2::-1]:
            step, position = next(
                (step, after) for step, after in _following(position) if _name(after) == name
            )
            line.append(step)
        return line


def _following(position: Position) -> Iterator[tuple[Step, Position]]:
    for move in position.legal_moves():
        yield move, position.apply(move)
    if position.can_deal():
        yield DEAL, position.apply(DEAL)


def _name(position: Position) -> bytes:
    columns = position.columns if position.stock else sorted(position.columns)
    return _BETWEEN.join([*columns, bytes((len(position.stock) // 10,))])


def _has_cards(column: bytes) -> bool:
    return len(column) > 1
