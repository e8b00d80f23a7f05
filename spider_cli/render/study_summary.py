"""The summary of a study as text."""

from __future__ import annotations

from typing import Any

from spider_cli.text import counted

_COLUMNS = ("min", "q25", "median", "q75", "q95", "max", "mean")
_HEADS = ("min", "25 %", "median", "75 %", "95 %", "max", "mean")


def format_study(figures: dict[str, Any]) -> str:
    """The figures of `spider_cli.studies.tally.Tally` in a few lines."""
    lines = [f"{counted(figures['games'], 'game')}, {_settings(figures)}"]
    if figures["games"]:
        lines.append(f"  {'':<12}{'games':>8}{'share':>10}   95 % interval")
        lines += [_share_line(verdict, share) for verdict, share in figures["verdicts"].items()]
        lines.append(f"  {'':<12}" + "".join([f"{head:>8}" for head in _HEADS]))
        lines += [
            f"  {name:<12}" + "".join([f"{_short(spread[column]):>8}" for column in _COLUMNS])
            for name, spread in (("CPU seconds", figures["seconds"]), ("steps to win", figures["length"]))
            if spread
        ]
        lines.append(f"  {figures['seconds']['total']:.1f} CPU seconds in all")
    return "\n".join(lines)


def _settings(figures: dict[str, Any]) -> str:
    suits, limits = figures["suits"], figures["limits"]
    parts = [f"{counted(suits, 'suit')}{', relaxed' * figures['relaxed']}"]
    if figures["player"] == "hint":
        parts.append("hints followed to the end")
        parts += [] if limits["effort"] is None else [f"effort {limits['effort']}"]
    else:
        parts.append("solver")
        parts += [] if limits["seconds"] is None else [f"at most {limits['seconds']:g} s a game"]
        parts += [] if limits["nodes"] is None else [f"at most {counted(limits['nodes'], 'position')} a game"]
    return ", ".join(parts)


def _share_line(verdict: str, share: dict[str, Any]) -> str:
    low, high = (f"{100 * share[end]:.1f}" for end in ("low", "high"))
    return f"  {verdict:<12}{share['games']:>8}{100 * share['share']:>8.1f} %   {low} to {high} %"


def _short(value: float) -> str:
    """About three digits that count."""
    return f"{value:.0f}" if value >= 100 or isinstance(value, int) else f"{value:.3g}"
