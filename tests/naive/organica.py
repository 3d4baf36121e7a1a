"""Organica, clause by clause (ORG-1 to ORG-15)."""

import re
from dataclasses import dataclass, replace

from .geometry import components, flood, hex_neighbours, hexagon
from .options import filled
from .remembered import remembered

OTHER = {"white": "black", "black": "white"}
PAWN = {"white": "w", "black": "b"}
LEADER = {"white": "W", "black": "B"}


@dataclass(frozen=True)
class State:
    size: int
    options: dict
    pieces: dict  # cell -> "w" "b" (pawn) or "W" "B" (leader)
    hand: dict  # colour -> {"pawn": number, "leader": number}
    to_move: str | None
    phase: str  # "place", "move" or "over"
    may_end: bool  # a pawn has been placed or a step made this turn (ORG-9)
    moving: frozenset | None  # the cells of the moving group, after the first step
    capacity: int | None  # steps left, after the first step
    seen: tuple  # every position that started a turn (ORG-15)
    result: str | None = None
    reason: str | None = None
    events: tuple = ()


def start(size=5, options=None):
    if not 4 <= size <= 13:
        raise ValueError(f"Organica is played on hex4 to hex13, not hex{size}")
    chosen = filled(options or {}, {"setup": ["clusters", "corners"]})
    far = size - 1
    if chosen["setup"] == "clusters":  # ORG-2: a1 a2 b1 are bottom left
        white = [(0, -far), (1, -far), (-1, 1 - far)]
    else:  # ORG-2: bottom left, east, top left
        white = [(0, -far), (far, 0), (-far, far)]
    names = {place: name for name, place in hexagon(size).items()}
    pieces = {names[place]: "w" for place in white}
    pieces.update({names[-q, -r]: "b" for q, r in white})  # the opposite corners
    hand = {colour: {"pawn": 7, "leader": 4} for colour in OTHER}  # ORG-1
    empty_handed = State(size, chosen, pieces, hand, "black", "place", False, None, None, ())
    return replace(_next_turn(empty_handed), events=())  # ORG-1: white starts; ORG-15: the opening counts


def own_cells(pieces, colour):
    return [cell for cell in pieces if pieces[cell] in (PAWN[colour], LEADER[colour])]


def _next_to_own_leader(state, cell, besides=None):
    """Whether a leader of the side to move, other than the one on ``besides``, stands next to the cell."""
    return any(
        state.pieces.get(near) == LEADER[state.to_move] and near != besides for near in hex_neighbours(state.size)[cell]
    )


def placement_forbidden_by(state, action, ignored=frozenset()):
    cell = action[1:]
    hand = state.hand[state.to_move]
    if "ORG-1" not in ignored and not hand["pawn" if action[0] == "P" else "leader"]:
        return "ORG-1"
    if "ORG-3" not in ignored and state.may_end:  # only steps after a placement or a step
        return "ORG-3"
    if "ORG-4" not in ignored and (cell in state.pieces or (action[0] == "L" and _next_to_own_leader(state, cell))):
        return "ORG-4"
    return None


def _placements(state):
    hand = state.hand[state.to_move]
    kinds = "P" * (hand["pawn"] > 0) + "L" * (hand["leader"] > 0)
    empty = [cell for cell in hexagon(state.size) if cell not in state.pieces]
    return {kind + cell: placement_forbidden_by(state, kind + cell) for cell in empty for kind in kinds}


def _steps(state):
    near = hex_neighbours(state.size)
    if state.moving is None:  # ORG-6: any own group of size 3 or more
        groups = components(own_cells(state.pieces, state.to_move), near)
        movers = [cell for group in groups if len(group) >= 3 for cell in group]
    else:
        movers = state.moving
    found = {}
    for origin in movers:
        is_leader = state.pieces[origin] == LEADER[state.to_move]
        for target in near[origin]:
            if target not in state.pieces:  # ORG-7
                action = f"{origin}-{target}"
            elif state.pieces[target] == PAWN[OTHER[state.to_move]] and is_leader:  # ORG-11
                action = f"{origin}x{target}"
            else:
                continue
            forbidden = is_leader and _next_to_own_leader(state, target, besides=origin)
            found[action] = "ORG-10" if forbidden else None
    return found


def _any_allowed(actions):
    return any(forbidden is None for forbidden in actions.values())


@remembered
def verdicts(state):
    if state.phase == "over":
        return {}  # ACT-2
    if state.phase == "place":
        return _placements(state)  # ORG-3
    found = _steps(state)
    if state.may_end:
        found["end"] = None  # ORG-9
    return found


def legal(state):
    return sorted(action for action, forbidden in verdicts(state).items() if not forbidden)


def play(state, action):
    if action not in legal(state):
        raise ValueError(f"{action} is not legal")
    state = replace(state, events=())
    if action == "end":
        return _next_turn(state)
    if action[0] in "PL":
        return _play_placement(state, action[0], action[1:])
    origin, target = re.fullmatch(r"([a-z]\d+)[-x]([a-z]\d+)", action).groups()
    return _play_step(state, origin, target)


