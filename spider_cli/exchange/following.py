"""The steps of our rules that lead from table to table, as another program has saved them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.errors import GameFormatError, IllegalStepError, NotationError, PositionError
from spider_cli.games.game import Game
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, Move, Step
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.exchange.piles import Table

#: More steps than anybody makes in a game: a file with more is refused before they are tried.
MOST_STEPS: Final = 10_000


def begun(start: Table, suits: int, *, relaxed: bool, seed: str | None) -> Game:
    """A game at a table. It has the seed if that deals this very table. Raises GameFormatError."""
    position = Position(start.columns, start.stock, start.foundations, suits, relaxed)
    try:
        return Game(position, seed=seed if _deals(seed, position) else None)
    except PositionError as error:
        raise GameFormatError(f"no game can begin so: {error}") from error


def _deals(seed: str | None, position: Position) -> bool:
    if seed is None:
        return False
    try:
        return start_of(Seed.parse(seed), position.suits, relaxed=position.relaxed) == position
    except NotationError:
        return False


def follow(game: Game, after: Table, place: str) -> None:
    """Play the step that leads to a table, or none if it is the table now.

    Raises GameFormatError with the place if our rules have no such step.
    """
    if _is_at(game.position, after):
        return
    if game.step_count == MOST_STEPS:
        raise GameFormatError(f"there are more than {counted(MOST_STEPS, 'step')}")
    refusal = "no single step of the rules leads to the cards that come next"
    for step in _candidates(game.position, after):
        try:
            position = game.position.apply(step)
        except IllegalStepError as error:
            refusal = f"{step} is not legal: {error}" if _is_meant(game.position, after, step) else refusal
            continue
        if _is_at(position, after):
            game.play(step)
            return
    raise GameFormatError(refusal, place)


def finish(game: Game, undone: int) -> Game:
    """The game with the last `undone` steps taken back, which no count of undos tells."""
    if undone:
        game.undo(undone)
        game.undos = 0
    return game


def _is_at(position: Position, table: Table) -> bool:
    return (position.columns, position.stock) == (table.columns, table.stock)


def _candidates(before: Position, after: Table) -> Iterator[Step]:
    """The steps that may lead there: a deal, or moves between the two columns that differ."""
    if before.stock != after.stock:
        yield DEAL
        return
    changed = _changed(before, after)
    if len(changed) == 2:
        for source, target in (changed, changed[::-1]):
            for count in range(1, len(before.columns[source - 1]) - before.columns[source - 1][0]):
                yield Move(source, target, count)


def _changed(before: Position, after: Table) -> list[int]:
    pairs = zip(before.columns, after.columns, strict=True)
    return [number for number, (old, new) in enumerate(pairs, start=1) if old != new]


def _is_meant(before: Position, after: Table, step: Step) -> bool:
    """Whether the step takes and puts as many cards as the columns have lost and got."""
    if step is DEAL:
        return True
    source, target, count = step
    lost = len(before.columns[source - 1]) - len(after.columns[source - 1])
    got = len(after.columns[target - 1]) - len(before.columns[target - 1])
    return lost == got == count
