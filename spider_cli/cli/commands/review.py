"""`spider review`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit
from spider_cli.cli.options import DEFAULT_LIMIT, limit_option
from spider_cli.cli.session import Session, game_options
from spider_cli.text import counted

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.solver import Result

_LEAST_SHARE: Final = 8  # a search gets at most this part of the time, so that there are several
_LEAST_SECONDS: Final = 0.1


class _Review(NamedTuple):
    """`solved`: the last step from which a solution was found, None if there is none; `solution` from there.

    `lost`: the first step after it from which no win is possible, None if that was not proved. `gave_up`: the
    steps at which the solver gave up.
    """

    solved: int | None
    solution: tuple[str, ...]
    lost: int | None
    gave_up: tuple[int, ...]


@command(
    "Find the last step at which the game could still be won.",
    """
    Look for the last step of the game from which it could still be won, and print a solution from there.

    The solver, which sees all cards, is asked at steps that halve what is left between the last one that it
    could win and the first one that it could not. Where it gives up nothing is known, and that is
    said. The exit code is 0 if all is known, 4 if it gave up anywhere that matters.

    \b
    Examples:
      spider review
      spider review --limit 300
    """,
)
@limit_option("for all searches together")
@game_options
def review(session: Session, limit: float | None) -> int:
    game = session.load()
    found = _reviewed(game, DEFAULT_LIMIT if limit is None else limit)
    if session.as_json:
        session.write(json.dumps(found._asdict()))
    else:
        session.write("\n".join(_lines(game, found)))
    return Exit.DONE if _is_known(game, found) else Exit.GAVE_UP


def _reviewed(game: Game, seconds: float) -> _Review:
    """Bisection: once a game cannot be won any more, no later step of it can change that."""
    from spider_cli.solver import Limits, solve

    left, results = seconds, dict[int, "Result"]()
    low, high = -1, game.step_count + 1  # the last step known to be winnable, the first that is not so known
    number = game.step_count  # the present first: most games that are asked about are lost or won there
    while high - low > 1 and left > 0:
        result = solve(
            game.rewound(number).position, Limits(seconds=max(left / _LEAST_SHARE, min(left, 0.1)))
        )
        results[number] = result
        left -= result.seconds
        if result.verdict == "solved":
            low = number
        else:
            high = number
        number = (low + high) // 2
    lost = [step for step, result in results.items() if result.verdict == "impossible"]
    unknown = sorted(step for step, result in results.items() if result.verdict == "gave up" and step > low)
    first_lost = min(lost, default=None)
    return _Review(
        low if low >= 0 else None,
        tuple(map(str, results[low].steps)) if low >= 0 else (),
        first_lost,
        tuple(step for step in unknown if first_lost is None or step < first_lost),
    )


def _is_known(game: Game, found: _Review) -> bool:
    """Whether there is no step of which it matters and nobody knows whether the game could be won."""
    after = 0 if found.solved is None else found.solved + 1
    return after > game.step_count or found.lost == after


def _lines(game: Game, found: _Review) -> list[str]:
    lines = []
    if game.is_won:
        return ["# the game is won"]
    if found.solved is None:
        lines.append("# no step was found from which the game can be won")
    elif found.solved == game.step_count:
        lines.append(f"# the game can still be won, in {counted(len(found.solution), 'step')}")
    else:
        wrong = game.steps[found.solved]
        lines.append(f"# it could still be won after step {found.solved}; then came {wrong}")
    if found.lost is not None:
        lines.append(f"# after step {found.lost} no win is possible: that is proved")
    if not _is_known(game, found):
        gave_up = f" (the solver gave up at {', '.join(map(str, found.gave_up))})" if found.gave_up else ""
        lines.append(f"# of the steps between nothing is known{gave_up}; --limit gives more time")
    if found.solution:
        lines += [f"goto {found.solved}", *found.solution]
    return lines
