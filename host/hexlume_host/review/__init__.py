"""Reviews of stored games by the engine: chances at every ply, win chance given away, and better actions.

``reviewer`` asks the engine, ``repository`` stores its evaluations, ``eval_graph`` makes of them a graph and turning
points, ``text`` and ``json`` show these; ``job`` and ``worker`` do it all in a process of its own, for the site.
"""
