"""A simulated board: its panel, its game, and the process of its twin."""

import os
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hexlume.games.game import Game
from hexlume.hardware.panel import panel_grid
from hexlume.match.game_clock import NONE
from hexlume.table.layout import Layout
from hexlume_record.errors import sentence
from hexlume_record.words.text import option_texts
from hexlume_sim.client import TwinError, TwinProcess

from ..errors import SimulatorError
from ..external_games.folders import VARIABLE
from ..flash.compile import compiled, micropythons_compiler
from ..flash.errors import DeployError
from ..flash.firmware_files import packaged_firmware
from .smallest_panel import smallest_panel

REAL = "real"
VIRTUAL = "virtual"
_YEAR_2020 = 1_577_836_800


@dataclass(frozen=True, slots=True)
class SimulatedBoard:
    """What to simulate: a panel, the game that begins on it, and its time control's text."""

    panel: str
    game: Game
    clock: str = NONE

    @classmethod
    def of(cls, game: Game, panel: str | None = None, clock: str = NONE) -> "SimulatedBoard":
        """Return the board for a game, on the smallest panel that it fits unless a panel is named.

        Raises ``SimulatorError``.
        """
        panel = panel or smallest_panel(game.grid)
        if not panel:
            grids = [game.GRID(size) for size in range(game.MIN_SIZE, game.MAX_SIZE + 1)]
            fitting = ", ".join(grid.board for grid in grids if smallest_panel(grid))
            if not fitting:
                raise SimulatorError("No board of this game fits on a panel that is made.")
            raise SimulatorError(f"The board {game.grid.board} fits on no panel that is made: choose one of {fitting}.")
        try:
            Layout(panel_grid(panel), game.grid)
        except ValueError as error:
            raise SimulatorError(sentence(error)) from error
        return cls(panel, game, clock)

    @property
    def settings(self) -> dict[str, str]:
        """The firmware's settings (settings.toml) that make it this board."""
        return {
            "HEXLUME_PANEL": self.panel,
            "HEXLUME_GAME": self.game.NAME,
            "HEXLUME_SIZE": str(self.game.size),
            "HEXLUME_OPTIONS": " ".join(option_texts(self.game.options)),
            "HEXLUME_CLOCK": self.clock,
        }


@contextmanager
def running_twin(
    board: SimulatedBoard,
    pace: str,
    seed: int | None,
    script: str | None = None,
    script_args: Mapping[str, Any] | None = None,
    chip: Path | None = None,
    microcontroller: str | None = None,
    faults: Mapping[str, float | str] | None = None,
    boots: int | None = None,
) -> Iterator[TwinProcess]:
    """Run a board's twin while the context lasts; raises ``SimulatorError`` when it cannot start.

    ``seed`` is what its tolerances, noise and unique id follow from, ``None`` for any. ``chip`` is the CircuitPython
    (a UF2 file) to run on an emulated chip, with the files on its drive that ``hexlume deploy`` copies to a board.
    ``microcontroller`` is whose speed and memory the twin has otherwise, ``faults`` are set at the start, see
    ``TwinProcess``. ``boots`` is how often the board was started before, ``None`` for any number.
    """
    with drive_of(chip) as drive:
        twin = start_twin(
            board,
            pace,
            any_seed() if seed is None else seed,
            drive,
            boots=boots,
            faults=faults,
            script=script,
            script_args=script_args,
            chip=chip,
            microcontroller=microcontroller,
        )
        try:
            yield twin
        finally:
            twin.stop()


def any_seed() -> int:
    """Return a random seed: a board with an id of its own."""
    return secrets.randbits(31)


def boots_by_now() -> int:
    """Return how often a board that starts now was started before: the seconds since 2020.

    So each start of a seed's board counts on from all earlier ones, and its games get later ids, with nothing kept.
    """
    return int(time.time()) - _YEAR_2020


@contextmanager
def drive_of(chip: Path | None) -> Iterator[Path | None]:
    """Make the drive of an emulated chip while the context lasts; ``None`` without one. Raises ``SimulatorError``."""
    with TemporaryDirectory(prefix="hexlume-drive-") as folder:
        if chip is not None:
            _copy_firmware(Path(folder))
        yield Path(folder) if chip is not None else None


def start_twin(board: SimulatedBoard, pace: str, seed: int, drive: Path | None, **options: Any) -> TwinProcess:
    """Start a board's twin; ``options`` are ``TwinProcess``'s others. Raises ``SimulatorError``."""
    # An emulated chip has copies of external games on its drive, as a board does.
    folders = os.environ.get(VARIABLE, "") if drive is None else ""
    twin = TwinProcess(board.panel, pace, seed, drive=drive, settings={**board.settings, VARIABLE: folders}, **options)
    try:
        return twin.start()
    except TwinError as error:
        last_words = error.log.strip().rpartition("\n")[2]
        raise SimulatorError(f"{error}{f' ({last_words})' if last_words else ''}.") from error


def _copy_firmware(drive: Path) -> None:
    try:
        firmware = compiled(packaged_firmware(), micropythons_compiler())
    except DeployError as error:
        raise SimulatorError(str(error)) from error
    for path, contents in firmware.files().items():
        (drive / path).parent.mkdir(parents=True, exist_ok=True)
        (drive / path).write_bytes(contents)
