"""An agent that learns to play with one suit: REINFORCE with a linear softmax policy over a few features.

python3 agent.py [GAMES]

It prints the mean score of 50 games before and after it has learnt from GAMES others (600 if not given, which
takes half a minute).
"""

import sys

import gymnasium
import numpy as np

from spider_cli.games.stepping import ACTIONS
from spider_cli.rules.steps import DEAL

STEPS = 150  # in a game, at most
RATE = 1.0
FACE_DOWN = 53
SUIT = 13  # cards


def features(observation: dict, actions: np.ndarray) -> np.ndarray:
    """What is to be known of each action: a row each."""
    columns = observation["columns"]
    heights = (columns > 0).sum(axis=1)
    down = (columns == FACE_DOWN).sum(axis=1)
    rows = np.zeros((len(actions), 7))
    for row, action in zip(rows, actions, strict=True):
        step = ACTIONS[action]
        if step is DEAL:
            row[0] = 1
            continue
        source, target = step.source - 1, step.target - 1
        first = heights[source] - step.count  # the place of the highest card that moves
        card = columns[source, first]
        row[1] = first == down[source] > 0  # turns up a card
        row[2] = first == 0  # empties a column
        row[3] = heights[target] == 0  # fills one
        row[4] = heights[target] > 0 and columns[target, heights[target] - 1] == card + 1  # joins a run
        above = columns[source, first - 1] if first > down[source] else 0
        row[5] = above == card + 1  # breaks a run
        row[6] = above > 0 and above != card + 1 and (above - 1) % SUIT == (card - 1) % SUIT + 1
    return rows


def play(
    env: gymnasium.Env, weights: np.ndarray, chance: np.random.Generator, seed: int
) -> tuple[float, np.ndarray]:
    """The score of a game, and the direction in which its steps become more probable."""
    observation, info = env.reset(seed=seed)
    gradient = np.zeros_like(weights)
    for _ in range(STEPS):
        actions = np.flatnonzero(info["action_mask"])
        rows = features(observation, actions)
        odds = np.exp(rows @ weights - np.max(rows @ weights))
        odds /= odds.sum()
        chosen = chance.choice(len(actions), p=odds)
        gradient += rows[chosen] - odds @ rows
        observation, _, ended, _, info = env.step(actions[chosen])
        if ended:
            break
    return info["score"], gradient


def mean_score(env: gymnasium.Env, weights: np.ndarray) -> float:
    """Over 50 games that it does not learn from."""
    chance = np.random.default_rng(0)
    return float(np.mean([play(env, weights, chance, seed)[0] for seed in range(1, 51)]))


games = int(sys.argv[1]) if len(sys.argv) > 1 else 600
env = gymnasium.make("spider_cli.gym:Spider-v0", suits=1)
weights = np.zeros(7)
chance = np.random.default_rng(1)
print(f"before: mean score {mean_score(env, weights):.0f}")
scores = []
for number in range(games):
    score, gradient = play(env, weights, chance, 10_000 + number)
    scores.append(score)
    expected = np.mean(scores[-50:])
    spread = np.std(scores[-50:]) + 1
    weights += RATE * (score - expected) / spread * gradient / np.sqrt(STEPS)
print(f"after {games} games: mean score {mean_score(env, weights):.0f}")
