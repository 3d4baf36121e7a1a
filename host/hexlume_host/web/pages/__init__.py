"""Pages about stored games: library, replay, statistics, players and analysis."""
