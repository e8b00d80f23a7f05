"""The net that chooses between plans: its inputs, its value, and whole plans, against the laboratory's."""

from __future__ import annotations

import re
from struct import unpack_from
from typing import NamedTuple

import pytest

from spider_cli.games.starts import start_of
from spider_cli.hints import NETS, ODDS
from spider_cli.hints.leaf_inputs import FIRST_COMPARED, VALUE_UNIT, LeafReader, shape_of
from spider_cli.hints.net import NET_WON, Net, Odds, load_net
from spider_cli.hints.net_planner import NetPlanner
from spider_cli.hints.shapes import column_sums, facts_of
from spider_cli.hints.view import UNKNOWN, seen
from spider_cli.rules.cards import COMPLETE_RUNS, SUITS_IN_PLAY
from spider_cli.rules.position import FOUNDATIONS, ROW, Position
from spider_cli.rules.steps import Move, parse_step
from tests.samples import DATA

NAME = NETS[4]


class Leaf(NamedTuple):
    """A leaf of the laboratory, with the inputs that are not 0 and the value of the net."""

    suits: int
    rows: int
    deal: bool
    foundations: int
    additive: int
    columns: tuple[bytes, ...]
    unseen: dict[int, int]
    inputs: dict[int, int]
    value: int


def read_leaf(text: str) -> Leaf:
    """A leaf as `tools/strength` writes it."""
    lines = text.splitlines()
    words = lines[0].split()
    head = {key: int(number) for key, number in zip(words[::2], words[1::2], strict=True)}
    columns = []
    for line in lines[1:11]:
        face_down, *cards = map(int, re.findall(r"\d+", line))
        columns.append(bytes([face_down, *[UNKNOWN] * face_down, *cards]))
    unseen = {int(card): int(number) for number, card in re.findall(r"(\d+)x(\d+)", lines[11])}
    inputs = {int(key): int(number) for key, number in re.findall(r"(\d+):(-?\d+)", lines[12])}
    return Leaf(
        head["suits"],
        head["rows"],
        bool(head["deal"]),
        head["foundations"],
        head["additive"],
        tuple(columns),
        unseen,
        inputs,
        int(lines[13].split()[1]),
    )


def leaves() -> list[Leaf]:
    text = (DATA / "net" / "four-suits.vectors.txt").read_text(encoding="utf-8")
    return [read_leaf(block) for block in text.split("leaf ")[1:]]


def reader_of(leaf: Leaf, net: Net) -> LeafReader:
    return LeafReader(leaf.rows, leaf.unseen, net, {})


