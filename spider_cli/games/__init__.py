"""A game from its start to where it stands: seeds, starts, played steps, its file as text, its state."""
