"""Why a step is refused: the reason, the columns it speaks of, and the sentence."""

from __future__ import annotations

import copy
import pickle

import pytest

from spider_cli.errors import (
    GameFormatError,
    IllegalStepError,
    NotationError,
    PositionError,
    SpiderError,
    StorageError,
)
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, Move, Step
from spider_cli.text import printable, quoted
from tests.samples import table

#: Columns that show every kind of refusal: 9 and 10 are empty.
COLUMNS = (
    "4C 5C | JD TD 9D 8D",  # 1: a run over face-down cards
    "KH 9H 8S 7S",  # 2: a run over a card of another suit that would fit it
    "6S 8H 8S 4S 6S 5C",  # 3: a mixed column
    "JS",  # 4
    "AS",  # 5
    "KS QS JS",  # 6
    "KD",  # 7
    "QH",  # 8
)
ROW = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS"


@pytest.mark.parametrize(
    ("step", "reason", "columns", "sentence"),
    [
        # the columns
        (Move(0, 3, 1), "column", (0,), "there is no column 0: columns are numbered 1 to 10"),
        (Move(11, 3, 1), "column", (11,), "there is no column 11: columns are numbered 1 to 10"),
        (Move(3, 0, 1), "column", (0,), "there is no column 0: columns are numbered 1 to 10"),
        (Move(3, -1, 1), "column", (-1,), "there is no column -1: columns are numbered 1 to 10"),
        (Move(0, 0, 0), "column", (0,), "there is no column 0: columns are numbered 1 to 10"),
        (Move(3, 3, 1), "same-column", (3,), "column 3 to itself: a move goes to another column"),
        (Move(9, 9, 1), "same-column", (9,), "column 9 to itself: a move goes to another column"),
        (Move(9, 1, 1), "no-cards", (9,), "column 9 is empty: it has no card to move"),
        (Move(9, 10, 3), "no-cards", (9,), "column 9 is empty: it has no card to move"),
        # the cards taken
        (Move(4, 8, 0), "no-cards", (4,), "0 cards: a move takes at least one"),
        (Move(4, 8, -2), "no-cards", (4,), "-2 cards: a move takes at least one"),
        (Move(4, 8, 2), "too-many", (4,), "column 4 has only 1 card face up"),
        (Move(6, 9, 4), "too-many", (6,), "column 6 has only 3 cards face up"),
        (Move(1, 9, 5), "too-many", (1,), "column 1 has only 4 cards face up; face-down cards never move"),
        (Move(1, 9, 7), "too-many", (1,), "column 1 has only 4 cards face up; face-down cards never move"),
        (
            Move(2, 9, 3), "broken-run", (2,),
            "9H breaks the suit under 8S in column 2: "
            "only a run of one suit moves, here at most the last 2 cards, 8S to 7S",
        ),
        (
            Move(2, 9, 4), "broken-run", (2,),
            "9H breaks the suit under 8S in column 2: "
            "only a run of one suit moves, here at most the last 2 cards, 8S to 7S",
        ),
        (
            Move(3, 9, 2), "broken-run", (3,),
            "6S breaks the suit under 5C in column 3: "
            "only a run of one suit moves, here at most the last card, 5C",
        ),
        (
            Move(3, 9, 6), "broken-run", (3,),
            "6S breaks the suit under 5C in column 3: "
            "only a run of one suit moves, here at most the last card, 5C",
        ),
        # the target
        (Move(3, 4, 1), "does-not-fit", (3, 4), "5C does not go on JS (column 4): a jack takes a ten"),
        (Move(8, 5, 1), "does-not-fit", (8, 5), "QH does not go on AS (column 5): nothing goes on an ace"),
        (
            Move(7, 5, 1), "does-not-fit", (7, 5),
            "KD does not go on AS (column 5): a king goes only to an empty column",
        ),
        (
            Move(7, 6, 1), "does-not-fit", (7, 6),
            "KD does not go on JS (column 6): a king goes only to an empty column",
        ),
        (
            Move(6, 4, 3), "does-not-fit", (6, 4),
            "KS does not go on JS (column 4): a king goes only to an empty column",
        ),
        # another number of the same cards would fit
        (
            Move(1, 8, 2), "does-not-fit", (1, 8),
            "9D does not go on QH (column 8): a queen takes a jack, so move JD to 8D, 4 cards",
        ),
        (
            Move(1, 4, 1), "does-not-fit", (1, 4),
            "8D does not go on JS (column 4): a jack takes a ten, so move TD to 8D, 3 cards",
        ),
        (
            Move(6, 8, 2), "does-not-fit", (6, 8),
            "QS does not go on QH (column 8): a queen takes a jack, so move JS, 1 card",
        ),
        (
            Move(6, 7, 3), "does-not-fit", (6, 7),
            "KS does not go on KD (column 7): a king takes a queen, so move QS to JS, 2 cards",
        ),
        # the deal
        (DEAL, "stock-empty", (), "the stock is empty: no row is left to deal"),
    ],
)  # fmt: skip
def test_refusals(step: Step, reason: str, columns: tuple[int, ...], sentence: str) -> None:
    refused(table(*COLUMNS), step, reason, columns, sentence)


