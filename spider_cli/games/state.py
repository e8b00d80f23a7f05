"""What a player may know of a game, as plain data: the object that `--json` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spider_cli.rules.cards import SUITS, card_name
from spider_cli.rules.columns import face_up
from spider_cli.rules.steps import DEAL, format_step

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.rules.position import Position


def game_state(game: Game) -> dict[str, Any]:
    """The state of a game, ready for JSON. No face-down or stock card is named in it.

    Keys: suits, seed, relaxed, status, score, moves and deals (numbers); played, undone and undos (numbers
    of steps: played now, undone and to be made again, ever taken back); stock (cards left); foundations
    (suit letters); columns (`{"hidden": n, "cards": ["QH", ...]}`); legal (every legal step as a script
    takes it, `deal` last).
    """
    position = game.position
    return {
        "suits": game.suits,
        "seed": game.seed,
        "relaxed": game.relaxed,
        "status": game.status,
        "score": game.score,
        "moves": game.moves,
        "deals": game.deals,
        "played": game.step_count,
        "undone": game.undone_count,
        "undos": game.undos,
        "stock": len(position.stock),
        "foundations": [SUITS[suit] for suit in position.foundations],
        "columns": [
            {"hidden": column[0], "cards": [card_name(card) for card in face_up(column)]}
            for column in position.columns
        ],
        "legal": legal_steps(position),
    }


def legal_steps(position: Position) -> list[str]:
    """Every legal step as a script takes it: the moves by source, target and count, then `deal`."""
    steps = [format_step(move) for move in position.legal_moves()]
    return [*steps, format_step(DEAL)] if position.can_deal else steps
