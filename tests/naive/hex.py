"""Hex, clause by clause (HEX-1 to HEX-6)."""

from dataclasses import dataclass, replace

from .geometry import components, rhombus_neighbours, square
from .options import filled
from .remembered import remembered

OTHER = {"white": "black", "black": "white"}


@dataclass(frozen=True)
class State:
    size: int
    options: dict
    pieces: dict  # cell -> "w" or "b"
    to_move: str | None
    actions: int
    result: str | None = None
    reason: str | None = None
    events: tuple = ()


def start(size=9, options=None):
    if not 5 <= size <= 19:
        raise ValueError(f"Hex is played on rhombus5 to rhombus19, not rhombus{size}")
    return State(size, filled(options or {}, {"pie": [True, False]}), {}, "black", 0)  # HEX-1


def placement_forbidden_by(state, cell, ignored=frozenset()):
    return "HEX-2" if cell in state.pieces and "HEX-2" not in ignored else None


@remembered
def verdicts(state):
    if state.result:
        return {}  # ACT-2
    found = {cell: placement_forbidden_by(state, cell) for cell in square(state.size)}
    found["swap"] = None if state.options["pie"] and state.actions == 1 else "HEX-6"
    return found


def legal(state):
    return sorted(action for action, forbidden in verdicts(state).items() if not forbidden)


def play(state, action):
    if action not in legal(state):
        raise ValueError(f"{action} is not legal")
    after = replace(state, actions=state.actions + 1, events=())
    if action == "swap":  # ACT-3, HEX-6: the board and the colour to act stay
        return replace(after, events=("HEX-6 swap",))
    after = replace(after, pieces={**state.pieces, action: state.to_move[0]}, to_move=OTHER[state.to_move])
    for colour in OTHER:
        if joined(after, colour):
            winner = (f"HEX-4 {colour} wins",)
            return replace(after, to_move=None, result=colour[0].upper() + "+", reason="HEX-4", events=winner)
    return after


def joined(state, colour):
    """HEX-3, HEX-4: whether a chain of a colour touches both of its sides; black's are the lowest and highest row."""
    axis = 1 if colour == "black" else 0
    own = [cell for cell in state.pieces if state.pieces[cell] == colour[0]]
    for chain in components(own, rhombus_neighbours(state.size)):
        lines = {square(state.size)[cell][axis] for cell in chain}
        if {0, state.size - 1} <= lines:
            return True
    return False


def position(state):
    return {
        "game": "hex",
        "board": f"rhombus{state.size}",
        "options": dict(state.options),
        "pieces": dict(state.pieces),
        "hand": {},
        "prison": {},
        "to_move": state.to_move,
        "phase": "over" if state.result else "place",
        "result": state.result,
        "reason": state.reason,
    }
