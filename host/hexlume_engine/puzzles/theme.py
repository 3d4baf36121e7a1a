"""Themes of a puzzle, which follow from its position and its right action alone."""

from hexlume.games import notation
from hexlume.games.game import FILLING, REPLACING, Game
from hexlume.games.pieces import EMPTY, colour_of
from hexlume_record.game.position import prison_of

from ..search.value import DRAW, LOSS, WIN
from .proof import Proof, after, ends, same_positions

WINS_AT_ONCE, DEFENCE, QUIET, HOLDS = "win-at-once", "defence", "quiet", "draw"
CAPTURE, SWEEP, SACRIFICE, CHAIN, FILL = "capture", "sweep", "sacrifice", "chain", "fill"
MISTAKE = "mistake"
"""The theme of all puzzles from somebody's own games."""

_KINDS = {
    notation.PLACE: "placement",
    notation.PLACE_WHITE: "placement",
    notation.PLACE_BLACK: "placement",
    notation.PLACE_PAWN: "pawn",
    notation.PLACE_LEADER: "leader",
    notation.REPLACE: "replacement",
    notation.STEP: "step",
    notation.CAPTURE: "step",
    notation.SWAP: "swap",
    notation.PASS: "pass",
    notation.DONE: "done",
    notation.END: "end",
    notation.FREE: "free",
    notation.KOMI: "komi",
    notation.TAKE_BLACK: "take",
    notation.TAKE_WHITE: "take",
}

THEMES = (
    *(WINS_AT_ONCE, DEFENCE, QUIET, HOLDS, CAPTURE, SWEEP, SACRIFICE, CHAIN, FILL, MISTAKE),
    *dict.fromkeys(_KINDS.values()),
)
"""Every theme there is (docs/puzzles.md)."""


def themes_of(game: Game, proof: Proof) -> tuple[str, ...]:
    """Return the themes of a position with one best action."""
    action = proof.best[0][0]
    found = [_KINDS[notation.kind(action)]]
    found += _consequences(game, action)
    if ends(game, action) == WIN:
        found.append(WINS_AT_ONCE)
    if all(_loses_at_once(game, group[0]) for group, _ in proof.groups if action not in group):
        found.append(DEFENCE)
    if proof.value == DRAW:
        found.append(HOLDS)
    if len(found) == 1 and notation.kind(action) != notation.REPLACE:
        found.append(QUIET)
    if game.phase == FILLING:
        found.append(FILL)
    return tuple(found)


def _consequences(game: Game, action: int) -> list[str]:
    """Return the themes of what an action changes in addition to the work of the hands."""
    mover = game.to_move
    own = {cell for cell, _ in game.hand_work(action)}
    found = []
    with after(game, action):
        gone = [piece for cell, piece, now in game.changes() if now == EMPTY and cell not in own]
        enemies = [piece for piece in gone if colour_of(piece) != mover]
        if enemies or notation.kind(action) == notation.CAPTURE:
            found.append(SWEEP if prison_of(game) else CAPTURE)
        if len(enemies) < len(gone):
            found.append(SACRIFICE)
        if game.phase == REPLACING:
            # The action calls for (further) discs to be turned over, and another turn follows.
            found.append(CHAIN)
    return found


def _loses_at_once(game: Game, action: int) -> bool:
    """Return whether the game is lost with an action, or the opponent can win with the very next one."""
    over = ends(game, action)
    if over is not None:
        return over == LOSS
    mover = game.to_move
    with after(game, action):
        return game.to_move != mover and any(ends(game, group[0]) == WIN for group in same_positions(game))
