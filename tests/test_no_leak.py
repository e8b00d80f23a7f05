"""No output tells of a card that nobody has seen.

Two games are played alike that differ only in where the unseen cards lie, and every byte of every command,
mode, refusal and error must be the same in both. A card is seen if it lay face up after any played or undone
step. The commands and their options are taken from the program, so that a new one is tried by itself.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

import click
import pytest

from spider_cli import Game, hints
from spider_cli.cli import group
from spider_cli.cli.prompt_words import PROMPT
from spider_cli.games.state import game_state
from spider_cli.hints.determinization import SearchSize
from spider_cli.rules.cards import CARD_NAMES
from spider_cli.rules.steps import DEAL
from spider_cli.script.words import SCRIPT
from tests import processes
from tests.samples import DATA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.script.vocabulary import Vocabulary
    from tests.commands import Spider

pytestmark = pytest.mark.unmeasured  # every command several times, hints among them

#: What may look: the solver, hints that peek, the layout. `study` opens no game, and `play` is tried apart.
MAY_DIFFER = {"hint --peek", "show --as layout"}
LOOKING = {"solve", "study", "review"}

#: What each command is given, beside its options; another one is given nothing, a number and a word.
WORDS = {
    "new": ["--seed 1", "--seed 1 --force"],
    "move": [
        "1 1",
        "1",
        "1 2 13",
        "99 1",
        *[f"{source} {target}" for source, target in ((1, 2), (3, 9), (10, 4))],
    ],
    "undo": ["", "2", "all", "x"],
    "redo": ["", "2", "all"],
    "run": ["script.txt", "missing.txt"],
    "replay": ["", "spider.json"],
    "verify": ["spider.json"],
    "stats": ["", "spider.json"],
}
#: Values for options, by the kind of value they take.
VALUES = {"seconds": ["0.1"], "path": ["other.json"], "text": ["other.txt"]}
SKIPPED = {"--file", "--layout", "--winnable", "--no-file"}  # they are about another game
SKIPPED |= {"--step", "--strong"}  # a terminal, and time


def unseen_swapped(game: Game, after: Game, random: Random) -> Game:
    """The game with the cards in other places that nobody has seen, not even after it has become `after`."""
    start = game.start
    # After a new step the undone ones are no longer in the file, so both are looked at.
    ends = [furthest_of(one).position for one in (game, after) if one.start == start]
    down = [
        min(face_down)
        for face_down in zip(*[[column[0] for column in end.columns] for end in ends], strict=True)
    ]
    dealt = len(start.stock) - min(len(end.stock) for end in ends)
    hidden = [column[1 : count + 1] for column, count in zip(start.columns, down, strict=True)]
    cards = list(b"".join([*hidden, start.stock[dealt:]]))
    random.shuffle(cards)
    columns = []
    for column, count in zip(start.columns, down, strict=True):
        columns.append(column[:1] + bytes(cards[:count]) + column[count + 1 :])
        del cards[:count]
    other = start._replace(columns=tuple(columns), stock=start.stock[:dealt] + bytes(cards))
    return played(other, furthest_of(game).steps, game.step_count)


def furthest_of(game: Game) -> Game:
    """The game with all undone steps made again: in none of its positions more cards were seen."""
    furthest = game.copy()
    if furthest.undone_count:
        furthest.redo(None)
    return furthest


def played(start: Position, steps: Iterable[Step], stand: int) -> Game:
    """A game from a layout in which some steps are played and those after the first `stand` taken back."""
    game = Game(start)
    for step in steps:
        game.play(step)
    if stand < game.step_count:
        game.undo(game.step_count - stand)
    return game


def recorded(name: str, steps: int, undone: int) -> Game:
    """The first steps of a game in `data/games`, some of them taken back."""
    game = Game.load(DATA / "games" / f"{name}.json")
    return played(game.start, game.steps[: steps + undone], steps)


def by_chance(seed: int, suits: int) -> Game:
    """Steps by chance, five of them taken back."""
    random = Random(seed)
    game = Game.new(suits=suits, seed=seed)
    for _ in range(15):
        moves = game.legal_moves()
        deal = game.position.can_deal and (not moves or random.random() < 0.05)
        game.play(DEAL if deal else random.choice(moves))
    return played(game.start, game.steps, 10)


GAMES: dict[str, Callable[[], Game]] = {
    "a fresh game": lambda: Game(Game.new(suits=4, seed=3).start),
    "two suits, in the middle": lambda: recorded("kpat-2s-9", 40, 4),
    "four suits by chance": lambda: by_chance(8, 4),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with cards that nobody has seen. Hints search narrowly, for speed."""
    monkeypatch.setattr(hints, "SEARCH_SIZE", SearchSize(4, 2, (2, 2), 2))
    return GAMES[request.param]()


def options_of(command: click.Command) -> Iterator[str]:
    """Every option of a command, with each value that is tried; first none."""
    yield ""
    for option in command.params:
        if not isinstance(option, click.Option) or SKIPPED & set(option.opts):
            continue
        name = option.opts[-1]
        if option.is_flag:
            yield name
            yield from option.secondary_opts
        elif isinstance(option.type, click.Choice):
            yield from (f"{name} {choice}" for choice in option.type.choices)
        else:
            yield from (f"{name} {value}" for value in VALUES.get(option.type.name, ["1"]))


