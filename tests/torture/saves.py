"""The kinds of saves that are tried, and how what is left of them is judged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from spider_cli import Game
from spider_cli.errors import SpiderError
from spider_cli.rules.position import Position
from spider_cli.studies.results import read_results
from tests.torture.injection import RANDOM_SEED, Ending, Plan, run

GAME: Final = "spider.json"
HISTORY: Final = "spider.history.jsonl"
RESULTS: Final = "results.jsonl"
OTHER: Final = "won.json"


class Save(NamedTuple):
    """A command that saves something.

    `prepare` makes the files that are there before; `between`: a game that is saved on the way; `grows`:
    what is saved are the lines of a results file, not a game.
    """

    name: str
    words: tuple[str, ...]
    prepare: Callable[[Path], None]
    stdin: bytes = b""
    between: Game | None = None
    grows: bool = False


def _nothing(directory: Path) -> None:
    pass


def _game(directory: Path) -> None:
    game = Game.new(suits=2, seed=21)
    for source, target in ((8, 10), (6, 9), (4, 1)):
        game.move(source, target)
    game.undo()
    game.save(directory / GAME)


def _game_nearly_won(directory: Path) -> None:
    columns = [
        "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
        "2: AS",
        *(f"{number}: -" for number in range(3, 11)),
    ]
    text = "\n".join(["suits: 1", *columns, "foundations: S S S S S S S"])
    Game(Position.parse(text)).save(directory / GAME)


def _game_with_history(directory: Path) -> None:
    _game(directory)
    (directory / HISTORY).write_text(Game.new(seed=5).dumps(compact=True))


def _game_with_two_in_history(directory: Path) -> None:
    _game_with_history(directory)
    other = Game.new(seed=6)
    other.deal()
    with (directory / HISTORY).open("a") as file:
        file.write(other.dumps(compact=True))


def _fresh_game_with_history(directory: Path) -> None:
    _history_alone(directory)
    Game.new(seed=8).save(directory / GAME)


def _history_alone(directory: Path) -> None:
    _game_with_history(directory)
    (directory / GAME).unlink()


def _some_results(directory: Path) -> None:
    ending = run(directory, (*_STUDY[:-2], "--seeds", "1-2"), b"", Plan())
    assert ending.code == 0, ending


_STUDY: Final = ("study", "-q", "--nodes", "5", "--out", RESULTS, "--seeds", "1-4")
_NEW: Final = ("new", "--seed", "7", "--suits", "4")

SAVES: Final = (
    Save("move", ("move", "4", "1"), _game),
    Save("undo", ("undo",), _game),
    Save("redo", ("redo",), _game),
    Save("run", ("run",), _game, b"4 1\ndeal\nundo\ndeal\n"),
    Save("new", _NEW, _nothing),
    Save("new over a game", (*_NEW, "--force"), _game),
    Save("new, with a history", (*_NEW, "--force"), _game_with_history),
    Save("new, no history kept", (*_NEW, "--force", "--no-history"), _game_with_history),
    Save("play", ("play",), _game, b"4 1\ndeal\n"),
    Save("play, no game yet", ("play",), _nothing, b"deal\n", Game.new(suits=1, seed=RANDOM_SEED)),
    Save("resume", ("resume", "2"), _game_with_two_in_history),
    Save("resume, game not played", ("resume", "1"), _fresh_game_with_history),
    Save("resume, no game there", ("resume", "1"), _history_alone),
    Save("mark", ("mark", "here"), _game),
    Save("goto", ("goto", "1"), _game),
    Save("solve --save", ("solve", "--save", OTHER), _game_nearly_won),
    Save("study", _STUDY, _nothing, grows=True),
    Save("study goes on", _STUDY, _some_results, grows=True),
)


@dataclass
class Tally:
    """What came of some tries: how many there were, and what was found wrong, with examples."""

    tried: int = 0
    lost: int = 0
    damaged: int = 0
    tracebacks: int = 0
    litter: int = 0
    examples: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was wrong."""
        return not (self.lost or self.damaged or self.tracebacks or self.litter)

    def note(self, what: str, where: str) -> None:
        """Count a fault: `what` is the name of a column of the table."""
        setattr(self, what, getattr(self, what) + 1)
        self.examples.append(f"{what}: {where}")


class Kept(NamedTuple):
    """What the files of a directory hold: games as (seed, steps, steps undone, marks), results as seeds."""

    game: object
    history: list[object]
    results: list[str]
    other: object


def _facts(game: Game) -> object:
    return (game.seed, [str(step) for step in game.steps], game.undone_count, dict(game.notes.marks))


def kept_in(directory: Path, *, killed: bool = False) -> Kept:
    """What a directory holds. Raises SpiderError if a file is damaged.

    A process that was killed may leave an empty file, which is as good as none, and the beginning of a
    line, which the next save takes off. So may one that claimed a name, where there are no links, and
    could not find out then whether another process had taken it.
    """
    lines = [line for line in _lines(directory / HISTORY) if line.endswith(b"\n") or not killed]
    results = read_results(_lines(directory / RESULTS), cut_short=lambda line: None)
    return Kept(
        _game_in(directory / GAME, killed),
        [_facts(Game.loads(line)) for line in lines],
        [result["seed"] for result in results],
        _game_in(directory / OTHER, killed=True),  # it is not written again
    )


def _game_in(path: Path, killed: bool) -> object:
    if not path.exists() or (killed and not path.stat().st_size):
        return None
    return _facts(Game.load(path))


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True) if path.exists() else []


