"""KPatience's saved games: XML, in the form of version 3.6 and later, and the older one, which has no moves.

A file lists the states of the game, each with the cards that have come to another place since the state
before:

    <kpat-game game-type="spider" game-type-options="4" deal-number="7">
     <state game-specific-state="0">
      <move pile="stack0" position="0">
       <card id="3604495" suit="clubs" rank="ten" turn="face-down"/>

The piles are `stack0` to `stack9`, `redeals0` to `redeals4` (a row of the stock each, its last card dealt
to the first column) and `legs0` to `legs7` (complete runs). One state is `current`; those after it were
taken back. The older form has one `<dealer>` with a `<pile>` for each pile and the cards in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from xml.parsers import expat

from spider_cli.errors import GameFormatError
from spider_cli.exchange.following import begun, finish, follow
from spider_cli.exchange.piles import Lying, Table, table_of
from spider_cli.rules.cards import CARD_NAMES, KING, SUITS_IN_PLAY, make_card, suit_of
from spider_cli.rules.steps import is_number
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.games.game import Game

#: The names of suits and ranks in the file, in the order of its numbers.
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
RANKS: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
STACKS: Final = tuple(f"stack{number}" for number in range(10))
REDEALS: Final = tuple(f"redeals{number}" for number in range(5))
LEGS: Final = tuple(f"legs{number}" for number in range(8))
#: The piles by their numbers in the older form, which begin at 1.
_NUMBERED: Final = ("", *REDEALS, *STACKS, *LEGS)

#: Our suits (spades, hearts, diamonds, clubs) by KPatience's numbers.
OUR_SUITS: Final = (3, 2, 1, 0)
_OLD_SPIDERS: Final = {"14": "1", "15": "2", "16": "4"}  # numbers of the game, and its suits
_OLD_SPIDER: Final = "17"

_MOST_ELEMENTS: Final = 400_000
_DEEPEST: Final = 4

Piles = dict[str, list[Lying]]


class _Element(NamedTuple):
    name: str
    attributes: dict[str, str]
    depth: int
    line: int

    def number(self, key: str) -> int:
        text = self.attributes.get(key, "")
        if not is_number(text.lstrip("0") or text[:1]):  # cards have seven digits
            raise GameFormatError(f"{key}: {quoted(text)} is not a whole number", f"line {self.line}")
        return int(text)

    def one_of(self, key: str, names: tuple[str, ...]) -> int:
        text = self.attributes.get(key, "")
        if text not in names:
            raise GameFormatError(f"{key}: {quoted(text)} is not known", f"line {self.line}")
        return names.index(text)


def read_kpatience(content: bytes) -> Game:
    """The game in a file of KPatience. Raises GameFormatError, naming the line or the state."""
    root, *elements = _elements(content)
    if root.name == "kpat-game":
        return _read_states(root, elements)
    if root.name == "dealer":
        return _read_dealer(root, elements)
    raise GameFormatError(f"<{quoted(root.name)[1:-1]}> is not the beginning of a game of KPatience")


def _elements(content: bytes) -> list[_Element]:
    """The elements in their order. No entity is read, and nothing but what is in the text."""
    found: list[_Element] = []
    depth = 0
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        if depth == _DEEPEST or len(found) == _MOST_ELEMENTS:
            raise GameFormatError("it has more elements than a game, or deeper ones")
        found.append(_Element(name, attributes, depth, parser.CurrentLineNumber))
        depth += 1

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def doctype(name: str, system: str | None, public: str | None, subset: int) -> None:
        if system or public or subset:  # `<!DOCTYPE kpat>` alone stands in older files
            raise GameFormatError("it declares entities or refers to other files, as no saved game does")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise GameFormatError(f"not XML: {expat.ErrorString(error.code)}", f"line {error.lineno}") from None
    except (ValueError, LookupError) as error:  # an encoding that does not exist
        if isinstance(error, GameFormatError):
            raise
        raise GameFormatError("not XML in an encoding that is known") from None
    return found


def _suits(text: str) -> int:
    if text == "3":
        raise GameFormatError("a game with 3 suits, which only KPatience has; here are games with 1, 2 and 4")
    if text not in map(str, SUITS_IN_PLAY):
        raise GameFormatError(f"{quoted(text)} is not a number of suits; it is 1, 2 or 4")
    return int(text)


# --- states -------------------------------------------------------------------------------------------


def _read_states(root: _Element, elements: list[_Element]) -> Game:
    kind = root.attributes.get("game-type", "")
    if kind != "spider":
        raise GameFormatError(f"a game of {quoted(kind)}, not of spider")
    suits = _suits(root.attributes.get("game-type-options", ""))
    reader = _States()
    game: Game | None = None
    current: int | None = None
    for number, (state, changes) in enumerate(_grouped(elements)):
        reader.change(changes)
        table = _table(reader.piles(), f"state {number}")
        if game is None:
            seed = f"kpat:{root.attributes.get('deal-number', '')}"
            game = begun(table, suits, relaxed=True, seed=seed)
        else:
            follow(game, table, f"state {number}")
        if state.attributes.get("current") == "true" and current is None:
            current = game.step_count
    if game is None:
        raise GameFormatError("it has no states")
    return finish(game, 0 if current is None else game.step_count - current)


def _grouped(elements: list[_Element]) -> Iterable[tuple[_Element, list[_Element]]]:
    """Each state with the moves and cards in it. Raises GameFormatError for another element."""
    states: list[tuple[_Element, list[_Element]]] = []
    for element in elements:
        if element.name != ("kpat-game", "state", "move", "card")[element.depth]:
            raise GameFormatError(f"<{quoted(element.name)[1:-1]}> has no place here", f"line {element.line}")
        if element.depth == 1:
            states.append((element, []))
        else:
            states[-1][1].append(element)
    return states


class _States:
    """The cards by their numbers in the file, while state after state is read."""

    def __init__(self) -> None:
        self._piles: dict[str, list[int]] = {pile: [] for pile in (*STACKS, *REDEALS, *LEGS)}
        self._pile_of: dict[int, str] = {}
        self._cards: dict[int, Lying] = {}

    def piles(self) -> Piles:
        """What lies in each pile, from the bottom card."""
        return {pile: [self._cards[card] for card in cards] for pile, cards in self._piles.items()}

    def change(self, changes: list[_Element]) -> None:
        """Put the cards of a state where they belong."""
        pile, index = "", 0
        for element in changes:
            if element.name == "move":
                pile = element.attributes.get("pile", "")
                if pile not in self._piles:
                    raise GameFormatError(f"{quoted(pile)} is no pile", f"line {element.line}")
                index = element.number("position")
            else:
                self._put(element, pile, index)
                index += 1

    def _put(self, element: _Element, pile: str, index: int) -> None:
        number = element.number("id")
        card = make_card(OUR_SUITS[element.one_of("suit", SUITS)], element.one_of("rank", RANKS) + 1)
        before = self._cards.get(number, Lying(card, False))
        if before.card != card:
            raise GameFormatError(
                f"card {number} was {CARD_NAMES[before.card]} before", f"line {element.line}"
            )
        if number in self._pile_of:
            self._piles[self._pile_of[number]].remove(number)
        elif len(self._cards) == 8 * KING:
            raise GameFormatError("there are more than 104 cards", f"line {element.line}")
        turn = element.attributes.get("turn")
        self._cards[number] = Lying(card, before.face_up if turn is None else turn == "face-up")
        self._pile_of[number] = pile
        self._piles[pile].insert(index, number)


def _table(piles: Piles, place: str) -> Table:
    rows = [bytes([lying.card for lying in reversed(piles[pile])]) for pile in REDEALS]
    runs = [piles[pile] for pile in LEGS if piles[pile]]
    foundations = bytes([suit_of(run[0].card) for run in runs])
    if any(len(run) != KING for run in runs):
        raise GameFormatError(f"a complete run has not {KING} cards", place)
    return table_of([piles[pile] for pile in STACKS], b"".join(rows), foundations, place)


# --- the older form -----------------------------------------------------------------------------------


def _read_dealer(root: _Element, elements: list[_Element]) -> Game:
    """A game that begins at the position in the file: the older form holds no moves."""
    kind = root.attributes.get("id", "")
    if kind not in _OLD_SPIDERS and kind != _OLD_SPIDER:
        raise GameFormatError(f"game number {quoted(kind)} of KPatience, which is not Spider")
    piles: Piles = {pile: [] for pile in (*STACKS, *REDEALS, *LEGS)}
    pile = ""
    for element in elements:
        if element.name != ("dealer", "pile", "card", "")[element.depth]:
            raise GameFormatError(f"<{quoted(element.name)[1:-1]}> has no place here", f"line {element.line}")
        if element.name == "pile":
            number = element.number("index")
            if not 1 <= number < len(_NUMBERED):
                raise GameFormatError(f"{number} is no pile", f"line {element.line}")
            pile = _NUMBERED[number]
        else:
            piles[pile].append(_old_card(element))
    found = {suit_of(lying.card) for cards in piles.values() for lying in cards}
    options = root.attributes.get("options") or _OLD_SPIDERS.get(kind) or str(len(found))
    seed = f"kpat:{root.attributes.get('number', '')}"
    return begun(_table(piles, ""), _suits(options), relaxed=True, seed=seed)


def _old_card(element: _Element) -> Lying:
    suit, rank = element.number("suit"), element.number("value")
    if suit >= len(SUITS) or not 1 <= rank <= KING:
        raise GameFormatError(f"suit {suit} and value {rank} are no card", f"line {element.line}")
    return Lying(make_card(OUR_SUITS[suit], rank), element.number("faceup") > 0)
