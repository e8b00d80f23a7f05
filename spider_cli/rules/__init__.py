"""The rules of two-deck Spider: what lies on the table, which steps are legal, and why others are refused.

From the ground up: `cards` makes a card a small number, and a run something that is found in one search.
`columns` makes a column out of cards, turns cards up and takes completed runs off. `steps` has moves and the
deal, and reads numbers. `layout` is a position as text. `refusals` says why a step is not legal; it is asked
only after one was refused. `position` puts these together: a value that never changes, from which a step
gives the next one. `places` sorts the places to which cards of a column can go.
"""
