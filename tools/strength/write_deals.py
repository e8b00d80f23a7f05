"""Write starts of the package for `spider-lab play ... deals=FILE`: `python -m tools.strength.write_deals`.

`... write_deals 4 1 300 > deals.txt` writes those of the native seeds 1 to 300 with four suits; with
`--family kpat:` those of KPatience.
"""

from __future__ import annotations

import argparse

from spider_cli import Game


def pack(seed: str, suits: int) -> list[int]:
    """The 104 cards of a start: column by column from the bottom, then the stock in dealing order."""
    position = Game.new(suits=suits, seed=seed).start
    heights = [len(column) - 1 for column in position.columns]
    if heights != [6] * 4 + [5] * 6:
        raise ValueError(f"{seed}: the laboratory knows only starts with six cards in the first four columns")
    return [card for column in position.columns for card in column[1:]] + list(position.stock)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("suits", type=int)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--family", default="", help='"" for native deals, or "kpat:"')
    words = parser.parse_args()
    for number in range(words.first, words.last + 1):
        print(*pack(f"{words.family}{number}", words.suits))


if __name__ == "__main__":
    main()
