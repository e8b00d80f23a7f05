"""Moves and the deal: values and text."""

from __future__ import annotations

import copy
import pickle

import pytest

from spider_cli.errors import NotationError
from spider_cli.rules.steps import DEAL, Deal, Move, parse_how_many, parse_step


def test_move_is_a_value() -> None:
    move = Move(3, 7, 2)
    assert str(move) == "3 7 2"
    assert (move.source, move.target, move.count) == (3, 7, 2) == move
    assert {move: "x"}[Move.parse("3 7 2")] == "x"


def test_every_move_reads_back() -> None:
    for source in range(1, 11):
        for target in range(1, 11):
            for count in range(1, 14):
                move = Move(source, target, count)
                assert Move.parse(str(move)) == parse_step(str(move)) == move


# `3 3 1` is a move in form; that no rule allows it is not said here.
@pytest.mark.parametrize("text", ["3 7 2", " 3  7\t2 ", "10 1 13", "3 3 1"])
def test_moves(text: str) -> None:
    assert str(Move.parse(text)) == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    ["", "3", "3 7", "3 7 2 1", "3-7-2", "372", "3,7,2", "move 3 7 2", "deal", "3 7 x", "x 7 2", "3 x 2"],
)
def test_moves_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


def test_deal_is_one_value() -> None:
    assert parse_step("deal") is DEAL
    assert str(DEAL) == "deal"
    assert repr(DEAL) == "DEAL"
    assert pickle.loads(pickle.dumps(DEAL)) is copy.copy(DEAL) is copy.deepcopy(DEAL) is DEAL
    assert isinstance(DEAL, Deal)


# A file holds a step in one form only, so that equal games have equal files.
@pytest.mark.parametrize(
    "text",
    [
        "", " ", "Deal", "DEAL", "d", "deal ", " deal", "deal\n", "deal 1", "3 7", "3  7 2", "3\t7\t2",
        " 3 7 2", "3 7 2 ", "3 7 2\n", "3\u00a07\u00a02", "03 7 2", "3 7 02", "0 7 2", "3 11 2",
        "3 7 0", "3 7 14", "3 7 -1", "3 7 ٣", "move 3 7 2", "undo", "redo", "3 7 2 # gift",
    ],
)  # fmt: skip
def test_steps_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_step(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("text", ["3 7", "3  7 2", "Deal", "undo"])
def test_a_step_that_is_none_says_what_steps_look_like(text: str) -> None:
    with pytest.raises(
        NotationError, match=f"^'{text}' is not a step; steps are written like '3 7 2' or 'deal'$"
    ):
        parse_step(text)


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("999", 999), ("all", None), ("ALL", None)])
def test_how_many(text: str, number: int | None) -> None:
    assert parse_how_many(text) == number


@pytest.mark.parametrize("text", ["", "0", "01", "all ", "a", "alle", "ALⅬ", "1 all"])
def test_how_many_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a number of steps; it is 1 or more, or 'all'"):
        parse_how_many(text)
