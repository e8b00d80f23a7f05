"""A game: steps, undo, redo, score."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spider_cli.errors import IllegalStepError, NotationError, PositionError
from spider_cli.games.game import Game
from spider_cli.rules.cards import CARD_NAMES
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, Move, Step, parse_step
from spider_cli.solver import Limits
from tests.oracle import Table
from tests.samples import DATA, GAMES, layout, saved_game, start_of, table


@pytest.mark.parametrize("seed", ["", "[]", "-1", "01", "pysol:0", "kpat:", '"'])
def test_what_is_not_a_seed_is_refused(seed: str) -> None:
    with pytest.raises(NotationError, match="is not a seed"):
        Game(layout("one-move-from-winning"), seed=seed)


@pytest.mark.parametrize(("seed", "written"), [("7", "7"), ("pysol:24", "pysol:ms24"), ("kpat:3", "kpat:3")])
def test_a_seed_is_kept_as_it_is_written(seed: str, written: str) -> None:
    start = Game.new(suits=2, seed=seed).start
    game = Game(start, seed=seed)
    assert game.seed == Game.loads(game.dumps()).seed == written


def test_a_seed_is_a_promise() -> None:
    with pytest.raises(PositionError, match="is not the start that seed 8 names"):
        Game(Game.new(suits=2, seed="7").start, seed="8")
    with pytest.raises(PositionError, match="is not the start that seed 7 names"):
        Game(layout("one-move-from-winning"), seed="7")


def test_a_start_is_checked() -> None:
    with pytest.raises(PositionError, match=r"^KD: there are 8, but a game of 4 suits has 2; "):
        Game(table("9S 8S", "TH", *["KD"] * 8, stock="AS 2S 3S 4S 5S 6S 7S 8S 9S TS"))


def refused(game: Game, step: Step) -> IllegalStepError:
    """The refusal of a step; checks that nothing in the game has changed."""
    before = everything(game)
    with pytest.raises(IllegalStepError) as caught:
        game.play(step)
    assert everything(game) == before
    return caught.value


def everything(game: Game) -> tuple[object, ...]:
    return (
        game.start, game.position, game.steps, game.undone_steps, game.undos,
        game.score, game.moves, game.deals, game.status, game.step_count, game.undone_count,
    )  # fmt: skip


def a_legal_step(random: Random, game: Game) -> Step:
    steps: list[Step] = [*game.legal_moves()]
    if game.position.can_deal and (not steps or random.random() < 0.05):
        return DEAL
    return random.choice(steps)


def wander(game: Game, steps: int, seed: int = 1) -> list[Position]:
    """Play random steps until so many stand; returns the position before the first and after each."""
    random = Random(seed)
    positions = [game.position]
    for _ in range(steps):
        game.play(a_legal_step(random, game))
        positions.append(game.position)
    return positions


# --- new games ------------------------------------------------------------------------------------


def test_new() -> None:
    game = Game.new(suits=2, seed="42")
    assert (game.seed, game.suits, game.relaxed) == ("42", 2, False)
    assert (game.score, game.moves, game.deals, game.undos, game.status) == (500, 0, 0, 0, "playing")
    assert (game.steps, game.undone_steps) == ((), ())
    assert game.start is game.position


def test_new_keeps_the_seed_as_it_is_shown() -> None:
    assert Game.new(suits=1, seed=42).seed == "42"
    assert Game.new(suits=1, seed="pysol:24").seed == "pysol:ms24"
    assert Game.new(seed="1", relaxed=True).relaxed


@pytest.mark.parametrize("seed", ["", "x", "01", -1, 2**64, "kpat:0"])
def test_new_refuses_what_is_no_seed(seed: str | int) -> None:
    with pytest.raises(NotationError):
        Game.new(suits=1, seed=seed)


@pytest.mark.parametrize("suits", [0, 3])
def test_new_refuses_other_numbers_of_suits(suits: int) -> None:
    with pytest.raises(NotationError):
        Game.new(suits=suits, seed="1")


# --- steps ----------------------------------------------------------------------------------------


def test_moves_and_deals() -> None:
    game = Game.new(suits=1, seed=3)
    assert game.move(2, 3) == Move(2, 3, 1)
    assert game.move(3, 2, 1) == Move(3, 2, 1)
    game.deal()
    assert game.steps == (Move(2, 3, 1), Move(3, 2, 1), DEAL)
    assert (game.moves, game.deals, game.score, game.step_count) == (2, 1, 498, 3)


def test_a_refused_step_changes_nothing() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    game.move(2, 3, 1)
    game.undo()
    for step in (DEAL, Move(1, 2, 7), Move(3, 4, 1), Move(1, 3, 0)):
        refused(game, step)
    with pytest.raises(IllegalStepError):
        game.move(1, 1)
    assert game.undone_steps == (Move(2, 3, 1),)


@pytest.mark.parametrize("step", [(2, 3, 1), "2 3 1", "deal", None])
def test_what_is_no_step_is_not_played(step: object) -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    before = everything(game)
    with pytest.raises(TypeError, match="a step is a Move or DEAL"):
        game.play(step)  # type: ignore[arg-type]  # the mistake under test
    assert everything(game) == before


def test_case_15_a_new_step_drops_the_steps_to_redo() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    game.move(2, 3, 1)
    game.undo()
    game.move(2, 4, 1)
    assert game.undone_count == 0
    with pytest.raises(IllegalStepError) as caught:
        game.redo()
    assert caught.value.reason == "nothing-to-redo"
    assert game.steps == (Move(2, 4, 1),)


def test_case_15_a_refused_step_does_not() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    game.move(2, 3, 1)
    game.undo()
    refused(game, Move(3, 2, 1))
    assert game.redo() == 1
    assert game.steps == (Move(2, 3, 1),)


def test_the_next_redo_step_keeps_the_others() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    for target in (3, 4, 5):
        game.move(2, target, 1)
    game.undo(3)
    assert game.move(2, 3, 1) == Move(2, 3, 1)
    assert game.undone_steps == (Move(2, 4, 1), Move(2, 5, 1))
    game.move(2, 5, 1)  # not the next one
    assert game.undone_count == 0


def test_the_deal_as_next_redo_step() -> None:
    game = Game(layout("dealt-ace-completes"))
    game.deal()
    game.move(2, 1, 1)
    game.undo(2)
    game.deal()
    assert game.undone_steps == (Move(2, 1, 1),)


def test_case_16_undo() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    with pytest.raises(IllegalStepError, match="nothing to undo: the game is at its start") as caught:
        game.undo()
    assert caught.value.reason == "nothing-to-undo"
    for target in (3, 4, 5):
        game.move(2, target, 1)
    assert game.undo(999) == 3
    assert (game.position, game.undos, game.undone_count) == (game.start, 3, 3)
    assert game.redo(999) == 3
    assert game.undo(None) == 3
    assert game.redo(None) == 3
    assert game.undo(2) == 2
    assert (game.step_count, game.undone_count, game.undos) == (1, 2, 8)


@pytest.mark.parametrize("steps", [0, -1, -999])
def test_no_fewer_than_one_step_is_taken_back_or_made_again(steps: int) -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    game.move(2, 3, 1)
    game.move(2, 4, 1)
    game.undo()
    before = everything(game)
    with pytest.raises(ValueError, match="at least 1"):
        game.undo(steps)
    with pytest.raises(ValueError, match="at least 1"):
        game.redo(steps)
    assert everything(game) == before


def test_case_02_undo_restores_a_deal_and_the_run_it_completed() -> None:
    game = Game(layout("dealt-ace-completes"))
    game.deal()
    dealt = game.position
    assert (len(dealt.foundations), game.score, game.step_count) == (6, 500 + 600, 1)
    game.undo()
    assert (game.position, game.score) == (layout("dealt-ace-completes"), 1000)
    game.redo()
    assert game.position == dealt


def test_case_03_one_undo_hides_the_king_again() -> None:
    game = Game(layout("dealt-ace-completes-over-hidden-king"))
    game.deal()
    assert game.position.face_down(1) == 0
    game.undo()
    assert game.position.face_down(1) == 1
    assert str(game.position) == str(layout("dealt-ace-completes-over-hidden-king"))


def test_case_07_won_and_taken_back() -> None:
    game = Game(layout("one-move-from-winning"))
    for _ in range(2):
        game.move(2, 1, 1)
        assert (game.status, game.score) == ("won", 500 - 1 + 800)
        assert refused(game, Move(2, 1, 1)).reason == "won"
        assert refused(game, DEAL).reason == "won"
        game.undo()
        assert (game.status, game.score) == ("playing", 1200)
        assert game.legal_moves()
    game.redo()
    assert game.status == "won"


# --- score ----------------------------------------------------------------------------------------


def test_case_18_a_thousand_moves_to_and_fro() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    for done in range(0, 2000, 2):
        assert game.score == 500 + 600 - done
        game.move(2, 3, 1)
        game.move(3, 2, 1)
    assert (game.position, game.moves, game.score) == (game.start, 2000, 1100 - 2000)  # below 0
    game.undo(None)
    assert game.score == 1100


@pytest.mark.parametrize("name", GAMES)
def test_saved_games(name: str) -> None:
    """The games of other programs' deals: figures, and the same cards as the plain rules at every step."""
    results = [line.split("\t") for line in (DATA / "games" / "results.tsv").read_text().splitlines()]
    (expected,) = [fields[1:] for fields in results if fields[0] == name]
    saved = saved_game(name)
    game = Game(start_of(saved))
    assert game.start == Game.new(suits=saved["suits"], seed=saved["seed"]).start
    plain = Table(str(game.position))
    for text in saved["steps"]:
        game.play(parse_step(text))
        plain = plain.step(text)
        assert str(game.position) == str(plain)
    assert [str(game.moves), str(game.deals), str(game.score), game.status] == expected


