"""Everything that reads what people or files give, and what must hold whatever that is.

Each reader takes bytes. It may refuse them with an error of the package, in one printable line of bounded
length; what it accepts must be written and read back as the same. Anything else raises, and is a bug.
"""

from __future__ import annotations

import json
import tempfile
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from spider_cli.cli.prompt_moves import AmbiguousError
from spider_cli.cli.prompt_words import PROMPT
from spider_cli.cli.replies import JsonReplies
from spider_cli.cli.typed_lines import commands_in
from spider_cli.errors import GameFormatError, NotationError, PositionError, SpiderError
from spider_cli.exchange import importing
from spider_cli.exchange.kpatience_file import format_kpatience
from spider_cli.games.game import Game
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.games.state import game_state
from spider_cli.render.sentences import Wording
from spider_cli.rules.position import Position
from spider_cli.script.lines import split_lines, words_in
from spider_cli.script.words import MoveCommand, parse_line
from spider_cli.studies.results import format_result, read_results
from spider_cli.studies.seed_ranges import Seeds
from tests.commands import Spider
from tests.fuzz.hosts import Quiet, Table
from tests.schemas import validator

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.cli.replies import Playing
    from spider_cli.script.vocabulary import Command, Outcome

T = TypeVar("T")

LONGEST_MESSAGE = 2500  # characters: ten faults of a position, each with what was read

_protocol = validator("protocol", strict=True)
_valid_shapes: set[tuple[tuple[str, type], ...]] = set()  # of replies, by keys and types
_place = tempfile.TemporaryDirectory(prefix="spider-fuzz-")  # of the history, while this process lives


def check_refusal(error: SpiderError) -> None:
    """An error is one line that a terminal can show."""
    assert str(error).isprintable(), repr(str(error))
    assert 0 < len(str(error)) <= LONGEST_MESSAGE, len(str(error))


def attempted(host: Playing, act: Callable[[], T]) -> T | SpiderError:
    """What is done in a program, or the error that refuses it, which leaves the game as it was."""
    before = standing(host.game)
    try:
        return act()
    except SpiderError as error:
        check_refusal(error)
        assert standing(host.game) == before
        return error


def standing(game: Game) -> tuple[object, ...]:
    """What a refused command must leave as it is."""
    return game.position, game.step_count, game.undone_count, game.deals, game.score


def check_words(outcome: Outcome) -> None:
    """What a command did is told in printable lines, to the eye and to the ear."""
    for wording in (Wording(), Wording(spoken=True)):
        assert all(line.isprintable() for line in outcome.text(wording).split("\n")), outcome.text(wording)


# --- files --------------------------------------------------------------------------------------------


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


def read_history(data: bytes) -> None:
    """A history: `games` lists all of it; what `new` adds is its last game, and `resume` takes that out."""
    place = Path(_place.name)
    game, history = place / "spider.json", place / "spider.history.jsonl"
    played = Game.new(seed=5)
    played.deal()
    played.save(game)
    history.write_bytes(data)
    spider = Spider(place)
    before = _listed(spider)
    if spider(f"new -q --seed 6 -f {game} --force").code:
        assert history.read_bytes() == data
        return
    *others, added = _listed(spider)
    assert added["seed"] == "5", added
    assert others == before or (others == before[:-1] and "error" in before[-1])  # a line that was cut short
    spider.did(f"resume -q {len(others) + 1} -f {game}")
    assert _listed(spider) == others
    assert Game.load(game).step_count == 1


def _listed(spider: Spider) -> list[dict[str, object]]:
    """The games of the history; as a list for people it has as many rows."""
    rows = spider(f"games -f {spider.path}").out.splitlines()
    games = [json.loads(line) for line in spider.did(f"games --json -f {spider.path}").splitlines()]
    assert len(rows) == len(games)
    assert all(map(str.isprintable, rows))
    return games


def read_layout(data: bytes) -> None:
    """A layout: its text form says the same."""
    try:
        position = Position.parse(data.decode(errors="replace"))
    except (NotationError, PositionError) as error:
        check_refusal(error)
        return
    assert Position.parse(str(position)) == position


def read_study(data: bytes) -> None:
    """A results file: each result is written as a line that reads back as the same."""
    try:
        results = list(read_results(data.splitlines(keepends=True), lambda _: None))
    except GameFormatError as error:
        check_refusal(error)
        return
    for result in results:
        assert list(read_results([format_result(result).encode() + b"\n"], lambda _: None)) == [result]


# --- arguments ----------------------------------------------------------------------------------------


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


# --- lines of commands --------------------------------------------------------------------------------


def read_script(data: bytes) -> None:
    """A script: each line is played or refused, and a refused one changes nothing."""
    host = Quiet()

    def play(line: bytes) -> None:
        command = parse_line(line)
        if command:
            check_words(command.perform(host))

    for lines in split_lines([data]):
        for line in lines:
            attempted(host, partial(play, line))


def read_protocol(data: bytes) -> None:
    """The lines of a program: each is answered by one object in one line, which the schema allows."""
    host = Quiet()
    replies = JsonReplies(host, None, state=True)
    numbers = count(1)

    def answer(line: bytes) -> None:
        command = parse_line(line)
        if command:
            check_reply(replies.done(next(numbers), line, command, command.perform(host)), host)

    check_reply(replies.first(), host)
    for lines in split_lines([data]):
        for line in lines:
            error = attempted(host, partial(answer, line))
            if error:
                check_reply(replies.refused(next(numbers), line, error), host)


def check_reply(reply: str, host: Playing) -> None:
    """A reply is one line of ASCII, with the game as it is now, and as the schema says."""
    assert reply.isascii(), reply
    assert reply.isprintable(), reply
    content = json.loads(reply)
    assert content.pop("state") == game_state(host.game)
    shape = tuple((key, type(value)) for key, value in content.items())
    if shape not in _valid_shapes:  # the schema takes a hundred times as long as all else
        _protocol.validate(content)
        _valid_shapes.add(shape)


def read_prompt(data: bytes) -> None:
    """What is typed at the prompt, all at once: several commands a line, and short forms of moves."""
    table = Table()
    for part in commands_in(data):
        attempted(table, partial(_type, table, part))


def _type(table: Table, part: bytes) -> None:
    """One command, after the list of what may follow its word; of two equal cards the last is moved."""
    words = words_in(part)
    word = PROMPT.find(words[0]) if words else None
    if word:
        assert all(map(str.isprintable, word.completions(table.game)))
    command = PROMPT.read(words)
    if command:
        check_words(_performed(table, command))


def _performed(table: Table, command: Command) -> Outcome:
    try:
        return table.perform(command)
    except AmbiguousError as ambiguous:
        return table.perform(MoveCommand(*ambiguous.moves[-1]))


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
    "history": read_history,
    "layout": read_layout,
    "prompt": read_prompt,
    "protocol": read_protocol,
    "script": read_script,
    "seed": read_seed,
    "seeds": read_seeds,
    "study": read_study,
}
