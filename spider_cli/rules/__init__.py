"""The rules of two-deck Spider: cards, columns, steps, positions, and why a step is refused."""
