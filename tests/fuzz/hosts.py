"""Programs in which commands are performed without a file, a terminal or a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from spider_cli.cli.exits import GaveUpError
from spider_cli.cli.live_game import LiveGame
from spider_cli.cli.session import Session
from spider_cli.errors import NotationError
from spider_cli.games.game import Game

if TYPE_CHECKING:
    from spider_cli.script.vocabulary import Command, Outcome


class Quiet:
    """A program in which a script is played, without hints, which take long."""

    def __init__(self) -> None:
        self.game = Game.new(suits=2, seed=3)

    def hint(self, effort: int) -> NoReturn:
        raise NotationError("no hints here")

    def start(self, game: Game) -> None:
        self.game = game


class Nowhere(Session):
    """A session on a game file that cannot be."""

    def __init__(self) -> None:
        super().__init__("/dev/null/spider.json")

    @property
    def path_is_default(self) -> bool:
        return True


class Table(LiveGame):
    """The game at a prompt, which no file holds. There are no hints and no winnable games: they take long."""

    def __init__(self) -> None:
        self.session = Nowhere()
        self.hinted = None
        self.game = Game.new(suits=2, seed=3)

    def perform(self, command: Command) -> Outcome:
        return command.perform(self)

    def hint(self, effort: int) -> NoReturn:
        raise NotationError("no hints here")

    def start(self, game: Game) -> None:
        self.game = game

    def winnable_game(self, suits: int, relaxed: bool) -> NoReturn:
        raise GaveUpError("no winnable games here")
