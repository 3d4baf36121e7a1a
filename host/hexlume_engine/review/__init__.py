"""Reviews of stored games by the engine: chances at every ply, win chance given away, and better actions.

``reviewer`` asks the engine about a ``reviewed_game``, ``eval_graph`` makes a graph of the evaluations, and
``turning_points`` picks what changed the game. ``text`` and ``json`` show these. ``job`` does it all in a process of
its own, for the site.
"""
