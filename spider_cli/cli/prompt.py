"""The prompt of `spider play`: what can be typed there, and the conversation."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from spider_cli.cli.advice import way_out
from spider_cli.cli.exits import OutputError, RefusedError
from spider_cli.cli.interrupts import Interrupts, Stopped
from spider_cli.cli.line_editing import edit_lines
from spider_cli.cli.live_game import ChangedError, LiveGame
from spider_cli.cli.output import ReaderGone, write
from spider_cli.errors import IllegalStepError, NotationError, StorageError
from spider_cli.render.sentences import new_game_report
from spider_cli.rules.cards import parse_suits
from spider_cli.script.lines import words_in
from spider_cli.script.vocabulary import Command, Host, Outcome, Vocabulary
from spider_cli.script.words import SCRIPT
from spider_cli.text import counted, printable, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.cli.session import Session
    from spider_cli.games.game import Game
    from spider_cli.render.sentences import Wording

_PROMPT: Final = "spider> "
# All fit the width of the table.
TIP: Final = "Type 3 7 to move cards from column 3 to 7, or help, or quit."
_TIP_AT_AN_END: Final = "Type new for another game, undo to go back, help, or quit."


# --- words that only the prompt has -------------------------------------------------------------------


class HelpShown(Outcome):
    """The words are to be listed."""

    def text(self, wording: Wording) -> str:
        return "\n".join(PROMPT.help())


class HelpCommand(Command):
    """Lists the words."""

    word = "help"
    letter = "?"
    help = "this list"

    def perform(self, host: Host) -> Outcome:
        return HelpShown()


class NewCommand(Command):
    """Starts a game in place of this one; `suits` is None for as many as this one has."""

    word = "new"
    usage = "[1|2|4]"
    help = "another game; new 2: with two suits"

    def __init__(self, suits: int | None) -> None:
        self.suits = suits

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) > 1:
            raise NotationError(f"new takes one number of suits, or nothing, not {quoted(' '.join(words))}")
        return cls(parse_suits(words[0]) if words else None)


PROMPT: Final = Vocabulary([*SCRIPT.commands, HelpCommand, NewCommand], {"exit": "quit"})


# --- the conversation ---------------------------------------------------------------------------------


def converse(session: Session, opening: str) -> None:
    """Take commands from the terminal until the player leaves; `opening` is said first."""
    edit_lines(PROMPT.words)
    with Interrupts() as interrupts:
        live = LiveGame(session, interrupts)
        live.draw(f"{opening}\n{_tip(live.game)}")
        for line in _lines(interrupts):
            try:
                if not _obey(live, line):
                    break
            except ChangedError as change:
                live.draw(str(change))
            except IllegalStepError as refusal:
                live.complain(session.display.wording.named(str(refusal)))
            except (NotationError, RefusedError, StorageError) as error:
                live.complain(str(error))
    live.look()  # the file may be gone
    write(f"The game is saved in {printable(session.path)}.")


def _tip(game: Game) -> str:
    return TIP if game.status == "playing" else _TIP_AT_AN_END


def standing(game: Game) -> str:
    """How far the game has come, in words."""
    if game.status == "won":
        return "this game is won"
    if game.status == "stuck":
        return "no step is legal here" + way_out(game, "; undo helps")
    where = f"after {counted(game.step_count, 'step')}" if game.step_count else "at its start"
    return f"the game goes on {where}"


def _lines(interrupts: Interrupts) -> Iterator[bytes]:
    """What the player types, line by line, as bytes, so that one reader decides what is text."""
    while True:
        try:
            with interrupts.harmless():
                interrupts.check()
                text = input(_PROMPT)
        except (EOFError, OSError):  # or the terminal is gone
            write("")
            return
        except UnicodeDecodeError as error:
            yield error.object
        except Stopped:
            with contextlib.suppress(OutputError, ReaderGone):
                write("")
            raise
        else:
            yield text.encode(errors="surrogateescape")


def _obey(live: LiveGame, line: bytes) -> bool:
    """Do what a line says; returns whether to go on."""
    command = PROMPT.read(words_in(line))
    if command is None or command.ends_script:
        return command is None
    wording = live.session.display.wording
    if isinstance(command, NewCommand):
        live.draw(new_game_report(live.start(command.suits), wording))
        return True
    outcome = live.perform(command)
    if command.shows_game:
        live.draw(standing(live.game), asked=True)
    elif command.changes_game:
        words = outcome.text(wording)
        live.draw(words if live.game.status == "playing" else f"{words}\n{_TIP_AT_AN_END}")
    else:
        live.answer(outcome.text(wording))
    return True
