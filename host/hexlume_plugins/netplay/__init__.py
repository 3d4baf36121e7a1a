"""Games between two hosts (docs/netplay.md).

``shared_game`` is the game that both hosts know, ``replica`` keeps it the same on both, and ``mac`` authenticates their
messages: all three without input or output. ``websocket_transport`` and ``mqtt_transport`` carry the messages,
``saved_games`` outlasts a restart, ``board_player`` and ``page_player`` are where a person plays, and ``session`` ties
them together.
"""

from hexlume_host.plugins import Plugin

PLUGIN = Plugin(
    __package__,
    {
        "Play": {
            "host-game": "Start a game with somebody at another computer.",
            "join": "Join a game that somebody at another computer has started.",
        }
    },
    routes=f"{__package__}.routes:routes",
    pages={"/netplay": "Network game"},
    far="/netplay",
)
