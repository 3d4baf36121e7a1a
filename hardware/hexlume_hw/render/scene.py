"""What is in a picture: surfaces of solids with materials, and the lights under the cells."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from build123d import Solid, Vector
from numpy.typing import NDArray

from hexlume.games import notation, start
from hexlume.games.pieces import EMPTY, WHITE, colour_of, is_leader
from hexlume.hardware.cell_site import PITCH_MM
from hexlume.hardware.panel import panel_grid
from hexlume.output.led_cues import ALL_WELL, BLACK_TURN, COLOURS, LAST, LEGAL, WHITE_TURN
from hexlume_hw.light.cell import REACH_MM, STEP_MM, trace
from hexlume_hw.light.designs import well
from hexlume_hw.light.evenness import average
from hexlume_hw.panel.stackup import RECESS_DIAMETER_MM
from hexlume_hw.solids.mesh import Floats, triangles
from hexlume_hw.solids.regions import centres, tile

Material = Literal[
    "case", "rim", "floor", "grid", "white", "black", "board", "chip", "led", "metal", "cap", "lens", "steel"
]

_RAYS = 200_000
_EXPOSURE = 0.7
"""How bright a lit floor is on average, beside 1 for a white surface in daylight."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Triangles (count, 3, 3) in mm of one material."""

    corners: Floats
    material: Material


@dataclass(frozen=True, slots=True)
class Table:
    """What stands on a panel and what is lit: pieces as (cell, white, leader), and cues by cell and by status LED."""

    pieces: tuple[tuple[int, bool, bool], ...] = ()
    cues: dict[int, int] = field(default_factory=dict)
    status: tuple[int, ...] = ()


def surface(solids: Iterable[Solid], material: Material, shift: Vector | None = None, fine: bool = False) -> Surface:
    """Return solids' surfaces, moved by ``shift``."""
    found = [triangles(solid, 0.02 if fine else 0.08, 0.12 if fine else 0.25) for solid in solids]
    corners = np.concatenate(found) if found else np.zeros((0, 3, 3))
    return Surface(corners + (np.array(tuple(shift)) if shift else 0.0), material)


def played(panel: str, turns: int = 17, seed: int = 2) -> Table:
    """Return a panel on which a game has been played for some turns, legally and at random.

    Organica on hexagonal panels, which has leaders; Orcoon on square ones. What the lights tell is what may be done
    next, and the last action.
    """
    draw = random.Random(seed)
    grid = panel_grid(panel)
    square = panel.startswith("square")
    game = start("orcoon" if square else "organica", grid.size, {"pie": False} if square else {})
    done = 0
    while done < turns or game.phase != "place":
        named = sorted(game.name(code) for code in game.legal_actions())
        legal = [action for action in named if action not in ("pass", "swap", "done")]
        if not legal:
            break
        mover = game.to_move
        leaders = [action for action in legal if action.startswith("L")]
        choice = draw.choice(leaders) if leaders and draw.random() < 0.35 else draw.choice(legal)
        game.push_text(choice)
        done += game.to_move != mover
    pieces = tuple(
        (cell, colour_of(piece) == WHITE, is_leader(piece)) for cell, piece in enumerate(game.board) if piece != EMPTY
    )
    cues = {notation.first(code): LEGAL for code in game.legal_actions() if game.board[notation.first(code)] == EMPTY}
    cues.update({cell: LAST for cell, _, piece in game.changes() if piece != EMPTY})
    turn = WHITE_TURN if game.to_move == WHITE else BLACK_TURN
    return Table(pieces, cues, (turn if turn == WHITE_TURN else 0, turn if turn == BLACK_TURN else 0, 0, ALL_WELL))


def hue(cue: int) -> NDArray[np.float64]:
    """Return a cue's colour as linear red, green and blue with 1 for the strongest."""
    code = COLOURS[cue]
    found = np.array([code >> 16 & 255, code >> 8 & 255, code & 255], dtype=np.float64)
    strongest = found.max()
    return found / strongest if strongest else found


def glow(panel: str, table: Table, bounds: tuple[float, float, float, float], dots: float = 2.0) -> NDArray[np.float32]:
    """Return how bright the face plate's floor is, seen from above: (rows from near, columns, 3), ``dots`` a mm.

    Every cell's light is that of the model of the cell that is built (``hexlume_hw.light``); its average over
    a recess is the same for all panels.
    """
    left, near, right, far = bounds
    wide, deep = round((right - left) * dots), round((far - near) * dots)
    found = np.zeros((deep, wide, 3), dtype=np.float32)
    xs = left + (np.arange(wide) + 0.5) / dots
    ys = near + (np.arange(deep) + 0.5) / dots
    places = centres(panel)
    lit = trace(replace(well(), sides=4 if panel.startswith("square") else 6), _RAYS)
    lit *= _EXPOSURE / average(lit)
    for cell, cue in table.cues.items():
        x, y = places[cell]
        reach = tile(panel, (x, y)).bounds
        columns = np.flatnonzero((xs > reach[0]) & (xs < reach[2]))
        rows = np.flatnonzero((ys > reach[1]) & (ys < reach[3]))
        dx, dy = xs[columns][None, :] - x, ys[rows][:, None] - y
        inside = np.hypot(dx, dy) < min(RECESS_DIAMETER_MM, PITCH_MM) / 2 + 1.0
        dot_x, dot_y = (np.floor((along + REACH_MM) / STEP_MM).astype(int) for along in (dx, dy))
        light = np.where(inside, lit[dot_y, dot_x], 0.0)
        patch = (light[:, :, None] * hue(cue)).astype(np.float32)
        found[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] += patch
    return found
