"""Saving a game while a script is played on it."""

from __future__ import annotations

import contextlib
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from spider_cli.cli.clock import begin, stamped

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from spider_cli.files.storage import LockedFile
    from spider_cli.games.game import Game

_UNSAVED: Final = 0.8  # seconds that a step stays unsaved: less than one, for saving takes time too


class Saver:
    """Saves a game when it is time. Without a file that is never; when not `timely`, only at the end.

    Attributes: `game`; `due`, when it has to be saved, by the monotonic clock.
    """

    def __init__(self, game: Game, path: str, file: LockedFile | None, *, timely: bool = True) -> None:
        self.game = game
        self._path = path
        self._file = file
        self._timely = timely
        self._unsaved = False
        self._replaced: list[Game] = []
        self.due = inf

    def replace(self, game: Game) -> None:
        """Save this game from now on. The one before it goes to the history if it was played.

        Raises StorageError if it is time and that cannot be done: the game before is saved then.
        """
        at_once = self._timely and self.game.was_played
        if at_once:
            self.save()  # no step is lost if the history cannot be written
        if self.game.was_played and self._file:
            self._replaced.append(self.game)
        self.game = game
        begin(game)
        self.changed()
        if at_once:
            self.save()

    def changed(self) -> None:
        """Note that the game is no longer as it was saved."""
        if not self._unsaved:
            self._unsaved = True
            if self._timely and self._file:
                self.due = monotonic() + _UNSAVED

    def save(self) -> None:
        """Save the game if it has changed. Raises StorageError."""
        if self._unsaved and self._file:
            self._unsaved = False  # a save that failed is not tried again
            self.due = inf
            replaced, self._replaced = self._replaced, []
            with self._kept(replaced, self._file):
                self._file.write(stamped(self.game))

    def _kept(self, games: list[Game], file: LockedFile) -> AbstractContextManager[None]:
        if not games:
            return contextlib.nullcontext()
        from spider_cli.saved.history import kept  # few scripts start games

        return kept(self._path, games, file)

    def save_if_due(self) -> None:
        """Save the game if it is time. Raises StorageError."""
        if monotonic() >= self.due:
            self.save()
