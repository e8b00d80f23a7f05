"""Many saved games: finding them, checking them, totals over them, and the history of a game file.

`collection` finds games in files, directories and streams, one at a time. `checking` plays one through and
says what came of it: a finding, with a summary if the game is good. `totals` adds summaries up.
`history` adds the games that `new` replaces to a file that `collection` can read.
"""
