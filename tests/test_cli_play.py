"""`move`, `deal`, `undo`, `redo` and `moves`: what they do, what they say, what they refuse."""

from __future__ import annotations

import json

import pytest

from tests.commands import Spider
from tests.samples import LAYOUTS

_WON = "the game is won: nothing is left to play"


def first_line(text: str) -> str:
    """The report, which stands before the table."""
    return text.partition("\n")[0]


# --- the commands -------------------------------------------------------------------------------------


def test_a_move_is_reported_before_the_table(spider: Spider) -> None:
    spider.start_with("4H | 9S 8S 7S", "TD")
    out = spider.did("move 1 2")
    assert first_line(out) == (
        "moved 9S 8S 7S from column 1 to column 2; turned up 4H in column 1; score 499"
    )
    assert out[len(first_line(out)) + 1 :] == spider.did("show")


def test_a_deal_is_reported_before_the_table(spider: Spider) -> None:
    spider.did("new --seed 1 --suits 2 -q")
    out = spider.did("deal")
    row = first_line(out).removeprefix("dealt ").partition(";")[0].split()
    assert row == [column["cards"][-1] for column in spider.state()["columns"]]
    assert "; 4 rows left; score 500" in first_line(out)


def test_undo_and_redo_are_reported(spider: Spider) -> None:
    spider.did("new --seed 1 -q")
    for line in ("deal -q", "deal -q", "deal -q"):
        assert spider.did(line) == ""
    assert first_line(spider.did("undo")) == "took back 1 step; score 500"
    assert first_line(spider.did("undo 2")) == "took back 2 steps; score 500"
    assert first_line(spider.did("redo all")) == "made 3 steps again; score 500"
    assert first_line(spider.did("undo ALL")) == "took back 3 steps; score 500"
    assert first_line(spider.did("redo 1")) == "made 1 step again; score 500"
    assert first_line(spider.did("redo 7")) == "made 2 steps again, all there were; score 500"
    assert first_line(spider.did("undo 999999999999999999")) == "took back 3 steps, all there were; score 500"
    assert spider.state()["undos"] == 9


@pytest.mark.parametrize("line", ["move 1 4", "deal", "undo", "redo"])
def test_json_is_the_state_after_the_step(spider: Spider, line: str) -> None:
    spider.start("split-tidy-runs-to-deal")
    spider.did("new --seed 2 --force -q" if line == "deal" else "move 1 3 2 -q")
    if line == "redo":
        spider.did("undo -q")
    assert json.loads(spider.did(f"{line} --json")) == spider.state()


@pytest.mark.parametrize("name", LAYOUTS)
def test_moves_lists_what_is_legal_in_the_form_that_move_takes(spider: Spider, name: str) -> None:
    spider.start(name)
    lines = spider.did("moves").splitlines()
    listed = [line.partition("#")[0].split() for line in lines[:-1]]
    legal = spider.state()["legal"]
    assert [" ".join(words) for words in listed] == [step for step in legal if step != "deal"]
    assert lines[-1].startswith("deal " if "deal" in legal else "# deal")
    for words in listed[:5]:
        spider.did(f"move {' '.join(words)} -q")
        spider.did("undo -q")


def test_moves_says_which_cards_go_where(spider: Spider) -> None:
    spider.start("split-tidy-runs-to-deal")
    lines = spider.did("moves").splitlines()
    assert "1 3 7    # KS to 7S to the empty column" in lines
    assert "1 3 1    # 7S to the empty column" in lines
    assert lines[-1].startswith("# deal   : no deal while columns 3, 4, 5, 6, 7, 8, 9 and 10 are empty")
    assert json.loads(spider.did("moves --json")) == spider.state()


def test_quiet_prints_nothing_but_refusals(spider: Spider) -> None:
    for line in ("new --seed 1", "deal", "undo", "redo", "show", "moves", "show --json", "moves --json"):
        assert spider.did(f"{line} -q") == ""
    assert spider.refused("redo -q") == "nothing to redo: no step was taken back"


# --- cases --------------------------------------------------------------------------------------------


def test_case_01_a_face_down_king_is_no_part_of_a_run(spider: Spider) -> None:
    spider.start("hidden-king-under-queen-to-ace")
    spider.did("move 2 1 1")
    assert (len(spider.state()["foundations"]), spider.state()["status"]) == (7, "playing")
    assert "turned up KS in column 1" in spider.did("move 1 3 12")
    assert first_line(spider.did("move 3 1 12")).endswith(
        "completed a run of spades; score 1297; the game is won"
    )


