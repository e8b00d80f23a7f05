"""Sentences for the ear: short, cards in words, nothing that a speech synthesiser would spell.

They say what the reports of `spider_cli.render.sentences` say. No sentence of a usual step takes longer than
six seconds at 175 words a minute, so a row that is dealt is told in two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.render import sentences
from spider_cli.rules.cards import LEVELS, RANKS, SUIT_NAMES, rank_of, suit_of
from spider_cli.rules.position import ROW
from spider_cli.rules.steps import DEAL
from spider_cli.text import counted

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

_HALF_ROW: Final = ROW // 2
_RANK_WORDS: Final = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


def rank_word(card: int) -> str:
    """The rank of a card as it is spoken: `8`, `10`, `queen`."""
    letter = RANKS[rank_of(card) - 1]
    return _RANK_WORDS.get(letter, letter)


def card_words(card: int) -> str:
    """A card in words, as `queen of hearts`."""
    return f"{rank_word(card)} of {SUIT_NAMES[suit_of(card)]}"


def run_words(run: bytes) -> str:
    """A run in words: `8 of spades`, `8 and 7 of spades`, `king to 7 of spades`."""
    if len(run) == 1:
        return card_words(run[0])
    return f"{rank_word(run[0])} {'and' if len(run) == 2 else 'to'} {card_words(run[-1])}"


#: The wording of a spoken form.
SPOKEN_WORDING: Final = sentences.Wording(card_words, spoken=True)


def new_game_report(game: Game) -> str:
    """What `new` says."""
    return _sentences(f"new game: {_level_words(game)}", sentences.seed_words(game), *_warnings(game))


def start_report(game: Game) -> str:
    """What `replay` says of the start."""
    return _sentences(f"start: {_level_words(game)}", sentences.seed_words(game))


def step_report(before: Position, step: Step, game: Game) -> str:
    """What a step did: the cards it moved, turned up and completed, and the score."""
    after = game.position
    turned = [card_words(card) for _, card in sentences.turned_up(before, step, after)]
    return _sentences(
        *_placed(before, step, after),
        *([f"turned up: {', '.join(turned)}"] if turned else []),
        *[f"completed a run of {SUIT_NAMES[suit]}" for suit in sentences.completed(before, after)],
        f"score {game.score}",
        *sentences.problem_words(before, game),
        *_warnings(game, before),
    )


def undo_report(steps: int, wanted: int | None, game: Game) -> str:
    """What `undo` says: `steps` were taken back, `wanted` (None: all) had been asked for."""
    what = _step_words(game.undone_steps[0]) if steps == 1 and game.undone_steps else counted(steps, "step")
    return _travel_report(f"took back {what}", steps, wanted, game)


def redo_report(steps: int, wanted: int | None, game: Game) -> str:
    """What `redo` says: `steps` were made again, `wanted` (None: all) had been asked for."""
    what = _step_words(game.steps[-1]) if steps == 1 else counted(steps, "step")
    return _travel_report(f"made {what} again", steps, wanted, game)


def goto_report(way: int, game: Game) -> str:
    """What `goto` says after going `way` steps forth, or back if that is negative."""
    at = f"step {game.step_count}"
    if not way:
        return _sentences(f"already at {at}")
    report = undo_report if way < 0 else redo_report
    return f"{_sentences(at)} {report(abs(way), None, game)}"


def _travel_report(done: str, steps: int, wanted: int | None, game: Game) -> str:
    all_there_were = sentences.all_there_were(steps, wanted)
    return _sentences(done + all_there_were, f"score {game.score}", *_warnings(game))


def _sentences(*parts: str) -> str:
    """Each part as a sentence."""
    return " ".join([f"{part[0].upper()}{part[1:]}." for part in parts])


def _level_words(game: Game) -> str:
    return f"{counted(game.suits, 'suit')}, {LEVELS[game.suits]}{', relaxed' * game.relaxed}"


def _placed(before: Position, step: Step, after: Position) -> list[str]:
    if step is not DEAL:
        cards = before.columns[step.source - 1][-step.count :]
        return [f"{run_words(cards)} from {step.source} to {step.target}"]
    row = before.stock[:ROW]
    return [
        f"dealt: {_listed(row[:_HALF_ROW])}",
        f"then {_listed(row[_HALF_ROW:])}",
        f"{counted(after.rows_left(), 'row')} left",
    ]


def _listed(cards: bytes) -> str:
    """Cards one by one; of neighbours that share their suit, the last says it."""
    follows = [*cards[1:], 0]
    return ", ".join(
        [
            rank_word(card) if after and suit_of(after) == suit_of(card) else card_words(card)
            for card, after in zip(cards, follows, strict=True)
        ]
    )


def _step_words(step: Step) -> str:
    return "the deal" if step is DEAL else f"{step.source} to {step.target}"


def _warnings(game: Game, before: Position | None = None) -> list[str]:
    return [*sentences.dealing_warnings(game, before), *sentences.ending_words(game)]
