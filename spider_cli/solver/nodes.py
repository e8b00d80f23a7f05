"""Positions of the search, and the positions one step on.

These are the rules of `spider_cli.rules.position` once more, made for speed: `tests/test_solver_nodes.py`
holds them against each other. Only what every caller can do without is left out here: a whole column
to an empty one, and a second empty column as a target.
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from spider_cli.rules.position import FOUNDATIONS
from spider_cli.rules.steps import DEAL, Move
from spider_cli.solver.column_memory import COUNT_BITS, COUNT_MASK

if TYPE_CHECKING:
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.solver.column_memory import Column, Offer, Table, Take


class Node:
    """A position that the search keeps: its columns, and how it was reached.

    `worth` and `key` are sums over the columns, `empty` counts the empty ones, `done` the completed
    runs, `steps` the moves and deals from the start. `step` led here from `parent`: source, target
    and count as numbers from 0, or None for a deal.
    """

    __slots__ = ("columns", "done", "empty", "key", "parent", "step", "steps", "worth")

    def __init__(
        self,
        columns: tuple[Column, ...],
        worth: float,
        key: int,
        done: int,
        parent: Node | None = None,
        step: tuple[int, int, int] | None = None,
    ) -> None:
        self.columns = columns
        self.worth = worth
        self.key = key
        self.done = done
        self.empty = sum([not column.rank for column in columns])
        self.parent = parent
        self.step = step
        self.steps: int = parent.steps + 1 if parent else 0


#: A position that has not been built: worth, key, the position before, the columns (from 0), the
#: way the cards leave the one and the way they come to the other.
Child = tuple[float, int, Node, int, int, "Offer", "Take"]


def root(position: Position, table: Table) -> Node:
    """The node of a position."""
    columns = tuple([table.column(cards) for cards in position.columns])
    done = len(position.foundations)
    # Not `sum`: it rounds floats in another way since Python 3.12, and the search would go another way.
    worth = reduce(add, [column.worth for column in columns]) + table.weights.foundation * done
    worth += table.weights.empty * max(0, sum(not column.rank for column in columns) - 1)
    return Node(columns, worth, sum(column.key for column in columns), done)


def expand(node: Node, table: Table, step_cost: float, seen: set[int], children: list[Child]) -> None:
    """Add the children of `node` whose keys are not in `seen` to both."""
    columns = node.columns
    offers_of, take_of = table.offers, table.take
    worth, key = node.worth - step_cost, node.key
    targets: dict[int, list[int]] = {}
    for number, column in enumerate(columns):
        targets.setdefault(column.rank, []).append(number)
    empty = targets.get(0)
    emptying = table.weights.empty if empty else 0.0
    filling = table.weights.empty if node.empty > 1 else 0.0
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
                    child_key = key + key_change + take[1]
                    if child_key not in seen:
                        seen.add(child_key)
                        child_worth = worth + gain + take[0]
                        if take[3] and not take[2].rank:  # the run was all there was in the column
                            child_worth += emptying if rest.rank else table.weights.empty
                        children.append((child_worth, child_key, node, source, target, offer, take))
            if empty and rest.rank:
                target = empty[0]
                onto = columns[target]
                take = onto.takes.get(moved) or take_of(onto, moved)
                child_key = key + key_change + take[1]
                if child_key not in seen:
                    seen.add(child_key)
                    child_worth = worth + gain + take[0] - filling
                    children.append((child_worth, child_key, node, source, target, offer, take))


def build(child: Child) -> Node:
    """The node of a child."""
    worth, key, node, source, target, offer, take = child
    columns = list(node.columns)
    columns[source] = offer[4]
    columns[target] = take[2]
    step = source, target, offer[1] & COUNT_MASK
    return Node(tuple(columns), worth, key, node.done + len(take[3]), node, step)


def deal(node: Node, row: bytes, table: Table, step_cost: float) -> Node:
    """The node after dealing `row`, whether or not columns are empty."""
    worth, key, done = node.worth - step_cost, node.key, node.done
    worth -= table.weights.empty * max(0, node.empty - 1)
    columns = []
    for column, card in zip(node.columns, row, strict=True):
        moved = card << COUNT_BITS | 1
        gain, key_change, after, completed = column.takes.get(moved) or table.take(column, moved)
        worth += gain
        key += key_change
        done += len(completed)
        columns.append(after)
    after_deal = Node(tuple(columns), worth, key, done, node)
    after_deal.worth += table.weights.empty * max(0, after_deal.empty - 1)
    return after_deal


def filled(node: Node, table: Table, step_cost: float) -> Node | None:
    """The node with every empty column filled, one after the other at the least loss of worth.

    None if the cards do not suffice.
    """
    while node.empty:
        best: Child | None = None
        target = next(number for number, column in enumerate(node.columns) if not column.rank)
        onto = node.columns[target]
        for source, column in enumerate(node.columns):
            for offer in (column.offers or table.offers(column)) if column.rank else ():
                if offer[4].rank:
                    take = onto.takes.get(offer[1]) or table.take(onto, offer[1])
                    worth = node.worth - step_cost + offer[2] + take[0]
                    if best is None or worth > best[0]:
                        best = worth, node.key + offer[3] + take[1], node, source, target, offer, take
        if best is None:
            return None
        filling = table.weights.empty if node.empty > 1 else 0.0
        node = build((best[0] - filling, *best[1:]))
    return node


def is_won(node: Node) -> bool:
    """Whether all runs are complete."""
    return node.done == FOUNDATIONS


def line_to(node: Node) -> list[Step]:
    """The steps that led to `node`."""
    line: list[Step] = []
    while node.parent:
        step = node.step
        line.append(Move(step[0] + 1, step[1] + 1, step[2]) if step else DEAL)
        node = node.parent
    return line[::-1]
