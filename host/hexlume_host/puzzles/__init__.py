"""Puzzles: made with the solver, kept in the store, asked again later."""
