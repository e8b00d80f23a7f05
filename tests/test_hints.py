"""Hints: honest, deterministic, never in a circle, and right in the small cases that broke others."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from spider_cli.games.starts import start_of
from spider_cli.hints import Adviser, Hint, Plan, hint, play_hints
from spider_cli.hints.adviser import Follower
from spider_cli.hints.determinization import SearchSize, spread
from spider_cli.hints.view import UNKNOWN, seen, unseen
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, Move, Step
from tests.processes import python
from tests.samples import layout, table


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow search, for speed: nearly all of this holds at any width."""
    monkeypatch.setattr("spider_cli.hints.NET_WIDTH", 8)
    monkeypatch.setattr("spider_cli.hints.SEARCH_SIZE", SearchSize(8, 3, (2, 4), 3))


def with_other_unseen_cards(position: Position, seed: int) -> Position:
    """The same to the eye: the cards that nobody sees in another order."""
    hidden = bytearray(b"".join([column[1 : column[0] + 1] for column in position.columns]) + position.stock)
    random.Random(seed).shuffle(hidden)
    columns = []
    for column in position.columns:
        down = column[0]
        columns.append(column[:1] + bytes(hidden[:down]) + column[down + 1 :])
        del hidden[:down]
    return position._replace(columns=tuple(columns), stock=bytes(hidden))


def follow(position: Position, steps: int) -> list[Position]:
    """The positions met when each hint is asked for anew, which must all differ to the eye."""
    met = [position]
    while len(met) <= steps and (given := hint(met[-1])):
        met.append(met[-1].apply(given.step))
    assert len({seen(position) for position in met}) == len(met)
    return met


def told(given: Hint | None) -> tuple[Step, str]:
    """The step and the reason of a hint that there must be."""
    assert given is not None
    return given.step, given.reason


# --- what is seen -----------------------------------------------------------------------------------


def test_the_view_holds_no_unseen_card() -> None:
    position = start_of("1", 4).apply(DEAL)
    view = seen(position)
    assert view.stock == bytes([UNKNOWN]) * 40
    for column, shown in zip(position.columns, view.columns, strict=True):
        assert shown == column[:1] + bytes([UNKNOWN]) * column[0] + column[column[0] + 1 :]
    hidden = b"".join([column[1 : column[0] + 1] for column in position.columns]) + position.stock
    assert unseen(view).total() == len(hidden)
    assert sorted(unseen(view).elements()) == sorted(hidden)


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_case_54_unseen_cards_make_no_difference(suits: int) -> None:
    for position in follow(start_of(str(suits), suits), steps=12):
        other = with_other_unseen_cards(position, seed=7)
        assert other != position
        assert hint(other) == hint(position)


def test_the_order_of_foundations_makes_no_difference() -> None:
    position = layout("one-move-from-winning")
    assert hint(position._replace(foundations=position.foundations[::-1])) == hint(position)


@pytest.mark.parametrize("number", [1, 2, 5, 23, 94])
def test_the_cards_tried_are_spread_over_all(number: int) -> None:
    cards = spread(list(range(number)))
    assert sorted(cards) == list(range(number))
    for tried in range(1, number + 1):
        few = [-1, *sorted(cards[:tried]), number]
        assert max(after - before for before, after in pairwise(few)) <= 3 * number / tried + 1


# --- determinism ------------------------------------------------------------------------------------


def test_hash_seeds_make_no_difference(tmp_path: Path) -> None:
    program = """
import sys
from spider_cli.hints import hint
from spider_cli.rules.position import Position

position = Position.parse(sys.stdin.read())
for _ in range(6):
    given = hint(position)
    print(given.step, given.reason)
    position = position.apply(given.step)
"""
    text = str(start_of("5", 2).apply(DEAL))
    told = {python(program, cwd=tmp_path, env={"PYTHONHASHSEED": seed}, stdin=text) for seed in ("1", "2")}
    assert len(told) == 1
    assert len(told.pop().splitlines()) == 6


def test_every_python_gives_the_same_hints() -> None:
    # Others after a change of the search; never others on another Python or machine.
    known = "5 9 1, 6 7 1, 3 10 1, 6 1 1, 5 9 1, 8 9 1, 5 8 1, 8 2 2, 8 2 1, 1 9 1, 6 9 1, 3 5 1, 10 3 2"
    steps, _ = play_hints(start_of("5", 2))
    assert ", ".join(map(str, steps)).startswith(known)


def test_an_adviser_that_keeps_what_it_knows_gives_the_same_hints() -> None:
    adviser = Adviser()
    for position in follow(start_of("4", 4), steps=10):
        assert adviser.hint(position) == hint(position)


