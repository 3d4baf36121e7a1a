"""The game kit: a folder to begin a game of one's own with (``skeleton``), and its checks (``check``).

``check`` runs ``__main__`` in a process of its own, since a game's code may hang or end it. There ``checks`` runs all:
``loading`` imports the game, ``rules`` plays ``random_games`` by the laws of ``contract``, ``hand_work`` and ``hints``,
and ``clauses``, ``code``, ``cost``, ``memory`` and ``twin`` have a check each.
"""

from hexlume_host.plugins import Plugin

PLUGIN = Plugin(
    __package__,
    {
        "Develop": {
            "new-game": "Write the folder of a game of your own.",
            "check-game": "Check the folder of a game of your own.",
        }
    },
)
