"""Find the weights by which the solver looks for any solution: `python -m tools.weights.widening OUT`.

CMA-ES (N. Hansen, "The CMA evolution strategy: a tutorial", 2016; the library `cma`) over the weights of
`TO_WIN` and the two costs of a step. The cost of a start is the logarithm of the work until it is solved, as
the C++ twin in src/ counts it; each generation uses other starts. OUT is a JSON file with the mean of each
generation, and beside it, ending in .state, is what the strategy needs to go on: if both exist, it does.
"""

from __future__ import annotations

import argparse
import json
import math
import pickle
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from spider_cli import Game
from spider_cli.solver.solver_value import TO_WIN
from spider_cli.solver.widening import STEP_COSTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns that it cannot draw without matplotlib
    import cma

SOURCE: Final = Path(__file__).parent / "src" / "widening.cpp"

#: Native seeds for the search. Those up to 300 are for reported figures.
FIRST_SEED: Final = 20_001

#: How far the first generation reaches from the weights of the package, in each of them.
REACH: Final = {
    "join": 0.5, "longer": 0.1, "mixed": 0.3, "breaks": 0.3, "face_down": 0.08, "face_down_join": 0.5,
    "face_down_other": 0.25, "card": 0.1, "king": 0.6, "empty": 0.8, "foundation": 6.0, "exposed": 0.06,
    "exposed_ace": 0.3, "head": 0.06, "cover": 0.15, "ready": 0.4, "step0": 0.05, "step1": 0.2,
}  # fmt: skip

Weights = dict[str, float]


def package_weights() -> Weights:
    """Those that the package has."""
    return {**TO_WIN._asdict(), "step0": STEP_COSTS[0], "step1": STEP_COSTS[1]}


def build(folder: Path) -> Path:
    """Compile the twin. Without contraction of sums it rounds as Python does. Raises CalledProcessError."""
    program = folder / "widening"
    flags = ["-std=c++17", "-O3", "-march=native", "-ffp-contract=off"]
    subprocess.run(["g++", *flags, "-o", str(program), str(SOURCE)], check=True, capture_output=True)
    return program


def write_starts(path: Path, seeds: Iterable[str | int], suits: int) -> None:
    """Starts as the twin reads them."""
    with path.open("w", encoding="ascii") as file:
        for seed in seeds:
            position = Game.new(suits=suits, seed=seed).position
            words = [*[column.hex() for column in position.columns], position.stock.hex()]
            file.write(" ".join(words) + "\n")


class Twin:
    """The C++ twin at work on the starts in a file."""

    def __init__(self, program: Path, starts: Path) -> None:
        self._process = subprocess.Popen(
            [str(program), str(starts)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def solve(self, weights: Weights, first: int, count: int, limit: float) -> list[tuple[float, int, int]]:
        """The work, the children and the steps for each of some starts; the work is negative at the limit."""
        assert self._process.stdin
        assert self._process.stdout
        named = [f"{name}={value!r}" for name, value in weights.items()]
        print(first, count, limit, *named, file=self._process.stdin, flush=True)
        found = [answer.split(":") for answer in self._process.stdout.readline().split()]
        return [(float(work), int(children), int(steps)) for work, children, steps in found]

    def cost(self, weights: Weights, first: int, count: int, limit: float) -> float:
        """The mean over some starts. To give up is as bad as three times the limit."""
        works = [work for work, _, _ in self.solve(weights, first, count, limit)]
        return sum(math.log(work if work > 0 else 3 * limit) for work in works) / len(works)

    def close(self) -> None:
        """End the twin."""
        self._process.communicate()


def weights_at(point: Sequence[float]) -> Weights:
    """The weights at a point of the search space, whose units are those of `REACH`; no step costs below 0."""
    package = package_weights()
    found = {name: package[name] + REACH[name] * float(x) for name, x in zip(package, point, strict=True)}
    return {name: abs(value) if name.startswith("step") else value for name, value in found.items()}


def search(twin: Twin, out: Path, words: argparse.Namespace) -> list[Weights]:
    """Go on to the generation that is wanted; the mean of each generation."""
    state = out.with_suffix(".state")
    strategy: Any
    if out.exists() and state.exists():
        means: list[Weights] = json.loads(out.read_text(encoding="ascii"))
        strategy = pickle.loads(state.read_bytes())
    else:
        means = []
        options = {"popsize": words.population, "seed": words.seed + 1, "verbose": -9}
        strategy = cma.CMAEvolutionStrategy([0.0] * len(REACH), 0.5, options)
    while len(means) < words.generations:
        first = len(means) * words.games % max(1, words.starts - words.games)
        points = strategy.ask()
        costs = [twin.cost(weights_at(point), first, words.games, words.limit) for point in points]
        strategy.tell(points, costs)
        means.append(weights_at(strategy.result.xfavorite))
        out.write_text(json.dumps(means, indent=1) + "\n", encoding="ascii")
        state.write_bytes(pickle.dumps(strategy))
        print(f"{len(means)}: best {min(costs):.3f}, median {sorted(costs)[len(costs) // 2]:.3f}", flush=True)
    return means


def averaged(means: Sequence[Weights]) -> Weights:
    """The mean over the second half of the generations: one alone has chance in it."""
    half = means[len(means) // 2 :]
    return {name: round(sum(mean[name] for mean in half) / len(half), 3) for name in half[0]}


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--suits", type=int, default=4)
    parser.add_argument("--starts", type=int, default=4000, help="how many starts there are")
    parser.add_argument("--games", type=int, default=100, help="how many of them a generation uses")
    parser.add_argument("--generations", type=int, default=150, help="in all, earlier runs counted")
    parser.add_argument("--population", type=int, default=20)
    parser.add_argument("--limit", type=float, default=2e6, help="work for a start at most, in microseconds")
    parser.add_argument("--seed", type=int, default=0, help="of the strategy")
    words = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        starts = Path(folder, "starts.txt")
        write_starts(starts, range(FIRST_SEED, FIRST_SEED + words.starts), words.suits)
        twin = Twin(build(Path(folder)), starts)
        try:
            found = averaged(search(twin, words.out, words))
        finally:
            twin.close()
    print("\n".join(f"    {name}={value}," for name, value in found.items()))


if __name__ == "__main__":
    main()
