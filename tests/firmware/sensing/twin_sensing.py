"""The firmware's scan, sense and health on a twin's front end, with nothing else of the firmware."""

from hexlume.hardware import panel
from hexlume.hardware.board_time import PASS_MS
from hexlume.hardware.scan import Scan
from hexlume.link.health_report import _STATES
from hexlume.sensing.calibration import Calibration
from hexlume.sensing.health import Health
from hexlume.sensing.sense import Sense
from hexlume_sim.chip.analog import AnalogIn
from hexlume_sim.chip.digital import DigitalInOut
from hexlume_sim.twin import Twin

PASS_US = 1_000 * PASS_MS


class TwinSensing:
    """A twin whose sensors are scanned once a pass by the firmware's own parts."""

    def __init__(self, panel_name: str = "hex4", seed: int = 1, calibration: Calibration | None = None) -> None:
        self.twin = Twin(panel_name, seed)
        self.grid = self.twin.grid
        pin = self.twin.chip.pin
        self._address = [self._output(name, False) for name in panel.ADDRESS_PINS]
        self._enable = [self._output(name, True) for name in panel.ENABLE_PINS]
        adcs = [AnalogIn(pin(name)) for name in panel.ADC_PINS]
        self.scan = Scan(self.grid.cells, adcs, self._address, self._enable, self.twin.clock.advance)  # type: ignore[arg-type]
        self.start(calibration)

    def start(self, calibration: Calibration | None = None) -> None:
        """Begin as after power-on, with a stored calibration or none."""
        self.sense = Sense(self.grid, self.scan.counts, calibration)
        self.health = Health(self.grid, self.scan.counts, self.sense)
        self.changes: list[tuple[str, str]] = []

    def run(self, seconds: float) -> None:
        """Scan for so many virtual seconds; ``changes`` notes each new state as (cell, state)."""
        end = self.twin.clock.now + seconds * 1e6
        while self.twin.clock.now < end:
            due = self.twin.clock.now + PASS_US
            self.scan.read()
            moved = self.sense.update()
            if self.sense.known:
                before = bytes(self.health.states)
                if self.health.observe(moved):
                    self._note(before)
            self.twin.clock.advance(max(0, due - self.twin.clock.now))

    def faults(self) -> dict[str, str]:
        """Return the cells that are not OK, with their states."""
        states = self.health.states
        return {self.grid.name(cell): _STATES[state] for cell, state in enumerate(states) if state}

    def _note(self, before: bytes) -> None:
        for cell, state in enumerate(self.health.states):
            if state != before[cell]:
                self.changes.append((self.grid.name(cell), _STATES[state]))
        self.health.mask_unusable()

    def _output(self, name: str, level: bool) -> DigitalInOut:
        line = DigitalInOut(self.twin.chip.pin(name))
        line.switch_to_output(level)
        return line
