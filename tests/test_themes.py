"""The colours hold: contrast on their ground, and differences for eyes of every kind.

Contrast is that of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Sight without one kind of
cone is simulated with the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), severity 1.0, as their supplement lists them:
https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/CVD_Simulation.html. They apply to linear RGB.
Differences are those of CIE 1976 (L*a*b*, D65).
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TypeAlias

import pytest

from spider_cli.render.themes import NO_COLORS, THEME_NAMES, Inks, Theme, theme

Colour: TypeAlias = tuple[float, float, float]  # red, green and blue: linear, from 0 to 1
Matrix: TypeAlias = tuple[Colour, Colour, Colour]

SIGHTS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (1, 1, 1)


def linear(*levels: int) -> Colour:
    """A colour of three levels from 0 to 255 (sRGB)."""
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in [level / 255 for level in levels]
    ]
    return red, green, blue


def numbered(number: int) -> Colour:
    """A colour of the 256 by its number, from 16: the cube of 6 by 6 by 6, then 24 greys."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return linear(grey, grey, grey)
    steps = (0, 95, 135, 175, 215, 255)
    cube = number - 16
    return linear(steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6])


def luminance(colour: Colour) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def times(matrix: Matrix, colour: Colour) -> Colour:
    red, green, blue = [sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix]
    return red, green, blue


def seen(colour: Colour, sight: str) -> Colour:
    red, green, blue = [min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], colour)]
    return red, green, blue


def lab(colour: Colour) -> Colour:
    to_xyz: Matrix = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = [
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in [value / full for value, full in zip(times(to_xyz, colour), white, strict=True)]
    ]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Colour, other: Colour) -> float:
    pairs = zip(lab(one), lab(other), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def ink(code: str) -> Colour:
    (number,) = re.findall(r"38;5;(\d+)", code)
    return numbered(int(number))


def ground(code: str) -> Colour:
    (number,) = re.findall(r"48;5;(\d+)", code)
    return numbered(int(number))


def smallest_difference(inks: list[Colour]) -> float:
    return min(
        difference(seen(one, sight), seen(other, sight))
        for one, other in combinations(inks, 2)
        for sight in SIGHTS
    )


def test_the_measures_are_those_that_are_published() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(linear(255, 0, 0), WHITE) == pytest.approx(3.998, abs=0.001)
    assert lab(linear(255, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    for sight in SIGHTS:  # grey is seen as grey by all
        assert difference(seen(linear(128, 128, 128), sight), linear(128, 128, 128)) < 0.1
    red, green = linear(205, 0, 0), linear(0, 205, 0)
    assert difference(red, green) > 100
    assert difference(seen(red, "deutan"), seen(green, "deutan")) < 70


@pytest.mark.parametrize("kind", ["movable", "covered"])
def test_faces_hold_on_their_ground(kind: str) -> None:
    codes: Inks = getattr(theme("faces", 256), kind)
    inks = [ink(code) for code in codes]
    assert min(contrast(ink(code), ground(code)) for code in codes) >= 4.5
    assert smallest_difference(inks) >= 25


def test_ink_can_be_read_on_dark_and_on_light_ground() -> None:
    """Spades have the terminal's own ink. No ink of the 256 has 4.6 on both black and white."""
    looks = theme("ink", 256)
    for codes in (looks.movable, looks.covered):
        inks = [ink(code) for code in codes[1:]]
        assert min(contrast(one, BLACK) for one in inks) >= 3.9
        assert min(contrast(one, WHITE) for one in inks) >= 3.9
        assert smallest_difference(inks) >= 25


@pytest.mark.parametrize("colors", [16, 256])
@pytest.mark.parametrize("name", THEME_NAMES)
def test_what_can_move_is_never_told_by_colour_alone(name: str, colors: int) -> None:
    looks = theme(name, colors)
    if looks.bold_tells:
        assert all(code.split(";")[0] == "1" for code in looks.movable)
        assert not any(code.split(";")[0] == "1" for code in looks.covered)
    assert looks.marked == "7"


@pytest.mark.parametrize("name", THEME_NAMES)
def test_a_terminal_of_16_colours_gets_no_code_of_256(name: str) -> None:
    assert not any(";5;" in code for code in codes_of(theme(name, 16)))


def test_mono_has_no_colour() -> None:
    assert set(codes_of(theme("mono", 256))) == {"", "1", "2", "7"}
    assert set(codes_of(NO_COLORS)) == {""}


def codes_of(looks: Theme) -> list[str]:
    return [*looks.movable, *looks.covered, looks.face_down, looks.marked]
