"""Totals over many saved games, which are added one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spider_cli.saved.checking import Summary


class Totals:
    """Figures over all games and over those of each number of suits."""

    def __init__(self) -> None:
        self._all = _Group()
        self._by_suits: dict[int, _Group] = {}

    def add(self, game: Summary) -> None:
        """Add the next game. The order matters for the streaks alone."""
        self._all.add(game)
        self._by_suits.setdefault(game.suits, _Group()).add(game)

    def figures(self) -> dict[str, Any]:
        """The figures, ready for JSON.

        Keys: `games`, `won`, `stuck`, `unfinished` (numbers of games); `win_rate` (0 to 1); `score`
        with `best` and `mean` over all games (`all`) and over won ones (`won`); `moves` and `undos`
        with `total` and `mean` (a game); `streaks`: how many games in a row were won (`winning`) or
        not (`losing`), `current` and `longest`; `by_suits`: the same keys for each number of suits
        there is. What would be a mean or a best over no game is None.
        """
        by_suits = {str(suits): group.figures() for suits, group in sorted(self._by_suits.items())}
        return {**self._all.figures(), "by_suits": by_suits}


class _Group:
    def __init__(self) -> None:
        self._statuses = {"won": 0, "stuck": 0, "playing": 0}
        self._scores = _Scores(), _Scores()  # of all games, of won games
        self._moves = 0
        self._undos = 0
        self._winning = _Streak()
        self._losing = _Streak()

    def add(self, game: Summary) -> None:
        won = game.status == "won"
        self._statuses[game.status] += 1
        for scores in self._scores[: 1 + won]:
            scores.add(game.score)
        self._moves += game.moves
        self._undos += game.undos
        self._winning.add(won)
        self._losing.add(not won)

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
            "moves": {"total": self._moves, "mean": _mean(self._moves, games)},
            "undos": {"total": self._undos, "mean": _mean(self._undos, games)},
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


def _mean(total: int, games: int) -> float | None:
    return total / games if games else None
