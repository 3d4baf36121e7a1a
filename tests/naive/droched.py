"""Droched, clause by clause (DRO-1 to DRO-12)."""

from dataclasses import dataclass, replace
from functools import lru_cache

from .geometry import border_places, components, hex_neighbours, hexagon
from .options import filled
from .remembered import remembered

OTHER = {"white": "black", "black": "white"}
ALLOWED = {"komi": list(range(21)), "pie": [False, True], "handicap": [0, *range(2, 21)]}


@dataclass(frozen=True)
class State:
    size: int
    options: dict
    pieces: dict  # cell -> "w" or "b"
    prison: dict  # colour -> number of its stones in the prison
    to_move: str | None
    due: str  # "komi", "take", "handicap", "turn" or "over"
    handicap_left: int
    ends: dict  # colour -> the boards at the ends of its turns (DRO-8)
    result: str | None = None
    reason: str | None = None
    events: tuple = ()


def start(size=7, options=None):
    if not 3 <= size <= 13:
        raise ValueError(f"Droched is played on hex3 to hex13, not hex{size}")
    chosen = filled(options or {}, ALLOWED)
    prison = {"white": 0, "black": chosen["komi"]}  # DRO-11
    state = State(size, chosen, {}, prison, "black", "komi", chosen["handicap"], {"white": (), "black": ()})
    return state if chosen["pie"] else _begin(state)


def _begin(state):
    """Black's first turn, after komi and take if there is a pie (DRO-1, DRO-11, DRO-12)."""
    return replace(state, to_move="black", due="handicap" if state.handicap_left else "turn")


@lru_cache(maxsize=256)
def reached_from_empty(size, taken):
    """DRO-2: of each empty cell, the edges and corners that chains of empty cells lead to from it."""
    places, found = border_places(size), {}
    for region in components([cell for cell in hexagon(size) if cell not in taken], hex_neighbours(size)):
        reached = {places[cell] for cell in region if cell in places}
        found.update(dict.fromkeys(region, reached))
    return found


def broken_groups(size, pieces, colour):
    """DRO-2, DRO-3: the colour's groups that are on a broken bridge."""
    near = hex_neighbours(size)
    places = border_places(size)
    reached_from = reached_from_empty(size, frozenset(pieces))
    broken = []
    for group in components([cell for cell in pieces if pieces[cell] == colour[0]], near):
        reached = {places[cell] for cell in group if cell in places}
        for cell in group:
            for beside in near[cell]:
                reached = reached | reached_from.get(beside, set())
        if len(reached) < 2:
            broken.append(group)
    return broken


def outcome(size, pieces, colour, cell):
    """DRO-4: the board after a placement, the enemy stones removed and then the own stones removed."""
    board = {**pieces, cell: colour[0]}
    enemy_lost = [stone for group in broken_groups(size, board, OTHER[colour]) for stone in group]
    board = {stone: letter for stone, letter in board.items() if stone not in enemy_lost}
    own_lost = [stone for group in broken_groups(size, board, colour) for stone in group]
    board = {stone: letter for stone, letter in board.items() if stone not in own_lost}
    return board, enemy_lost, own_lost


def candidates(state):
    """The actions of the kind that is due, legal or not."""
    if state.due == "over":
        return []  # ACT-2
    if state.due == "komi":
        return [f"komi={number}" for number in range(21)]  # DRO-11
    if state.due == "take":
        return ["take=black", "take=white"]  # DRO-11
    empty = [cell for cell in hexagon(state.size) if cell not in state.pieces]
    if state.due == "turn" and state.prison[OTHER[state.to_move]] > 0:
        return [*empty, "free"]  # DRO-6
    return empty


def forbidden_by(state, action):
    """The clause that forbids one of the candidates, or ``None``."""
    if state.due in ("komi", "take"):
        return None
    if action == "free":
        return "DRO-8" if state.pieces in state.ends[state.to_move] else None
    return placement_forbidden_by(state, action)


