"""Random play, the package and the plain rules of `tests.oracle` side by side."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spider_cli.errors import IllegalStepError
from spider_cli.games.starts import start_of
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, Move, parse_step
from tests.oracle import Table
from tests.samples import LAYOUTS, layout_text

pytestmark = pytest.mark.unmeasured  # thousands of steps, each checked twice

NUMBERS_OF_SUITS = st.sampled_from((1, 2, 4))
SEEDS = st.integers(0, 2**64 - 1)
#: What is done in a game: each number picks one of the legal steps.
CHOICES = st.lists(st.integers(0, 9999), min_size=10, max_size=60)


def random_table(random: Random, suits: int, relaxed: bool) -> Table:
    """The 104 cards cut into pieces of runs, and the pieces heaped on some of the columns.

    Such a table has long runs, gaps and face-down cards in places where chance play seldom brings them.
    """
    in_play = {1: "S", 2: "SH", 4: "SHDC"}[suits] * (8 // suits)
    runs = [[rank + suit for rank in "KQJT98765432A"] for suit in in_play]
    random.shuffle(runs)
    foundations = [runs.pop()[0][1] for _ in range(random.randint(0, 7))]
    often = random.choice((0.1, 0.3, 0.7))
    pieces: list[list[str]] = []
    for card in sum(runs, []):  # noqa: RUF017  # eight short lists
        if card[0] == "K" or random.random() < often:
            pieces.append([])
        pieces[-1].append(card)
    random.shuffle(pieces)

    rows = random.randint(0, min(5, len(runs)))
    stock: list[str] = []
    while len(stock) < 10 * rows:
        stock += pieces.pop()
    pieces.append([stock.pop() for _ in range(len(stock) - 10 * rows)])
    random.shuffle(stock)

    columns: list[list[str]] = [[] for _ in range(10)]
    used = random.sample(columns, random.randint(1, 10))
    for piece in pieces:
        random.choice(used).extend(piece)
    lines = [f"suits: {suits}"]
    for number, column in enumerate(columns, start=1):
        hidden = random.choice((0, random.randint(0, max(0, len(column) - 1))))
        lines.append(f"{number}: {' '.join(column[:hidden])} | {' '.join(column[hidden:])}")
    lines += [f"stock: {' '.join(stock)}", f"foundations: {' '.join(foundations)}"]
    table = Table("\n".join(lines), relaxed)
    # A complete run lies open on it by chance: no game can have that, so another one is made.
    settled = table.copy()
    settled.take_off()
    return table if settled.foundations == table.foundations else random_table(random, suits, relaxed)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    return random_table(Random(draw(SEEDS)), draw(NUMBERS_OF_SUITS), draw(st.booleans()))


def agree(position: Position, table: Table) -> list[str]:
    """Checks that both are the same, and allow the same; returns the legal steps."""
    steps = table.steps()
    assert str(position) == str(table)
    assert [str(move) for move in position.legal_moves()] == [step for step in steps if step != "deal"]
    assert position.can_deal == ("deal" in steps)
    assert position.status == table.status(steps)
    assert position.empty_columns() == tuple(n for n, column in table.columns.items() if not column)
    assert position.rows_left() == len(table.stock) // 10
    assert position.cards_on_table() == sum(map(len, table.columns.values()))
    assert position.problems() == ()
    assert Position.parse(str(position), relaxed=position.relaxed) == position
    return steps


def play(position: Position, table: Table, choices: list[int]) -> None:
    """Play the same steps on both, comparing them before and after each."""
    steps = agree(position, table)
    for choice in choices:
        if not steps:
            break
        # Every fourth choice is the deal, or else random play goes to and fro before the first row.
        text = "deal" if choice % 4 == 0 and "deal" in steps else steps[choice % len(steps)]
        position, table = position.apply(parse_step(text)), table.step(text)
        steps = agree(position, table)


def agree_on_refusals(position: Position, table: Table) -> None:
    """Checks each move that could be named, and the deal: legal in both or refused in both."""
    for source in range(12):
        for target in range(12):
            counts = [count for count in range(-1, 16) if table.may_move(source, target, count)]
            for count in range(-1, 16):
                if count in counts:
                    after = position.apply(Move(source, target, count))
                    assert str(after) == str(table.move(source, target, count))
                else:
                    refused(position, Move(source, target, count))
            # Without a count: onto a card the only one, to an empty column the whole run.
            if counts:
                assert position.move_to(source, target) == (source, target, max(counts))
            else:
                with pytest.raises(IllegalStepError):
                    position.move_to(source, target)
    if not table.may_deal():
        with pytest.raises(IllegalStepError):
            position.apply(DEAL)


def refused(position: Position, move: Move) -> None:
    with pytest.raises(IllegalStepError) as caught:
        position.apply(move)
    assert caught.value.reason in IllegalStepError.REASONS
    assert str(caught.value).isprintable()


@given(SEEDS, NUMBERS_OF_SUITS, st.booleans(), CHOICES)
@settings(max_examples=60)
def test_games_from_the_deal(seed: int, suits: int, relaxed: bool, choices: list[int]) -> None:
    position = start_of(str(seed), suits, relaxed=relaxed)
    play(position, Table(str(position), relaxed), choices)


@given(tables(), CHOICES)
@settings(max_examples=100)
def test_games_from_the_middle(table: Table, choices: list[int]) -> None:
    play(Position.parse(str(table), relaxed=table.relaxed), table, choices)


@given(tables())
@settings(max_examples=60)
def test_what_is_refused(table: Table) -> None:
    agree_on_refusals(Position.parse(str(table), relaxed=table.relaxed), table)


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_is_refused_in_a_layout(name: str) -> None:
    position = Position.parse(layout_text(name))
    agree_on_refusals(position, Table(str(position)))
