"""Games of other programs: `spider import`, `spider export`, and the readers below them."""

from __future__ import annotations

import io
import json
import pickle
import time
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spider_cli import Game, GameFormatError, PositionError
from spider_cli.exchange.importing import read_game
from spider_cli.exchange.kpatience_file import format_kpatience
from spider_cli.exchange.plain_pickle import read_pickles
from spider_cli.exchange.solver_files import format_solvitaire, format_spidercardgame
from spider_cli.rules.cards import CARD_NAMES
from tests.commands import Spider
from tests.foreign_games import CLASSES, Piles, kpat_file, kpat_old_file, kpat_piles, pysol_file, pysol_piles
from tests.samples import GAMES, SavedGame, saved_game

KPAT = [name for name in GAMES if name.startswith("kpat")]
PYSOL = [name for name in GAMES if name.startswith("pysol")]
PYSOL_GAMES = {1: (269, "CCCC"), 2: (270, "CCHH"), 4: (11, "CSHD")}


def kpat_game(name: str) -> tuple[SavedGame, Piles, str]:
    saved = saved_game(name)
    piles = kpat_piles(saved["start"]["columns"], saved["start"]["stock"])
    return saved, piles, saved["seed"].removeprefix("kpat:")


def kpat_sample(steps: int = 40, **options: Any) -> str:
    """A short game of KPatience, as a file."""
    saved, piles, deal = kpat_game("kpat-4s-3")
    return kpat_file(deal, 4, piles, saved["steps"][:steps], **options)


def pysol_game(name: str) -> tuple[SavedGame, Piles, dict[str, Any]]:
    saved = saved_game(name)
    game, read_as = PYSOL_GAMES[saved["suits"]]
    columns, stock = saved["start"]["columns"], saved["start"]["stock"]
    if saved["suits"] < 4:  # PySolFC plays with clubs where we play with spades
        columns, stock = [column.replace("S", "C") for column in columns], stock.replace("S", "C")
    number = saved["seed"].removeprefix("pysol:")
    seed = int(number[2:]) | 1 << 1000 if number.startswith("ms") else int(number)
    return saved, pysol_piles(columns, stock, read_as), {"game": game, "seed": seed}


def pysol_sample(steps: int = 30, **options: Any) -> bytes:
    """A short game of PySolFC, as a file."""
    saved, piles, facts = pysol_game("pysol-2s-230")
    return pysol_file(piles, saved["steps"][:steps], **{**facts, **options})


def refusal(content: bytes | str) -> str:
    with pytest.raises(GameFormatError) as caught:
        read_game(content.encode() if isinstance(content, str) else content)
    assert str(caught.value).isprintable()
    return str(caught.value)


# --- KPatience ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KPAT)
def test_a_whole_game_of_kpatience_is_read(name: str) -> None:
    saved, piles, deal = kpat_game(name)
    game = read_game(kpat_file(deal, saved["suits"], piles, saved["steps"]).encode())
    assert list(map(str, game.steps)) == saved["steps"]
    assert (game.seed, game.suits, game.relaxed) == (saved["seed"], saved["suits"], True)
    assert game.is_won


def test_undone_states_of_kpatience_are_undone_steps() -> None:
    game = read_game(kpat_sample(40, current=33).encode())
    assert (game.step_count, game.undone_count, game.undos) == (33, 7, 0)
    assert [*game.steps, *game.undone_steps] == list(
        Game.loads(json.dumps(game_data(saved_game("kpat-4s-3")))).steps[:40]
    )


def game_data(saved: SavedGame) -> dict[str, object]:
    """What a game file with a sample game holds."""
    return {"format": "spider-game", "version": 1, "redo": [], "undos": 0, **saved}


def test_another_start_than_the_number_deals_has_no_seed() -> None:
    saved, piles, _ = kpat_game("kpat-4s-3")
    game = read_game(kpat_file("4", 4, piles, saved["steps"][:3]).encode())
    assert (game.seed, game.step_count) == (None, 3)


