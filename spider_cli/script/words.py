"""The words of the script language. Each word is one class, and all that is known of it stands there:
how it is written and read, what it does, how that is told in words and in JSON, and its line of help.

To add a word, write a class derived from `Command` and put it into `SCRIPT`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from spider_cli.errors import NotationError
from spider_cli.games.record import parse_mark
from spider_cli.games.state import legal_steps
from spider_cli.render.sentences import redo_report, step_report, undo_report
from spider_cli.render.step_lines import format_moves, format_step_line
from spider_cli.rules.steps import DEAL, is_number, parse_column, parse_count, parse_how_many
from spider_cli.script.lines import words_in
from spider_cli.script.vocabulary import Command, Host, Outcome, Vocabulary
from spider_cli.text import quoted

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.hints import Hint
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step


# --- steps --------------------------------------------------------------------------------------------


class StepPlayed(Outcome):
    """A step was made; `before` is the position before it."""

    def __init__(self, before: Position, step: Step, game: Game) -> None:
        self._before = before
        self._step = step
        self._game = game

    def text(self, wording: Wording) -> str:
        return step_report(self._before, self._step, self._game, wording)

    def data(self) -> dict[str, Any]:
        return {"step": str(self._step)}


class MoveCommand(Command):
    """Moves cards. The word may be left out: `3 7`."""

    word = "move"
    letter = "m"
    usage = "FROM TO [COUNT]"
    help = "move cards; without COUNT as many as fit"
    changes_game = True

    def __init__(self, source: int, target: int, count: int | None = None) -> None:
        self.source = source
        self.target = target
        self.count = count

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) not in (2, 3):
            written = quoted(" ".join(words)) if words else "nothing"
            raise NotationError(f"a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not {written}")
        count = parse_count(words[2]) if len(words) == 3 else None
        return cls(parse_column(words[0]), parse_column(words[1]), count)

    def perform(self, host: Host) -> Outcome:
        game = host.game
        before = game.position
        return StepPlayed(before, game.move(self.source, self.target, self.count), game)


class DealCommand(Command):
    """Deals a row."""

    word = "deal"
    letter = "d"
    help = "deal a row, one card onto each column"
    changes_game = True

    def perform(self, host: Host) -> Outcome:
        game = host.game
        before = game.position
        game.deal()
        return StepPlayed(before, DEAL, game)


# --- back and forth -----------------------------------------------------------------------------------


class StepsUndone(Outcome):
    """So many steps were taken back; `wanted` (None: all) had been asked for."""

    def __init__(self, number: int, wanted: int | None, game: Game) -> None:
        self._number = number
        self._wanted = wanted
        self._game = game

    def text(self, wording: Wording) -> str:
        return undo_report(self._number, self._wanted, self._game, wording)

    def data(self) -> dict[str, Any]:
        return {"count": self._number}


class StepsRedone(StepsUndone):
    """So many undone steps were made again; `wanted` (None: all) had been asked for."""

    def text(self, wording: Wording) -> str:
        return redo_report(self._number, self._wanted, self._game, wording)


class UndoCommand(Command):
    """Takes steps back; `steps` is None for all."""

    word = "undo"
    letter = "u"
    usage = "[N|all]"
    help = "take back the last step, or N steps"
    changes_game = True

    def __init__(self, steps: int | None = 1) -> None:
        self.steps = steps

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) > 1:
            many = quoted(" ".join(words))
            raise NotationError(f"{cls.word} takes one number of steps, or 'all', not {many}")
        return cls(parse_how_many(words[0]) if words else 1)

    def perform(self, host: Host) -> Outcome:
        return StepsUndone(host.game.undo(self.steps), self.steps, host.game)


class RedoCommand(UndoCommand):
    """Makes undone steps again; `steps` is None for all."""

    word = "redo"
    letter = "r"
    help = "make the next undone step again, or N steps"

    def perform(self, host: Host) -> Outcome:
        return StepsRedone(host.game.redo(self.steps), self.steps, host.game)


class StepMarked(Outcome):
    """The step of this number has a name now."""

    def __init__(self, name: str, number: int) -> None:
        self._name = name
        self._number = number

    def text(self, wording: Wording) -> str:
        return f"step {self._number} is marked {self._name}"

    def data(self) -> dict[str, Any]:
        return {"mark": self._name, "number": self._number}


class MarkCommand(Command):
    """Names the present step."""

    word = "mark"
    usage = "NAME"
    help = "give the present step a name"
    changes_game = True

    def __init__(self, name: str) -> None:
        self.name = name

    @classmethod
    def read(cls, words: list[str]) -> Command:
        return cls(parse_mark(_only(cls, words, "one name")))

    def perform(self, host: Host) -> Outcome:
        return StepMarked(self.name, host.game.mark(self.name))


class WentTo(Outcome):
    """The game is at the step of this number now; `before` was the number before."""

    def __init__(self, number: int, before: int, game: Game) -> None:
        self._number = number
        self._before = before
        self._game = game

    def text(self, wording: Wording) -> str:
        way = abs(self._number - self._before)
        if not way:
            return f"already at step {self._number}"
        report = undo_report if self._number < self._before else redo_report
        return f"step {self._number}: {report(way, way, self._game, wording)}"

    def data(self) -> dict[str, Any]:
        return {"number": self._number}


class GotoCommand(Command):
    """Goes to a step by number (0: the start) or by name."""

    word = "goto"
    usage = "NAME|N"
    help = "go to a marked step, or to step N"
    changes_game = True

    def __init__(self, step: int | str) -> None:
        self.step = step

    @classmethod
    def read(cls, words: list[str]) -> Command:
        text = _only(cls, words, "the name or number of one step")
        if is_number(text):
            return cls(int(text))
        return cls(parse_mark(text))

    def perform(self, host: Host) -> Outcome:
        before = host.game.step_count
        return WentTo(host.game.go_to(self.step), before, host.game)


# --- questions ----------------------------------------------------------------------------------------


class ShowCommand(Command):
    """Shows the position."""

    word = "show"
    help = "show the table"
    shows_game = True

    def perform(self, host: Host) -> Outcome:
        return Outcome()


class MovesListed(Outcome):
    """The legal steps from a position."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def text(self, wording: Wording) -> str:
        return format_moves(self._position, wording)

    def data(self) -> dict[str, Any]:
        return {"legal": legal_steps(self._position)}


