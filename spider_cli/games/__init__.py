"""A game: its start, the steps played from there, and its file as text.

What a start is called: `seeds` reads and checks the names, `starts` deals what they name.

How a game goes on: `timeline` holds the played steps, and the positions they lead to. `marks` are names of
steps, `times` are times as text. `arguments` checks what callers of the library give. `game` puts these
together: it plays, takes back, goes to a step.

What is written of it: `strict_json` reads JSON that nobody can make huge or ambiguous, `file_keys` says what
a key is, and `record` has the keys of the game file. `state` is what a player may know, for `--json`. Nothing
here opens a file but `Game.load` and `Game.save`, which leave it to `spider_cli.files`.
"""