# --- undo and redo over long games ----------------------------------------------------------------


def test_case_20_every_step_can_be_taken_back_to_its_position() -> None:
    game = Game.new(suits=1, seed="42")
    positions = wander(game, 300)
    for count, position in reversed(list(enumerate(positions))):
        assert (game.step_count, game.position) == (count, position)
        if count:
            game.undo()


# Only some of a long game's positions are kept and the rest played again: lengths on both sides of
# the marks, and walks back and forth across them.
@pytest.mark.parametrize("length", [511, 512, 513, 1023, 1024, 1025, 2600])
def test_long_games(length: int) -> None:
    game = Game.new(suits=4, seed="7", relaxed=True)
    positions = wander(game, length)
    steps = game.steps
    walks = ((1, 1), (3, 2), (600, 100), (1, 2), (513, 513), (100, 612), (2600, 2600), (2600, 1))
    for back, forth in walks:
        game.undo(back)
        assert game.position == positions[game.step_count]
        game.redo(forth)
        assert game.position == positions[game.step_count]
        assert game.steps + game.undone_steps == steps
    game.redo(None)
    for count in range(length, -1, -1):
        assert game.position == positions[count]
        if count:
            game.undo()
    assert game.start == positions[0]


def test_undo_costs_the_same_in_a_long_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(suits=4, seed="7", relaxed=True)
    wander(game, 3000)
    applied = []
    apply = Position.apply

    def counted(position: Position, step: Step) -> Position:
        applied.append(step)
        return apply(position, step)

    monkeypatch.setattr(Position, "apply", counted)
    while game.step_count > 1024:
        game.undo()
    assert len(applied) < 3000  # each step is played again once at most
    applied.clear()
    for _ in range(100):  # to and fro over a mark
        game.undo()
        game.redo()
    assert len(applied) < 100 + 1024