def lines_of(name: str) -> Iterator[str]:
    """Every line that is tried of a command: each option with each of its words, and all of it as JSON."""
    command = group.main.get_command(click.Context(group.main), name)
    assert command
    words = WORDS.get(name, ["", "1", "x"])
    for option in options_of(command):
        if f"{name} {option}" not in MAY_DIFFER:
            for given in words if option in ("", "--json") else words[:1]:
                yield " ".join(f"{name} {given} {option}".split())


PLAYING = {"move", "deal", "new", "problem"}


def lines_with(vocabulary: Vocabulary) -> list[str]:
    """Every word, with and without something after it.

    First comes what plays: a step that is dropped later would leave no trace of what it showed.
    """
    return [
        *("deal", "1 2", "9 4 2", "move 3", "deal 1"),
        *(f"{word}{more}" for word in vocabulary.words if word not in PLAYING for more in ("", " 1", " x")),
        *("3 3", "0 1", "what"),
    ]


def script_lines() -> list[str]:
    return lines_with(SCRIPT)


def prompt_lines() -> list[str]:
    """At the prompt a card may be named, seen or not; every card is."""
    cards = [f"{name} {place}" for name in CARD_NAMES.values() for place in (1, "")]
    return [*lines_with(PROMPT), *cards]


def said(spider: Spider, game: Game, run: Callable[[], object]) -> object:
    """What is said about a game."""
    for path in spider.directory.iterdir():
        path.unlink()
    (spider.directory / "script.txt").write_text("\n".join(script_lines()))
    spider.put(game)
    (spider.directory / "spider.history.jsonl").write_text(game.dumps(compact=True))  # for `games`, `resume`
    return run()


def is_the_same(spider: Spider, game: Game, run: Callable[[], object], *, plays: str = "") -> bool:
    """Whether the same is said about a game and one that differs only in what nobody has seen.

    `plays`: a command line that plays, and saves, the steps that the other only shows.
    """
    if plays:
        said(spider, game, partial(spider, plays))
        shown = spider.game()
    first = said(spider, game, run)
    other = unseen_swapped(game, shown if plays else spider.game(), Random(1))
    assert other.position != game.position
    return first == said(spider, other, run)


@pytest.mark.parametrize("name", sorted(set(group.COMMANDS) - LOOKING - {"play"}))
def test_every_command_says_the_same(spider: Spider, game: Game, name: str) -> None:
    plays = "run --keep-going script.txt" if name == "run" else ""  # a dry run shows what is not saved
    differ = [
        line for line in lines_of(name) if not is_the_same(spider, game, partial(spider, line), plays=plays)
    ]
    assert differ == []


def test_the_layout_and_the_file_do_tell(spider: Spider, game: Game) -> None:
    """So the two games do differ, and the comparison can fail."""
    assert not is_the_same(spider, game, partial(spider, "show --as layout"))
    assert game.dumps() != unseen_swapped(game, game, Random(1)).dumps()


#: What is replaced in a file by what; nothing means that something is added at the end.
DAMAGES = [
    ('"steps": [', '"steps": [\n    "1 2 13",'),
    ('"undos": ', '"undos": x'),
    ("}\n", "}\nx"),
    ('"foundations": "', '"foundations": "S'),
    ('"suits": ', '"suits": 3'),
    (" | ", " | AS "),
    ('"seed": null', '"seed": "42"'),
]


@pytest.mark.parametrize("line", ["show", "deal", "verify spider.json", "verify --json spider.json"])
def test_a_damaged_file_says_the_same(spider: Spider, game: Game, line: str) -> None:
    """The refusals of a file name cards and columns too."""

    def damaged(game: Game, old: str, new: str) -> object:
        text = game.dumps()
        assert old in text
        spider.path.write_text(new.join(text.rsplit(old, 1)))
        return spider(line)

    other = unseen_swapped(game, game, Random(1))
    differ = [new for old, new in DAMAGES if damaged(game, old, new) != damaged(other, old, new)]
    assert differ == []


def test_what_a_shell_completes_is_the_same(spider: Spider, game: Game) -> None:
    env = {"_SPIDER_COMPLETE": "bash_complete", "COMP_WORDS": "spider move ", "COMP_CWORD": "2"}
    assert is_the_same(spider, game, partial(spider, env=env))


@pytest.mark.parametrize("options", ["--as plain", "--json"])
@pytest.mark.parametrize("command", ["run --keep-going", "play"])
def test_a_pipe_gets_the_same(spider: Spider, game: Game, command: str, options: str) -> None:
    lines = prompt_lines() if command == "play" else script_lines()
    text = "\n".join(line for line in lines if not line.startswith(("hint", "quit")))  # for speed

    def run() -> object:
        words = [*command.split(), *options.split()]
        result = processes.spider(*words, cwd=spider.directory, stdin=text)
        return result.returncode, result.stdout, result.stderr

    assert is_the_same(spider, game, run)


def test_the_library_says_the_same(game: Game) -> None:
    other = unseen_swapped(game, game, Random(1))
    assert repr(game) == repr(other)
    assert str(game) == str(other)
    assert game_state(game) == game_state(other)
    assert game.legal_moves() == other.legal_moves()
    assert game.hint() == other.hint()
