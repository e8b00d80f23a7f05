"""Deals: the cards that a seed gives, and the texts that are seeds.

The deals in `data/golden/native.txt` pin our own numbering. They change only if that is given up;
then this command writes them anew:

    python -m tests.test_deals
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spider_cli.errors import NotationError
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.rules.position import Position
from tests.processes import python
from tests.samples import DATA, deal_text, in_our_suits, known_deals

GOLDEN = DATA / "golden" / "native.txt"
GOLDEN_SEEDS = ("0", "42", "18446744073709551615")
SUITS = (1, 2, 4)


def cards_of(position: Position) -> bytes:
    """All cards, column by column, then the stock."""
    return b"".join([*[column[1:] for column in position.columns], position.stock])


# --- the cards ------------------------------------------------------------------------------------


def golden_text() -> str:
    """The golden file: a line for the seed and the suits, then the layout, then a blank line."""
    deals = [f"== {seed} with {suits}\n{start_of(seed, suits)}\n" for seed in GOLDEN_SEEDS for suits in SUITS]
    return "# Written by: python -m tests.test_deals\n\n" + "\n".join(deals)


def test_golden_deals() -> None:
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("suits", SUITS)
def test_kpatience(suits: int) -> None:
    deals = [known for known in known_deals("kpat") if known["suits"] == suits]
    assert len(deals) >= 3
    for known in deals:
        assert str(start_of(f"kpat:{known['number']}", suits)) == deal_text(known)


@pytest.mark.parametrize("suits", SUITS)
def test_pysolfc(suits: int) -> None:
    deals = [known for known in known_deals("pysol") if known["suits"] == suits]
    assert len(deals) >= 3
    for known in deals:
        assert str(start_of(f"pysol:{known['number']}", suits)) == deal_text(known)


def test_case_21_the_same_cards_in_every_process(tmp_path: Path) -> None:
    here = str(start_of("42", 4))
    random.seed(1)
    assert str(start_of("42", 4)) == here
    program = (
        "import random; random.seed(1); "
        "from spider_cli.games.starts import start_of; print(start_of('42', 4))"
    )
    for hash_seed in "12":
        there = python(program, cwd=tmp_path, env={"PYTHONHASHSEED": hash_seed})
        assert there == here + "\n"


def test_a_deal_leaves_the_random_numbers_of_others_alone() -> None:
    random.seed(1)
    state = random.getstate()
    for seed in ("42", "pysol:24", "pysol:32000", "kpat:7"):
        start_of(seed, 4)
    assert random.getstate() == state


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize(
    ("seed", "sizes"),
    [
        ("42", (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)),
        ("kpat:7", (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)),
        ("pysol:24", (6, 5, 5, 6, 5, 5, 6, 5, 5, 6)),
        ("pysol:32000", (6, 5, 5, 6, 5, 5, 6, 5, 5, 6)),
    ],
)
def test_case_24_the_table(seed: str, sizes: tuple[int, ...], suits: int) -> None:
    position = start_of(seed, suits)
    assert tuple(len(column) - 1 for column in position.columns) == sizes
    assert all(len(position.face_up(number)) == 1 for number in range(1, 11))
    assert (len(position.stock), position.foundations) == (50, b"")
    in_play = {1: "S", 2: "SH", 4: "SHDC"}[suits]
    copies = Counter(in_our_names(position))
    assert copies == {rank + suit: 8 // suits for rank in "A23456789TJQK" for suit in in_play}
    assert (position.suits, position.relaxed, position.problems()) == (suits, False, ())
    assert start_of(seed, suits, relaxed=True) == position._replace(relaxed=True)


def in_our_names(position: Position) -> list[str]:
    layout = str(position).split("\n", 1)[1]
    return [word for word in layout.split() if word[-1] in "SHDC"]


def test_fewer_suits_are_the_same_deal() -> None:
    for seed in ("42", "pysol:24", "pysol:32000"):
        four = str(start_of(seed, 4))
        for suits in (1, 2):
            fewer = in_our_suits(four, suits).replace("suits: 4", f"suits: {suits}")
            assert str(start_of(seed, suits)) == fewer


def test_case_25_no_card_prefers_a_place() -> None:
    """Each place sees each face about equally often over many seeds.

    Chi-square of places times faces. Its mean is 104 * 51 = 5304 and its standard deviation about
    sqrt(2 * 103 * 51) = 103, whatever the number of deals. Six of them allow any fair shuffle; a
    shuffle in which no card may keep its place, for example, is some 25 of them too high here.
    """
    deals = 5200
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(deals):
        counts.update(enumerate(cards_of(start_of(str(seed), 4))))
    expected = deals / 52
    chi_square = sum(
        (counts[place, suit << 4 | rank] - expected) ** 2 / expected
        for place in range(104)
        for suit in range(4)
        for rank in range(1, 14)
    )
    assert abs(chi_square - 5304) < 6 * 103


# The deals once more, as they are told, on lists of names and without the package.


def plain_deal(family: str, value: int, suits: int) -> str:
    if family == "kpat":
        in_play = {1: "SSSS", 2: "HSHS", 4: "CDHS"}[suits]
        pack = [rank + suit for rank in "A23456789TJQK" for suit in in_play] * 2
    else:
        order = "SHDC" if family == "native" else "CSHD"
        pack = [rank + suit for suit in order for rank in "A23456789TJQK"] * 2
    pick = picker(family, value)
    for n in range(103, 0, -1):
        j = pick(n + 1)
        pack[n], pack[j] = pack[j], pack[n]
    if family != "native":
        pack = pack[::-1]

    columns: list[list[str]] = [[] for _ in range(10)]
    if family in ("native", "kpat"):
        for k in range(54):
            columns[k % 10].append(pack[k])
    else:
        for k in range(40):
            columns[k % 10].append(pack[k])
        for k, number in ((40, 1), (41, 4), (42, 7), (43, 10)):
            columns[number - 1].append(pack[k])
        for k in range(44, 54):
            columns[k - 44].append(pack[k])
    rows = [pack[first : first + 10] for first in range(54, 104, 10)]
    if family == "kpat":
        rows = [row[::-1] for row in rows]

    lines = [f"{n}: {' '.join(column[:-1])} | {column[-1]}" for n, column in enumerate(columns, start=1)]
    lines.append("stock: " + " ".join(card for row in rows for card in row))
    return "\n".join([f"suits: {suits}", *[in_our_suits(line, suits) for line in lines]])


def picker(family: str, value: int) -> Callable[[int], int]:
    """Gives for k the next number from 0 to k - 1 of the family's generator."""
    if family in ("native", "mt"):
        stream = random.Random(value)
        return lambda k: int(stream.random() * k)

    x = value % 4294967296

    def pick(k: int) -> int:
        nonlocal x
        x = (214013 * x + 2531011) % 4294967296
        bits = x // 65536
        if family == "ms" and value >= 4294967296:
            return (bits + 1) % k
        if family == "ms" and value >= 2147483648:
            return (bits % 32768 + 32768) % k
        return bits % 32768 % k

    return pick


