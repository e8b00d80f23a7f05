"""The leaves that the hints' search finds against the rules of the game."""

from __future__ import annotations

from random import Random

import pytest

from spider_cli.games.starts import start_of
from spider_cli.hints.hint_value import UNIT, WEIGHTS
from spider_cli.hints.leaves import LeafSearch, without_lots
from spider_cli.hints.levels import useful_moves
from spider_cli.hints.view import seen
from spider_cli.rules.columns import Columns
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL
from spider_cli.search.nodes import Node, steps_to
from tests.samples import LAYOUTS, layout


def random_views(suits: int) -> list[Position]:
    """What is seen in random games; the stock is dealt early, so that all rows occur."""
    random = Random(suits)
    views = []
    for number in range(6):
        position = start_of(str(number), suits, relaxed=number % 2 == 1)
        for _ in range(40):
            views.append(seen(position))
            moves = position.legal_moves()
            if position.can_deal and (not moves or random.random() < 0.1):
                position = position.apply(DEAL)
            elif moves:
                position = position.apply(random.choice(moves))
    return views[::5]


def search_of(view: Position, width: int) -> LeafSearch:
    return LeafSearch(WEIGHTS, view.rows_left(), view.relaxed, width, patience=4)


def searched(view: Position, width: int) -> list[Node]:
    return search_of(view, width).nodes(view)


def value_of(view: Position) -> float:
    """The value of a view, added up as a whole."""
    valuation = WEIGHTS.with_rows(view.rows_left()).valuation()
    value = sum(map(valuation.of_column, view.columns)) + valuation.foundation * len(view.foundations)
    return value + sum(valuation.empties[: len(view.empty_columns())])


def in_order(columns: Columns) -> Columns:
    return tuple(sorted(columns))


def check(view: Position) -> None:
    """Each position that the search reaches is what the steps to it make by the rules."""
    positions: dict[int, Position] = {}
    nodes = searched(view, width=8)
    for node in nodes:
        if node.parent is None:
            positions[id(node)] = view
            continue
        before = positions[id(node.parent)]
        after = positions[id(node)] = before.apply(steps_to(node)[-1])
        assert tuple([column.cards for column in node.columns]) == after.columns
        assert node.empties == len(after.empty_columns())
        assert node.key == sum([column.key for column in node.columns])
        turned = sum(column[0] for column in view.columns) - sum(column[0] for column in after.columns)
        assert node.events == turned + len(after.foundations) - len(view.foundations)
        assert node.value == value_of(after) + WEIGHTS.step * UNIT * node.depth


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_every_position_is_what_the_rules_make(suits: int) -> None:
    for view in random_views(suits):
        check(view)


@pytest.mark.parametrize("name", LAYOUTS)
def test_sample_layouts_too(name: str) -> None:
    position = layout(name)
    if position.status == "playing":
        check(seen(position))


def test_deals_are_prepared_by_legal_moves() -> None:
    dealt = 0
    for view in random_views(2):
        search = search_of(view, width=4)
        for node in search.ready_to_deal(search.nodes(view)):
            at = view
            for step in steps_to(node):
                at = at.apply(step)
            assert tuple([column.cards for column in node.columns]) == at.columns
            assert at.can_deal
            dealt += 1
    assert dealt > 20


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_no_useful_move_is_left_out(suits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider_cli.hints.leaves.LAYERS", 1)
    for view in random_views(suits):
        values = {without_lots(node) for node in searched(view, width=1000) if node.depth == 1}
        for move in useful_moves(view):
            after = view.apply(move)
            if after.is_beyond_dealing() or in_order(after.columns) == in_order(view.columns):
                continue
            # Of positions of equal value one is kept.
            assert value_of(after) // UNIT + WEIGHTS.step in values, f"{move} is missing"
