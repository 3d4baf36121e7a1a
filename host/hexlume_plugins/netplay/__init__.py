"""Games between two hosts (docs/netplay.md).

The host of a game has its list of events and decides what is added to it (``host_session``); the guest sends wishes and
follows the list (``guest_session``). ``messages`` has what they say, ``link`` the connection, ``saved_games`` what
outlasts a restart. A person sits at a page (``view``), and at a board if they like (``board_seat``).
"""

from hexlume_host.plugins import Plugin

PLUGIN = Plugin(
    __package__,
    routes=f"{__package__}.routes:routes",
    pages={"/netplay": "Network game"},
    far="/netplay",
)
