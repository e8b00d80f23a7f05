"""The rules, move by move; the numbers are those of the cases that broke other programs."""

from __future__ import annotations

from itertools import product

import pytest

from spider_cli.errors import IllegalStepError, NotationError, PositionError
from spider_cli.rules.cards import parse_cards
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, Move, Step
from tests.oracle import Table
from tests.samples import LAYOUTS, layout, layout_text, saved_game, start_of, table


def columns(position: Position) -> list[str]:
    """The columns as they are written, up to the last that is not empty."""
    written = [line.split(": ")[1] for line in str(position).split("\n")[1:11]]
    while written and written[-1] == "-":
        written.pop()
    return written


def refusal(position: Position, step: Step) -> IllegalStepError:
    before = str(position)
    with pytest.raises(IllegalStepError) as caught:
        position.apply(step)
    assert str(position) == before
    return caught.value


def counts(position: Position, source: int, target: int) -> list[int]:
    """The numbers of cards that may be moved, as `legal_moves` lists them and as `apply` allows them."""
    listed = [move.count for move in position.legal_moves() if move[:2] == (source, target)]
    allowed = []
    for count in range(-1, 20):
        try:
            position.apply(Move(source, target, count))
        except IllegalStepError:
            continue
        allowed.append(count)
    assert listed == allowed
    return listed


# --- moves ----------------------------------------------------------------------------------------


def test_a_move() -> None:
    before = table("4C KD | 9H 5S", "6H")
    after = before.apply(Move(1, 2, 1))
    assert columns(after) == ["4C KD | 9H", "6H 5S"]
    assert columns(before) == ["4C KD | 9H 5S", "6H"]  # a position never changes


def test_a_face_down_card_turns_up_when_it_is_the_open_end() -> None:
    assert columns(table("4C KD | 5S", "6H").apply(Move(1, 2, 1))) == ["4C | KD", "6H 5S"]


def test_part_of_a_run_leaves_the_rest_as_it_was() -> None:
    after = table("4C | 9S 8S 7S", "8H").apply(Move(1, 2, 1))
    assert columns(after) == ["4C | 9S 8S", "8H 7S"]


def test_moved_cards_keep_their_order() -> None:
    assert columns(table("9S 8S 7S", "TH").apply(Move(1, 2, 3))) == ["-", "TH 9S 8S 7S"]


def test_cards_face_up_on_the_target_stay_where_they_are() -> None:
    assert columns(table("5S", "KD | 6H", "6S").apply(Move(1, 2, 1))) == ["-", "KD | 6H 5S", "6S"]


def test_case_01_a_face_down_king_completes_nothing() -> None:
    position = layout("hidden-king-under-queen-to-ace").apply(Move(2, 1, 1))
    assert (len(position.foundations), position.status) == (7, "playing")
    # 13 cards lie in the column, but 12 of them in the run.
    assert refusal(position, Move(1, 3, 13)).reason == "too-many"
    position = position.apply(Move(1, 3, 12))
    assert columns(position) == ["KS", "-", "QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"]
    position = position.apply(Move(3, 1, 12))
    assert (columns(position), position.status) == ([], "won")


def test_case_02_a_dealt_ace_completes_a_run() -> None:
    start = layout("dealt-ace-completes")
    position = start.apply(DEAL)
    assert position.columns[0] == EMPTY_COLUMN
    assert (len(position.foundations), position.stock) == (6, b"")
    assert columns(position)[1:3] == ["KS KS AS", "QS QS AS"]
    assert start == layout("dealt-ace-completes")
    assert start.apply(DEAL) == position  # the same every time


def test_case_03_a_run_over_a_face_down_king_turns_it_up() -> None:
    start = layout("dealt-ace-completes-over-hidden-king")
    position = start.apply(DEAL)
    assert columns(position)[0] == "KS"
    assert position.face_down(1) == 0
    assert len(position.foundations) == 6
    assert (start.face_down(1), len(start.foundations), len(start.stock)) == (1, 5, 10)


