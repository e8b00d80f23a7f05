"""The forms of output: each is one entry that every command uses; options, variables, contradictions."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from spider_cli import Game, Position
from spider_cli.cli.replies import TextReplies
from spider_cli.cli.saver import Saver
from spider_cli.cli.session import Session
from spider_cli.render import forms
from spider_cli.render.cells import NO_MARKS, Marks
from spider_cli.render.fitting import Window
from spider_cli.render.forms import FORMS, Form
from spider_cli.render.style import CLEAR_SCREEN, Style
from spider_cli.script.question_words import ShowCommand
from spider_cli.script.vocabulary import Outcome
from tests import processes
from tests.commands import Spider
from tests.samples import DATA, layout
from tests.screens import Screen
from tests.test_pictures import SVG

SHOWING = ["show", "new --seed 2 --force", "move 2 3", "deal", "undo", "redo", "run", "replay", "play"]


@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.function])
def test_a_form_draws_any_position(form: Form) -> None:
    for game in (Game.new(suits=4, seed=1), Game(layout("one-move-from-winning"))):
        text = form.draw(game, Style())
        assert text
        assert not text.endswith("\n")


@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.function])
def test_show_prints_each_form_and_names_it_in_its_help(spider: Spider, form: Form) -> None:
    spider.did("new --seed 1 -q")
    assert spider.did(f"show --as {form.name}") == form.draw(spider.game(), Style(signs=True)) + "\n"
    assert f"{form.name}: {form.help}" in " ".join(spider.did("show --help").split())


def count_cards(game: Game, style: Style, window: Window | None = None, marks: Marks = NO_MARKS, /) -> str:
    """A form that is made for the test."""
    return f"{game.position.cards_on_table()} cards"


def test_a_new_form_costs_one_entry(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command that shows a position prints it; what `--as` takes is read from the entries too."""
    spider.did("new --seed 3 -q")
    monkeypatch.setattr(forms, "count_cards", count_cards, raising=False)
    monkeypatch.setitem(FORMS, "table", Form("table", "a number", "forms:count_cards"))
    for line, cards in [("show", 54), ("move 2 3", 54), ("deal", 64), ("undo", 54), ("redo", 64)]:
        assert spider.did(line).splitlines()[-1] == f"{cards} cards", line
    assert spider.did("replay").splitlines()[2::4] == ["54 cards", "54 cards", "64 cards"]
    saver = Saver(spider.game(), "spider.json", None)
    replies = TextReplies(saver, Session("spider.json").display, "", show_always=False)
    assert replies.done(1, b"show", ShowCommand(), Outcome()) == "64 cards"
    assert spider.did("new --seed 2 --force").splitlines()[1:] == ["54 cards"]


@pytest.mark.parametrize("line", SHOWING)
def test_every_command_that_shows_a_position_takes_a_form(spider: Spider, line: str) -> None:
    spider.did("new --seed 3 -q")
    if line == "redo":
        spider.did("deal -q")
    if line in ("undo", "redo"):
        spider.did(f"{'deal' if line == 'undo' else 'undo'} -q")
    before = spider.path.read_bytes()

    def printed(*words: str, env: dict[str, str] | None = None) -> str:
        spider.path.write_bytes(before)
        script = b"2 3\nshow\n" if line in ("run", "play") else b""
        result = processes.spider(*line.split(), *words, cwd=spider.directory, stdin=script, env=env)
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout

    table, words = printed("--as", "table"), printed("--as", "plain")
    assert words != table
    assert words.isascii()
    assert not any(sign in words for sign in "[]|#*")
    assert printed(env={"SPIDER_AS": "plain"}) == words
    assert printed("--as", "table", env={"SPIDER_AS": "plain"}) == table


def drawn_in(picture: ElementTree.Element) -> list[tuple[str | None, ...]]:
    """The signs of the cards in a picture, each with its look and its place."""
    signs = [(use.get("href"), use.get("class"), use.get("transform")) for use in picture.iter(f"{SVG}use")]
    return [sign for sign in signs if sign[1] != "page"]


def test_a_replay_as_a_moving_picture(spider: Spider) -> None:
    spider.put(Game.load(DATA / "games" / "kpat-4s-7.json").rewound(30))
    root = ElementTree.fromstring(spider.did("replay --as svg --delay 2"))
    moments = [group for group in root.findall(f"{SVG}g") if group.find(f"{SVG}title") is not None]
    assert len(moments) == 31
    assert [group.get("visibility") for group in moments] == ["visible", *["hidden"] * 30]
    (clock,) = root.findall(f"{SVG}animate")
    assert clock.get("dur") == "65s"
    turns = [group.find(f"{SVG}set") for group in moments]
    times = [(turn.get("begin"), turn.get("dur")) for turn in turns if turn is not None]
    assert times[0] == ("replay.begin+2s", "63s")
    assert times[1:-1] == [(f"replay.begin+{2 * number}s", "2s") for number in range(1, 30)]
    assert times[-1] == ("replay.begin+60s", "5s")  # it stays for three seconds more
    for number in (0, 1, 15, 30):
        alone = ElementTree.fromstring(spider.did(f"show --at {number} --as svg"))
        assert drawn_in(moments[number]) == drawn_in(alone)
    assert spider.refused("replay --as svg --step", code=2)


