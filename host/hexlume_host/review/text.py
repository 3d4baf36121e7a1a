"""A game's review as text: sentences, and a curve of characters."""

from collections.abc import Sequence

from .eval_graph import Point, extent
from .evaluation import DRAW, WIN, Choice

LINE_SHOWN = 6
"""Actions shown of a principal variation."""
_ROWS = 8
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def percent(chance: float) -> str:
    """Return a chance as people read it: ``62 %``; only what is certain is 0 or 100."""
    shown = round(100 * chance)
    if 0 < chance < 1:
        shown = min(99, max(1, shown))
    return f"{shown} %"


def turning_sentence(point: Point) -> str:
    """Return what a turning point is about: ``17. black c4 gave away 31 %: d5 was better (62 %), e.g. d5 e6.``"""
    head = f"{point.ply}. {point.colour} {point.action} gave away {percent(point.gave_away or 0)}"
    if not point.better:
        return f"{head}."
    best, *others = point.better
    line = f", e.g. {' '.join(best.line[:LINE_SHOWN])}" if len(best.line) > 1 else ""
    also = f"; also {' and '.join(f'{other.action} ({chance_words(other)})' for other in others)}" if others else ""
    return f"{head}: {best.action} was better ({chance_words(best)}){line}{also}."


def chance_words(choice: Choice) -> str:
    """Return how good an action is: ``62 %``, or what it certainly leads to."""
    if choice.proven == WIN:
        return "a certain win"
    if choice.proven == DRAW:
        return "a certain draw"
    return percent(choice.chance)


def summary_sentence(points: Sequence[Point], turning: Sequence[Point]) -> str:
    """Return how far a game is analysed and how often it turned, in a sentence or two."""
    searched, whole = extent(points)
    if not searched:
        return "Nothing is analysed yet."
    part = "" if searched == whole else f"{searched} of {whole} positions are analysed. "
    if not turning:
        return f"{part}No action gave much away."
    return f"{part}The game turned {'once' if len(turning) == 1 else f'{len(turning)} times'}."


def curve_lines(points: Sequence[Point], width: int) -> list[str]:
    """Return white's chance over the game as rows of text, the highest first, in max ``width`` columns.

    What is not known is left empty.
    """
    room = max(8, width - 7)
    step = max(1, -(-len(points) // room))
    wide = max(1, min(3, room // len(points)))
    columns = []
    for at in range(0, len(points), step):
        known = [point.white for point in points[at : at + step] if point.white is not None]
        columns.append(sum(known) / len(known) if known else None)
    rows = []
    for row in range(_ROWS - 1, -1, -1):
        label = {_ROWS - 1: "100 %", _ROWS // 2 - 1: " 50 %", 0: "  0 %"}.get(row, "")
        cells = ""
        for chance in columns:
            # The lowest eighth is always drawn: a chance of 0 is known, too.
            filled = 0 if chance is None else max(1, round(chance * 8 * _ROWS))
            cells += _EIGHTHS[max(0, min(8, filled - 8 * row))] * wide
        rows.append(f"{label:>5} │{cells}".rstrip())
    last = f"{len(points) - 1}"
    rows.append(" " * 7 + "0" + last.rjust(max(len(last) + 1, len(columns) * wide - 1)))
    return rows
