"""Programs that find the weights of searches: see README.md."""
