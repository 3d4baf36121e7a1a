"""Perft tables: how many sequences of atomic actions of a given length a position allows.

``*.json`` hold the counts of the plain implementation (``tests/naive``), made by ``count.py``;
``test_perft.py`` counts them again with the engine.
"""
