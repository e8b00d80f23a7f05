"""`spider hint`."""

from __future__ import annotations

import json
import time
from functools import partial
from typing import TYPE_CHECKING

import click

from spider_cli.cli.advice import advise, explanation, hint_facts, way_out
from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit, RefusedError, UsageError
from spider_cli.cli.options import DEFAULT_LIMIT, form_option
from spider_cli.cli.output import say
from spider_cli.cli.param_types import SECONDS
from spider_cli.cli.session import Session, game_options
from spider_cli.render.step_lines import format_step_line
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.games.game import Game


@command(
    "Suggest a step.",
    """
    Suggest one good step: the step as 'move' takes it, then the reason.

    Hints are honest: they use only what you can see, that is the face-up cards, how many cards lie face
    down, and which cards have not turned up yet. Nothing depends on what a face-down card is.
    The same table always gives the same hint, and whoever follows hints never goes round in a circle. A
    hint with --strong may take back a step of one without.

    --why prints what the hint was chosen from: the plan that it begins, which goes as far as the next
    unknown card, then the plans that were not chosen, each with its chance to win or its value. --json
    prints that too.

    The exit code is 1 if there is nothing to suggest, and 4 if --peek found no solution in time.

    \b
    Examples:
      spider hint
      spider hint --why
      spider hint --strong 10
      spider hint | spider run
    """,
)
@click.option("--strong", type=SECONDS, metavar="SECONDS", help="Think for that much processor time.")
@click.option("--why", is_flag=True, help="Also print the plan, its rivals, and how good each is.")
@click.option("--peek", is_flag=True, help="Look at face-down cards: the first step of a solution.")
@form_option
@game_options
def hint(session: Session, strong: float | None, why: bool, peek: bool) -> int:
    if peek and strong is not None:
        raise UsageError(
            "--strong is for hints from what you can see, --peek looks at all cards; give one of them"
        )
    if peek and why:
        raise UsageError(
            "--why explains hints from what you can see, --peek looks at all cards; give one of them"
        )
    content = session.read()
    game = session.game_in(content)
    if peek:
        return _peek(session, game)
    from spider_cli.hints import hint as hint_for

    found = advise(game, partial(hint_for, more=_until(strong)))
    session.count_hint(content)
    if session.as_json:
        session.write(json.dumps(hint_facts(found)))
    else:
        lines = [format_step_line(found.step, found.reason), *(explanation(found) if why else ())]
        session.write(session.display.wording.named("\n".join(lines)))
    return Exit.DONE


def _until(seconds: float | None) -> Callable[[], bool] | None:
    if seconds is None:
        return None
    end = time.process_time() + seconds
    return lambda: time.process_time() < end


def _peek(session: Session, game: Game) -> int:
    from spider_cli.solver import Limits, solve

    if game.is_won:
        raise RefusedError("no hint: the game is won")
    result = solve(game.position, Limits(seconds=DEFAULT_LIMIT))
    if result.verdict == "gave up":
        say("no solution was found in time; whether there is one is not known")
        return Exit.GAVE_UP
    if result.verdict == "impossible":
        raise RefusedError(f"no steps win from here{way_out(game, '; undo may help')}")
    step = result.steps[0]
    reason = f"the first of {counted(len(result.steps), 'step')} to win (looks at face-down cards)"
    session.write(
        json.dumps({"step": str(step), "reason": reason})
        if session.as_json
        else format_step_line(step, reason)
    )
    return Exit.DONE
