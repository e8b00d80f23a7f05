"""`spider play`."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Final

import click

from spider_cli.cli.advice import way_out
from spider_cli.cli.command import command
from spider_cli.cli.exits import OutputError, RefusedError
from spider_cli.cli.interrupts import Interrupts, Stopped
from spider_cli.cli.options import form_option
from spider_cli.cli.output import ReaderGone, say, write
from spider_cli.cli.replies import in_words
from spider_cli.cli.scripted import Options, run_script
from spider_cli.cli.session import Session, game_options
from spider_cli.cli.starting import put, random_seed
from spider_cli.cli.stdin import DASH
from spider_cli.errors import IllegalStepError, NotationError, StorageError
from spider_cli.files import storage
from spider_cli.games.game import Game
from spider_cli.render.sentences import new_game_report
from spider_cli.render.style import CLEAR_SCREEN
from spider_cli.rules.cards import parse_suits
from spider_cli.script.words import WORDS, nothing_after, parse_words, perform, words_in
from spider_cli.text import counted, printable, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.cli.replies import Effect
    from spider_cli.rules.position import Position
    from spider_cli.script.words import Command

_PROMPT: Final = "spider> "
# All fit the width of the table.
_TIP: Final = "Type 3 7 to move cards from column 3 to 7, or help, or quit."
_TIP_AT_AN_END: Final = "Type new for another game, undo to go back, help, or quit."
_ALIASES: Final = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
_HELP: Final = """\
3 7         move from column 3 to column 7 what fits
3 7 2       move two cards
deal        deal a row, one card onto each column
undo, redo  take a step back, or make it again; undo 5, undo all
hint        a good step
moves       all legal moves
show        the table again
new         another game; new 2: with two suits (1, 2 or 4)
quit        leave, as Ctrl-D does; each step is saved already
m, d, u, r stand for move, deal, undo, redo."""


@command("Play at a prompt.")
@form_option
@game_options
def play(session: Session) -> int:
    """Play the game at a prompt, or start one if there is none.

    The prompt takes the commands of a script ('spider run --help' lists them), 'help', and 'new',
    'new 2' or 'new 4' for another game with so many suits. The table is drawn after each step, and
    the game is saved after each step. 'quit' or Ctrl-D leaves. Ctrl-C leaves too, with exit code 130.

    Where there is no terminal, standard input is played as 'spider run' plays it, and the table is
    printed after each step.

    \b
    Examples:
      spider play
      spider play -f other.json
      printf '3 7\\ndeal\\n' | spider play
    """
    words = _game_ready(session)
    if _talks_to_a_person(session):
        _converse(LiveGame(session), words)
        return 0
    return run_script(session, DASH, Options(tables=True, opening=_opening(session, words)))


def _talks_to_a_person(session: Session) -> bool:
    streams = (sys.stdin, sys.stdout)
    return not session.as_json and not session.quiet and all(s is not None and s.isatty() for s in streams)


def _opening(session: Session, words: str) -> str:
    """What stands before the answers to a script."""
    if session.as_json or session.quiet:
        return ""
    game = session.load()
    shown = session.display.report(game, words)
    return f"{shown}\n{_TIP}" if game.status == "playing" else shown


def _game_ready(session: Session) -> str:
    """Start a game if there is none; returns what to say about the game."""
    with storage.locked(session.path, create=True) as file:
        if file.content is None:
            game = Game.new(suits=1, seed=random_seed())
            file.write(game.dumps().encode())
            return new_game_report(game, session.display.wording)
        game = session.game_in(file.content)
    return f"{printable(session.path)}: {_standing(game)}"


def _standing(game: Game) -> str:
    if game.status == "won":
        return "this game is won"
    if game.status == "stuck":
        return "no step is legal here" + way_out(game, "; undo helps")
    where = f"after {counted(game.step_count, 'step')}" if game.step_count else "at its start"
    return f"the game goes on {where}"


class _ChangedError(RefusedError):
    """The game is no longer as it was when the player looked at it."""


class LiveGame:
    """The game on the screen, which is the game in the file: it is saved and looked at for each step."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._content = b""  # of the file, as the player saw it
        self.look()

    def look(self) -> bool:
        """See to it that the game is that of the file; returns whether it had changed."""
        return self._take(self.session.read())

    def _take(self, content: bytes | None) -> bool:
        if content == self._content:
            return False
        self.game = self.session.game_in(content or b"")
        self.before = self.game.before_last_step
        self._content = content or b""
        return True

    def play(self, command: Command) -> str:
        """Obey a command that changes the game, and save it; returns what happened.

        Raises RefusedError if someone else has changed the game: then the command was meant for
        another table than there is now.
        """
        with self.session.locked() as file:
            if self._take(file.content):
                raise _ChangedError("the game was changed by another program: this is how it stands now")
            before = self.game.position
            outcome = perform(self.game, command)
            content = self.game.dumps().encode()
            try:
                file.write(content)
            except BaseException:  # what counts is the file
                self._content = b""
                self._take(file.content)
                raise
            self._content = content
            self.before = before
            return self.words(command, before, outcome)

    def words(self, command: Command, before: Position, outcome: Effect) -> str:
        """What a command did or found out: see `in_words`."""
        return in_words(command, before, outcome, self.game, self.session.display.wording)

    def complain(self, message: str) -> None:
        """Say why a line was not obeyed, so that the table stays on the screen."""
        if self.session.display.clears_screen:
            self.draw(f"spider: {printable(message)}")
        else:
            say(message)

    def draw(self, words: str, *, asked: bool = False) -> None:
        """Show the position and some words under it; a spoken form shows the position if it is asked for."""
        display = self.session.display
        if display.form.spoken and not asked:
            write(words)
            return
        clear = CLEAR_SCREEN if display.clears_screen else ""
        write(clear + display.page(self.game, self.before, below=words))


