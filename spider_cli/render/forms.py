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
    from spider_cli.render.recordings import Recorder
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

    `name`: what `--as` takes. `help`: what is printed, in a few words. `function`: what draws a position, as
    `module:function` in this subpackage; the module is loaded when something is drawn. None: nothing does.
    `commands`: those that alone print it; none: every command that shows a position. `recording`: what makes
    a whole replay of it, written like `function`. `spoken`: whether it is made for the ear; then a step is
    told in words and the position is printed only when it is asked for.
    """

    name: str
    help: str
    function: str | None
    commands: tuple[str, ...] = ()
    recording: str | None = None
    spoken: bool = False

    @property
    def draw(self) -> Draw:
        """The function that draws it. There has to be a `function`."""
        assert self.function
        return cast("Draw", _loaded(self.function))

    @property
    def recorder(self) -> Recorder:
        """The function that records a replay in it. There has to be a `recording`."""
        assert self.recording
        return cast("Recorder", _loaded(self.recording))


def _loaded(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(import_module(f"spider_cli.render.{module}"), name)


_ENTRIES: Final = (
    Form("table", "ten columns, one row a card", "table:format_table"),
    Form("plain", "words, a column a line", "plain:format_plain", spoken=True),
    Form(
        "layout",
        "the text that 'new --layout' reads, face-down cards named",
        "forms:layout",
        commands=("show",),
    ),
    Form("svg", "a picture; it moves in a replay", "svg:format_svg", ("show", "replay"), "svg:record_svg"),
    Form("cast", "a recording of a terminal, asciicast 2", None, ("replay",), "asciicast:record_cast"),
)

#: Every form by its name.
FORMS: Final = {form.name: form for form in _ENTRIES}
#: What is printed if no form is asked for.
DEFAULT_FORM: Final = _ENTRIES[0].name


def layout(game: Game, style: Style, window: Window | None = None, marks: Marks = NO_MARKS, /) -> str:
    """The layout of the position."""
    return str(game.position)