def inputs_of(leaf: Leaf) -> dict[int, int]:
    """The second and third group of inputs, as far as they are not 0."""
    net = load_net(NAME)
    sums = [column_sums(column, facts_of(column)) for column in leaf.columns]
    second = [sum(numbers) for numbers in zip(*sums, strict=True)]
    shapes = [shape_of(column, net) for column in leaf.columns]
    third = reader_of(leaf, net).compared(shapes, leaf.additive // VALUE_UNIT, leaf.columns.count(b"\0"))
    inputs = [*second, *third]
    return {number: amount for number, amount in enumerate(inputs, 212 - len(inputs)) if amount}


def test_the_inputs_are_those_of_the_laboratory() -> None:
    for leaf in leaves():
        assert inputs_of(leaf) == {number: amount for number, amount in leaf.inputs.items() if number >= 35}
    assert FIRST_COMPARED == 158


def test_the_values_are_those_of_the_laboratory() -> None:
    net = load_net(NAME)
    for leaf in leaves():
        empties = leaf.columns.count(b"\0")
        total = reader_of(leaf, net).total(
            leaf.columns, leaf.additive // VALUE_UNIT, empties, leaf.foundations, deal=leaf.deal
        )
        assert net.log_odds(total) == leaf.value


def test_the_large_numbers_add_up_what_small_ones_do() -> None:
    """The net once more, number by number, from the bytes of its file."""
    content = (DATA.parents[1] / "spider_cli" / "hints" / NAME).read_bytes()
    inputs, first, second, shift1, shift2, shift3, bits = unpack_from("<7H", content, 8)
    layout = f"<{inputs * first}h{first}i{first * second}h{second}i{second}hi"
    numbers = iter(unpack_from(layout, content, 24))
    weights1 = [[next(numbers) for _ in range(first)] for _ in range(inputs)]
    biases1 = [next(numbers) for _ in range(first)]
    weights2 = [[next(numbers) for _ in range(second)] for _ in range(first)]
    biases2 = [next(numbers) for _ in range(second)]
    weights3 = [next(numbers) for _ in range(second)]
    bias3 = next(numbers)
    net = Net(content)
    for leaf in leaves():
        hidden = [
            bias + sum(amount * weights1[number][place] for number, amount in leaf.inputs.items())
            for place, bias in enumerate(biases1)
        ]
        hidden = [max(number, 0) >> (shift1 - bits) for number in hidden]
        then = [
            bias + sum(number * row[place] for number, row in zip(hidden, weights2, strict=True))
            for place, bias in enumerate(biases2)
        ]
        out = bias3 + sum(
            (max(number, 0) >> shift2) * weight for number, weight in zip(then, weights3, strict=True)
        )
        value = out >> (shift3 + bits - 16)
        assert value == leaf.value
        total = net.bias + sum(net.rows[number] * amount for number, amount in leaf.inputs.items())
        assert net.log_odds(total) == value


def test_no_sum_of_the_first_layer_leaves_its_place() -> None:
    """Each sum has 31 bits; the largest inputs that a game can have need far fewer."""
    content = (DATA.parents[1] / "spider_cli" / "hints" / NAME).read_bytes()
    inputs, first = unpack_from("<2H", content, 8)
    weights = unpack_from(f"<{inputs * first}h", content, 24)
    largest = [300] * inputs  # shares of 256; nothing that is counted comes near
    largest[97] = largest[98] = 40**2  # runs and sequences of one column, less one, squared
    largest[190] = 2000  # the value of the beam in units of 512 thousandths; a foundation has 138
    for place in range(first):
        rows = weights[place::first]
        assert sum(abs(weight) * most for weight, most in zip(rows, largest, strict=True)) < 1 << 30


def test_a_file_that_is_no_net_is_refused() -> None:
    with pytest.raises(ValueError, match="not a net"):
        Net(b"SPIDERF1" + bytes(100))


@pytest.mark.parametrize(("value", "expected"), [(0, 0.5), (65536, 0.7311), (-65536, 0.2689), (NET_WON, 1.0)])
def test_values_are_logarithms_of_odds(value: int, expected: float) -> None:
    assert Odds().chance(value) == pytest.approx(expected, abs=1e-4)


def test_the_chances_of_two_suits_are_read_from_the_values_of_four() -> None:
    chances = [ODDS[2].chance(value) for value in range(-(1 << 20), 1 << 20, 1 << 16)]
    assert chances == sorted(chances)
    assert ODDS[2].chance(0) == pytest.approx(0.8532, abs=1e-4)


def test_a_net_has_its_size() -> None:
    assert len((DATA.parents[1] / "spider_cli" / "hints" / NAME).read_bytes()) < 200 << 10


def known_plans(game: str, seed: int) -> list[tuple[int, list[str]]]:
    """The plans of a game of the laboratory."""
    text = (DATA / "net" / "four-suits.games.txt").read_text(encoding="utf-8")
    lines = text.partition(f"game {game}\n")[2].partition("game")[0].split("-\n")
    return [(seed, plan.splitlines()) for plan in lines if plan.strip()]


@pytest.mark.parametrize(("game", "seed"), [("1", 1002), ("3", 1004)])
def test_the_plans_are_those_of_the_laboratory(game: str, seed: int) -> None:
    planner = NetPlanner(load_net(NAME), Odds(), width=128)
    position = start_of(str(seed), 4)
    for number, (_, steps) in enumerate(known_plans(game, seed)):
        if number % 3 == 0:
            assert [str(step) for step in planner.plans(seen(position))[0].steps] == steps
        for step in steps:
            position = position.apply(parse_step(step))


def test_a_leaf_that_is_the_win_is_best() -> None:
    runs = [COMPLETE_RUNS[suit] for suit in SUITS_IN_PLAY[4]]
    columns = [b"\0"] * ROW
    columns[0] = b"\0" + runs[0][:-1]
    columns[1] = b"\0" + runs[0][-1:]
    position = Position(tuple(columns), b"", bytes([0, 1, 1, 2, 2, 3, 3]), 4)
    assert len(position.foundations) == FOUNDATIONS - 1
    best = NetPlanner(load_net(NAME), Odds(), width=8).plans(seen(position))[0]
    assert best.steps == (Move(2, 1, 1),)
    assert best.chance == Odds().chance(NET_WON)
