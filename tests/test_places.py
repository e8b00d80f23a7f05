"""The obvious place of a move of which only the source is said, and the places after it."""

from __future__ import annotations

import pytest

from spider_cli.errors import IllegalStepError
from spider_cli.games.game import Game
from spider_cli.rules.places import obvious_move, places
from spider_cli.rules.position import Position
from spider_cli.rules.steps import Move
from tests.commands import Spider
from tests.samples import layout, table
from tests.test_cli_play import first_line

FULL = ["AC"] * 10  # columns that take nothing


def position(*columns: str) -> Position:
    """These columns; the others take nothing."""
    return table(*columns, *FULL[len(columns) :])


@pytest.mark.parametrize(
    ("columns", "moves"),
    [
        (["7S", "8H", "8S"], ["1 3 1", "1 2 1"]),  # the same suit first
        (["7S", "8H", "8D"], ["1 2 1", "1 3 1"]),  # of equals the leftmost
        (["9S 8S 7S", "8H", "TH"], ["1 3 3", "1 2 1"]),  # the most cards
        (["9S 8S 7S", "8S", "TH"], ["1 2 1", "1 3 3"]),  # but the suit counts more
        (["7S", "-", "8H"], ["1 3 1", "1 2 1"]),  # an empty column last
        (["9S 8S 7S", "-", "-"], ["1 2 3"]),  # the whole run; one empty column stands for all
        (["3H | 4S 3S 2S AS", "KS QS JS TS 9S 8S 7S 6S 5S", "5S"], ["1 2 4", "1 3 4"]),  # completes a run
        (["5S 4S 3S 2S AS", "5S", "KS QS JS TS 9S 8S 7S 6S"], ["1 3 5", "1 2 4"]),
        (["3H | 4S 3S", "5S", "KS QS JS TS 9S 8S 7S 6S 5S"], ["1 2 2", "1 3 2"]),  # completes nothing
    ],
)
def test_places_in_order(columns: list[str], moves: list[str]) -> None:
    at = position(*columns)
    assert places(at, 1) == [Move.parse(move) for move in moves]
    assert obvious_move(at, 1) == Move.parse(moves[0])


@pytest.mark.parametrize(
    ("count", "moves"), [(1, ["1 2 1", "1 4 1"]), (2, ["1 4 2"]), (3, ["1 3 3", "1 4 3"])]
)
def test_places_for_so_many_cards(count: int, moves: list[str]) -> None:
    at = position("9S 8S 7S", "8H", "TH", "-")
    assert places(at, 1, count) == [Move.parse(move) for move in moves]


@pytest.mark.parametrize(
    ("source", "count", "reason", "message"),
    [
        (0, None, "column", "there is no column 0: columns are numbered 1 to 10"),
        (11, None, "column", "there is no column 11: columns are numbered 1 to 10"),
        (4, None, "no-cards", "column 4 is empty: it has no card to move"),
        (1, 3, "broken-run", None),
        (1, 9, "too-many", None),
    ],
)
def test_faults_of_the_source(source: int, count: int | None, reason: str, message: str | None) -> None:
    with pytest.raises(IllegalStepError) as caught:
        places(position("QH 8S 7S", "QH", "QS", "-"), source, count)
    assert caught.value.reason == reason
    assert message in (None, str(caught.value))


@pytest.mark.parametrize(
    ("column", "count", "message"),
    [
        ("7S", None, "column 1: 7S goes nowhere: no eight is exposed, and no column is empty"),
        ("8S 7S", None, "column 1: no card of 8S to 7S goes anywhere: no eight or nine is exposed, and no "
         "column is empty"),
        ("8S 7S", 2, "column 1: 8S to 7S goes nowhere: no nine is exposed, and no column is empty"),
        ("KS", None, "column 1: KS goes nowhere: a king goes only to an empty column, and there is none"),
        ("KS QS", None, "column 1: no card of KS to QS goes anywhere: no king is exposed, and no column is "
         "empty"),
    ],
)  # fmt: skip
def test_no_place(column: str, count: int | None, message: str) -> None:
    with pytest.raises(IllegalStepError) as caught:
        places(position(column), 1, count)
    assert (str(caught.value), caught.value.reason) == (message, "does-not-fit")


def test_every_place_is_legal_and_the_source_has_one_exactly_if_it_has_a_move() -> None:
    game = Game.new(suits=4, seed=7)
    for _ in range(60):
        legal = game.legal_moves()
        for source in range(1, 11):
            own = {move for move in legal if move.source == source}
            if own:
                found = places(game.position, source)
                assert set(found) <= own
                assert len({move.target for move in found}) == len(found)
            else:
                with pytest.raises(IllegalStepError):
                    places(game.position, source)
        if not legal or game.step_count % 9 == 8:
            if not game.can_deal:
                break
            game.deal()
        else:
            game.play(legal[game.step_count % len(legal)])
    assert game.step_count > 20


def test_a_won_game() -> None:
    game = Game(layout("one-move-from-winning"))
    assert game.move(2) == Move(2, 1, 1)
    with pytest.raises(IllegalStepError) as caught:
        game.move(2)
    assert caught.value.reason == "won"


def test_the_command_says_where_the_cards_went(spider: Spider) -> None:
    spider.start_with("4H | 9S 8S 7S", "8S", "TD")
    assert first_line(spider.did("move 1")).startswith("moved 7S from column 1 to column 2; ")
    assert first_line(spider.did("move 1")).startswith("moved 9S 8S from column 1 to column 3; turned up 4H")
    (spider.directory / "moves.txt").write_text("undo\nmove 1\nm 4\n")
    assert spider("run moves.txt --keep-going").code == 1
    assert [str(step) for step in spider.game().steps] == ["1 2 1", "1 3 2"]
