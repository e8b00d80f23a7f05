"""What the solver and the hints search with: columns that are known already, nodes, and the steps between.

- `column_cache`: columns with everything that a search wants to know of them, each worked out once: the value
  of a column, what can be taken off it, and what becomes of it when cards are put on it.
- `nodes`: positions that a search keeps, each made of ten such columns, and what follows from them: `expand`
  lists the children by moves, `build` makes the node of a child that is kept, `filled` fills the empty
  columns and `deal` deals a row.

Neither module knows what a position is good for. Who searches makes a `ColumnCache` with a `Valuation`, which
says what a column, an empty column and a completed run add to the value of a position; then `root` gives the
first node. The beams of `spider_cli.solver` and of `spider_cli.hints` differ in what they keep and when they
stop; the solver's proof keeps no nodes and uses the column cache directly.
"""
