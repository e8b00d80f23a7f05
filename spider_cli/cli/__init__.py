"""The command `spider`: a Click group whose commands are loaded when they are asked for."""

from __future__ import annotations

from spider_cli.cli.group import main

__all__ = ["main"]