def test_case_02_a_dealt_ace_completes_a_run(spider: Spider) -> None:
    spider.start("dealt-ace-completes")
    before = spider.state()
    assert "completed a run of spades" in first_line(spider.did("deal"))
    after = spider.state()
    assert after["columns"][0] == {"hidden": 0, "cards": []}
    assert (len(after["foundations"]), after["stock"], after["played"]) == (6, 0, 1)
    spider.did("undo")
    assert spider.state() == {**before, "undone": 1, "undos": 1}
    spider.did("redo")
    assert spider.state() == {**after, "undos": 1}


def test_case_03_the_king_under_a_run_turns_up_and_down_again(spider: Spider) -> None:
    spider.start("dealt-ace-completes-over-hidden-king")
    before = spider.state()
    assert "turned up KS in column 1; completed a run of spades" in first_line(spider.did("deal"))
    assert spider.state()["columns"][0] == {"hidden": 0, "cards": ["KS"]}
    spider.did("undo")
    assert spider.state()["columns"] == before["columns"]
    assert spider.state()["foundations"] == before["foundations"]


def test_case_04_one_heart_among_spades(spider: Spider) -> None:
    spider.start("king-to-ace-with-one-heart")
    assert "completed" not in spider.did("move 2 1 1")
    for count in (13, 9):
        assert "9H breaks the suit under 8S in column 1" in spider.refused(f"move 1 6 {count}")
    spider.did("move 1 6 8")


def test_case_05_too_few_cards_to_deal_ever_again(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    message = spider.refused("deal")
    assert message.endswith("no deal is possible any more")
    assert spider.state()["status"] == "playing"
    assert "deal" not in spider.state()["legal"]
    assert "no deal is possible any more" in spider.did("moves")
    spider.did("move 3 2 -q")
    assert spider.refused("deal").endswith("no deal is possible any more; only undo helps")


def test_case_06_the_columns_to_fill_are_named(spider: Spider) -> None:
    spider.start("split-tidy-runs-to-deal")
    message = spider.refused("deal")
    assert message.startswith("no deal while columns 3, 4, 5, 6, 7, 8, 9 and 10 are empty")
    for column in range(3, 9):
        spider.did(f"move 1 {column} 1 -q")
    for column in (9, 10):
        spider.did(f"move 2 {column} 1 -q")
    spider.did("deal")


def test_case_07_after_the_win(spider: Spider) -> None:
    spider.start("one-move-from-winning")
    assert first_line(spider.did("move 2 1 1")).endswith("score 1299; the game is won")
    assert spider.did("show").count("won") == 1
    for line in ("move 1 2", "move 1 2 1", "deal", "move 3 3"):
        assert spider.refused(line) == f"{_WON}; undo takes steps back"
    assert spider.did("moves") == f"# deal   : {_WON}\n"
    spider.did("undo")
    assert (spider.state()["status"], spider.state()["score"]) == ("playing", 500 + 700)
    spider.did("move 2 1")
    assert spider.state()["status"] == "won"


def test_case_09_only_a_run_moves(spider: Spider) -> None:
    spider.start_with("6S 8H 8S 4S 6S 5C", "7S", "6H")
    only = "in column 1: only a run of one suit moves, here at most the last card, 5C"
    assert spider.refused("move 1 2 2") == f"6S breaks the suit under 5C {only}"
    assert spider.refused("move 1 2 3") == f"6S breaks the suit under 5C {only}"
    assert spider.refused("move 1 2") == "5C does not go on 7S (column 2): a seven takes a six"
    assert "moved 5C from column 1 to column 3" in spider.did("move 1 3 1")


def test_case_10_counts(spider: Spider) -> None:
    spider.start_with("4C | JD TD 9D 8D", "QH", "-")
    for count in (1, 2, 3):
        assert spider.refused(f"move 1 2 {count}").endswith("so move JD to 8D, 4 cards")
    assert spider.refused("move 1 2 5") == "column 1 has only 4 cards face up; face-down cards never move"
    assert spider.refused("move 1 3 5") == "column 1 has only 4 cards face up; face-down cards never move"
    for line in ("move 1 2 4", "move 1 2", "move 1 3 4", "move 1 3"):
        assert first_line(spider.did(line)).startswith("moved JD TD 9D 8D from column 1")
        spider.did("undo -q")
    for count in (1, 2, 3):
        spider.did(f"move 1 3 {count} -q")
        spider.did("undo -q")


def test_case_11_what_fits(spider: Spider) -> None:
    spider.start_with("AS", "KS", "KH", "2H", "TS", "JD", "9S", "TD")
    for line in ("move 1 4", "move 5 6", "move 7 8"):
        spider.did(line)
        spider.did("undo")
    assert (
        spider.refused("move 2 1") == "KS does not go on AS (column 1): a king goes only to an empty column"
    )
    assert spider.refused("move 4 1") == "2H does not go on AS (column 1): nothing goes on an ace"
    assert spider.refused("move 1 2") == "AS does not go on KS (column 2): a king takes a queen"
    assert (
        spider.refused("move 2 3") == "KS does not go on KH (column 3): a king goes only to an empty column"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("move 3 3", "column 3 to itself: a move goes to another column"),
        ("move 3 3 1", "column 3 to itself: a move goes to another column"),
        ("move 4 1", "column 4 is empty: it has no card to move"),
        ("move 4 5", "column 4 is empty: it has no card to move"),
        ("move 4 5 2", "column 4 is empty: it has no card to move"),
        ("move 1 2 2", "column 1 has only 1 card face up"),
    ],
)
def test_case_12_moves_of_nothing(spider: Spider, line: str, message: str) -> None:
    spider.start("three-cards-short-of-a-deal")
    assert spider.refused(line) == message


