"""One line that says what a command did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.rules.cards import LEVELS, SUIT_NAMES, card_name, card_names
from spider_cli.rules.position import ROW
from spider_cli.rules.steps import COLUMNS, DEAL
from spider_cli.text import counted

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step


def new_game_report(game: Game) -> str:
    """What `new` says."""
    return "; ".join([f"new game: {_deal_words(game)}", *_beyond_dealing(game.position), *_ending(game)])


def start_report(game: Game) -> str:
    """What `replay` says of the start."""
    return f"start: {_deal_words(game)}"


def deal_name(game: Game) -> str:
    """Which deal a game is of."""
    return "from a layout" if game.seed is None else f"seed {game.seed}"


def _deal_words(game: Game) -> str:
    level = f"{counted(game.suits, 'suit')} ({LEVELS[game.suits]})"
    return f"{deal_name(game)}, {level}{', relaxed' * game.relaxed}"


def step_report(before: Position, step: Step, game: Game) -> str:
    """What a step did: the cards it moved, turned up and completed, and the score."""
    after = game.position
    parts = [_placed(before, step, after), *_turned(before, step, after), *_completed(before, after)]
    beyond = _beyond_dealing(after)
    if beyond and before.is_beyond_dealing():
        beyond = []  # it was said when it came
    return "; ".join([*parts, f"score {game.score}", *beyond, *_ending(game)])


def undo_report(steps: int, wanted: int | None, game: Game) -> str:
    """What `undo` says: `steps` were taken back, `wanted` (None: all) had been asked for."""
    return _travel_report(f"took back {counted(steps, 'step')}", steps, wanted, game)


def redo_report(steps: int, wanted: int | None, game: Game) -> str:
    """What `redo` says: `steps` were made again, `wanted` (None: all) had been asked for."""
    return _travel_report(f"made {counted(steps, 'step')} again", steps, wanted, game)


def _travel_report(done: str, steps: int, wanted: int | None, game: Game) -> str:
    if wanted is not None and wanted > steps:
        done += f", all there {'was' if steps == 1 else 'were'}"
    return "; ".join([done, f"score {game.score}", *_beyond_dealing(game.position), *_ending(game)])


def _placed(before: Position, step: Step, after: Position) -> str:
    if step is DEAL:
        return f"dealt {card_names(before.stock[:ROW])}; {counted(after.rows_left(), 'row')} left"
    cards = before.columns[step.source - 1][-step.count :]
    return f"moved {card_names(cards)} from column {step.source} to column {step.target}"


def _turned(before: Position, step: Step, after: Position) -> list[str]:
    touched = range(1, COLUMNS + 1) if step is DEAL else (step.source, step.target)
    old, new = before.columns, after.columns
    return [
        f"turned up {card_name(new[number - 1][-1])} in column {number}"
        for number in touched
        if new[number - 1][0] < old[number - 1][0]
    ]


def _completed(before: Position, after: Position) -> list[str]:
    completed = after.foundations[len(before.foundations) :]
    return [f"completed a run of {SUIT_NAMES[suit]}" for suit in completed]


def _beyond_dealing(position: Position) -> list[str]:
    """A warning if so few cards are left that the stock cannot be dealt any more."""
    if not position.is_beyond_dealing():
        return []
    cards = position.cards_on_table()
    return [f"too few cards left on the table ({cards}) to deal ever again: only undo helps"]


def _ending(game: Game) -> list[str]:
    status = game.status
    if status == "won":
        return ["the game is won"]
    return ["stuck: no move and no deal is legal; undo helps"] if status == "stuck" else []
