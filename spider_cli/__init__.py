"""Two-deck Spider Solitaire: rules, saved games and solver as a library; the command is `spider`."""
