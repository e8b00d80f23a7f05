"""The conversation at the prompt of `spider play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.cli.advice import way_out
from spider_cli.cli.exits import OutputError, RefusedError
from spider_cli.cli.interrupts import Interrupts, Stopped
from spider_cli.cli.live_game import ChangedError, Hinted, LiveGame
from spider_cli.cli.output import write
from spider_cli.cli.prompt_moves import AmbiguousError, read_column
from spider_cli.cli.prompt_screen import PromptScreen, Said, screen_of_our_own
from spider_cli.cli.prompt_words import PROMPT
from spider_cli.cli.typed_lines import LineReader, commands_in
from spider_cli.errors import IllegalStepError, SpiderError
from spider_cli.rules.steps import Move
from spider_cli.script.lines import words_in
from spider_cli.script.question_words import HintCommand
from spider_cli.script.words import DealCommand, MoveCommand
from spider_cli.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.cli.session import Session
    from spider_cli.games.game import Game
    from spider_cli.script.vocabulary import Command

TIP: Final = "Type 7 or 7 3 to move, d to deal, h for a hint, ? for help."  # fits the width of the table
_TIP_AT_AN_END: Final = "Type new for another game, undo to go back, help, or quit."


def converse(session: Session, opening: str) -> None:
    """Take commands from the terminal until the player leaves; `opening` is said first."""
    with Interrupts() as interrupts:
        live = LiveGame(session, interrupts)
        with screen_of_our_own(session.display):
            _Conversation(live, interrupts).go_on(f"{opening}\n{tip(live.game)}")
        live.look()  # the file may be gone
        farewell = f"The game is saved in {printable(session.path)}."
        if session.display.clears_screen:
            farewell = session.display.page(live.game, live.before, below=farewell, prompt=2)
        write(farewell)


def tip(game: Game) -> str:
    """What can be typed now, in a line."""
    return TIP if game.status == "playing" else _TIP_AT_AN_END


def standing(game: Game) -> str:
    """How far the game has come, in words."""
    if game.status == "won":
        return "this game is won"
    if game.status == "stuck":
        return "no step is legal here" + way_out(game, "; undo helps")
    where = f"after {counted(game.step_count, 'step')}" if game.step_count else "at its start"
    return f"the game goes on {where}"


class _Conversation:
    """Lines of commands, and what is told of them."""

    def __init__(self, live: LiveGame, interrupts: Interrupts) -> None:
        self._live = live
        self._interrupts = interrupts
        self._screen = PromptScreen(live)
        self._reader = LineReader(interrupts, self._completions)

    def go_on(self, opening: str) -> None:
        """Take lines until the player leaves."""
        self._screen.draw(opening)
        for typed in self._reader.lines():
            if typed is None:
                self._screen.draw_again()
            elif not self._obey(typed):
                return

    def _completions(self, words: list[str]) -> Iterable[str]:
        """The words that may come after some words of a command."""
        if not words:
            return PROMPT.words
        command = PROMPT.find(words[0])
        return command.completions(self._live.game) if command else ()

    def _obey(self, typed: bytes) -> bool:
        """Do what a line says, up to the first refusal; returns whether to go on."""
        live = self._live
        hinted, live.hinted = live.hinted, None
        shown, said = live.shown, list[Said]()
        parts = commands_in(typed)
        for number, part in enumerate(parts, start=1):
            try:
                command = PROMPT.read(words_in(part))
                if command is None and len(parts) == 1:
                    command = _hinted_command(hinted)
                if command is None:
                    continue
                if command.ends_script:
                    return False
                live.hinted = hinted if isinstance(command, HintCommand) else None
                said.append(self._perform(command))
            except ChangedError as change:
                said.append(Said(str(change), "table"))
                break
            except OutputError:
                raise
            except SpiderError as error:
                said.append(self._refused(error, last=number == len(parts)))
                break
            except Stopped as stop:
                self._interrupts.forget(stop)
                said.append(Said("stopped; nothing has changed", "refusal"))
                break
        self._screen.tell(said, changed=live.shown != shown)
        return True

    def _perform(self, command: Command) -> Said:
        live = self._live
        shown = live.shown
        try:
            outcome = live.perform(command)
        except AmbiguousError as ambiguous:
            outcome = live.perform(self._chosen(ambiguous))
        if command.shows_game:
            return Said(standing(live.game), "table")
        words = outcome.text(live.session.display.wording)
        if live.shown == shown:
            return Said(words, "answer")
        if live.game.is_won:
            from spider_cli.cli.winning import win_words  # one game in a hundred steps

            words = f"{words}\n{win_words(live.session, live.game)}"
        return Said(words if live.game.status == "playing" else f"{words}\n{_TIP_AT_AN_END}", "done")

    def _chosen(self, ambiguous: AmbiguousError) -> Command:
        """The one move of several that the player means. Raises RefusedError, NotationError, Stopped."""
        question = self._live.session.display.wording.named(str(ambiguous))
        try:
            words = words_in(self._reader.ask(f"{question} "))
        except EOFError:
            words = []
        column = read_column(words[0]) if words else None
        for move in ambiguous.moves:
            if move.source == column:
                return MoveCommand(*move)
        raise RefusedError("nothing was moved")

    def _refused(self, error: SpiderError, *, last: bool) -> Said:
        words = str(error)
        if isinstance(error, IllegalStepError):
            words = self._live.session.display.wording.named(words)
        return Said(words if last else f"{words}; the rest of the line was not played", "refusal")


def _hinted_command(hinted: Hinted | None) -> Command | None:
    if hinted is None:
        return None
    return MoveCommand(*hinted.step) if isinstance(hinted.step, Move) else DealCommand()
