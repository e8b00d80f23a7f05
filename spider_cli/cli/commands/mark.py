"""`spider mark` and `spider goto`."""

from __future__ import annotations

import click

from spider_cli.cli.command import command
from spider_cli.cli.options import form_option
from spider_cli.cli.param_types import MARK, STEP
from spider_cli.cli.session import Session, game_options
from spider_cli.render.sentences import goto_report, mark_report


@command(
    "Give the present step a name.",
    """
    Give the present step a name, so that 'spider goto' finds it.

    A name begins with a letter; letters, digits, '.', '-' and '_' may follow, 40 characters in all. Capital
    letters make no other name. A name that there is goes to this step. When other steps take the place
    of those before a mark, the mark is dropped.

    \b
    Examples:
      spider mark before-deal
      spider goto before-deal
    """,
)
@click.argument("name", metavar="NAME", type=MARK)
@form_option
@game_options
def mark(session: Session, name: str) -> None:
    with session.changing() as game:
        number = game.mark(name)
    if session.as_json:
        session.show(game)
    else:
        session.write(mark_report(name, number, session.display.wording))


@command(
    "Go to a named step, or to a step by its number.",
    """
    Go back or forth to the step that 'spider mark' has named, or to step N; 0 is the start.

    Steps gone back over are undone: 'spider redo' or 'spider goto' makes them again, until a new step is
    made.

    \b
    Examples:
      spider goto before-deal
      spider goto 17
      spider goto 0
    """,
)
@click.argument("step", metavar="NAME|N", type=STEP)
@form_option
@game_options
def goto(session: Session, step: int | str) -> None:
    with session.changing() as game:
        before, number = game.position, game.step_count
        game.go_to(step)
    session.report(game, goto_report(number, game, session.display.wording), before)
