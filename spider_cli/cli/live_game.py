"""The game at the prompt, which is the game in its file: it is saved, and looked at again, for each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from spider_cli.cli.exits import RefusedError
from spider_cli.cli.output import say, write
from spider_cli.cli.starting import put
from spider_cli.games.game import Game
from spider_cli.render.style import CLEAR_SCREEN
from spider_cli.text import printable

if TYPE_CHECKING:
    from spider_cli.cli.interrupts import Interrupts
    from spider_cli.cli.session import Session
    from spider_cli.hints import Hint
    from spider_cli.rules.steps import Step
    from spider_cli.script.vocabulary import Command, Outcome


_SHORT_ANSWER: Final = 3  # lines


class ChangedError(RefusedError):
    """The game is no longer as it was when the player looked at it."""


class LiveGame:
    """The game on the screen. `game` is what the file held when it was looked at last.

    `before` is the position before the last change, or None: what has changed since is marked on the table.
    `hinted` is the step of the hint that was the last command, if it was: it is marked too.
    """

    def __init__(self, session: Session, interrupts: Interrupts) -> None:
        self.session = session
        self._interrupts = interrupts
        self._content = b""  # of the file, as the player saw it
        self.game: Game
        self.hinted: Step | None = None
        self.look()

    def look(self) -> bool:
        """Read the game again if the file is another one now; returns whether it was."""
        return self._take(self.session.read())

    def _take(self, content: bytes | None) -> bool:
        if content == self._content:
            return False
        self.game = self.session.game_in(content or b"")
        self.before = self.game.before_last_step
        self._content = content or b""
        return True

    def perform(self, command: Command) -> Outcome:
        """Perform a command, and save the game if it changes it.

        Raises ChangedError if someone else has changed the game: then the command was meant for another
        table than there is now.
        """
        self.hinted = None
        if not command.changes_game:
            self.look()
            return command.perform(self)
        with self.session.locked() as file:
            if self._take(file.content):
                raise ChangedError("the game was changed by another program: this is how it is now")
            before = self.game.position
            outcome = command.perform(self)
            content = self.game.dumps().encode()
            try:
                file.write(content)
            except BaseException:  # what counts is the file
                self._content = b""
                self._take(file.content)
                raise
            self._content, self.before = content, before
            return outcome

    def hint(self) -> Hint:
        """A hint for the position now. Raises RefusedError if there is none."""
        from spider_cli.cli.advice import advise

        with self._interrupts.harmless():
            hint = advise(self.game)
        self.hinted = hint.step
        return hint

    def start(self, suits: int | None) -> Game:
        """Start a game in place of this one; None: with as many suits. Raises RefusedError, StorageError."""
        self.look()
        game = Game.new(suits=suits or self.game.suits, relaxed=self.game.relaxed)
        try:
            with self._interrupts.harmless():  # a question may be asked; files are safe
                put(self.session, game, force=False, keep=True)
        except click.Abort:  # an end of input is no yes
            self._interrupts.check()
            write("")
            raise RefusedError("the game is left as it is") from None
        self.look()
        return game

    def complain(self, message: str) -> None:
        """Say why a line was not obeyed, so that the table stays on the screen."""
        if self.session.display.clears_screen:
            self.draw(f"spider: {printable(message)}")
        else:
            say(message)

    def answer(self, text: str) -> None:
        """Answer a question: if it is short, so that the table stays on the screen."""
        if self.session.display.clears_screen and text.count("\n") < _SHORT_ANSWER:
            self.draw(text)
        else:
            write(text)

    def draw(self, words: str, *, asked: bool = False) -> None:
        """Show the position and some words under it; a spoken form shows the position if it is asked for."""
        display = self.session.display
        if display.form.spoken and not asked:
            write(words)
            return
        clear = CLEAR_SCREEN if display.clears_screen else ""
        write(clear + display.page(self.game, self.before, hint=self.hinted, below=words))
