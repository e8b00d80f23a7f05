"""Fit a net to recorded games: `python -m tools.strength.fit OUT INPUTS ... [options]`.

The leaves chosen in a game, t = 1, 2, ..., each get a target, from the last to the first:

    target(last) = 1 if the game was won, else 0
    target(t)    = (1 - lambda) * chance(t + 1) + lambda * target(t + 1)

where chance is what the net of the round before says (temporal differences, TD(lambda)). Where the player
tried another choice than the best at t + 1, target(t) is the chance of the best: what came of the try says
nothing about playing well. The net is fitted to the targets by cross-entropy with Adam.

A tenth of the games is kept apart; the epoch that predicts their results best is kept.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from tools.strength.quantise import quantise, read_floats, write_floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Leaves = NDArray[Any]

INPUTS: Final = 212
LEAF: Final = np.dtype(
    [
        ("game", "<u4"), ("decision", "<u2"), ("rows", "u1"), ("flags", "u1"), ("won", "u1"),
        ("completed", "u1"), ("spare", "<u2"), ("inputs", "<i2", (INPUTS,)),
    ]
)  # fmt: skip
NOT_PLAYED, EXPLORED, FIRST, RIVAL = 2, 4, 16, 32  # flags of src/player.h
BATCH: Final = 2048


class Fit(NamedTuple):
    """How to fit."""

    hidden: tuple[int, int] = (64, 16)
    epochs: int = 3
    rate: float = 2e-3
    decay: float = 3e-3
    seed: int = 0


class Net:
    """A net of floats: `arrays` are the weights and biases of its three layers, for inputs as they are."""

    def __init__(self, arrays: list[Floats]) -> None:
        self.arrays = arrays

    @classmethod
    def fresh(cls, leaves: Leaves, targets: Floats, fit: Fit) -> Net:
        """Random weights, in proportion to how much each input varies."""
        random = np.random.default_rng(fit.seed)
        centre, spread = _spread(leaves)
        sizes = [INPUTS, *fit.hidden, 1]
        arrays: list[Floats] = []
        for before, after in pairwise(sizes):
            scale = np.sqrt(2 / before) * (0.3 if after == 1 else 0.7)
            arrays.append(random.normal(0, scale, (before, after)).astype(np.float32))
            arrays.append(np.zeros(after, np.float32))
        arrays[0] /= spread[:, None]
        arrays[1] -= centre @ arrays[0]
        arrays[4] = arrays[4][:, 0]
        share = float(np.clip(targets.mean(), 0.01, 0.99))
        arrays[5][:] = np.log(share / (1 - share))
        return cls(arrays)

    def layers(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """The hidden numbers of both layers, and the logarithm of the odds."""
        w1, b1, w2, b2, w3, b3 = self.arrays
        hidden1 = np.maximum(inputs @ w1 + b1, 0)
        hidden2 = np.maximum(hidden1 @ w2 + b2, 0)
        return hidden1, hidden2, hidden2 @ w3 + b3

    def odds(self, leaves: Leaves) -> Floats:
        """The logarithm of the odds of winning, for each leaf."""
        parts = [
            self.layers(leaves["inputs"][at : at + 20000].astype(np.float32))[2]
            for at in range(0, len(leaves), 20000)
        ]
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def chances(odds: Floats) -> Floats:
    """The chance of winning, from the logarithm of the odds."""
    return (1 / (1 + np.exp(-odds))).astype(np.float32)


def loss(odds: Floats, targets: Floats) -> float:
    """The mean cross-entropy."""
    return float(np.mean(np.logaddexp(0, odds) - targets * odds))


def td_targets(leaves: Leaves, chance: Floats, share: float) -> Floats:
    """The targets of the played leaves (those not played get 0), with `share` as lambda."""
    targets = np.zeros(len(leaves), np.float32)
    games, flags, won = leaves["game"].tolist(), leaves["flags"].tolist(), leaves["won"].tolist()
    known = chance.tolist()
    following = -1  # the next played leaf
    best = 0.0  # the chance of the best leaf at the next decision, if another was tried there
    for at in range(len(leaves) - 1, -1, -1):
        if flags[at] & RIVAL:
            continue
        if flags[at] & NOT_PLAYED:
            best = known[at]
            continue
        if flags[at] & FIRST:  # written just before the leaf that was chosen
            targets[at] = targets[following]
            continue
        if following < 0 or games[following] != games[at]:
            targets[at] = won[at]
        elif flags[following] & EXPLORED:
            targets[at] = best
        else:
            targets[at] = (1 - share) * known[following] + share * targets[following]
        following = at
    return targets


def fit_net(net: Net, leaves: Leaves, targets: Floats, apart: Leaves, fit: Fit) -> float:
    """Fit `net` to the targets; keep its best epoch. Returns the loss on results of games kept apart."""
    random = np.random.default_rng(fit.seed)
    centre, spread = _spread(leaves)
    inner = Net([array.copy() for array in net.arrays])
    inner.arrays[1] += centre @ inner.arrays[0]
    inner.arrays[0] *= spread[:, None]
    means = [np.zeros_like(array) for array in net.arrays]
    squares = [np.zeros_like(array) for array in net.arrays]
    results = apart["won"].astype(np.float32)
    batch = min(BATCH, max(1, len(leaves) // 4))
    steps, step = fit.epochs * (len(leaves) // batch), 0
    best = np.inf
    for _ in range(fit.epochs):
        order = random.permutation(len(leaves))
        for at in range(0, len(leaves) // batch * batch, batch):
            chosen = order[at : at + batch]
            step += 1
            inputs = (leaves["inputs"][chosen].astype(np.float32) - centre) / spread
            rate = np.float32(fit.rate * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-5)
            for k, gradient in enumerate(_gradients(inner, inputs, targets[chosen])):
                means[k] += 0.1 * (gradient - means[k])
                squares[k] += 0.001 * (gradient**2 - squares[k])
                change = means[k] / (1 - 0.9**step) / (np.sqrt(squares[k] / (1 - 0.999**step)) + 1e-8)
                if k % 2 == 0:
                    change += fit.decay * inner.arrays[k]
                inner.arrays[k] -= (rate * change).astype(np.float32)
        outer = [array.copy() for array in inner.arrays]
        outer[0] /= spread[:, None]
        outer[1] -= centre @ outer[0]
        now = loss(Net(outer).odds(apart), results)
        if now < best:
            best, net.arrays = now, outer
    return best


def _spread(leaves: Leaves) -> tuple[Floats, Floats]:
    """The mean of each input, and how much it varies."""
    some = leaves["inputs"][:: max(1, len(leaves) // 200000)].astype(np.float32)
    deviation = some.std(0)
    return some.mean(0), np.maximum(deviation, 0.05 * np.maximum(some.max(0) - some.min(0), 1)).astype(
        np.float32
    )


def _gradients(net: Net, inputs: Floats, targets: Floats) -> list[Floats]:
    _, _, w2, _, w3, _ = net.arrays
    hidden1, hidden2, odds = net.layers(inputs)
    error = (chances(odds) - targets) / np.float32(len(targets))
    error2 = np.outer(error, w3) * (hidden2 > 0)
    error1 = (error2 @ w2.T) * (hidden1 > 0)
    return [
        inputs.T @ error1,
        error1.sum(0),
        hidden1.T @ error2,
        error2.sum(0),
        hidden2.T @ error,
        np.array([error.sum()], np.float32),
    ]


def train(
    files: Sequence[Path], start: Net | None, fit: Fit, share: float, rounds: int, *, firsts: bool = False
) -> Net:
    """Fit a net to the games of the files, in rounds: the net of each gives the targets of the next."""
    leaves = np.concatenate([_numbered(np.fromfile(file, LEAF), nth) for nth, file in enumerate(files)])
    kept_apart = leaves["game"] * np.uint32(2654435761) >> 16 & 1023 < 100  # about a tenth of the games
    played = leaves["flags"] & (NOT_PLAYED | FIRST | RIVAL) == 0
    apart = leaves[kept_apart & played]
    rivals = leaves["flags"] & RIVAL != 0
    learn = ~kept_apart & (leaves["flags"] & (NOT_PLAYED if firsts else NOT_PLAYED | FIRST) == 0)
    games, share_won = len(np.unique(leaves["game"])), leaves["won"].mean()
    print(f"{len(leaves)} leaves of {games} games; {share_won:.3f} of the leaves in games won")
    results = leaves["won"].astype(np.float32)
    if start is None:
        start = Net.fresh(leaves, results, fit)
        known = learn & ~rivals
        now = fit_net(start, leaves[known], results[known], apart, fit)
        print(f"results alone: loss {now:.4f}", flush=True)
    learnt = leaves[learn]
    anchor = chances(start.odds(leaves[rivals]))  # nothing is known of rivals: they keep their chances
    for number in range(rounds):
        targets = td_targets(leaves, chances(start.odds(leaves)), share)
        targets[rivals] = anchor
        now = fit_net(start, learnt, targets[learn], apart, fit._replace(seed=fit.seed + number + 1))
        print(f"round {number + 1}: loss on results {now:.4f}", flush=True)
    return start


def _numbered(leaves: Leaves, file: int) -> Leaves:
    """The leaves with games numbered so that those of different files differ."""
    leaves["game"] = leaves["game"] % (1 << 24) + (file << 24)
    return leaves


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, help="the net of floats; one of whole numbers goes beside it")
    parser.add_argument("inputs", type=Path, nargs="+", help="files that `spider-lab inputs` wrote")
    parser.add_argument("--start", type=Path, help="a net of floats to go on from")
    parser.add_argument("--hidden", type=int, nargs=2, default=(64, 16))
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--lambda", type=float, default=0.6, dest="share")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--firsts", action="store_true", help="learn from the first events on the way too")
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    start = Net(read_floats(words.start)) if words.start else None
    fit = Fit(tuple(words.hidden), words.epochs, words.rate, seed=words.seed)
    net = train(words.inputs, start, fit, words.share, words.rounds, firsts=words.firsts)
    write_floats(words.out, net.arrays)
    words.out.with_suffix(".net").write_bytes(quantise(net.arrays))
    print(f"{words.out}: {time.process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
