"""The fast rules of the solver against the rules of the game."""

from __future__ import annotations

from random import Random

import pytest

from spider_cli.games.starts import start_of
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.position import ROW, Position
from spider_cli.rules.steps import DEAL, Move
from spider_cli.solver.column_memory import Table, random_keys
from spider_cli.solver.layers import Layers
from spider_cli.solver.limits import Limits, Meter
from spider_cli.solver.nodes import Node, build, deal, expand, filled, line_to, root
from spider_cli.solver.proof import Proof
from spider_cli.solver.solver_weights import TO_WIN
from tests.samples import LAYOUTS, layout


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
        table, meter = Table(TO_WIN, random_keys(0)), Meter(Limits(), None)
        won = Layers(position, table, meter, width=20, bound=200, memory=1 << 28).search()
        assert won
        for step in line_to(won):
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


def check_sums(node: Node, table: Table) -> None:
    """What was added up on the way must be what the position is worth as a whole."""
    columns = columns_of(node)
    empty = columns.count(EMPTY_COLUMN)
    worth = sum(map(TO_WIN.of_column, columns)) + TO_WIN.foundation * node.done
    worth += TO_WIN.empty * max(0, empty - 1)
    assert node.worth == pytest.approx(worth)
    assert node.key == sum(table.column(cards).key for cards in columns)
    assert node.empty == empty


def useful(position: Position, move: Move) -> bool:
    """Whether the search makes this move: only to the first empty column, and not a whole column there."""
    if position.columns[move.target - 1] != EMPTY_COLUMN:
        return True
    whole = move.count == len(position.columns[move.source - 1]) - 1
    return move.target == position.empty_columns()[0] and not whole


def test_children_are_what_the_rules_allow(positions: list[Position]) -> None:
    table = Table(TO_WIN, random_keys(0))
    for position in positions:
        node = root(position, table)
        check_sums(node, table)
        children = []
        for child in expand_all(node, table):
            after = position.apply(line_to(child)[0])
            assert columns_of(child) == after.columns
            assert child.done == len(after.foundations)
            check_sums(child, table)
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


def expand_all(node: Node, table: Table) -> list[Node]:
    children: list[tuple] = []  # type: ignore[type-arg]  # only handed on
    expand(node, table, 0.0, {node.key}, children)
    return [build(child) for child in children]


def test_deals_are_what_the_rules_allow(positions: list[Position]) -> None:
    table = Table(TO_WIN, random_keys(0))
    dealt = 0
    for position in positions:
        if not position.stock:
            continue
        node = root(position, table)
        ready = node if position.relaxed else filled(node, table, 0.0)
        if ready is None:
            assert position.is_beyond_dealing() or not any(column[0] for column in position.columns)
            continue
        after = deal(ready, position.stock[:ROW], table, 0.0)
        for step in line_to(after):
            position = position.apply(step)
        assert columns_of(after) == position.columns
        assert after.done == len(position.foundations)
        check_sums(after, table)
        dealt += 1
    assert dealt > 300


def test_a_step_costs_what_it_should() -> None:
    table = Table(TO_WIN, random_keys(0))
    node = root(start_of("1", 4), table)
    children: list[tuple] = []  # type: ignore[type-arg]  # only handed on
    expand(node, table, 1.5, set(), children)
    free = {child.key: child.worth for child in expand_all(node, table)}
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
    table = Table(TO_WIN, random_keys(0))
    node = root(start_of("3", 2), table)
    before = {columns_of(child) for child in expand_all(node, table)}
    assert table.memory() > 0
    table.forget()
    assert table.memory() == 0
    assert {columns_of(child) for child in expand_all(node, table)} == before
