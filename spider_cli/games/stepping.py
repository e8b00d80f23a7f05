"""A game step by step, without a history: for programs that play very many.

    game = Stepper.new(suits=1, seed="3")
    while steps := game.legal_steps():
        reward = game.step(choose(steps))

A `Stepper` keeps the position and the score and nothing else, so that it costs little more than the rules.
Programs that learn call a step an action, which is its number: see `ACTIONS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.games.arguments import as_seed
from spider_cli.games.game import FIRST_SCORE, RUN_SCORE
from spider_cli.games.seeds import random_seed
from spider_cli.games.starts import start_of
from spider_cli.rules.cards import KING
from spider_cli.rules.steps import COLUMNS, DEAL, Move

if TYPE_CHECKING:
    from spider_cli.games.seeds import Seed
    from spider_cli.rules.position import Position, Status
    from spider_cli.rules.steps import Step

_COLUMN_NUMBERS: Final = range(1, COLUMNS + 1)

#: Every step that there can be: the moves by source, target and count, then the deal. The place of a step is
#: its number as an action: 0 to 1170.
ACTIONS: Final[tuple[Step, ...]] = (
    *[
        Move(source, target, count)
        for source in _COLUMN_NUMBERS
        for target in _COLUMN_NUMBERS
        if source != target
        for count in range(1, KING + 1)
    ],
    DEAL,
)

#: The number of each step as an action.
ACTION_NUMBERS: Final[dict[Step, int]] = {step: number for number, step in enumerate(ACTIONS)}


class Stepper:
    """A game that goes forward only. Attributes: `position`; `score`, as that of `Game`."""

    __slots__ = ("position", "score")

    def __init__(self, position: Position) -> None:
        """A game at a position, of which nothing is checked."""
        self.position = position
        self.score = FIRST_SCORE + RUN_SCORE * len(position.foundations)

    @classmethod
    def new(cls, *, suits: int = 1, seed: Seed | str | int | None = None, relaxed: bool = False) -> Stepper:
        """A game as `Game.new` starts it. Raises NotationError for no seed or no number of suits."""
        return cls(start_of(as_seed(seed) or random_seed(), suits, relaxed=relaxed))

    def step(self, step: Step) -> int:
        """Make a step; returns by how much the score changes.

        Raises IllegalStepError, and then nothing has changed.
        """
        before = len(self.position.foundations)
        self.position = after = self.position.apply(step)
        reward = RUN_SCORE * (len(after.foundations) - before) - (step is not DEAL)
        self.score += reward
        return reward

    def legal_steps(self) -> list[Step]:
        """Every legal step: the moves by source, target and count, then the deal. None at a game's end."""
        steps: list[Step] = list(self.position.legal_moves())
        if self.position.can_deal:
            steps.append(DEAL)
        return steps

    def legal_actions(self) -> list[int]:
        """The numbers of the legal steps."""
        return [ACTION_NUMBERS[step] for step in self.legal_steps()]

    @property
    def status(self) -> Status:
        """`playing`, `won` or `stuck`."""
        return self.position.status
