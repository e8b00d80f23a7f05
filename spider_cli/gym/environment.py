"""The environment: what a player sees as arrays, steps as numbers, the change of the score as reward."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from spider_cli.errors import IllegalStepError
from spider_cli.games.game import Game
from spider_cli.games.seeds import Seed
from spider_cli.games.stepping import ACTIONS, Stepper
from spider_cli.rules.cards import COMPLETE_RUNS, KING, SUITS_IN_PLAY, rank_of, suit_of
from spider_cli.rules.columns import face_up
from spider_cli.rules.position import FOUNDATIONS, ROW, Position
from spider_cli.rules.steps import COLUMNS

#: The steps after which a registered environment ends a game that goes on: one that is won takes 100 to 300.
LONGEST_GAME: Final = 1000

#: What a place of a column holds besides cards, which are 1 (ace of spades) to 52 (king of clubs).
NOTHING: Final = 0
FACE_DOWN: Final = 53

_SUITS: Final = 4
_CARDS: Final = 104

#: The reward for an action that the rules refuse: as a move costs, so that nobody tries for ever.
ILLEGAL_REWARD: Final = -1.0

_HIGHEST_SEED: Final = 10**9

Observation = dict[str, NDArray[np.int8]]


class SpiderEnv(gymnasium.Env[Observation, np.int64]):
    """A game of Spider.

    An action is the number of a step in `spider_cli.games.stepping.ACTIONS`. An observation holds what a
    player sees, in arrays of `int8`:

    - `columns`, 10 x 104: the cards of each column from the bottom, see `NOTHING` and `FACE_DOWN`;
    - `unseen`, 52: how many of each card lie face down or in the stock, which follows from what is seen;
    - `foundations`, 4: the completed runs of each suit;
    - `rows`, 1: how many rows can still be dealt.

    The reward is the change of the score. An action that the rules refuse changes nothing and costs 1. The
    game is terminated when it is won or stuck. `info` has `action_mask` (1,171 numbers: 1 for what is legal),
    `score`, `status` and `seed`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as the base has it

    def __init__(self, suits: int = 1, *, relaxed: bool = False, render_mode: str | None = None) -> None:
        """`suits`: 1, 2 or 4. `relaxed`: whether a deal over empty columns is allowed.

        Raises ValueError for another number of suits or another mode.
        """
        if suits not in SUITS_IN_PLAY:
            raise ValueError(f"there are games of 1, 2 and 4 suits, not of {suits}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the render mode is 'ansi' or none, not {render_mode!r}")
        self.render_mode = render_mode
        self._suits = suits
        self._relaxed = relaxed
        self._seed = Seed("native", 0)
        self._game = Stepper.new(suits=suits, seed=self._seed, relaxed=relaxed)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = spaces.Dict(  # type: ignore[assignment]  # a dict of arrays, said more loosely
            {
                "columns": spaces.Box(NOTHING, FACE_DOWN, (COLUMNS, _CARDS), np.int8),
                "unseen": spaces.Box(0, FOUNDATIONS, (_SUITS * KING,), np.int8),
                "foundations": spaces.Box(0, FOUNDATIONS, (_SUITS,), np.int8),
                "rows": spaces.Box(0, 5, (1,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game: that of native seed `seed`, or that of `options["seed"]` (as `42` or `kpat:7`).

        Without either it is drawn, by a generator that the last `seed` given here started. Raises
        NotationError for what is not a seed.
        """
        super().reset(seed=seed)
        if options and "seed" in options:
            self._seed = Seed.parse(str(options["seed"]))
        elif seed is not None:
            self._seed = Seed("native", seed)
        else:
            self._seed = Seed("native", int(self.np_random.integers(_HIGHEST_SEED)))
        self._game = Stepper.new(suits=self._suits, seed=self._seed, relaxed=self._relaxed)
        return observation_of(self._game.position), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a step: the observation, the reward, whether the game has ended, False, and `info`."""
        try:
            reward = float(self._game.step(ACTIONS[int(action)]))
        except IllegalStepError:
            reward = ILLEGAL_REWARD
        ended = self._game.status != "playing"
        return observation_of(self._game.position), reward, ended, False, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that is legal, 0 for each other: `self.action_space.sample(mask)` takes it."""
        mask = np.zeros(len(ACTIONS), np.int8)
        mask[self._game.legal_actions()] = 1
        return mask

    def render(self) -> str | None:
        """The table as text, in the mode `ansi`."""
        return str(Game(self._game.position)) if self.render_mode else None

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "score": self._game.score,
            "status": self._game.status,
            "seed": str(self._seed),
        }


def card_number(card: int) -> int:
    """The number of a card in an observation: 1 to 52."""
    return suit_of(card) * KING + rank_of(card)


_NUMBERS: Final = np.zeros(256, np.int8)
for _card in b"".join(COMPLETE_RUNS):
    _NUMBERS[_card] = card_number(_card)


def observation_of(position: Position) -> Observation:
    """What a player sees of a position. No face-down or stock card is looked at."""
    columns = np.zeros((COLUMNS, _CARDS), np.int8)
    unseen = np.zeros(_SUITS * KING, np.int8)
    in_play = SUITS_IN_PLAY[position.suits]
    for suit in in_play:
        unseen[suit * KING : (suit + 1) * KING] = FOUNDATIONS // len(in_play)
    for number, column in enumerate(position.columns):
        cards = _NUMBERS[np.frombuffer(face_up(column), np.uint8)]
        columns[number, : column[0]] = FACE_DOWN
        columns[number, column[0] : column[0] + len(cards)] = cards
        np.subtract.at(unseen, cards - 1, 1)
    foundations = np.zeros(_SUITS, np.int8)
    for suit in position.foundations:
        foundations[suit] += 1
        unseen[suit * KING : (suit + 1) * KING] -= 1
    rows = np.array([len(position.stock) // ROW], np.int8)
    return {"columns": columns, "unseen": unseen, "foundations": foundations, "rows": rows}
