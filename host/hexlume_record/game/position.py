"""A game's position as JSON (rule ACT-5), and its legal actions as texts: no board needs them."""

from functools import cache
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS, LETTERS


def position_of(game: Game) -> dict[str, Any]:
    """Return a game's position as a dictionary ready for JSON (ACT-5)."""
    found: dict[str, Any] = {
        "game": game.NAME,
        "board": game.grid.board,
        "options": dict(game.options),
        "pieces": {game.grid.name(cell): LETTERS[piece] for cell, piece in enumerate(game.board) if piece},
        "hand": hand_of(game),
        "prison": prison_of(game),
        "to_move": COLOURS[game.to_move] or None,
        "phase": game.phase,
        "result": game.result,
        "reason": None if game.outcome is None else game.outcome.reason,
    }
    if game.grid.blocked:
        found["blocked"] = [game.grid.name(cell) for cell in game.grid.blocked]
    return found


def hand_of(game: Game) -> dict[str, dict[str, int]]:
    """Return the pieces in hand by colour and kind; ``{}`` for games without any (ACT-5)."""
    return _counted(game, "hand")


def prison_of(game: Game) -> dict[str, int]:
    """Return the pieces in prison by colour; ``{}`` for games without one (ACT-5)."""
    return _counted(game, "prison")


def _counted(game: Game, what: str) -> dict[str, Any]:
    """Return what a method of the game says, or what its set-up does."""
    method, function = getattr(game, what, None), getattr(_setup(game.NAME), what, None)
    found: dict[str, Any] = method() if method else function(game) if function else {}
    return found


@cache
def _setup(name: str) -> Any:
    return games.part(name, "setup") if name in games.NAMES else None


def legal_texts(game: Game) -> list[str]:
    """Return the strings of all legal actions, each one atomic action, sorted by code point (ACT-1, ACT-6)."""
    return sorted(map(game.name, game.legal_actions()))
