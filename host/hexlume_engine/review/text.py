"""A game's review as text: sentences, and a curve of characters."""

from collections.abc import Sequence

from hexlume_record.game.record import SEAT_SWAPS

from ..search.value import DRAW, LOSS, WIN
from .eval_graph import Point, extent
from .evaluation import Choice
from .turning_points import BETTER, DRAWN, EVEN, LOSING, LOST, WINNING, WON, WORSE, TurningPoint, winning_side

LINE_SHOWN = 6
"""Actions shown of a principal variation."""
MOST_NAMED = 4
"""Actions of one turning point that its words name."""
_ROWS = 8
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def percent(chance: float) -> str:
    """Return a chance as people read it: ``62 %``; only what is certain is 0 or 100."""
    shown = round(100 * chance)
    if 0 < chance < 1:
        shown = min(99, max(1, shown))
    return f"{shown} %"


def chance_words(choice: Choice) -> str:
    """Return how good an action is: ``62 %``, or what it certainly leads to."""
    return {WIN: "a certain win", DRAW: "a certain draw"}.get(str(choice.proven)) or percent(choice.chance)


def position_sentence(colour: str, chance: float, proven: str | None) -> str:
    """Return how good a position is for the colour to act."""
    who = colour.capitalize()
    certain = {WIN: f"{who} wins", LOSS: f"{who} loses", DRAW: "The game is drawn"}
    if proven is not None:
        return f"{certain[proven]}, for certain."
    return f"{who} is to act. Chance to win: {percent(chance)}."


_BEFORE = {
    WON: "{player} had a won game",
    DRAWN: "The game was a draw",
    WINNING: "{player} was winning",
    BETTER: "{player} was better",
    EVEN: "The game was even",
    WORSE: "{player} was worse",
}
"""What was so before a turning point."""
_AFTER = {
    DRAWN: "After {actions} it is a draw.",
    BETTER: "After {actions} the win is no longer sure.",
    EVEN: "After {actions} the game is even.",
    WORSE: "After {actions} {other} is better.",
    LOSING: "After {actions} {other} is winning.",
    LOST: "After {actions} {other} wins.",
}
_OTHERS = {"white": "black", "black": "white"}


def turning_words(turn: TurningPoint) -> str:
    """Return a turning point in words: ``White had a won game. After b4 black wins. Better was c3.``"""
    several = len(turn.points) > 1
    actions = [f"{point.ply}. {point.action}" if several else point.action for point in turn.points]
    # Who swaps has the other colour then.
    swapped = turn.points[0].action in SEAT_SWAPS
    before = _BEFORE[turn.before].format(player=turn.colour.capitalize())
    sentences = [
        f"{before} {len(actions)} times." if several else f"{before}.",
        _AFTER[turn.after].format(
            actions=_listed(actions, "and"), other=turn.colour if swapped else _OTHERS[turn.colour]
        ),
    ]
    if several:
        better = [f"{point.ply}. {point.better[0].action}" for point in turn.points if point.better]
        sentences.append(f"Better: {_listed(better, 'and')}." if better else "")
    else:
        sentences.append(better_words(turn.points[0]))
    if turn.decided:
        sentences.append("This decided the game.")
    return " ".join(filter(None, sentences))


def better_words(point: Point) -> str:
    """Return what was better than an action: ``Better was c3 or d5: it wins. For example c3 e5 d4.``"""
    if not point.better:
        return ""
    best = point.better[0]
    # Beside a certain win, one that is only likely is no alternative.
    names = [choice.action for choice in point.better if choice.proven == best.proven]
    actions = _listed(names, "or")
    does = {WIN: ": it wins", DRAW: ": it draws"}.get(str(best.proven), "")
    line = f" For example {' '.join(best.line[:LINE_SHOWN])}." if len(best.line) > 1 else ""
    return f"Better was {actions}{does}.{line}"


def turning_sentence(turn: TurningPoint) -> str:
    """Return a turning point as a line of text, its action's number first: ``17. c4, a blunder: Black had …``"""
    first, count = turn.points[0], len(turn.points)
    kind = f"{turn.severity}, {count} times" if count > 1 else turn.severity
    return f"{first.ply}. {first.action} ({kind}): {turning_words(turn)}"


def _listed(names: Sequence[str], word: str) -> str:
    """Return names in a row, ``word`` before the last."""
    more = len(names) - MOST_NAMED
    shown = [*names[:MOST_NAMED], f"{more} more"] if more > 1 else list(names)
    return f"{', '.join(shown[:-1])} {word} {shown[-1]}" if len(shown) > 1 else shown[0]


def summary_sentence(points: Sequence[Point], turning: Sequence[TurningPoint]) -> str:
    """Return how far a game is analysed, who was winning from the start, and how often it turned."""
    searched, whole = extent(points)
    if not searched:
        return "Nothing is analysed yet."
    leader, count = winning_side(points[0]), sum(len(turn.points) for turn in turning)
    none = "No action changed that." if leader else "No single action changed much."
    sentences = (
        f"{searched} of {whole} positions are analysed." if searched != whole else "",
        f"The game was {'won' if points[0].proven else 'winning'} for {leader} from the start." if leader else "",
        {0: none, 1: "The game turned once."}.get(count, f"The game turned {count} times."),
    )
    return " ".join(filter(None, sentences))


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
