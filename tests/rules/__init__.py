"""The rule clauses on positions worked out by hand: one table a game, for both implementations of the rules.

``hexlume.games`` and ``tests.naive`` go through every case, and have to answer alike.
"""
