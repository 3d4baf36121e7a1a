"""``hexlume hardware``: writes all that it takes to order and build a panel."""

from pathlib import Path
from typing import Annotated

import typer

from hexlume.hardware.panel import STARTER
from hexlume_hw import ORDERABLE
from hexlume_hw.errors import HardwareError
from hexlume_hw.order.package import ASSEMBLERS, BILL, REPORT, Package, write_starter
from hexlume_record.errors import HexlumeError

from ..extras import require
from .output import say
from .output.progress_bar import progress_bar


def hardware(
    panel: Annotated[str, typer.Argument(metavar="PANEL", help="hex4, hex5, hex7, square9, or the starter hex2.")],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder to write to; it is made if it is missing.")
    ],
    assembler: Annotated[
        str, typer.Option("--for", metavar="ASSEMBLER", help="Also write the files to upload to an assembler: jlcpcb.")
    ] = "",
    no_solids: Annotated[
        bool, typer.Option("--no-solids", help="Leave case, plate and pieces out: they take the longest.")
    ] = False,
) -> None:
    """Write everything that it takes to order and build a panel.

    The folder holds the circuit board, shop list, face plate, case, pieces and assembly pages; begin with its
    index.html. With --for jlcpcb it also has the files that JLCPCB takes to place the small parts. Everything is
    checked: the circuit's electrical rules, the board's and a fabricator's rules, its copper against the circuit, the
    magnets' margins, the power supply, every solid, and the order's files read back. The exit code is 1 if a check
    fails. The starter hex2 is built by hand, so it has a parts list only. The command needs the extra hardware and
    Debian's kicad, ngspice and gerbv.

    Examples:  hexlume hardware hex5 --for jlcpcb --out hex5  ·  hexlume hardware hex7 --out hex7 --no-solids
    """
    if panel not in (*ORDERABLE, STARTER):
        raise HexlumeError(f"There is no package for {panel!r}: choose {', '.join(ORDERABLE)} or {STARTER}.")
    require("hardware", "Hardware")
    if assembler and assembler not in ASSEMBLERS:
        raise HexlumeError(f"There are no files for {assembler!r}: choose {' or '.join(ASSEMBLERS)}.")
    if assembler and panel == STARTER:
        raise HexlumeError(f"{STARTER} has no circuit board, so nobody assembles it: leave --for out.")
    _folder_to_write(out)
    package = _written(panel, out, not no_solids, assembler)
    for check in package.checks:
        say(f"{check.name:28} {'good' if not check.problems else f'{len(check.problems)} complaints'}  {check.figures}")
    for sentence in package.problems:
        say(sentence)
    if package.problems:
        say(f"Do not order from {out}: {len(package.problems)} things are wrong.")
        raise typer.Exit(1)
    if package.panel == STARTER:
        say(f"{out / BILL} lists the starter's parts; docs/build.md says how to build it.")
    else:
        say(f"{out / 'index.html'} says what to order and how to build it.")


def _folder_to_write(out: Path) -> None:
    """Raise ``HexlumeError`` unless a folder is new, empty or one of this command's."""
    try:
        if out.is_dir() and any(out.iterdir()) and not (out / REPORT).is_file():
            raise HexlumeError(f"{out} holds other files: name a folder that is new or empty.")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HexlumeError(f"{out} cannot be written: {error.strerror}.") from error


def _written(panel: str, out: Path, solids: bool, assembler: str) -> Package:
    try:
        if panel == STARTER:
            return write_starter(out)
        # Its libraries take seconds to load.
        from hexlume_hw.order.write import steps, write_package  # noqa: PLC0415

        with progress_bar("", len(steps(solids))) as update:

            def show_step(step: int, words: str) -> None:
                update(completed=step, description=words)

            return write_package(panel, out, solids, show_step, assembler)
    except HardwareError as error:
        raise HexlumeError(str(error)) from error
    except OSError as error:
        raise HexlumeError(f"{error.filename or out} cannot be written: {error.strerror}.") from error
