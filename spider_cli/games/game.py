"""A game: where it started and the steps that stand. Everything else is derived by playing them.

from spider_cli import Game
game = Game.new(suits=2, seed="42")
game.move(3, 7); game.deal(); game.undo()
game.status, game.score, game.legal_moves(), str(game)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.errors import GameFormatError, IllegalStepError, NotationError
from spider_cli.games.record import HIGHEST, Record, format_record, parse_record
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.rules.position import Position, Status
from spider_cli.rules.steps import DEAL, Move, Step, format_step, parse_step
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike

FIRST_SCORE: Final = 500
RUN_SCORE: Final = 100

#: One value of each step played so far (there are at most 1,171), so that long games stay small.
_KNOWN: Final[dict[Step, Step]] = {}


class Game:
    """A game of Spider, from its start to where it stands, with the steps taken back."""

    def __init__(self, start: Position, *, seed: str | None = None) -> None:
        """A game at `start`, which must be valid; `seed` is the text under which it was dealt.

        Raises NotationError for what is not a seed.
        """
        self.seed = None if seed is None else str(Seed.parse(seed))
        self.undos = 0  # steps ever taken back
        self._line = _Line(start)
        self._redo: list[Step] = []  # the next step to redo last

    @classmethod
    def new(cls, *, suits: int = 1, seed: str | int, relaxed: bool = False) -> Game:
        """The game dealt by `seed` with 1, 2 or 4 suits. Raises NotationError for what is not a seed."""
        return cls(start_of(str(seed), suits, relaxed=relaxed), seed=str(seed))

    # --- steps ------------------------------------------------------------------------------------

    def move(self, source: int, target: int, count: int | None = None) -> Move:
        """Move `count` cards between two columns (1-10); without a count, as many as fit.

        Returns the move made. Raises IllegalStepError, and then nothing has changed.
        """
        move = self.position.move_to(source, target) if count is None else Move(source, target, count)
        self.play(move)
        return move

    def deal(self) -> None:
        """Deal a row. Raises IllegalStepError, and then nothing has changed."""
        self.play(DEAL)

    def play(self, step: Step) -> None:
        """Make a step. Steps to redo are dropped unless this is the next of them.

        Raises IllegalStepError, and then nothing has changed; TypeError for what is not a step.
        """
        if not isinstance(step, Step):  # a plain tuple would be played, and then saved as something else
            raise TypeError(f"a step is a Move or DEAL, not {step!r}")
        self._line.push(step)
        if self._redo:
            if self._redo[-1] == step:
                self._redo.pop()
            else:
                self._redo.clear()

    def undo(self, steps: int | None = 1) -> int:
        """Take back that many steps (None: all), or as many as there are; returns how many.

        Raises IllegalStepError if there is none.
        """
        if not self._line.steps:
            raise IllegalStepError("nothing to undo: the game is at its start", "nothing-to-undo")
        number = _how_many(steps, len(self._line.steps))
        for _ in range(number):
            self._redo.append(self._line.pop())
        self.undos = min(self.undos + number, HIGHEST)  # so that what is saved can be read
        return number

    def redo(self, steps: int | None = 1) -> int:
        """Make that many steps again (None: all), or as many as were taken back; returns how many.

        Raises IllegalStepError if there is none.
        """
        if not self._redo:
            raise IllegalStepError("nothing to redo: no step was taken back", "nothing-to-redo")
        number = _how_many(steps, len(self._redo))
        for _ in range(number):
            self.play(self._redo[-1])
        return number

    # --- looking ----------------------------------------------------------------------------------

    @property
    def start(self) -> Position:
        """The position before the first step."""
        return self._line.start

    @property
    def position(self) -> Position:
        """The position now."""
        return self._line.last

    @property
    def before_last_step(self) -> Position | None:
        """The position before the last step, or None at the start."""
        return self._line.before_last()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that stand, in order."""
        return tuple(self._line.steps)

    @property
    def redo_steps(self) -> tuple[Step, ...]:
        """The steps that can be made again, the next one first."""
        return tuple(reversed(self._redo))

    @property
    def step_count(self) -> int:
        """How many steps stand."""
        return len(self._line.steps)

    @property
    def redo_count(self) -> int:
        """How many steps can be made again."""
        return len(self._redo)

    @property
    def suits(self) -> int:
        """1, 2 or 4."""
        return self.start.suits

    @property
    def relaxed(self) -> bool:
        """Whether a deal over empty columns is allowed."""
        return self.start.relaxed

    @property
    def deals(self) -> int:
        """How many rows have been dealt (0-5)."""
        return self.start.rows_left() - self.position.rows_left()

    @property
    def moves(self) -> int:
        """How many moves stand; deals do not count."""
        return len(self._line.steps) - self.deals

    @property
    def score(self) -> int:
        """500, less 1 for each move that stands, plus 100 for each foundation. It may be negative."""
        return FIRST_SCORE - self.moves + RUN_SCORE * len(self.position.foundations)

    @property
    def status(self) -> Status:
        """`playing`, `won` or `stuck`: see `Position.status`."""
        return self.position.status()

    def legal_moves(self) -> list[Move]:
        """Every legal move, by source, target and count."""
        return self.position.legal_moves()

    def rewound(self, steps: int) -> Game:
        """A game of its own with the first `steps` steps of this one and nothing to redo.

        Raises IndexError if there are fewer.
        """
        if not 0 <= steps <= len(self._line.steps):
            raise IndexError(f"the game has {counted(len(self._line.steps), 'step')}, not {steps}")
        game = Game(self.start, seed=self.seed)
        for step in self._line.steps[:steps]:
            game.play(step)
        return game

    def __str__(self) -> str:
        """The position now, as a layout; it names face-down cards."""
        return str(self.position)

    # --- saved games ------------------------------------------------------------------------------

    def record(self) -> Record:
        """What a game file holds of the game."""
        steps = [format_step(step) for step in self._line.steps]
        redo = [format_step(step) for step in reversed(self._redo)]
        return Record(self.start, self.seed, steps, redo, self.undos)

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """The game of a record, played through. Raises GameFormatError, naming the step."""
        game = cls(record.start, seed=record.seed)
        game._play_texts(record.steps, "steps")
        if record.redo:
            game._play_texts(record.redo, "redo")
            game.undo(len(record.redo))
        game.undos = record.undos
        return game

    def _play_texts(self, texts: Iterable[str], place: str) -> None:
        for index, text in enumerate(texts):
            try:
                self.play(parse_step(text))
            except (NotationError, IllegalStepError) as error:
                raise GameFormatError(str(error), f"{place}[{index}]") from error

    def dumps(self, *, compact: bool = False) -> str:
        """The text of a game file, or with `compact` one line of a JSON Lines file."""
        return format_record(self.record(), compact=compact)

    @classmethod
    def loads(cls, text: str | bytes) -> Game:
        """The game in the text of a game file. Raises GameFormatError, naming the place."""
        return cls.from_record(parse_record(text))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game to a file, whole or not at all. Raises StorageError."""
        from spider_cli.files import storage

        with storage.locked(path, create=True) as file:
            file.write(self.dumps().encode())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Game:
        """The game saved in a file. Raises StorageError, or GameFormatError for what it holds."""
        from spider_cli.files import storage

        return cls.loads(storage.read(path))


def _how_many(steps: int | None, at_most: int) -> int:
    """The number of steps meant. Raises ValueError below 1, which no command lets through."""
    if steps is None:
        return at_most
    if steps < 1:
        raise ValueError(f"{steps} steps: it is at least 1")
    return min(steps, at_most)


class _Line:
    """The steps that stand, and the positions they lead to in little memory, with the latest at hand.

    Only every BLOCK-th position is kept for good, and all since the last such mark or the one before
    it. Going back further plays one block again, so undo costs the same on average however long the
    game.
    """

    BLOCK: Final = 512

    def __init__(self, start: Position) -> None:
        self.steps: list[Step] = []
        self.last = start
        self._marks = [start]  # after 0, BLOCK, 2 * BLOCK, ... steps
        self._recent = [start]  # after _first, _first + 1, ... steps
        self._first = 0

    @property
    def start(self) -> Position:
        return self._marks[0]

    def push(self, step: Step) -> None:
        """Make a step. Raises IllegalStepError, and then nothing has changed."""
        position = self.last.apply(step)
        self.steps.append(_KNOWN.setdefault(step, step))
        self._recent.append(position)
        self.last = position
        count = len(self.steps)
        if count % self.BLOCK == 0:
            self._marks.append(position)
            dropped = count - self.BLOCK - self._first
            del self._recent[:dropped]
            self._first += dropped

    def pop(self) -> Step:
        """Take the latest step back, and return it."""
        step = self.steps.pop()
        self._recent.pop()
        count = len(self.steps)
        if count % self.BLOCK == self.BLOCK - 1:
            self._marks.pop()
        if not self._recent:
            self._first = count - count % self.BLOCK
            self._recent = list(self._replayed(self._first))
        self.last = self._recent[-1]
        return step

    def before_last(self) -> Position | None:
        """The position before the latest step, or None if there is none."""
        if len(self._recent) > 1:
            return self._recent[-2]
        if not self.steps:
            return None
        mark = (len(self.steps) - 1) // self.BLOCK
        position = self._marks[mark]
        for step in self.steps[mark * self.BLOCK : -1]:
            position = position.apply(step)
        return position

    def _replayed(self, mark: int) -> Iterator[Position]:
        """The positions from a mark to the latest step, played again."""
        position = self._marks[mark // self.BLOCK]
        yield position
        for step in self.steps[mark:]:
            position = position.apply(step)
            yield position
