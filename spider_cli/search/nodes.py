"""Positions that a search keeps, and what follows from them.

These are the rules of `spider_cli.rules.position` once more, made for speed: `tests/test_search_nodes.py`
holds them against each other. Only what every search can do without is left out here: a whole column to an
empty one, and a second empty column as a target.
"""

from __future__ import annotations

from functools import reduce
from math import inf
from operator import add
from typing import TYPE_CHECKING, TypeVar

from spider_cli.rules.position import FOUNDATIONS, ROW
from spider_cli.rules.steps import DEAL, Move
from spider_cli.search.column_cache import COUNT_BITS, COUNT_MASK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.search.column_cache import Column, ColumnCache, Offer, Take

T = TypeVar("T", bound="tuple[float, int, Node] | Child")


class Node:
    """A position that a search keeps: its columns, and how it was reached.

    `value` and `key` are sums over the columns; the value includes what empty columns and completed runs add,
    less what the steps cost. `empties` counts the empty columns, `completed` the completed runs, `depth` the
    steps from the start of the search. `events` counts the cards turned up and the runs completed by moves
    since then. `step` led here from `parent`: source, target and count as numbers from 0, or None for a deal.
    """

    __slots__ = ("columns", "completed", "depth", "empties", "events", "key", "parent", "step", "value")

    def __init__(
        self,
        columns: tuple[Column, ...],
        value: float,
        key: int,
        completed: int,
        parent: Node | None = None,
        step: tuple[int, int, int] | None = None,
        events: int = 0,
    ) -> None:
        self.columns = columns
        self.value = value
        self.key = key
        self.completed = completed
        self.empties = sum([not column.rank for column in columns])
        self.parent = parent
        self.step = step
        self.events = events
        self.depth: int = parent.depth + 1 if parent else 0


#: A position one step on that has not been built: value, key, the node before, the numbers of the two columns
#: (from 0), what is taken off the one and what that makes of the other. A plain tuple, since most are
#: dropped.
Child = tuple[float, int, Node, int, int, "Offer", "Take"]


def root(position: Position, cache: ColumnCache) -> Node:
    """The node of the position at which a search starts."""
    columns = tuple([cache.column(cards) for cards in position.columns])
    completed = len(position.foundations)
    # Not `sum`: it rounds floats in another way since Python 3.12, and the search would go another way.
    value = reduce(add, [column.value for column in columns]) + cache.valuation.foundation * completed
    node = Node(columns, value, sum(column.key for column in columns), completed)
    node.value += _value_of_empties(node, cache)
    return node


def _value_of_empties(node: Node, cache: ColumnCache) -> float:
    return reduce(add, cache.valuation.empties[: node.empties], 0)


def expand(
    node: Node,
    cache: ColumnCache,
    step_cost: float,
    met: set[int],
    made: set[int],
    children: list[Child],
    floor: float = -inf,
) -> None:
    """Add the children of `node` whose keys are not in `met` to `children`, and their keys to `made`.

    A search that wants each position once gives the same set as both. Children whose value is below `floor`
    are left out; nothing is kept of them.
    """
    columns = node.columns
    offers_of, take_of = cache.offers, cache.take
    value, key = node.value - step_cost, node.key
    empties = cache.valuation.empties
    # What one more empty column adds, and what filling one takes away.
    emptying, filling = empties[node.empties], empties[node.empties - 1]
    targets: dict[int, list[int]] = {}
    for number, column in enumerate(columns):
        targets.setdefault(column.rank, []).append(number)
    empty = targets.get(0)
    for source, column in enumerate(columns):
        if not column.rank:
            continue
        for offer in column.offers or offers_of(column):
            rank, moved, gain, key_change, rest = offer
            fitting = targets.get(rank)
            if fitting:
                if not rest.rank:
                    gain += emptying
                for target in fitting:
                    onto = columns[target]
                    take = onto.takes.get(moved) or take_of(onto, moved)
                    take_gain, take_key_change, after, suit = take
                    child_value = value + gain + take_gain
                    if suit and not after.rank:  # the run was all there was in the column
                        child_value += emptying if rest.rank else empties[node.empties + 1]
                    if child_value < floor:
                        continue
                    child_key = key + key_change + take_key_change
                    if child_key not in met:
                        made.add(child_key)
                        children.append((child_value, child_key, node, source, target, offer, take))
            if empty and rest.rank:
                target = empty[0]
                onto = columns[target]
                take = onto.takes.get(moved) or take_of(onto, moved)
                take_gain, take_key_change, _, _ = take
                child_value = value + gain + take_gain - filling
                if child_value < floor:
                    continue
                child_key = key + key_change + take_key_change
                if child_key not in met:
                    made.add(child_key)
                    children.append((child_value, child_key, node, source, target, offer, take))


