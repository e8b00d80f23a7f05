"""Moves as people type them at the prompt: `7`, `72`, `7-2`, `7s 4`, and the other place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.cli.exits import RefusedError
from spider_cli.errors import IllegalStepError, NotationError
from spider_cli.rules.cards import card_name, parse_card
from spider_cli.rules.columns import run_length
from spider_cli.rules.places import places
from spider_cli.rules.steps import COLUMNS, DEAL, Move, parse_column
from spider_cli.script.vocabulary import Command, Host, Outcome
from spider_cli.script.words import MoveCommand, StepPlayed
from spider_cli.text import quoted

if TYPE_CHECKING:
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position

#: How a column may be written besides its number.
_OTHER_NAMES: Final = {"0": str(COLUMNS)}


class AmbiguousError(RefusedError):
    """A card that lies in several columns is to be moved. Attributes: `moves`, one from each column."""

    def __init__(self, message: str, moves: list[Move]) -> None:
        super().__init__(message)
        self.moves = moves


def read_column(word: str) -> int:
    """A column number, or 0 for column 10. Raises NotationError."""
    return parse_column(_OTHER_NAMES.get(word, word))


def read_numbers(words: list[str]) -> Command:
    """The move in `7`, `72`, `7-2`, `7 2` or `7 2 3`. Raises NotationError.

    In `10` alone the column of that number is meant; from column 1 to 10 is `1-10`, `1 0`, or `1 10`.
    """
    first = words[0]
    if len(words) == 1 and len(first) == 2 and first.isascii() and first.isdigit() and first != str(COLUMNS):
        words = list(first)
    elif len(words) == 1 and "-" in first[1:]:
        words = first.split("-", 1)
    return MoveCommand.read([_OTHER_NAMES.get(word, word) for word in words[:2]] + words[2:])


class CardCommand(Command):
    """Moves a card with what lies on it, without a target to the obvious place: `7s 4`, `th`."""

    word = "CARD"
    changes_game = True

    def __init__(self, card: int, target: int | None = None) -> None:
        self.card = card
        self.target = target

    @classmethod
    def read(cls, words: list[str]) -> Command:
        if len(words) > 2:
            raise NotationError(
                f"a card is followed by one column, as 7s 4, not by {quoted(' '.join(words[1:]))}"
            )
        return cls(parse_card(words[0]), read_column(words[1]) if len(words) == 2 else None)

    def perform(self, host: Host) -> Outcome:
        moves = self._legal_moves(host.game.position)
        if len(moves) > 1:
            columns = " and ".join([str(move.source) for move in moves])
            raise AmbiguousError(
                f"{card_name(self.card)} can go from columns {columns}. Which column?", moves
            )
        return MoveCommand(*moves[0]).perform(host)

    def _legal_moves(self, position: Position) -> list[Move]:
        """One move from each column where the card can go. Raises IllegalStepError if there is none."""
        moves, refusals = [], []
        for source, count in self._found_in(position):
            try:
                if self.target is None:
                    moves.append(places(position, source, count)[0])
                else:
                    move = Move(source, self.target, count)
                    position.apply(move)
                    moves.append(move)
            except IllegalStepError as refusal:
                refusals.append(refusal)
        if not moves:
            raise refusals[0] if refusals else self._absent(position)
        return moves

    def _found_in(self, position: Position) -> list[tuple[int, int]]:
        """The columns with the card in a run that can move, and the number of cards from it on."""
        return [
            (number, -place)
            for number, column in enumerate(position.columns, start=1)
            for place in range(-run_length(column), 0)
            if column[place] == self.card
        ]

    def _absent(self, position: Position) -> IllegalStepError:
        name = card_name(self.card)
        covered = tuple(n for n in range(1, COLUMNS + 1) if self.card in position.face_up(n))
        if not covered:
            return IllegalStepError(f"no {name} lies face up", "no-cards")
        where = f"column{'s' * (len(covered) > 1)} {' and '.join(map(str, covered))}"
        why = f"{name} is covered in {where} by cards that do not move with it"
        return IllegalStepError(why, "broken-run", covered)


class OtherPlace(StepPlayed):
    """The last move was taken back and its cards went to another place."""

    def text(self, wording: Wording) -> str:
        told = super().text(wording)
        return f"Instead: {told}" if wording.spoken else f"instead {told}"


class OtherCommand(Command):
    """Takes the last move back, and moves its cards to the next place that they can go to.

    The places follow one another as in `spider_cli.rules.places`; after the last comes the first.
    """

    word = "other"
    letter = "o"
    help = "move the same cards elsewhere"
    changes_game = True

    def perform(self, host: Host) -> Outcome:
        game = host.game
        before, step = game.before_last_step, game.steps[-1] if game.step_count else DEAL
        if before is None or step is DEAL:
            raise RefusedError("other tries another place for the last move, and the last step is no move")
        moves = places(before, step.source)
        if step not in moves:
            moves = places(before, step.source, step.count)
        following = moves[(moves.index(step) + 1) % len(moves)] if step in moves else moves[0]
        if following == step:
            raise RefusedError(f"there is no other place than column {step.target}")
        game.undo()
        game.play(following)
        return OtherPlace(before, following, game)


def is_card(word: str) -> bool:
    try:
        parse_card(word)
    except NotationError:
        return False
    return True
