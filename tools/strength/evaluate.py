"""Play fixed starts with two nets or more: `python -m tools.strength.evaluate LAB NET NET ... --suits 4`.

All play the same starts, so what counts is the pairs: games that only one of two has won.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from itertools import combinations
from pathlib import Path
from typing import Final

from tools.strength import lab

#: The starts for reported figures. None of them may be used in training, nor to choose between nets.
FIRST: Final = 102_000


def wins(program: Path, net: Path, suits: int, games: range, width: int) -> set[int]:
    """The starts that are won with this net."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results"
        options = [f"net={net}", f"width={width}", f"results={results}"]
        lab.run(program, "play", suits, games.start, games.stop, *options)
        lines = results.read_text(encoding="ascii").splitlines()
    return {int(number) for number, won, _ in map(str.split, lines) if won == "1"}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("lab", type=Path)
    parser.add_argument("nets", type=Path, nargs="+")
    parser.add_argument("--suits", type=int, default=4)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--width", type=int, default=128)
    words = parser.parse_args()
    games = range(words.first, words.first + words.games)
    won = {}
    for net in words.nets:
        won[net] = wins(words.lab, net, words.suits, games, words.width)
        share = len(won[net]) / len(games)
        error = math.sqrt(share * (1 - share) / len(games))
        print(f"{net}: {len(won[net])} of {len(games)} = {share:.1%} (SE {error:.1%})", flush=True)
    for one, other in combinations(words.nets, 2):
        print(f"{one} alone won {len(won[one] - won[other])}, {other} alone {len(won[other] - won[one])}")


if __name__ == "__main__":
    main()
