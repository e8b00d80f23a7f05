"""The proof that a position cannot be won: every position that can follow is looked at.

Positions are told apart by all their cards, and only what cannot matter is left out: the order of the
columns when the stock is empty, as no later step depends on it, and what follows when the stock can
never be dealt any more.
"""

from __future__ import annotations

from collections import deque
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, Final

from spider_cli.rules.position import ROW
from spider_cli.rules.steps import COLUMNS, DEAL
from spider_cli.search.column_cache import COUNT_BITS, ColumnCache
from spider_cli.search.nodes import too_few_to_fill
from spider_cli.solver.solver_value import TO_WIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.search.column_cache import Column
    from spider_cli.solver.limits import Meter

#: A position as the numbers of its columns, and how many rows are left.
_Name = bytes
_pack = Struct(f"{COLUMNS + 1}I").pack

#: Bytes of memory for a position: its name, its place in a dictionary, and most of the time in a queue.
_POSITION_BYTES: Final = 400


class Proof:
    """An exhaustive search, breadth first, that can be done bit by bit.

    `solution`: the shortest one, once any is found. `exhausted`: every position was looked at.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._cache = ColumnCache(TO_WIN.valuation(), count().__next__)  # equal keys mean equal columns
        self._won = self._name([self._cache.empty] * COLUMNS, 0)
        rows = len(position.stock) // ROW
        columns = tuple(map(self._cache.column, position.columns))
        name = self._name(columns, rows)
        self._parents: dict[_Name, _Name] = {name: b""}
        self._waiting = deque([(name, columns, rows)])
        self.solution: list[Step] | None = None

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left to look at. Without a `solution`, no win exists."""
        return not self._waiting

    def __len__(self) -> int:
        """How many positions were met."""
        return len(self._parents)

    def __contains__(self, position: Position) -> bool:
        """Whether a position was met."""
        return self._name_of(position) in self._parents

    def memory(self) -> int:
        """About how many bytes the search takes."""
        return _POSITION_BYTES * len(self._parents) + self._cache.memory()

    def search(self, nodes: int, meter: Meter) -> None:
        """Look at about so many more positions, or until a win is found. Raises LimitReached."""
        goal = len(self._parents) + nodes
        while self._waiting and len(self._parents) < goal:
            before = len(self._parents)
            name, columns, rows = self._waiting.popleft()
            if not rows or self._position.relaxed or not too_few_to_fill(columns):
                self._move(name, columns, rows)
                self._deal(name, columns, rows)
            if self._won in self._parents:
                self.solution = self._steps_to(self._won)
                return
            meter.count(len(self._parents) - before)

    def _move(self, parent: _Name, columns: tuple[Column, ...], rows: int) -> None:
        """Add what follows by a move."""
        offers, take, parents = self._cache.offers, self._cache.take, self._parents
        keys = [column.key for column in columns]
        targets: dict[int, list[int]] = {}
        for number, column in enumerate(columns):
            targets.setdefault(column.rank, []).append(number)
        empty = targets.get(0, [])
        for source, column in enumerate(columns):
            for rank, moved, _, _, rest in offers(column):
                fitting = targets.get(rank, [])
                if rows:
                    fitting = fitting + empty
                elif rest.rank:  # else only the order of the columns would change
                    fitting = fitting + empty[:1]
                for target in fitting:
                    after = take(columns[target], moved)[2]
                    numbers = keys[:]
                    numbers[source], numbers[target] = rest.key, after.key
                    if not rows:
                        numbers.sort()
                    name = _pack(*numbers, rows)
                    if name not in parents:
                        parents[name] = parent
                        following = list(columns)
                        following[source], following[target] = rest, after
                        self._waiting.append((name, tuple(following), rows))

    def _deal(self, parent: _Name, columns: tuple[Column, ...], rows: int) -> None:
        """Add what follows by dealing a row, where that is legal."""
        position = self._position
        if not rows or not (position.relaxed or all(column.rank for column in columns)):
            return
        first = len(position.stock) - rows * ROW
        row = position.stock[first : first + ROW]
        following = tuple(
            [
                self._cache.take(column, card << COUNT_BITS | 1)[2]
                for column, card in zip(columns, row, strict=True)
            ]
        )
        name = self._name(following, rows - 1)
        if name not in self._parents:
            self._parents[name] = parent
            self._waiting.append((name, following, rows - 1))

    def _name_of(self, position: Position) -> _Name:
        columns = [self._cache.column(cards) for cards in position.columns]
        return self._name(columns, len(position.stock) // ROW)

    @staticmethod
    def _name(columns: Sequence[Column], rows: int) -> _Name:
        numbers = [column.key for column in columns]
        if not rows:
            numbers.sort()
        return _pack(*numbers, rows)

    def _steps_to(self, name: _Name) -> list[Step]:
        """The steps that led to a position, found again by the rules of the game."""
        names = []
        while name:
            names.append(name)
            name = self._parents[name]
        steps, position = [], self._position
        for name in names[-2::-1]:
            step, position = self._step_to(name, position)
            steps.append(step)
        return steps

    def _step_to(self, name: _Name, position: Position) -> tuple[Step, Position]:
        steps: list[Step] = [*position.legal_moves()]
        if position.can_deal:
            steps.append(DEAL)
        for step in steps:
            after = position.apply(step)
            if self._name_of(after) == name:
                return step, after
        raise AssertionError("the search and the rules differ")