def test_case_13_of_two_equal_cards_the_open_one_moves(spider: Spider) -> None:
    spider.start_with("8S | 9S 8S", "9S")
    spider.did("move 1 2")
    columns = spider.state()["columns"]
    assert columns[:2] == [{"hidden": 1, "cards": ["9S"]}, {"hidden": 0, "cards": ["9S", "8S"]}]
    spider.did("move 1 3")
    assert spider.state()["columns"][0] == {"hidden": 0, "cards": ["8S"]}


def test_case_14_whole_columns_move(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    spider.did("move 3 2")
    spider.did("move 2 1")
    spider.did("move 1 10")
    assert [len(column["cards"]) for column in spider.state()["columns"]] == [0] * 9 + [3]


def test_case_15_redo_after_other_steps(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    spider.did("move 3 2 -q")
    spider.did("undo -q")
    spider.refused("move 3 1")
    spider.did("redo -q")
    assert spider.state()["columns"][1]["cards"] == ["QS", "JS"]
    spider.did("undo -q")
    spider.did("move 3 4 -q")
    assert spider.refused("redo") == "nothing to redo: no step was taken back"


def test_case_16_undo_at_the_start(spider: Spider) -> None:
    spider.did("new --seed 1")
    assert spider.refused("undo") == "nothing to undo: the game is at its start"
    assert spider.refused("undo all") == "nothing to undo: the game is at its start"
    spider.did("deal")
    assert first_line(spider.did("undo 999")) == "took back 1 step, all there was; score 500"


def test_case_17_a_row_comes_again_as_it_was(spider: Spider) -> None:
    spider.did("new --seed 5 --suits 4")
    first = spider.did("deal")
    for _ in range(3):
        spider.did("undo")
        assert spider.did("redo").splitlines()[1:] == first.splitlines()[1:]


def test_case_18_the_score_counts_the_moves_that_stand(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    for _ in range(5):
        spider.did("move 3 4 -q")
        spider.did("move 4 3 -q")
    assert spider.state()["score"] == 500 + 700 - 10
    spider.did("undo all")
    assert spider.state()["score"] == 500 + 700


def test_case_20_a_refused_command_is_no_step(spider: Spider) -> None:
    spider.did("new --seed 1 -q")
    for steps in range(5):
        assert spider.state()["played"] == steps
        spider.refused("move 1 1")
        spider.did("deal -q")
    assert spider.refused("deal") == "the stock is empty: no row is left to deal"


def test_a_move_that_leads_beyond_dealing_says_so(spider: Spider) -> None:
    lines = ["suits: 1", "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "2: AS", "3: KS QS JS"]
    lines += [f"{number}: -" for number in range(4, 11)]
    lines += ["stock: TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "foundations: S S S S S S"]
    spider.did("new --layout - -q", stdin="\n".join(lines))
    assert "can ever" not in spider.did("show")
    report = first_line(spider.did("move 2 1"))
    assert report.endswith("too few cards left on the table (3) to deal ever again: only undo helps")


def test_a_relaxed_game_deals_over_empty_columns(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    text = spider.did("show --as layout")
    spider.did("new --layout - --relaxed -q", stdin=text)
    assert spider.state()["legal"][-1] == "deal"
    spider.did("deal")
    assert spider.state()["stock"] == 0


def test_a_stuck_game_says_so(spider: Spider) -> None:
    spider.start_with("2C", "4D | AS", "4H", "6S", "8C", "TH", "TS", "8D", "6D")
    assert first_line(spider.did("move 2 1")).endswith("; stuck: no move and no deal is legal; undo helps")
    assert spider.state()["status"] == "stuck"
    assert spider.did("show").splitlines()[-2].startswith("stuck  score 499")
    assert spider.did("moves") == "# deal   : the stock is empty: no row is left to deal\n"
    assert "stuck" not in spider.did("undo")
