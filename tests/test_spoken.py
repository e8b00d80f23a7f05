"""Sentences for the ear: what they say, and that none takes long."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess

import pytest

from spider_cli import Game
from spider_cli.render import spoken
from spider_cli.render.sentences import new_game_report, start_report
from spider_cli.render.spoken import SPOKEN_WORDING
from tests.commands import Spider
from tests.samples import DATA

LONGEST = 6.0  # seconds, at 175 words a minute


def told(spider: Spider, *lines: str) -> list[str]:
    """What is said of each command."""
    return [spider.did(f"{line} --as plain").rstrip("\n") for line in lines]


def test_steps_are_told_in_words(spider: Spider) -> None:
    spider.start_with("2D 4C TH | 8S 7S 6H", "9S", "7D", "TS 9H")
    assert told(spider, "move 1 3", "move 1 4", "move 2 1", "undo", "redo") == [
        "6 of hearts from 1 to 3. Score 499.",
        "8 and 7 of spades from 1 to 4. Turned up: 10 of hearts. Score 498.",
        "9 of spades from 2 to 1. Score 497.",
        "Took back 2 to 1. Score 498.",
        "Made 2 to 1 again. Score 497.",
    ]
    assert told(spider, "undo 2", "undo 5", "redo all") == [
        "Took back 2 steps. Score 499.",
        "Took back 1 to 3, all there was. Score 500.",
        "Made 3 steps again. Score 497.",
    ]


def test_runs_and_the_end(spider: Spider) -> None:
    spider.start("one-move-from-winning")
    assert told(spider, "move 2 3", "move 1 2", "move 3 2") == [
        "Ace of spades from 2 to 3. Score 1199.",
        "King to 2 of spades from 1 to 2. Score 1198.",
        "Ace of spades from 3 to 2. Completed a run of spades. Score 1297. The game is won.",
    ]


def test_a_row_is_told_in_two_sentences(spider: Spider) -> None:
    spider.did("new --suits 4 --seed 1 -q")
    assert told(spider, "deal", "undo") == [
        "Dealt: jack of diamonds, 8 of clubs, queen of hearts, jack of spades, 3 of clubs. "
        "Then 5 of clubs, 5 of hearts, 8, 3 of spades, 7 of clubs. 4 rows left. Score 500.",
        "Took back the deal. Score 500.",
    ]


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


def test_a_replay_tells_step_by_step(spider: Spider) -> None:
    spider.start("one-move-from-winning")
    told(spider, "move 2 3", "move 3 1")
    assert spider.did("replay --as plain").splitlines() == [
        "Start: 1 suit, beginner. From a layout.",
        "",
        "Step 1 of 2. Ace of spades from 2 to 3. Score 1199.",
        "",
        "Step 2 of 2. Ace of spades from 3 to 1. Completed a run of spades. Score 1298. The game is won.",
        "",
    ]


def test_card_names_of_rules_and_hints_become_words() -> None:
    text = "7H does not go on JS (column 4): a jack takes a ten"
    assert SPOKEN_WORDING.named(text) == (
        "7 of hearts does not go on jack of spades (column 4): a jack takes a ten"
    )


def test_moves_and_hints_name_cards_in_words(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    assert "2 3 1    # 8 of spades onto 9 of spades" in spider.did("moves --as plain").splitlines()
    words = spider.did("hint --why --as plain")
    assert " of spades" in words.splitlines()[0]
    assert not re.search(r"\b[2-9TJQKA][SHDC]\b", words)


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
