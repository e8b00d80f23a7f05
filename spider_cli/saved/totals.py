"""Totals over many saved games, which are added one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from spider_cli.saved.checking import Summary

#: The period of a game whose file says no time.
UNDATED: Final = "undated"


def week_of(game: Summary) -> str:
    """The week in which a game was last played, from Monday, as ISO 8601 numbers it: `2026-W49`."""
    from datetime import date

    if game.date is None:
        return UNDATED
    year, week, _ = date.fromisoformat(game.date).isocalendar()
    return f"{year}-W{week:02}"


def month_of(game: Summary) -> str:
    """The month in which a game was last played, as `2026-11`."""
    return UNDATED if game.date is None else game.date[:7]


#: What games can be counted by, besides the number of suits.
PERIODS: Final = {"week": week_of, "month": month_of}


class Totals:
    """Figures over all games, over those of each number of suits and, if wanted, of each period."""

    def __init__(self, by: str | None = None) -> None:
        """`by`: one of `PERIODS`."""
        self._all = _Group()
        self._by_suits: dict[int, _Group] = {}
        self._by = by
        self._by_period: dict[str, _Group] = {}
        self._problems: set[int] = set()
        self._solved: set[int] = set()

    def add(self, game: Summary) -> None:
        """Add the next game. The order matters for the streaks alone.

        A problem is counted as that, and not among the games.
        """
        if game.problem is not None:
            self._problems.add(game.problem)
            if game.solved:
                self._solved.add(game.problem)
            return
        self._all.add(game)
        self._by_suits.setdefault(game.suits, _Group()).add(game)
        if self._by:
            self._by_period.setdefault(PERIODS[self._by](game), _Group()).add(game)

    def figures(self) -> dict[str, Any]:
        """The figures, ready for JSON.

        Keys: `games`, `won`, `stuck`, `unfinished` (numbers of games); `win_rate` (0 to 1); `score`
        with `best` and `mean` over all games (`all`) and over won ones (`won`); `moves`, `undos`, `hints`
        and `seconds` (the time played) with `total` and `mean` (a game); `best`: the won game of the best
        score, with its `score`, `moves`, `seed` and `date`; `fewest_moves` of a won game; `first` and
        `last`: the days of the earliest and the latest game; `problems`: how many were tried (`tried`) and
        solved (`solved`); `streaks`: how many games in a row were won
        (`winning`) or not (`losing`), `current` and `longest`; `by_suits`: the same keys for each number
        of suits there is, and `by_week` or `by_month` for each period there is. What would be a mean or a
        best over no game, or a day that no file says, is None.
        """
        found = {
            **self._all.figures(),
            "problems": {"tried": len(self._problems), "solved": len(self._solved)},
            "by_suits": {str(suits): group.figures() for suits, group in sorted(self._by_suits.items())},
        }
        if self._by:
            periods = sorted(self._by_period.items())
            found[f"by_{self._by}"] = {period: group.figures() for period, group in periods}
        return found


class _Group:
    def __init__(self) -> None:
        self._statuses = {"won": 0, "stuck": 0, "playing": 0}
        self._scores = _Scores(), _Scores()  # of all games, of won games
        self._totals = {"moves": 0, "undos": 0, "hints": 0, "seconds": 0}
        self._best: Summary | None = None
        self._fewest_moves: int | None = None
        self._first: str | None = None
        self._last: str | None = None
        self._winning = _Streak()
        self._losing = _Streak()

    def add(self, game: Summary) -> None:
        won = game.status == "won"
        self._statuses[game.status] += 1
        for scores in self._scores[: 1 + won]:
            scores.add(game.score)
        for name in self._totals:
            self._totals[name] += getattr(game, name)
        if won:
            self._add_win(game)
        if game.date:
            self._first = min(self._first or game.date, game.date)
            self._last = max(self._last or game.date, game.date)
        self._winning.add(won)
        self._losing.add(not won)

    def _add_win(self, game: Summary) -> None:
        if self._best is None or game.score > self._best.score:
            self._best = game
        fewest = self._fewest_moves
        self._fewest_moves = game.moves if fewest is None else min(fewest, game.moves)

    def figures(self) -> dict[str, Any]:
        games, won = sum(self._statuses.values()), self._statuses["won"]
        all_scores, won_scores = self._scores
        return {
            "games": games,
            "won": won,
            "stuck": self._statuses["stuck"],
            "unfinished": self._statuses["playing"],
            "win_rate": _mean(won, games),
            "score": {"all": all_scores.figures(games), "won": won_scores.figures(won)},
            **{name: {"total": total, "mean": _mean(total, games)} for name, total in self._totals.items()},
            "best": _best_figures(self._best),
            "fewest_moves": self._fewest_moves,
            "first": self._first,
            "last": self._last,
            "streaks": {"winning": self._winning.figures(), "losing": self._losing.figures()},
        }


class _Scores:
    def __init__(self) -> None:
        self._best: int | None = None
        self._total = 0

    def add(self, score: int) -> None:
        self._best = score if self._best is None else max(self._best, score)
        self._total += score

    def figures(self, games: int) -> dict[str, int | float | None]:
        return {"best": self._best, "mean": _mean(self._total, games)}


class _Streak:
    def __init__(self) -> None:
        self._current = 0
        self._longest = 0

    def add(self, goes_on: bool) -> None:
        self._current = self._current + 1 if goes_on else 0
        self._longest = max(self._longest, self._current)

    def figures(self) -> dict[str, int]:
        return {"current": self._current, "longest": self._longest}


def _best_figures(game: Summary | None) -> dict[str, Any] | None:
    if game is None:
        return None
    return {"score": game.score, "moves": game.moves, "seed": game.seed, "date": game.date}


def _mean(total: int, games: int) -> float | None:
    return total / games if games else None
