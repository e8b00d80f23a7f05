"""The fast rules of the search against the rules of the game."""

from __future__ import annotations

from random import Random

import pytest

from spider_cli.games.starts import start_of
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.position import ROW, Position
from spider_cli.rules.steps import DEAL, Move
from spider_cli.search.column_cache import ColumnCache, random_keys
from spider_cli.search.nodes import Node, build, deal, expand, filled, root, steps_to, too_few_to_fill
from spider_cli.solver.limits import Limits, Meter
from spider_cli.solver.proof import Proof
from spider_cli.solver.short_beam import ShortBeam
from spider_cli.solver.solver_value import TO_WIN
from tests.samples import LAYOUTS, layout


def new_cache() -> ColumnCache:
    return ColumnCache(TO_WIN.valuation(), random_keys(0))


def random_positions(suits: int, games: int, steps: int) -> list[Position]:
    """Positions of random games; they deal early, so that runs, empty columns and deals all occur."""
    random = Random(suits)
    positions = []
    for number in range(games):
        position = start_of(str(number), suits, relaxed=number % 2 == 1)
        for _ in range(steps):
            positions.append(position)
            moves = position.legal_moves()
            if position.can_deal and (not moves or random.random() < 0.1):
                position = position.apply(DEAL)
            elif moves:
                # Mostly onto the same suit, or nothing would ever be completed.
                random.shuffle(moves)
                position = position.apply(max(moves, key=lambda move: same_suit(position, move)))
            else:
                break
    return positions


def same_suit(position: Position, move: Move) -> bool:
    cards, onto = position.columns[move.source - 1], position.columns[move.target - 1]
    return cards[-move.count] == onto[-1] - 1


def near_wins() -> list[Position]:
    """Positions on the way to a win, with completed runs."""
    positions = []
    for suits in (1, 2):
        position = start_of("1", suits)
        cache, meter = new_cache(), Meter(Limits(), None)
        won = ShortBeam(position, cache, meter, width=20, bound=200, memory=1 << 28).search()
        assert won
        for step in steps_to(won):
            positions.append(position)
            position = position.apply(step)
    return positions


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Positions of every kind."""
    by_chance = [position for suits in (1, 2, 4) for position in random_positions(suits, games=6, steps=60)]
    return [*map(layout, LAYOUTS), *by_chance, *near_wins()]


def columns_of(node: Node) -> tuple[bytes, ...]:
    return tuple(column.cards for column in node.columns)


def check_sums(node: Node, cache: ColumnCache) -> None:
    """What was added up on the way must be what the position is value as a whole."""
    columns = columns_of(node)
    empty = columns.count(EMPTY_COLUMN)
    value = sum(map(TO_WIN.of_column, columns)) + TO_WIN.foundation * node.completed
    value += TO_WIN.empty * max(0, empty - 1)
    assert node.value == pytest.approx(value)
    assert node.key == sum(cache.column(cards).key for cards in columns)
    assert node.empties == empty


def useful(position: Position, move: Move) -> bool:
    """Whether the search makes this move: only to the first empty column, and not a whole column there."""
    if position.columns[move.target - 1] != EMPTY_COLUMN:
        return True
    whole = move.count == len(position.columns[move.source - 1]) - 1
    return move.target == position.empty_columns()[0] and not whole


def test_children_are_what_the_rules_allow(positions: list[Position]) -> None:
    cache = new_cache()
    for position in positions:
        node = root(position, cache)
        check_sums(node, cache)
        children = []
        for child in expand_all(node, cache):
            after = position.apply(steps_to(child)[0])
            assert columns_of(child) == after.columns
            assert child.completed == len(after.foundations)
            check_sums(child, cache)
            assert child.events == events_of(position, after)
            assert too_few_to_fill(child.columns) == (after.cards_on_table() < ROW)
            children.append(columns_of(child))
        expected = {
            tuple(sorted(position.apply(move).columns))
            for move in position.legal_moves()
            if useful(position, move)
        }
        assert {tuple(sorted(columns)) for columns in children} == expected - {
            tuple(sorted(position.columns))
        }
        assert len(children) == len({tuple(sorted(columns)) for columns in children})


def events_of(before: Position, after: Position) -> int:
    """How many cards a move turned up and runs it completed."""
    face_down = [sum(column[0] for column in position.columns) for position in (before, after)]
    return face_down[0] - face_down[1] + len(after.foundations) - len(before.foundations)


def expand_all(node: Node, cache: ColumnCache) -> list[Node]:
    children: list[tuple] = []  # type: ignore[type-arg]  # only handed on
    met = {node.key}
    expand(node, cache, 0.0, met, met, children)
    return [build(child) for child in children]


def test_deals_are_what_the_rules_allow(positions: list[Position]) -> None:
    cache = new_cache()
    dealt = 0
    for position in positions:
        if not position.stock:
            continue
        node = root(position, cache)
        ready = node if position.relaxed else filled(node, cache, 0.0)
        if ready is None:
            assert position.is_beyond_dealing() or not any(column[0] for column in position.columns)
            continue
        after = deal(ready, position.stock[:ROW], cache, 0.0)
        for step in steps_to(after):
            position = position.apply(step)
        assert columns_of(after) == position.columns
        assert after.completed == len(position.foundations)
        check_sums(after, cache)
        dealt += 1
    assert dealt > 300


def test_a_step_costs_what_it_should() -> None:
    cache = new_cache()
    node = root(start_of("1", 4), cache)
    children: list[tuple] = []  # type: ignore[type-arg]  # only handed on
    expand(node, cache, 1.5, set(), set(), children)
    free = {child.key: child.value for child in expand_all(node, cache)}
    assert free
    for child in children:
        assert child[0] == pytest.approx(free[child[1]] - 1.5)


def test_the_proof_follows_every_legal_step(positions: list[Position]) -> None:
    for position in positions[::5]:
        if position.is_beyond_dealing():
            continue
        proof = Proof(position)
        proof.search(1, Meter(Limits(), None))
        after = [position.apply(move) for move in position.legal_moves()]
        if position.can_deal:
            after.append(position.apply(DEAL))
        assert all(each in proof for each in after)
        assert len(proof) == len({in_order(each) for each in [position, *after]})


def in_order(position: Position) -> tuple[tuple[bytes, ...], int]:
    """The columns, in their order only while stock is left, and the number of rows left."""
    columns = position.columns if position.stock else tuple(sorted(position.columns))
    return columns, len(position.stock) // ROW


def test_forgetting_changes_nothing_but_memory() -> None:
    cache = new_cache()
    node = root(start_of("3", 2), cache)
    before = {columns_of(child) for child in expand_all(node, cache)}
    assert cache.memory() > 0
    cache.forget()
    assert cache.memory() == 0
    assert {columns_of(child) for child in expand_all(node, cache)} == before
