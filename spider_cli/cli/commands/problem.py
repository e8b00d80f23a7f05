"""`spider problem`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from spider_cli.cli.command import command
from spider_cli.cli.options import form_option
from spider_cli.cli.param_types import whole_number
from spider_cli.cli.session import Session, game_options
from spider_cli.cli.starting import put
from spider_cli.games.game import Game
from spider_cli.problems.problem_set import problems
from spider_cli.render.problem_list import format_problems, problem_line
from spider_cli.render.sentences import new_game_report
from spider_cli.saved.solved_problems import solved_problems

if TYPE_CHECKING:
    from spider_cli.problems.problem_set import Problem


@command(
    "List problems, or start one.",
    """
    Without N: list the problems, from easy to hard. A problem is a position with a goal and a par: the
    least number of steps, deals counted, in which the goal can be met. That no shorter way exists is
    proved.

    With N: start problem N. The game in the file goes to the history, as with 'spider new'; a game in play
    is not replaced without --force or your yes. A problem is solved with the step that meets its goal;
    'undo' tries again. What you have solved is marked in the list and counted by 'spider stats'.

    \b
    Examples:
      spider problem
      spider problem 7
    """,
)
@click.argument("number", metavar="[N]", required=False, type=whole_number(1, len(problems())))
@click.option("--force", is_flag=True, help="Do not ask before a game in play is replaced.")
@form_option
@game_options
def problem(session: Session, number: int | None, force: bool) -> None:
    if number is None:
        _list(session)
        return
    game = Game(problems()[number - 1].start())
    put(session, game, force=force, keep=True)
    session.report(game, new_game_report(game, session.display.wording))


def _list(session: Session) -> None:
    solved = solved_problems(session.path)
    if session.as_json:
        for one in problems():
            session.write(json.dumps(_facts(one, solved.get(one.number))))
    elif session.display.form.spoken or session.display.window(0) is None:
        for one in problems():
            session.write(problem_line(one, solved.get(one.number)))
    else:
        session.write(format_problems(problems(), solved))


def _facts(one: Problem, solved_in: int | None) -> dict[str, object]:
    return {
        "number": one.number,
        "grade": one.grade,
        "goal": one.goal,
        "par": one.par,
        "suits": one.suits,
        "solved_in": solved_in,
    }