@pytest.mark.parametrize(
    ("suits", "kind", "options"), [(1, 14, ""), (2, 15, ""), (4, 16, ""), (4, 17, ""), (2, 17, "2")]
)
def test_the_older_form_of_kpatience_gives_the_position(suits: int, kind: int, options: str) -> None:
    saved, piles, deal = kpat_game(f"kpat-{suits}s-1")
    game = read_game(kpat_old_file(deal, kind, piles, options).encode())
    assert (game.seed, game.suits, game.step_count) == (saved["seed"], suits, 0)
    for step in saved["steps"]:
        piles.do(step)
        piles.turned()
        while piles.complete() is not None:
            piles.turned()
        if step == "deal":
            break
    played = Game.loads(json.dumps(game_data(saved)))
    game = read_game(kpat_old_file(deal, kind, piles, options).encode())
    assert game.seed is None
    assert game.position.columns == played.rewound(saved["steps"].index("deal") + 1).position.columns


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game-type="spider"', 'game-type="klondike"', "a game of 'klondike', not of spider"),
        ('options="4"', 'options="3"', "a game with 3 suits, which only KPatience has; "),
        ('options="4"', 'options="5"', "'5' is not a number of suits; it is 1, 2 or 4"),
        ('options="4"', 'options="2"', "no game can begin so: "),
        ('pile="stack0"', 'pile="waste"', ": 'waste' is no pile"),
        ('position="0"', 'position="x"', "line 4: position: 'x' is not a whole number"),
        ('rank="ten"', 'rank="eleven"', "rank: 'eleven' is not known"),
        ("<state", "<stat", "not XML: mismatched tag"),
        ("</kpat-game>", "", "not XML: no element found"),
        ("kpat-game", "game", "not XML: mismatched tag"),
        (' <state game', " <move/> <state game", "<move> has no place here"),
        ('<?xml version="1.0" encoding="UTF-8"?>', '<?xml version="1.0" encoding="no"?>', "not XML"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_of_kpatience_is_named(old: str, new: str, message: str) -> None:
    assert message in refusal(changed(kpat_sample(3), old, new))


def test_a_move_that_the_rules_do_not_have_is_named() -> None:
    saved, piles, deal = kpat_game("kpat-4s-3")
    legal = {str(move) for move in Game.new(suits=4, seed=saved["seed"]).legal_moves()}
    illegal = next(
        f"{a} {b} 1" for a in range(1, 11) for b in range(1, 11) if a != b and f"{a} {b} 1" not in legal
    )
    message = refusal(kpat_file(deal, 4, piles, [illegal]))
    assert message.startswith(f"state 1: {illegal} is not legal: ")


def test_a_document_that_declares_entities_is_refused() -> None:
    bomb = "".join([f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 30)])
    text = f'<!DOCTYPE kpat-game [<!ENTITY a0 "ha">{bomb}]><kpat-game game-type="&a29;"/>'
    assert "declares entities" in refusal(text)
    assert "declares entities" in refusal('<!DOCTYPE kpat SYSTEM "file:///etc/passwd"><dealer id="17"/>')


def test_deep_and_long_documents_are_refused() -> None:
    assert "more elements than a game, or deeper ones" in refusal("<kpat-game>" + "<state>" * 100_000)
    assert "more elements than a game" in refusal("<kpat-game>" + "<state/>" * 500_000)
    assert "8 MiB" in refusal("<" + "a" * 9_000_000)


# --- PySolFC ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PYSOL)
@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_a_whole_game_of_pysolfc_is_read(name: str, protocol: int) -> None:
    saved, piles, facts = pysol_game(name)
    game = read_game(pysol_file(piles, saved["steps"], protocol=protocol, **facts))
    assert list(map(str, game.steps)) == saved["steps"]
    assert (game.seed, game.suits, game.relaxed) == (saved["seed"], saved["suits"], False)
    assert game.is_won


def test_undone_moves_of_pysolfc_are_undone_steps() -> None:
    saved, piles, facts = pysol_game("pysol-1s-4")
    game = read_game(pysol_file(piles, saved["steps"][:50], undone=saved["steps"][50:60], **facts))
    assert (game.step_count, game.undone_count, game.undos) == (50, 10, 0)
    assert list(map(str, (*game.steps, *game.undone_steps))) == saved["steps"][:60]


