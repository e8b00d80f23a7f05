"""One column: its cards, its run, what turns up and what leaves."""

from __future__ import annotations

import pytest

from spider_cli.errors import NotationError
from spider_cli.rules.cards import COMPLETE_RUNS, parse_cards
from spider_cli.rules.columns import (
    EMPTY_COLUMN,
    face_up,
    format_column_cards,
    is_run,
    parse_column_cards,
    run_length,
    settle,
    turn_up,
)

KING_TO_TWO = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", "-"),
        (" ", "-"),
        ("-", "-"),
        (" - ", "-"),
        ("|", "-"),
        ("KS", "KS"),
        ("| KS QS", "KS QS"),
        ("KS QS | JS", "KS QS | JS"),
        ("ks  QS|10♥", "KS QS | TH"),
        (" ".join(["KS"] * 104), " ".join(["KS"] * 104)),
        (" ".join(["KS"] * 104) + " |", " ".join(["KS"] * 104) + " |"),
        ("KS |", "KS |"),  # an exposed card face down can be written; a game cannot have it
    ],
)
def test_text(text: str, written: str) -> None:
    column = parse_column_cards(text)
    assert format_column_cards(column) == written
    assert parse_column_cards(written) == column


def test_parts() -> None:
    column = parse_column_cards("4S KH | QH JS")
    assert column[0] == 2
    assert column[1:] == parse_cards("4S KH QH JS")
    assert face_up(column) == parse_cards("QH JS")
    assert face_up(EMPTY_COLUMN) == b""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("KS | QS | JS", "two bars"),
        ("KS || JS", "two bars"),
        ("- KS", "'-' is not a card"),
        ("KS | -", "'-' is not a card"),
        ("- | KS", "'-' is not a card"),
        ("KS ?", "'?' is not a card"),
        ("KS, QS", "'KS,' is not a card"),
        ("1: KS", "'1:' is not a card"),
        ("--", "'--' is not a card"),
        (" ".join(["KS"] * 105), "more than 104 cards"),
        (" ".join(["KS"] * 300) + "|", "more than 104 cards"),
    ],
)
def test_text_refused(text: str, part: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_column_cards(text)
    assert part in str(caught.value)


@pytest.mark.parametrize(
    ("column", "length"),
    [
        ("-", 0),
        ("KS", 1),
        ("KS QS", 2),
        ("QS KS", 1),
        ("KS QH", 1),
        ("KH QS JS", 2),
        ("KS | QS JS", 2),  # a face-down card is never part of a run
        ("KS QS | JS", 1),
        ("4C | JD TD 9D 8D", 4),
        ("6S 8H 8S 4S 6S 5C", 1),
        ("8S 9S 8S", 2),
        ("8S 8S", 1),
        ("AS KS", 1),  # no run goes round from the ace to the king
        ("AH KS", 1),
        ("2S AS KS", 1),
        (KING_TO_TWO, 12),
        (KING_TO_TWO + " AS", 13),
        ("KS " + KING_TO_TWO, 12),
    ],
)
def test_run_length(column: str, length: int) -> None:
    assert run_length(parse_column_cards(column)) == length


@pytest.mark.parametrize("cards", ["KS", "AH", "KS QS", "3D 2D AD", "TC 9C 8C 7C", KING_TO_TWO + " AS"])
def test_runs(cards: str) -> None:
    assert is_run(parse_cards(cards))


@pytest.mark.parametrize(
    "cards",
    ["QS KS", "KS QH", "KS JS", "KS KS", "AS KS", "AS KH", "AH KS", "2S AS KS", "QS JS TH", "QH JS TS"],
)
def test_not_runs(cards: str) -> None:
    assert not is_run(parse_cards(cards))


@pytest.mark.parametrize(
    ("column", "after"),
    [
        ("-", "-"),
        ("KS", "KS"),
        ("KS |", "KS"),
        ("KS QS |", "KS | QS"),  # one card turns up, not all
        ("KS | QS", "KS | QS"),
        ("KS QS | JS TS", "KS QS | JS TS"),
        ("KS KS |", "KS | KS"),  # never the other copy
    ],
)
def test_case_13_the_card_that_turns_up(column: str, after: str) -> None:
    assert format_column_cards(turn_up(parse_column_cards(column))) == after


@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize(
    ("below", "left"),
    [("", "-"), ("5H", "5H"), ("5H |", "5H"), ("5H 6C |", "5H | 6C"), ("5H | 6C", "5H | 6C")],
)
def test_settle_takes_a_complete_run(suit: int, below: str, left: str) -> None:
    column = parse_column_cards(below)
    after, completed = settle(column + COMPLETE_RUNS[suit])
    assert format_column_cards(after) == left
    assert completed == bytes([suit])


@pytest.mark.parametrize(
    "column",
    [
        "AS",
        "2S AS",
        KING_TO_TWO,
        f"KS | {KING_TO_TWO[3:]} AS",  # the king lies face down
        f"KS QS | {KING_TO_TWO[6:]} AS",
        f"KH {KING_TO_TWO[3:]} AS",  # one card of another suit, at either end or within
        f"{KING_TO_TWO} AH",
        KING_TO_TWO.replace("9S", "9H") + " AS",
        KING_TO_TWO.replace("9S 8S", "8S 9S") + " AS",
        KING_TO_TWO.replace("9S ", "") + " AS",
        f"{KING_TO_TWO} 2S AS",
    ],
)
def test_settle_leaves_the_rest(column: str) -> None:
    written = parse_column_cards(column)
    assert settle(written) == (written, b"")
