"""`spider games` and `spider resume`."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import click

from spider_cli.cli.clock import now
from spider_cli.cli.command import command
from spider_cli.cli.exits import RefusedError
from spider_cli.cli.options import form_option
from spider_cli.cli.output import say
from spider_cli.cli.param_types import whole_number
from spider_cli.cli.prompt import standing
from spider_cli.cli.session import Session, game_options
from spider_cli.errors import GameFormatError, MissingFileError, StorageError
from spider_cli.files import storage
from spider_cli.games.game import Game
from spider_cli.problems.problem_set import problem_of
from spider_cli.render.sentences import seed_words
from spider_cli.saved.history import games_in, history_path, kept, removed
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator


@command(
    "List the games that were replaced.",
    """
    List the games of the history, which 'spider new' has replaced, the oldest first. 'spider resume' with the
    number of a game brings it back.

    --json prints an object a line.

    \b
    Examples:
      spider games
      spider games | tail -20
    """,
)
@game_options
def games(session: Session) -> None:
    found = False
    for number, line in _history(session):
        found = True
        facts = _facts(number, line)
        session.write(json.dumps(facts) if session.as_json else _row(facts))
    if not (found or session.as_json or session.quiet):
        say("no game was replaced yet; 'spider new' keeps the one that it replaces")


def _history(session: Session) -> Iterator[tuple[int, bytes]]:
    """The number of each game in the history, from 1, and its line; none if there is no history."""
    with contextlib.suppress(MissingFileError):
        yield from enumerate(games_in(history_path(session.path)), start=1)


def _facts(number: int, line: bytes) -> dict[str, Any]:
    try:
        game = Game.loads(line)
    except GameFormatError as error:
        return {"number": number, "error": str(error)}
    problem = problem_of(game)
    return {
        "number": number,
        "saved": game.notes.saved,
        "suits": game.suits,
        "seed": game.seed,
        "problem": problem and problem.number,
        "played": game.step_count,
        "score": game.score,
        "status": game.status,
    }


def _row(facts: dict[str, Any]) -> str:
    number = f"{facts['number']:>4}"
    if "error" in facts:
        return f"{number}  {facts['error']}"
    day = (facts["saved"] or "no date").partition("T")[0]
    problem = "a layout" if facts["problem"] is None else f"problem {facts['problem']}"
    seed = problem if facts["seed"] is None else f"seed {facts['seed']}"
    parts = [counted(facts["suits"], "suit"), counted(facts["played"], "step"), f"score {facts['score']}"]
    return f"{number}  {day:<10}  {facts['status']:<7}  {', '.join([seed, *parts])}"


@command(
    "Bring a game back that was replaced.",
    """
    Go on with game N of the list that 'spider games' prints. The game in the file goes to the history if it
    was played.

    \b
    Example:
      spider resume 3
    """,
)
@click.argument("number", metavar="N", type=whole_number(1))
@form_option
@game_options
def resume(session: Session, number: int) -> None:
    with storage.locked(session.path, create=True) as file:  # whoever holds the game holds its history too
        line = dict(_history(session)).get(number)
        if line is None:
            raise RefusedError(f"there is no game {number} in the history; 'spider games' lists them")
        game = _game_in_history(session, number, line)
        old = None if file.content is None else session.game_in(file.content)
        replaced = [old] if old and old.was_played else []
        with kept(session.path, replaced, file) if replaced else contextlib.nullcontext():
            game.notes.saved = now()  # the time since it was replaced is no time spent on it
            file.write(game.dumps().encode())
        try:
            removed(session.path, number, line)
        except StorageError as error:
            say(f"the game is in play again, and is still in the history as well: {error}")
    session.report(game, f"{seed_words(game)}: {standing(game)}")


def _game_in_history(session: Session, number: int, line: bytes) -> Game:
    try:
        return Game.loads(line)
    except GameFormatError as error:
        raise StorageError(history_path(session.path), f"game {number}: {error}") from error
