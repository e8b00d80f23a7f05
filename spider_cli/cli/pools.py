"""Work shared out to other processes: results in the order of the work, in bounded memory."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
from collections import deque
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from spider_cli.cli.exits import WorkerError
from spider_cli.cli.output import say
from spider_cli.files import system

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future, ProcessPoolExecutor

_T = TypeVar("_T")
_R = TypeVar("_R")

_AHEAD: Final = 2  # pieces under way for each process, so that none waits for the next


def ordered_map(work: Callable[[_T], _R], pieces: Iterable[_T], jobs: int) -> Generator[_R, None, None]:
    """The result of `work` for each piece, in order, from `jobs` processes or as many as there are pieces.

    For one process that is this one. Only a few pieces for each process are under way at a time. `work`,
    pieces and results must be picklable. Raises what `work` raises, and WorkerError if a process cannot be
    started or is killed.
    """
    coming = iter(pieces)
    first = list(islice(coming, jobs)) if jobs > 1 else []
    pieces = chain(first, coming)
    pool = process_pool(len(first)) if len(first) > 1 else None
    if pool is None:
        yield from map(work, pieces)
        return
    from concurrent.futures.process import BrokenProcessPool

    under_way: deque[Future[_R]] = deque()
    try:
        for piece in pieces:
            under_way.append(pool.submit(work, piece))
            if len(under_way) > _AHEAD * jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenProcessPool:
        raise WorkerError("a worker process was killed; with fewer --jobs less memory is needed") from None
    finally:
        pool.shutdown(cancel_futures=True)


def process_pool(jobs: int, method: str | None = None) -> ProcessPoolExecutor | None:
    """An executor of processes, which start when they are needed, by this method of `multiprocessing`.

    None, with a note on standard error, where the system has no semaphores, by which processes share work.
    The executor and its `submit` raise WorkerError if no more processes can be started.
    """
    import multiprocessing

    context = multiprocessing.get_context(method)
    try:
        context.Lock()
    except (ImportError, OSError):  # not built into this Python, or refused by the system
        say("processes cannot share work on this system, which has no semaphores: one does all of it")
        return None
    from concurrent.futures import ProcessPoolExecutor

    class Pool(ProcessPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Any:
            with _starting():
                return super().submit(*args, **kwargs)

    with _starting():
        return Pool(jobs, context, initializer=_start_worker)


@contextlib.contextmanager
def _starting() -> Iterator[None]:
    """Where processes may be started: Ctrl-C is not for them from their first moment.

    Raises WorkerError if no more can be started.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOENT and not system.has_current_directory():
            raise WorkerError(
                "no process can be started: the current directory does not exist any more"
            ) from error
        reason = (error.strerror or str(error)).lower()
        raise WorkerError(f"no more processes can be started: {reason}; try fewer --jobs") from error
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    """Ignore Ctrl-C, which the main process answers; and end when the main process is killed."""
    import multiprocessing
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for signum in (signal.SIGTERM, signal.SIGHUP):  # the handlers of the main process are not for us
        signal.signal(signum, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent

    def end_with_parent() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)  # a worker that has processes of its own ends them then

    threading.Thread(target=end_with_parent, daemon=True).start()
