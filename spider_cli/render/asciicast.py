"""A replay as a recording of a terminal: an asciicast of version 2, which asciinema plays.

The format: one JSON object in the first line, then `[seconds, "o", text]` for each piece of output. It is
described at https://docs.asciinema.org/manual/asciicast/v2/.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from spider_cli.render.cells import Marks
from spider_cli.render.fitting import Window, wrapped
from spider_cli.render.style import CLEAR_SCREEN
from spider_cli.render.table import format_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spider_cli.render.recordings import Moment
    from spider_cli.render.style import Style

_ROWS: Final = 24
_COLUMNS: Final = 80


def record_cast(moments: Iterable[Moment], style: Style, delay: float) -> Iterator[str]:
    """The lines of the recording: what a terminal of 24 rows of 80 columns shows."""
    size = {"width": _COLUMNS, "height": _ROWS}
    yield json.dumps({"version": 2, **size, "title": "Spider", "env": {"TERM": "xterm-256color"}})
    seconds = 0.0
    for moment in moments:
        yield json.dumps([round(seconds, 3), "o", CLEAR_SCREEN + _screen(moment, style)])
        seconds += delay
    yield json.dumps([round(seconds, 3), "o", ""])  # or the last moment would not be seen


def _screen(moment: Moment, style: Style) -> str:
    title = wrapped(moment.title, _COLUMNS)
    window = Window(_ROWS, _COLUMNS, len(title))
    table = format_table(moment.game, style, window, Marks(moment.before))
    return "\r\n".join([*title, *table.split("\n")])