class Book:
    """What a game must do, as a list of all positions and a mark where the game stands."""

    def __init__(self, start: Position) -> None:
        self.positions = [start]
        self.steps: list[Step] = []
        self.now = 0
        self.undos = 0

    def play(self, step: Step) -> None:
        after = self.positions[self.now].apply(step)
        if self.steps[self.now : self.now + 1] != [step]:
            del self.steps[self.now :]
            del self.positions[self.now + 1 :]
            self.steps.append(step)
            self.positions.append(after)
        self.now += 1

    def undo(self, number: int) -> int:
        number = min(number, self.now)
        self.now -= number
        self.undos += number
        return number

    def redo(self, number: int) -> int:
        number = min(number, len(self.steps) - self.now)
        self.now += number
        return number


def agree(ours: Callable[[int], int], books: Callable[[int], int], number: int) -> None:
    """Both take back or make again the same number of steps; the game refuses if there is none."""
    if done := books(number):
        assert ours(number) == done
    else:
        with pytest.raises(IllegalStepError):
            ours(number)


#: Steps to play, take back and make again, a few or many.
NUMBERS = st.one_of(st.integers(1, 5), st.integers(1, 1500))
ACTIONS = st.lists(st.tuples(st.sampled_from(("play", "undo", "redo")), NUMBERS), min_size=5, max_size=25)


