"""Hints as people and programs read them, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spider_cli.cli.exits import RefusedError
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spider_cli.games.game import Game
    from spider_cli.hints import Hint, Plan
    from spider_cli.rules.position import Position

#: What --why says of a plan that ends neither with an event nor with a deal, and of one that was dropped.
_ONLY_TIDIER, _DROPPED = "tidier", "worse"

#: How many rivals --why shows; --json has them all.
_RIVALS_SHOWN = 5


def advise(game: Game, hint_for: Callable[[Position], Hint | None]) -> Hint:
    """The hint for the position of a game. Raises RefusedError if there is none, saying why.

    `hint_for` is what finds it: see `spider_cli.hints`.
    """
    position = game.position
    found = None if position.is_beyond_dealing() else hint_for(position)
    if found:
        return found
    if position.is_won:
        raise RefusedError("no hint: the game is won", "no-hint")
    if position.is_beyond_dealing():
        cards = counted(position.cards_on_table(), "card")
        why = f"{cards} on the table cannot fill ten columns, so the stock can never be dealt any more"
        advice = "only undo helps"
    elif position.status == "stuck":
        why, advice = "the game is stuck: no move and no deal is legal", "only undo helps"
    else:
        why, advice = "no legal move changes anything any more", "undo may help"
    raise RefusedError(f"no hint: {why}{way_out(game, f'; {advice}')}", "no-hint")


def way_out(game: Game, words: str) -> str:
    """Words that point to undo, where there is a step to undo; else none."""
    return words if game.step_count else ""


def hint_facts(hint: Hint) -> dict[str, Any]:
    """A hint as programs read it.

    `plan` and `rivals` are what it was chosen from; `way_out` says that its step is none of theirs.
    """
    return {
        "step": str(hint.step),
        "reason": hint.reason,
        "plan": _plan_facts(hint.plans[0]) if hint.plans else None,
        "rivals": [_plan_facts(plan) for plan in hint.plans[1:]],
        "way_out": hint.way_out is not None,
    }


def _plan_facts(plan: Plan) -> dict[str, Any]:
    return {
        "steps": list(map(str, plan.steps)),
        "value": plan.value,
        "chance": plan.chance and round(plan.chance, 4),
    }


def explanation(hint: Hint) -> Iterator[str]:
    """What a hint was chosen from, in lines that a script takes for comments."""
    if hint.way_out:
        yield "# The plan leads to nothing that stays, so the nearest way to something that does is taken."
    shown = hint.plans[: 1 + _RIVALS_SHOWN]
    for plan in shown:
        role = "plan" if plan is shown[0] else "rival"
        yield f"# {role:<5} {_held_to_be(plan):>6}  {', '.join(map(str, plan.steps))}"
    if more := len(hint.plans) - len(shown):
        yield f"# {counted(more, 'more rival')}, no better than these."
    yield "# A plan goes as far as the next unknown card, or to a deal."
    if any(plan.chance is not None for plan in hint.plans):
        yield "# The chance is how often games were won from positions like the best that may follow."
    elif any(plan.value is not None for plan in hint.plans):
        yield "# Of two values the higher one is better."
    if any(plan.dropped for plan in shown):
        yield "# A rival marked worse fell behind after a few tries, so it has no value to compare."


def _held_to_be(plan: Plan) -> str:
    """How good a plan is held to be."""
    if plan.chance is not None:
        return f"{plan.chance:.1%}"
    if plan.value is not None:
        return f"{plan.value:.1f}"
    return _DROPPED if plan.dropped else _ONLY_TIDIER
