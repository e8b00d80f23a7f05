"""Everything that reads what people or files give, and what must hold whatever that is.

Each reader takes bytes. It may refuse them with an error of the package, in one printable line of bounded
length; what it accepts must be written and read back as the same. Anything else raises, and is a bug.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NoReturn

from spider_cli.errors import GameFormatError, NotationError, PositionError, SpiderError
from spider_cli.exchange import importing
from spider_cli.exchange.kpatience_file import format_kpatience
from spider_cli.games.game import Game
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.games.state import game_state
from spider_cli.render.sentences import Wording
from spider_cli.rules.position import Position
from spider_cli.script.lines import split_lines
from spider_cli.script.words import parse_line
from spider_cli.studies.results import format_result, read_results
from spider_cli.studies.seed_ranges import Seeds

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_MESSAGE = 2500  # characters: ten faults of a position, each with what was read


class Quiet:
    """A program in which a script is played, without hints, which take long."""

    def __init__(self) -> None:
        self.game = Game.new(suits=2, seed=3)

    def hint(self, effort: int) -> NoReturn:
        raise NotationError("no hints here")

    def start(self, game: Game) -> None:
        self.game = game


def check_refusal(error: SpiderError) -> None:
    """An error is one line that a terminal can show."""
    assert str(error).isprintable(), repr(str(error))
    assert 0 < len(str(error)) <= LONGEST_MESSAGE, len(str(error))


def read_game(data: bytes) -> None:
    """A game file: what is read is written, and read back as the same game."""
    try:
        game = Game.loads(data)
    except GameFormatError as error:
        check_refusal(error)
        return
    again = Game.loads(game.dumps())
    assert (again.start, again.steps, again.undone_steps) == (game.start, game.steps, game.undone_steps)
    assert again.dumps() == game.dumps()
    assert game_state(again) == game_state(game)
    assert game.position.problems() == ()


def read_layout(data: bytes) -> None:
    """A layout: its text form says the same."""
    try:
        position = Position.parse(data.decode(errors="replace"))
    except (NotationError, PositionError) as error:
        check_refusal(error)
        return
    assert Position.parse(str(position)) == position


def read_script(data: bytes) -> None:
    """A script: each line is played or refused, and a refused one changes nothing."""
    host = Quiet()
    for lines in split_lines([data]):
        for line in lines:
            before = standing(host.game)
            try:
                command = parse_line(line)
                outcome = command.perform(host) if command else None
            except SpiderError as error:
                check_refusal(error)
                assert standing(host.game) == before
            else:
                if outcome:
                    outcome.text(Wording())
                    outcome.data()


def standing(game: Game) -> tuple[object, ...]:
    """What a refused command must leave as it is."""
    return game.position, game.step_count, game.undone_count, game.deals, game.score


def read_seed(data: bytes) -> None:
    """A seed: it is written as what reads back as the same seed, and gives a start that can be."""
    try:
        seed = Seed.parse(data.decode(errors="replace"))
    except NotationError as error:
        check_refusal(error)
        return
    assert Seed.parse(str(seed)) == seed
    assert start_of(seed, 4).problems() == ()


def read_seeds(data: bytes) -> None:
    """The seeds of a study: each of them is a seed."""
    try:
        seeds = Seeds.parse(data.decode(errors="replace"))
    except NotationError as error:
        check_refusal(error)
        return
    for seed in islice(seeds, 20):
        assert Seed.parse(str(seed)) == seed


def read_study(data: bytes) -> None:
    """A results file: each result is written as a line that reads back as the same."""
    try:
        results = list(read_results(data.splitlines(keepends=True), lambda _: None))
    except GameFormatError as error:
        check_refusal(error)
        return
    for result in results:
        assert list(read_results([format_result(result).encode() + b"\n"], lambda _: None)) == [result]


def read_foreign(data: bytes) -> None:
    """A game of another program: what is read is a game, and written for KPatience read back as the same."""
    try:
        game = importing.read_game(data)
    except GameFormatError as error:
        check_refusal(error)
        return
    assert Game.loads(game.dumps()).dumps() == game.dumps()
    again = importing.read_game(format_kpatience(game).encode())
    assert (again.steps, again.undone_steps) == (game.steps, game.undone_steps)
    assert again.position.columns == game.position.columns


READERS: dict[str, Callable[[bytes], None]] = {
    "foreign": read_foreign,
    "game": read_game,
    "layout": read_layout,
    "script": read_script,
    "seed": read_seed,
    "seeds": read_seeds,
    "study": read_study,
}
