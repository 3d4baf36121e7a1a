"""Pages about stored games: library, replay and analysis."""
