"""Figures of a study: what share of the games was won, how sure that is, how long it took."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Final

from spider_cli.studies.attempts import WON, limits_of, verdicts_of
from spider_cli.studies.results import settings_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spider_cli.studies.attempts import GameResult, Settings

#: The probability that an interval of `wilson` covers the true share.
CONFIDENCE: Final = 0.95


class Tally:
    """Takes in the results of one study, each game once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._won: dict[str, bool] = {}
        self._lengths: dict[str, int] = {}
        self._verdicts = dict.fromkeys(verdicts_of(settings.player), 0)
        self._seconds = array("d")
        self._scores = array("q")

    def __contains__(self, seed: str) -> bool:
        """Whether the game has been counted."""
        return seed in self._won

    def count(self) -> int:
        """How many games have been counted."""
        return len(self._won)

    def add(self, result: GameResult) -> None:
        """Count a game, unless it has been counted."""
        seed, verdict, score = result["seed"], result["verdict"], result.get("score")
        if seed in self._won:
            return
        self._won[seed] = verdict in WON
        self._verdicts[verdict] = self._verdicts.get(verdict, 0) + 1
        if result["seconds"] is not None:
            self._seconds.append(result["seconds"])
        if self._won[seed]:
            self._lengths[seed] = (result["moves"] or 0) + (result["deals"] or 0)
            if score is not None:
                self._scores.append(score)

    @property
    def won(self) -> dict[str, bool]:
        """Whether the game was won, for each seed."""
        return self._won

    @property
    def lengths(self) -> dict[str, int]:
        """Moves and deals of the game, for the seed of each that was won."""
        return self._lengths

    @property
    def scores(self) -> Sequence[int]:
        """The scores of the games won, as far as the results hold them."""
        return self._scores

    def figures(self) -> dict[str, Any]:
        """The figures, ready for JSON.

        `suits`, `relaxed`, `player`, `limits`: the settings. `games`: how many. `verdicts`: for each
        verdict that the player can give, and for `killed` if there is any, its number of `games`, their
        `share` (0 to 1), and the ends `low` and `high` of the interval for it (see `wilson`), None without
        games. `seconds`: time a game, `length`: moves and deals of the games won, `score`: theirs, each
        with `total`, `mean`, `min`, `q25`, `median`, `q75`, `q95`, `max`, or None if there is nothing.
        """
        settings, games = self.settings, self.count()
        return {
            "suits": settings.suits,
            "relaxed": settings.relaxed,
            "player": settings.player,
            "limits": limits_of(settings),
            "games": games,
            "verdicts": {verdict: _share(number, games) for verdict, number in self._verdicts.items()},
            "seconds": _spread(self._seconds),
            "length": _spread(self._lengths.values()),
            "score": _spread(self._scores),
        }


def tallies(results: Iterable[GameResult]) -> list[Tally]:
    """A tally for each of the settings among the results, in the order of their first."""
    by_settings: dict[Settings, Tally] = {}
    for result in results:
        settings = settings_of(result)
        by_settings.setdefault(settings, Tally(settings)).add(result)
    return list(by_settings.values())


def wilson(number: int, total: int) -> tuple[float, float]:
    """The ends of the 95 % interval for a share of which `number` of `total` (at least 1) were seen.

    The score interval of E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927), 209-212.
    """
    from statistics import NormalDist

    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = number / total
    middle = share + z * z / (2 * total)
    reach = z * (share * (1 - share) / total + (z / (2 * total)) ** 2) ** 0.5
    scale = 1 + z * z / total
    # At shares of 0 and 1 an end is that exactly, which rounding would miss.
    low = 0.0 if number == 0 else (middle - reach) / scale
    high = 1.0 if number == total else (middle + reach) / scale
    return low, high


def _share(number: int, games: int) -> dict[str, Any]:
    if not games:
        return {"games": number, "share": None, "low": None, "high": None}
    low, high = wilson(number, games)
    return {"games": number, "share": number / games, "low": low, "high": high}


def _spread(numbers: Iterable[float]) -> dict[str, float] | None:
    values = list(numbers)
    if not values:
        return None
    from statistics import quantiles

    # Twentieths, the smallest and the greatest value being the ends; one value alone stands for all.
    twentieths = quantiles(values if len(values) > 1 else [*values, *values], n=20, method="inclusive")
    spread = {
        "total": sum(values),
        "mean": sum(values) / len(values),
        "min": min(values),
        "q25": twentieths[4],
        "median": twentieths[9],
        "q75": twentieths[14],
        "q95": twentieths[18],
        "max": max(values),
    }
    return {name: round(value, 4) for name, value in spread.items()}
