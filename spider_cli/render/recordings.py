"""What a recording of a replay is made of, whatever its form."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spider_cli.games.game import Game
    from spider_cli.render.style import Style
    from spider_cli.rules.position import Position


class Moment(NamedTuple):
    """A step of a replay: what it did, the game as it stands now, and the position before, if there is one.

    The game goes on while moments are taken one after the other.
    """

    title: str
    game: Game
    before: Position | None


class Recorder(Protocol):
    """Makes the text of a replay, line by line. `delay`: the seconds for which a moment is seen."""

    def __call__(self, moments: Iterable[Moment], style: Style, delay: float, /) -> Iterator[str]: ...
