"""Games of other programs, read, and positions written as other programs read them.

`importing.read_game` finds out of which program a file is. `kpatience` and `pysolfc` read its piles after
each step; `piles` turns them into columns and `following` into the steps of our rules. `plain_pickle` reads
a pickle without running it. `exporting` lists the programs for which something is written: KPatience in
`kpatience_file`, two solvers in `solver_files`.

What the files hold was learnt from what the programs do and from public descriptions.
"""