@pytest.mark.unmeasured  # thousands of steps back and forth
@given(st.integers(0, 2**32), st.sampled_from((1, 2, 4)), st.booleans(), st.integers(0, 1100), ACTIONS)
@settings(max_examples=60)
def test_any_undo_and_redo(
    seed: int, suits: int, relaxed: bool, first: int, actions: list[tuple[str, int]]
) -> None:
    game = Game.new(suits=suits, seed=seed, relaxed=relaxed)
    book = Book(game.start)
    random = Random(seed)
    for action, number in [("play", first), *actions]:
        if action == "play":
            for _ in range(number):
                if game.status == "playing":
                    step = a_legal_step(random, game)
                    game.play(step)
                    book.play(step)
        elif action == "undo":
            agree(game.undo, book.undo, number)
        else:
            agree(game.redo, book.redo, number)
        assert game.position == book.positions[book.now]
        assert game.steps == tuple(book.steps[: book.now])
        assert game.undone_steps == tuple(book.steps[book.now :])
        assert game.undos == book.undos
        dealt = game.steps.count(DEAL)
        runs = len(game.position.foundations)
        assert (game.deals, game.score) == (dealt, 500 - (len(game.steps) - dealt) + 100 * runs)


# --- for people who use the library -------------------------------------------------------------------


def test_a_game_is_new_each_time_without_a_seed() -> None:
    seeds = {Game.new().seed for _ in range(20)}
    assert len(seeds) > 15
    for seed in seeds:
        assert seed
        assert Game.new(seed=seed).seed == seed


def test_a_copy_goes_its_own_way() -> None:
    game = Game.new(suits=1, seed=3)
    game.move(2, 3)
    game.mark("here")
    game.deal()
    game.undo()
    copy = game.copy()
    assert everything(copy) == everything(game)
    assert copy.notes == game.notes
    before = everything(game)
    copy.redo()
    copy.mark("there")
    copy.undo(None)
    assert everything(game) == before
    assert list(game.notes.marks) == ["here"]


def test_a_long_copy_goes_back_to_the_start() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    for _ in range(700):
        game.move(2, 3, 1)
        game.move(3, 2, 1)
    copy = game.copy()
    copy.undo(None)
    assert copy.position == copy.start
    game.undo(1)
    assert game.step_count == 1399


def test_printing_a_game_draws_the_table_and_names_no_hidden_card() -> None:
    game = Game.new(suits=4, seed="42")
    text = str(game)
    assert "score 500" in text
    assert text.count("##") == 44
    shown = {name for name in CARD_NAMES.values() if name in text.replace("10", "T")}
    assert shown == {CARD_NAMES[column[-1]] for column in game.position.columns}
    assert repr(game) == "<Game: seed 42, 4 suits, 0 steps, score 500, playing>"
    assert repr(game.position) == (
        "<Position: 4 suits, 54 cards in columns, 5 rows in the stock, 0 foundations, playing>"
    )
    assert repr(Game(layout("one-move-from-winning"))).startswith("<Game: a layout, 1 suit, 0 steps,")


