"""What Hexlume's levels are called as opponents: on pages, in the store, and as values of options."""

ENGINE = "Hexlume"
"""What the engine is called."""
PERSON = "person"
"""The opponent that is no engine."""
LEVEL_NAMES = ("gentle", "easy", "medium", "strong", "expert", "strongest")
"""The levels of a computer's engine, the gentlest first; a board's own has some of the same names."""


def engine_player(level: str) -> str:
    """Return what the engine is called as a player: ``Hexlume (gentle)``."""
    return f"{ENGINE} ({level})"


def engine_level(player: str) -> str:
    """Return at which level a player of that name plays; empty for a person."""
    level = player.removeprefix(f"{ENGINE} (").removesuffix(")")
    return level if player == engine_player(level) else ""
