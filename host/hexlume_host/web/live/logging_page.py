"""The game that is logged, shown on a page."""

from collections.abc import Mapping, Sequence

from hexlume.games import notation

from ...device.game_follower import GameWatch
from ...device.menu_labels import LEAVING, TEXT, menu_words
from ...device.messages import Hello, Table
from ...game.clock import ClockFace
from ...game.events import START, BoardEvent
from ...game.state import GameState
from ...game.text import chosen_words
from ...store.repository import Players, Store
from .session import Session


class PageWatch(GameWatch):
    """Shows the game that is logged on a session's page."""

    def __init__(self, store: Store, players: Players) -> None:
        super().__init__(store)
        self.session: Session | None = None
        self._players = players
        self._face = ClockFace()

    def changed(self) -> None:
        """Show the game as it stands."""
        if self.session is not None and self.live is not None:
            show_game(self.session, self.live, self._players)

    def table(self, table: Table) -> None:
        """Show the game's clock too, which a table message tells."""
        super().table(table)
        self._show_clock()

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Show the clock of a game that begins."""
        super().committed(events)
        if any(event.kind == START for event in events):
            self._show_clock()

    def hello(self, board: Hello) -> None:
        """Show no clock until the board tells one."""
        super().hello(board)
        self._show_clock()

    def lost(self, sentence: str) -> None:
        """Show no clock while the board cannot tell it."""
        super().lost(sentence)
        if self.session is not None:
            self.session.show_clock(self._face.take(None))

    def _show_clock(self) -> None:
        if self.session is not None:
            self.session.show_clock(self._face.take(self.live.clock if self.live is not None else None))

    def notice(self, sentence: str) -> None:
        """Show what needs attention."""
        if self.session is not None:
            self.session.refuse(sentence)


def show_game(session: Session, live: GameState, players: Players) -> None:
    """Show a game on a session's page."""
    text = live.result_words or live.problem or live.due or "The game has ended."
    if live.differs and not live.actions and all(what.startswith("put on") for what in live.differs.values()):
        text = "Set up the start: put the discs on the cells that flash"
    now = players.after(live.seats_swapped)
    game = live.game
    position = game.position() if game is not None else {}
    legal, names = _on_panel(session.panel.name, live)
    if live.ending.result is None and live.legal and _is_unfinished(live, names):
        text = _put_right(live.differs, names)
    differs, words, act = live.differs, live.words, chosen_words(live.chosen)
    menu = menu_words(session.panel.name, live.menu)
    if menu:
        text, act, names = TEXT, LEAVING, dict(menu)
        legal, words, differs = [], [], {}
    session.show_game(
        text,
        turn=live.to_move,
        due=position.get("phase"),
        actions=[action.action for action in live.actions],
        result=live.ending.result,
        differs=differs,
        players={colour: name for colour, name in (("white", now.white), ("black", now.black)) if name},
        leaders=bool(position.get("hand")),
        words=words,
        legal=legal,
        names=names,
        prison=position.get("prison"),
        hand=position.get("hand"),
        act=act,
    )


def _is_unfinished(live: GameState, names: Mapping[str, str]) -> bool:
    """Return whether hands have yet to do something of the last action: an engine's, or what it removes or turns over.

    A disc that was lifted for the next one differs as well.
    """
    if live.game is None:
        return False
    changed = {live.game.grid.name(cell) for cell, _, _ in live.game.changes()}
    return any((names.get(cell) if names else cell) in changed for cell in live.differs)


def _put_right(differs: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return what comes before the next action, such as ``First put right: f1, put on white``."""
    if len(differs) > 1:
        return "First put the cells right that flash"
    ((cell, what),) = differs.items()
    return f"First put right: {names.get(cell, cell)}, {what}"


def _on_panel(panel: str, live: GameState) -> tuple[list[str], dict[str, str]]:
    """Return the panel cells on which an action is legal, and the game's names of cells where they are not the panel's.

    The names are by panel cell, and empty when the game's board is the whole panel.
    """
    if live.game is None:
        return [], {}
    cells = live.cells_on(panel)
    legal = {live.game.grid.name(notation.first(code)) for code in live.legal_codes if not notation.is_word(code)}
    return [cell for cell, name in cells.items() if name in legal], {} if live.game.grid.board == panel else cells
