"""`python -m spider_cli` is the command `spider`."""

from spider_cli.cli import main

main()
