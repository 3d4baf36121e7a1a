"""The options that choose a simulated board's chip, or run CircuitPython on an emulated one instead of CPython."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hexlume_sim.chip.costs import MICROCONTROLLERS
from hexlume_sim.chip_emulator import circuitpython

from ...errors import SimulatorError
from ...extras import require
from ..output import complain

ChipOption = Annotated[
    bool,
    typer.Option(
        "--chip",
        help="Run real CircuitPython on an emulated RP2040: from the UF2 file that "
        f"{circuitpython.VARIABLE} names, or the downloaded one.",
    ),
]
DownloadOption = Annotated[
    bool, typer.Option("--download", help="With --chip: fetch CircuitPython first if it is not there.")
]

Microcontroller = StrEnum("Microcontroller", list(MICROCONTROLLERS))  # type: ignore[misc]
"""What may drive a panel."""
MicrocontrollerOption = Annotated[
    Microcontroller | None,
    typer.Option(
        "--microcontroller",
        help="Whose speed and memory the simulated board has: pico2, or up to hex5 pico.",
    ),
]


def chip_image(chip: bool, download: bool) -> Path | None:
    """Return the UF2 file that ``--chip`` asks for, ``None`` without ``--chip``.

    Raises ``HexlumeError`` without the file or the extra. Another version than the tested one gives a warning.
    """
    if not chip:
        if download:
            raise SimulatorError("--download fetches CircuitPython for --chip: give both.")
        return None
    require("chip", "The emulated chip")
    try:
        path = circuitpython.download() if download else circuitpython.find()
        if not circuitpython.is_expected(circuitpython.read(path)):
            complain(
                f"{path} is not CircuitPython {circuitpython.VERSION} for the Raspberry Pi Pico, which the tests run: "
                "it may behave differently."
            )
    except circuitpython.ImageRefused as refused:
        raise SimulatorError(str(refused)) from None
    complain("CircuitPython starts on the emulated chip: the first light takes half a minute.")
    return path
