"""Games of one's own: a folder to begin with (``skeleton``), and the checks of a game's folder (``check``).

``check`` runs ``__main__`` in a process of its own, since a game's code may hang or end it. There ``random_games``
visits positions, ``contract`` and ``hand_work`` have the laws that hold in each, and ``clauses``, ``perft``, ``twin``,
``time`` and ``memory`` are the other checks.
"""
