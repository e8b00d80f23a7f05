"""A game: seeds, starts, played and undone steps, its file as text, its state as data."""
