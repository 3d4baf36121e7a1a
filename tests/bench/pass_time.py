"""What the loop's passes and a disc's light take on the twin, by its virtual clock, while a game is played."""

from collections.abc import Generator
from typing import NamedTuple

from hexlume_sim.chip.costs import Costs
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands.careful import Hands, Script, play_games
from hexlume_sim.twin import Twin

from .light_delay import DelayMeter

SECONDS = 60.0
"""How long hands play."""
THINKING_S = 1.5
"""How long they think before each action. The share of passes that find legal actions depends on it."""


class ThoughtfulHands(Hands):
    """Hands that are in no hurry, as people are."""

    def _between_actions(self) -> Script:
        yield THINKING_S * 1e6


class Played(NamedTuple):
    """The time in s from power-on to the first light, in ms each pass's work, and in ms each disc's way to its light.

    A pass's work is the time from one feeding of the watchdog to the next, less the sleep between them.
    """

    first_light_s: float
    work_ms: list[float]
    delays_ms: list[float]


class PassMeter:
    """Notes the work of each pass of a twin's firmware, in ms: ``work_ms``."""

    def __init__(self, twin: Twin) -> None:
        self.work_ms: list[float] = []
        self._clock = twin.clock
        self._fed = 0.0
        self._slept = 0.0
        self._sleep, self._feed = twin.chip.time.sleep, twin.chip.watchdog.feed
        twin.chip.time.sleep = self._note_sleep  # type: ignore[method-assign]
        twin.chip.watchdog.feed = self._note_feed  # type: ignore[method-assign]

    @property
    def _now(self) -> float:
        return self._clock.now + self._clock.owed_us

    def _note_sleep(self, seconds: float) -> None:
        before = self._now
        self._sleep(seconds)
        self._slept += self._now - before

    def _note_feed(self) -> None:
        now = self._now
        self.work_ms.append((now - self._fed - self._slept) / 1000)
        self._fed, self._slept = now, 0.0
        self._feed()


def played(
    game: str,
    panel: str,
    size: int,
    costs: Costs,
    seed: int = 3,
    seconds: float = SECONDS,
    make_hands: type[Hands] = ThoughtfulHands,
) -> Played:
    """Let scripted hands play a game, or the first seconds of it, on a twin without a host."""
    twin = Twin(panel, seed, costs=costs)
    passes = PassMeter(twin)
    begun: list[tuple[int, DelayMeter]] = []

    def script() -> Generator[float, None, None]:
        yield from play_games(twin, game=game, size=size, options={}, count=1, seed=seed, make_hands=make_hands)
        twin.stop()

    def stop() -> Generator[float, None, None]:
        yield seconds * 1e6
        twin.stop()

    def look(us: int, rgb: bytes) -> None:
        if not begun and any(rgb):
            passes.work_ms.clear()
            begun.append((us, DelayMeter(twin)))
            twin.clock.run_script(script())
            twin.clock.run_script(stop())

    twin.leds.listeners.append(look)
    settings = {"HEXLUME_PANEL": panel, "HEXLUME_GAME": game, "HEXLUME_SIZE": str(size)}
    ending = run_firmware(twin, default_drive(), settings)
    if ending.failed:
        raise RuntimeError(ending.message)
    ((first_light_us, meter),) = begun
    # The pass of the first light began before.
    return Played(first_light_us / 1e6, passes.work_ms[1:], meter.delays_ms)