def _converse(live: LiveGame, words: str) -> None:
    """Take commands until the player leaves."""
    _edit_lines()
    live.draw(f"{words}\n{_TIP if live.game.status == 'playing' else _TIP_AT_AN_END}")
    with Interrupts() as interrupts:
        for line in _lines(interrupts):
            try:
                if not _obey(live, line, interrupts):
                    break
            except _ChangedError as change:
                live.draw(str(change))
            except IllegalStepError as refusal:
                live.complain(live.session.display.wording.named(str(refusal)))
            except (NotationError, RefusedError, StorageError) as error:
                live.complain(str(error))
    live.look()  # the file may be gone
    write(f"The game is saved in {printable(live.session.path)}.")


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


def _obey(live: LiveGame, line: bytes, interrupts: Interrupts) -> bool:
    """Do what a line says; returns whether to go on."""
    words = words_in(line)
    first, rest = words[0].lower() if words else "", words[1:]
    first = _ALIASES.get(first, first)
    if first in ("help", "quit"):
        nothing_after(first, rest)
        if first == "help":
            write(_HELP)
        return first == "help"
    if first == "new":
        _start_another(live, rest, interrupts)
        return True
    command = parse_words(words)
    if command is None:
        return True
    if command.is_question:
        _answer(live, command, interrupts)
    else:
        said = live.play(command)
        live.draw(said if live.game.status == "playing" else f"{said}\n{_TIP_AT_AN_END}")
    return True


def _answer(live: LiveGame, command: Command, interrupts: Interrupts) -> None:
    live.look()
    position = live.game.position
    if command.word == "show":
        live.draw(_standing(live.game), asked=True)
    elif command.word == "moves":
        write(live.words(command, position, None))
    else:
        from spider_cli.cli.advice import advise

        with interrupts.harmless():
            hint = advise(live.game)
        write(live.words(command, position, hint))


def _start_another(live: LiveGame, words: list[str], interrupts: Interrupts) -> None:
    """Start a game, with as many suits as the last one unless told otherwise."""
    if len(words) > 1:
        raise NotationError(f"new takes one number of suits, or nothing, not {quoted(' '.join(words))}")
    live.look()
    suits = parse_suits(words[0]) if words else live.game.suits
    game = Game.new(suits=suits, seed=random_seed(), relaxed=live.game.relaxed)
    try:
        with interrupts.harmless():  # a question may be asked; files are safe
            put(live.session, game, force=False, keep=True)
    except click.Abort:  # an end of input is no yes
        interrupts.check()
        write("")
        raise RefusedError("the game is left as it is") from None
    live.look()
    live.draw(new_game_report(game, live.session.display.wording))


def _edit_lines() -> None:
    """Line editing, a history and completion of commands, where the system has them."""
    try:
        import readline
    except ImportError:
        return
    words = [*WORDS, "help", "new"]

    def complete(start: str, number: int) -> str | None:
        fitting = [f"{word} " for word in words if word.startswith(start.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
