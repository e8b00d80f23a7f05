"""`spider show`."""

from __future__ import annotations

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import UsageError
from spider_cli.cli.options import form_option_for
from spider_cli.cli.param_types import whole_number
from spider_cli.cli.session import Session, game_options
from spider_cli.text import counted


@command(
    "Print the table.",
    """
    Print the position now, or an earlier one. The file is only read.

    \b
    Examples:
      spider show
      spider show --at 20
      spider show --as plain | grep 'column 3'
      spider show --start --as layout > deal.txt
    """,
)
@click.option("--at", type=whole_number(0), metavar="N", help="The position after the first N steps.")
@click.option("--start", is_flag=True, help="The position at the start; the same as --at 0.")
@form_option_for("show")
@game_options
def show(session: Session, at: int | None, start: bool) -> None:
    if start and at is not None:
        raise UsageError("--start and --at both say where; give one of them")
    game = session.load()
    if start or at is not None:
        if (at or 0) > game.step_count:
            raise UsageError(f"--at {at}: the game has only {counted(game.step_count, 'step')}")
        game = game.rewound(at or 0)
    session.show(game)
