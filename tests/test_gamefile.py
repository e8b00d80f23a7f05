"""Reading and writing the text of a game file: what is read, and what is refused, where and why."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from spider_cli import Game, GameFormatError, Position
from spider_cli.games.file_keys import Key, Keyed, as_count
from spider_cli.games.record import format_record, parse_record
from tests.samples import DATA, GAMES, layout

Document = dict[str, Any]


def document(**changes: object) -> Document:
    """A game in play with steps and steps to redo, as JSON data; `changes` replace members."""
    game = Game.new(suits=2, seed="1")
    for _ in range(3):
        game.play(game.legal_moves()[0])
    game.deal()
    game.undo(2)
    found: Document = json.loads(game.dumps())
    return {**found, **changes}


def with_start(**changes: object) -> Document:
    """The document with members of its start replaced."""
    found = document()
    found["start"].update(changes)
    return found


def with_column(number: int, text: object) -> Document:
    """The document with one column (1-10) of its start replaced."""
    found = document()
    found["start"]["columns"][number - 1] = text
    return found


def without(key: str) -> Document:
    """The document without one of its members."""
    found = document()
    del found[key]
    return found


def refusal(text: str | bytes) -> GameFormatError:
    """How a text is refused."""
    with pytest.raises(GameFormatError) as caught:
        Game.loads(text)
    error = caught.value
    assert str(error).isprintable()
    assert len(str(error)) < 600
    assert str(error) == (f"{error.place}: {error.reason}" if error.place else error.reason)
    return error


# --- what is read -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_saved_games_are_read_and_written_back_as_they_were(name: str) -> None:
    text = (DATA / "games" / f"{name}.json").read_text(encoding="utf-8")
    written = Game.loads(text).dumps()
    assert json.loads(written) == json.loads(text)
    assert Game.loads(written).dumps() == written


def test_written_text_has_one_step_a_line_and_one_newline_at_the_end() -> None:
    text = format_record(parse_record(json.dumps(document())))
    assert text.endswith("\n}\n")
    assert text.isascii()
    assert [line.strip(' ",') for line in text.splitlines()].count("deal") == 1
    assert list(json.loads(text)) == [
        "format", "version", "suits", "relaxed", "seed", "start", "steps", "redo", "undos",
    ]  # fmt: skip
    assert list(json.loads(text)["start"]) == ["columns", "stock", "foundations"]


def test_compact_text_is_one_line_with_the_same_content() -> None:
    game = Game.loads(json.dumps(document()))
    line = game.dumps(compact=True)
    assert line.count("\n") == 1
    assert line.endswith("\n")
    assert json.loads(line) == json.loads(game.dumps()) == document()


def test_redo_steps_and_undos_are_kept() -> None:
    game = Game.loads(json.dumps(document()))
    assert (game.step_count, game.undone_count, game.undos) == (2, 2, 2)
    game.redo(None)
    assert [str(step) for step in game.steps] == document()["steps"] + document()["redo"]


def test_game_of_a_layout_has_no_seed() -> None:
    start = layout("dealt-ace-completes")
    text = Game(start).dumps()
    assert json.loads(text)["seed"] is None
    assert Game.loads(text).start == start


def test_relaxed_is_kept() -> None:
    game = Game.new(suits=4, seed="7", relaxed=True)
    assert Game.loads(game.dumps()).relaxed
    assert json.loads(game.dumps())["relaxed"] is True


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: b"\xef\xbb\xbf" + text, id="BOM"),
        pytest.param(lambda text: text.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"), id="BOM and CRLF"),
        pytest.param(lambda text: b" \n\t" + text + b"\n\n", id="blanks around"),
        pytest.param(lambda text: json.dumps(json.loads(text)).encode(), id="one line"),
        pytest.param(
            lambda text: json.dumps(json.loads(text), sort_keys=True).encode(), id="keys in any order"
        ),
        pytest.param(lambda text: text.replace(b"KS", b"k\xe2\x99\xa0"), id="suit signs and small letters"),
        pytest.param(lambda text: text.replace(b"TS", b"10S").replace(b"TH", b"10h"), id="ten in digits"),
    ],
)
def test_case_31_read_alike_and_written_back_in_the_one_form(change: Any) -> None:
    text = Game.loads(json.dumps(document())).dumps()
    assert Game.loads(change(text.encode())).dumps() == text


def test_text_with_a_bom_is_read() -> None:
    assert Game.loads("\ufeff" + json.dumps(document())).step_count == 2


# --- what is no JSON ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "is empty"),
        (b" ", "is empty"),
        (b"\0" * 100, "not JSON"),
        (b"\xff\xfe{\0}\0", "not UTF-8 (byte 1)"),
        (b'{"format": "\xe4"}', "not UTF-8 (byte 13)"),
        (b"\xef\xbb\xbf\xef\xbb\xbf{}", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"null", "null is not an object"),
        (b"[]", "a list is not an object"),
        (b'"x"', "'x' is not an object"),
        (b"true", "true is not an object"),
        (b"7", "7 is not an object"),
        (b"9" * 5_000, "999...' is not an object"),
        (b"1.0", "the number '1.0' is not an object"),
        (b'{"format": "spider-game",}', "line 1 column"),
        (b"{'format': 1}", "line 1 column 2"),
        (b'{"format": "a\nb"}', "not JSON"),
        (b'{"redo": [], "steps": [], "redo": []}', "the key 'redo' appears twice"),
        (b'{"\\u001b[2J": 1, "\\u001b[2J": 1}', "the key '\\x1b[2J' appears twice"),
        (b'{"\\ud800": 1}', "the key '\\ud800' is not known"),
    ],
)
def test_case_27_no_game_at_all(text: bytes, message: str) -> None:
    assert message in str(refusal(text))


@pytest.mark.parametrize(
    "number", ["2.0", "1e2", "1e400", "NaN", "-Infinity", "9" * 16, "9" * 5_000, "-" + "9" * 5_000]
)
@pytest.mark.parametrize(
    ("place", "key"), [("version", "version"), ("suits", "suits"), ("undos", "undos"), ("steps[0]", "steps")]
)
def test_case_28_a_number_that_cannot_be_is_refused_where_it_stands(
    place: str, key: str, number: str
) -> None:
    holder: Any = ["here"] if key == "steps" else "here"
    error = refusal(json.dumps(document(**{key: holder})).replace('"here"', number))
    assert error.place == place
    assert error.reason.startswith(f"the number '{number[:37]}")


def test_undos_never_become_more_than_can_be_read() -> None:
    game = Game.loads(json.dumps(document(undos=10**15 - 1)))
    game.undo()
    assert Game.loads(game.dumps()).undos == 10**15 - 1


@pytest.mark.parametrize("tail", [b"x", b"{}", b"\0", b",", b"\x1a"])
def test_case_27_something_after_the_game(tail: bytes) -> None:
    assert "not JSON: Extra data" in str(refusal(Game.new(seed=1).dumps().encode() + tail))


@pytest.mark.parametrize("depth", range(100, 1100, 20))
def test_deep_values_are_refused_however_deep(depth: int) -> None:
    text = json.dumps(document()).replace('"undos": 2', f'"undos": {"[" * depth}{"]" * depth}')
    error = refusal(text)
    assert error.place == "undos" or error.reason == "not a game: nested too deeply"


def test_many_keys_are_refused_in_no_time() -> None:
    keys = ",".join(f'"{number}":0' for number in range(200_000))
    assert "appears twice" in str(refusal(f'{{{keys},"199999":0}}'))


# --- what is no game ----------------------------------------------------------------------------------

#: Documents that are refused: what makes each, the place that is named, and part of the reason.
SHAPES: list[tuple[Callable[[], Document], str, str]] = [
    (lambda: document(format="Spider-game"), "format", "'Spider-game' is not 'spider-game'"),
    (lambda: document(format=None), "format", "null is not"),
    (lambda: document(format=["spider-game"]), "format", "a list is not"),
    (lambda: document(version=99), "version", "99 is not known here; this program reads versions 1 and 2"),
    (lambda: document(version=3), "version", "3 is not known here"),
    (lambda: document(version=0), "version", "0 is not known here"),
    (lambda: document(version="1"), "version", "'1' is not a whole number"),
    (lambda: document(version=True), "version", "true is not a whole number"),
    (lambda: document(version=None), "version", "null is not a whole number"),
    (lambda: without("version"), "", "the key 'version' is missing"),
    (lambda: without("undos"), "", "the key 'undos' is missing"),
    (lambda: without("start"), "", "the key 'start' is missing"),
    (lambda: document(comment="x"), "", "the key 'comment' is not known"),
    (lambda: document(**{"\x1b[31m": 1}), "", "the key '\\x1b[31m' is not known"),
    (lambda: document(suits=3), "suits", "3 is not a number of suits; it is 1, 2 or 4"),
    (lambda: document(suits=0), "suits", "0 is not a number of suits"),
    (lambda: document(suits="2"), "suits", "'2' is not a whole number"),
    (lambda: document(suits=True), "suits", "true is not a whole number"),
    (lambda: document(suits=-1), "suits", "-1 is not a whole number from 0 to 9"),
    (lambda: document(relaxed=0), "relaxed", "0 is not true or false"),
    (lambda: document(relaxed="false"), "relaxed", "'false' is not true or false"),
    (lambda: document(relaxed=None), "relaxed", "null is not true or false"),
    (lambda: document(seed=42), "seed", "42 is not a text"),
    (lambda: document(seed=""), "seed", "'' is not a seed"),
    (lambda: document(seed="01"), "seed", "'01' is not a seed"),
    (lambda: document(seed="42\n"), "seed", "'42\\n' is not a seed"),
    (lambda: document(seed=str(2**64)), "seed", "is not a seed: these go from 0 to"),
    (lambda: document(seed="pysol:24"), "seed", "'pysol:24' is written 'pysol:ms24'"),
    (lambda: document(undos=-1), "undos", "-1 is not a whole number from 0 to 9"),
    (lambda: document(undos=True), "undos", "true is not a whole number"),
    (lambda: document(undos="0"), "undos", "'0' is not a whole number"),
    (lambda: document(start=[]), "start", "a list is not an object"),
    (lambda: document(start={}), "start", "the key 'columns' is missing"),
    (lambda: with_start(seed=1), "start", "the key 'seed' is not known"),
    (lambda: with_start(columns="-"), "start.columns", "'-' is not a list"),
    (lambda: with_start(columns=["-"] * 9), "start.columns", "there are 9 columns, not 10"),
    (lambda: with_start(columns=["-"] * 11), "start.columns", "there are 11 columns, not 10"),
    (lambda: with_column(4, 7), "start.columns[3]", "7 is not a text"),
    (lambda: with_column(4, None), "start.columns[3]", "null is not a text"),
    (lambda: with_column(1, "1S"), "start.columns[0]", "'1S' is not a card"),
    (lambda: with_column(1, "KSx"), "start.columns[0]", "'KSx' is not a card"),
    (lambda: with_column(1, "ks♠"), "start.columns[0]", "'ks♠' is not a card"),
    (lambda: with_column(10, "\x1b[31mKS"), "start.columns[9]", "'\\x1b[31mKS' is not a card"),
    (lambda: with_column(10, "QH" * 100), "start.columns[9]", "...' is not a card"),
    (lambda: with_column(10, "KS | QS | JS"), "start.columns[9]", "has two bars"),
    (lambda: with_column(10, "KS " * 105), "start.columns[9]", "more than 104 cards"),
    (lambda: with_start(stock=["KS"]), "start.stock", "a list is not a text"),
    (lambda: with_start(stock="KS | QS"), "start.stock", "'|' is not a card"),
    (lambda: with_start(stock="-"), "start.stock", "'-' is not a card"),
    (lambda: with_start(foundations="X"), "start.foundations", "'X' is not a suit"),
    (lambda: with_start(foundations="SH"), "start.foundations", "'SH' is not a suit"),
    (lambda: with_start(foundations=0), "start.foundations", "0 is not a text"),
    (lambda: document(steps="deal"), "steps", "'deal' is not a list"),
    (lambda: document(steps=None), "steps", "null is not a list"),
    (lambda: document(steps=["deal", 7]), "steps[1]", "7 is not a text"),
    (lambda: document(steps=[["deal"]]), "steps[0]", "a list is not a text"),
    (lambda: document(redo={}), "redo", "an object is not a list"),
    (lambda: document(redo=[None]), "redo[0]", "null is not a text"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "place", "message"), SHAPES)
def test_case_28_refused_with_the_place(made: Callable[[], Document], place: str, message: str) -> None:
    error = refusal(json.dumps(made()))
    assert error.place == place
    assert message in error.reason


STEPS = [
    "Deal", "deal ", " deal", "", "3 7", "3 7 2 1", "03 7 2", "3  7 2", "3 7 2\n", "3\t7 2", "0 7 2",
    "11 7 2", "3 7 0", "3 7 14", "-3 7 2", "+3 7 2", "3_0 7 2", "٣ 7 2", "move 3 7 2", "undo", "3,7,2",
    "\x1b[31m", "x" * 999,
]  # fmt: skip


@pytest.mark.parametrize("text", STEPS)
def test_steps_are_read_in_their_written_form_only(text: str) -> None:
    for key in ("steps", "redo"):
        error = refusal(json.dumps(document(**{key: [*document()[key], text]})))
        assert error.place == f"{key}[2]"


# --- starts that no game can have ---------------------------------------------------------------------


def start_of(text: str) -> Document:
    """The document of a game that starts at a layout, which need not be valid."""
    lines = dict(line.split(":", 1) for line in text.strip().splitlines())
    return document(
        suits=int(lines["suits"]),
        seed=None,
        steps=[],
        redo=[],
        start={
            "columns": [lines[str(number)].strip() for number in range(1, 11)],
            "stock": lines.get("stock", "").strip(),
            "foundations": lines.get("foundations", "").strip(),
        },
    )


_RUN = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
_END = f"suits: 1\n1: {_RUN}\n2: AS\n" + "".join(f"{number}: -\n" for number in range(3, 11))
_END += "stock:\nfoundations: S S S S S S S"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2: AS", "2: -", "AS: there are 7, but a game of 1 suit has 8"),
        ("2: AS", "2: AS AS", "AS: there are 9, but a game of 1 suit has 8"),
        ("2: AS", "2: AS | KS", "KS: there are 9, but a game of 1 suit has 8"),
        ("2: AS", "2: AH", "AH: there is 1, but a game of 1 suit has none; AS: there are 7, but"),
        ("foundations: S", "foundations: H", "AH: there is 1, but a game of 1 suit has none; 2H: there is 1"),
        ("foundations: S", "foundations:", "AS: there are 7, but a game of 1 suit has 8"),
        ("2: AS", "2: AS |", "column 2: its exposed card, AS, lies face down"),
        ("2: AS", "2: -\nstock: AS", "stock: 1 card; it holds rows of 10"),
        ("2: AS", "2: -\nstock: 2S 3S 4S 5S 6S 7S AS", "stock: 7 cards; it holds rows of 10"),
        (f"{_RUN}\n2: AS", f"{_RUN} AS\n2: -", "column 1: the run KS to AS is complete"),
    ],
)
def test_case_29_starts_that_no_game_can_have(old: str, new: str, message: str) -> None:
    assert Game.loads(json.dumps(start_of(_END))).status == "playing"
    text = _END.replace("stock:\n", "") if "stock" in new else _END
    error = refusal(json.dumps(start_of(text.replace(old, new, 1))))
    assert error.place == "start"
    assert error.reason.startswith(message)


def test_case_29_face_up_card_under_a_face_down_one_cannot_be_written() -> None:
    assert "two bars" in refusal(json.dumps(start_of(_END.replace("2: AS", "2: AS | AS | AS")))).reason


def test_whole_pack_in_the_stock_is_refused() -> None:
    stock = " ".join([f"{_RUN} AS"] * 8)
    data = start_of("suits: 1\n" + "".join(f"{n}: -\n" for n in range(1, 11)) + f"stock: {stock}")
    assert refusal(json.dumps(data)).reason.startswith("stock: 104 cards")


# --- steps that are not legal -------------------------------------------------------------------------


def test_case_30_an_illegal_a_missing_and_an_extra_step_are_named() -> None:
    data = json.loads((DATA / "games" / "pysol-1s-4.json").read_text(encoding="utf-8"))
    steps = data["steps"]
    illegal = refusal(json.dumps({**data, "steps": [*steps[:36], "1 1 1", *steps[37:]]}))
    assert illegal.place == "steps[36]"
    extra = refusal(json.dumps({**data, "steps": [*steps, "deal"]}))
    assert extra.place == f"steps[{len(steps)}]"
    missing = refusal(json.dumps({**data, "steps": [*steps[:5], *steps[6:]]}))
    assert missing.place in {f"steps[{index}]" for index in range(5, len(steps))}


def test_illegal_step_to_redo_is_named() -> None:
    error = refusal(json.dumps(document(redo=["3 3 1"])))
    assert error.place == "redo[0]"
    assert "column 3 to itself" in error.reason


def test_steps_after_the_win_are_refused() -> None:
    game = Game(layout("one-move-from-winning"))
    game.move(2, 1, 1)
    data = {**json.loads(game.dumps()), "redo": ["1 2 1"]}
    error = refusal(json.dumps(data))
    assert (error.place, "won" in error.reason) == ("redo[0]", True)


def test_game_that_was_read_is_the_game_that_was_written() -> None:
    game = Game.loads(json.dumps(document()))
    again = Game.loads(game.dumps())
    assert isinstance(again.position, Position)
    assert again.record() == game.record()


def test_a_newer_version_is_named_before_its_new_keys() -> None:
    newer = {**json.loads(Game.new(seed=1).dumps()), "version": 3, "colour": "blue"}
    with pytest.raises(GameFormatError, match="version: 3 is not known here"):
        Game.loads(json.dumps(newer))


# --- version 2 ----------------------------------------------------------------------------------------


def with_notes(**notes: object) -> Document:
    """The document as version 2, with further keys."""
    return document(version=2, **notes)


NOTES = {
    "marks": {"before-the-deal": 3, "start": 0},
    "began": "2026-11-30T09:00:00Z",
    "saved": "2026-12-01T23:59:59Z",
    "seconds": 754,
    "hints": 2,
    "solved": 4,
}


def test_a_game_without_notes_is_written_as_version_1() -> None:
    game = Game.loads(json.dumps(with_notes()))
    assert json.loads(game.dumps())["version"] == 1
    game.mark("here")
    assert json.loads(game.dumps())["version"] == 2
    game.notes.marks = {}
    assert json.loads(game.dumps()) == document()


@pytest.mark.parametrize("key", NOTES)
def test_each_note_is_read_and_written_back(key: str) -> None:
    data = with_notes(**{key: NOTES[key]})
    game = Game.loads(json.dumps(data))
    assert getattr(game.notes, key) == NOTES[key]
    assert json.loads(game.dumps()) == data
    assert list(json.loads(game.dumps()))[-1] == key


def test_all_notes_together() -> None:
    data = with_notes(**NOTES)
    assert json.loads(Game.loads(json.dumps(data)).dumps(compact=True)) == data


@pytest.mark.parametrize("key", NOTES)
def test_version_1_has_no_notes(key: str) -> None:
    error = refusal(json.dumps(document(**{key: NOTES[key]})))
    assert error.reason == f"the key '{key}' is not known before version 2"


@pytest.mark.parametrize(
    ("notes", "place", "message"),
    [
        ({"marks": []}, "marks", "a list is not an object"),
        ({"marks": {"here": "3"}}, "marks.here", "'3' is not a whole number"),
        ({"marks": {"here": -1}}, "marks.here", "-1 is not a whole number"),
        ({"marks": {"here": True}}, "marks.here", "true is not a whole number"),
        ({"marks": {"here": 5}}, "marks.here", "5 is more than the 4 steps there are"),
        ({"marks": {"7": 1}}, "marks", "'7' is not a name for a step"),
        ({"marks": {"a\x1b[31m": 1}}, "marks", "'a\\x1b[31m' is not a name for a step"),
        ({"marks": {"here": 1, "HERE": 1}}, "marks", "two marks have the same name"),
        ({"marks": {f"m{number}": 0 for number in range(1001)}}, "marks", "there are 1001 marks"),
        ({"began": 7}, "began", "7 is not a text"),
        ({"began": "yesterday"}, "began", "'yesterday' is not a time in UTC"),
        ({"began": "2026-02-30T09:00:00Z"}, "began", "'2026-02-30T09:00:00Z' is not a time"),
        ({"saved": "2026-11-30T09:00:00"}, "saved", "'2026-11-30T09:00:00' is not a time"),
        ({"saved": "2026-11-30T9:00:00Z"}, "saved", "'2026-11-30T9:00:00Z' is not a time"),
        ({"saved": "٢026-11-30T09:00:00Z"}, "saved", "is not a time"),
        ({"saved": None}, "saved", "null is not a text"),
        ({"seconds": 1.5}, "seconds", "the number '1.5' is not a whole number"),
        ({"seconds": -1}, "seconds", "-1 is not a whole number"),
        ({"hints": "2"}, "hints", "'2' is not a whole number"),
    ],
)
def test_notes_refused(notes: Document, place: str, message: str) -> None:
    error = refusal(json.dumps(with_notes(**notes)))
    assert error.place == place
    assert message in error.reason


def test_a_further_key_is_one_entry() -> None:
    """The way to add a key that docs/development.md shows."""

    class More(Keyed):
        tempo = Key(as_count, {"type": "integer"}, default=int, since=3)

    assert More().tempo == 0
    assert More().written() == {}
    more = More.read({"tempo": 7})
    assert (more.tempo, more.written(), more.version()) == (7, {"tempo": 7}, 3)
    with pytest.raises(GameFormatError, match="tempo: true is not a whole number"):
        More.read({"tempo": True})
    with pytest.raises(TypeError):
        More(speed=1)


# --- a seed is a promise ------------------------------------------------------------------------------


def test_a_start_that_its_seed_does_not_deal_is_refused() -> None:
    data = document(steps=[], redo=[])
    columns = data["start"]["columns"]
    first = columns[0].split()
    first[0], first[1] = first[1], first[0]  # two face-down cards change places
    assert first[0] != first[1]
    columns[0] = " ".join(first)
    assert refusal(json.dumps(data)).reason == "is not what seed 1 deals"
    assert refusal(json.dumps(document(seed="2"))).place == "start"
    assert refusal(json.dumps(document(suits=2, relaxed=False, seed="pysol:ms1"))).place == "start"
    assert Game.loads(json.dumps({**data, "seed": None})).seed is None


# --- hostile files ------------------------------------------------------------------------------------

MIB = 1 << 20


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[" + "0," * (4 * MIB) + "0]", id="small-numbers"),
        pytest.param("[" + "0.5," * (2 * MIB) + "0]", id="fractions"),
        pytest.param("[" + "[]," * (2 * MIB) + "[]]", id="lists"),
        pytest.param("[" + "{}," * (2 * MIB) + "{}]", id="objects"),
        pytest.param("[" + '"",' * (2 * MIB) + '""]', id="texts"),
        pytest.param("[" + '"aaaaaa",' * 10 + "1" * MIB + ".5]", id="a-long-number"),
        pytest.param('{"format": "spider-game", "version": 1' + ',"k":0' * MIB + "}", id="keys"),
    ],
)
def test_what_no_game_can_hold_is_refused_before_it_is_built(text: str) -> None:
    tracemalloc.start()
    try:
        error = refusal(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error.reason.startswith("not a game: ")
    assert peak < 3 * MIB


@pytest.mark.parametrize("key", ["stock", "foundations"])
def test_many_cards_are_refused_before_they_are_built(key: str) -> None:
    tracemalloc.start()
    try:
        error = refusal(json.dumps(with_start(**{key: "S " * (2 * MIB)})))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error.place == f"start.{key}"
    assert "no game has so many" in error.reason
    assert peak < 16 * MIB


@pytest.mark.parametrize(
    ("key", "value"), [("began", "yesterday"), ("hints", -1), ("marks", {"7": 0}), ("seconds", "2")]
)
def test_a_note_that_could_not_be_read_again_is_not_written(key: str, value: object) -> None:
    game = Game.new(seed=1)
    setattr(game.notes, key, value)
    with pytest.raises(GameFormatError, match=f"^{key}: "):
        game.dumps()


def test_a_note_that_is_no_key_is_refused() -> None:
    game = Game.new(seed=1)
    with pytest.raises(AttributeError, match="has no key 'titel'"):
        game.notes.titel = "mine"
