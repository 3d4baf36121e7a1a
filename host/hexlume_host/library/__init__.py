"""The library: stored games found by filters."""
