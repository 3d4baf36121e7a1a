"""Writes a panel's board with all its files and pictures, and checks them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from hexlume_hw.board import fabrication, kicad
from hexlume_hw.board.drawing import Tell, draw
from hexlume_hw.board.fabricator import PROFILE, fabricator_problems
from hexlume_hw.board.gerber_netlist_check import copper_problems
from hexlume_hw.board.layout_check import mark_problems, netlist_problems, site_problems
from hexlume_hw.board.picture import paint
from hexlume_hw.board.reading import read_board
from hexlume_hw.panel.netlist import Netlist, Place

PLOTS = "gerbers"
"""The folder of Gerbers and drill files."""


Check = tuple[str, str, list[str]]
"""What a check found: its name, what it looked at, and its complaints, one sentence each."""


@dataclass(slots=True)
class BoardFiles:
    """A board's files in its folder, what is on it, and what its checks found."""

    panel: str
    folder: Path
    tracks: int
    vias: int
    places: dict[str, Place]
    checks: list[Check] = field(default_factory=list)

    @property
    def board(self) -> Path:
        """KiCad's board."""
        return self.folder / f"{self.panel}.kicad_pcb"

    @property
    def project(self) -> Path:
        """KiCad's project, with the design rules."""
        return self.folder / f"{self.panel}.kicad_pro"

    @property
    def report(self) -> Path:
        """KiCad's report of its design rules."""
        return self.folder / f"{self.panel}-drc.txt"

    @property
    def plots(self) -> Path:
        """The folder of Gerbers and drill files."""
        return self.folder / PLOTS

    @property
    def archive(self) -> Path:
        """What is sent to a fabricator."""
        return self.folder / f"{self.panel}-gerbers.zip"

    @property
    def files(self) -> dict[str, str]:
        """The files' paths in the folder, with what each is for."""
        return {
            self.archive.name: "Gerbers and drill files: what a fabricator of boards takes",
            self.board.name: "the board for KiCad 6 and later",
            self.project.name: "its KiCad project, with the design rules",
            self.report.name: "KiCad's report of the design rules",
        }

    @property
    def pictures(self) -> dict[str, str]:
        """The pictures' paths in the folder, with what each shows."""
        return {
            f"{self.panel}-top.png": "the circuit board from above",
            f"{self.panel}-back.png": "its back, seen through the board",
        }


def write_board(panel: str, folder: Path, netlist: Netlist, tell: Tell) -> BoardFiles:
    """Place, route, write, paint and check a panel's board, telling of the progress.

    Raises ``ValueError`` for a panel that is not made, ``HardwareError`` if a part or a net finds no room or a tool is
    missing. What the checks find is in the result.
    """
    files = make_board(panel, folder, netlist, tell)
    # kicad-tools takes as long as all the rest, and works in a process of its own.
    with ThreadPoolExecutor(1) as beside:
        fabricator = beside.submit(fabricator_problems, files.board)
        tell("painting its pictures")
        names = list(files.pictures)
        paint(panel, files.plots, {"F": folder / names[0], "B": folder / names[1]})
        files.checks += check_board(files, netlist, tell, fabricator.result)
    return files


def make_board(panel: str, folder: Path, netlist: Netlist, tell: Tell) -> BoardFiles:
    """Place, route and write a panel's board; raises as ``write_board`` does."""
    folder.mkdir(parents=True, exist_ok=True)
    design = draw(panel, netlist, tell)
    places = {ref: Place(placed.x, placed.y, placed.turn) for ref, placed in design.placed.items()}
    files = BoardFiles(panel, folder, len(design.tracks), len(design.vias), places)
    fabrication.clear(files.plots)
    tell("KiCad writes the board, pours the ground and plots")
    kicad.write(design, files.board, files.report, files.plots)
    fabrication.archive(fabrication.plots(files.plots), files.archive)
    return files


def check_board(files: BoardFiles, netlist: Netlist, tell: Tell, fabricator: Callable[[], list[str]]) -> list[Check]:
    """Run every check on a board's files; ``fabricator`` gives the complaints of that check, which has been begun.

    Raises ``HardwareError`` if a tool is missing or a file is torn.
    """
    board = read_board(files.board)
    pads = sum(1 for pad in board.pads if pad.net)
    sensors = sum(1 for part in netlist.parts.values() if part.kind == "sensor")
    steps: tuple[tuple[str, str, Callable[[], list[str]]], ...] = (
        (
            "board: KiCad's design rules",
            f"{files.tracks} tracks, {files.vias} vias, nothing unconnected",
            lambda: kicad.reported(files.report),
        ),
        (
            "board against the circuit",
            f"{len(netlist.parts)} parts, {pads} pads on {len(netlist.nets)} nets, read from the board's file",
            lambda: netlist_problems(board, netlist),
        ),
        (
            "test points and fiducials",
            "each on its net, read from the board's file",
            lambda: mark_problems(board, netlist.panel),
        ),
        ("sensors' places", f"{sensors} sensors at their cells' centres", lambda: site_problems(board, netlist)),
        (
            "Gerbers' copper against the circuit",
            f"{len(netlist.nets)} nets followed through copper and holes, without KiCad",
            lambda: copper_problems(files.plots, board, netlist),
        ),
        (
            "a fabricator's rules",
            f"kicad-tools, profile {PROFILE}",
            fabricator,
        ),
    )
    checks = []
    for name, figures, run in steps:
        tell(f"checking {name}")
        checks.append((name, figures, run()))
    return checks
