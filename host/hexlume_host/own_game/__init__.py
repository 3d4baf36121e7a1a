"""Games of one's own: a folder to begin with (``skeleton``), its checks (``check``), and guards around its code when
it is played (``guarded_calls``).

``check`` runs ``__main__`` in a process of its own, since a game's code may hang or end it. There ``loading`` imports
the game, and ``checks`` runs all else: ``rules`` plays ``random_games`` by the laws of ``contract`` and ``hand_work``;
``clauses``, ``code``, ``perft``, ``opponent``, ``cost``, ``memory`` and ``twin`` have a check each.
"""
