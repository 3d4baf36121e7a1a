"""Obedient hands: correct the table by following the lights alone."""

from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER
from hexlume.output import led_cues

from .careful import MS, HandsLost, Script
from .eyes import MEMORY_MS
from .shaky import ShakyHands

PUT_CUES = {
    led_cues.PUT_WHITE: WHITE,
    led_cues.PUT_BLACK: BLACK,
    led_cues.PUT_WHITE_LEADER: WHITE_LEADER,
    led_cues.PUT_BLACK_LEADER: BLACK_LEADER,
}
COMPLAINTS = (
    *PUT_CUES,
    led_cues.TAKE_THIS_OFF,
    led_cues.IN_HAND,
    led_cues.TURN_THIS_OVER,
    led_cues.EXCHANGE_THIS,
)
MAX_ROUNDS = 40
"""Max rounds of looking and following the lights before the hands give up."""


class ObedientHands(ShakyHands):
    """Hands that follow the lights until these ask for nothing more."""

    def _put_right(self, in_hand: dict[int, int]) -> Script:
        """Correct the table.

        ``in_hand`` are the pieces that the hands took off, by panel cell. Some lights only ask for
        the disc in the hand to be put back, without its colour. Raises ``HandsLost`` if there is no
        end.
        """
        for _ in range(MAX_ROUNDS):
            # A look is valid only if nothing changed during it.
            yield (MEMORY_MS + 100) * MS
            asked = self._complaints()
            if not asked:
                return
            for cell, cue in asked.items():
                yield from self._follow_light(cell, cue, in_hand)
                yield self._pause(100, 300)
        raise HandsLost(f"{MAX_ROUNDS} rounds did not put the table right after {self._game.actions()[-4:]}")

    def _complaints(self) -> dict[int, int]:
        """Return the requests of the lights by panel cell, over a long look."""
        cues = self._eyes.look(self._twin.clock.now / MS, MEMORY_MS)
        return {cell: cue for cell, cue in enumerate(cues) if cue in COMPLAINTS}

    def _follow_light(self, cell: int, cue: int, in_hand: dict[int, int]) -> Script:
        name = self._twin.grid.name(cell)
        standing = self._twin.table.discs()
        if cue in PUT_CUES or cue == led_cues.IN_HAND:
            piece = PUT_CUES.get(cue, in_hand.get(cell, EMPTY))
            if piece == EMPTY:
                raise HandsLost(f"a light on {name} asks for a disc that is in no hand")
            if name in standing:
                # The disc is off its sensor: push it back to the middle.
                yield from self._push(name, self._rest_on(name))
            else:
                yield from self._put(name, piece)
        elif name not in standing:
            raise HandsLost(f"a light on {name} asks for something about a disc that is not there")
        elif cue == led_cues.TURN_THIS_OVER:
            yield from self._turn(name)
        else:
            # For an exchange, the light shows the new disc once the old one is off.
            yield from self._lift(name)