class MovesCommand(Command):
    """Lists the legal steps."""

    word = "moves"
    help = "list the legal moves"

    def perform(self, host: Host) -> Outcome:
        return MovesListed(host.game.position)


class HintGiven(Outcome):
    """A hint."""

    def __init__(self, hint: Hint) -> None:
        self._hint = hint

    def text(self, wording: Wording) -> str:
        return format_step_line(self._hint.step, wording.named(self._hint.reason))

    def data(self) -> dict[str, Any]:
        return {"hint": {"step": str(self._hint.step), "reason": self._hint.reason}}


class HintCommand(Command):
    """Asks for a hint."""

    word = "hint"
    letter = "h"
    help = "suggest a good step"

    def perform(self, host: Host) -> Outcome:
        return HintGiven(host.hint())


class QuitCommand(Command):
    """Ends the script."""

    word = "quit"
    letter = "q"
    help = "read no further"
    ends_script = True

    def perform(self, host: Host) -> Outcome:
        return Outcome()


def _only(command: type[Command], words: list[str], what: str) -> str:
    """The one word that follows. Raises NotationError."""
    if len(words) != 1:
        written = quoted(" ".join(words)) if words else "nothing"
        raise NotationError(f"{command.word} takes {what}, not {written}")
    return words[0]


#: What scripts understand.
SCRIPT: Final = Vocabulary(
    (
        MoveCommand,
        DealCommand,
        UndoCommand,
        RedoCommand,
        MarkCommand,
        GotoCommand,
        ShowCommand,
        MovesCommand,
        HintCommand,
        QuitCommand,
    )
)


@lru_cache(maxsize=2048)  # scripts say the same few hundred things again and again
def parse_line(line: bytes) -> Command | None:
    """The command in a line of a script, or None if there is only a comment. Raises NotationError."""
    return SCRIPT.read(words_in(line))