def test_case_04_a_card_of_another_suit_completes_nothing() -> None:
    position = layout("king-to-ace-with-one-heart").apply(Move(2, 1, 1))
    assert len(position.foundations) == 6
    assert columns(position)[0] == "KS QS JS TS 9H 8S 7S 6S 5S 4S 3S 2S AS"
    assert columns(position.apply(Move(1, 6, 8)))[5] == "8S 7S 6S 5S 4S 3S 2S AS"
    for count in (13, 9):
        error = refusal(position, Move(1, 6, count))
        assert error.reason == "broken-run"
        assert str(error).startswith("9H breaks the suit under 8S in column 1")


def test_case_05_too_few_cards_for_a_deal_ever() -> None:
    position = layout("three-cards-short-of-a-deal")
    assert position.is_beyond_dealing()
    assert position.status == "playing"
    error = refusal(position, DEAL)
    assert (error.reason, error.columns) == ("never-dealt", (4, 5, 6, 7, 8, 9, 10))
    assert "the 3 cards on the table can never fill 10 columns" in str(error)
    assert "undo" not in str(error)  # the rules know of no steps


def test_case_06_eight_moves_make_a_deal_legal() -> None:
    position = layout("split-tidy-runs-to-deal")
    assert position.status == "playing"
    assert not position.is_beyond_dealing()
    assert refusal(position, DEAL).columns == (3, 4, 5, 6, 7, 8, 9, 10)
    for target in range(3, 11):
        assert not position.can_deal
        position = position.apply(Move(2, target, 1))
    assert position.can_deal
    assert position.apply(DEAL).stock == b""


def test_case_07_a_won_game_is_over() -> None:
    before = layout("one-move-from-winning")
    assert before.status == "playing"
    position = before.apply(Move(2, 1, 1))
    assert position.is_won
    assert position.status == "won"
    assert (position.legal_moves(), position.can_deal) == ([], False)
    for step in (Move(2, 1, 1), Move(1, 2, 13), DEAL):
        assert refusal(position, step).reason == "won"
    with pytest.raises(IllegalStepError, match="the game is won"):
        position.move_to(2, 1)


def test_case_09_only_a_run_moves() -> None:
    mixed = "6S 8H 8S 4S 6S 5C"
    for target in ("7S", "9H", "-"):
        position = table(mixed, target)
        assert refusal(position, Move(1, 2, 2)).reason == "broken-run"
        assert refusal(position, Move(1, 2, 3)).reason == "broken-run"
    assert counts(table(mixed, "7S"), 1, 2) == []
    assert counts(table(mixed, "6H"), 1, 2) == [1]


@pytest.mark.parametrize(("target", "legal", "without"), [("QH", [4], 4), ("-", [1, 2, 3, 4], 4)])
def test_case_10_counts(target: str, legal: list[int], without: int) -> None:
    position = table("4C | JD TD 9D 8D", target)
    assert counts(position, 1, 2) == legal
    assert position.move_to(1, 2) == Move(1, 2, without)
    assert refusal(position, Move(1, 2, 5)).reason == "too-many"


@pytest.mark.parametrize(
    ("card", "onto"), [("AS", "2H"), ("TS", "JD"), ("9S", "TD"), ("QC", "KC"), ("KS", "-")]
)
def test_case_11_what_fits(card: str, onto: str) -> None:
    assert counts(table(card, onto), 1, 2) == [1]


@pytest.mark.parametrize(
    ("card", "onto"),
    [
        ("KS", "AS"),
        ("AS", "KS"),
        ("KS", "KH"),
        ("2H", "AS"),
        ("AS", "AH"),
        ("9S", "9D"),
        ("TS", "9S"),
        ("9S", "JS"),
    ],
)
def test_case_11_what_does_not_fit(card: str, onto: str) -> None:
    position = table(card, onto)
    assert counts(position, 1, 2) == []
    assert refusal(position, Move(1, 2, 1)).reason == "does-not-fit"
    with pytest.raises(IllegalStepError):
        position.move_to(1, 2)


