"""The table fits the window: in every position the exposed cards are seen, on a terminal emulator too."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pyte.screens
import pytest

from spider_cli import Game
from spider_cli.cli import display as display_module
from spider_cli.cli.display import Display, Tastes
from spider_cli.render.cells import Cell, Marks, column_cells
from spider_cli.render.fitting import LEAST_HEIGHT, Window, filled, fitted, width, wrapped
from spider_cli.render.forms import FORMS
from spider_cli.render.sentences import step_report
from spider_cli.render.style import CLEAR_SCREEN, SIGNS, Style
from spider_cli.render.table import format_table
from spider_cli.render.themes import theme
from spider_cli.rules.columns import parse_column_cards
from spider_cli.rules.position import Position
from spider_cli.rules.steps import DEAL, Move
from tests.processes import TASTES, Terminal
from tests.samples import DATA, layout
from tests.screens import Screen
from tests.test_oracle import random_table

FACES = Style(signs=True, theme=theme("faces", 256), placed=True)
LETTERS = Style(marked=True)

FOUR_SUITS = ["kpat-4s-1", "kpat-4s-5", "kpat-4s-7"]


def cells(text: str) -> list[Cell]:
    return column_cells(parse_column_cards(text))


def drawn(folded: list[Cell]) -> str:
    """Cells in letters, one after the other."""
    return " ".join(Style().cell(cell).strip() for cell in folded)


# --- one column -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "text"),
    [
        (14, "## ## ## KS QS JS 10S 9S 4H 9C 8D 7C 6C 5C"),
        (13, "#3 KS QS JS 10S 9S 4H 9C 8D 7C 6C 5C"),
        (12, "#3 KS QS JS 10S 9S 4H 9C 8D 7C 6C 5C"),
        (11, "#3 KS :3 9S 4H 9C 8D 7C 6C 5C"),
        (10, "#3 KS :3 9S 4H 9C 8D 7C 6C 5C"),
        (9, "#3 :4 9S 4H 9C 8D 7C 6C 5C"),
        (7, "#3 :6 9C 8D 7C 6C 5C"),
        (4, "#3 :9 6C 5C"),
        (3, "#3 :10 5C"),
    ],
)
def test_what_tells_least_folds_first(height: int, text: str) -> None:
    column = cells("2S 2H 2D | KS QS JS TS 9S 4H 9C 8D 7C 6C 5C")
    assert drawn(fitted(column, height)) == text


def test_covered_cards_fold_before_those_that_can_move() -> None:
    column = cells("8H 7H 6H 5H 2S KS QS JS TS 9S 8S 7S")
    assert drawn(fitted(column, 11)) == "8H :2 5H 2S KS QS JS 10S 9S 8S 7S"
    assert drawn(fitted(column, 10)) == "8H :2 5H 2S KS :5 7S"


def test_stretches_in_order_of_rank_fold_after_those_of_one_suit() -> None:
    column = cells("8H 7S 6H 5S 2S KS QS JS TS 3D")
    assert drawn(fitted(column, 9)) == "8H 7S 6H 5S 2S KS :2 10S 3D"
    assert drawn(fitted(column, 8)) == "8H :2 5S 2S KS :2 10S 3D"


@pytest.mark.parametrize("seed", range(60))
def test_any_column_fits_any_height_and_keeps_its_exposed_card(seed: int) -> None:
    random = Random(seed)
    position = Position.parse(str(random_table(random, random.choice((1, 2, 4)), False)))
    for column in position.columns:
        whole = column_cells(column)
        for height in range(LEAST_HEIGHT, len(whole) + 2):
            folded = fitted(whole, height)
            assert len(folded) <= height
            assert folded[-1] == whole[-1]
            assert sum(cell.cards for cell in folded) == len(column) - 1
            if len(whole) <= height:
                assert folded == whole


# --- the table ------------------------------------------------------------------------------------------


def test_the_spare_line_goes_first() -> None:
    game = Game.new(suits=4, seed=1)
    full = format_table(game, FACES, Window(12, 80, 1)).splitlines()
    assert "" in full
    tight = format_table(game, FACES, Window(10, 80, 1)).splitlines()
    assert tight == [line for line in full if line]
    assert len(format_table(game, FACES, Window(9, 80, 1)).splitlines()) == 8


def test_what_has_changed_is_marked() -> None:
    game = Game.new(suits=4, seed=1)
    before = game.position
    move = game.move(*next(m for m in game.legal_moves() if m.target != m.source)[:2])
    lines = format_table(game, LETTERS, Window(40, 80), Marks(before)).splitlines()
    assert {int(number) for number in re.findall(r"\[(\d+)\]", lines[0])} == {move.source, move.target}
    turned = f"{LETTERS.card_name(game.position.columns[move.source - 1][-1])}*"
    assert "\n".join(lines).count("*") == 1
    assert any(line[6 * (move.source - 1) :].lstrip().startswith(turned) for line in lines)
    before = game.position
    game.deal()
    text = format_table(game, LETTERS, Window(40, 80), Marks(before))
    assert text.count("*") == 10
    assert "[" not in text
    assert "*" not in format_table(game, LETTERS, Window(40, 80))


def test_a_hint_is_marked_on_the_table() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    lines = format_table(game, LETTERS, Window(40, 80), Marks(hint=Move(1, 3, 2))).splitlines()
    assert re.findall(r"\[(\d+)\]", lines[0]) == ["1", "3"]
    assert [line[:4] for line in lines if line[3:4] == ">"] == [" 8S>", " 7S>"]
    assert "--<" in lines[1]
    assert ">" not in format_table(game, LETTERS, Window(40, 80), Marks(hint=DEAL))


def test_in_a_pipe_nothing_folds() -> None:
    game = Game(layout("three-cards-short-of-a-deal"))
    tallest = max(map(len, game.position.columns)) - 1
    assert len(format_table(game, Style()).splitlines()) == tallest + 2 + 1 + 2


@pytest.mark.parametrize(("rows", "columns"), [(6, 80), (24, 57), (2, 3), (1, 1)])
def test_a_window_that_is_too_small_is_told_so(rows: int, columns: int) -> None:
    words = format_table(Game.new(suits=4, seed=1), FACES, Window(rows, columns, 1))
    assert f"Thiswindowhas{rows}rowsof{columns}columns.Thetableneeds" in "".join(words.split())
    assert max(map(len, words.splitlines())) <= columns


def test_the_size_that_is_asked_for_is_enough() -> None:
    game = tall_game()
    words = " ".join(format_table(game, FACES, Window(2, 60, 3)).split("\n"))
    found = re.search(r"needs (\d+) rows of (\d+) columns", words)
    assert found
    rows, columns = map(int, found.groups())
    assert "needs" not in format_table(game, FACES, Window(rows, columns, 3))
    assert "needs" in format_table(game, FACES, Window(rows - 1, columns, 3))
    assert "needs" in format_table(game, FACES, Window(rows, columns - 1, 3))


# --- on a terminal --------------------------------------------------------------------------------------


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Standard output is a terminal of 256 colours."""
    for name in TASTES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(display_module, "_is_terminal", lambda stream: True)
    return monkeypatch


