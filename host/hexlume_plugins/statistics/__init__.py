"""Statistics: what stored games have in common, and how players stand (docs/library.md).

``statistics`` counts games, ``ratings`` rates players, and ``player`` is a player's profile.
"""

from hexlume_host.plugins import Plugin

PLUGIN = Plugin(
    __package__,
    {},
    routes=f"{__package__}.routes:routes",
    pages={"/players": "Players", "/statistics": "Statistics"},
    parts=frozenset({"statistics"}),
)
