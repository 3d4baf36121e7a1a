"""Puzzles: made with the solver, stored, and asked again later."""
