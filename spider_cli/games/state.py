"""What a player may know of a game, as plain data: the object that `--json` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spider_cli.rules.cards import SUITS, card_name
from spider_cli.rules.columns import face_up

if TYPE_CHECKING:
    from spider_cli.games.game import Game


def game_state(game: Game) -> dict[str, Any]:
    """The state of a game, ready for JSON. No face-down or stock card is named in it.

    Keys: suits, seed, relaxed, status, score, moves, deals, steps, redo and undos (numbers), stock
    (cards left), foundations (suit letters), columns (`{"hidden": n, "cards": ["QH", ...]}`), legal
    (every `[from, to, count]`) and can_deal.
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
        "steps": game.step_count,
        "redo": game.redo_count,
        "undos": game.undos,
        "stock": len(position.stock),
        "foundations": [SUITS[suit] for suit in position.foundations],
        "columns": [
            {"hidden": column[0], "cards": [card_name(card) for card in face_up(column)]}
            for column in position.columns
        ],
        "legal": position.legal_moves(),
        "can_deal": position.can_deal(),
    }
