"""Pages about stored games: archive, replay, statistics, players and analysis."""
