"""`spider log`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from spider_cli.cli.command import command
from spider_cli.cli.session import Session, game_options
from spider_cli.rules.steps import format_step
from spider_cli.text import counted

if TYPE_CHECKING:
    from spider_cli.games.game import Game


@command(
    "Print the game as a script.",
    """
    Print the steps of the game as a script that 'spider run' plays.

    A comment at the head is the command that deals the game: it and this script give the same
    game. Only the played steps are printed, not the undone ones.

    \b
    Examples:
      spider log > moves.txt
      spider new -q -f copy.json --seed 42; spider log | spider run -f copy.json
    """,
)
@game_options
def log(session: Session) -> None:
    game = session.load()
    steps = [format_step(step) for step in game.steps]
    if session.as_json:
        facts = {"suits": game.suits, "seed": game.seed, "relaxed": game.relaxed, "steps": steps}
        session.write(json.dumps(facts))
    else:
        session.write("\n".join([*_header(game), *steps]))


def _header(game: Game) -> list[str]:
    """How to start the game, its score and its status, as comments."""
    relaxed = " --relaxed" * game.relaxed
    if game.seed is None:
        dealt = [
            "# from a layout: 'spider show --start --as layout > start.txt' prints it",
            f"# spider new --layout start.txt{relaxed}",
        ]
    else:
        dealt = [f"# spider new --suits {game.suits} --seed {game.seed}{relaxed}"]
    return [*dealt, f"# {counted(game.step_count, 'step')}, score {game.score}, {game.status}"]