def set_window(patch: pytest.MonkeyPatch, rows: int, columns: int) -> None:
    patch.setattr(display_module, "_window_size", lambda stream: os.terminal_size((columns, rows)))


def tall_game() -> Game:
    """A game with a column of 25 cards."""
    return Game.load(DATA / "games" / "kpat-4s-7.json").rewound(130)


def assert_all_is_seen(screen: Screen, game: Game, words: str, prompt: str) -> None:
    """The numbers, every exposed card in its place and the last of its column, the status, the words."""
    lines = screen.lines
    numbers = "  1     2     3     4     5     6     7     8     9    10"
    assert lines.count(numbers) == 2, screen.text
    top = lines.index(numbers)
    end = lines.index(numbers, top + 1)
    for number, column in enumerate(game.position.columns):
        place = 6 * number
        seen = [part for line in lines[top + 1 : end] if (part := line[place : place + 3].strip())]
        exposed = FACES.card_name(column[-1]) if len(column) > 1 else "--"
        assert seen[-1] == exposed, screen.text
    around = " ".join([*lines[:top], *lines[end + 1 :]])
    for part in (
        f"score {game.score}",
        f"foundations {len(game.position.foundations)}/8",
        prompt,
        *words.split(),
    ):
        assert part in around, screen.text


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("name", FOUR_SUITS)
def test_every_position_of_a_game_is_seen_with_what_happened_and_the_prompt(
    on_terminal: pytest.MonkeyPatch, name: str, columns: int
) -> None:
    """As `play` prints it, in 24 rows."""
    set_window(on_terminal, 24, columns)
    whole = Game.load(DATA / "games" / f"{name}.json")
    game, display, screen = whole.rewound(0), Display(Tastes()), Screen(24, columns)
    for step in whole.steps:
        before = game.position
        game.play(step)
        report = step_report(before, step, game, display.wording)
        screen.write(f"{CLEAR_SCREEN}{display.page(game, before, below=report)}\nspider> ")
        assert_all_is_seen(screen, game, report, "spider>")


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize(
    ("words", "last", "said"),
    [
        (["show"], "", ""),
        (["move", "8", "7", "1"], "", "7♠ does not go on A♣ (column 7): nothing goes on an ace"),
        (["undo"], "", "took back 1 step"),
        (["replay", "--from", "130", "--step"], "leave", "step 130 of 130"),
        (["run", "script"], "", "took back 1 step"),
        (["play"], "spider> ", "the game goes on after 130 steps"),
    ],
)
def test_commands_fit_a_real_terminal(
    tmp_path: Path, words: list[str], last: str, said: str, columns: int
) -> None:
    """And the next prompt of the shell, which needs two lines."""
    path = tmp_path / "spider.json"
    tall_game().save(path)
    (tmp_path / "script").write_text("undo", encoding="utf-8")
    env = {"TERM": "xterm-256color"}
    with Terminal(*words, cwd=tmp_path, env=env, size=(24, columns)) as terminal:
        if last:
            terminal.wait_for(last)
        else:
            terminal.end()
    screen = Screen(24, columns)
    screen.write(terminal.screen if last else f"{terminal.screen}\n$")
    if "move" in words:
        assert said in " ".join(screen.text.split())
        return
    assert_all_is_seen(screen, Game.load(path), said, last.strip() or "$")