@pytest.mark.parametrize(
    ("source", "target", "count", "reason", "sentence"),
    [
        (3, 3, 1, "same-column", "column 3 to itself: a move goes to another column"),
        (3, 5, 0, "no-cards", "0 cards: a move takes at least one"),
        (5, 3, 1, "no-cards", "column 5 is empty: it has no card to move"),
        (5, 6, 1, "no-cards", "column 5 is empty: it has no card to move"),
    ],
)
def test_case_12_moves_of_nothing(source: int, target: int, count: int, reason: str, sentence: str) -> None:
    error = refusal(table("KS", "KH", "KD", "QC"), Move(source, target, count))
    assert (error.reason, str(error)) == (reason, sentence)


def test_case_13_equal_cards() -> None:
    position = table("8S 9S 8S", "9S")
    assert counts(position, 1, 2) == [1]
    assert columns(position.apply(Move(1, 2, 1))) == ["8S 9S", "9S 8S"]
    # Both copies of a card face down: only the exposed one turns up.
    assert columns(table("8S 8S | 5D", "6D").apply(Move(1, 2, 1))) == ["8S | 8S", "6D 5D"]


def test_case_14_whole_columns() -> None:
    assert columns(table("8S", "9D").apply(Move(1, 2, 1))) == ["-", "9D 8S"]
    assert columns(table("9S 8S", "-").apply(Move(1, 2, 2))) == ["-", "9S 8S"]
    assert columns(table("KS", "-").apply(Move(1, 2, 1))) == ["-", "KS"]


def test_a_move_that_completes_a_run_on_other_cards() -> None:
    position = table("4H KS QS JS TS 9S 8S 7S", "6S 5S 4S 3S 2S AS").apply(Move(2, 1, 6))
    assert columns(position) == ["4H"]
    assert position.foundations == b"\0"


def test_a_move_can_turn_up_a_card_in_both_columns() -> None:
    position = table("3D 4H | KD QD JD TD 9D 8D 7D", "5C | 6D 5D 4D 3D 2D AD").apply(Move(2, 1, 6))
    assert columns(position) == ["3D | 4H", "5C"]
    assert position.foundations == b"\2"


def test_every_run_that_a_deal_completes_leaves() -> None:
    clubs, hearts = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    stock = "AH AC 2S 3S 4S 5S 6S 7S 8S AC"
    others = ["9S"] * 7
    position = table("7D | " + hearts, "6D " + clubs, *others, clubs, stock=stock).apply(DEAL)
    assert columns(position) == ["7D", "6D", "9S 2S", "9S 3S", "9S 4S", "9S 5S", "9S 6S", "9S 7S", "9S 8S"]
    assert position.foundations == b"\1\3\3"  # by column


# --- the deal -------------------------------------------------------------------------------------


def test_a_deal_goes_left_to_right() -> None:
    stock = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS AH 2H 3H 4H 5H 6H 7H 8H 9H TH"
    position = table(*["KD"] * 10, stock=stock).apply(DEAL)
    assert columns(position) == [f"KD {card}" for card in stock.split()[:10]]
    assert position.stock == parse_cards(stock)[10:]


def test_a_deal_over_an_empty_column() -> None:
    stock = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS"
    tops = ["KD KD", *["KD"] * 8]
    strict = table(*tops, stock=stock)
    assert not strict.can_deal
    assert (refusal(strict, DEAL).reason, refusal(strict, DEAL).columns) == ("empty-columns", (10,))
    relaxed = table(*tops, stock=stock, relaxed=True)
    assert relaxed.can_deal
    after = relaxed.apply(DEAL)
    assert columns(after)[-1] == "TS"
    assert after.relaxed


def test_a_relaxed_game_is_never_beyond_dealing() -> None:
    text = layout_text("three-cards-short-of-a-deal")
    relaxed = Position.parse(text, relaxed=True)
    assert not relaxed.is_beyond_dealing()
    assert columns(relaxed.apply(DEAL))[:4] == ["KS TS", "QS 9S", "JS 8S", "7S"]


