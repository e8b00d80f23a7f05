"""Sentences for the ear: what they say, and that none takes long."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess

import pytest

from spider_cli import Game
from spider_cli.render import spoken
from spider_cli.render.sentences import new_game_report, redo_report, start_report, step_report, undo_report
from spider_cli.render.spoken import SPOKEN_WORDING
from spider_cli.rules.steps import DEAL, Move
from tests.commands import Spider
from tests.samples import DATA, table

LONGEST = 6.0  # seconds, at 175 words a minute


def said(game: Game, step: Move | None = None) -> str:
    """What is said of a step, or of a deal."""
    before = game.position
    game.play(step or DEAL)
    return step_report(before, step or DEAL, game, SPOKEN_WORDING)


def test_a_step_is_told_in_words() -> None:
    rest = ["KD", "KC", "3H", "3H", "3H", "3H"]
    game = Game(table("2D 4C TH | 8S 7S 6H", "9S", "7D", "TS 9H", *rest))
    assert said(game, Move(1, 3, 1)) == "6 of hearts from 1 to 3. Score 499."
    assert said(game, Move(1, 4, 2)) == "8 and 7 of spades from 1 to 4. Turned up: 10 of hearts. Score 498."
    assert said(game, Move(2, 1, 1)) == "9 of spades from 2 to 1. Score 497."
    assert undo_report(1, 1, undone(game), SPOKEN_WORDING) == "Took back 2 to 1. Score 498."
    game.redo()
    assert redo_report(1, 1, game, SPOKEN_WORDING) == "Made 2 to 1 again. Score 497."
    game.undo(3)
    assert undo_report(3, 5, game, SPOKEN_WORDING) == "Took back 3 steps, all there were. Score 500."


def undone(game: Game) -> Game:
    game.undo()
    return game


def test_runs_and_the_end() -> None:
    game = Game(table("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS", foundations="S S S S S S S", suits=1))
    assert said(game, Move(1, 3, 12)) == "King to 2 of spades from 1 to 3. Score 1199."
    assert said(game, Move(2, 3, 1)) == (
        "Ace of spades from 2 to 3. Completed a run of spades. Score 1298. The game is won."
    )


def test_a_row_is_told_in_two_sentences() -> None:
    stock = "AS 2S 3H 4S 5C 6S 7S 8S 9S TD"
    game = Game(table(*["KS"] * 10, stock=stock))
    assert said(game) == (
        "Dealt: ace, 2 of spades, 3 of hearts, 4 of spades, 5 of clubs. "
        "Then 6, 7, 8, 9 of spades, 10 of diamonds. 0 rows left. Score 500."
    )
    assert undo_report(1, 1, undone(game), SPOKEN_WORDING) == "Took back the deal. Score 500."


def test_a_game_is_announced() -> None:
    game = Game.new(suits=2, seed=7, relaxed=True)
    assert new_game_report(game, SPOKEN_WORDING) == "New game: 2 suits, intermediate, relaxed. Seed 7."
    assert start_report(game, SPOKEN_WORDING) == "Start: 2 suits, intermediate, relaxed. Seed 7."


def test_commands_say_only_what_changed(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    for line in ("move 2 3", "deal", "undo", "redo", "new --seed 4 --force"):
        words = spider.did(f"{line} --as plain")
        assert words.count("\n") == 1
        assert words.isascii()
    assert len(spider.did("show --as plain").splitlines()) == 14


def test_card_names_of_rules_and_hints_become_words() -> None:
    text = "7H does not go on JS (column 4): a jack takes a ten"
    assert SPOKEN_WORDING.named(text) == (
        "7 of hearts does not go on jack of spades (column 4): a jack takes a ten"
    )


def seconds(text: str) -> float:
    """How long a synthesiser takes to say a text."""
    command = ["espeak-ng", "-s", "175", "--stdout", text]
    sound = subprocess.run(command, capture_output=True, check=True).stdout
    (rate,) = struct.unpack("<I", sound[24:28])
    return (len(sound) - 44) / 2 / float(rate)  # 16 bits a sample, after a header of 44 bytes


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="the synthesiser is a program of its own")
@pytest.mark.parametrize("name", ["kpat-1s-1", "kpat-2s-1", "kpat-4s-7"])
def test_no_sentence_takes_long(name: str) -> None:
    whole = Game.load(DATA / "games" / f"{name}.json")
    game = whole.rewound(0)
    found = set()
    for step in whole.steps:
        before = game.position
        game.play(step)
        found |= set(re.split(r"(?<=\.) ", spoken.step_report(before, step, game)))
    longest = sorted(found, key=len)[-6:]
    assert max(map(seconds, longest)) <= LONGEST
