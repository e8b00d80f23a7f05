"""The words of the script language. Each word is one class, and all that is known of it stands there:
how it is written and read, what it does, how that is told in words and in JSON, and its line of help.

To add a word, write a class derived from `Command` and put it into `SCRIPT`. The words that only ask are in
`spider_cli.script.question_words`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from spider_cli.errors import NotationError
from spider_cli.games.game import Game
from spider_cli.games.record import parse_mark, parse_step_name
from spider_cli.games.seeds import Seed
from spider_cli.render.sentences import (
    completed,
    goto_report,
    mark_report,
    new_game_report,
    redo_report,
    step_report,
    turned_up,
    undo_report,
)
from spider_cli.rules.cards import SUITS, card_name, parse_suits
from spider_cli.rules.position import ROW
from spider_cli.rules.steps import DEAL, parse_column, parse_count, parse_how_many
from spider_cli.script.lines import words_in
from spider_cli.script.question_words import HintCommand, MovesCommand, ShowCommand
from spider_cli.script.vocabulary import Command, Host, Outcome, Vocabulary, only_word, written
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        after = self._game.position
        dealt = {"dealt": list(map(card_name, self._before.stock[:ROW]))} if self._step is DEAL else {}
        return {
            "step": str(self._step),
            **dealt,
            "turned": [card_name(card) for _, card in turned_up(self._before, self._step, after)],
            "completed": [SUITS[suit] for suit in completed(self._before, after)],
            "score": self._game.score,
            "status": self._game.status,
        }


class MoveCommand(Command):
    """Moves cards, without a target to the obvious place. With a target the word may be left out: `3 7`."""

    word = "move"
    letter = "m"
    usage = "FROM [TO [COUNT]]"
    help = "move cards; TO may be left out"
    changes_game = True

    def __init__(self, source: int, target: int | None = None, count: int | None = None) -> None:
        self.source = source
        self.target = target
        self.count = count

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) not in (1, 2, 3):
            raise NotationError(f"move takes FROM [TO [COUNT]], as 3, 3 7 or 3 7 2, not {written(words)}")
        target = parse_column(words[1]) if len(words) > 1 else None
        count = parse_count(words[2]) if len(words) > 2 else None
        return cls(parse_column(words[0]), target, count)

    @classmethod
    def read_numbers(cls, words: list[str]) -> Command:
        """The move in words of which none is `move`. Raises NotationError."""
        if len(words) not in (2, 3):
            raise NotationError(f"a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not {written(words)}")
        return cls.read(words)

    def perform(self, host: Host) -> Outcome:
        game = host.game
        before = game.position
        return StepPlayed(before, game.move(self.source, self.target, self.count), game)


class DealCommand(Command):
    """Deals a row."""

    word = "deal"
    letter = "d"
    help = "deal a row of ten cards"
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
    help = "take back the last step, or N"
    changes_game = True

    def __init__(self, steps: int | None = 1) -> None:
        self.steps = steps

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) > 1:
            many = quoted(" ".join(words))
            raise NotationError(f"{cls.word} takes one number of steps, or 'all', not {many}")
        return cls(parse_how_many(words[0]) if words else 1)

    @classmethod
    def completions(cls, game: Game) -> Iterable[str]:
        return ("all",)

    def perform(self, host: Host) -> Outcome:
        return StepsUndone(host.game.undo(self.steps), self.steps, host.game)


class RedoCommand(UndoCommand):
    """Makes undone steps again; `steps` is None for all."""

    word = "redo"
    letter = "r"
    help = "make undone steps again"

    def perform(self, host: Host) -> Outcome:
        return StepsRedone(host.game.redo(self.steps), self.steps, host.game)


class StepMarked(Outcome):
    """The step of this number has a name now."""

    def __init__(self, name: str, number: int) -> None:
        self._name = name
        self._number = number

    def text(self, wording: Wording) -> str:
        return mark_report(self._name, self._number, wording)

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
        return cls(parse_mark(only_word(cls, words, "one name")))

    def perform(self, host: Host) -> Outcome:
        return StepMarked(self.name, host.game.mark(self.name))


class WentTo(Outcome):
    """The game went to another step; `before` is the number of the step it was at."""

    def __init__(self, before: int, game: Game) -> None:
        self._before = before
        self._game = game

    def text(self, wording: Wording) -> str:
        return goto_report(self._before, self._game, wording)

    def data(self) -> dict[str, Any]:
        return {"number": self._game.step_count}


class GotoCommand(Command):
    """Goes to a step by number (0: the start) or by name."""

    word = "goto"
    usage = "NAME|N"
    help = "go to a marked step or step N"
    changes_game = True

    def __init__(self, step: int | str) -> None:
        self.step = step

    @classmethod
    def read(cls, words: list[str]) -> Command:
        return cls(parse_step_name(only_word(cls, words, "the name or number of one step")))

    @classmethod
    def completions(cls, game: Game) -> Iterable[str]:
        return game.notes.marks

    def perform(self, host: Host) -> Outcome:
        before = host.game.step_count
        host.game.go_to(self.step)
        return WentTo(before, host.game)


# --- the session --------------------------------------------------------------------------------------


class GameStarted(Outcome):
    """Another game is played now."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def text(self, wording: Wording) -> str:
        return new_game_report(self._game, wording)

    def data(self) -> dict[str, Any]:
        return {"suits": self._game.suits, "seed": self._game.seed}


class NewCommand(Command):
    """Starts a game in place of this one.

    `suits` is None for as many as this one has, `seed` None for a random one; relaxed is as in this one.
    """

    word = "new"
    usage = "[SUITS [SEED]]"
    help = "another game; SUITS 1, 2 or 4"
    changes_game = True

    def __init__(self, suits: int | None = None, seed: Seed | None = None) -> None:
        self.suits = suits
        self.seed = seed

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) > 2:
            raise NotationError(f"new takes SUITS and SEED at most, as 2 42, not {written(words)}")
        return cls(
            parse_suits(words[0]) if words else None,
            Seed.parse(words[1]) if len(words) > 1 else None,
        )

    def perform(self, host: Host) -> Outcome:
        old = host.game
        game = Game.new(suits=self.suits or old.suits, seed=self.seed, relaxed=old.relaxed)
        host.start(game)
        return GameStarted(game)


class QuitCommand(Command):
    """Ends the script."""

    word = "quit"
    letter = "q"
    help = "leave; what was played is saved"
    ends_script = True

    def perform(self, host: Host) -> Outcome:
        return Outcome()


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
        NewCommand,
        QuitCommand,
    ),
    numbers=MoveCommand.read_numbers,
)


@lru_cache(maxsize=2048)  # scripts say the same few hundred things again and again
def parse_line(line: bytes) -> Command | None:
    """The command in a line of a script, or None if there is only a comment. Raises NotationError."""
    return SCRIPT.read(words_in(line))
