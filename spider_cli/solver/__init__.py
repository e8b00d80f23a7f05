"""A solver."""

from __future__ import annotations

from spider_cli.solver.limits import Limits, Progress, Result, Verdict
from spider_cli.solver.search import solve

__all__ = ["Limits", "Progress", "Result", "Verdict", "solve"]