def build(child: Child) -> Node:
    """The node of a child."""
    value, key, node, source, target, offer, take = child
    columns = list(node.columns)
    face_down = columns[source].cards[0] + columns[target].cards[0]
    _, moved, _, _, rest = offer
    _, _, after, suit = take
    columns[source] = rest
    columns[target] = after
    completed = len(suit)
    events = node.events + completed + face_down - rest.cards[0] - after.cards[0]
    step = source, target, moved & COUNT_MASK
    return Node(tuple(columns), value, key, node.completed + completed, node, step, events)


def deal(node: Node, row: bytes, cache: ColumnCache, step_cost: float) -> Node:
    """The node after dealing `row`, whether or not columns are empty."""
    value, key, completed = node.value - step_cost, node.key, node.completed
    value -= _value_of_empties(node, cache)
    columns = []
    for column, card in zip(node.columns, row, strict=True):
        moved = card << COUNT_BITS | 1
        gain, key_change, after, suit = column.takes.get(moved) or cache.take(column, moved)
        value += gain
        key += key_change
        completed += len(suit)
        columns.append(after)
    dealt = Node(tuple(columns), value, key, completed, node)
    dealt.value += _value_of_empties(dealt, cache)
    return dealt


def filled(node: Node, cache: ColumnCache, step_cost: float) -> Node | None:
    """The node with every empty column filled, one after the other at the least loss of value.

    None if the cards do not suffice.
    """
    while node.empties:
        best: Child | None = None
        best_value = float("-inf")
        filling = cache.valuation.empties[node.empties - 1]
        target = next(number for number, column in enumerate(node.columns) if not column.rank)
        onto = node.columns[target]
        for source, column in enumerate(node.columns):
            for offer in (column.offers or cache.offers(column)) if column.rank else ():
                _, moved, gain, key_change, rest = offer
                if rest.rank:
                    take = onto.takes.get(moved) or cache.take(onto, moved)
                    take_gain, take_key_change, _, _ = take
                    value = node.value - step_cost + gain + take_gain
                    if value > best_value:
                        best_value = value
                        key = node.key + key_change + take_key_change
                        best = value - filling, key, node, source, target, offer, take
        if best is None:
            return None
        node = build(best)
    return node


def distinct(children: Iterable[T], apart: float) -> Iterator[T]:
    """The children that differ: those whose value is `apart` or more below that of the one before.

    `children`, or other tuples that begin with a value, come in falling order of value.

    Equal values nearly always mean the same columns in another order, or other suits in the same places.
    Without this a beam would fill up with copies of one idea.
    """
    last = float("inf")
    for child in children:
        value = child[0]
        if last - value >= apart:
            yield child
        last = value


def is_won(node: Node) -> bool:
    """Whether all runs are complete."""
    return node.completed == FOUNDATIONS


def too_few_to_fill(columns: Sequence[Column]) -> bool:
    """Whether the cards on the table can never fill all columns again.

    While stock is left in a strict game, that means that it can never be dealt: what
    `Position.is_beyond_dealing` says of positions.
    """
    return sum([len(column.cards) - 1 for column in columns]) < ROW


def steps_to(node: Node) -> list[Step]:
    """The steps that led to `node`."""
    steps: list[Step] = []
    while node.parent:
        step = node.step
        steps.append(Move(step[0] + 1, step[1] + 1, step[2]) if step else DEAL)
        node = node.parent
    return steps[::-1]
