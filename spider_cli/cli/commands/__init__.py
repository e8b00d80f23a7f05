"""The commands, a module each; none imports another. `spider_cli.cli.group` loads them."""
