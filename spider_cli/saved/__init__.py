"""Many saved games: finding them, checking them, and totals over them."""
