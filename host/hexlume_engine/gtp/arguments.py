"""Readers of a command's arguments."""

import re

from hexlume.games.pieces import BLACK, WHITE

from .error import SYNTAX_ERROR, GtpError

MOST = 2**31 - 1
"""The largest whole number of the protocol."""

_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,2})?", re.IGNORECASE)

_COLOURS = {"white": WHITE, "w": WHITE, "black": BLACK, "b": BLACK}


def colour_of(text: str) -> int:
    """Return the colour of ``white``, ``w``, ``black`` or ``b`` in any case; raises ``GtpError``."""
    found = _COLOURS.get(text.lower())
    if found is None:
        raise GtpError(SYNTAX_ERROR)
    return found


def whole_number(text: str) -> int:
    """Return the value of decimal digits, at most ``MOST``; raises ``GtpError``."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 100 or int(text) > MOST:
        raise GtpError(SYNTAX_ERROR)
    return int(text)


def real_number(text: str) -> float:
    """Return the value of a number such as ``6.5``; raises ``GtpError``."""
    if len(text) > 100 or not _FLOAT.fullmatch(text):
        raise GtpError(SYNTAX_ERROR)
    return float(text)
