"""The forms in which a position is printed: the choices of `--as`.

To add a form, write a function that takes what :class:`Draw` takes, and name it in an entry of `FORMS`.
Every command and the help take the form from there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from spider_cli.render.cells import NO_MARKS

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.render.cells import Marks
    from spider_cli.render.fitting import Window
    from spider_cli.render.style import Style


class Draw(Protocol):
    """Makes the text of a game, without a newline at the end.

    `window`: what the text has to fit, None where nothing limits it. `marks`: what may be marked.
    """

    def __call__(
        self, game: Game, style: Style, window: Window | None = None, marks: Marks = NO_MARKS, /
    ) -> str: ...


class Form(NamedTuple):
    """A form of output.

    `name`: what `--as` takes. `help`: what is printed, in a few words. `function`: what draws it, as
    `module:function` in this subpackage; the module is loaded when something is drawn. `only_show`: whether
    `spider show` alone prints it. `spoken`: whether it is made for the ear; then a step is told in words
    and the position is printed only when it is asked for.
    """

    name: str
    help: str
    function: str
    only_show: bool = False
    spoken: bool = False

    @property
    def draw(self) -> Draw:
        """The function that draws it."""
        module, _, name = self.function.partition(":")
        return cast("Draw", getattr(import_module(f"spider_cli.render.{module}"), name))


_ENTRIES: Final = (
    Form("table", "ten columns, one row a card", "table:format_table"),
    Form("plain", "words, a column a line", "plain:format_plain", spoken=True),
    Form(
        "layout", "the text that 'new --layout' reads, face-down cards named", "forms:layout", only_show=True
    ),
    Form("svg", "a picture", "svg:format_svg", only_show=True),
)

#: Every form by its name.
FORMS: Final = {form.name: form for form in _ENTRIES}
#: What is printed if no form is asked for.
DEFAULT_FORM: Final = _ENTRIES[0].name


def layout(game: Game, style: Style, window: Window | None = None, marks: Marks = NO_MARKS, /) -> str:
    """The layout of the position."""
    return str(game.position)
