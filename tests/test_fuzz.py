"""Damaged input is read or refused in one line; nothing else happens.

The readers, and what must hold, are those of `tests.fuzz`, which can search for hours. Here valid inputs are
damaged by a few cuts, copies and changed bytes, the same in every run.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.readers import READERS

CORPUS = Path(__file__).with_name("fuzz") / "corpus"

#: Pieces that have been trouble somewhere: other types, other encodings, ends of lines, things too large.
PIECES = [
    b"", b"\0", b"\n", b"\r\n", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", "٣".encode(), "♠".encode(),
    b"\x1b[2J", b"{", b"}", b"[", b"]", b'"', b",", b":", b"#", b"|", b"-", b"-1", b"0", b"1.0",
    b"1e400", b"9" * 30, b"NaN", b"null", b"true", b'"deal"', b"deal", b"KS", b"AH ", b"undo all",
    b"goto 1", b"1 2", b"[" * 600, b";", b"0", b"7-", b"7s 4", "Q♥".encode(), b"where ", b"help ", b"new 2 ",
    b"problem 1", b"o\n", b"cos\nsystem\n", b"\x93", b"R", b"t", b"(", b".", b"<", b"<!DOCTYPE a>", b"&a;",
]  # fmt: skip


@cache
def valid(name: str) -> list[bytes]:
    """Valid inputs of a reader."""
    return [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]


@st.composite
def damaged(draw: st.DrawFn, name: str) -> bytes:
    """A valid input with up to four damages."""
    data = draw(st.sampled_from(valid(name)))
    for _ in range(draw(st.integers(0, 4))):
        first, last = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        part = draw(st.sampled_from([*PIECES, data[first:last] * 2, data[last:first:-1]]))
        data = data[:first] + part + data[draw(st.sampled_from([first, last, min(len(data), first + 1)])) :]
    return data


@pytest.mark.filterwarnings("ignore:invalid escape sequence")
@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
@settings(max_examples=150)
def test_damaged_input_is_read_or_refused(name: str, data: st.DataObject) -> None:
    READERS[name](data.draw(damaged(name)))


@pytest.mark.parametrize("name", READERS)
def test_the_corpus_is_valid_input(name: str) -> None:
    """Or the damages would be of something that was refused anyway."""
    assert valid(name)
    for data in valid(name):
        READERS[name](data)


@pytest.mark.parametrize("name", READERS)
@given(data=st.binary(max_size=60))
@settings(max_examples=100)
def test_any_bytes_are_read_or_refused(name: str, data: bytes) -> None:
    READERS[name](data)


def test_make_fuzz_searches_with_every_reader() -> None:
    makefile = (CORPUS.parents[2] / "Makefile").read_text(encoding="utf-8")
    assert f"for reader in {' '.join(READERS)}; do" in makefile
