"""How long from a disc at rest to its light, in virtual time."""

from collections.abc import Generator

from hexlume import lights, prompt
from hexlume_sim.assembly import Twin
from hexlume_sim.firmware_run import default_drive, run_firmware
from hexlume_sim.hands import play_games

_OFFERED = lights.COLOURS[prompt.LEGAL][0]
_GLOW = (_OFFERED >> 16, _OFFERED >> 8 & 255, _OFFERED & 255)


class DelayMeter:
    """Notes when a disc comes to rest on a cell that glows, and when that cell's LED next changes.

    ``delays_ms`` are the times between, one a placement.
    """

    def __init__(self, twin: Twin) -> None:
        self.delays_ms: list[float] = []
        self._twin = twin
        self._waiting: dict[str, int] = {}
        self._put = twin.table.put
        twin.table.put = self._note_put  # type: ignore[method-assign]
        twin.leds.listeners.append(self._note_frame)

    def _note_put(self, cell: str, piece: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        self._put(cell, piece, dx_mm, dy_mm)
        if self._twin.led(cell) == _GLOW:
            self._waiting[cell] = self._twin.clock.now

    def _note_frame(self, us: int, _rgb: bytes) -> None:
        for cell, since_us in list(self._waiting.items()):
            if self._twin.led(cell) != _GLOW:
                self.delays_ms.append((us - since_us) / 1000)
                del self._waiting[cell]


def measure(game: str, panel: str, size: int, count: int, seed: int) -> list[float]:
    """Play games by scripted hands and return the delay of every placement, in ms of virtual time."""
    twin = Twin(panel, seed)
    meter = DelayMeter(twin)

    def script() -> Generator[float, None, None]:
        yield from play_games(twin, game=game, size=size, options={}, count=count, seed=seed)
        twin.stop()

    twin.clock.run_script(script())
    settings = {"HEXLUME_PANEL": panel, "HEXLUME_GAME": game, "HEXLUME_SIZE": str(size)}
    ending = run_firmware(twin, default_drive(), settings)
    if ending.failed:
        raise RuntimeError(ending.message)
    return meter.delays_ms
