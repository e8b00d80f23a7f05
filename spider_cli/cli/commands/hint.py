"""`spider hint`."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import click

from spider_cli.cli.advice import advise, way_out
from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit, RefusedError, UsageError
from spider_cli.cli.options import DEFAULT_LIMIT
from spider_cli.cli.output import say
from spider_cli.cli.param_types import SECONDS
from spider_cli.cli.session import Session, game_options
from spider_cli.render.step_lines import format_step_line
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.games.game import Game
    from spider_cli.hints import Hint


@command(
    "Suggest a step.",
    """
    Suggest one good step: the step as 'move' takes it, then why.

    A hint knows only what you can see: open cards, how many lie face down, and which cards are still
    unseen. The same table gives the same hint, and following hints never goes in a circle; a hint by
    --strong may take back a plain one. Exit code 1 means that there is nothing to suggest, 4 that
    --peek found no line in time.

    \b
    Examples:
      spider hint
      spider hint --strong 10
      spider hint | spider run
    """,
)
@click.option("--strong", type=SECONDS, metavar="SECONDS", help="Think for that much processor time.")
@click.option("--peek", is_flag=True, help="Look at face-down cards: the first step of a line that wins.")
@game_options
def hint(session: Session, strong: float | None, peek: bool) -> int:
    if peek and strong is not None:
        raise UsageError("--strong is for honest hints, and --peek looks at all cards; give one of them")
    game = session.load()
    if peek:
        return _peek(session, game)
    _print(session, advise(game, _until(strong)))
    return Exit.DONE


def _print(session: Session, hint: Hint) -> None:
    if session.as_json:
        session.write(json.dumps({"step": str(hint.step), "reason": hint.reason}))
    else:
        session.write(format_step_line(hint.step, session.display.wording.named(hint.reason)))


def _until(seconds: float | None) -> Callable[[], bool] | None:
    if seconds is None:
        return None
    end = time.process_time() + seconds
    return lambda: time.process_time() < end


def _peek(session: Session, game: Game) -> int:
    from spider_cli.hints import Hint
    from spider_cli.solver import Limits, solve

    position = game.position
    if position.is_won:
        raise RefusedError("no hint: the game is won")
    result = solve(position, Limits(seconds=DEFAULT_LIMIT))
    if result.verdict == "gave up":
        say("no winning line was found in time; whether there is one is not known")
        return Exit.GAVE_UP
    if result.verdict == "impossible":
        raise RefusedError(f"no steps win from here{way_out(game, '; undo may help')}")
    reason = f"the first of {counted(len(result.steps), 'step')} to win (looks at face-down cards)"
    _print(session, Hint(result.steps[0], reason))
    return Exit.DONE
