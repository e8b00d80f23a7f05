"""Many games solved, or played by hints: a study.

`seed_ranges` says which seeds. `attempts` solves or plays the game of one seed, which gives a result.
`results` writes a result as a line, and reads a file of them, so that a study can go on where it was stopped.
`tally` sums up what came of all.
"""
