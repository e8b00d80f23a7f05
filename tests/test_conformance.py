"""The package against the files of `tests/conformance`, and these against the rules they were made by."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from spider_cli.errors import IllegalStepError
from spider_cli.games.game import Game
from spider_cli.rules.steps import DEAL, Move, Step
from tests.conformance import make
from tests.samples import table

if TYPE_CHECKING:
    from spider_cli.rules.position import Position

Data = dict[str, Any]


@cache
def read(kind: str) -> list[Data]:
    """What stands in a file."""
    found: list[Data] = json.loads((make.HERE / f"{kind}.json").read_text(encoding="utf-8"))[kind]
    return found


def position_of(start: Data) -> Position:
    position = table(
        *start["columns"],
        stock=start["stock"],
        foundations=start["foundations"],
        suits=start["suits"],
        relaxed=start["relaxed"],
    )
    position.check()
    return position


def step_of(text: str) -> Step:
    """A step, which may name columns and counts that there are not."""
    return DEAL if text == "deal" else Move(*map(int, text.split()))


def cards_of(position: Position) -> dict[str, str | list[str]]:
    """The cards as the files write them."""
    lines = dict(line.split(": ") for line in str(position).splitlines())
    return {
        "columns": [lines[str(number)] for number in range(1, 11)],
        "stock": lines.get("stock", ""),
        "foundations": lines.get("foundations", ""),
    }


def test_each_step_of_each_game_comes_to_what_it_should() -> None:
    """A table of all that differs, so that one run shows everything."""
    differ = []
    for data in read("games"):
        game = Game(position_of(data["start"]))
        for number, tried in enumerate(data["tried"], start=1):
            found: Data = {"step": tried["step"]}
            try:
                game.play(step_of(tried["step"]))
            except IllegalStepError as error:
                found["refused"] = error.reason
            else:
                legal = len(game.legal_moves()) + game.position.can_deal
                found |= {
                    **cards_of(game.position),
                    "status": game.status,
                    "score": game.score,
                    "legal": legal,
                }
            if found != tried:
                differ.append((data["name"], number, tried, found))
    assert differ == []


def count_steps(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves) + position.can_deal
    steps: list[Step] = [*moves, DEAL] if position.can_deal else [*moves]
    return sum(count_steps(position.apply(step), depth - 1) for step in steps)


@pytest.mark.parametrize("index", range(11))
def test_perft(index: int) -> None:
    data = read("perft")[index]
    position = position_of(data["start"])
    assert [count_steps(position, depth) for depth in range(1, make.DEPTH + 1)] == data["counts"]


def test_no_perft_table_is_left_out() -> None:
    assert len(read("perft")) == 11


def test_the_games_are_what_the_plain_rules_make() -> None:
    assert make.written("games", make.games()) == (make.HERE / "games.json").read_text(encoding="utf-8")


def test_the_perft_tables_are_what_the_plain_rules_count() -> None:
    """To depth 2, which is fast; `python -m tests.conformance.make --check` counts them all."""
    counted = make.perft(depth=2)
    assert [{**data, "counts": data["counts"][:2]} for data in read("perft")] == counted