@pytest.mark.parametrize("value", [2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1])
def test_the_three_ranges_of_the_ms_family(value: int) -> None:
    assert str(start_of(f"pysol:ms{value}", 4)) == plain_deal("ms", value, 4)


@given(
    st.one_of(
        st.tuples(st.just("native"), st.integers(0, 2**64 - 1)),
        st.tuples(st.just("ms"), st.integers(1, 2**33 - 1)),
        st.tuples(st.just("mt"), st.integers(32000, 10**40 - 1)),
        st.tuples(st.just("kpat"), st.integers(1, 2**31 - 1)),
    ),
    st.sampled_from(SUITS),
)
@settings(max_examples=200)
def test_deals_as_they_are_told(seed: tuple[str, int], suits: int) -> None:
    assert str(start_of(Seed(*seed), suits)) == plain_deal(*seed, suits)
    assert Seed.parse(str(Seed(*seed))) == seed


# --- the seeds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "family", "value", "shown"),
    [
        ("0", "native", 0, "0"),
        ("42", "native", 42, "42"),
        (str(2**63), "native", 2**63, "9223372036854775808"),
        (str(2**64 - 1), "native", 2**64 - 1, "18446744073709551615"),
        ("kpat:1", "kpat", 1, "kpat:1"),
        ("kpat:2147483647", "kpat", 2**31 - 1, "kpat:2147483647"),
        ("pysol:1", "ms", 1, "pysol:ms1"),
        ("pysol:24", "ms", 24, "pysol:ms24"),
        ("pysol:ms24", "ms", 24, "pysol:ms24"),
        ("pysol:MS24", "ms", 24, "pysol:ms24"),
        ("pysol:31999", "ms", 31999, "pysol:ms31999"),
        ("pysol:32000", "mt", 32000, "pysol:32000"),
        ("pysol:ms32000", "ms", 32000, "pysol:ms32000"),
        ("pysol:2147483648", "mt", 2**31, "pysol:2147483648"),
        ("pysol:ms2147483648", "ms", 2**31, "pysol:ms2147483648"),
        ("pysol:ms4294967296", "ms", 2**32, "pysol:ms4294967296"),
        ("pysol:ms8589934591", "ms", 2**33 - 1, "pysol:ms8589934591"),
        ("pysol:8589934592", "mt", 2**33, "pysol:8589934592"),
        ("pysol:100000000000000000000", "mt", 10**20, "pysol:100000000000000000000"),
        ("pysol:" + "9" * 40, "mt", 10**40 - 1, "pysol:" + "9" * 40),
    ],
)
def test_case_23_seeds(text: str, family: str, value: int, shown: str) -> None:
    seed = Seed.parse(text)
    assert seed == (family, value)
    assert str(seed) == shown
    assert start_of(text, 1) == start_of(shown, 1)
    assert start_of(text, 1).problems() == ()