class Trial:
    """One kind of save in a directory of its own, made ready again for every try."""

    def __init__(
        self, save: Save, workshop: Path, tally: Tally, *, links: bool = True, notes: Path | None = None
    ) -> None:
        """`workshop`: where the directories are made; `notes`: where what is printed goes, if not there."""
        self.save = save
        self.tally = tally
        self._links = links
        self._notes = notes or workshop / "notes"
        self._ready = workshop / "ready"
        self.directory = workshop / "try"
        shutil.rmtree(self._ready, ignore_errors=True)
        self._ready.mkdir(parents=True)
        save.prepare(self._ready)
        self.before = kept_in(self._ready)
        self._between = _facts(save.between) if save.between else self.before.game
        healthy = self._run(Plan(links=links))
        assert healthy.code == 0, healthy
        self.calls = healthy.calls
        self.after = kept_in(self.directory)
        assert self.after != self.before
        if not self._keeps_history(self.after):
            tally.note("lost", f"{save.name}, undisturbed: a game of the history is nowhere")

    def attempt(self, plan: Plan, where: str, between: Callable[[], None] | None = None) -> Ending:
        """Try the save by a plan, and judge what is left: at once, and after a save that nothing disturbs.

        `between`: called before that one.
        """
        plan = plan._replace(links=self._links)
        ending = self._run(plan)
        where = f"{self.save.name}: {where}"
        self.tally.tried += 1
        self._judge(ending, where, always=plan.always)
        if between:
            between()
        self._judge_next(ending, where)
        return ending

    def reset(self) -> None:
        """Make the directory ready for another try."""
        shutil.rmtree(self.directory, ignore_errors=True)
        shutil.copytree(self._ready, self.directory)

    def _run(self, plan: Plan) -> Ending:
        self.reset()
        return run(self.directory, self.save.words, self.save.stdin, plan, self._notes)

    # --- what is left

    def _judge(self, ending: Ending, where: str, *, always: bool) -> None:
        if "Traceback" in ending.err or ending.code not in (-9, 0, 1, 3):
            self.tally.note("tracebacks", f"{where}: exit {ending.code}: {ending.err[-400:]}")
        if ending.code >= 0 and ending.err.count("\n") > 1:
            self.tally.note("tracebacks", f"{where}: more than a line: {ending.err}")
        killed = ending.code < 0
        if not killed and self._strays() and "unlink" not in where:  # else the next save removes them
            self.tally.note("litter", f"{where}: {self._strays()}")
        try:
            kept = kept_in(self.directory, killed=killed or not self._links)
        except SpiderError as error:
            self.tally.note("damaged", f"{where}: {error}")
            return
        if not self._keeps_history(kept):
            self.tally.note("lost", f"{where}: a game of the history is nowhere")
        elif ending.code == 0 and not self._is_done(kept, ending.err):
            self.tally.note("lost", f"{where}: said to be saved, and is not: {kept}")
        elif ending.code > 0 and not self._is_undone(kept, always):
            self.tally.note("lost", f"{where}: said to have failed, and something has changed: {kept}")
        elif kept.game not in (self.before.game, self.after.game, self._between):
            self.tally.note("lost", f"{where}: neither the old game nor the new one")
        elif kept.game != self.before.game and not self._replaced_is_kept(kept):
            self.tally.note("lost", f"{where}: the game that was replaced is nowhere")

    def _keeps_history(self, kept: Kept) -> bool:
        """Whether every game of the history is still there, or in play."""
        return all(game in (*kept.history, kept.game) for game in self.before.history)

    def _is_done(self, kept: Kept, err: str) -> bool:
        """Whether all is as wanted. A game that was resumed may still be in the history, if that is said."""
        if "still in the history" in err:
            kept = kept._replace(history=[game for game in kept.history if game != kept.game])
        return kept == self.after

    def _is_undone(self, kept: Kept, always: bool) -> bool:
        """Whether all is as before, but for results that were in their file already and a game on the way.

        `always`: a call has failed and failed again, so the game may be in the history and in its file.
        """
        if self.save.grows:
            return kept.results == self.after.results[: len(kept.results)]
        if always and kept.history == [*self.before.history, self.before.game]:
            kept = kept._replace(history=self.before.history)
        return kept in (self.before, self.before._replace(game=self._between))

    def _replaced_is_kept(self, kept: Kept) -> bool:
        return self.before.game in kept.history or self.before.game not in self.after.history

    def _strays(self) -> list[str]:
        wanted = {GAME, HISTORY, RESULTS, OTHER}
        return sorted({path.name for path in self.directory.iterdir()} - wanted)

    def _judge_next(self, ending: Ending, where: str) -> None:
        """What a save that nothing disturbs makes of it."""
        words, stdin = (self.save.words, b"") if self.save.grows else (("new", "--force", "--seed", "9"), b"")
        before_next = self._game_before_next()
        following = run(self.directory, words, stdin, Plan(links=self._links), self._notes)
        where += ", and the next save"
        if following.code:
            self.tally.note("damaged", f"{where}: exit {following.code}: {following.err}")
            return
        if self._strays():
            self.tally.note("litter", f"{where}: {self._strays()}")
        try:
            kept = kept_in(self.directory)
        except SpiderError as error:
            self.tally.note("damaged", f"{where}: {error}")
            return
        if self.save.grows:
            if sorted(kept.results) != sorted(self.after.results):
                self.tally.note("lost", f"{where}: {kept.results}")
        elif before_next and before_next not in kept.history:
            self.tally.note("lost", f"{where}: the game before it is nowhere")

    def _game_before_next(self) -> object:
        """The game that the next save has to keep, if it has steps."""
        try:
            game = Game.load(self.directory / GAME)
        except SpiderError:
            return None
        return _facts(game) if game.step_count or game.undone_count else None
