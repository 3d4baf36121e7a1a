"""The prompt: what the people at a board are to do next, in words and by the names of its panel's cells."""

from collections.abc import Mapping
from typing import Any

from ...device.menu_labels import LEAVING, TEXT, menu_words
from ...game.state import GameState
from ...game.text import chosen_words
from ...game.view import cells_of


def prompt_message(live: GameState, panel: str) -> dict[str, Any]:
    """Return the prompt for a game on a panel.

    ``text`` is one clear sentence; ``legal`` are the panel cells to mark, ``words`` the legal actions without a place,
    and ``differs`` says what is to be done on which panel cell (docs/protocol.md). ``names`` are the names on a board
    smaller than the panel, by panel cell, or what the open menu offers there; empty for the panel's own. ``act`` says
    what the act button does now.
    """
    menu = menu_words(panel, live.menu)
    if menu:
        return {"text": TEXT, "legal": [], "words": [], "differs": {}, "names": dict(menu), "act": LEAVING}
    legal, names = _on_panel(panel, live)
    return {
        "text": _sentence(live, names),
        "legal": legal,
        "words": live.words,
        "differs": dict(live.differs),
        "names": names,
        "act": chosen_words(live.chosen),
    }


def _sentence(live: GameState, names: Mapping[str, str]) -> str:
    if live.ending.result is None and live.legal and _is_unfinished(live, names):
        return _put_right(live.differs, names)
    if live.differs and not live.actions and all(what.startswith("put on") for what in live.differs.values()):
        return "Set up the start: put the discs on the cells that flash"
    return live.result_words or live.problem or live.due or "The game has ended."


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
    legal = {live.game.grid.name(cells_of(code)[0]) for code in live.legal_codes if cells_of(code)}
    return [cell for cell, name in cells.items() if name in legal], {} if live.game.grid.board == panel else cells
