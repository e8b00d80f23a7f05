"""What the solver and the hints search with: columns that are known already, nodes, and the steps between.

- `column_cache`: columns with everything that a search wants to know of them, each worked out once.
- `nodes`: positions that a search keeps, and what follows from them by a move, by filling the empty columns
  and by a deal.

Neither module knows what a position is good for: a `Valuation` says what a column, an empty column and a
completed run add to the value of a position.
"""
