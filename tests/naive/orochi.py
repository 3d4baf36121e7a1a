"""Orochi, clause by clause (ORO-1 to ORO-8)."""

from dataclasses import dataclass, replace

from .geometry import components, hex_neighbours, hexagon
from .options import filled
from .remembered import remembered

OTHER = {"white": "black", "black": "white"}
TURNED = {"w": "b", "b": "w"}


@dataclass(frozen=True)
class State:
    size: int
    pieces: dict  # cell -> "w" or "b"
    to_move: str | None
    phase: str
    placements_left: int  # of this turn, the one being processed included (ORO-2)
    replaced: bool  # whether the placement being processed has led to a replacement (ORO-5)
    result: str | None = None
    reason: str | None = None
    events: tuple = ()


def start(size=4, options=None):
    if not 2 <= size <= 13:
        raise ValueError(f"Orochi is played on hex2 to hex13, not hex{size}")
    filled(options or {}, {})
    return State(size, {}, "white", "place", 1, False)  # ORO-1, ORO-2


def over_connected(size, pieces):
    """ORO-3: the pieces with four or more neighbours of their own colour."""
    near = hex_neighbours(size)
    return [cell for cell in pieces if sum(pieces.get(n) == pieces[cell] for n in near[cell]) >= 4]


def placement_forbidden_by(state, action, ignored=frozenset()):
    if "ORO-4" not in ignored and state.phase == "replace":
        return "ORO-4"
    if "ORO-1" not in ignored and action[1:] in state.pieces:
        return "ORO-1"
    return None


@remembered
def verdicts(state):
    if state.result:
        return {}  # ACT-2
    if state.phase == "replace":  # ORO-4
        loose = over_connected(state.size, state.pieces)
        return {f"*{cell}": None if cell in loose else "ORO-4" for cell in state.pieces}
    empty = [cell for cell in hexagon(state.size) if cell not in state.pieces]
    return {action: placement_forbidden_by(state, action) for cell in empty for action in (f"W{cell}", f"B{cell}")}


def legal(state):
    return sorted(action for action, forbidden in verdicts(state).items() if not forbidden)


def play(state, action):
    if action not in legal(state):
        raise ValueError(f"{action} is not legal")
    cell = action[1:]
    if action[0] == "*":
        after = replace(
            state, pieces={**state.pieces, cell: TURNED[state.pieces[cell]]}, replaced=True, events=("replacement",)
        )
    else:
        after = replace(state, pieces={**state.pieces, cell: action[0].lower()}, replaced=False, events=("placement",))
    return _go_on(after)


def _go_on(state):
    loose = over_connected(state.size, state.pieces)
    if loose:  # ORO-4
        events = (*state.events, "ORO-4 choice of replacements") if len(loose) > 1 else state.events
        return replace(state, phase="replace", events=events)
    if len(state.pieces) == len(hexagon(state.size)) - 1:  # ORO-6
        return _end(state)
    if state.replaced:  # ORO-5: another full turn of one placement
        return replace(
            state, phase="place", placements_left=1, replaced=False, events=(*state.events, "ORO-5 another turn")
        )
    if state.placements_left > 1:
        return replace(state, phase="place", placements_left=state.placements_left - 1)
    mover = OTHER[state.to_move]
    black_first = mover == "black" and len(state.pieces) == 1  # ORO-2: only white's first piece is there
    return replace(state, phase="place", to_move=mover, placements_left=2 if black_first else 1)


def _end(state):
    (last_empty,) = [cell for cell in hexagon(state.size) if cell not in state.pieces]
    near = hex_neighbours(state.size)
    largest = {}
    for colour, letter in (("white", "w"), ("black", "b")):  # ORO-7
        own = [cell for cell in state.pieces if state.pieces[cell] == letter]
        touching = [len(group) for group in components(own, near) if any(n in group for n in near[last_empty])]
        largest[colour] = max(touching, default=0)
    if largest["white"] != largest["black"]:
        winner, reason = max(largest, key=largest.get), "ORO-7"
    else:
        winner, reason = OTHER[state.to_move], "ORO-8"  # the player to move made the last placement
    events = (*state.events, f"{reason} {winner} wins")
    if state.replaced:
        events += ("ORO-6 last placement led to replacements",)
    if 0 in largest.values():
        events += ("ORO-7 one colour does not touch",)
    return replace(state, to_move=None, phase="over", result=winner[0].upper() + "+", reason=reason, events=events)


def position(state):
    return {
        "game": "orochi",
        "board": f"hex{state.size}",
        "options": {},
        "pieces": dict(state.pieces),
        "hand": {},
        "prison": {},
        "to_move": state.to_move,
        "phase": state.phase,
        "result": state.result,
        "reason": state.reason,
    }