def placement_forbidden_by(state, cell, ignored=frozenset()):
    if state.due in ("komi", "take"):
        return None if "DRO-11" in ignored else "DRO-11"
    if cell in state.pieces:
        return None if "DRO-1" in ignored else "DRO-1"  # nothing is added, so the other clauses have nothing to judge
    if state.due == "handicap":  # DRO-12: nothing is removed, so nothing forbids
        return None
    board, enemy_lost, own_lost = outcome(state.size, state.pieces, state.to_move, cell)
    if "DRO-7" not in ignored and not enemy_lost and own_lost == [cell]:
        return "DRO-7"
    if "DRO-8" not in ignored and board in state.ends[state.to_move]:
        return "DRO-8"
    return None


@remembered
def verdicts(state):
    return {action: forbidden_by(state, action) for action in candidates(state)}


def legal(state):
    return sorted(action for action, forbidden in verdicts(state).items() if not forbidden)


def play(state, action):
    if action not in candidates(state) or forbidden_by(state, action):
        raise ValueError(f"{action} is not legal")
    state = replace(state, events=())
    if state.due == "komi":
        prison = {"white": 0, "black": int(action.removeprefix("komi="))}
        return replace(state, prison=prison, to_move="white", due="take", events=("DRO-11 komi",))
    if state.due == "take":
        return replace(_begin(state), events=(f"DRO-11 {action}",))
    if state.due == "handicap":
        return _play_handicap(state, action)
    if action == "free":
        prison = dict(state.prison)
        prison[OTHER[state.to_move]] -= 1
        return _next_turn(replace(state, prison=prison, events=("DRO-6 free",)))
    return _play_stone(state, action)


def _play_handicap(state, cell):
    after = replace(state, pieces={**state.pieces, cell: "b"}, handicap_left=state.handicap_left - 1)
    if after.handicap_left == 0:
        broken = broken_groups(after.size, after.pieces, "black")
        events = ("DRO-12 handicap leaves a broken bridge",) if broken else ("DRO-12 handicap placed",)
        return _next_turn(replace(after, due="turn", events=events))
    if len(after.pieces) == len(hexagon(after.size)):  # DRO-10: more handicap stones than cells
        return _over(after, "white", "DRO-10")
    return after


def _play_stone(state, cell):
    mover, enemy = state.to_move, OTHER[state.to_move]
    board, enemy_lost, own_lost = outcome(state.size, state.pieces, mover, cell)
    prison = {enemy: state.prison[enemy] + len(enemy_lost), mover: state.prison[mover] + len(own_lost)}
    pairs = min(prison.values())  # DRO-5
    after = replace(state, pieces=board, prison={colour: prison[colour] - pairs for colour in ("white", "black")})
    events = []
    if enemy_lost:
        events.append("DRO-4 enemy stones removed")
    if own_lost:
        events.append("DRO-4 own stones removed")
    if enemy_lost and own_lost:
        events.append("DRO-4 both sides' stones removed")
    if pairs:
        events.append("DRO-5 prison cancels")
    after = replace(after, events=tuple(events))
    if enemy[0] in state.pieces.values() and enemy[0] not in board.values():  # DRO-9
        return _over(after, mover, "DRO-9")
    if mover[0] not in board.values():  # DRO-9: it had the stone just placed
        return _over(after, enemy, "DRO-9")
    return _next_turn(after)


def _next_turn(state):
    mover = state.to_move
    ends = {**state.ends, mover: (*state.ends[mover], state.pieces)}  # DRO-8
    after = replace(state, to_move=OTHER[mover], ends=ends)
    if all(forbidden_by(after, action) for action in candidates(after)):  # DRO-10
        return _over(after, mover, "DRO-10")
    return after


def _over(state, winner, reason):
    events = (*state.events, f"{reason} {winner} wins")
    return replace(state, to_move=None, due="over", result=winner[0].upper() + "+", reason=reason, events=events)


def position(state):
    phases = {"komi": "setup", "take": "setup", "handicap": "setup", "turn": "place", "over": "over"}
    return {
        "game": "droched",
        "board": f"hex{state.size}",
        "options": dict(state.options),
        "pieces": dict(state.pieces),
        "hand": {},
        "prison": dict(state.prison),
        "to_move": state.to_move,
        "phase": phases[state.due],
        "result": state.result,
        "reason": state.reason,
    }
