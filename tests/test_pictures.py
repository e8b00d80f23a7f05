"""Positions as SVG and as HTML: well formed, complete, in need of nothing; no hidden card is named."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from spider_cli import Game
from spider_cli.render.html import position_html
from spider_cli.render.style import Style
from spider_cli.render.svg import format_svg
from spider_cli.render.themes import PAINTS, THEME_NAMES, web_color
from spider_cli.rules.cards import RANKS, SUITS, card_name
from spider_cli.rules.columns import face_up
from spider_cli.rules.position import Position
from tests.samples import DATA, LAYOUTS, layout
from tests.test_cli_show import named
from tools.pictures import PICTURES, pictures

SVG = "{http://www.w3.org/2000/svg}"


def games() -> list[Game]:
    played = Game.load(DATA / "games" / "kpat-4s-7.json")
    return [*[played.rewound(steps) for steps in (0, 5, 60, 100, 159)], *map(Game, map(layout, LAYOUTS))]


@pytest.fixture(params=range(13))
def game(request: pytest.FixtureRequest) -> Game:
    """Each of them."""
    number: int = request.param
    return games()[number]


def seen(position: Position) -> list[str]:
    """The face-up cards, column by column."""
    return [card_name(card) for column in position.columns for card in face_up(column)]


# --- SVG ------------------------------------------------------------------------------------------------


def drawn(picture: ElementTree.Element) -> list[str]:
    """The cards of a picture that lie in columns, in the order in which they are drawn."""
    cards = []
    for group in picture.iter(f"{SVG}g"):
        used = [use.attrib["href"] for use in group.iter(f"{SVG}use")]
        ranks = [name[2:] for name in used if name.startswith("#g")]
        suits = {SUITS[int(name[2:])] for name in used if name.startswith("#s")}
        if "scale(0.6)" in ElementTree.tostring(group, encoding="unicode"):
            continue  # a foundation
        (rank,), (suit,) = ranks, suits
        cards.append(rank + suit)
    return cards


def test_the_picture_shows_every_face_up_card_and_no_other(game: Game) -> None:
    picture = ElementTree.fromstring(format_svg(game, Style()))
    assert drawn(picture) == seen(game.position)
    backs = [each for each in picture.iter(f"{SVG}rect") if each.attrib["class"] == "back"]
    assert len(backs) == sum(column[0] for column in game.position.columns) + game.position.rows_left()
    assert named(picture.findtext(f"{SVG}desc") or "") <= set(seen(game.position))
    assert picture.findtext(f"{SVG}title") == f"Spider: score {game.score}, {game.status}"


def test_everything_lies_within_the_picture(game: Game) -> None:
    picture = ElementTree.fromstring(format_svg(game, Style()))
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    assert picture.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    for each in picture.iter(f"{SVG}rect"):
        left, top, wide, high = (float(each.attrib[name]) for name in ("x", "y", "width", "height"))
        assert 0 <= left <= left + wide <= width
        assert 0 <= top <= top + high <= height


@pytest.mark.parametrize("theme_name", THEME_NAMES)
def test_the_picture_needs_no_font_and_no_other_file(theme_name: str) -> None:
    text = format_svg(games()[3], Style(theme_name=theme_name))
    picture = ElementTree.fromstring(text)
    assert not list(picture.iter(f"{SVG}text"))
    assert "font" not in text
    assert text.replace('xmlns="http://www.w3.org/2000/svg"', "").find("http") == -1
    defined = {each.attrib["id"] for each in picture.iter(f"{SVG}path")}
    assert {use.attrib["href"][1:] for use in picture.iter(f"{SVG}use")} <= defined
    assert {f"g{rank}" for rank in RANKS} | {f"s{suit}" for suit in range(4)} <= defined
    assert "prefers-color-scheme:dark" in text
    for paint in PAINTS[theme_name]:
        assert all(web_color(ink) in text for ink in paint.inks)


def test_the_pictures_in_docs_are_those_that_are_made_now() -> None:
    """`make docs` makes them again."""
    made = pictures()
    there = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.iterdir()}
    assert made.keys() == there.keys()
    assert [name for name in made if made[name] != there[name]] == []


def test_colours_of_the_256_as_pages_write_them() -> None:
    assert [web_color(number) for number in (16, 160, 231, 232, 255)] == [
        "#000000",
        "#d70000",
        "#ffffff",
        "#080808",
        "#eeeeee",
    ]


# --- HTML -----------------------------------------------------------------------------------------------


def test_the_html_shows_every_face_up_card_and_no_other(game: Game) -> None:
    position = game.position
    table = ElementTree.fromstring(position_html(position))
    rows = [[cell.text or "" for cell in row] for row in table.iter("tr")]
    assert rows[0] == [str(number) for number in range(1, 11)]
    for number, column in enumerate(position.columns):
        cells = [row[number] for row in rows[1:] if row[number]]
        if len(column) == 1:
            assert cells == ["--"]
            continue
        assert cells[: column[0]] == ["▒▒"] * column[0]
        shown = [
            cell.replace("10", "T").translate(str.maketrans("♠♥♦♣", SUITS)) for cell in cells[column[0] :]
        ]
        assert shown == [card_name(card) for card in face_up(column)]
    caption = table.findtext("caption") or ""
    assert re.match(r"[0-5] rows? left, foundations [0-8]/8( [♠♥♦♣]+)?$", caption)
