"""Many saved games: finding them, checking them, totals over them, and the history of a game file."""
