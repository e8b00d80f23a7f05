"""A study on a Dask cluster: two worker processes, one of which is killed half-way."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

from spider_cli.cli import executors
from spider_cli.cli.exits import WorkerError
from tests.commands import Spider
from tests.processes import environment, spider
from tests.test_study_bots import PLAYER
from tests.test_study_process import (
    MANY,
    SOME,
    assert_all_done_once,
    assert_goes_on,
    killers,
    started,
    timeless,
    until_done,
)

distributed = pytest.importorskip("distributed", reason="needs the extra spider-solitaire[dask]")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=None,
        silence_logs=50,
        env={"PYTHONPATH": environment()["PYTHONPATH"]},
    ) as cluster:
        yield cluster


def test_a_worker_that_is_killed_loses_no_deal(cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    with started(*SOME, "--dask", cluster.scheduler_address, "--out", str(out), cwd=tmp_path) as process:
        until_done(out, 3)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        stdout, stderr = process.finish()
    assert (process.returncode, stderr) == (0, "")
    assert stdout.startswith("20 games")
    assert_all_done_once(out, 20)
    here = spider(*SOME[:-1], "1-3", "-q", cwd=tmp_path)
    assert timeless(here.stdout) == timeless(out.read_text())[:3]


def test_a_game_that_always_kills_its_worker_gets_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dask

    for name, value in killers(tmp_path, "2").items():  # workers are started with them
        monkeypatch.setenv(name, value)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),  # a cluster tries it once, not often
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
    ):
        words = (*SOME[:-1], "1-5", "--dask", cluster.scheduler_address, "--out", "study.jsonl")
        result = spider(*words, cwd=tmp_path)
    assert result.returncode == 0
    # There may follow that the cluster has no workers for a moment.
    assert result.stderr.startswith(
        "spider: a worker process was killed; the games that it took along are done again\n"
    )
    done = timeless((tmp_path / "study.jsonl").read_text())
    assert [one["seed"] for one in done if one["verdict"] == "killed"] == ["2"]
    assert_all_done_once(tmp_path / "study.jsonl", 5)


def test_bots_play_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    words = ("study", "--seeds", "1-6", "--player", PLAYER, "--out", "study.jsonl")
    result = spider(*words, "--dask", cluster.scheduler_address, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    here = spider(*words[:-2], "-q", cwd=tmp_path)
    assert timeless(here.stdout) == timeless((tmp_path / "study.jsonl").read_text())


def test_ctrl_c_and_going_on(cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    with started(*MANY, "--dask", cluster.scheduler_address, "--out", str(out), cwd=tmp_path) as process:
        until_done(out, 2)
        process.send_signal(signal.SIGINT)
        _, stderr = process.finish()
    assert process.returncode == 130
    assert stderr.endswith("the same command goes on from there\nspider: interrupted\n")
    assert_goes_on(out)  # what a cluster has begun, processes can end


class NoClient:
    """A client of a cluster that is well, until the test says otherwise."""

    def __init__(self, address: str, **options: Any) -> None:
        self.run_on_scheduler = self.run = self.get_executor = lambda *args, **kwargs: {"worker": True}

    def __enter__(self) -> NoClient:
        return self

    def __exit__(self, *error: object) -> None:
        pass


@pytest.fixture
def logging_again() -> Iterator[None]:
    yield
    logging.disable(logging.NOTSET)  # the command silences what runs in its process


@pytest.mark.usefixtures("logging_again")
@pytest.mark.parametrize("address", ["nonsense", "foo://x:1", "localhost:x"])
def test_an_address_that_is_none(address: str, spider: Spider) -> None:
    assert spider.refused("study --seeds 1 --dask", address, code=2).startswith("--dask: ")


@pytest.mark.usefixtures("logging_again")
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (CancelledError, "the Dask scheduler at tcp://.* is gone"),
        (
            lambda: distributed.comm.CommClosedError("closed"),
            "the Dask scheduler at tcp://.* is gone",
        ),
    ],
)
def test_what_a_cluster_suffers_is_told(
    error: Callable[[], Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "Client", NoClient)
    with pytest.raises(WorkerError, match=message), executors.cluster("tcp://127.0.0.1:9"):
        raise error()


@pytest.mark.usefixtures("logging_again")
@pytest.mark.parametrize("lacking", ["run_on_scheduler", "run"])
def test_a_cluster_without_the_package(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lacking(NoClient):
        def __init__(self, address: str, **options: Any) -> None:
            super().__init__(address)
            answer: Any = {"worker 1": True, "worker 2": False} if lacking == "run" else False
            setattr(self, lacking, lambda *args: answer)

    monkeypatch.setattr(distributed, "Client", Lacking)
    with pytest.raises(WorkerError, match="must be installed"), executors.cluster("tcp://127.0.0.1:9"):
        pytest.fail("it must not come to work")
