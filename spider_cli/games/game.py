"""A game: its start and the steps played from there. Everything else is derived by playing them.

from spider_cli import Game
game = Game.new(suits=2, seed="42")
game.move(3, 7); game.deal(); game.undo()
game.status, game.score, game.legal_moves()
print(game)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.errors import GameFormatError, IllegalStepError, NotationError, PositionError
from spider_cli.games.arguments import as_seed, check_numbers, how_many
from spider_cli.games.marks import marked_step, marks_up_to
from spider_cli.games.record import (
    MOST_MARKS,
    Notes,
    Record,
    StartCards,
    format_record,
    parse_mark,
    parse_record,
)
from spider_cli.games.seeds import Seed, random_seed
from spider_cli.games.starts import start_of
from spider_cli.games.strict_json import HIGHEST
from spider_cli.games.timeline import Timeline
from spider_cli.rules.places import places
from spider_cli.rules.position import Position, Status
from spider_cli.rules.steps import DEAL, Move, Step, format_step, parse_step
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from spider_cli.hints import Hint
    from spider_cli.solver import Limits, Result

FIRST_SCORE: Final = 500
RUN_SCORE: Final = 100

#: What helps where the rules refuse every further step, or every further deal, by the reason.
_WAYS_OUT: Final = {"won": "undo takes steps back", "never-dealt": "only undo helps"}


class Game:
    """A game of Spider: its start, the played steps, and the undone ones, which can be made again.

    `undos`: how many steps were ever taken back. `notes`: what the game file keeps beside the game, the
    marks among them (see `spider_cli.games.record.Notes`).
    """

    def __init__(self, start: Position, *, seed: Seed | str | int | None = None) -> None:
        """A game at `start`; `seed` is its name, if it has one.

        Raises PositionError if no game can start there, or if `seed` names another start; NotationError
        for what is not a seed.
        """
        start.check()
        named = as_seed(seed)
        if named is not None and start_of(named, start.suits, relaxed=start.relaxed) != start:
            raise PositionError((f"it is not the start that seed {named} names",))
        self._begin(start, named)

    @classmethod
    def new(cls, *, suits: int = 1, seed: Seed | str | int | None = None, relaxed: bool = False) -> Game:
        """A game of 1, 2 or 4 suits, with the start that `seed` names, or a random one without `seed`.

        Raises NotationError for what is not a seed or not a number of suits.
        """
        named = as_seed(seed) or random_seed()
        return cls._from_start(start_of(named, suits, relaxed=relaxed), named)

    @classmethod
    def _from_start(cls, start: Position, seed: Seed | None) -> Game:
        """A game at a start that is known to be valid, and to be what the seed names."""
        game = cls.__new__(cls)
        game._begin(start, seed)
        return game

    def _begin(self, start: Position, seed: Seed | None) -> None:
        self._seed = seed
        self._timeline = Timeline(start)
        self._redo: list[Step] = []  # the next step to redo last
        self.undos = 0
        self.notes = Notes()

    def copy(self) -> Game:
        """A game of its own with the same start, steps and notes."""
        game = Game._from_start(self.start, self._seed)
        game._timeline, game._redo = self._timeline.copy(), self._redo.copy()
        game.undos, game.notes = self.undos, self.notes.copy()
        return game

    # --- steps ------------------------------------------------------------------------------------

    def move(self, source: int, target: int | None = None, count: int | None = None) -> Move:
        """Move `count` cards (1-13) between two columns (1-10); without a count, as many as fit.

        Without `target` they go to the obvious place: see `spider_cli.rules.places`. Returns the move made.
        Raises IllegalStepError, and then nothing has changed; TypeError for what is not a whole number.
        """
        check_numbers(source, target, count)
        try:
            move = self._meant(source, target, count)
        except IllegalStepError as refusal:
            raise self._with_way_out(refusal) from None
        self.play(move)
        return move

    def _meant(self, source: int, target: int | None, count: int | None) -> Move:
        if target is None:
            return places(self.position, source, count)[0]
        return self.position.move_to(source, target) if count is None else Move(source, target, count)

    def deal(self) -> None:
        """Deal a row. Raises IllegalStepError, and then nothing has changed."""
        self.play(DEAL)

    def play(self, step: Step) -> None:
        """Make a step. Undone steps are dropped unless this is the next of them.

        Raises IllegalStepError, and then nothing has changed; TypeError for what is not a step.
        """
        if not isinstance(step, Step):  # a plain tuple would be played, and then saved as something else
            raise TypeError(f"a step is a Move or DEAL, not {step!r}")
        try:
            self._timeline.push(step)
        except IllegalStepError as refusal:
            raise self._with_way_out(refusal) from None
        if self._redo:
            if self._redo[-1] == step:
                self._redo.pop()
            else:
                self._redo.clear()
                self.notes.marks = marks_up_to(self.notes.marks, len(self._timeline.steps) - 1)

    def _with_way_out(self, refusal: IllegalStepError) -> IllegalStepError:
        """The refusal, and where only undo helps and there is a step to undo, a word of that."""
        words = _WAYS_OUT.get(refusal.reason)
        if words is None or not self._timeline.steps:
            return refusal
        return IllegalStepError(f"{refusal}; {words}", refusal.reason, refusal.columns)

    def undo(self, steps: int | None = 1) -> int:
        """Take back that many steps (None: all), or as many as there are; returns how many.

        Raises IllegalStepError if there is none.
        """
        if not self._timeline.steps:
            raise IllegalStepError("nothing to undo: the game is at its start", "nothing-to-undo")
        number = how_many(steps, len(self._timeline.steps))
        for _ in range(number):
            self._redo.append(self._timeline.pop())
        self.undos = min(self.undos + number, HIGHEST)  # so that what is saved can be read
        return number

    def redo(self, steps: int | None = 1) -> int:
        """Make that many undone steps again (None: all), or as many as there are; returns how many.

        Raises IllegalStepError if there is none.
        """
        if not self._redo:
            raise IllegalStepError("nothing to redo: no step was taken back", "nothing-to-redo")
        number = how_many(steps, len(self._redo))
        for _ in range(number):
            self.play(self._redo[-1])
        return number

    def mark(self, name: str) -> int:
        """Give the present step a name, for `go_to`; returns its number, 0 being the start.

        A mark is dropped when other steps take the place of those that it counted. Raises NotationError
        for what is not a name, IllegalStepError if there are too many names.
        """
        name = parse_mark(name)
        marks = self.notes.marks
        if name not in marks and len(marks) == MOST_MARKS:
            raise IllegalStepError(f"there are {MOST_MARKS} marks already, the most there can be", "marks")
        marks[name] = self.step_count
        return self.step_count

    def go_to(self, step: int | str) -> int:
        """Go to a step by its number (0: the start) or its mark, back or forth; returns the number.

        Raises IllegalStepError if there is no such step, NotationError for what is not a name.
        """
        number = marked_step(self.notes.marks, step) if isinstance(step, str) else step
        last = self.step_count + self.undone_count
        if not 0 <= number <= last:
            raise IllegalStepError(
                f"there is no step {number}: the game has {counted(last, 'step')}", "no-step"
            )
        if number < self.step_count:
            self.undo(self.step_count - number)
        elif number > self.step_count:
            self.redo(number - self.step_count)
        return number

    # --- looking ----------------------------------------------------------------------------------

    @property
    def seed(self) -> str | None:
        """The name of the start, or None if the game began at a layout."""
        return None if self._seed is None else str(self._seed)

    @property
    def start(self) -> Position:
        """The position before the first step."""
        return self._timeline.start

    @property
    def position(self) -> Position:
        """The position now."""
        return self._timeline.last

    @property
    def before_last_step(self) -> Position | None:
        """The position before the last step, or None at the start."""
        return self._timeline.before_last()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The played steps, in order."""
        return tuple(self._timeline.steps)

    @property
    def undone_steps(self) -> tuple[Step, ...]:
        """The undone steps, the next one to redo first."""
        return tuple(reversed(self._redo))

    @property
    def step_count(self) -> int:
        """How many steps are played."""
        return len(self._timeline.steps)

    @property
    def undone_count(self) -> int:
        """How many steps are undone and can be made again."""
        return len(self._redo)

    @property
    def was_played(self) -> bool:
        """Whether any step was made, be it undone since."""
        return bool(self._timeline.steps or self._redo)

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
        """How many moves are played; deals do not count."""
        return len(self._timeline.steps) - self.deals

    @property
    def score(self) -> int:
        """500, less 1 for each played move, plus 100 for each foundation. It may be negative."""
        return FIRST_SCORE - self.moves + RUN_SCORE * len(self.position.foundations)

    @property
    def status(self) -> Status:
        """`playing`, `won` or `stuck`: see `Position.status`."""
        return self.position.status

    @property
    def is_won(self) -> bool:
        """Whether all eight runs are complete."""
        return self.position.is_won

    @property
    def can_deal(self) -> bool:
        """Whether a deal is legal."""
        return self.position.can_deal

    def legal_moves(self) -> list[Move]:
        """Every legal move, by source, target and count."""
        return self.position.legal_moves()

    def rewound(self, steps: int) -> Game:
        """A game of its own with the first `steps` steps of this one and nothing to redo.

        Raises IndexError if there are fewer.
        """
        if not 0 <= steps <= self.step_count:
            raise IndexError(f"the game has {counted(self.step_count, 'step')}, not {steps}")
        game = Game._from_start(self.start, self._seed)
        for step in self._timeline.steps[:steps]:
            game.play(step)
        return game

    def __str__(self) -> str:
        """The table as `spider show` prints it, in letters. No face-down card is named."""
        from spider_cli.render.style import Style
        from spider_cli.render.table import format_table

        return format_table(self, Style())

    def __repr__(self) -> str:
        level = f"{counted(self.suits, 'suit')}{', relaxed' * self.relaxed}"
        name = "a layout" if self.seed is None else f"seed {self.seed}"
        return (
            f"<Game: {name}, {level}, {counted(self.step_count, 'step')}, score {self.score}, {self.status}>"
        )

    def _repr_html_(self) -> str:
        """The position for notebooks. No face-down card is named."""
        return self.position._repr_html_()

    # --- searching --------------------------------------------------------------------------------

    def hint(self, effort: int = 1) -> Hint | None:
        """A good step from what a player sees, or None: see `spider_cli.hints.hint`."""
        from spider_cli.hints import hint

        return hint(self.position, effort)

    def solve(self, limits: Limits | None = None) -> Result:
        """A solution from the position now, or a proof that there is none: see `spider_cli.solver.solve`.

        It looks at face-down cards. Without limits it may take very long.
        """
        from spider_cli.solver import Limits, solve

        return solve(self.position, limits or Limits())

    # --- saved games ------------------------------------------------------------------------------

    def record(self) -> Record:
        """What a game file holds of the game."""
        start = self.start
        return Record(
            self.notes,
            suits=start.suits,
            relaxed=start.relaxed,
            seed=self._seed,
            start=StartCards(start.columns, start.stock, start.foundations),
            steps=[format_step(step) for step in self._timeline.steps],
            redo=[format_step(step) for step in reversed(self._redo)],
            undos=self.undos,
        )

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """The game of a record, played through. Raises GameFormatError, naming the step."""
        game = cls._from_start(record.position(), record.seed)
        game._play_texts(record.steps, "steps")
        if record.redo:
            game._play_texts(record.redo, "redo")
            game.undo(len(record.redo))
        game.undos, game.notes = record.undos, record.notes
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
        from spider_cli.files import reading

        return cls.loads(reading.read(path))
