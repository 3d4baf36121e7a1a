"""Variations: what was tried in a game, as a tree (docs/analysis.md)."""
