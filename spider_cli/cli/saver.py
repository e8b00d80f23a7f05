"""Saving a game while a script is played on it."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from spider_cli.files.storage import LockedFile
    from spider_cli.games.game import Game

_UNSAVED: Final = 0.8  # seconds that a step stays unsaved: less than one, for saving takes time too


class Saver:
    """Saves a game when it is time. Without a file that is never; when not `timely`, only at the end.

    Attributes: `due`, when the game has to be saved, by the monotonic clock.
    """

    def __init__(self, game: Game, file: LockedFile | None, *, timely: bool = True) -> None:
        self._game = game
        self._file = file
        self._timely = timely
        self._unsaved = False
        self.due = inf

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
            self._file.write(self._game.dumps().encode())

    def save_if_due(self) -> None:
        """Save the game if it is time. Raises StorageError."""
        if monotonic() >= self.due:
            self.save()
