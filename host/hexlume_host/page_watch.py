"""The game that is logged, shown on a page."""

from hexlume import notation
from hexlume.layout import Layout
from hexlume.panel import panel_grid

from .live import LiveGame
from .store import Players, Store
from .watch import GameWatch
from .web.session import Session


class PageWatch(GameWatch):
    """Shows the game that is logged on a session's page."""

    def __init__(self, store: Store, players: Players) -> None:
        super().__init__(store)
        self.session: Session | None = None
        self._players = players

    def changed(self) -> None:
        """Show the game as it stands."""
        if self.session is not None and self.live is not None:
            show_game(self.session, self.live, self._players)

    def notice(self, sentence: str) -> None:
        """Show what needs attention."""
        if self.session is not None:
            self.session.refuse(sentence)


def show_game(session: Session, live: LiveGame, players: Players) -> None:
    """Show a game on a session's page."""
    text = live.result_words or live.problem or live.due or "The game has ended."
    if live.differs and not live.actions and all(what.startswith("put on") for what in live.differs.values()):
        text = "Set up the start: put the discs on the cells that flash"
    white, black = players.white, players.black
    if live.seats_swapped:
        white, black = black, white
    game = live.game
    position = game.position() if game is not None else {}
    legal, names = _on_panel(session.panel.name, live)
    session.show_game(
        text,
        turn=live.to_move,
        due=position.get("phase"),
        actions=[action.action for action in live.actions],
        result=live.ending.result,
        differs=live.differs,
        players={colour: name for colour, name in (("white", white), ("black", black)) if name},
        leaders=live.rules == "organica",
        words=live.words,
        legal=legal,
        names=names,
        prison=position.get("prison"),
        hand=position.get("hand"),
    )


def _on_panel(panel: str, live: LiveGame) -> tuple[list[str], dict[str, str]]:
    """Return the panel cells on which an action is legal, and the game's names of cells where they are not the panel's.

    The names are by panel cell, and empty when the game's board is the whole panel.
    """
    if live.game is None:
        return [], {}
    grid, board = panel_grid(panel), live.game.grid
    to_panel = Layout(grid, board).to_panel
    cells = {to_panel[notation.first(code)] for code in live.legal_codes if not notation.is_word(code)}
    names = {grid.name(to_panel[cell]): board.name(cell) for cell in range(board.cells)}
    return [grid.name(cell) for cell in sorted(cells)], {} if grid.board == board.board else names