def _play_placement(state, kind, cell):
    side = state.to_move
    letter, name = (PAWN[side], "pawn") if kind == "P" else (LEADER[side], "leader")
    left = {**state.hand[side], name: state.hand[side][name] - 1}
    state = replace(state, pieces={**state.pieces, cell: letter}, hand={**state.hand, side: left})
    state = _judge_rings(state)
    if state.result:
        return state
    if kind == "L":  # ORG-3: nothing else
        return _next_turn(state)
    state = replace(state, may_end=True)
    if _any_allowed(_steps(state)):
        return replace(state, phase="move")
    return _next_turn(replace(state, events=(*state.events, "ORG-9 pawn placed and no step legal")))


def _play_step(state, origin, target):
    near = hex_neighbours(state.size)
    side = state.to_move
    events = ()
    if not state.may_end:
        events += ("ORG-5 compulsory first step",)
        if target in state.pieces:
            events += ("ORG-11 capture as the compulsory step",)
    if target in state.pieces:
        events += ("ORG-11 capture",)
    if state.moving is None:  # ORG-6
        group = flood(origin, own_cells(state.pieces, side), near)
        capacity = len(group)
    else:
        group, capacity = state.moving, state.capacity
    moved = (group - {origin}) | {target}
    pieces = {cell: letter for cell, letter in state.pieces.items() if cell not in (origin, target)}
    pieces[target] = state.pieces[origin]
    state = _judge_rings(
        replace(state, pieces=pieces, capacity=capacity - 1, may_end=True, phase="move", events=events)
    )
    if state.result:
        return state
    own = own_cells(state.pieces, side)
    if not moved <= set(own):  # ORG-8: one of them was lost
        return _next_turn(_happened(state, "ORG-8 a moving piece was lost"))
    whole = flood(target, own, near)
    if not moved <= whole:  # ORG-8: no longer all connected
        shed_and_joined = "and joined" if whole - moved else "apart"
        return _next_turn(_happened(state, f"ORG-8 group broken {shed_and_joined}"))
    if len(whole) > len(moved):
        state = _happened(state, "ORG-8 fusion")
    state = replace(state, moving=whole)
    if state.capacity == 0:  # ORG-9
        return _next_turn(_happened(state, "ORG-9 capacity used up"))
    if not _any_allowed(_steps(state)):  # ORG-9
        return _next_turn(_happened(state, "ORG-9 no step left"))
    return state


def _happened(state, event):
    return replace(state, events=(*state.events, event))


def _judge_rings(state):
    """ORG-12 and ORG-13, for the side to move as the acting side."""
    near = hex_neighbours(state.size)
    acting = state.to_move
    for side, event in ((OTHER[acting], "ORG-12 enemy leader surrounded"), (acting, "ORG-12 own leader surrounded")):
        enemies = own_cells(state.pieces, OTHER[side])
        lost = [
            cell
            for cell in state.pieces
            if state.pieces[cell] == LEADER[side] and all(n in enemies for n in near[cell])
        ]
        if lost:
            left = {cell: letter for cell, letter in state.pieces.items() if cell not in lost}
            state = _happened(replace(state, pieces=left), event)
        if LEADER[side] not in state.pieces.values() and state.hand[side]["leader"] == 0:  # ORG-13
            return _over(state, OTHER[side], "ORG-13")
    return state


def _next_turn(state):
    side = OTHER[state.to_move]
    state = replace(state, to_move=side, phase="place", may_end=False, moving=None, capacity=None)
    now = (frozenset(state.pieces.items()), tuple((c, *state.hand[c].values()) for c in sorted(state.hand)), side)
    state = replace(state, seen=(*state.seen, now))
    if state.seen.count(now) == 3:  # ORG-15
        return _over(state, None, "ORG-15")
    if _any_allowed(_placements(state)):  # ORG-5: whoever can place must place
        if state.hand[side]["pawn"] == 0:
            state = _happened(state, "ORG-5 leader must be placed")
        return state
    if _any_allowed(_steps(state)):  # ORG-5
        if state.hand[side]["leader"]:
            state = _happened(state, "ORG-5 leader in hand without a legal hex")
        return replace(state, phase="move")
    return _over(state, OTHER[side], "ORG-14")


def _over(state, winner, reason):
    result = winner[0].upper() + "+" if winner else "0"
    event = f"{reason} {winner} wins" if winner else f"{reason} draw"
    return _happened(replace(state, to_move=None, phase="over", result=result, reason=reason), event)


def position(state):
    return {
        "game": "organica",
        "board": f"hex{state.size}",
        "options": dict(state.options),
        "pieces": dict(state.pieces),
        "hand": {colour: dict(state.hand[colour]) for colour in state.hand},
        "prison": {},
        "to_move": state.to_move,
        "phase": state.phase,
        "result": state.result,
        "reason": state.reason,
    }
