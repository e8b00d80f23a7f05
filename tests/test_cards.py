"""Cards: their numbers and names."""

from __future__ import annotations

import pytest

from spider_cli.errors import NotationError
from spider_cli.rules import cards
from spider_cli.rules.cards import (
    CARD_NAMES,
    card_name,
    card_names,
    make_card,
    parse_card,
    parse_cards,
    parse_suits,
    rank_of,
    suit_of,
)

EVERY_CARD = [16 * suit + rank for suit in range(4) for rank in range(1, 14)]


def test_numbers() -> None:
    assert len(set(EVERY_CARD)) == 52
    assert 0 not in EVERY_CARD
    assert sorted(CARD_NAMES) == EVERY_CARD
    suits_and_ranks = [(suit, rank) for suit in range(4) for rank in range(1, 14)]
    assert [(suit_of(card), rank_of(card)) for card in EVERY_CARD] == suits_and_ranks
    assert [make_card(suit, rank) for suit, rank in suits_and_ranks] == EVERY_CARD


@pytest.mark.parametrize(
    ("name", "suit", "rank"),
    [("AS", 0, 1), ("TH", 1, 10), ("9D", 2, 9), ("JC", 3, 11), ("QS", 0, 12), ("KH", 1, 13)],
)
def test_names(name: str, suit: int, rank: int) -> None:
    assert card_name(make_card(suit, rank)) == name
    assert parse_card(name) == make_card(suit, rank)


def test_every_card_in_every_form() -> None:
    for card, name in CARD_NAMES.items():
        rank, suit = name[0], name[1]
        sign = dict(zip("SHDC", "♠♥♦♣", strict=True))[suit]
        for text in (
            name,
            name.lower(),
            rank + suit.lower(),
            rank.lower() + suit,
            rank + sign,
            rank.lower() + sign,
        ):
            assert parse_card(text) == card
            assert parse_card(text.replace("T", "10").replace("t", "10")) == card


def test_no_two_texts_but_these_are_cards() -> None:
    """Of all texts of two ASCII characters, only those of a rank and a suit are cards."""
    accepted = {}
    for first in map(chr, range(128)):
        for second in map(chr, range(128)):
            try:
                accepted[first + second] = parse_card(first + second)
            except NotationError:
                continue
    assert set(accepted) == {r + s for r in "A23456789TJQKatjqk" for s in "SHDCshdc"}


# No text is cut to fit, and none can carry an escape code into a message.
@pytest.mark.parametrize(
    "text",
    [
        "", " ", "1S", "0S", "11S", "S", "K", "10", "10S ", " KS", "KS\n", "K S", "KSx", "ks♠", "SK",
        "♠K", "KK", "SS", "KX", "XS", "1♠", "010S", "100S", "T10S", "10TS", "10♠S", "KSKS", "K♤", "K♡",
        "K♠\ufe0f", "Ks\u0301", "ſ", "Kſ", "ĸs", "\x1b[31mKS", "KS\x1b", "KS\0", "\ufeffKS", "٣S", "３S",
        "²S", "ＫＳ", "🂡", "-", "|", "*", "??", "King", "k of s",
    ],
)  # fmt: skip
def test_case_28_texts_that_are_no_cards(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert caught.value.text == text
    assert "is not a card; cards are written like QH, TS or AC" in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_refusal_shows_what_it_read_in_bounds() -> None:
    with pytest.raises(NotationError, match=r"^'\\x1b\[31mQ' is not a card"):
        parse_card("\x1b[31mQ")
    with pytest.raises(NotationError) as caught:
        parse_card("K" * 10**6)
    assert str(caught.value).startswith("'" + "K" * 37 + "...' is not")


def test_lists() -> None:
    assert parse_cards("") == b""
    assert card_names(b"") == ""
    assert card_names(parse_cards(" KS  qh\t10♦ ")) == "KS QH TD"
    assert parse_cards(card_names(bytes(EVERY_CARD))) == bytes(EVERY_CARD)


@pytest.mark.parametrize(
    ("text", "first"),
    [("KS QX 1S", "QX"), ("KS,QS", "KS,QS"), ("KSQS", "KSQS"), ("KS - QS", "-"), ("KS | QS", "|")],
)
def test_lists_refused(text: str, first: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    assert caught.value.text == first


@pytest.mark.parametrize(("written", "suits"), [("1", 1), ("2", 2), ("4", 4)])
def test_suits(written: str, suits: int) -> None:
    assert parse_suits(written) == suits


@pytest.mark.parametrize("written", ["", "0", "3", "8", "-1", "01", "1.0", "2 ", "two", "٢", "True"])
def test_suits_refused(written: str) -> None:
    with pytest.raises(NotationError, match="is not a number of suits; it is 1, 2 or 4"):
        parse_suits(written)


def test_each_number_of_suits_is_a_level() -> None:
    assert list(cards.LEVELS) == list(cards.SUITS_IN_PLAY) == [1, 2, 4]


def test_words() -> None:
    assert [cards.article(rank) for rank in (1, 2, 8, 10, 11, 13)] == [
        "an ace", "a two", "an eight", "a ten", "a jack", "a king"
    ]  # fmt: skip
