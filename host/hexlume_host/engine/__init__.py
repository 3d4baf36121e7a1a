"""The opponent: fast positions of all five games, Monte-Carlo tree search over them, levels, and matches.

``positions`` has the rules once more, compiled by Numba and proven equal to ``hexlume.games``; ``search`` the tree;
``thinker`` what the rest of the host uses. Nothing here is imported before an engine is asked for: Numba is the
extra ``engine``.
"""
