"""No gesture of people's hands makes a healthy sensor faulty.

The discs move along the twin's paths and the firmware's own sensing reads them.
"""

from collections.abc import Iterator
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.pieces import NAMES, WHITE
from hexlume_sim.hands.eyes import Eyes
from hexlume_sim.hands.hand_errors import Knobs
from hexlume_sim.hands.shaky import ShakyHands
from tests.firmware.sensing.twin_sensing import TwinSensing

GOOD_MAGNETS = (0.96, 1.04)
"""Magnets within the design's tolerance: a weaker one is at fault itself."""
NOISE_COUNTS = 4.0
GAMES = {"hex4": ("orochi", 4), "hex5": ("orochi", 5), "square7": ("orcoon", 7)}
"""A game for the hands on each panel; they do not play it."""
PAUSES_S = (0.02, 0.2, 0.5, 1.0, 5.0, 9.0)
"""From the next gesture at once to sensors that have been judged in between."""
Script = Iterator[float]


class Gestures(ShakyHands):
    """Hands that put, lift, turn, slide and push discs, with all errors of people's hands on the way."""

    def __init__(self, board: TwinSensing, choice: Random) -> None:
        game = games.start(*GAMES[board.grid.board])
        eyes = Eyes([site.led for site in board.twin.sensors.sites])
        super().__init__(board.twin, eyes, game, choice, Knobs({"strength": GOOD_MAGNETS}))
        self._discs = board.twin.table.discs

    def put(self) -> Script:
        """Put any disc on an empty cell."""
        yield from self._put(self._empty(), self._choice.randrange(WHITE, len(NAMES)))

    def lift(self) -> Script:
        """Take a disc off."""
        yield from self._lift(self._standing())

    def look(self) -> Script:
        """Lift a disc, look at it and put it back."""
        name = self._standing()
        piece = self._discs()[name]
        yield from self._lift(name)
        yield self._pause(100, 1000)
        yield from self._put(name, NAMES.index(piece))

    def turn(self) -> Script:
        """Turn a disc over up to five times."""
        name = self._standing()
        for _ in range(self._choice.randint(1, 5)):
            yield from self._turn(name)
            yield self._pause(20, 500)

    def push(self) -> Script:
        """Push a disc about in its recess."""
        name = self._standing()
        yield from self._push(name, self._rest_on(name))

    def slide(self) -> Script:
        """Slide a disc to an empty cell over those between."""
        name, to = self._standing(), self._empty()
        self._hand.grasp(name)
        yield from self._hand.follow(self._slide(self._hand.at, self._rest_on(to)))
        self._hand.set_down(to)

    def _standing(self) -> str:
        return self._choice.choice(list(self._discs()))

    def _empty(self) -> str:
        names = map(self._twin.grid.name, range(self._twin.grid.cells))
        return self._choice.choice([name for name in names if name not in self._discs()])


def make(board: TwinSensing, gesture: Script) -> None:
    """Make a gesture, whatever time it takes."""
    made: list[bool] = []

    def script() -> Script:
        yield from gesture
        made.append(True)

    board.twin.clock.run_script(script())  # type: ignore[arg-type]
    while not made:
        board.run(0.01)


def test_sensor_of_a_disc_that_is_turned_over_without_end_stays_healthy() -> None:
    board = TwinSensing()
    hands = Gestures(board, Random(1))
    board.run(1)
    make(board, hands._put("d4", WHITE))
    board.run(3)
    for _ in range(20):
        make(board, hands._turn("d4"))
        board.run(0.3)
    assert board.health.noise(board.grid.cell("d4")) < 60, "no hand is taken for noise, even if it is not yet a fault"
    board.run(8)
    assert board.changes == []


@settings(phases=[Phase.generate])
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 1 << 30), st.data())
def test_gestures_make_no_healthy_sensor_faulty(panel: str, seed: int, data: st.DataObject) -> None:
    """Thousands of gestures in ``make soak``. A failing list is not made shorter: that takes long."""
    board = TwinSensing(panel, seed % 1000)
    board.twin.faults.set("noise", NOISE_COUNTS)
    hands = Gestures(board, Random(seed))
    board.run(1)
    for _ in range(data.draw(st.integers(2, 6), label="discs at the start")):
        make(board, hands.put())
    kinds = st.tuples(
        st.sampled_from([hands.put, hands.lift, hands.look, hands.turn, hands.push, hands.slide]),
        st.sampled_from(PAUSES_S),
    )
    for gesture, pause in data.draw(st.lists(kinds, min_size=4, max_size=9), label="gestures"):
        make(board, gesture() if board.twin.table.discs() else hands.put())
        board.run(pause)
        assert board.changes == []
