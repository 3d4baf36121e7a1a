"""Orcoon, clause by clause (ORC-1 to ORC-8)."""

import functools
from dataclasses import dataclass, replace

from .geometry import flood, square, square_neighbours
from .options import filled
from .remembered import remembered

OTHER = {"white": "black", "black": "white"}


@dataclass(frozen=True)
class State:
    size: int
    options: dict
    pieces: dict  # point -> "w" or "b"
    to_move: str | None
    phase: str
    may_swap: bool  # whether the right to swap stands, for white's turn (ORC-7)
    result: str | None = None
    reason: str | None = None
    events: tuple = ()


def start(size=9, options=None):
    if not 4 <= size <= 26:
        raise ValueError(f"Orcoon is played on square4 to square26, not square{size}")
    chosen = filled(options or {}, {"pie": [True, False]})
    return State(size, chosen, {}, "black", "place", chosen["pie"])  # ORC-1


@functools.cache
def _squares(size):
    """Every 2x2 square as (corner, its opposite, the two points that touch both)."""
    names = {place: name for name, place in square(size).items()}
    found = []
    for x in range(size - 1):
        for y in range(size - 1):
            a, b, c, d = names[x, y], names[x + 1, y], names[x, y + 1], names[x + 1, y + 1]
            found += [(a, d, b, c), (b, c, a, d)]
    return found


@functools.cache
def _blocks(size):
    """Every 2x3 block, lying or standing, as (four corners in turn around it, two middle points)."""
    names = {place: name for name, place in square(size).items()}
    found = []
    for x, y in names:
        for wide, high in ((2, 1), (1, 2)):
            if (x + wide, y + high) in names:
                around = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
                middle = [(x + 1, y), (x + 1, y + 1)] if wide == 2 else [(x, y + 1), (x + 1, y + 1)]
                found.append(([names[p] for p in around], [names[p] for p in middle]))
    return found


def _breaks_orc_3(size, pieces):
    for one, two, touch, other_touch in _squares(size):
        colour = pieces.get(one)
        if colour and pieces.get(two) == colour and colour not in (pieces.get(touch), pieces.get(other_touch)):
            return True
    return False


def _breaks_orc_4(size, pieces):
    for (a, b, c, d), (m, n) in _blocks(size):
        if (
            m not in pieces
            and n not in pieces
            and pieces.get(a) is not None
            and pieces.get(a) == pieces.get(c)
            and pieces.get(b) is not None
            and pieces.get(b) == pieces.get(d)
            and pieces[a] != pieces[b]
        ):
            return True
    return False


def joins_edges(size, pieces, colour):
    """ORC-1, ORC-6: whether an orthogonal chain of the colour joins its two edges."""
    axis = 1 if colour == "black" else 0  # black: bottom and top rows; white: left and right columns
    points = square(size)
    own = {point for point in pieces if pieces[point] == colour[0]}
    for begin in own:
        if points[begin][axis] == 0:
            chain = flood(begin, own, square_neighbours(size))
            if any(points[end][axis] == size - 1 for end in chain):
                return True
    return False


def placement_forbidden_by(state, point, ignored=frozenset()):
    if point in state.pieces:
        return None if "ORC-2" in ignored else "ORC-2"  # no stone is added, so ORC-3 and ORC-4 have nothing to judge
    then = {**state.pieces, point: state.to_move[0]}
    if "ORC-3" not in ignored and _breaks_orc_3(state.size, then):
        return "ORC-3"
    if "ORC-4" not in ignored and _breaks_orc_4(state.size, then):
        return "ORC-4"
    return None


@remembered
def verdicts(state):
    if state.result:
        return {}  # ACT-2
    found = {point: placement_forbidden_by(state, point) for point in square(state.size) if point not in state.pieces}
    if state.phase == "fill":
        return {**found, "done": None}  # ORC-5
    found["pass"] = None  # ORC-2, ORC-8
    if state.to_move == "white" and state.may_swap:
        found["swap"] = None  # ORC-7
    return found


def legal(state):
    return sorted(action for action, forbidden in verdicts(state).items() if not forbidden)


def play(state, action):
    if action not in legal(state):
        raise ValueError(f"{action} is not legal")
    mover = state.to_move
    if action == "swap":  # ACT-3, ORC-7
        return replace(state, may_swap=False, events=("ORC-7 swap",))
    # ORC-7: the right ends with white's first action, whatever it is
    may_swap = state.may_swap and mover != "white"
    if action == "pass":  # ORC-5
        alone = legal(state) == ["pass"]
        events = (f"ORC-5 {mover} passes", *(["ORC-8 can only pass"] if alone else []))
        if not state.pieces:
            events += ("ORC-5 pass as the first action",)
        return replace(state, to_move=OTHER[mover], phase="fill", may_swap=False, events=events)
    if action == "done":  # ORC-5
        alone = legal(state) == ["done"]
        return _won(state, OTHER[mover], "ORC-5", ("ORC-8 can only end the fill",) if alone else ())
    after = replace(state, pieces={**state.pieces, action: mover[0]}, may_swap=may_swap, events=())
    if joins_edges(state.size, after.pieces, mover):
        return _won(after, mover, "ORC-6", (f"ORC-6 in the {state.phase} phase",))
    if state.phase == "fill":
        return replace(after, events=("ORC-5 stone of the fill",))
    return replace(after, to_move=OTHER[mover])


def _won(state, winner, reason, events):
    events = (*events, f"{reason} {winner} wins")
    return replace(state, to_move=None, phase="over", result=winner[0].upper() + "+", reason=reason, events=events)


def position(state):
    return {
        "game": "orcoon",
        "board": f"square{state.size}",
        "options": dict(state.options),
        "pieces": dict(state.pieces),
        "hand": {},
        "prison": {},
        "to_move": state.to_move,
        "phase": state.phase,
        "result": state.result,
        "reason": state.reason,
    }
