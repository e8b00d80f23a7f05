"""`show`: the table, the words, the layout, the state; and which cards it may name."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from spider_cli import Game, Position
from tests.commands import Spider
from tests.samples import DATA, GAMES, LAYOUTS, results

KEYS = [
    "suits", "seed", "relaxed", "status", "score", "moves", "deals", "played", "undone", "undos", "stock",
    "foundations", "columns", "legal",
]  # fmt: skip


def test_every_game_has_its_result() -> None:
    assert sorted(results()) == GAMES
    assert len(GAMES) == 19


@pytest.mark.parametrize("name", GAMES)
def test_case_08_saved_games_end_as_they_ended(spider: Spider, name: str) -> None:
    state = spider("show --json -f", str(DATA / "games" / f"{name}.json")).state
    assert {key: state[key] for key in ("moves", "deals", "score", "status")} == results()[name]
    assert (state["legal"], state["stock"]) == ([], 0)
    assert len(state["foundations"]) == 8


def test_the_state_has_these_keys(spider: Spider) -> None:
    spider.start_with("4H | 9S 8S 7S", "TD", "-")
    spider.did("move 1 2 -q")
    spider.did("undo -q")
    state = spider.state()
    assert list(state) == KEYS
    assert {key: state[key] for key in KEYS if key not in ("columns", "legal")} == {
        "suits": 4, "seed": None, "relaxed": False, "status": "playing", "score": 500, "moves": 0,
        "deals": 0, "played": 0, "undone": 1, "undos": 1, "stock": 0, "foundations": [],
    }  # fmt: skip
    assert state["columns"][:3] == [
        {"hidden": 1, "cards": ["9S", "8S", "7S"]},
        {"hidden": 0, "cards": ["TD"]},
        {"hidden": 0, "cards": []},
    ]
    empty = [3, 4, 5, 6, 7, 8, 9]
    whole = ["1 2 3", *(f"1 {to} {count}" for to in empty for count in (1, 2, 3))]
    assert state["legal"] == [*whole, *(f"2 {to} 1" for to in empty), *(f"10 {to} 1" for to in empty)]


def test_show_only_reads(spider: Spider) -> None:
    spider.did("new --seed 1")
    before = spider.path.stat()
    for line in ("show", "show --json", "show --as plain", "show --as layout", "show --start", "moves"):
        spider.did(line)
    after = spider.path.stat()
    assert (after.st_ino, after.st_ctime_ns) == (before.st_ino, before.st_ctime_ns)
    assert sorted(spider.files()) == ["spider.json"]


def test_earlier_positions(spider: Spider) -> None:
    spider.did("new --seed 1")
    shown = [spider.did("show --as layout")]
    for _ in range(3):
        spider.did("deal")
        shown.append(spider.did("show --as layout"))
    for number, text in enumerate(shown):
        assert spider.did(f"show --as layout --at {number}") == text
        assert json.loads(spider.did(f"show --json --at {number}"))["played"] == number
    assert spider.did("show --as layout --start") == shown[0]
    assert spider.refused("show --at 4", code=2) == "--at 4: the game has only 3 steps"
    assert "both say where" in spider.refused("show --at 1 --start", code=2)


@pytest.mark.parametrize("at", ["-1", "", "9" * 5000])
def test_what_is_no_number_of_steps(spider: Spider, at: str) -> None:
    spider.did("new --seed 1")
    assert len(spider.refused("show", f"--at={at}", code=2)) < 200


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_layout_can_be_read_again(spider: Spider, name: str) -> None:
    spider.start(name)
    assert Position.parse(spider.did("show --as layout")) == spider.game().position


# --- what a player may see ----------------------------------------------------------------------------


def named(text: str) -> set[str]:
    """The cards that a text names."""
    cards = re.findall(r"\b(?:[2-9TJQKA]|10)[SHDC♠♥♦♣]", text)
    ranks = "ace|[2-9]|10|jack|queen|king"
    for rank, last, suit in re.findall(
        rf"\b({ranks})(?:(?: up)? to ({ranks}))? of (spade|heart|diamond|club)s", text
    ):
        cards += [_letter(rank) + suit[0].upper(), *([_letter(last) + suit[0].upper()] if last else [])]
    return {card.replace("10", "T").translate(str.maketrans("♠♥♦♣", "SHDC")) for card in cards}


def _letter(rank: str) -> str:
    return {"10": "T"}.get(rank, rank[0].upper())


def test_cards_are_found_in_every_form() -> None:
    assert named("10♥ TS QC 9S; 10 to 7 of clubs; king of diamonds") == {
        "TH",
        "TS",
        "QC",
        "9S",
        "TC",
        "7C",
        "KD",
    }


@pytest.mark.unmeasured  # plays whole games
def test_no_output_names_cards_that_lie_face_down(spider: Spider) -> None:
    """In a game of four suits a card is there twice, so that most of those face down are not open too."""
    random = Random(3)
    for seed in range(4):
        spider.did(f"new --seed {seed} --suits 4 -q --force")
        for _ in range(12):
            state = spider.state()
            seen = {card for column in state["columns"] for card in column["cards"]}
            lines = [
                "show",
                "show --json",
                "show --as plain",
                "show --ascii",
                "show --color",
                "moves",
                "hint",
            ]
            for line in lines:
                assert named(spider(line).out) <= seen, line
            steps = [step if step == "deal" else f"move {step}" for step in state["legal"]]
            step = random.choice(steps)
            report = spider.did(step)
            seen |= {card for column in spider.state()["columns"] for card in column["cards"]}
            assert named(report) <= seen, step
            assert named(spider.did("undo")) <= seen
            assert named(spider.did("redo")) <= seen


# --- the look -----------------------------------------------------------------------------------------


def test_the_table(spider: Spider) -> None:
    spider.start_with("4H | TS 9S", "3D", "-")
    lines = spider.did("show --as table").splitlines()
    assert lines[0] == "  1     2     3     4     5     6     7     8     9    10"
    assert lines[1] == " ▒▒    3♦    --    --    --    --    --    --    --    A♠"
    assert lines[2].startswith("10♠  ")
    assert lines[3].startswith(" 9♠  ")
    assert lines[-4] == lines[0]
    assert lines[-2:] == ["score 500  moves 0  rows left 0  foundations 0/8  suits 4", "from a layout"]


def test_the_table_in_letters(spider: Spider) -> None:
    spider.start_with("4H | TS 9S", "3D", "-")
    out = spider.did("show --ascii")
    assert out.isascii()
    assert out.splitlines()[1] == " ##    3D    --    --    --    --    --    --    --    AS"


def test_the_words(spider: Spider) -> None:
    spider.start_with("4H KS | 9S 8S 7S QH", "3D", "-")
    lines = spider.did("show --as plain").splitlines()
    assert lines[:3] == [
        "column 1: queen of hearts; then 9 to 7 of spades; 2 face down",
        "column 2: 3 of diamonds",
        "column 3: empty",
    ]
    assert lines[-4:] == [
        "stock: 0 rows left",
        "foundations: 0 of 8",
        "score: 500; moves: 0; status: playing",
        "start: from a layout; suits: 4",
    ]
    assert "\n".join(lines).isascii()


@pytest.mark.parametrize("columns", ["20", "0", "10000", "abc", ""])
def test_case_41_the_table_does_not_depend_on_the_width(spider: Spider, columns: str) -> None:
    spider.start_with("-")
    long = spider.did("show")
    assert len(long.splitlines()) > 90
    assert max(map(len, long.splitlines())) <= 60
    assert spider.did("show", env={"COLUMNS": columns}) == long
    assert all(len(line.split()) <= 10 for line in long.splitlines()[:-2])


def test_case_41_thirty_cards_in_a_column(spider: Spider) -> None:
    spider.start_with(" ".join(["2S 4S 6S 8S TS 2H 4H 6H 8H TH 2D 4D 6D 8D TD"] * 2), "-", "KS")
    lines = spider.did("show --no-color").splitlines()
    assert [line[:3] for line in lines[1:31]].count(" 2♠") == 2
    assert all(line[:3].strip() for line in lines[:31])


@pytest.mark.parametrize(
    ("line", "env", "color"),
    [
        ("show", {}, False),
        ("show --color", {}, True),
        ("show --no-color", {}, False),
        ("show", {"FORCE_COLOR": "1"}, True),
        ("show", {"FORCE_COLOR": ""}, False),
        ("show", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("show", {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ("show --color", {"NO_COLOR": "1"}, True),
        ("show --color", {"TERM": "dumb"}, True),
        ("show --no-color", {"FORCE_COLOR": "1"}, False),
        ("show --as plain --color", {}, False),
        ("show --as layout --color", {}, False),
        ("show --json --color", {}, False),
        ("moves --color", {}, False),
    ],
)
def test_case_40_one_rule_decides_on_colour(
    spider: Spider, line: str, env: dict[str, str], color: bool
) -> None:
    spider.start_with("4H | TS 9H", "3D", "QC")
    plain = spider.did(line.replace(" --color", ""), env={"NO_COLOR": "1"})
    out = spider.did(line, env=env)
    assert ("\x1b" in out) == color
    bare = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()
    assert set(re.findall(r"\x1b\[([0-9;]*)m", out)) <= {
        "0", "90", "30;107", "31;107", "34;107", "35;107", "30;47", "31;47", "34;47", "35;47"
    }  # fmt: skip


def test_case_40_errors_have_no_colour(spider: Spider) -> None:
    spider.did("new --seed 1")
    assert "\x1b" not in spider.refused("move 1 1 --color", env={"FORCE_COLOR": "1"})
    assert "\x1b" not in spider.refused("move x 1 --color", code=2, env={"FORCE_COLOR": "1"})


def test_the_widest_status_fits(spider: Spider) -> None:
    spider.put(Game.new(suits=4, seed=f"pysol:{10**39}", relaxed=True))
    assert max(map(len, spider.did("show").splitlines())) <= 60