def test_a_replay_as_a_recording_of_a_terminal(spider: Spider) -> None:
    spider.put(Game.load(DATA / "games" / "kpat-4s-7.json"))
    head, *events = map(json.loads, spider.did("replay --as cast --delay 0.4").splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    assert [event[0] for event in events] == [round(0.4 * number, 3) for number in range(len(events))]
    *drawn, last = events
    assert len(drawn) == spider.game().step_count + 1
    assert last[1:] == ["o", ""]
    screen = Screen(24, 80)
    for number, (_, kind, text) in enumerate(drawn):
        assert kind == "o"
        screen.write(text)
        assert screen.lines[0].startswith(f"step {number} of " if number else "start: ")
        assert any("score " in row for row in screen.lines)
    assert any("\x1b[38;5;" in text and "♥" in text for _, _, text in drawn)


@pytest.mark.parametrize(("words", "env"), [("--no-color", {}), ("", {"NO_COLOR": "1"})])
def test_a_recording_without_colours(spider: Spider, words: str, env: dict[str, str]) -> None:
    spider.put(Game.load(DATA / "games" / "kpat-4s-7.json").rewound(3))
    _, *events = map(json.loads, spider.did(f"replay --as cast --ascii {words}", env=env).splitlines())
    for _, _, text in events[:-1]:
        assert text.isascii()
        assert "\x1b" not in text.removeprefix(CLEAR_SCREEN)


def test_only_show_prints_what_can_be_read_back(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    assert Position.parse(spider.did("show --as layout")) == spider.game().position
    assert "'layout' is not one of 'table', 'plain'" in spider.refused("deal --as layout", code=2)
    assert "SPIDER_AS" in spider.refused("deal", code=2, env={"SPIDER_AS": "layout"})


@pytest.mark.parametrize(
    "line", ["show --json --as layout", "show --as table --json", "deal --json --as plain"]
)
def test_json_and_a_form_contradict_each_other(spider: Spider, line: str) -> None:
    spider.did("new --seed 3 -q")
    assert "--json and --as both say how to print" in spider.refused(line, code=2)


def test_json_wins_over_a_taste(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    assert json.loads(spider.did("show --json", env={"SPIDER_AS": "plain"})) == spider.state()


def test_letters_and_theme_by_option_and_by_variable(spider: Spider) -> None:
    spider.did("new --seed 3 --suits 4 -q")
    signs, letters = spider.did("show"), spider.did("show --ascii")
    assert letters.isascii()
    assert not signs.isascii()
    assert spider.did("show", env={"SPIDER_ASCII": "1"}) == letters
    assert spider.did("show", env={"SPIDER_ASCII": ""}) == signs
    assert spider.did("show", env={"SPIDER_ASCII": "0"}) == signs
    assert spider.did("show --no-ascii", env={"SPIDER_ASCII": "1"}) == signs
    assert spider.did("show --ascii", env={"SPIDER_ASCII": "0"}) == letters
    assert "SPIDER_ASCII" in spider.refused("show", code=2, env={"SPIDER_ASCII": "perhaps"})
    mono, faces = spider.did("show --color --theme mono"), spider.did("show --color")
    assert mono != faces
    assert spider.did("show --color", env={"SPIDER_THEME": "mono"}) == mono
    assert spider.did("show --color --theme faces", env={"SPIDER_THEME": "mono"}) == faces
    assert "'blue' is not one of 'faces', 'ink', 'mono'" in spider.refused("show --theme blue", code=2)


# --- what is said ---------------------------------------------------------------------------------------


def test_the_table_says_that_too_few_cards_are_left_to_deal(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    assert "too few cards to deal" in spider.did("show")
    assert "too few cards left on the table (3) to deal ever again\n" in spider.did("show --as plain")
    spider.did("move 3 2 -q")
    said = "too few cards left on the table (3) to deal ever again: only undo helps"
    assert said in spider.did("show --as plain")
    assert "too few cards" not in spider.did("new --seed 1 --force")


def test_undo_is_named_where_there_is_a_step_to_undo(spider: Spider) -> None:
    spider.start_with("2C", "4D | AS", "4H", "6S", "8C", "TH", "TS", "8D", "6D")
    spider.did("move 2 1 -q")
    assert spider.refused("hint").endswith("no move and no deal is legal; only undo helps")
    stuck = spider.did("show --as layout")
    spider.did("new --layout - --force -q", stdin=stuck)
    assert spider.refused("hint").endswith("no move and no deal is legal")
    assert "undo" not in spider.did("show --as plain")
