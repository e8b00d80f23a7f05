"""From nothing to a net: `python -m tools.strength.train FOLDER --suits 4`.

Each generation plays games with the net of the one before (the first with the additive value alone), finds
the inputs of the leaves chosen, and fits a net to the games of all generations. FOLDER gets

    gen1.raw gen1.inputs gen1.float gen1.net, gen2.raw ...   and log.txt

What is there already is not made again, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.strength import lab
from tools.strength.fit import Fit, Net, train
from tools.strength.quantise import quantise, read_floats, write_floats

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The laboratory's own starts: those for training begin here, a million for each number of suits.
FIRST: Final = 1_000_000


def generation(program: Path, folder: Path, number: int, words: argparse.Namespace) -> Iterator[str]:
    """Play, and fit a net. Yields what is to be told."""
    name, before = folder / f"gen{number}", folder / f"gen{number - 1}.net"
    raw, inputs, floats = (name.with_suffix(suffix) for suffix in (".raw", ".inputs", ".float"))
    net = before if number > 1 else words.start
    if not inputs.exists():
        first = FIRST * words.suits + (number - 1) * words.games
        options = [f"width={words.width}", f"explore={words.explore}", f"record={raw}"]
        options += [f"net={net}"] if net else []
        yield lab.run(program, "play", words.suits, first, first + words.games, *options)
        lab.run(program, "inputs", raw, inputs)
    if not floats.exists():
        fit = Fit(tuple(words.hidden), words.epochs, seed=words.seed)
        files = [folder / f"gen{past}.inputs" for past in range(max(1, number - words.keep + 1), number + 1)]
        start = Net(read_floats(before.with_suffix(".float"))) if number > 1 else None
        fitted = train(files, start, fit, words.share, words.rounds)
        write_floats(floats, fitted.arrays)
        name.with_suffix(".net").write_bytes(quantise(fitted.arrays))
        yield f"{floats}: {time.process_time():.0f} s of processor time for fitting\n"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--suits", type=int, choices=(1, 2, 4), default=4)
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--games", type=int, default=7000, help="in each generation")
    parser.add_argument("--width", type=int, default=64, help="of the beam")
    parser.add_argument(
        "--explore", type=float, default=0.05, help="how often another choice than the best is tried"
    )
    parser.add_argument("--start", type=Path, help="a net in whole numbers that plays the first generation")
    parser.add_argument("--hidden", type=int, nargs=2, default=(64, 16))
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--lambda", type=float, default=0.6, dest="share")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=int, default=4, help="how many generations of games a fit uses")
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    program = lab.build(words.folder / "build")
    with (words.folder / "log.txt").open("a", encoding="utf-8") as log:
        for number in range(1, words.generations + 1):
            for told in generation(program, words.folder, number, words):
                print(told, end="", flush=True)
                log.write(told)
    print(f"the net: {words.folder / f'gen{words.generations}.net'}")


if __name__ == "__main__":
    main()
