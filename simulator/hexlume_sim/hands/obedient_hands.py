"""Hands that put the table right by its lights alone."""

from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER
from hexlume.table import prompt

from .careful import MS, HandsLost, Script
from .eyes import MEMORY_MS
from .shaky import ShakyHands

PUT_CUES = {
    prompt.PUT_WHITE: WHITE,
    prompt.PUT_BLACK: BLACK,
    prompt.PUT_WHITE_LEADER: WHITE_LEADER,
    prompt.PUT_BLACK_LEADER: BLACK_LEADER,
}
COMPLAINTS = (
    *PUT_CUES,
    prompt.TAKE_THIS_OFF,
    prompt.IN_HAND,
    prompt.TURN_THIS_OVER,
    prompt.EXCHANGE_THIS,
)
MOST_ROUNDS = 40
"""After so many rounds of looking and doing as the lights say the hands give up."""


class ObedientHands(ShakyHands):
    """Hands that do as the lights say until these ask for nothing more."""

    def _put_right(self, in_hand: dict[int, int]) -> Script:
        """Put the table right.

        ``in_hand`` are the pieces that the hands took off, by panel cell: where a light says no more than that
        the disc in hand may go back there, they know it. Raises ``HandsLost`` when it leads to no end.
        """
        for _ in range(MOST_ROUNDS):
            # A look is only good once nothing has changed while it lasted.
            yield (MEMORY_MS + 100) * MS
            asked = self._complaints()
            if not asked:
                return
            for cell, cue in asked.items():
                yield from self._do_as_told(cell, cue, in_hand)
                yield self._pause(100, 300)
        raise HandsLost(f"{MOST_ROUNDS} rounds did not put the table right after {self._game.actions()[-4:]}")

    def _complaints(self) -> dict[int, int]:
        """Return what the lights ask for, by panel cell, over a long look."""
        cues = self._eyes.look(self._twin.clock.now / MS, MEMORY_MS)
        return {cell: cue for cell, cue in enumerate(cues) if cue in COMPLAINTS}

    def _do_as_told(self, cell: int, cue: int, in_hand: dict[int, int]) -> Script:
        name = self._twin.grid.name(cell)
        standing = self._twin.table.discs()
        if cue in PUT_CUES or cue == prompt.IN_HAND:
            piece = PUT_CUES.get(cue, in_hand.get(cell, EMPTY))
            if piece == EMPTY:
                raise HandsLost(f"a light on {name} asks for a disc that is in no hand")
            if name in standing:
                # It lies beside its sensor: it is pushed back to the middle.
                yield from self._push(name, self._rest_on(name))
            else:
                yield from self._put(name, piece)
        elif name not in standing:
            raise HandsLost(f"a light on {name} asks for something about a disc that is not there")
        elif cue == prompt.TURN_THIS_OVER:
            yield from self._turn(name)
        else:
            # Of one to be exchanged the light says what to put on once it is off.
            yield from self._lift(name)