def test_relaxed_spider_is_relaxed() -> None:
    start = Game.new(suits=4, seed="pysol:ms24").record().start
    position = Game.new(suits=4, seed="pysol:ms24").position
    assert start.columns == position.columns
    lines = dict(line.split(": ", 1) for line in str(position).splitlines())
    piles = pysol_piles([lines[str(n)] for n in range(1, 11)], lines["stock"])
    game = read_game(pysol_file(piles, [], game=10, seed=24))
    assert (game.seed, game.suits, game.relaxed) == ("pysol:ms24", 4, True)


def test_a_game_dealt_by_hand_has_no_seed() -> None:
    assert read_game(pysol_sample(seed=3 << 999)).seed is None
    assert read_game(pysol_sample(seed=77)).seed is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": 8}, "game number 8 of PySolFC, which is not Spider; that is 10, 11, 269 or 270"),
        ({"extra": CLASSES["AShuffleStackMove"]()}, "'pysollib.move.AShuffleStackMove', which is not"),
        ({"extra": print}, "print', which is not plain data"),
        ({"extra": {1, 2}, "protocol": 4}, "the pickle does EMPTY_SET, which plain data needs not"),
        ({"extra": 1 << 2000}, "it holds a number that no saved game has"),
        ({"extra": {(1, 2): 3}}, "a key of a dictionary is neither a text nor a number"),
    ],
)  # fmt: skip
def test_what_a_file_of_pysolfc_may_not_hold_is_named(options: dict[str, Any], message: str) -> None:
    assert message in refusal(pysol_sample(3, **options))


