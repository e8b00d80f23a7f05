"""The game at the prompt, which is the game in its file: it is saved, and looked at again, for each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from spider_cli.cli.clock import stamped
from spider_cli.cli.exits import RefusedError
from spider_cli.cli.options import DEFAULT_LIMIT
from spider_cli.cli.output import write
from spider_cli.cli.starting import put, winnable_game

if TYPE_CHECKING:
    from spider_cli.cli.interrupts import Interrupts
    from spider_cli.cli.session import Session
    from spider_cli.games.game import Game
    from spider_cli.hints import Hint
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.script.vocabulary import Command, Outcome


class ChangedError(RefusedError):
    """The game is no longer as it was when the player looked at it."""


class Hinted(NamedTuple):
    """The hint on the screen: its step, and the effort that it took."""

    step: Step
    effort: int


class LiveGame:
    """The game on the screen. `game` is what the file held when it was looked at last.

    `before` is the position before the last change, or None: what has changed since is marked on the table.
    `hinted` is the hint that the player has just asked for, or None.
    """

    def __init__(self, session: Session, interrupts: Interrupts) -> None:
        self.session = session
        self.hinted: Hinted | None = None
        self._interrupts = interrupts
        self._content = b""  # of the file, as the player saw it
        self.game: Game
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
        if not command.changes_game:
            self.look()
            return command.perform(self)
        with self.session.locked() as file:
            if self._take(file.content):
                raise ChangedError("the game was changed by another program: this is how it is now")
            before = self.game.position
            try:
                outcome = command.perform(self)
                content = stamped(self.game)
                file.write(content)
            except BaseException:  # what counts is the file
                self._content = b""
                self._take(file.content)
                raise
            self._content, self.before = content, before
            return outcome

    def hint(self, effort: int) -> Hint:
        """A hint for the position now. Raises RefusedError if there is none, Stopped after Ctrl-C."""
        from spider_cli.cli.advice import advise
        from spider_cli.hints import Adviser

        with self._interrupts.harmless():
            found = advise(self.game, Adviser(effort).hint)
        before = self.before
        self._take(self.session.count_hint(self._content))
        self.before = before
        self.hinted = Hinted(found.step, effort)
        return found

    def start(self, game: Game) -> None:
        """Start a game in place of this one. Raises RefusedError, StorageError."""
        try:
            with self._interrupts.harmless():  # a question may be asked; files are safe
                put(self.session, game, force=False, keep=True)
        except click.Abort:  # an end of input is no yes
            self._interrupts.check()
            write("")
            raise RefusedError("the game is left as it is") from None
        self.look()

    def winnable_game(self, suits: int, relaxed: bool) -> Game:
        """A start that the solver has won. Raises GaveUpError if it finds none in time, Stopped."""
        with self._interrupts.harmless():
            return winnable_game(suits, relaxed, DEFAULT_LIMIT)

    @property
    def shown(self) -> tuple[Position, int]:
        """What the table shows: it is drawn again when this is another."""
        return self.game.position, self.game.step_count
