"""The commands ``hexlume puzzles ...``."""
