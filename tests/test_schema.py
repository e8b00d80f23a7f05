"""The JSON Schema of the game file: every written file fits it, and what it refuses is not read."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from spider_cli import Game, GameFormatError
from spider_cli.games.record import game_schema
from tests.samples import DATA, GAMES, LAYOUTS, layout
from tests.schemas import validator
from tests.test_gamefile import SHAPES, STEPS, Document, document


def is_read(data: object) -> bool:
    """Whether the program reads the data as a game."""
    try:
        Game.loads(json.dumps(data))
    except GameFormatError:
        return False
    return True


@pytest.mark.parametrize("name", ["game", "protocol"])
def test_the_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(validator(name).schema)


def test_the_file_is_made_from_the_keys() -> None:
    """`make schema` writes it."""
    assert game_schema() == validator("game").schema


@pytest.mark.parametrize("name", GAMES)
def test_saved_games_fit(name: str) -> None:
    text = (DATA / "games" / f"{name}.json").read_text(encoding="utf-8")
    validator("game").validate(json.loads(text))
    validator("game").validate(json.loads(Game.loads(text).dumps()))


@pytest.mark.parametrize("name", LAYOUTS)
def test_games_of_layouts_fit(name: str) -> None:
    validator("game").validate(json.loads(Game(layout(name)).dumps()))


def test_cards_and_suits_fit_as_they_may_also_be_written() -> None:
    data = json.loads(Game(layout("one-move-from-winning")).dumps())
    start = data["start"]
    signs = str.maketrans("SHDCKQJT", "♠♥♦♣kqjt")
    small = {name: start[name].lower() for name in ("stock", "foundations")}
    signed = {name: start[name].translate(signs) for name in ("stock", "foundations")}
    assert small["foundations"] != start["foundations"] != signed["foundations"]
    for texts in (small, signed):
        validator("game").validate({**data, "start": {**start, **texts}})
        assert is_read({**data, "start": {**start, **texts}})


@pytest.mark.parametrize(
    "seed", ["0", str(2**64 - 1), "pysol:24", "pysol:32000", f"pysol:{10**40 - 1}", "kpat:7"]
)
@pytest.mark.parametrize("suits", [1, 2, 4])
def test_games_in_play_fit(seed: str, suits: int) -> None:
    game = Game.new(suits=suits, seed=seed, relaxed=suits == 2)
    for index in range(8):
        if moves := game.legal_moves():
            game.play(moves[index % len(moves)])
    game.deal()
    game.undo(1)
    assert game.undone_count == 1
    validator("game").validate(json.loads(game.dumps()))
    validator("game").validate(json.loads(game.dumps(compact=True)))


def test_it_knows_the_shapes_that_are_refused() -> None:
    """All but the few that take more than a look: a number out of its range, two bars, ..."""
    unknown = [message for made, _, message in SHAPES if validator("game").is_valid(made())]
    assert unknown == [
        "'42\\n' is not a seed",  # Python's $ also matches before a newline
        "is not a seed: these go from 0 to",
        "has two bars",
        "more than 104 cards",
    ]
    for step in STEPS:
        data = document(steps=[step])
        assert not validator("game").is_valid(data) or step == "3 7 2\n"


_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 105),
    st.text("SHDC10AKQT|-♠♥ \n", max_size=6),
    st.sampled_from(["deal", "3 7 2", "KS", "-", "kpat:0", "pysol:24", "spider-game"]),
    st.lists(st.sampled_from(["deal", "-", "KS"]), max_size=2),
    st.dictionaries(st.sampled_from(["stock", "x"]), st.just(""), max_size=1),
)


@given(st.data())
def test_what_it_refuses_the_program_refuses(draw: Any) -> None:
    data = copy.deepcopy(document())
    _change(draw, data)
    if not validator("game").is_valid(data):
        assert not is_read(data), data


def _change(draw: Any, data: Document) -> None:
    """Replace, remove or add something, at any depth."""
    at: Any = data
    key: Any = draw.draw(st.sampled_from([*data, "more"]))
    while isinstance(at.get(key) if isinstance(at, dict) else at[key], (dict, list)) and draw.draw(
        st.booleans()
    ):
        at = at[key]
        if not at:
            return
        key = draw.draw(st.sampled_from(list(at) if isinstance(at, dict) else list(range(len(at)))))
    if draw.draw(st.booleans()) or key == "more":
        at[key] = draw.draw(_VALUES)
    else:
        del at[key]


# --- the protocol -------------------------------------------------------------------------------------

OPENING = {
    "protocol": "spider", "version": 1, "program": "0.2.0", "file": None,
    "suits": 1, "seed": "3", "relaxed": False,
}  # fmt: skip
DEAL = {
    "line": 1, "command": "deal", "ok": True, "step": "deal", "turned": [], "completed": [],
    "dealt": ["AS"] * 10, "score": 500, "status": "playing",
}  # fmt: skip
REFUSED = {"line": 1, "command": "x", "ok": False, "error": "no", "reason": "unreadable"}


@pytest.mark.parametrize("data", [OPENING, DEAL, REFUSED])
def test_objects_of_the_protocol_fit_and_may_have_more_keys(data: dict[str, Any]) -> None:
    assert validator("protocol", strict=True).is_valid(data)
    assert validator("protocol").is_valid({**data, "new": 1})
    assert not validator("protocol", strict=True).is_valid({**data, "new": 1})


@pytest.mark.parametrize(
    ("data", "change"),
    [
        (OPENING, {"version": 2}),
        (OPENING, {"protocol": "chess"}),
        (OPENING, {"suits": 3}),
        (OPENING, {"file": ...}),
        (DEAL, {"ok": ...}),
        (DEAL, {"line": 0}),
        (DEAL, {"step": "11 1 1"}),
        (DEAL, {"turned": ...}),
        (DEAL, {"step": ...}),
        (DEAL, {"dealt": ["AS"]}),
        (DEAL, {"turned": ["1S"]}),
        (DEAL, {"status": "lost"}),
        (REFUSED, {"reason": ...}),
        (REFUSED, {"error": 1}),
    ],
)
def test_what_no_object_of_the_protocol_can_be(data: dict[str, Any], change: dict[str, Any]) -> None:
    changed = {key: value for key, value in {**data, **change}.items() if value is not ...}
    assert not validator("protocol").is_valid(changed)