def refused(position: Position, step: Step, reason: str, columns: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(IllegalStepError) as caught:
        position.apply(step)
    assert (str(caught.value), caught.value.reason, caught.value.columns) == (sentence, reason, columns)


def test_a_card_out_of_sequence() -> None:
    sentence = (
        "4S under 9S breaks the sequence in column 1: "
        "only a run of one suit moves, here at most the last 2 cards, 9S to 8S"
    )
    refused(table("4S 9S 8S"), Move(1, 2, 3), "broken-run", (1,), sentence)


# Without a count: no count is blamed, and what would fit is named for the whole run.
@pytest.mark.parametrize(
    ("source", "target", "reason", "columns", "sentence"),
    [
        (0, 1, "column", (0,), "there is no column 0: columns are numbered 1 to 10"),
        (1, 11, "column", (11,), "there is no column 11: columns are numbered 1 to 10"),
        (2, 2, "same-column", (2,), "column 2 to itself: a move goes to another column"),
        (9, 1, "no-cards", (9,), "column 9 is empty: it has no card to move"),
        (9, 10, "no-cards", (9,), "column 9 is empty: it has no card to move"),
        (1, 5, "does-not-fit", (1, 5), "no card of JD to 8D goes on AS (column 5): nothing goes on an ace"),
        (1, 7, "does-not-fit", (1, 7), "no card of JD to 8D goes on KD (column 7): a king takes a queen"),
        (6, 4, "does-not-fit", (6, 4), "no card of KS to JS goes on JS (column 4): a jack takes a ten"),
        (3, 4, "does-not-fit", (3, 4), "5C does not go on JS (column 4): a jack takes a ten"),
        (
            7, 4, "does-not-fit", (7, 4),
            "KD does not go on JS (column 4): a king goes only to an empty column",
        ),
        # 9H would fit TH, but lies under cards of another suit: only the run is looked at.
        (2, 8, "does-not-fit", (2, 8), "no card of 8S to 7S goes on QH (column 8): a queen takes a jack"),
    ],
)  # fmt: skip
def test_refusals_without_a_count(
    source: int, target: int, reason: str, columns: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(IllegalStepError) as caught:
        table(*COLUMNS).move_to(source, target)
    assert (str(caught.value), caught.value.reason, caught.value.columns) == (sentence, reason, columns)


@pytest.mark.parametrize(
    ("cards", "stock", "reason", "columns", "sentence"),
    [
        (["KS"] * 10, "", "stock-empty", (), "the stock is empty: no row is left to deal"),
        (["KS"], "", "stock-empty", (), "the stock is empty: no row is left to deal"),
        (
            ["KS KS", *["KS"] * 8], ROW, "empty-columns", (10,),
            "no deal while column 10 is empty: move a card there first",
        ),
        (
            ["KS KS KS", "-", *["KS"] * 7], ROW, "empty-columns", (2, 10),
            "no deal while columns 2 and 10 are empty: move a card to each of them first",
        ),
        (
            ["-", "KS KS KS KS", "-", *["KS"] * 6], ROW, "empty-columns", (1, 3, 10),
            "no deal while columns 1, 3 and 10 are empty: move a card to each of them first",
        ),
        (
            ["KS"] * 9, ROW, "never-dealt", (10,),
            "no deal while column 10 is empty, and the 9 cards on the table can never fill 10 columns: "
            "no deal is possible any more",
        ),
        (
            ["KS"], ROW, "never-dealt", (2, 3, 4, 5, 6, 7, 8, 9, 10),
            "no deal while columns 2, 3, 4, 5, 6, 7, 8, 9 and 10 are empty, "
            "and the 1 card on the table can never fill 10 columns: "
            "no deal is possible any more",
        ),
    ],
)  # fmt: skip
def test_refused_deals(
    cards: list[str], stock: str, reason: str, columns: tuple[int, ...], sentence: str
) -> None:
    refused(table(*cards, stock=stock), DEAL, reason, columns, sentence)


def test_a_relaxed_game_deals_no_empty_stock_either() -> None:
    sentence = "the stock is empty: no row is left to deal"
    refused(table("KS", relaxed=True), DEAL, "stock-empty", (), sentence)


@pytest.mark.parametrize("step", [DEAL, Move(1, 2, 1), Move(3, 3, 0), Move(0, 99, 1)])
def test_case_07_after_the_win_every_step_is_refused_for_that(step: Step) -> None:
    sentence = "the game is won: nothing is left to play"
    refused(table(foundations="S S S S S S S S"), step, "won", (), sentence)


# --- errors as values -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        NotationError("'x' is not a card", "x"),
        PositionError(("one", "another")),
        IllegalStepError("the stock is empty", "stock-empty", (1, 2)),
        GameFormatError("not JSON", "steps[36]"),
        StorageError("/tmp/x", "is locked"),
    ],
)
def test_errors_are_the_same_in_another_process(error: SpiderError) -> None:
    for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))


def test_one_base_and_value_errors() -> None:
    for kind in (NotationError, PositionError, IllegalStepError, GameFormatError):
        assert issubclass(kind, SpiderError)
        assert issubclass(kind, ValueError)
    assert issubclass(StorageError, SpiderError)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("KS", "KS"),
        ("♠ é", "♠ é"),
        ("a\nb", r"a\nb"),
        ("\x1b[31m", r"\x1b[31m"),
        ("\x85\u2028\u202e", r"\x85\u2028\u202e"),
        ("\udcff", r"\udcff"),  # a byte of a file name that is no UTF-8
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_quoted_is_short() -> None:
    assert quoted("K" * 40) == "'" + "K" * 40 + "'"
    assert quoted("K" * 41) == "'" + "K" * 37 + "...'"
    assert quoted("\n") == r"'\n'"