@pytest.mark.parametrize(("cards", "beyond"), [(0, True), (8, True), (9, True), (10, False), (11, False)])
def test_ten_cards_can_fill_the_columns(cards: int, beyond: bool) -> None:
    position = table(" ".join(["KD"] * cards), stock="AS 2S 3S 4S 5S 6S 7S 8S 9S TS")
    assert position.cards_on_table() == cards
    assert position.is_beyond_dealing() == beyond


def test_nothing_is_beyond_dealing_without_a_stock() -> None:
    assert not table("KD").is_beyond_dealing()


# --- status ---------------------------------------------------------------------------------------


def test_stuck() -> None:
    kings = ["KS", "KS", "KH", "KH", "KD", "KD", "KC", "KC", "AS", "AH"]
    assert table(*kings).status == "stuck"
    assert table(*kings, stock="AS 2S 3S 4S 5S 6S 7S 8S 9S TS").status == "playing"  # a deal is legal
    assert table(*kings[:8], "2S", "AH").status == "playing"  # a move is legal
    assert table(*kings[:9]).status == "playing"  # an empty column takes any card


def test_stuck_is_a_matter_of_the_rules_in_play() -> None:
    # Empty columns are no way out for an empty table's last card: moving to and fro stays legal.
    assert table("KS").status == "playing"


#: Columns 1, 9 and 10 give and take; runs of one card and of several; empty columns in one of them.
BUSY = [
    ["8S 7S", "9H", "TS 9S 8S", "JH", "2C", "KD | QD JD", "5C", "3D 2D", "6C", "9S"],
    ["4H", "5S", "-", "6D 5D", "KS | 9C", "TD", "-", "8H 7H 6H", "JC TC", "9D 8D"],
]


@pytest.mark.parametrize("written", BUSY)
def test_any_numbers_at_all_and_what_the_plain_rules_say(written: list[str]) -> None:
    """A number that is no column counts from no end, and a move without a count is the one that fits."""
    position = table(*written)
    plain = Table(str(position))
    numbers = range(-11, 13)
    for source, target in product(numbers, numbers):
        legal = [count for count in range(1, 14) if plain.may_move(source, target, count)]
        assert counts(position, source, target) == legal
        if legal:
            assert position.move_to(source, target) == Move(source, target, legal[-1])
        else:
            with pytest.raises(IllegalStepError):
                position.move_to(source, target)


def test_a_card_two_ranks_above_a_run_takes_none_of_it() -> None:
    assert table("8S 7S", *["TH"] * 9).status == "stuck"
    assert table("8S 7S", "9H", *["TH"] * 8).status == "playing"


@pytest.mark.parametrize(("first", "others"), [("9H KD", "8S"), ("8H KD", "9S")])
def test_only_the_exposed_card_counts(first: str, others: str) -> None:
    assert table(first, *[others] * 9).status == "stuck"


def test_a_position_is_not_relaxed_unless_that_is_said() -> None:
    assert not table("KS").relaxed
    assert not Position((EMPTY_COLUMN,) * 10, b"", b"", 1).relaxed
    assert Position.parse(text=layout_text("one-move-from-winning"), relaxed=True).relaxed


def test_nothing_moves_on_an_empty_table() -> None:
    position = table(*["-"] * 10)
    assert not position.has_legal_move()
    assert position.legal_moves() == []


def test_legal_moves_are_in_order_and_each_once() -> None:
    position = table("TS 9S 8S", "JH", "9D", "-", "KS | TC")
    moves = [str(move) for move in position.legal_moves()]
    assert moves == sorted(set(moves), key=lambda move: [int(number) for number in move.split()])
    assert [move for move in moves if move.startswith("1 ")] == [
        "1 2 3", "1 3 1", "1 4 1", "1 4 2", "1 4 3", "1 5 2",
        *[f"1 {empty} {count}" for empty in range(6, 11) for count in (1, 2, 3)],
    ]  # fmt: skip


