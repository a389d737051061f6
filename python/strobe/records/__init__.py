"""Records from the bench: types, run folders, summaries, tables."""
