"""Times as a game file holds them: UTC, to the second, as `2026-11-30T09:00:00Z`.

The module `datetime` could do this, but whoever uses the library alone would have to load it.
"""

from __future__ import annotations

from typing import Final

from spider_cli.errors import NotationError
from spider_cli.text import quoted

# What a time looks like: 0 stands for any digit.
_SHAPE: Final = "0000-00-00T00:00:00Z"

#: The same as a regular expression, for the schema. To read a time it is not needed: it would be compiled in
#: most commands.
TIME_PATTERN: Final = _SHAPE.replace("0", "[0-9]")

_DAYS_BEFORE: Final = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)  # each month
_EPOCH: Final = 719_528  # the number of 1970-01-01, as `_day_number` counts


def parse_time(text: str) -> int:
    """The seconds from 1970 to a time. Raises NotationError."""
    if _has_shape(text):
        year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
        hour, minute, second = int(text[11:13]), int(text[14:16]), int(text[17:19])
        if (
            1 <= month <= 12
            and 1 <= day <= _month_length(year, month)
            and hour < 24
            and minute < 60
            and second < 60
        ):
            return ((_day_number(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    raise NotationError(f"{quoted(text)} is not a time in UTC, as 2026-11-30T09:00:00Z", text)


def _has_shape(text: str) -> bool:
    return len(text) == len(_SHAPE) and all(
        char in "0123456789" if shape == "0" else char == shape
        for char, shape in zip(text, _SHAPE, strict=True)
    )


def _month_length(year: int, month: int) -> int:
    return _DAYS_BEFORE[month] - _DAYS_BEFORE[month - 1] + (month == 2 and _is_leap(year))


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _day_number(year: int, month: int, day: int) -> int:
    """The days from 1970-01-01 to a date of the Gregorian calendar."""
    past = year - 1 if month <= 2 else year  # the last year whose 29th of February may be over
    leap_days = past // 4 - past // 100 + past // 400 + 1  # the year 0 had one
    return year * 365 + leap_days + _DAYS_BEFORE[month - 1] + day - 1 - _EPOCH
