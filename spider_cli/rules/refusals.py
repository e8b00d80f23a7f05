"""Why a step is not legal: the sentence, and the facts it carries.

Only asked once the rules have refused a step, so that applying one stays fast.
"""

from __future__ import annotations

from spider_cli.errors import IllegalStepError
from spider_cli.rules.cards import ACE, KING, RANK_NAMES, article, card_name, rank_of
from spider_cli.rules.columns import (
    EMPTY_COLUMN,
    Columns,
    cards_on_table,
    empty_columns,
    face_up,
    run_length,
    too_few_to_deal,
)
from spider_cli.rules.steps import COLUMNS, Move
from spider_cli.text import counted


def illegal_move(columns: Columns, move: Move, *, any_count: bool = False) -> IllegalStepError:
    """The refusal of a move that is not legal on `columns`; `any_count`: its count was left open."""
    return (
        _won_table(columns)
        or _wrong_columns(columns, move)
        or (None if any_count else _wrong_cards(columns[move.source - 1], move))
        or _does_not_fit(columns, move, any_count)
    )


def no_place(columns: Columns, source: int, count: int | None = None) -> IllegalStepError:
    """The refusal of a move from `source` to no column in particular: no column takes its cards.

    `count`: how many cards were meant, None if that was left open.
    """
    another = 2 if source == 1 else 1  # any other column, for the faults that lie in the source alone
    return (
        _won_table(columns)
        or _wrong_columns(columns, Move(source, another, 1))
        or (None if count is None else _wrong_cards(columns[source - 1], Move(source, another, count)))
        or _fits_nowhere(columns, source, count)
    )


def illegal_deal(columns: Columns, stock: bytes) -> IllegalStepError:
    """The refusal of a deal that is not legal."""
    if not stock:
        return _won_table(columns) or IllegalStepError(
            "the stock is empty: no row is left to deal", "stock-empty"
        )
    empty = empty_columns(columns)
    if too_few_to_deal(columns):
        cards = counted(cards_on_table(columns), "card")
        return IllegalStepError(
            f"no deal while {_listed(empty)}, and the {cards} on the table can never fill "
            f"{COLUMNS} columns: no deal is possible any more",
            "never-dealt",
            empty,
        )
    there = "there" if len(empty) == 1 else "to each of them"
    return IllegalStepError(
        f"no deal while {_listed(empty)}: move a card {there} first", "empty-columns", empty
    )


def _won_table(columns: Columns) -> IllegalStepError | None:
    """The refusal if no card is left on the table: rows of ten and runs of 13 allow that only at the end."""
    if cards_on_table(columns):
        return None
    return IllegalStepError("the game is won: nothing is left to play", "won")


def _listed(empty: tuple[int, ...]) -> str:
    if len(empty) == 1:
        return f"column {empty[0]} is empty"
    return f"columns {', '.join(map(str, empty[:-1]))} and {empty[-1]} are empty"


def _wrong_columns(columns: Columns, move: Move) -> IllegalStepError | None:
    for column in (move.source, move.target):
        if not 1 <= column <= COLUMNS:
            reason = f"there is no column {column}: columns are numbered 1 to {COLUMNS}"
            return IllegalStepError(reason, "column", (column,))
    source = move.source
    if source == move.target:
        reason = f"column {source} to itself: a move goes to another column"
        return IllegalStepError(reason, "same-column", (source,))
    if columns[source - 1] == EMPTY_COLUMN:
        return IllegalStepError(f"column {source} is empty: it has no card to move", "no-cards", (source,))
    return None


def _wrong_cards(column: bytes, move: Move) -> IllegalStepError | None:
    """The refusal if the cards named cannot move anywhere: too few, too many, or not one run."""
    source, count = move.source, move.count
    shown, down = face_up(column), column[0]
    if count < 1:
        return IllegalStepError(f"{count} cards: a move takes at least one", "no-cards", (source,))
    if count > len(shown):
        reason = f"column {source} has only {counted(len(shown), 'card')} face up"
        reason += "; face-down cards never move" if down else ""
        return IllegalStepError(reason, "too-many", (source,))
    run = shown[-run_length(column) :]
    if count > len(run):
        return _broken_run(source, shown[-len(run) - 1], run)
    return None


def _broken_run(source: int, breaker: int, run: bytes) -> IllegalStepError:
    """The refusal to move more than `run`, which lies on the card `breaker`."""
    above = card_name(run[0])
    if rank_of(breaker) == rank_of(run[0]) + 1:
        why = f"{card_name(breaker)} breaks the suit under {above}"
    else:
        why = f"{card_name(breaker)} under {above} breaks the sequence"
    last = f"{len(run)} cards, {_named(run)}" if len(run) > 1 else f"card, {above}"
    reason = f"{why} in column {source}: only a run of one suit moves, here at most the last {last}"
    return IllegalStepError(reason, "broken-run", (source,))


def _does_not_fit(columns: Columns, move: Move, any_count: bool) -> IllegalStepError:
    source, target = move.source, move.target
    column, onto = columns[source - 1], columns[target - 1][-1]
    run = column[-run_length(column) :]
    cards = run if any_count else column[-move.count :]
    several = any_count and len(run) > 1  # each of them was free to go
    subject = f"no card of {_named(run)} goes" if several else f"{card_name(cards[0])} does not go"
    rule = _rule_for(onto)
    fits = rank_of(onto) - rank_of(run[-1])
    if not any_count and 1 <= fits <= len(run):
        rule += f", so move {_named(run[-fits:])}, {counted(fits, 'card')}"
    elif rank_of(cards[0]) == KING and not several:
        rule = "a king goes only to an empty column"
    reason = f"{subject} on {card_name(onto)} (column {target}): {rule}"
    return IllegalStepError(reason, "does-not-fit", (source, target))


def _fits_nowhere(columns: Columns, source: int, count: int | None) -> IllegalStepError:
    column = columns[source - 1]
    run = column[-(count or run_length(column)) :]
    first, last = rank_of(run[0]), rank_of(run[0] if count else run[-1])
    if last == KING:
        rule = "a king goes only to an empty column, and there is none"
    else:
        names = [RANK_NAMES[rank - 1] for rank in range(last + 1, min(first + 1, KING) + 1)]
        rule = f"no {' or '.join(names)} is exposed, and no column is empty"
    several = count is None and len(run) > 1
    subject = f"no card of {_named(run)} goes anywhere" if several else f"{_named(run)} goes nowhere"
    return IllegalStepError(f"column {source}: {subject}: {rule}", "does-not-fit", (source,))


def _named(run: bytes) -> str:
    return f"{card_name(run[0])} to {card_name(run[-1])}" if len(run) > 1 else card_name(run[0])


def _rule_for(onto: int) -> str:
    if rank_of(onto) == ACE:
        return "nothing goes on an ace"
    return f"{article(rank_of(onto))} takes {article(rank_of(onto) - 1)}"
