"""Games in play: after given actions, or after some random ones."""

import random

from hexlume import games
from hexlume_record.game.state import GameState


def playing(rules: str, *actions: str, size: int = 0) -> GameState:
    live = GameState("g", {"rules": rules, "board": games.start(rules, size).grid.board, "options": {}})
    assert live.game is not None
    for action in actions:
        live.game.push_text(action)
    return live


def played_on(rules: str, choice: random.Random, most: int) -> GameState:
    """Return a game after fewer random actions than ``most``, which has not ended."""
    live = playing(rules)
    assert live.game is not None
    for _ in range(choice.randrange(most)):
        if live.game.result is None:
            live.game.push(choice.choice(live.game.legal_actions()))
    while live.game.result is not None:
        live.game.pop()
    return live


def panel_of(live: GameState) -> str:
    """Return a panel on which the game's board lies."""
    return next(panel for panel in (live.board, "hex9") if live.cells_on(panel))
