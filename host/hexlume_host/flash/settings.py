"""A board's own settings.toml: its panel, and which keys of a newer firmware it lacks."""

import re
import tomllib

from hexlume.hardware.panel import panel_grid
from hexlume_sim.chip.costs import PICO_CELLS

_KEY = re.compile(r"^[^\S\n]*#?[^\S\n]*([A-Za-z0-9_]+)[^\S\n]*=[^\S\n]*(.*?)[^\S\n]*$", re.MULTILINE)


def named_panel(settings: bytes) -> str:
    """Return the panel that the settings name, else an empty text."""
    try:
        return str(tomllib.loads(settings.decode()).get("HEXLUME_PANEL", ""))
    except ValueError:
        return ""  # The board itself complains of such settings.


def panel_too_large(settings: bytes) -> str:
    """Return the panel that the settings name if an RP2040 has too little memory for it, else an empty text."""
    panel = named_panel(settings)
    try:
        return panel if panel_grid(panel).cells > PICO_CELLS else ""
    except ValueError:
        return ""


def missing_keys(own: bytes, newer: bytes) -> str:
    """Return the keys, with their values, that only the newer settings have; a key in a comment counts as there."""
    known = {key for key, _ in _keys(own)}
    return ", ".join(f"{key} = {value}" for key, value in _keys(newer) if key not in known)


def _keys(settings: bytes) -> list[tuple[str, str]]:
    return _KEY.findall(settings.decode("utf-8", "replace"))
