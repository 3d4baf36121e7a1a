"""``hexlume join``: the other side of a game that ``hexlume host-game`` started."""

from typing import Annotated

import typer

from hexlume_host.cli.options.game import PanelOption
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.cli.output import say
from hexlume_host.store.repository import Store

from ..connect import accept, resume
from ..saved_games import SavedGames
from .host_game import (
    BrokerOption,
    DeviceOption,
    NameOption,
    PageOption,
    PagePortOption,
    Place,
    SimulateOption,
    play_shared,
)


def join(
    code: Annotated[str, typer.Argument(metavar="CODE", help="What hexlume host-game printed for the other side.")],
    name: NameOption = "",
    device: DeviceOption = None,
    simulate: SimulateOption = False,
    page: PageOption = False,
    panel: PanelOption = None,
    page_port: PagePortOption = 0,
    broker: BrokerOption = "",
    store: StoreOption = None,
) -> None:
    """Join a game that somebody at another computer has started.

    The same command goes on with it later.

    Examples:  hexlume join CODE  ·  hexlume join CODE --page
    """
    place = Place(device, simulate, page, panel, page_port)
    place.check()
    with Store(store) as opened:
        session = resume(accept(SavedGames(opened), code, name), broker)
        say(f"Joining the game at {session.invitation.where}.")
        play_shared(session, opened, place, "the same hexlume join")
