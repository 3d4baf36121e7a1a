"""Starts of games: what can be begun, for the pages that offer it."""

from typing import Any

from hexlume import games
from hexlume.games import game_class

from ..game.position import hand_of


def start_messages() -> list[dict[str, Any]]:
    """Return the games that can be started: boards, options, and what the editor offers for each."""
    messages = []
    for name in games.NAMES:
        rules, setup = game_class(name), games.part(name, "setup")
        messages.append(
            {
                "rules": name,
                "kind": rules.GRID.kind,
                "sizes": list(range(rules.MIN_SIZE, rules.MAX_SIZE + 1)),
                "size": rules.DEFAULT_SIZE,
                "options": [
                    {
                        "name": option,
                        "default": value,
                        "choices": [False, True] if isinstance(value, bool) else list(rules.CHOICES[option]),
                    }
                    for option, value in rules.DEFAULTS.items()
                ],
                "hand": hand_of(games.start(name)).get("white", {}),
                # Without them positions cannot be set up.
                "phases": getattr(setup, "PHASES", ()),
                "turn": getattr(setup, "TURN", {}),
            }
        )
    return messages
