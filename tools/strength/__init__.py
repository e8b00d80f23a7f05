"""The self-play laboratory: see README.md."""
