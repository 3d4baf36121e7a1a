"""Hands that know only the lights and the key words of a lesson's sentences, and no rules."""

from collections.abc import Generator, Iterator, Sequence
from typing import Protocol

from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER, turned
from hexlume.output import led_cues

Script = Generator[float, None, None]
"""Hands at work; they yield for how long they wait, in ms."""
PUT = {
    led_cues.PUT_WHITE: WHITE,
    led_cues.PUT_BLACK: BLACK,
    led_cues.PUT_WHITE_LEADER: WHITE_LEADER,
    led_cues.PUT_BLACK_LEADER: BLACK_LEADER,
}
WRONG = (*PUT, led_cues.TAKE_THIS_OFF, led_cues.TURN_THIS_OVER, led_cues.EXCHANGE_THIS)
REST = 400.0
MOST_ROUNDS = 60
Hand = tuple[tuple[int, int], ...]
"""What hands do: cells with the piece that they leave there; none: hold act."""


class Place(Protocol):
    """A board that the hands sit at; cells are the panel's."""

    def look(self) -> Sequence[int]:
        """Return the cue that each cell shows."""

    def act_light(self) -> bool:
        """Return whether the act button's light is on."""

    def standing(self, cell: int) -> int:
        """Return the piece on a cell."""

    def leave(self, cell: int, piece: int) -> None:
        """Leave a piece, or none, on a cell."""

    def press(self, button: str, ms: float) -> Script:
        """Hold a button down."""


def tidy(place: Place, look_ms: float) -> Script:
    """Do what the lights ask for until they ask for nothing."""
    for _ in range(MOST_ROUNDS):
        yield look_ms
        asked = {cell: cue for cell, cue in enumerate(place.look()) if cue in WRONG}
        if not asked:
            return
        for cell, cue in asked.items():
            if cue == led_cues.TURN_THIS_OVER:
                place.leave(cell, turned(place.standing(cell)))
            else:
                place.leave(cell, PUT.get(cue, EMPTY))
            yield REST
    raise AssertionError("the lights never had enough")


def do(place: Place, hand: Hand) -> Script:
    """Do something with discs, or with the act button."""
    if not hand:
        yield from place.press("act", 150)
        yield from place.press("act", 1000)
    for cell, piece in hand:
        place.leave(cell, piece)
        yield REST


def tries(place: Place, sentence: str) -> Iterator[Hand]:
    """Yield what the lights may mean, what fits the sentence's key words first."""
    cues, words = place.look(), sentence.lower()
    glows = (led_cues.LEGAL, led_cues.MAY_MOVE, led_cues.MUST_REPLACE)
    glowing = [cell for cell, cue in enumerate(cues) if cue in glows]
    free = [cell for cell in glowing if cues[cell] == led_cues.LEGAL]
    taken = [cell for cell in glowing if cues[cell] != led_cues.LEGAL]
    for cell in taken:
        if cues[cell] == led_cues.MUST_REPLACE:
            yield ((cell, turned(place.standing(cell))),)
    pieces = (
        [WHITE_LEADER, BLACK_LEADER, WHITE, BLACK] if "leader" in words else [WHITE, BLACK, WHITE_LEADER, BLACK_LEADER]
    )
    if "black" in words and ("white" not in words or words.index("black") < words.index("white")):
        pieces = [turned(piece) for piece in pieces]
    moves = [((cell, EMPTY), (to, place.standing(cell))) for cell in taken for to in glowing if to != cell]
    placed = [((cell, piece),) for piece in pieces for cell in free]
    if place.act_light() and ("act" in words.split() or not glowing):
        yield ()
    yield from moves
    yield from placed
    yield from (((cell, turned(place.standing(cell))),) for cell in taken)
    if place.act_light():
        yield ()
