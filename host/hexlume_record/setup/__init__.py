"""Positions set up by hand: read, checked against the rules, and played on from."""
