"""Find the weights that lead the hints' beam: `python -m tools.weights.hints OUT`.

A natural evolution strategy (separable, rank-based; Wierstra and others, 2014) by self-play. Each generation
draws weights around the mean, plays the same games with each of them, and moves mean and spread towards those
that did better.

Games are played by the C++ twin of the hints in tools/strength, by the additive value alone or with
`--net`. With `--views`, a file that `spider-lab play ... views=FILE` wrote, no games are played: weights
are better that find leaves of higher chance, by the net, from the same views.

OUT is a JSON file with the state after each generation; if it exists, the run goes on. Beside it, ending in
.weights, are the weights as `spider-lab play weights=FILE` reads them.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.strength import lab

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The laboratory's own starts for tuning, other ones in each generation.
FIRST: Final = 50_000_000

VIEW_BYTES: Final = 208  # of a view in a file

Numbers = list[float]


def first_weights(program: Path) -> dict[str, int]:
    """The lab's own, which are those of the package: whole thousandths by their names."""
    lines = map(str.split, lab.run(program, "weights").splitlines())
    return {name: int(number) for name, number in lines}


def write_weights(path: Path, names: Sequence[str], weights: Numbers) -> None:
    """Lines `NAME NUMBER`."""
    lines = [f"{name} {round(weight)}\n" for name, weight in zip(names, weights, strict=True)]
    path.write_text("".join(lines), encoding="ascii")


class Games:
    """Plays games with weights, or looks from views."""

    def __init__(self, program: Path, words: argparse.Namespace) -> None:
        self._program = program
        self._suits = words.suits
        self._options = [f"width={words.width}", *([f"net={words.net}"] if words.net else [])]
        self._views: Path | None = words.views

    def starts(self, generation: int, games: int) -> range:
        """Which starts or views a generation uses: other ones than the generation before."""
        if not self._views:
            return range(FIRST + generation * games, FIRST + (generation + 1) * games)
        views = self._views.stat().st_size // VIEW_BYTES
        first = generation * games % max(1, views - games)
        return range(first, first + games)

    def fitness(self, names: Sequence[str], weights: Numbers, games: range) -> float:
        """The share of games won, and a little for completed runs; or the mean chance of the best leaves."""
        if self._views:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "weights"
                write_weights(file, names, weights)
                options = [*self._options, f"weights={file}"]
                told = lab.run(self._program, "best", self._views, games.start, games.stop, *options)
            return float(told.split()[2])
        with tempfile.TemporaryDirectory() as folder:
            file, results = Path(folder) / "weights", Path(folder) / "results"
            write_weights(file, names, weights)
            options = [*self._options, f"weights={file}", f"results={results}"]
            lab.run(self._program, "play", self._suits, games.start, games.stop, *options)
            lines = [line.split() for line in results.read_text(encoding="ascii").splitlines()]
        return sum(int(won) + 0.05 * int(runs) for _, won, runs in lines) / len(lines)


def utilities(fitnesses: Numbers) -> Numbers:
    """What each of a generation counts, by its rank alone: they add up to 0."""
    size = len(fitnesses)
    order = sorted(range(size), key=lambda at: -fitnesses[at])
    raw = [max(0.0, math.log(size / 2 + 1) - math.log(rank + 1)) for rank in range(size)]
    counts = [0.0] * size
    for rank, at in enumerate(order):
        counts[at] = raw[rank] / sum(raw) - 1 / size
    return counts


class Strategy:
    """Mean and spread of each weight, and how they move."""

    def __init__(self, mean: Numbers, spread: Numbers) -> None:
        self.mean = mean
        self.spread = spread

    def draw(self, number: int, chance: random.Random) -> list[Numbers]:
        """So many draws around 0 with spread 1, each with its opposite."""
        half = [[chance.gauss(0, 1) for _ in self.mean] for _ in range((number + 1) // 2)]
        return [sample for one in half for sample in (one, [-x for x in one])]

    def at(self, sample: Numbers) -> Numbers:
        """The weights of a draw."""
        return [m + s * x for m, s, x in zip(self.mean, self.spread, sample, strict=True)]

    def learn(self, samples: list[Numbers], fitnesses: Numbers) -> None:
        """Move towards the draws that did better."""
        counts = utilities(fitnesses)
        size = len(self.mean)
        rate = (3 + math.log(size)) / (5 * math.sqrt(size)) / 2
        for k in range(size):
            towards = sum(count * sample[k] for count, sample in zip(counts, samples, strict=True))
            wider = sum(count * (sample[k] ** 2 - 1) for count, sample in zip(counts, samples, strict=True))
            self.mean[k] += self.spread[k] * towards
            self.spread[k] *= math.exp(rate * wider)


def evolve(program: Path, words: argparse.Namespace) -> dict[str, float]:
    """Run the generations that are left; the mean in the end."""
    at_first = first_weights(program)
    names = sorted(at_first)
    games = Games(program, words)
    if words.out.exists():
        state = json.loads(words.out.read_text(encoding="ascii"))
        strategy, done = Strategy(state["mean"], state["spread"]), state["generations"]
    else:
        spread = [words.spread * (abs(at_first[name]) + 100) for name in names]
        strategy, done = Strategy([float(at_first[name]) for name in names], spread), 0
    for generation in range(done, words.generations):
        chance = random.Random(f"{words.seed} {generation}")
        samples = strategy.draw(words.population, chance)
        starts = games.starts(generation, words.games)
        fitnesses = [games.fitness(names, strategy.at(sample), starts) for sample in samples]
        mean, middle = sum(fitnesses) / len(fitnesses), games.fitness(names, strategy.mean, starts)
        print(f"generation {generation + 1}: fitness {middle:.4f}, of the draws {mean:.4f}", flush=True)
        strategy.learn(samples, fitnesses)
        state = {"generations": generation + 1, "mean": strategy.mean, "spread": strategy.spread}
        words.out.write_text(json.dumps(state) + "\n", encoding="ascii")
        write_weights(words.out.with_suffix(".weights"), names, strategy.mean)
    return dict(zip(names, strategy.mean, strict=True))


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--lab", type=Path, help="the program `spider-lab`, if it is built already")
    parser.add_argument("--suits", type=int, default=4)
    parser.add_argument("--generations", type=int, default=50, help="those of earlier runs counted")
    parser.add_argument("--population", type=int, default=20)
    parser.add_argument("--games", type=int, default=100, help="for each draw of a generation")
    parser.add_argument("--width", type=int, default=32, help="of the beam")
    parser.add_argument("--net", type=Path, help="a net that chooses among the leaves")
    parser.add_argument("--views", type=Path, help="views to look from, instead of games")
    parser.add_argument("--spread", type=float, default=0.1, help="at first, as a share of each weight")
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args(arguments)
    program = words.lab or lab.build(words.out.absolute().parent / "build")
    weights = evolve(program, words)
    print("\n".join(f"    {name}={weight / 1000:.3f}," for name, weight in weights.items()))


if __name__ == "__main__":
    main()
