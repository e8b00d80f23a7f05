"""Check the laboratory's rules against the package's: `python -m tools.strength.check_rules LAB [GAMES]`.

LAB is the program `spider-lab`. It plays random games and prints every position; here the package makes the
same steps, and must come to the same positions and the same numbers of legal moves.
"""

from __future__ import annotations

import argparse
import subprocess
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli import DEAL, Move, Position, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

FIRST: Final = 900_000  # the first deal


class Checked(NamedTuple):
    """How much was compared."""

    games: int
    steps: int
    runs: int  # completed


def check(lines: Iterable[str]) -> Checked:
    """Compare what `spider-lab random` prints with the package. Raises AssertionError where they differ."""
    games = steps = runs = 0
    suits = 0
    position: Position | None = None
    step: Step | None = None
    for line in lines:
        word, *numbers = line.split()
        if word == "game":
            games += 1
            suits, position = int(numbers[0]), None
        elif word == "legal":
            assert position is not None
            found = len(position.legal_moves()), position.can_deal
            assert found == (int(numbers[0]), numbers[1] == "1"), f"{line}, but {found} on {position}"
        elif word in ("move", "deal"):
            step = DEAL if word == "deal" else Move(*map(int, numbers))
            steps += 1
        elif position is None:
            position = _position(word, suits)
            position.check()
        else:
            assert step is not None
            after = position.apply(step)
            assert after == _position(word, suits), f"after {step} on {position}: {after}"
            runs += len(after.foundations) - len(position.foundations)
            position = after
    return Checked(games, steps, runs)


def _position(text: str, suits: int) -> Position:
    columns, stock, foundations = text.split("#")
    return Position(tuple(map(_cards, columns.split("|"))), _cards(stock), _cards(foundations), suits)


def _cards(text: str) -> bytes:
    return bytes(int(number) for number in text.split(",") if number)


def check_program(lab: str, games: int) -> Checked:
    """Compare so many games of each number of suits."""
    checked = Checked(0, 0, 0)
    for suits in (1, 2, 4):
        command = [lab, "random", str(suits), str(FIRST), str(FIRST + games)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        checked = Checked(*map(sum, zip(checked, check(output.splitlines()), strict=True)))
    return checked


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("lab")
    parser.add_argument("games", type=int, nargs="?", default=60, help="for each number of suits")
    words = parser.parse_args()
    checked = check_program(words.lab, words.games)
    print(f"{checked.games} games, {checked.steps} steps, {checked.runs} completed runs: all equal")


if __name__ == "__main__":
    main()
