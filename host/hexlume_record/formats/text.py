"""A game's record as text that people read (docs/record.md)."""

import textwrap

from ..game.record import FINISHED, GameRecord
from ..game.state import GameState
from ..words.text import option_texts
from .times import time_text

VERSION = "2"
"""The version of the text record, the value of its first header."""

_WIDTH = 100


def record_text(record: GameRecord) -> str:
    """Return a game as a text record: headers, the actions that stand turn by turn, and how it ended."""
    state = GameState.replay(record)
    ending = record.ending
    headers = {
        "Hexlume": VERSION,
        "Rules": record.rules,
        "Board": record.board,
        "Options": " ".join(option_texts(record.options)),
        "Clock": record.clock or "",
        "White": record.white,
        "Black": record.black,
        "Started": time_text(record.started_at),
        "Ended": time_text(record.ended_at) if record.ended_at else "",
        "Game": record.game,
        "Device": record.device,
        "Panel": record.panel,
        "Firmware": record.firmware,
        "Result": ending.result or "",
        "Reason": ending.reason or "",
    }
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in headers.items() if value]
    lines.append("")
    for number, (colour, actions) in enumerate(state.turns(), 1):
        begin = f"{number}. {colour} "
        lines += textwrap.wrap(
            begin + " ".join(actions),
            _WIDTH,
            subsequent_indent=" " * len(begin),
            break_long_words=False,
            break_on_hyphens=False,
        )
    if state.problem:
        lines.append(f"; {state.problem}")
    lines.append(ending.result if ending.status == FINISHED and ending.result else ending.status)
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    """Return a header's value on one line, its quotation marks and backslashes escaped."""
    line = "".join(character if character.isprintable() else " " for character in value)
    return line.replace("\\", "\\\\").replace('"', '\\"')