def test_looking() -> None:
    position = table("4S KH | QH JS", "-", *["KS"] * 8)
    assert position.empty_columns() == (2,)
    assert (position.face_down(1), position.face_down(2)) == (2, 0)
    assert (position.face_up(1), position.face_up(2)) == (parse_cards("QH JS"), b"")
    assert position.cards_on_table() == 12


def test_what_python_shows_names_no_card() -> None:
    position = table("KS | QS", "9S", relaxed=True)
    assert repr(position) == (
        "<Position: 4 suits, relaxed, 3 cards in columns, 0 rows in the stock, 0 foundations, playing>"
    )
    assert "relaxed" not in repr(table("9S"))


# --- validity -------------------------------------------------------------------------------------


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    named, others = caught.value.problems[:10], caught.value.problems[10:]
    more = [f"and {len(others)} more fault{'s' if len(others) > 1 else ''}"] if others else []
    assert str(caught.value) == "; ".join([*named, *more])
    return caught.value.problems


def edited(name: str, *changes: tuple[str, str]) -> str:
    """A layout with some texts in it replaced, each of which stands in it."""
    text = layout_text(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize("name", LAYOUTS)
def test_valid(name: str) -> None:
    assert layout(name).problems() == ()


def test_games_start_valid() -> None:
    assert start_of(saved_game("kpat-4s-1")).problems() == ()


@pytest.mark.parametrize("below", ["", "KS | ", "KS "])
def test_case_19_a_complete_run_in_the_layout(below: str) -> None:
    runs = "S S S S S S" if below else "S S S S S S S"
    rest = "QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS" if below else "-"
    changes = [
        ("1: KS |", f"1: {below}KS"),
        ("2S\n", "2S AS\n"),
        ("2: AS", f"2: {rest}"),
        ("S S S S S S S", runs),
    ]
    problems = faults(edited("hidden-king-under-queen-to-ace", *changes))
    assert problems == ("column 1: the run KS to AS is complete: it had to leave",)


def test_case_19_a_complete_run_under_other_cards() -> None:
    changes = [
        ("2S\n", "2S AS KS\n"),
        ("2: AS", "2: QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"),
        ("S S S S S S S", "S S S S S S"),
    ]
    problems = faults(edited("one-move-from-winning", *changes))
    assert problems == ("column 1: the run KS to AS is complete: it had to leave",)


# In each, the table is the valid one but for the fault.
@pytest.mark.parametrize(
    ("name", "changes", "problems"),
    [
        pytest.param(
            "one-move-from-winning", [("2: AS", "2: -")],
            ["AS: there are 7, but a game of 1 suit has 8"],
            id="103-cards",
        ),
        pytest.param(
            "one-move-from-winning", [("2: AS", "2: AS 5S")],
            ["5S: there are 9, but a game of 1 suit has 8"],
            id="105-cards",
        ),
        pytest.param(
            "one-move-from-winning", [("3: -", "3: KS")],
            ["KS: there are 9, but a game of 1 suit has 8"],
            id="a-ninth-king",
        ),
        pytest.param(
            "one-move-from-winning", [("KS", "KH")],
            ["KH: there is 1, but a game of 1 suit has none", "KS: there are 7, but a game of 1 suit has 8"],
            id="another-suit",
        ),
        pytest.param(
            "three-cards-short-of-a-deal", [("stock: TS 9S 8S", "4: 8S 9S TS\nstock:"), ("4: -\n", "")],
            ["stock: 7 cards; it holds rows of 10, at most 50 cards"],
            id="stock-of-7",
        ),
        pytest.param(
            "one-move-from-winning", [("2: AS", "2: AS |")],
            ["column 2: its exposed card, AS, lies face down"],
            id="face-down-exposed-card",
        ),
        pytest.param(
            "one-move-from-winning", [("suits: 1", "suits: 2")],
            [
                f"{rank}{suit}: there {are}, but a game of 2 suits has 4"
                for suit, are in (("S", "are 8"), ("H", "are 0"))
                for rank in "A23456789TJQK"
            ],
            id="too-many-of-a-suit",
        ),
        pytest.param(
            "one-move-from-winning", [("foundations: S", "foundations: H")],
            [
                f"{rank}{suit}: there {are}"
                for suit, are in (
                    ("H", "is 1, but a game of 1 suit has none"),
                    ("S", "are 7, but a game of 1 suit has 8"),
                )
                for rank in "A23456789TJQK"
            ],
            id="foundations-of-a-wrong-suit",
        ),
        pytest.param(
            "one-move-from-winning", [("foundations: S", "foundations: S S")],
            [f"{rank}S: there are 9, but a game of 1 suit has 8" for rank in "A23456789TJQK"],
            id="a-foundation-too-many",
        ),
        pytest.param(
            "dealt-ace-completes-over-hidden-king",
            [("| KS", "| KH"), ("2: KS", "2: KS 5D |"), ("10: 5S", "10: 5S |"), ("stock: AS", "stock:")],
            [
                "column 2: its exposed card, 5D, lies face down",
                "column 10: its exposed card, 5S, lies face down",
                "stock: 9 cards; it holds rows of 10, at most 50 cards",
                "KH: there is 1, but a game of 1 suit has none",
                "5D: there is 1, but a game of 1 suit has none",
                "AS: there are 7, but a game of 1 suit has 8",
                "KS: there are 7, but a game of 1 suit has 8",
            ],
            id="every-fault-is-named",
        ),
    ],
)  # fmt: skip
def test_case_29_faults(name: str, changes: list[tuple[str, str]], problems: list[str]) -> None:
    assert faults(edited(name, *changes)) == tuple(problems)


def test_case_29_a_face_up_card_under_a_face_down_one() -> None:
    with pytest.raises(NotationError, match=r"^line 2: '.*' has two bars; face-down cards lie under"):
        Position.parse(edited("hidden-king-under-queen-to-ace", ("QS JS", "QS | JS")))


def test_a_stock_of_sixty() -> None:
    start = start_of(saved_game("kpat-1s-1"))
    problems = start._replace(stock=start.stock + start.columns[0][1:] + start.columns[1][1:5]).problems()
    assert problems[0] == "stock: 60 cards; it holds rows of 10, at most 50 cards"


# Positions that no text can give, only a program that builds them.
def test_built_positions() -> None:
    position = layout("one-move-from-winning")
    for suits in (0, 3, 8):
        assert position._replace(suits=suits).problems() == (
            f"suits: {suits} is not a number of suits; it is 1, 2 or 4",
        )
    strange = position._replace(foundations=b"\0\0\0\0\0\0\4")
    assert strange.problems() == ("foundations: [0, 0, 0, 0, 0, 0, 4] are not all suits",)


def test_built_columns() -> None:
    position = layout("one-move-from-winning")
    eleven = position._replace(columns=(*position.columns, EMPTY_COLUMN))
    nine = position._replace(columns=position.columns[:9], suits=5)
    assert eleven.problems() == ("columns: there are 11, not 10",)
    assert nine.problems() == (
        "columns: there are 9, not 10",
        "suits: 5 is not a number of suits; it is 1, 2 or 4",
    )
    too_deep = position._replace(columns=(b"", b"\5" + position.columns[1][1:], *position.columns[2:]))
    assert too_deep.problems()[:2] == (
        "column 1: it has more face-down cards than cards",
        "column 2: it has more face-down cards than cards",
    )
    one_too_deep = position._replace(columns=(*position.columns[:9], b"\2\1"))  # two face down, one card
    assert one_too_deep.problems()[0] == "column 10: it has more face-down cards than cards"
    unknown = position._replace(columns=(*position.columns[:9], b"\0\x0f"))
    assert unknown.problems() == ("card number 15: there is 1, but a game of 1 suit has none",)