class Evil:
    """Runs a program when Python's own pickle reads it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, ("raise SystemExit('it was run')",)


def test_nothing_in_a_pickle_is_run() -> None:
    for protocol in range(6):
        content = pickle.dumps("PySolFC", protocol) + pickle.dumps(Evil(), protocol)
        assert "exec', which is not plain data" in refusal(content)
    assert "is not plain data" in refusal(b"\x80\x02cos\nsystem\n(S'ls'\ntR.")


def test_a_file_of_python_2_is_read() -> None:
    """Old classes, made by OBJ and INST, with texts of eight bits."""
    old = b"(ipysollib.mfxutil\nStruct\np0\n(dp1\nS'history'\np2\n(lp3\nsS'index'\np4\nI7\nsb."
    (value,) = read_pickles(old, {"pysollib.mfxutil.Struct"})
    assert (value.name, value.attributes) == ("Struct", {"history": [], "index": 7})
    obj = b"(cpysollib.mfxutil\nStruct\nq\x00oq\x01}q\x02U\x05indexq\x03K\x07sb."
    (value,) = read_pickles(obj, {"pysollib.mfxutil.Struct"})
    assert value.attributes == {"index": 7}


def test_the_memo_goes_on_from_pickle_to_pickle() -> None:
    shared = ["a"]
    file = io.BytesIO()
    pickler = pickle.Pickler(file, 4)
    pickler.dump(shared)
    pickler.dump([shared, None, True, 1.5, b"x", {"k": (1, 2, 3, 4)}])
    first, second = read_pickles(file.getvalue(), ())
    assert second[0] is first
    assert second == [["a"], None, True, 1.5, b"x", {"k": (1, 2, 3, 4)}]


def test_a_file_that_was_cut_off_is_refused() -> None:
    content = pysol_sample(5)
    for length in range(1, len(content), 97):
        assert refusal(content[:length])


def test_a_hostile_pickle_takes_bounded_memory_and_time() -> None:
    head = b"\x80\x04\x8c\x07PySolFC."
    hostile = [
        head + b"\x80\x04" + b"(" * 2_000_000 + b".",
        head + b"\x80\x04" + b"]" * 1_000_000 + b"a" * 999_999 + b".",
        head + b"\x80\x04]\x94" + b"(h\x00h\x00h\x00h\x00e" * 200_000 + b".",
        head + b"N." * 900_000,
        head + b"\x80\x04\x8e" + (2**62).to_bytes(8, "little"),
        head + b"I" + b"9" * 1_000_000 + b"\n.",
        head + b"\x80\x04" + b"N\x94" * 1_000_000 + b".",
    ]
    tracemalloc.start()
    begin = time.process_time()
    try:
        for content in hostile:
            assert refusal(content)
        assert tracemalloc.get_traced_memory()[1] < 150 * 1024 * 1024
    finally:
        tracemalloc.stop()
    assert time.process_time() - begin < 60  # tracing takes most of it


# --- other files --------------------------------------------------------------------------------------


@given(st.binary(max_size=60))
def test_any_bytes_are_refused(data: bytes) -> None:
    refusal(data)
    refusal(b"\x80\x04" + data)
    refusal(b"<" + data)


#: What Windows XP writes: numbers of four bytes, the suits first.
SPIDER_SAV = b"".join(
    [
        number.to_bytes(4, "little")
        for number in (4, 1234, 54, 54, 0, 0, *[0] * 12, *[6, 5, *range(6)] * 10, 0)
    ]
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (SPIDER_SAV, "looks like Spider.sav of Windows XP, which does not hold the cards of the stock"),
        (b"RGMH" + bytes(100), "is a game of Windows 7"),
        (b'{"format": "spider-game"}', "is no game of another program; 'spider show -f' reads a game file"),
        (b"suits: 1\n1: KS\n", "'spider new --layout' a layout"),
        (b"hello", "is no game that is known; games of KPatience (XML) and of PySolFC (.pso) can be read"),
        (b"<svg/>", "<svg> is not the beginning of a game of KPatience"),
    ],
)  # fmt: skip
def test_other_files_are_refused_by_their_names(content: bytes, message: str) -> None:
    assert message in refusal(content)


# --- what is written ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_for_kpatience_is_read_back(name: str) -> None:
    game = Game.loads(json.dumps(game_data(saved_game(name))))
    game.undo(9)
    again = read_game(format_kpatience(game).encode())
    assert (again.steps, again.undone_steps) == (game.steps, game.undone_steps)
    assert again.position[:4] == game.position[:4]
    assert again.seed == (game.seed if name in KPAT else None)


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_the_numbers_of_cards_are_those_of_kpatience(suits: int) -> None:
    """Each of the 104 that the program makes, and no other."""
    text = format_kpatience(Game.new(suits=suits, seed="kpat:5"))
    found = [int(part.split('"')[0]) for part in text.split('<card id="')[1:]]
    pack = {1: (3, 3, 3, 3), 2: (2, 3, 2, 3), 4: (0, 1, 2, 3)}[suits]
    made = [(copy * 52 + place * 13 + rank - 1) * 65536 + suit * 256 + rank
            for copy in range(2) for place, suit in enumerate(pack) for rank in range(1, 14)]  # fmt: skip
    assert sorted(found) == sorted(made)


def test_a_layout_with_foundations_is_written_for_kpatience() -> None:
    game = Game.loads(json.dumps(game_data(saved_game("kpat-4s-3"))))
    late = Game(game.rewound(game.step_count - 12).position)
    assert late.position.foundations
    again = read_game(format_kpatience(late).encode())
    assert again.position.columns == late.position.columns
    assert sorted(again.position.foundations) == sorted(late.position.foundations)


def read_solvitaire(text: str) -> tuple[list[list[tuple[str, bool]]], list[str], list[str]]:
    """As Solvitaire reads it: numbers or letters, and a small letter for the suit of a face-down card."""
    figures = {"A": "A", "10": "T", "J": "J", "Q": "Q", "K": "K"} | {str(n): str(n) for n in range(2, 10)}

    def card(name: str) -> str:
        return figures[name[:-1]] + name[-1].upper()

    data = json.loads(text)
    assert set(data) <= {"tableau piles", "stock", "foundations"}
    assert len(data["tableau piles"]) == 10
    piles = [[(card(name), name[-1].islower()) for name in pile] for pile in data["tableau piles"]]
    runs = data.get("foundations", [])
    assert len(runs) in (0, 8)
    assert all([name[:-1] for name in run] == [*"A23456789", "10", *"JQK"] for run in runs if run)
    return piles, [card(name) for name in reversed(data["stock"])], [run[0][-1] for run in runs if run]


def expected(game: Game) -> tuple[list[list[tuple[str, bool]]], list[str]]:
    position = game.position
    columns = [
        [(CARD_NAMES[card], index < column[0]) for index, card in enumerate(column[1:])]
        for column in position.columns
    ]
    return columns, [CARD_NAMES[card] for card in position.stock]


@pytest.mark.parametrize("back", [1000, 60, 25])
def test_what_is_written_for_solvitaire(back: int) -> None:
    game = Game.loads(json.dumps(game_data(saved_game("kpat-4s-3"))))
    game.undo(back)
    columns, stock, runs = read_solvitaire(format_solvitaire(game))
    assert (columns, stock) == expected(game)
    assert runs == ["SHDC"[suit] for suit in game.position.foundations]


def test_solvitaire_cannot_be_given_two_runs_of_a_suit() -> None:
    game = Game.loads(json.dumps(game_data(saved_game("kpat-1s-1"))))
    with pytest.raises(
        PositionError, match="cannot hold two complete runs of spades; --at N takes an earlier"
    ):
        format_solvitaire(game)


@pytest.mark.parametrize("back", [1000, 40, 0])
def test_what_is_written_for_spidercardgame(back: int) -> None:
    game = Game.loads(json.dumps(game_data(saved_game("kpat-4s-3"))))
    if back:
        game.undo(back)
    runs, over, *lines = format_spidercardgame(game).split("\n")
    assert (int(runs), over) == (len(game.position.foundations), str(game.is_won))
    piles = [
        [] if line == "empty" else [tuple(map(int, card.split())) for card in line.split(",")]
        for line in lines
    ]
    named = [
        [("A23456789TJQK"[card % 13] + "SHCD"[card // 13], down == 1) for card, down in pile]
        for pile in piles
    ]
    columns, stock = expected(game)
    assert named == [[(name, True) for name in reversed(stock)], *columns]


# --- the commands -------------------------------------------------------------------------------------


def test_import_puts_the_game_into_the_file(spider: Spider) -> None:
    (spider.directory / "game.kpat").write_text(kpat_sample(40, current=33), encoding="utf-8")
    told = spider.did("import game.kpat")
    assert told.startswith("seed kpat:3: 4 suits, 33 steps played, 7 more undone\n")
    assert Game.load(spider.path).step_count == 33
    spider.did("redo 7 -q")
    assert "holds a game in play" in spider.refused("import game.kpat", code=1)
    spider.did("import game.kpat --force -q")
    assert spider.did("games").count("seed kpat:3") == 1


def test_import_reads_standard_input(spider: Spider) -> None:
    assert "pysol:ms230" in spider("import -", stdin=pysol_sample(4)).out


def test_a_refused_import_changes_nothing(spider: Spider) -> None:
    spider.did("new -q --seed 1")
    before = spider.path.read_bytes()
    (spider.directory / "a.pso").write_bytes(pysol_sample(4)[:-40])
    assert spider.refused("import a.pso", code=3).startswith("a.pso: byte ")
    assert "no such file" in spider.refused("import none.pso", code=3)
    assert spider.path.read_bytes() == before


def test_export_prints_what_import_reads(spider: Spider) -> None:
    spider.did("new -q --suits 2 --seed kpat:9")
    spider.did("deal -q")
    text = spider.did("export kpatience")
    (spider.directory / "a.kpat").write_text(text, encoding="utf-8")
    assert "seed kpat:9: 2 suits, 1 step played\n" in spider.did("import a.kpat -f b.json")
    assert json.loads(spider.did("export solvitaire --at 0"))["stock"]
    assert "only 1 step" in spider.refused("export solvitaire --at 2", code=2)
    assert "--json" in spider.refused("export solvitaire --json", code=2)
    spider.refused("export windows", code=2)
