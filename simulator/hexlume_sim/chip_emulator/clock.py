"""Clock of the board on the emulated chip's virtual time."""

from collections.abc import Callable

from rp2040py.clock.simulation_clock import SimulationClock

from ..chip.clock import NEVER, Clock
from ..chip.costs import RP2040


class EmulatedClock(Clock):
    """A ``chip.clock.Clock`` with the emulator's time: callbacks run between two instructions.

    ``interrupt`` is called inside the emulator when a callback is due. It must end the running
    batch; then ``call_due`` is called.
    """

    def __init__(self, emulated: SimulationClock, interrupt: Callable[[], None]) -> None:
        self._emulated = emulated
        super().__init__(RP2040)
        self._alarm = emulated.create_alarm(interrupt)

    @property
    def now(self) -> int:
        """The time in us since power-on."""
        return int(self._emulated.nanos) // 1000

    @now.setter
    def now(self, us: int) -> None:
        """Ignore what the base class sets: only the emulator advances this clock."""

    def at(self, us: int, callback: Callable[[], object]) -> None:
        """See ``Clock.at``."""
        earlier = us < self.due
        super().at(us, callback)
        if earlier and not self._moving:
            self._set_alarm()

    def advance(self, us: float) -> None:
        """Advance by a number of us within an instruction, as a slow device does."""
        self._emulated.tick(us * 1000.0)

    def call_due(self) -> None:
        """Run the callbacks that are due."""
        self.reach(self.now)
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self.due != NEVER:
            self._alarm.schedule(max(0.0, self.due * 1000.0 - self._emulated.nanos))
