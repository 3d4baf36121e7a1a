"""``hexlume join``: the other side of a game that ``hexlume host-game`` started."""

from typing import Annotated

import typer

from ..languages import use_language
from ..netplay.connect import accept, folder_beside, resume
from ..netplay.saved_games import SavedGames
from ..store.repository import Store
from ..translation import ENGLISH, _
from .host_game import (
    BoardOption,
    BrokerOption,
    NameOption,
    PageOption,
    PagePortOption,
    Place,
    SimulateOption,
    play_shared,
)
from .options.game import PanelOption
from .options.page import LanguageOption
from .options.store import StoreOption
from .output import say


def join(
    code: Annotated[str, typer.Argument(metavar="CODE", help="What hexlume host-game printed for the other side.")],
    name: NameOption = "",
    board: BoardOption = None,
    simulate: SimulateOption = False,
    page: PageOption = False,
    panel: PanelOption = None,
    page_port: PagePortOption = 0,
    broker: BrokerOption = "",
    store: StoreOption = None,
    language: LanguageOption = ENGLISH,
) -> None:
    """Join a game that somebody at another computer has started.

    The same command goes on with it later.

    Examples:  hexlume join CODE  ·  hexlume join CODE --page
    """
    use_language(language)
    place = Place(board, simulate, page, panel, page_port)
    place.check()
    with Store(store) as opened:
        session = resume(accept(SavedGames(folder_beside(store)), code, name), broker)
        say(_("Joining the game at {place}.", place=session.invitation.where))
        play_shared(session, opened, place, _("the same hexlume join"))