def test_a_kept_memory_makes_no_difference() -> None:
    start = start_of("3", 2)
    steps, end = play_hints(start)
    met = follow(start, steps=len(steps) + 1)
    assert len(met) == len(steps) + 1
    assert met[-1] == end


# --- no circles -------------------------------------------------------------------------------------


@pytest.mark.unmeasured  # follows hints through whole games
@pytest.mark.parametrize("suits", [1, 2, 4])
@pytest.mark.parametrize("relaxed", [False, True])
def test_followed_hints_never_repeat_a_position(suits: int, relaxed: bool) -> None:
    for seed in range(2):
        position = start_of(str(seed), suits, relaxed=relaxed)
        met = set()
        for step in play_hints(position)[0]:
            assert seen(position) not in met
            met.add(seen(position))
            if isinstance(step, Move):
                cards = len(position.columns[step.source - 1]) - 1
                whole = step.count == cards
                assert not (whole and position.columns[step.target - 1] == EMPTY_COLUMN)
            position = position.apply(step)


class ToAndFro:
    """A planner whose only plan takes back what the way out has just done, and ends there."""

    def plans(self, view: Position) -> list[Plan]:
        back = Move(4, 8, 3)
        return [Plan((back,), None)] if back in view.legal_moves() else []


def test_a_plan_that_ends_nowhere_does_not_undo_the_way_out() -> None:
    follower = Follower(ToAndFro())
    view = seen(layout("plans-that-end-nowhere"))
    met: list[Position] = []
    while given := follower.hint(view):
        assert view not in met
        met.append(view)
        assert given.way_out == given.step
        assert given.rivals == given.plans
        view = view.apply(given.step)
    assert len(met) == 3


# --- the cases --------------------------------------------------------------------------------------


def test_case_05_a_deal_that_can_never_come_is_not_hinted() -> None:
    for position in follow(layout("three-cards-short-of-a-deal"), steps=20)[:-1]:
        given = hint(position)
        assert given is not None
        assert isinstance(given.step, Move)
        assert position.columns[given.step.target - 1] != EMPTY_COLUMN


def test_case_06_tidy_runs_are_split_to_deal() -> None:
    met = follow(layout("split-tidy-runs-to-deal"), steps=8)
    assert [len(position.empty_columns()) for position in met] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    given = hint(met[-1])
    assert given is not None
    assert given.step is DEAL


def test_case_07_the_winning_move_is_hinted() -> None:
    position = layout("one-move-from-winning")
    assert told(hint(position)) == (Move(2, 1, 1), "joins AS to 2S and completes a run of spades")
    assert hint(position.apply(Move(2, 1, 1))) is None


def blocked(*columns: str, stock: str = "") -> Position:
    """A position with these columns, and kings, which go nowhere, in the others."""
    return table(*columns, *["KS"] * (10 - len(columns)), stock=stock)


def test_case_51_a_card_is_not_moved_to_and_fro() -> None:
    # Putting 9S on TD changes nothing that matters, so there is nothing to hint.
    assert hint(blocked("3S | TH 9S", "5D | TD")) is None
    # Where one move does matter, it is hinted, and then nothing more.
    met = follow(blocked("3S | TH 9S", "5D | TD", "JC"), steps=20)
    assert met[1:] == [met[0].apply(Move(2, 3, 1))]


def test_case_52_a_move_that_turns_a_card_is_hinted() -> None:
    given = hint(blocked("9S | 8S", "9H"))
    assert told(given) == (Move(1, 2, 1), "puts 8S on 9H and turns up a card in column 1")


def test_case_53_without_a_move_the_deal_is_hinted_if_there_is_one() -> None:
    given = hint(blocked(stock="AS " * 10))
    assert told(given) == (DEAL, "nothing better is left: deal the next row")
    assert hint(blocked()) is None


def test_no_run_is_completed_that_the_next_deal_needs() -> None:
    queen_to_two = "QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    assert hint(blocked(f"KS {queen_to_two}", "AS")) is not None
    given = hint(blocked(f"KS {queen_to_two}", "AS", stock="9S " * 10))
    assert told(given) == (DEAL, "nothing better is left: deal the next row")


def test_case_51_a_whole_column_is_not_moved_to_an_empty_one() -> None:
    assert hint(blocked("KH", "-")) is None


# --- playing well -----------------------------------------------------------------------------------


@pytest.mark.unmeasured  # follows hints through whole games
def test_easy_deals_are_won() -> None:
    ends = [play_hints(start_of(str(seed), 1))[1] for seed in range(3)]
    assert sum(end.is_won for end in ends) >= 2


def test_more_time_searches_wider() -> None:
    position = start_of("2", 4)
    answers = iter([True, False])
    assert hint(position, 1, lambda: next(answers)) == hint(position, 2)
