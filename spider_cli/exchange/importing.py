"""A file of another program: whose it is, found from its content, and the game in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.errors import GameFormatError

if TYPE_CHECKING:
    from spider_cli.games.game import Game

#: The largest file that is read, in bytes: a long game of KPatience has less than 200 KiB.
LARGEST: Final = 8 * 1024 * 1024

_KNOWN: Final = "games of KPatience (XML) and of PySolFC (.pso) can be read"
_NUMBER: Final = 4  # bytes
_SHORTEST_SAV: Final = 38 * _NUMBER  # 18 numbers, and two for each column


def read_game(content: bytes) -> Game:
    """The game in a file that another program has saved, with its moves.

    Raises GameFormatError for a file of a program that is not known, for a damaged one, and for a game that
    our rules do not have.
    """
    if len(content) > LARGEST:
        raise GameFormatError(f"it has more than {LARGEST // 1024 // 1024} MiB, as no saved game has")
    head = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if head == b"<":
        from spider_cli.exchange.kpatience import read_kpatience

        return read_kpatience(content)
    if content[:1] == b"\x80" or b"PySolFC" in content[:40]:
        from spider_cli.exchange.pysolfc import read_pysolfc

        return read_pysolfc(content)
    raise GameFormatError(_refusal(content, head))


def _refusal(content: bytes, head: bytes) -> str:
    if not content or content.isspace():
        return f"is empty; {_KNOWN}"
    if content.startswith(b"RGMH"):
        return f"is a game of Windows 7, whose form is known to nobody here; {_KNOWN}"
    if _looks_like_sav(content):
        return (
            "looks like Spider.sav of Windows XP, which does not hold the cards of the stock and cannot "
            f"be read; {_KNOWN}"
        )
    if head in (b"{", b"s", b"#"):
        ours = "'spider show -f' reads a game file, 'spider new --layout' a layout"
        return f"is no game of another program; {ours}; {_KNOWN}"
    return f"is no game that is known; {_KNOWN}"


def _looks_like_sav(content: bytes) -> bool:
    """Whether it begins as that file is said to: whole numbers of four bytes, the first the number of suits,
    the third and fourth numbers of cards, the sixth the number of rows dealt."""
    if len(content) % _NUMBER or len(content) < _SHORTEST_SAV:
        return False
    numbers = [int.from_bytes(content[at : at + _NUMBER], "little") for at in range(0, 6 * _NUMBER, _NUMBER)]
    return numbers[0] in (1, 2, 4) and numbers[3] <= numbers[2] <= 104 and numbers[5] <= 5
