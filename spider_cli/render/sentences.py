"""One line that says what a command did."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.rules.cards import LEVELS, SUIT_NAMES, card_name, parse_card
from spider_cli.rules.position import ROW
from spider_cli.rules.steps import COLUMNS, DEAL
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.games.game import Game
    from spider_cli.problems.problem_set import Problem
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step


class Wording(NamedTuple):
    """How reports are worded.

    `card`: the name of a card. `spoken`: whether the report is made of sentences for the ear: see
    `spider_cli.render.spoken`.
    """

    card: Callable[[int], str] = card_name
    spoken: bool = False

    def named(self, text: str) -> str:
        """A text of the rules or of a hint, which names cards as scripts do, with our names for them."""
        if self.card is card_name:
            return text
        return re.sub(r"\b[2-9TJQKA][SHDC]\b", lambda found: self.card(parse_card(found[0])), text)


#: Cards are named as scripts write them, `TH`.
SCRIPT_WORDING: Final = Wording()


def new_game_report(game: Game, wording: Wording = SCRIPT_WORDING) -> str:
    """What `new` says."""
    if wording.spoken:
        from spider_cli.render import spoken

        return spoken.new_game_report(game)
    return "; ".join([f"new game: {_start_words(game)}", *dealing_warnings(game), *ending_words(game)])


def start_report(game: Game, wording: Wording = SCRIPT_WORDING) -> str:
    """What `replay` says of the start."""
    if wording.spoken:
        from spider_cli.render import spoken

        return spoken.start_report(game)
    return f"start: {_start_words(game)}"


def seed_words(game: Game) -> str:
    """Where a game comes from: `seed 42`, `problem 7 (clear a column in 4)`, `from a layout`."""
    if game.seed is not None:
        return f"seed {game.seed}"
    problem = _problem_in(game)
    return f"problem {problem.number} ({problem.task})" if problem else "from a layout"


def _problem_in(game: Game) -> Problem | None:
    """The problem that a game is, or None."""
    if game.seed is not None:
        return None
    from spider_cli.problems.problem_set import problem_of  # loaded for games without a seed alone

    return problem_of(game)


def _start_words(game: Game) -> str:
    level = f"{counted(game.suits, 'suit')} ({LEVELS[game.suits]})"
    return f"{seed_words(game)}, {level}{', relaxed' * game.relaxed}"


def step_report(before: Position, step: Step, game: Game, wording: Wording = SCRIPT_WORDING) -> str:
    """What a step did: the cards it moved, turned up and completed, and the score.

    `before` is the position that the step was made in, `game` the game after it.
    """
    if wording.spoken:
        from spider_cli.render import spoken

        return spoken.step_report(before, step, game)
    after = game.position
    parts = [
        _placed(before, step, after, wording),
        *[
            f"turned up {wording.card(card)} in column {column}"
            for column, card in turned_up(before, step, after)
        ],
        *[f"completed a run of {SUIT_NAMES[suit]}" for suit in completed(before, after)],
    ]
    parts += [f"score {game.score}", *problem_words(before, game)]
    return "; ".join([*parts, *dealing_warnings(game, before), *ending_words(game)])


def undo_report(steps: int, wanted: int | None, game: Game, wording: Wording = SCRIPT_WORDING) -> str:
    """What `undo` says: `steps` were taken back, `wanted` (None: all) had been asked for."""
    if wording.spoken:
        from spider_cli.render import spoken

        return spoken.undo_report(steps, wanted, game)
    return _travel_report(f"took back {counted(steps, 'step')}", steps, wanted, game)


def redo_report(steps: int, wanted: int | None, game: Game, wording: Wording = SCRIPT_WORDING) -> str:
    """What `redo` says: `steps` were made again, `wanted` (None: all) had been asked for."""
    if wording.spoken:
        from spider_cli.render import spoken

        return spoken.redo_report(steps, wanted, game)
    return _travel_report(f"made {counted(steps, 'step')} again", steps, wanted, game)


def goto_report(before: int, game: Game, wording: Wording = SCRIPT_WORDING) -> str:
    """What `goto` says; `before` is the number of the step that the game was at."""
    way = game.step_count - before
    if wording.spoken:
        from spider_cli.render import spoken

        return spoken.goto_report(way, game)
    if not way:
        return f"already at step {before}"
    report = undo_report if way < 0 else redo_report
    return f"step {game.step_count}: {report(abs(way), None, game)}"


def mark_report(name: str, number: int, wording: Wording = SCRIPT_WORDING) -> str:
    """What `mark` says: the step of this number has a name now."""
    words = f"step {number} is marked {name}"
    return f"{words[0].upper()}{words[1:]}." if wording.spoken else words


def _travel_report(done: str, steps: int, wanted: int | None, game: Game) -> str:
    parts = [done + all_there_were(steps, wanted), f"score {game.score}"]
    return "; ".join([*parts, *dealing_warnings(game), *ending_words(game)])


def all_there_were(steps: int, wanted: int | None) -> str:
    """What is added if fewer steps were there than had been asked for."""
    if wanted is None or wanted <= steps:
        return ""
    return f", all there {'was' if steps == 1 else 'were'}"


def _placed(before: Position, step: Step, after: Position, wording: Wording) -> str:
    if step is DEAL:
        return f"dealt {_names(before.stock[:ROW], wording)}; {counted(after.rows_left(), 'row')} left"
    cards = before.columns[step.source - 1][-step.count :]
    return f"moved {_names(cards, wording)} from column {step.source} to column {step.target}"


def _names(cards: bytes, wording: Wording) -> str:
    return " ".join(map(wording.card, cards))


def turned_up(before: Position, step: Step, after: Position) -> list[tuple[int, int]]:
    """The number (1-10) and the exposed card of each column in which a step turned a card up."""
    touched = range(1, COLUMNS + 1) if step is DEAL else (step.source, step.target)
    old, new = before.columns, after.columns
    return [(number, new[number - 1][-1]) for number in touched if new[number - 1][0] < old[number - 1][0]]


def completed(before: Position, after: Position) -> bytes:
    """The suits (0-3) of the runs that were completed between two positions."""
    return after.foundations[len(before.foundations) :]


def dealing_warnings(game: Game, before: Position | None = None) -> list[str]:
    """A warning if so few cards are left that the stock cannot be dealt any more.

    There is none if it was so `before`: then it was said when it came.
    """
    position = game.position
    if not position.is_beyond_dealing() or (before and before.is_beyond_dealing()):
        return []
    cards = position.cards_on_table()
    way_out = ": only undo helps" if game.step_count else ""
    return [f"too few cards left on the table ({cards}) to deal ever again{way_out}"]


def problem_words(before: Position, game: Game) -> list[str]:
    """What is said when the step from `before` to where the game stands solves a problem."""
    problem = _problem_in(game)
    if problem is None or problem.is_met(game.start, before) or not problem.is_met(game.start, game.position):
        return []
    steps = counted(game.step_count, "step")
    par = "par" if game.step_count <= problem.par else f"par is {problem.par}; undo and try again"
    return [f"problem {problem.number} is solved in {steps}, {par}"]


def ending_words(game: Game) -> list[str]:
    """What is said of a game that is won or stuck."""
    status = game.status
    if status == "won":
        return ["the game is won"]
    if status == "stuck":
        return ["stuck: no move and no deal is legal", *(["undo helps"] if game.step_count else [])]
    return []
