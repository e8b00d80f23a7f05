"""Commands in processes of their own in which a call of the system kills, fails or does only a part.

All calls that files are saved with are made by `spider_cli.files.posix`, by the names in `CALLS`; a test
holds that. The modules that it calls are replaced by stand-ins that count, and do what a `Plan` says.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import json
import os
import pkgutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, Final, NamedTuple

import spider_cli
from spider_cli.cli import executors
from spider_cli.cli.group import main
from spider_cli.files import locking, posix
from spider_cli.games import game
from spider_cli.games.seeds import Seed

#: Every call of the system in `posix`, with the errors that it can give. EINTR is not among them but for
#: `close`, because Python repeats the other calls by itself.
CALLS: Final[dict[str, tuple[int, ...]]] = {
    "close": (errno.EIO, errno.ENOSPC, errno.EINTR, errno.EDQUOT),
    "fchmod": (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EROFS, errno.EIO),
    "fchown": (errno.EPERM, errno.EINVAL, errno.ENOSYS, errno.EROFS, errno.EDQUOT, errno.EIO),
    "flock": (errno.EAGAIN, errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EINVAL, errno.EIO),
    "fstat": (errno.EIO, errno.ENOMEM, errno.EOVERFLOW, errno.ESTALE),
    "fsync": (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EINVAL, errno.ENOTSUP, errno.ENOTTY, errno.ENOSYS),
    "ftruncate": (errno.EIO, errno.EPERM, errno.EROFS, errno.ENOSPC),
    "getcwd": (errno.EACCES, errno.ENOMEM),
    "getxattr": (errno.ENODATA, errno.ENOTSUP, errno.EPERM, errno.EIO),
    "islink": (),  # answers False whatever the system says
    "link": (
        errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EINVAL, errno.EXDEV,
        errno.EIO, errno.ENOSPC, errno.EROFS,
    ),
    "listxattr": (errno.ENOTSUP, errno.ENOSYS, errno.EIO),
    "lseek": (errno.EIO,),
    "open": (
        errno.EACCES, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EROFS,
        errno.EIO, errno.ELOOP, errno.ESTALE,
    ),
    "pread": (errno.EIO, errno.EAGAIN, errno.ESTALE),
    "read": (errno.EIO, errno.EAGAIN, errno.ESTALE, errno.EISDIR),
    "realpath": (errno.EACCES, errno.EIO),
    "removexattr": (errno.ENODATA, errno.ENOTSUP, errno.EPERM, errno.EIO),
    "replace": (
        errno.EACCES, errno.EBUSY, errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EPERM, errno.EROFS,
        errno.EXDEV,
    ),
    "scandir": (errno.EACCES, errno.EIO, errno.EMFILE, errno.ENOMEM),
    "set_blocking": (errno.EIO, errno.EINVAL),
    "setxattr": (errno.ENOTSUP, errno.EPERM, errno.ENOSPC, errno.EDQUOT, errno.EIO),
    "sleep": (),
    "stat": (errno.EACCES, errno.EIO, errno.ENOMEM, errno.ESTALE),
    "unlink": (errno.EACCES, errno.EBUSY, errno.EIO, errno.EPERM, errno.EROFS),
    "write": (errno.EIO, errno.EAGAIN, errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
}  # fmt: skip

#: What `play` deals in these processes where there is no game.
RANDOM_SEED: Final = Seed.parse("7")

_LOCK_SECONDS: Final = 0.2  # in these processes; the usual ten are for people


class Plan(NamedTuple):
    """What to do at one call of the system.

    `number`: the call, from 1, or 0 for none; `before`, `after`: called with its name then; `error`: the
    errno that it gives instead; `always`: all calls of this name give it from then on. `links`: whether
    there are hard links; `piece`: at most so many bytes are written at once, 0 for any number.
    """

    number: int = 0
    before: Callable[[str], None] | None = None
    after: Callable[[str], None] | None = None
    error: int = 0
    always: bool = False
    links: bool = True
    piece: int = 0


def kill(_name: str) -> None:
    """End this process as a loss of power does."""
    os.kill(os.getpid(), signal.SIGKILL)


class _Counter:
    """Counts the calls of all stand-ins of a process."""

    def __init__(self, plan: Plan) -> None:
        self.names: list[str] = []
        self._plan = plan
        self._failing: str | None = None  # the name that has begun to fail

    def call(self, name: str, function: Callable[..., Any], *words: Any, **options: Any) -> Any:
        plan = self._plan
        self.names.append(name)
        due = len(self.names) == plan.number
        if due and plan.before:
            plan.before(name)
        if plan.error and (due or name == self._failing):
            self._failing = name if plan.always else None
            if name == "close":  # it closes whatever it says
                function(*words, **options)
            raise OSError(plan.error, os.strerror(plan.error))
        if name == "link" and not plan.links:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        if name == "write" and plan.piece:
            words = (words[0], bytes(words[1])[: plan.piece])
        result = function(*words, **options)
        if due and plan.after:
            plan.after(name)
        return result


class _StandIn:
    """A module whose calls of the system are counted."""

    def __init__(self, module: Any, counter: _Counter) -> None:
        self._module = module
        self._counter = counter

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if name == "path":
            return _StandIn(value, self._counter)
        if name not in CALLS:
            return value
        return lambda *words, **options: self._counter.call(name, value, *words, **options)


class Ending(NamedTuple):
    """How a command ended: `code`, negative for a signal; `calls`: the names of its calls of the system."""

    code: int
    out: str
    err: str
    calls: list[str]


def run(
    directory: Path, words: tuple[str, ...], stdin: bytes, plan: Plan, notes: Path | None = None
) -> Ending:
    """`spider WORDS` in a process of its own, in a directory, by a plan: see `Running`."""
    notes = notes or directory.with_name(f"{directory.name}.notes")
    return Running(directory, words, stdin, plan, notes, _LOCK_SECONDS).end()


class Running:
    """`spider WORDS` on its way, in a process of its own."""

    def __init__(
        self,
        directory: Path,
        words: tuple[str, ...],
        stdin: bytes,
        plan: Plan,
        notes: Path,
        lock_seconds: float,
    ) -> None:
        """`notes`: a directory for what goes in and comes out, to be made."""
        self.words = words
        self._notes = notes
        notes.mkdir(exist_ok=True)
        (notes / "in").write_bytes(stdin)
        (notes / "calls").write_text("[]")
        self._pid = os.fork()
        if not self._pid:
            locking.LOCK_SECONDS = lock_seconds  # type: ignore[misc]  # it is final for all others
            _be_the_command(directory, words, notes, plan)

    def end(self) -> Ending:
        """Wait for the end of it."""
        _, status = os.waitpid(self._pid, 0)
        out, err, calls = [
            (self._notes / name).read_text(errors="replace") for name in ("out", "err", "calls")
        ]
        return Ending(os.waitstatus_to_exitcode(status), out, err, json.loads(calls))


def _be_the_command(directory: Path, words: tuple[str, ...], notes: Path, plan: Plan) -> None:
    """Run a command and end this process, which is a fork of the one that asks for it."""
    code = 70
    try:
        os.chdir(directory)
        for descriptor, name in enumerate(("in", "out", "err")):
            flags = os.O_RDONLY if name == "in" else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            os.dup2(os.open(notes / name, flags, 0o600), descriptor)
        sys.stdin = open(0, closefd=False)  # noqa: SIM115  # it is open to the end
        sys.stdout, sys.stderr = (open(number, "w", closefd=False) for number in (1, 2))  # noqa: SIM115  # as above
        counter = _Counter(plan)
        for name in ("os", "fcntl", "time"):
            setattr(posix, name, _StandIn(getattr(posix, name), counter))
        code = _exit_code(words)
        (notes / "calls").write_text(json.dumps(counter.names))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _exit_code(words: tuple[str, ...]) -> int:
    try:
        main(list(words))
    except SystemExit as stop:
        return int(stop.code or 0)
    except BaseException:
        traceback.print_exc()
    return 70


class _Here(Executor):
    """Does the work at once, so that a study has no other processes."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextlib.contextmanager
def _no_processes(jobs: int, *, apart: bool = False) -> Iterator[executors.Workers]:
    yield executors.Workers(_Here(), lambda: 1)


def prepare() -> None:
    """Load now, once, what the processes need."""
    for module in pkgutil.walk_packages(spider_cli.__path__, "spider_cli."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    executors.processes = _no_processes
    game.random_seed = lambda: RANDOM_SEED  # type: ignore[attr-defined]  # it is imported there
