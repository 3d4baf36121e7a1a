"""Perft tables: how many sequences of atomic actions of a given length a position allows.

A sequence that ends the game earlier is none. ``*.json`` hold the counts of another, plain implementation of the
rules, which did not share any code with the firmware; ``test_perft.py`` counts them again.
"""
