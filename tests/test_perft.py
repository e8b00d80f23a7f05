"""Perft: how many sequences of 1, 2, 3 legal steps (moves and deals) there are from a position.

One number stands for thousands of positions, so it tells at once when a rule has changed. The plain
rules of `tests.oracle` count the first two again here; the third were found equal with them once.
"""

from __future__ import annotations

import pytest

from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, parse_step
from tests.oracle import Table
from tests.samples import layout_text, saved_game, start_of


def count_steps(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    after = [position.apply(move) for move in position.legal_moves()]
    if position.can_deal:
        after.append(position.apply(DEAL))
    return sum(count_steps(position, depth - 1) for position in after)


def from_game(name: str, steps: int) -> Position:
    """The position of a game in `data/games` after so many of its steps."""
    game = saved_game(name)
    position = start_of(game)
    for text in game["steps"][:steps]:
        position = position.apply(parse_step(text))
    return position


def check(position: Position, counts: tuple[int, int, int]) -> None:
    plain = Table(str(position), position.relaxed)
    assert [plain.count_steps(depth) for depth in (1, 2)] == list(counts[:2])
    assert [count_steps(position, depth) for depth in (1, 2, 3)] == list(counts)


@pytest.mark.parametrize(
    ("name", "steps", "counts"),
    [
        ("kpat-1s-1", 0, (10, 98, 951)),
        ("kpat-2s-7", 0, (6, 37, 235)),
        ("kpat-4s-7", 0, (6, 37, 234)),
        ("pysol-2s-230", 0, (11, 117, 1188)),
        ("kpat-1s-9", 40, (13, 183, 2702)),
        ("kpat-2s-9", 80, (18, 364, 7763)),
        ("kpat-4s-7", 100, (13, 161, 1983)),
        ("kpat-4s-11", 120, (43, 1180, 29406)),
        ("pysol-1s-58", 75, (60, 2585, 77319)),
    ],
)
def test_perft_from_games(name: str, steps: int, counts: tuple[int, int, int]) -> None:
    check(from_game(name, steps), counts)


@pytest.mark.parametrize(
    ("name", "relaxed", "counts"),
    [
        ("dealt-ace-completes", False, (18, 347, 6921)),
        ("dealt-ace-completes", True, (18, 348, 6979)),
        ("dealt-ace-completes-over-hidden-king", False, (18, 338, 6600)),
        ("dealt-ace-completes-over-hidden-king", True, (18, 339, 6647)),
        ("three-cards-short-of-a-deal", False, (23, 533, 12415)),
        ("three-cards-short-of-a-deal", True, (24, 565, 13298)),
    ],
)
def test_perft_from_layouts(name: str, relaxed: bool, counts: tuple[int, int, int]) -> None:
    check(Position.parse(layout_text(name), relaxed=relaxed), counts)
