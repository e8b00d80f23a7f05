"""When a game began, when it was saved, how long it was played, how many hints were given."""

from __future__ import annotations

import datetime
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spider_cli.cli import clock
from spider_cli.errors import NotationError
from spider_cli.files import storage
from spider_cli.games.times import parse_time
from tests.commands import Spider


@given(st.datetimes(min_value=datetime.datetime(1, 1, 1), max_value=datetime.datetime(9999, 12, 31)))
def test_times(moment: datetime.datetime) -> None:
    moment = moment.replace(microsecond=0)
    since_1970 = (moment - datetime.datetime(1970, 1, 1)) // datetime.timedelta(seconds=1)
    assert parse_time(f"{moment.isoformat()}Z") == since_1970


@pytest.mark.parametrize(
    "text",
    [
        "", "yesterday", "2026-11-30", "2026-11-30T09:00:00", "2026-11-30T09:00:00z", "2026-11-30 09:00:00Z",
        "2026-02-29T09:00:00Z", "1900-02-29T09:00:00Z", "2026-00-01T09:00:00Z", "2026-13-01T09:00:00Z",
        "2026-04-31T09:00:00Z", "2026-01-00T09:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:60Z", "٢026-01-01T00:00:00Z", "2026-01-01T00:00:00Z\n", "12026-01-01T00:00:00Z",
    ],
)  # fmt: skip
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(NotationError):
        parse_time(text)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The clock, which `set_clock` sets."""
    return monkeypatch


def set_clock(patch: pytest.MonkeyPatch, time: str) -> None:
    """Let it be that time of a certain day."""
    patch.setattr(clock, "now", lambda: f"2026-11-30T{time}Z")


def test_the_time_between_two_commands_counts_up_to_a_minute(spider: Spider, at: pytest.MonkeyPatch) -> None:
    set_clock(at, "09:00:00")
    spider.did("new --seed 3 -q")
    notes = spider.game().notes
    assert (notes.began, notes.saved, notes.seconds) == ("2026-11-30T09:00:00Z", "2026-11-30T09:00:00Z", 0)
    for time, line, seconds in [
        ("09:00:20", "move 2 3", 20),
        ("09:10:00", "deal", 80),  # the player had gone away
        ("09:10:05", "undo", 85),
        ("08:00:00", "redo", 85),  # the clock was put back
        ("08:00:01", "mark here", 86),
        ("08:00:03", "goto 0", 88),
    ]:
        set_clock(at, time)
        spider.did(f"{line} -q")
        notes = spider.game().notes
        assert (notes.saved, notes.seconds) == (f"2026-11-30T{time}Z", seconds), line
    set_clock(at, "09:00:00")
    spider.did("show")
    spider.refused("undo")
    assert spider.game().notes.seconds == 88
    assert notes.began == "2026-11-30T09:00:00Z"


def test_hints_are_counted(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    hint = spider.did("hint")
    assert spider.did("hint") == hint
    (spider.directory / "moves.txt").write_text("hint\n2 3\nhint\nnew 2 7\nhint\n")
    spider.did("run -q moves.txt")
    (kept,) = (spider.directory / "spider.history.jsonl").read_text().splitlines()
    assert '"hints":4' in kept
    assert (spider.game().seed, spider.game().notes.hints) == ("7", 1)


@pytest.mark.parametrize("options", ["--why", "--json", "--strong 0.01"])
def test_every_honest_hint_counts(spider: Spider, options: str) -> None:
    spider.did("new --seed 3 -q")
    spider.did(f"hint {options}")
    assert spider.game().notes.hints == 1


def test_a_hint_is_given_where_it_cannot_be_counted(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    hint = spider.did("hint")
    with storage.locked(spider.path):
        assert spider.did("hint") == hint  # and at once: a script that waits for it may hold the file
    if os.geteuid():
        spider.path.chmod(0o400)
        assert spider.did("hint") == hint
    assert spider.game().notes.hints == 1
