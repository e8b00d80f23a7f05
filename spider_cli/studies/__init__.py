"""Many games solved or played: which ones, doing one, the file of results, and what came of all."""
