"""Routes of the engine's pages: positions, reviews of games, and puzzles."""
