"""The search for the best thing to do before the next unknown card.

A plan is a row of moves that needs no unknown card. Cards that it turns up stay unknown, and lie there
as open ends that take nothing. A beam search keeps the best positions after one move, after two, and
so on, and remembers the best *end*: a position in which something has happened that cannot be taken back
(a card has turned up, a run is complete), or from which a row is dealt.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final, NamedTuple

from spider_cli.columns import EMPTY_COLUMN
from spider_cli.hints.value import Column, Columns, Weights
from spider_cli.moves import DEAL, Move, Step
from spider_cli.rules import ROW, Position

LAYERS: Final = 60  # moves in a plan, at most
PATIENCE: Final = 8  # layers without a better position after which a search ends


class Node(NamedTuple):
    """A position of the beam."""

    value: float
    key: int
    columns: tuple[Column, ...]
    empties: int
    events: int  # cards turned up and runs completed since the search began
    parent: Node | None
    step: Step | None


class Plan(NamedTuple):
    """Steps to take, and the worth of the position at their end."""

    steps: tuple[Step, ...]
    value: float


class Search:
    """Finds plans. What it has learnt of columns is kept from one search to the next."""

    def __init__(self, weights: Weights, deal_bonus: tuple[float, ...], width: int) -> None:
        self._weights = weights
        self._deal_bonus = deal_bonus
        self._width = width
        self._known = Columns(weights)

    def plan(self, view: Position) -> Plan | None:
        """The best plan from a position as `seen` gives it."""
        root = self._root(view)
        best: Node | None = None
        tidied = root
        visited = [root]
        beam = [root]
        reached = {root.key}
        top, waited = root.value, 0
        for _ in range(LAYERS):
            beam = self._next_beam(beam, reached)
            if not beam:
                break
            visited += beam
            for node in beam:
                if node.events and (best is None or node.value > best.value):
                    best = node
            tidied = max(tidied, beam[0], key=itemgetter(0))
            waited += 1
            if beam[0].value > top + 1e-6:
                top, waited = beam[0].value, 0
            if waited > PATIENCE and (best or waited > 3 * PATIENCE):
                break
        deal = self._best_deal(visited, view)
        if deal and (best is None or deal.value > best.value):
            best = deal
        if best is None and tidied is not root:
            best = tidied
        return Plan(_steps_to(best), best.value) if best else None

    def _root(self, view: Position) -> Node:
        columns = tuple(self._known[cards] for cards in view.columns)
        empties = view.columns.count(EMPTY_COLUMN)
        value = sum(column.value for column in columns) + self._empties_value(empties)
        return Node(value, sum(column.key for column in columns), columns, empties, 0, None, None)

    def _empties_value(self, empties: int) -> float:
        return self._weights.empty * max(0, empties - 1)

    def _next_beam(self, beam: list[Node], reached: set[int]) -> list[Node]:
        """The best positions one move further, none of them seen before."""
        children: list[tuple[float, int, Node, int, int, int, Column, Column]] = []
        for node in beam:
            self._add_children(node, children)
        children.sort(key=itemgetter(0), reverse=True)
        chosen: list[Node] = []
        last = None
        for value, key, node, source, target, count, left, onto in children:
            # Positions of equal worth are nearly always the same columns in another order.
            if key in reached or (last is not None and last - value < 1e-6):
                continue
            last = value
            reached.add(key)
            columns = list(node.columns)
            columns[source] = self._known[left.cards]
            columns[target] = self._known[onto.cards]
            empties = node.empties + (not left.rank) + (not onto.rank) - (not node.columns[target].rank)
            events = node.events + left.events + onto.events
            step = Move(source + 1, target + 1, count)
            chosen.append(Node(value, key, tuple(columns), empties, events, node, step))
            if len(chosen) == self._width:
                break
        return chosen

    def _add_children(
        self, node: Node, children: list[tuple[float, int, Node, int, int, int, Column, Column]]
    ) -> None:
        known = self._known
        columns = node.columns
        takers: list[list[int]] = [[] for _ in range(16)]
        for number, column in enumerate(columns):
            takers[column.rank].append(number)
        empty = takers[0][:1]
        takers[0] = []
        base = node.value + self._weights.step
        for source, taken in enumerate(columns):
            cards, rank = taken.cards, taken.rank
            for count in range(1, taken.run + 1):
                cut = len(cards) - count
                targets = takers[rank + count]
                if cut > 1:  # a whole column to an empty one changes nothing
                    targets = targets + empty
                if not targets:
                    continue
                left = known[cards[:cut]]
                moved = cards[cut:]
                for target in targets:
                    old = columns[target]
                    onto = known[old.cards + moved]
                    value = base - taken.value - old.value + left.value + onto.value + onto.bonus
                    gained = (not left.rank) + (not onto.rank) - (not old.rank)
                    if gained:
                        empties = node.empties
                        value += self._empties_value(empties + gained) - self._empties_value(empties)
                    key = node.key - taken.key - old.key + left.key + onto.key
                    children.append((value, key, node, source, target, count, left, onto))

    # --- dealing ----------------------------------------------------------------------------------

    def _best_deal(self, visited: list[Node], view: Position) -> Node | None:
        """The best position to deal from, its empty columns filled, and the deal."""
        if not view.stock or (view.cards_on_table() < ROW and not view.relaxed):
            return None
        bonus = self._deal_bonus[len(view.stock) // ROW - 1]
        best: Node | None = None
        visited = sorted(visited, key=itemgetter(0), reverse=True)[: self._width]
        for node in visited:
            if node.events:
                continue
            ready = node if view.relaxed else self._filled(node)
            if ready and (best is None or ready.value + bonus > best.value):
                best = Node(ready.value + bonus, 0, ready.columns, ready.empties, 1, ready, DEAL)
        return best

    def _filled(self, node: Node) -> Node | None:
        """The node with its empty columns filled, each by the move that costs least."""
        while node.empties:
            children: list[tuple[float, int, Node, int, int, int, Column, Column]] = []
            self._add_children(node, children)
            fills = [child for child in children if not node.columns[child[4]].rank and child[6].rank]
            if not fills:
                return None
            value, key, _, source, target, count, left, onto = max(fills, key=itemgetter(0))
            columns = list(node.columns)
            columns[source] = self._known[left.cards]
            columns[target] = self._known[onto.cards]
            events = node.events + left.events
            step = Move(source + 1, target + 1, count)
            node = Node(value, key, tuple(columns), node.empties - 1, events, node, step)
        return node


def _steps_to(node: Node) -> tuple[Step, ...]:
    steps: list[Step] = []
    while node.parent is not None and node.step is not None:
        steps.append(node.step)
        node = node.parent
    return tuple(reversed(steps))
