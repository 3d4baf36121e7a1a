"""The archive: games found by what is known of them, players' results and ratings, and statistics."""
