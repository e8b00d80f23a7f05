"""The search for what can be done before the next unknown card.

A beam search over moves of known cards. Cards that turn up on the way stay unknown, and lie there as
open ends that take nothing and go nowhere. What matters is each *event*: a card that turns up or a run that
is complete. A position that the beam reaches after an event is an end: what the moves so far lead to.
"""

from __future__ import annotations

from functools import reduce
from operator import add, attrgetter, itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.hints.hint_weights import Weights
from spider_cli.hints.value import Column, Offer, Table, Take
from spider_cli.rules.cards import KING
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.position import ROW, Position
from spider_cli.rules.steps import COLUMNS, DEAL, Move, Step

if TYPE_CHECKING:
    from collections.abc import Container

LAYERS: Final = 60  # of the beam, at most; each is one move further
SAME: Final = 1e-6  # worths that differ by less are equal

by_value = attrgetter("value")

#: Steps to take, one after the other. Later ones may have to change when a card turns up.
Plan = tuple[Step, ...]


class Node(NamedTuple):
    """A position that the search has reached."""

    value: float
    key: int
    columns: tuple[Column, ...]
    empties: int
    events: int  # cards turned up and runs completed since the search began
    parent: Node | None
    step: Step | None

    def steps(self) -> Plan:
        """The way here from where the search began."""
        steps: list[Step] = []
        node = self
        while node.parent is not None and node.step is not None:
            steps.append(node.step)
            node = node.parent
        return tuple(reversed(steps))

    def first_event(self) -> Node:
        """The position on the way here in which the first event had just happened."""
        node = self
        while node.parent is not None and node.parent.events:
            node = node.parent
        return node


# A move from a node: value, key, node, source and target (0-9), and what it does to these two columns.
# A plain tuple, since most are made only to be dropped.
Child = tuple[float, int, Node, int, int, Offer, Take]


class Search:
    """A beam search; what it has learnt of columns is kept from one search to the next.

    `width`: how many positions it keeps of each layer. `patience`: how many layers in a row may bring no
    better position; three times as many while it has found no end.
    """

    def __init__(self, weights: Weights, rows: int, relaxed: bool, width: int, patience: int) -> None:
        self._weights = weights.with_rows(rows)
        self._patience = patience
        self._must_fill = rows > 0 and not relaxed
        self._width = width
        self._table = Table(self._weights)
        self._of_empty = [self._weights.of_empty(columns) for columns in range(COLUMNS + 1)]

    def best(self, view: Position) -> Node | None:
        """The best end or deal; without any, a tidier position; or None."""
        nodes = self.reached(view)
        ends = [node for node in nodes if node.events]
        deal = self.deal(nodes, view)
        if deal:
            ends.append(deal)
        best = max(ends or nodes, key=by_value)
        return best if best.parent else None

    def reached(self, view: Position) -> list[Node]:
        """Every position that the beam keeps, `view` first."""
        root = self._root(view)
        nodes, beam = [root], [root]
        keys = {root.key}
        top, waited, ended = root.value, 0, False
        for _ in range(LAYERS):
            beam = self._next_beam(beam, keys)
            if not beam:
                break
            nodes += beam
            ended = ended or any(node.events for node in beam)
            waited += 1
            if beam[0].value > top + SAME:
                top, waited = beam[0].value, 0
            if waited > (self._patience if ended else 3 * self._patience):
                break
        return nodes

    def _root(self, view: Position) -> Node:
        columns = tuple([self._table.column(cards) for cards in view.columns])
        empties = view.columns.count(EMPTY_COLUMN)
        # Not `sum`: it rounds floats in another way since Python 3.12, and hints could differ.
        value = reduce(add, [column.value for column in columns]) + self._of_empty[empties]
        value += self._weights.foundation * len(view.foundations)
        return Node(value, sum([column.key for column in columns]), columns, empties, 0, None, None)

    def _next_beam(self, beam: list[Node], keys: set[int]) -> list[Node]:
        """The best positions one move further, none of them met before."""
        children: list[Child] = []
        for node in beam:
            self._add_children(node, keys, children)
        children.sort(key=itemgetter(0), reverse=True)
        chosen: list[Node] = []
        last = float("inf")
        for child in children:
            # One position for each worth: equal worths mostly mean the same cards in other columns or
            # suits, and so the beam keeps positions that differ. An event may be lost that way.
            value, key = child[:2]
            if last - value < SAME or key in keys:
                continue
            last = value
            keys.add(key)
            chosen.append(self._node(child))
            if len(chosen) == self._width:
                break
        return chosen

    def _node(self, child: Child) -> Node:
        value, key, parent, source, target, offer, take = child
        columns = list(parent.columns)
        columns[source], columns[target] = offer.left, take.after
        empties = parent.empties + offer.freed + take.freed
        events = parent.events + offer.events + take.events
        step = Move(source + 1, target + 1, len(offer.moved))
        return Node(value, key, tuple(columns), empties, events, parent, step)

    def _add_children(self, node: Node, keys: Container[int], children: list[Child]) -> None:
        """Every move of known cards to a position not among `keys`.

        Left out is a whole column to an empty one, which changes nothing.
        """
        columns, offers_of, take_of = node.columns, self._table.offers, self._table.take
        value, key = node.value + self._weights.step, node.key
        of_empty = self._of_empty
        targets: dict[int, list[int]] = {}
        for number, column in enumerate(columns):
            targets.setdefault(column.rank, []).append(number)
        empty = targets.get(0, [])[:1]
        for source, column in enumerate(columns):
            for offer in offers_of(column) if column.offers is None else column.offers:
                fitting = targets.get(offer[0])
                if empty and not offer[6]:
                    fitting = fitting + empty if fitting else empty
                if not fitting:
                    continue
                # By number and not by name: this is where the time goes.
                _, moved, gain, key_change, _, _, freed = offer
                for target in fitting:
                    onto = columns[target]
                    take = onto.takes.get(moved) or take_of(onto, moved)
                    child_key = key + key_change + take[1]
                    if child_key in keys or (take[3] and self._must_fill and _strands_stock(columns)):
                        continue
                    child_value = value + gain + take[0]
                    if empties := freed + take[4]:
                        child_value += of_empty[node.empties + empties] - of_empty[node.empties]
                    children.append((child_value, child_key, node, source, target, offer, take))

    # --- dealing ----------------------------------------------------------------------------------

    def deal(self, nodes: list[Node], view: Position) -> Node | None:
        """The best way to deal: from which of the positions, how its empty columns are filled, the deal."""
        if not view.stock or (view.cards_on_table() < ROW and not view.relaxed):
            return None
        quiet = sorted([node for node in nodes if not node.events], key=by_value, reverse=True)
        best: Node | None = None
        for node in quiet[: self._width]:
            ready = node if view.relaxed else self._filled(node)
            if ready and not ready.events and (best is None or ready.value > best.value):
                best = ready
        if best is None:
            return None
        return best._replace(value=best.value + self._weights.deal, parent=best, step=DEAL)

    def _filled(self, node: Node) -> Node | None:
        """The node with its empty columns filled, each by the move that costs least."""
        while node.empties:
            children: list[Child] = []
            self._add_children(node, (), children)
            fills = [child for child in children if not node.columns[child[4]].rank]
            if not fills:
                return None
            node = self._node(max(fills, key=itemgetter(0)))
        return node


def _strands_stock(columns: tuple[Column, ...]) -> bool:
    """Whether one more completed run leaves too few cards to fill the columns for the next deal."""
    return sum([len(column.cards) - 1 for column in columns]) - KING < ROW
