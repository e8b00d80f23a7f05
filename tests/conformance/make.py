"""Writes the files of this directory from the plain rules of `tests.oracle`: see README.md.

    python -m tests.conformance.make           writes them anew
    python -m tests.conformance.make --check   exit code 1 if they are not what it would write

Nothing of the package takes part, so that the files can judge it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from tests.oracle import RANKS, Table, write_column

HERE = Path(__file__).parent
DATA = HERE.parent / "data"

DEPTH = 4  # of the perft tables

Data = dict[str, Any]


# --- starts -------------------------------------------------------------------------------------------


def from_layout(name: str) -> Table:
    """A layout of the test data."""
    return Table((DATA / "layouts" / f"{name}.txt").read_text(encoding="utf-8"))


def from_kpatience(index: int) -> Table:
    """A start that was read out of KPatience."""
    deal = json.loads((DATA / "kpat_deals.json").read_text(encoding="utf-8"))[index]
    columns = [f"{number}: {column}" for number, column in enumerate(deal["columns"], start=1)]
    return Table("\n".join([f"suits: {deal['suits']}", *columns, f"stock: {deal['stock']}"]))


def with_columns(*columns: str, stock: str = "") -> Table:
    """A start of four suits with these columns; the rest of the pack lies in column 10, ranks upwards."""
    pack = [rank + suit for rank in RANKS for suit in "SHDC"] * 2
    for card in " ".join([*columns, stock]).replace("|", " ").replace("-", " ").split():
        pack.remove(card)
    rest = " ".join(sorted(pack, key=lambda card: RANKS.index(card[0])))
    filled = [*columns, *["-"] * (9 - len(columns)), rest]
    lines = [f"{number}: {column}" for number, column in enumerate(filled, start=1)]
    return Table("\n".join(["suits: 4", *lines, f"stock: {stock}"]))


def relaxed(start: Table) -> Table:
    """The same start in a game that deals over empty columns."""
    start.relaxed = True
    return start


ROW = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS"
CLUBS = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"


def told() -> list[tuple[str, Table, list[str]]]:
    """One small game for each rule and each refusal: a name, a start, and the steps that are tried."""
    games: list[tuple[str, Table, list[str]]] = []

    def tell(name: str, start: Table, *steps: str) -> None:
        games.append((name, start, list(steps)))

    tell("a move turns up the card under it", with_columns("4C KD | 5S", "6H"), "1 2 1", "2 1 1", "2 3 1")
    tell("part of a run moves", with_columns("4C | 9S 8S 7S", "8H", "TD"), "1 2 1", "1 3 2", "2 3 1")
    tell("the cards of a run keep their order", with_columns("9S 8S 7S", "TH"), "1 2 3", "2 3 3")
    tell(
        "only a run moves",
        with_columns("6S 8H 8S 4S 6S 5C", "7S", "6H"),
        *("1 2 2", "1 2 3", "1 4 2", "1 2 1", "1 3 1", "1 2 1"),
    )
    tell(
        "a count has to fit",
        with_columns("4C | JD TD 9D 8D", "QH"),
        *("1 2 1", "1 2 3", "1 2 5", "1 3 5", "1 2 0", "1 2 -1", "1 3 2", "1 2 2", "3 1 2", "1 2 4"),
    )
    tell(
        "ranks do not go round",
        with_columns("AS", "KS", "KH", "2H", "TS", "JD", "9S", "TD"),
        *("2 1 1", "1 2 1", "2 3 1", "4 1 1", "7 6 1", "1 4 1", "5 6 1", "7 8 1", "2 1 1"),
    )
    tell(
        "moves of nothing",
        with_columns("KS", "QH"),
        *("1 1 1", "3 3 1", "3 1 1", "3 4 1", "1 3 0", "0 1 1", "11 1 1", "1 11 1", "1 0 1", "1 -1 1"),
    )
    tell("a whole column moves", with_columns("8S", "9D"), "1 2 1", "2 1 1", "1 5 1", "2 1 1")
    start = from_layout("hidden-king-under-queen-to-ace")
    tell("a face-down king completes nothing", start, "2 1 1", "1 3 13", "1 3 12", "3 1 12", "1 2 1", "deal")
    tell("a heart in the run", from_layout("king-to-ace-with-one-heart"), "2 1 1", "1 6 13", "1 6 9", "1 6 8")
    tell(
        "a game that is won", from_layout("one-move-from-winning"), "deal", "2 1 1", "2 1 1", "3 3 1", "deal"
    )
    tell("a dealt ace completes a run", from_layout("dealt-ace-completes"), "deal", "deal")
    tell("the king under a run turns up", from_layout("dealt-ace-completes-over-hidden-king"), "deal", "deal")
    tell("too few cards to deal", from_layout("three-cards-short-of-a-deal"), "deal", "1 4 1", "deal")
    tell("too few cards, relaxed", relaxed(from_layout("three-cards-short-of-a-deal")), "deal", "deal")
    tell(
        "columns to fill before a deal",
        from_layout("split-tidy-runs-to-deal"),
        "deal",
        *[f"2 {column} 1" for column in range(3, 10)],
        *("deal", "2 10 1", "deal", "deal"),
    )
    hearts = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    others = ["KS", "KS", "KD", "KD", "KC", "QS", "QS"]
    start = with_columns(f"7D | {CLUBS}", f"3H | {hearts}", *others, stock="AC AH 2S 3S 4S 5S 6S 7S 8S 9S")
    tell("a deal completes two runs", start, "deal", "3 4 1")
    start = with_columns("3D 4H | KD QD JD TD 9D 8D 7D", "5C | 6D 5D 4D 3D 2D AD")
    tell("a move turns up cards in two columns", start, "2 1 6", "1 2 1")
    tell("two equal cards", with_columns("8S | 9S 8S", "9S", "9H"), "1 2 1", "1 3 1", "1 3 1")
    return games


# --- by chance ----------------------------------------------------------------------------------------


def pick(random: Random, choices: list[str]) -> str:
    """One of some texts; only `random()` itself is promised to stay the same in every Python."""
    return choices[int(random.random() * len(choices))]


def by_chance(random: Random, start: Table, length: int) -> list[str]:
    """Steps of a game played by chance; about every fifth is one that is not legal."""
    numbers = [str(number) for number in range(1, 11)]
    tried: list[str] = []
    table = start
    while len(tried) < length and (legal := table.steps()):
        if random.random() < 0.2:
            tried.append(f"{pick(random, numbers)} {pick(random, numbers)} {pick(random, numbers[:4])}")
        elif "deal" in legal and random.random() < 0.2:
            tried.append("deal")
        else:
            tried.append(pick(random, legal))
        if table.refusal(tried[-1]) is None:
            table = table.step(tried[-1])
    return tried


# --- the files ----------------------------------------------------------------------------------------


def position(table: Table) -> Data:
    """The cards, as they stand in a game file."""
    return {
        "columns": [write_column(table.columns[number]) for number in range(1, 11)],
        "stock": " ".join(table.stock),
        "foundations": " ".join(table.foundations),
    }


def start_of(table: Table) -> Data:
    return {"suits": int(table.suits), "relaxed": table.relaxed, **position(table)}


def tried(table: Table, steps: list[str]) -> list[Data]:
    """What becomes of each step: the position after it, or the word for why it is refused."""
    found: list[Data] = []
    moves = 0
    for text in steps:
        if reason := table.refusal(text):
            found.append({"step": text, "refused": reason})
            continue
        table = table.step(text)
        moves += text != "deal"
        legal = table.steps()
        found.append(
            {
                "step": text,
                **position(table),
                "status": table.status(legal),
                "score": 500 - moves + 100 * len(table.foundations),
                "legal": len(legal),
            }
        )
    return found


def games() -> list[Data]:
    """Every game: told by hand, then by chance."""
    played = told()
    for index in range(0, 9, 2):
        for rule in (False, True):
            start = relaxed(from_kpatience(index)) if rule else from_kpatience(index)
            name = f"by chance {index}{', relaxed' if rule else ''}"
            played.append((name, start, by_chance(Random(100 * index + rule), start, 30)))
    return [
        {"name": name, "start": start_of(start), "tried": tried(start, steps)}
        for name, start, steps in played
    ]


def perft(depth: int = DEPTH) -> list[Data]:
    """How many sequences of 1, 2, ... `depth` legal steps there are from some starts."""
    starts = {f"start {index}": from_kpatience(index) for index in range(9)}
    # Others have so many empty columns that the plain rules would count for hours.
    name = "dealt-ace-completes-over-hidden-king"
    starts[name] = from_layout(name)
    starts[f"{name}, relaxed"] = relaxed(from_layout(name))
    return [
        {
            "name": name,
            "start": start_of(start),
            "counts": [start.count_steps(each) for each in range(1, depth + 1)],
        }
        for name, start in starts.items()
    ]


def written(kind: str, items: list[Data]) -> str:
    """The text of a file: a game or a table a line, and each step of a game on a line of its own."""
    lines = [
        json.dumps(item)
        .replace(' {"step"', '\n  {"step"')
        .replace(' "tried"', '\n "tried"')
        .replace('[{"step"', '[\n  {"step"')
        for item in items
    ]
    return f'{{"format": "spider-{kind}", "version": 1, "{kind}": [\n' + ",\n".join(lines) + "\n]}\n"


def files() -> dict[str, str]:
    """The content of each file, by its name."""
    return {"games.json": written("games", games()), "perft.json": written("perft", perft())}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the conformance files from the plain rules.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if they differ")
    check = parser.parse_args().check
    differ = False
    for name, text in files().items():
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            differ = True
            if not check:
                path.write_text(text, encoding="utf-8")
            print(f"{name}: {'differs' if check else 'written'}")
    return int(differ and check)


if __name__ == "__main__":
    sys.exit(main())