def test_seeds_that_look_alike_are_different_deals() -> None:
    deals = [start_of(seed, 4) for seed in ("32000", "pysol:32000", "pysol:ms32000", "kpat:32000")]
    assert len(set(deals)) == 4


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "-1", "01", "1.0", " 1", "1\n", "😀", "abc", "None", "True", "\x1b[31m", str(2**64),
        "1" + "0" * 39, "1" + "0" * 5000,
        "kpat:", "kpat:0", "kpat:-1", "kpat:01", "kpat:2147483648", "kpat:ms1", "kpat: 1", "kpat:1 ",
        "KPAT:1", "kpat1", "pysol:", "pysol:0", "pysol:-1", "pysol:024", "pysol:ms", "pysol:ms0",
        "pysol:ms01", "pysol:ms8589934592", "pysol:Ms24", "pysol:mt32000", "pysol: 24", "pysol:ms 24",
        "pysol:1.5", "pysol:1" + "0" * 40, "pysol:٣", "ms24", "MS24", "native:1", "freecell:1", ":1",
        "pysol:kpat:1", "pysol:24:1",
    ],
)  # fmt: skip
def test_case_23_no_seeds(text: str) -> None:
    with pytest.raises(NotationError, match="is not a seed") as caught:
        Seed.parse(text)
    assert caught.value.text == text
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 160
    with pytest.raises(NotationError):
        start_of(text, 1)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        (str(2**64), "0 to 18446744073709551615"),
        ("kpat:0", "kpat:1 to kpat:2147483647"),
        ("pysol:0", "pysol:ms1 to pysol:ms8589934591"),
        ("pysol:ms8589934592", "pysol:ms1 to pysol:ms8589934591"),
    ],
)
def test_numbers_out_of_range_say_the_range(text: str, span: str) -> None:
    with pytest.raises(NotationError) as caught:
        Seed.parse(text)
    assert str(caught.value) == f"'{text}' is not a seed: these go from {span}"


@pytest.mark.parametrize("suits", [0, 3, 8, -1])
def test_numbers_of_suits_refused(suits: int) -> None:
    with pytest.raises(NotationError, match=f"^{suits} is not a number of suits; it is 1, 2 or 4$"):
        start_of("42", suits)


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(golden_text(), encoding="utf-8")
