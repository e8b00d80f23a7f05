"""The rounds of the crash suite. Each gives a `Tally`; a round that cannot be done here raises `Skipped`."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from spider_cli import Game
from spider_cli.errors import SpiderError
from spider_cli.files import storage
from spider_cli.rules.cards import CARD_NAMES
from spider_cli.rules.position import Position
from tests.torture.injection import CALLS, Plan, Running, kill, run
from tests.torture.saves import GAME, HISTORY, RESULTS, SAVES, Tally, Trial, kept_in

#: Of how many tries one is made: 1 makes all. The seed says at which a sample begins.
Share = int


class Skipped(Exception):  # noqa: N818  # no error: the machine does not allow the round
    """A round that cannot be done here; the text says why."""


def _sample(cases: list[Callable[[], object]], share: Share, seed: int) -> None:
    """Try every `share`-th of the cases."""
    for case in cases[random.Random(seed).randrange(share) :: share]:
        case()


def _trials(workshop: Path, tally: Tally) -> Iterator[Trial]:
    """Every kind of save, and once more without hard links where it makes a file."""
    for save in SAVES:
        trial = Trial(save, workshop, tally)
        yield trial
        if "link" in trial.calls:
            yield Trial(save, workshop, tally, links=False)


# --- one process, disturbed ---------------------------------------------------------------------------


def kills(workshop: Path, share: Share, seed: int) -> Tally:
    """SIGKILL before and after every call of every kind of save."""
    tally = Tally()
    for trial in _trials(workshop, tally):
        cases: list[Callable[[], object]] = []
        for number, name in enumerate(trial.calls, start=1):
            cases.append(partial(trial.attempt, Plan(number, before=kill), f"killed before {number}, {name}"))
            cases.append(partial(trial.attempt, Plan(number, after=kill), f"killed after {number}, {name}"))
        _sample(cases, share, seed)
    return tally


def errors(workshop: Path, share: Share, seed: int) -> Tally:
    """Every call of every kind of save gives every error that it can give, once, and from then on."""
    tally = Tally()
    for trial in _trials(workshop, tally):
        _sample(
            [
                partial(
                    trial.attempt,
                    Plan(number, error=error, always=always),
                    f"{number}, {name}, gives {errno.errorcode[error]}{' from then on' * always}",
                )
                for number, name in enumerate(trial.calls, start=1)
                for error in CALLS[name]
                for always in (False, True)
            ],
            share,
            seed,
        )
    return tally


def short_writes(workshop: Path, share: Share, seed: int) -> Tally:
    """Every write takes a few bytes only: to the end, and killed at every call."""
    tally = Tally()
    for save in SAVES:
        trial = Trial(save, workshop, tally)
        cases: list[Callable[[], object]] = [
            partial(trial.attempt, Plan(piece=piece), f"at most {piece} bytes at once")
            for piece in (1, 7, 64)
        ]
        calls = trial.attempt(Plan(piece=64), "at most 64 bytes at once").calls
        cases += [
            partial(
                trial.attempt,
                Plan(number, after=kill, piece=64),
                f"killed after {number}, {name}, of 64 bytes",
            )
            for number, name in enumerate(calls, start=1)
        ]
        _sample(cases, share, seed)
    return tally


def full_disk(workshop: Path, share: Share, seed: int) -> Tally:
    """A real file system with room for nothing or for a part of what is to be saved."""
    tally = Tally()
    with _small_disk(workshop / "disk") as disk:
        for save in SAVES:
            trial = Trial(save, disk, tally, notes=workshop / "notes")
            cases: list[Callable[[], object]] = []
            for fill, what in ((_fill_blocks, "blocks"), (_fill_names, "files")):
                for free in range(4):
                    plan = Plan(1, before=partial(fill, disk, free))
                    cases.append(partial(_with_room_again, trial, plan, disk, f"room for {free} {what}"))
            _sample(cases, min(share, 2), seed)
    return tally


_BLOCK: Final = 4096


@contextlib.contextmanager
def _small_disk(place: Path) -> Iterator[Path]:
    """A file system in memory with room for 64 blocks in 64 files."""
    if os.geteuid():
        raise Skipped("only root may mount a file system")
    place.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={64 * _BLOCK},nr_inodes=64", "tmpfs", str(place)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode:
        raise Skipped(f"no file system can be mounted here: {mounted.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def _fill_blocks(disk: Path, free: int, _name: str) -> None:
    """Leave so many blocks free. Called in the process that is to save."""
    with (disk / "filler").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(_BLOCK))
    os.truncate(disk / "filler", max(0, (disk / "filler").stat().st_size - free * _BLOCK))


def _fill_names(disk: Path, free: int, _name: str) -> None:
    """Leave room for so many more files."""
    fillers = [disk / f"filler{number}" for number in range(64)]
    with contextlib.suppress(OSError):
        for filler in fillers:
            filler.touch()
    made = [filler for filler in fillers if filler.exists()]
    for filler in made[:free]:
        filler.unlink()


def _with_room_again(trial: Trial, plan: Plan, disk: Path, where: str) -> None:
    def make_room() -> None:
        for filler in disk.glob("filler*"):
            filler.unlink()

    trial.attempt(plan, where, between=make_room)


# --- many processes -----------------------------------------------------------------------------------


def crowd(workshop: Path, share: Share, seed: int) -> Tally:
    """Fifty writers and fifty readers at once, in random order: no step is lost, nobody reads half a game."""
    tally = Tally()
    number = max(5, 50 // share)
    path = workshop / "crowd" / GAME
    path.parent.mkdir()
    _king_and_empty_column().save(path)
    writer: tuple[str, ...] = ("run", "-q")
    reader: tuple[str, ...] = ("show", "--json")
    order = [writer, reader] * number
    random.Random(seed).shuffle(order)
    started = [
        Running(path.parent, words, b"1 2\n2 1\n", Plan(), workshop / f"{place}.notes", lock_seconds=60)
        for place, words in enumerate(order)
    ]
    steps = 0
    for process in started:
        ending = process.end()
        tally.tried += 1
        if ending.code:
            tally.note("tracebacks", f"{process.words}: {ending}")
        elif process.words is reader and json.loads(ending.out)["moves"] % 2:
            tally.note("damaged", f"half a script was seen: {ending}")
        elif process.words is writer:
            steps += 2
    if Game.load(path).step_count != steps:
        tally.note("lost", f"{steps} steps were made, {Game.load(path).step_count} are there")
    if os.listdir(path.parent) != [GAME]:
        tally.note("litter", str(os.listdir(path.parent)))
    return tally


def _king_and_empty_column() -> Game:
    """A game in which a king can go to and fro between columns 1 and 2 for ever."""
    pack = sorted(CARD_NAMES) * 2
    pack.remove(king := next(card for card, name in CARD_NAMES.items() if name == "KC"))
    rest = " ".join(CARD_NAMES[card] for card in sorted(pack))  # upwards, so that no run lies in it
    columns = [f"1: {CARD_NAMES[king]}", f"3: {rest}", *(f"{column}: -" for column in (2, *range(4, 11)))]
    return Game(Position.parse("\n".join(["suits: 4", *columns])))


def holders(workshop: Path, share: Share, seed: int) -> Tally:
    """A holder of the game that is stopped, or killed, or has its file moved away at every call."""
    tally = Tally()
    save = next(save for save in SAVES if save.name == "run")
    trial = Trial(save, workshop, tally)
    for stop in (signal.SIGSTOP, signal.SIGKILL):
        _hold(trial, tally, stop)
    # Between the last look and the rename no system offers one call that does both: "replace" is left out.
    cases = [
        partial(_rob, trial, tally, number, name)
        for number, name in enumerate(trial.calls, start=1)
        if name != "replace"
    ]
    _sample(list(cases), share, seed)
    return tally


def _hold(trial: Trial, tally: Tally, signum: int) -> None:
    """While another process holds the game, and is stopped or killed."""
    trial.reset()
    path = trial.directory / GAME
    holder = os.fork()
    if not holder:
        try:
            with storage.locked(path):
                os.kill(os.getpid(), signum)
        finally:
            os._exit(1)
    os.waitpid(holder, os.WUNTRACED)
    tally.tried += 1
    ending = run(trial.directory, ("deal",), b"", Plan())
    wanted = 3 if signum == signal.SIGSTOP else 0
    if ending.code != wanted or ("is in use" in ending.err) != bool(wanted):
        tally.note("lost", f"a holder with signal {signum}: {ending}")
    if signum == signal.SIGSTOP:
        os.kill(holder, signal.SIGKILL)
        os.waitpid(holder, 0)
        ending = run(trial.directory, ("deal",), b"", Plan())
        if ending.code:
            tally.note("lost", f"after a holder that was stopped and killed: {ending}")


def _rob(trial: Trial, tally: Tally, number: int, name: str) -> None:
    """Move the game away before a call, and put another in its place, as `mv` and `spider new` do."""
    trial.reset()
    game, moved = trial.directory / GAME, trial.directory / "moved.json"
    other = Game.new(seed=99).dumps()

    def move_away(_name: str) -> None:
        game.rename(moved)
        game.write_text(other)

    ending = run(trial.directory, trial.save.words, trial.save.stdin, Plan(number, before=move_away))
    tally.tried += 1
    where = f"moved away before {number}, {name}: {ending.code}: {ending.err}"
    if "Traceback" in ending.err:
        tally.note("tracebacks", where)
    was_late = "replace" in trial.calls[: number - 1]
    was_early = "stat" not in trial.calls[: number - 1]  # the new game is locked and played then
    if not was_early and game.read_text() != other:
        tally.note("lost", f"{where}: the new game was overwritten")
    if was_late and ending.code:
        tally.note("lost", f"{where}: refused after the game was saved")
    if os.listdir(trial.directory) and {path.name for path in trial.directory.iterdir()} != {
        GAME,
        moved.name,
    }:
        tally.note("litter", where)


# --- files cut short ----------------------------------------------------------------------------------


def truncation(workshop: Path, share: Share, seed: int) -> Tally:
    """Files that end at any of their bytes: a game is refused, a history and results are mended."""
    tally = Tally()
    by_name = {save.name: save for save in SAVES}
    _sample([partial(_cut_game, tally, length) for length in range(len(_GAME_TEXT))], share, seed)
    with_history = Trial(by_name["new, with a history"], workshop, tally)
    _sample(_cuts(with_history, HISTORY), share, seed)
    going_on = Trial(by_name["study goes on"], workshop, tally)
    _sample(_cuts(going_on, RESULTS), share, seed)
    return tally


_GAME_TEXT: Final = Game.new(seed=21).dumps().encode()


def _cut_game(tally: Tally, length: int) -> None:
    tally.tried += 1
    try:
        Game.loads(_GAME_TEXT[:length])
    except SpiderError:
        return
    if _GAME_TEXT[:length] != _GAME_TEXT.rstrip():
        tally.note("damaged", f"a game of {length} bytes was read")


def _cuts(trial: Trial, name: str) -> list[Callable[[], object]]:
    trial.reset()
    length = (trial.directory / name).stat().st_size
    return [partial(_cut, trial, name, at) for at in range(length)]


def _cut(trial: Trial, name: str, length: int) -> None:
    """Cut a file off, and save: all other lines and what is saved must be there, and nothing else."""
    trial.reset()
    path = trial.directory / name
    whole = path.read_bytes()[:length]
    os.truncate(path, length)
    trial.tally.tried += 1
    ending = run(trial.directory, trial.save.words, trial.save.stdin, Plan())
    where = f"{name} of {length} bytes"
    if ending.code:
        trial.tally.note("tracebacks", f"{where}: {ending}")
        return
    try:
        kept = kept_in(trial.directory)
    except SpiderError as error:
        trial.tally.note("damaged", f"{where}: {error}")
        return
    if name == RESULTS and sorted(kept.results) != sorted(trial.after.results):
        trial.tally.note("lost", f"{where}: {kept.results}")
    if name == HISTORY and len(kept.history) - 1 not in (whole.count(b"\n"), whole.count(b"\n") + 1):
        trial.tally.note("lost", f"{where}: {len(kept.history)} games")


ROUNDS: Final[dict[str, Callable[[Path, Share, int], Tally]]] = {
    "killed at every call": kills,
    "every call fails": errors,
    "short writes": short_writes,
    "full disk": full_disk,
    "50 writers, 50 readers": crowd,
    "stopped, killed, robbed": holders,
    "cut at every byte": truncation,
}
