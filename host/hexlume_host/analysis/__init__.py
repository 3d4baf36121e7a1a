"""Trying things out: positions set up by hand, and variations as a tree (docs/analysis.md)."""
