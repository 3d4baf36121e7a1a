"""The search: Monte-Carlo trees over any game, faster over compiled positions of five, levels, and matches.

``positions`` has the rules once more, compiled by Numba and proven equal to ``hexlume.games``; ``search`` the search
over them, ``rules_search`` that over other games; ``engine`` what the rest of the host uses.
"""
