"""The library: games found by filters, players' ratings, and statistics."""