def test_a_refusal_at_the_prompt_leaves_the_table_on_the_screen(tmp_path: Path) -> None:
    tall_game().save(tmp_path / "spider.json")
    env = {"TERM": "xterm-256color"}
    with Terminal("play", cwd=tmp_path, env=env, size=(24, 80)) as terminal:
        for line in ("", "deal", "1 1", "what"):
            if line:
                terminal.type(f"{line}\r")
                terminal.wait_for(line)  # typed
            terminal.wait_for("spider> ")
        screen = Screen(24, 80)
        screen.write(terminal.screen)
    assert_all_is_seen(screen, tall_game(), "spider: 'what' is not a command", "spider>")


@pytest.mark.parametrize("rows", [40, 24, 16, 12])
def test_tall_columns_in_windows_of_any_height(on_terminal: pytest.MonkeyPatch, rows: int) -> None:
    set_window(on_terminal, rows, 80)
    display, screen = Display(Tastes()), Screen(rows, 80)
    for seed in range(12):
        game = Game(Position.parse(str(random_table(Random(seed), 4, False))))
        screen.write(f"{CLEAR_SCREEN}{display.page(game, below='What happened.')}\nspider> ")
        assert_all_is_seen(screen, game, "What happened.", "spider>")


def test_columns_stand_in_line_where_signs_are_wide(on_terminal: pytest.MonkeyPatch) -> None:
    narrow = pyte.screens.wcwidth
    on_terminal.setattr(pyte.screens, "wcwidth", lambda char: 2 if char in "♠♥♣▒" else narrow(char))
    game = Game.load(DATA / "games" / "kpat-4s-7.json").rewound(60)
    screen = Screen(40, 80)
    screen.write(format_table(game, FACES, Window(40, 80, 1)))
    for number, column in enumerate(game.position.columns):
        for row, card in enumerate(column[1:], start=1):
            shown = FACES.card_name(card) if row > column[0] else "▒▒"
            assert screen.cells(row, 6 * number, 5) == shown


@pytest.mark.parametrize("language", ["ja_JP.UTF-8", "zh_TW.UTF-8", "ko_KR.UTF-8"])
def test_letters_where_signs_may_be_wide_and_the_cursor_cannot_be_placed(
    on_terminal: pytest.MonkeyPatch, language: str
) -> None:
    on_terminal.setenv("NO_COLOR", "1")
    game = Game.new(suits=4, seed=1)
    assert not Display(Tastes()).drawn(game).isascii()
    on_terminal.setenv("LANG", language)
    assert Display(Tastes()).drawn(game).isascii()
    assert not Display(Tastes(letters=False)).drawn(game).isascii()
    on_terminal.delenv("NO_COLOR")
    assert not Display(Tastes()).drawn(game).isascii()


def test_words_of_a_position_are_not_broken_at_the_edge(on_terminal: pytest.MonkeyPatch) -> None:
    set_window(on_terminal, 24, 60)
    text = Display(Tastes(form="plain")).drawn(tall_game())
    assert max(map(len, text.splitlines())) <= 60
    assert " ".join(text.split()) == " ".join(FORMS["plain"].draw(tall_game(), Style()).split())


# --- words ----------------------------------------------------------------------------------------------


def test_words_are_never_broken_unless_they_are_longer_than_a_line() -> None:
    assert wrapped("moved 9S 8S 7S from column 1", 12) == ["moved 9S 8S", "7S from", "column 1"]
    assert wrapped("", 12) == [""]
    assert wrapped("abcdefgh", 3) == ["abc", "def", "gh"]
    assert filled(["score 1", "moves 2"], 16, "  ") == ["score 1  moves 2"]
    assert filled(["score 1", "moves 2"], 15, "  ") == ["score 1", "moves 2"]


def test_signs_count_as_wide_as_they_may_be() -> None:
    assert width("10♠ 9♦") == 7
    assert width(SIGNS) == 7
