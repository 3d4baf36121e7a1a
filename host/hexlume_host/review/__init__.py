"""Where a stored game turned: the engine's chances at every ply, what was given away, and what was better.

``line`` asks the engine, ``findings`` keeps what it found, ``course`` makes of it a curve and turning points,
``words`` and ``as_json`` tell them; ``worker`` and ``errand`` do it all in a process of its own, for the site.
"""
