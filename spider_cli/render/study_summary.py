"""The summary of a study as text, and how two of them compare."""

from __future__ import annotations

from typing import Any

from spider_cli.text import counted, printable

_COLUMNS = ("min", "q25", "median", "q75", "q95", "max", "mean")
_HEADS = ("min", "25 %", "median", "75 %", "95 %", "max", "mean")

_PLAYERS = {"solve": "solver", "hint": "hints followed to the end"}


def format_study(figures: dict[str, Any]) -> str:
    """The figures of `spider_cli.studies.tally.Tally` in a few lines."""
    lines = [f"{counted(figures['games'], 'game')}, {format_settings(figures)}"]
    if figures["games"]:
        seconds = "CPU seconds" if figures["player"] in _PLAYERS else "seconds"
        lines.append(f"  {'':<12}{'games':>8}{'share':>10}   95 % interval")
        lines += [_share_line(verdict, share) for verdict, share in figures["verdicts"].items()]
        lines.append(f"  {'':<12}" + "".join([f"{head:>8}" for head in _HEADS]))
        lines += [
            f"  {name:<12}" + "".join([f"{_short(spread[column]):>8}" for column in _COLUMNS])
            for name, spread in (
                (seconds, figures["seconds"]),
                ("steps to win", figures["length"]),
                ("score, won", figures["score"]),
            )
            if spread
        ]
        if figures["seconds"]:
            lines.append(f"  {figures['seconds']['total']:.1f} {seconds} in all")
    return "\n".join(lines)


def format_comparison(figures: dict[str, Any]) -> str:
    """The figures of `spider_cli.studies.comparison.compared` in a few lines; there is at least one game."""
    won, difference = figures["won"], figures["difference"]
    sides = [figures["first"], figures["second"]]
    shares = [f"{100 * side['share']:.1f} %" for side in sides]
    low, high = (f"{100 * difference[end]:.1f}" for end in ("low", "high"))
    lines = [
        f"{counted(figures['games'], 'game')} that both have, {_deal(figures)}",
        *[
            f"  {name:<8}{_player(side)}; {counted(side['games'], 'game')} in all"
            for name, side in zip(("first", "second"), sides, strict=True)
        ],
        f"  {'':<12}{'second won':>12}{'second not':>12}",
        f"  {'first won':<12}{won['both']:>12}{won['first']:>12}",
        f"  {'first not':<12}{won['second']:>12}{won['neither']:>12}",
        f"  won: {shares[0]} and {shares[1]}; difference {100 * difference['share']:.1f} points, "
        f"95 % interval {low} to {high}",
    ]
    if won["both"]:
        medians = [f"{side['median_length']:g}" for side in sides]
        lines.append(
            f"  steps to win where both won: median {medians[0]} and {medians[1]}; "
            f"median difference {figures['length_difference']:g}"
        )
    return "\n".join(lines)


def format_settings(figures: dict[str, Any]) -> str:
    """What was done with each game."""
    return f"{_deal(figures)}, {_player(figures)}"


def _deal(figures: dict[str, Any]) -> str:
    return f"{counted(figures['suits'], 'suit')}{', relaxed' * figures['relaxed']}"


def _player(figures: dict[str, Any]) -> str:
    limits = figures["limits"]
    parts = [_PLAYERS.get(figures["player"]) or printable(figures["player"])]
    parts += [] if limits["effort"] is None else [f"effort {limits['effort']}"]
    parts += [] if limits["seconds"] is None else [f"at most {limits['seconds']:g} s a game"]
    parts += [] if limits["nodes"] is None else [f"at most {counted(limits['nodes'], 'position')} a game"]
    return ", ".join(parts)


def _share_line(verdict: str, share: dict[str, Any]) -> str:
    low, high = (f"{100 * share[end]:.1f}" for end in ("low", "high"))
    return f"  {verdict:<12}{share['games']:>8}{100 * share['share']:>8.1f} %   {low} to {high} %"


def _short(value: float) -> str:
    """About three digits that count."""
    return f"{value:.0f}" if value >= 100 or isinstance(value, int) else f"{value:.3g}"
