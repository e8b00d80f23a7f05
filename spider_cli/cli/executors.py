"""Where the games of a study are worked on: processes of this machine, or a Dask cluster.

Both are executors in the sense of `concurrent.futures`; `at_once` is how many games to hand to one.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spider_cli.cli.exits import UsageError, WorkerError
from spider_cli.cli.output import say
from spider_cli.cli.pools import process_pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from types import ModuleType

_AHEAD: Final = 2  # games for each worker, so that none waits for its next
_CONNECT_SECONDS: Final = 10
_THREAD_SECONDS: Final = 10  # to wait for the thread of an executor, which ends when its processes do


class Workers(NamedTuple):
    """An executor, how many games to hand to it at a time, and what a game raises whose worker was killed.

    In a pool of processes one that is killed takes the others with it, and all their games. `stay`: whether
    the workers are there after the study too.
    """

    executor: Executor
    at_once: Callable[[], int]
    lost_by: tuple[type[Exception], ...] = ()
    stay: bool = False


@contextlib.contextmanager
def processes(jobs: int, *, apart: bool = False) -> Iterator[Workers]:
    """Processes of this machine; for one job, or where there can be no others, this process.

    With `apart` one job has a process of its own too, so that it cannot kill this one.

    At an error or Ctrl-C what they were doing is broken off. Raises WorkerError if no process can be
    started.
    """
    # Spawned processes hold no copy of our open files, so a lock ends with us whatever becomes of them.
    pool = process_pool(jobs, "spawn") if jobs > 1 or apart else None
    if pool is None:
        yield Workers(_this_process(), lambda: 1)
        return
    import multiprocessing
    from concurrent.futures.process import BrokenProcessPool

    try:
        yield Workers(pool, lambda: _AHEAD * jobs, (BrokenProcessPool,))
        pool.shutdown()
    finally:
        # Its own thread has to be gone before Python exits: Python writes to a pipe that this thread closes.
        thread = getattr(pool, "_executor_manager_thread", None)
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        if thread:
            thread.join(_THREAD_SECONDS)


def _this_process() -> Executor:
    """An executor that does what it is given at once."""
    from concurrent.futures import Executor, Future

    class ThisProcess(Executor):
        def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            done: Future[Any] = Future()
            done.set_result(work(*args, **kwargs))
            return done

    return ThisProcess()


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The Dask cluster whose scheduler is at `address`. It replaces workers that are lost by itself.

    Raises UsageError without the package `distributed`, WorkerError if the scheduler cannot be reached
    or is lost, or its workers cannot do the work.
    """
    distributed = _import_distributed()
    try:
        # First by itself, because a client that fails at this leaves threads behind.
        distributed.comm.resolve_address(address)
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except ValueError as error:
        raise UsageError(f"--dask: {error}") from error
    except (OSError, OverflowError) as error:
        raise WorkerError(f"no Dask scheduler answers at {address}") from error
    with client, _reporting_cluster(distributed, address):
        _check_installed(client, address)
        # Without `pure=False` a game that another study has done would be answered from memory, with
        # the time that it took then.
        executor = client.get_executor(pure=False)
        yield Workers(executor, lambda: _AHEAD * sum(client.nthreads().values()), (distributed.KilledWorker,))


def _import_distributed() -> ModuleType:
    import logging
    from importlib import import_module

    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError as error:
        raise UsageError("--dask needs more packages: pip install 'spider-solitaire[dask]'") from error
    logging.disable()  # it tells of lost connections at length; what the user must know, we say
    return distributed


def _check_installed(client: Any, address: str) -> None:
    """Raises WorkerError if scheduler or workers lack this package: tasks would wait for ever."""

    def has_package() -> bool:  # a local function is sent whole, so it runs without the package
        from importlib.util import find_spec

        return find_spec("spider_cli") is not None

    on_workers = client.run(has_package)
    if not all([client.run_on_scheduler(has_package), *on_workers.values()]):
        raise WorkerError(
            f"spider-solitaire must be installed for the scheduler at {address} and its workers"
        )
    if not on_workers:
        say(f"{address} has no workers yet; waiting for them")


@contextlib.contextmanager
def _reporting_cluster(distributed: ModuleType, address: str) -> Iterator[None]:
    from concurrent.futures import CancelledError

    try:
        yield
    except (CancelledError, OSError, distributed.TimeoutError) as error:
        raise WorkerError(f"the Dask scheduler at {address} is gone") from error
