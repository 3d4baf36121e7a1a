"""Sibling, clause by clause (SIB-1 to SIB-7)."""

from dataclasses import dataclass, replace

from .geometry import components, hex_neighbours, hexagon
from .options import filled
from .remembered import remembered

OTHER = {"white": "black", "black": "white"}


@dataclass(frozen=True)
class State:
    size: int
    options: dict
    pieces: dict  # cell -> "w" or "b"
    to_move: str | None
    first: str | None  # the cell of this turn's first piece, once placed
    may_swap: bool
    result: str | None = None
    reason: str | None = None
    events: tuple = ()


def start(size=5, options=None):
    if not 3 <= size <= 13:
        raise ValueError(f"Sibling is played on hex3 to hex13, not hex{size}")
    return State(size, filled(options or {}, {"pie": [False, True]}), {}, "white", None, False)  # SIB-1


def _may_be_pair(size, one, two, ignored=frozenset()):
    """SIB-2: on one common line and not adjacent (and not the same hex)."""
    if "SIB-2" in ignored:
        return True
    (q1, r1), (q2, r2) = hexagon(size)[one], hexagon(size)[two]
    on_one_line = q1 == q2 or r1 == r2 or q1 + r1 == q2 + r2
    return one != two and on_one_line and two not in hex_neighbours(size)[one]


def placement_forbidden_by(state, cell, ignored=frozenset()):
    if "SIB-2" not in ignored and cell in state.pieces:
        return "SIB-2"
    if not state.pieces:
        return None  # SIB-1
    if state.first:
        return None if _may_be_pair(state.size, state.first, cell, ignored) else "SIB-2"
    seconds = [second for second in hexagon(state.size) if second not in state.pieces]
    can_follow = any(_may_be_pair(state.size, cell, second, ignored) for second in seconds)
    return None if can_follow or "SIB-3" in ignored else "SIB-3"


@remembered
def verdicts(state):
    if state.result:
        return {}  # ACT-2
    found = {cell: placement_forbidden_by(state, cell) for cell in hexagon(state.size) if cell not in state.pieces}
    if state.may_swap:
        found["swap"] = None  # SIB-7
    return found


def legal(state):
    return sorted(action for action, forbidden in verdicts(state).items() if not forbidden)


def play(state, action):
    if action not in legal(state):
        raise ValueError(f"{action} is not legal")
    if action == "swap":  # ACT-3, SIB-7: the board stays, and black is still to place two
        return replace(state, may_swap=False, events=("SIB-7 swap",))
    pieces = {**state.pieces, action: state.to_move[0]}
    if len(pieces) == 1:  # SIB-1
        return _next_turn(replace(state, pieces=pieces, may_swap=state.options["pie"], events=()))
    if not state.first:
        return replace(state, pieces=pieces, first=action, may_swap=False, events=())
    return _next_turn(replace(state, pieces=pieces, first=None, events=()))


def _next_turn(state):
    after = replace(state, to_move=OTHER[state.to_move])
    if any(action != "swap" for action in legal(after)):
        return after
    near = hex_neighbours(state.size)  # SIB-4
    sizes = {}
    for colour in OTHER:
        own = [cell for cell in state.pieces if state.pieces[cell] == colour[0]]
        sizes[colour] = [len(group) for group in components(own, near)]
    winner, rank = decide(sizes["white"], sizes["black"])
    events = (f"SIB-5 {winner} wins", f"SIB-5 decided by group number {rank}")
    if len(state.pieces) < len(hexagon(state.size)):
        events += ("SIB-4 ended with empty hexes",)
    return replace(after, to_move=None, result=winner[0].upper() + "+", reason="SIB-5", events=events)


def decide(white, black):
    """SIB-5: who wins with these group sizes, and by which rank (1 is the largest)."""
    white, black = sorted(white, reverse=True), sorted(black, reverse=True)
    for rank in [2, 1, *range(3, max(len(white), len(black)) + 1)]:
        of_white = white[rank - 1] if rank <= len(white) else 0
        of_black = black[rank - 1] if rank <= len(black) else 0
        if of_white != of_black:
            return ("white" if of_white > of_black else "black"), rank
    raise AssertionError("SIB-6: there is always a winner")


def position(state):
    return {
        "game": "sibling",
        "board": f"hex{state.size}",
        "options": dict(state.options),
        "pieces": dict(state.pieces),
        "hand": {},
        "prison": {},
        "to_move": state.to_move,
        "phase": "over" if state.result else "place",
        "result": state.result,
        "reason": state.reason,
    }
