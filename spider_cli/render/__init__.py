"""Games as text and pictures for people. Only here are signs and colours known.

The table: `cells` says what is to be drawn of each column, `fitting` folds columns so that they fit a window,
`themes` has the colours, `style` makes text of a cell, and `table` puts it all together. Other forms are
`plain`, in words, `svg` and `html`. `forms` lists the forms: it is where `--as` chooses one. `recordings`
says what a recording of a replay is made of; `svg` and `asciicast` make one.

Words: `sentences` tells what a command did, `spoken` tells the same for the ear, and a `Wording` says which
of them is wanted and how cards are named. `answers` replies to questions about a position, `step_lines`
writes steps as scripts take them. `study_summary`, `totals_table`, `game_lines` and `histogram` are the
reports on many games.

Nothing here looks at the terminal or the environment: `spider_cli.cli.display` does, and says what to use.
"""
