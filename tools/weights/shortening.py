"""Find the weights by which the solver looks for short solutions: `python -m tools.weights.shortening OUT`.

Hill climbing: from the weights of the package on, one or two of them at a time are changed by a random
amount; a change is kept if it lowers the cost over a set of starts. The cost of a start is the number of
steps of the solution that is found when so many nodes may be looked at. OUT is a JSON file: the weights,
their cost, and where the climb is. If it exists, the climb goes on from there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from spider_cli import Game, solve
from spider_cli.solver import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spider_cli import Position

#: Native seeds for climbing. Those up to 300 are for reported figures.
FIRST_SEED: Final = 10_001
CONSTANT: Final = "TO_WIN_SOON"

Weights = dict[str, float]


class Solver:
    """The cost of weights over some starts."""

    def __init__(self, starts: Sequence[Position], nodes: int) -> None:
        self._starts = starts
        self._nodes = nodes
        solve(starts[0], Limits(nodes=1))  # loads all modules of the solver
        self._modules = [
            module
            for name, module in sys.modules.items()
            if name.startswith("spider_cli.") and CONSTANT in vars(module)
        ]
        self._kind: Callable[..., Any] = type(vars(self._modules[0])[CONSTANT])

    def weights(self) -> Weights:
        """Those that the package has."""
        return dict(vars(self._modules[0])[CONSTANT]._asdict())

    def cost(self, weights: Weights) -> float:
        """The mean over the starts."""
        before = vars(self._modules[0])[CONSTANT]
        try:
            self._set(self._kind(**weights))
            return sum(map(self._cost, self._starts)) / len(self._starts)
        finally:
            self._set(before)

    def _set(self, weights: Any) -> None:
        for module in self._modules:
            setattr(module, CONSTANT, weights)

    def _cost(self, start: Position) -> float:
        # Nodes for a first solution, by other weights, then as many for shorter ones.
        result = solve(start, Limits(nodes=20 * self._nodes, shorter_nodes=self._nodes))
        return float(len(result.steps)) if result.verdict == "solved" else 500.0


def changed(weights: Weights, chance: random.Random) -> Weights:
    """The weights with one or two of them changed."""
    after = dict(weights)
    for name in chance.sample(sorted(weights), chance.choice((1, 2))):
        after[name] = round(after[name] + chance.gauss(0, 0.15) * (abs(after[name]) + 0.1), 3)
    return after


def climb(solver: Solver, out: Path, tries: int, seed: int) -> tuple[float, Weights]:
    """Try so many changes in all; the lowest cost and its weights."""
    if out.exists():
        state = json.loads(out.read_text(encoding="ascii"))
    else:
        weights = solver.weights()
        state = {"tried": 0, "cost": solver.cost(weights), "weights": weights}
        print(f"at first: cost {state['cost']:.4f}", flush=True)
    while state["tried"] < tries:
        weights = changed(state["weights"], random.Random(f"{seed} {state['tried']}"))
        cost = solver.cost(weights)
        if cost < state["cost"]:
            state |= {"cost": cost, "weights": weights}
            print(f"try {state['tried'] + 1}: cost {cost:.4f}", flush=True)
        state["tried"] += 1
        out.write_text(json.dumps(state, indent=1) + "\n", encoding="ascii")
    return state["cost"], state["weights"]


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--suits", type=int, default=4)
    parser.add_argument("--games", type=int, default=40, help="how many starts")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first native seed")
    parser.add_argument("--tries", type=int, default=300, help="how many changes, earlier runs counted")
    parser.add_argument("--nodes", type=int, default=200_000, help="positions searched for a start, at most")
    parser.add_argument("--seed", type=int, default=0, help="of the changes")
    words = parser.parse_args(arguments)
    seeds = range(words.first, words.first + words.games)
    starts = [Game.new(suits=words.suits, seed=seed).position for seed in seeds]
    cost, weights = climb(Solver(starts, words.nodes), words.out, words.tries, words.seed)
    print(f"cost {cost:.4f}")
    print("\n".join(f"    {name}={weight}," for name, weight in weights.items()))


if __name__ == "__main__":
    main()
