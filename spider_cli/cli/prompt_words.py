"""The words of the prompt: those of scripts, and what only people type."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from spider_cli.cli.clock import daily_seed
from spider_cli.cli.live_game import LiveGame
from spider_cli.cli.prompt_moves import CardCommand, OtherCommand, is_card, read_numbers
from spider_cli.cli.prompt_questions import ColumnCommand, EndsCommand, WhereCommand
from spider_cli.errors import NotationError
from spider_cli.games.game import Game
from spider_cli.games.seeds import Seed
from spider_cli.render.answers import RULES
from spider_cli.rules.cards import parse_suits
from spider_cli.rules.steps import is_number
from spider_cli.script.question_words import MOST_EFFORT, HintCommand, HintGiven, MovesCommand, ShowCommand
from spider_cli.script.vocabulary import Command, Host, Outcome, Vocabulary, usage_of
from spider_cli.script.words import (
    SCRIPT,
    DealCommand,
    GameStarted,
    GotoCommand,
    MarkCommand,
    MoveCommand,
    NewCommand,
    QuitCommand,
    RedoCommand,
    UndoCommand,
)
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.render.sentences import Wording


class PromptCommand(Command):
    """A word that needs more than a game: the game file, the history, what was said before."""

    def perform(self, host: Host) -> Outcome:
        assert isinstance(host, LiveGame)  # these words are read at the prompt alone
        return self.perform_at(host)

    def perform_at(self, live: LiveGame) -> Outcome:
        """Do it at the prompt. Raises as `perform` does."""
        raise NotImplementedError


class Told(Outcome):
    """An answer in words."""

    def __init__(self, words: str) -> None:
        self._words = words

    def text(self, wording: Wording) -> str:
        return self._words


# --- help and hints -----------------------------------------------------------------------------------


class PromptHintCommand(PromptCommand, HintCommand):
    """Asks for a hint; without an effort for one that took more thought than the one just given."""

    usage = ""
    help = "a hint; Enter then plays it"

    _MORE = 4  # times the effort of the hint before

    def __init__(self, effort: int | None = None) -> None:
        super().__init__(effort or 0)

    def perform_at(self, live: LiveGame) -> Outcome:
        last = live.hinted.effort if live.hinted else 0
        return HintShown(live.hint(self.effort or min(max(1, last * self._MORE), MOST_EFFORT)))


class HintShown(HintGiven):
    """A hint, and what can be typed now."""

    def text(self, wording: Wording) -> str:
        step, reason = self.hint.step, wording.named(self.hint.reason)
        if wording.spoken:
            return f"Hint: {step}. {reason[0].upper()}{reason[1:]}. Enter plays it."
        return f"hint: {step}: {reason}. Enter plays it, h thinks longer."


class RulesCommand(Command):
    """Asks for the rules."""

    word = "rules"
    help = "the rules of the game"

    def perform(self, host: Host) -> Outcome:
        return Told(RULES)


class HelpCommand(Command):
    """Lists the words, or tells of one."""

    word = "help"
    letter = "?"
    usage = "[WORD]"
    help = "this list, or more on a word"

    def __init__(self, about: type[Command] | None = None) -> None:
        self.about = about

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) > 1:
            raise NotationError(f"help takes one word, not {quoted(' '.join(words))}")
        if not words:
            return cls()
        if (about := PROMPT.find(words[0])) is None:
            raise PROMPT.unknown(words[0])
        return cls(about)

    @classmethod
    def completions(cls, game: Game) -> Iterable[str]:
        return PROMPT.words

    def perform(self, host: Host) -> Outcome:
        if self.about is None:
            return Told("\n".join([_TYPED, *PROMPT.help()]))
        return Told(f"{usage_of(self.about)}: {self.about.help}.")


_TYPED: Final = (
    "7, 7s: to the obvious place; 72, 7-2, 7 2, 7s 2: to 2.\n"
    "0 is 10; 7 2 3: three cards; 72; 41; d: one by one."
)


# --- other games --------------------------------------------------------------------------------------


class StatsCommand(PromptCommand):
    """Asks for the figures over the games played with this game file."""

    word = "stats"
    help = "figures over your games"

    def perform_at(self, live: LiveGame) -> Outcome:
        from spider_cli.cli.many_games import is_on_the_table, own_files
        from spider_cli.render.totals_table import format_figures
        from spider_cli.saved.checking import check_all
        from spider_cli.saved.collection import saved_games
        from spider_cli.saved.totals import Totals

        totals = Totals()
        for finding in check_all(saved_games(own_files(live.session), None)):
            if finding.summary and not is_on_the_table(finding, live.session):
                totals.add(finding.summary)
        return Told(format_figures(totals.figures()))


class RestartCommand(GotoCommand):
    """Goes back to the start of the game."""

    word = "restart"
    usage = ""
    help = "back to the start"

    def __init__(self) -> None:
        super().__init__(0)

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if words:
            raise NotationError(f"restart takes nothing after it, but there is {quoted(' '.join(words))}")
        return cls()

    @classmethod
    def completions(cls, game: Game) -> Iterable[str]:
        return ()


class PromptNewCommand(PromptCommand, NewCommand):
    """Starts a game in place of this one: as in scripts, or the game of the day, or one that can be won."""

    usage = "[SUITS] [SEED]"
    help = "another game; or daily, winnable"
    changes_game = False  # it saves the game itself

    _DAILY, _WINNABLE = "daily", "winnable"

    def __init__(self, suits: int | None = None, seed: Seed | None = None, kind: str = "") -> None:
        super().__init__(suits, seed)
        self.kind = kind

    @classmethod
    def read(cls, words: list[str]) -> Command:
        kind = words[-1].lower() if words else ""
        if kind not in (cls._DAILY, cls._WINNABLE):
            return super().read(words)
        if len(words) > 2:
            raise NotationError(f"new {kind} takes a number of suits before {kind}, as new 2 {kind}")
        return cls(parse_suits(words[0]) if len(words) == 2 else None, None, kind)

    @classmethod
    def completions(cls, game: Game) -> Iterable[str]:
        return (cls._DAILY, cls._WINNABLE)

    def perform_at(self, live: LiveGame) -> Outcome:
        suits, relaxed = self.suits or live.game.suits, live.game.relaxed
        if self.kind == self._WINNABLE:
            game = live.winnable_game(suits, relaxed)
        else:
            seed = daily_seed() if self.kind == self._DAILY else self.seed
            game = Game.new(suits=suits, seed=seed, relaxed=relaxed)
        live.start(game)
        return GameStarted(game)


class ProblemCommand(PromptCommand):
    """Lists the problems, or starts one in place of this game."""

    word = "problem"
    usage = "[N]"
    help = "small positions to solve"
    changes_game = False  # it saves the game itself

    def __init__(self, number: int | None = None) -> None:
        self.number = number

    @classmethod
    def read(cls, words: list[str]) -> Command:
        from spider_cli.problems.problem_set import problems

        if not words:
            return cls()
        last = len(problems())
        if len(words) > 1 or not is_number(words[0]) or not 1 <= int(words[0]) <= last:
            raise NotationError(f"problem takes a number from 1 to {last}, not {quoted(' '.join(words))}")
        return cls(int(words[0]))

    def perform_at(self, live: LiveGame) -> Outcome:
        from spider_cli.problems.problem_set import problems

        if self.number is None:
            from spider_cli.render.problem_list import format_problems
            from spider_cli.saved.solved_problems import solved_problems

            return Told(format_problems(problems(), solved_problems(live.session.path)))
        game = Game(problems()[self.number - 1].start())
        live.start(game)
        return GameStarted(game)


class PromptVocabulary(Vocabulary):
    """Words that begin with a number or a card are moves."""

    def read(self, words: list[str]) -> Command | None:
        if words and self.find(words[0]) is None and is_card(words[0]):
            return CardCommand.read(words)
        return super().read(words)

    def unknown(self, word: str) -> NotationError:
        like = get_close_matches(word.lower(), self.words, 1)
        meant = f"did you mean {like[0]}? " if like else ""
        return NotationError(f"{quoted(word)} is not a command; {meant}help lists them", word)


def _with_script_words(commands: tuple[type[Command], ...]) -> list[type[Command]]:
    """The commands, and those of scripts that none of them stands for by its word."""
    words = {command.word for command in commands}
    return [*commands, *[command for command in SCRIPT.commands if command.word not in words]]


#: What can be typed at the prompt: these words in this order, and every further word of scripts.
PROMPT: Final = PromptVocabulary(
    _with_script_words(
        (
            MoveCommand,
            OtherCommand,
            DealCommand,
            UndoCommand,
            RedoCommand,
            RestartCommand,
            PromptHintCommand,
            MovesCommand,
            EndsCommand,
            WhereCommand,
            ColumnCommand,
            MarkCommand,
            GotoCommand,
            ShowCommand,
            PromptNewCommand,
            ProblemCommand,
            StatsCommand,
            RulesCommand,
            HelpCommand,
            QuitCommand,
        )
    ),
    {"exit": "quit"},
    numbers=read_numbers,
)