def test_notebooks_show_the_table_and_no_hidden_card() -> None:
    game = Game.new(suits=4, seed="42")
    html = game._repr_html_()
    assert html == game.position._repr_html_()
    assert html.startswith("<table")
    assert "rows left" in html
    exposed = {CARD_NAMES[column[-1]] for column in game.position.columns}
    signs = str.maketrans("SHDC", "♠♥♦♣")
    shown = {name for name in CARD_NAMES.values() if f">{name.replace('T', '10').translate(signs)}<" in html}
    assert shown == exposed


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (("8", 10), "a column is a whole number from 1 to 10, not '8'"),
        ((8, "10"), "a column is a whole number from 1 to 10, not '10'"),
        ((8, 10.0), "a column is a whole number from 1 to 10, not 10.0"),
        ((True, 10), "a column is a whole number from 1 to 10, not True"),
        ((8, 10, "1"), "a number of cards is a whole number from 1 to 13, not '1'"),
    ],
)
def test_wrong_types_are_told_in_our_words(numbers: tuple[Any, ...], message: str) -> None:
    game = Game.new(suits=2, seed="21")
    with pytest.raises(TypeError) as caught:
        game.move(*numbers)
    assert str(caught.value) == message
    assert game.step_count == 0


def test_status_and_what_can_be_done_are_properties_of_game_and_position_alike() -> None:
    for thing in (Game.new(seed=1), Game.new(seed=1).position):
        assert (thing.status, thing.is_won, thing.can_deal) == ("playing", False, True)


def test_a_game_asks_for_hints_and_solutions() -> None:
    game = Game(layout("one-move-from-winning"))
    hint = game.hint()
    assert hint
    assert hint.step == Move(2, 1, 1)
    assert game.solve().steps == (Move(2, 1, 1),)
    assert game.solve(Limits(nodes=10_000)).verdict == "solved"
    game.play(hint.step)
    assert game.is_won
    assert game.hint() is None


# --- marks --------------------------------------------------------------------------------------------


def test_marks_lead_back_and_forth() -> None:
    game = Game.new(suits=1, seed=3)
    assert game.mark("Begin") == 0
    game.move(2, 3)
    game.deal()
    assert game.mark("dealt") == 2
    assert game.go_to("begin") == 0
    assert (game.step_count, game.undone_count, game.undos) == (0, 2, 2)
    assert game.go_to("DEALT") == 2
    assert game.go_to(1) == 1
    assert Game.loads(game.dumps()).notes.marks == {"begin": 0, "dealt": 2}


def test_a_mark_is_dropped_with_the_steps_that_it_counted() -> None:
    game = Game.new(suits=1, seed=3)
    game.move(2, 3)
    game.mark("one")
    game.deal()
    game.mark("two")
    game.go_to("one")
    assert set(game.notes.marks) == {"one", "two"}
    game.redo()
    game.undo()
    game.move(3, 2)  # another second step
    assert game.notes.marks == {"one": 1}
    with pytest.raises(IllegalStepError, match="no step is marked 'two': there are one") as caught:
        game.go_to("two")
    assert caught.value.reason == "no-mark"


@pytest.mark.parametrize("name", ["", "7", "7a", "all", "ALL", "two words", "a#b", "-", "x" * 41, "a\n"])
def test_what_is_no_name_for_a_step(name: str) -> None:
    game = Game.new(seed=1)
    with pytest.raises(NotationError, match="is not a name for a step"):
        game.mark(name)


def test_there_are_not_endlessly_many_marks() -> None:
    game = Game.new(seed=1)
    game.notes.marks = {f"m{number}": 0 for number in range(1000)}
    game.mark("m7")
    with pytest.raises(IllegalStepError, match="1000 marks"):
        game.mark("more")
    assert Game.loads(game.dumps()).notes.marks == game.notes.marks
