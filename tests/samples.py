"""Positions and deals that the tests share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict, cast

from spider_cli.rules.cards import parse_cards
from spider_cli.rules.columns import EMPTY_COLUMN, parse_column_cards
from spider_cli.rules.layout import parse_foundations
from spider_cli.rules.position import Position

DATA = Path(__file__).parent / "data"

LAYOUTS = sorted(path.stem for path in DATA.glob("layouts/*.txt"))


GAMES = sorted(path.stem for path in DATA.glob("games/*.json"))


class SavedStart(TypedDict):
    columns: list[str]
    stock: str
    foundations: str


class SavedGame(TypedDict):
    """What a game file holds, as far as the tests read it without the package."""

    suits: int
    relaxed: bool
    seed: str
    start: SavedStart
    steps: list[str]


class KnownDeal(TypedDict):
    """A deal read out of another program."""

    number: int | str
    suits: int
    columns: list[str]
    stock: str


def layout_text(name: str) -> str:
    """The text of a file in `data/layouts`."""
    return (DATA / "layouts" / f"{name}.txt").read_text(encoding="utf-8")


def layout(name: str) -> Position:
    """The position of a file in `data/layouts`."""
    return Position.parse(layout_text(name))


def saved_game(name: str) -> SavedGame:
    """A game in `data/games`."""
    return cast("SavedGame", json.loads((DATA / "games" / f"{name}.json").read_text(encoding="utf-8")))


def start_of(game: SavedGame) -> Position:
    """The position at the start of a saved game."""
    start = game["start"]
    return table(*start["columns"], stock=start["stock"], suits=game["suits"], relaxed=game["relaxed"])


def table(
    *columns: str, stock: str = "", foundations: str = "", suits: int = 4, relaxed: bool = False
) -> Position:
    """A position with these columns, the others empty. It need not be one that a game can have:
    most rules look at two columns only, and small tables show which.
    """
    written = [parse_column_cards(column) for column in columns]
    written += [EMPTY_COLUMN] * (10 - len(columns))
    return Position(tuple(written), parse_cards(stock), parse_foundations(foundations), suits, relaxed)


def known_deals(family: str) -> list[KnownDeal]:
    """The deals of `kpat` or `pysol`, with the suits that a game of ours has."""
    text = (DATA / f"{family}_deals.json").read_text(encoding="utf-8")
    deals = cast("list[KnownDeal]", json.loads(text))
    if family == "pysol":
        for deal in deals:
            deal["columns"] = [in_our_suits(column, deal["suits"]) for column in deal["columns"]]
            deal["stock"] = in_our_suits(deal["stock"], deal["suits"])
    return deals


def in_our_suits(cards: str, suits: int) -> str:
    """PySolFC plays with clubs and hearts when it has fewer suits, we with spades and hearts."""
    ours = {1: "SSSS", 2: "SHHS", 4: "SHDC"}[suits]
    return cards.translate(str.maketrans("SHDC", ours))


def deal_text(deal: KnownDeal) -> str:
    """The layout text of a deal."""
    columns = [f"{number}: {column}" for number, column in enumerate(deal["columns"], start=1)]
    return "\n".join([f"suits: {deal['suits']}", *columns, f"stock: {deal['stock']}"])


def compact(name: str) -> str:
    """A game in `data/games` as a line of a JSON Lines file, without the newline."""
    return json.dumps(saved_game(name), separators=(",", ":"))


class Result(TypedDict):
    """What is known of a game in `data/games`."""

    moves: int
    deals: int
    score: int
    status: str


def results() -> dict[str, Result]:
    """The results of the games in `data/games`, by name."""
    lines = (DATA / "games" / "results.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    return {
        name: {"moves": int(moves), "deals": int(deals), "score": int(score), "status": status}
        for name, moves, deals, score, status in rows
    }
