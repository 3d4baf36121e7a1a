"""Run by the system's Python, whose ``pcbnew`` is KiCad's own: writes a board from JSON, fills, checks and plots it.

Usage: ``pcbnew_script.py make BOARD.json BOARD.kicad_pcb``, then ``finish BOARD.kicad_pcb REPORT FOLDER``. Imports
nothing of Hexlume's: the system's Python does not have it.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import pcbnew  # type: ignore[import-not-found]

LOADED: dict[str, Any] = {}
LAYERS = {"F": pcbnew.F_Cu, "B": pcbnew.B_Cu}


def at(place: Any) -> Any:
    """Return a place in mm as KiCad's point."""
    return pcbnew.wxPointMM(float(place[0]), float(place[1]))


def mm(value: float) -> int:
    """Return mm as KiCad's whole nm."""
    return int(pcbnew.FromMM(float(value)))


def put(item: Any, owner: Any = None, **settings: Any) -> Any:
    """Give an item its settings by KiCad's setters, add it to its owner, and return it."""
    for name, value in settings.items():
        getattr(item, f"Set{name}")(value)
    if owner is not None:
        owner.Add(item)
    return item


def make(source: str, target: str) -> None:
    """Write a board that is drawn in a JSON file, its zones unfilled."""
    with open(source, encoding="utf-8") as file:
        drawn = json.load(file)
    board = pcbnew.BOARD()
    nets = {name: put(pcbnew.NETINFO_ITEM(board, name), board) for name in drawn["nets"]}
    board.GetDesignSettings().SetAuxOrigin(at(drawn["origin"]))
    for part in drawn["parts"]:
        add_part(board, part, nets)
    for net, layer, x1, y1, x2, y2, width in drawn["tracks"]:
        ends = {"Start": at((x1, y1)), "End": at((x2, y2))}
        put(pcbnew.PCB_TRACK(board), board, **ends, Width=mm(width), Layer=LAYERS[layer], Net=nets[net])
    for net, x, y, width, drill in drawn["vias"]:
        put(pcbnew.PCB_VIA(board), board, Position=at((x, y)), Width=mm(width), Drill=mm(drill), Net=nets[net])
    for zone in drawn["zones"]:
        add_zone(board, zone, nets)
    for start, end in drawn["edges"]:
        shape = {"Shape": pcbnew.SHAPE_T_SEGMENT, "Start": at(start), "End": at(end)}
        put(pcbnew.PCB_SHAPE(board), board, **shape, Width=mm(0.1), Layer=pcbnew.Edge_Cuts)
    for words, x, y, size in drawn["texts"]:
        letters = {"TextSize": pcbnew.wxSizeMM(size, size), "TextThickness": mm(0.15 * max(size, 1.0))}
        put(pcbnew.PCB_TEXT(board), board, Text=words, Position=at((x, y)), **letters, Layer=pcbnew.F_SilkS)
    pcbnew.SaveBoard(target, board)


def add_part(board: Any, part: dict[str, Any], nets: dict[str, Any]) -> None:
    """Add a footprint with its pads' nets; its reference goes to the fabrication layer."""
    folder, name = part["footprint"].split(":")
    if part["footprint"] not in LOADED:
        LOADED[part["footprint"]] = pcbnew.FootprintLoad(part["library"], name)
    footprint = put(
        pcbnew.FOOTPRINT(LOADED[part["footprint"]]),
        FPID=pcbnew.LIB_ID(folder, name),
        Reference=part["ref"],
        Value=part["value"],
        Position=at(part["at"]),
        OrientationDegrees=part["turn"],
    )
    for text in (footprint.Reference(), footprint.Value()):
        text.SetLayer(pcbnew.F_Fab)
    for item in footprint.GraphicalItems():
        # Pin numbers on the silk screen would lie under the neighbouring capacitor's pads.
        if isinstance(item, pcbnew.FP_TEXT) and item.GetLayer() == pcbnew.F_SilkS:
            item.SetLayer(pcbnew.F_Fab)
        if part["head"] and item.GetLayer() == pcbnew.F_CrtYd:
            item.SetEnd0(pcbnew.wxPointMM(part["head"] / 2, 0))
            item.SetDrawCoord()
    for pad in footprint.Pads():
        net = part["pads"].get(pad.GetNumber())
        if net:
            pad.SetNet(nets[net])
            if pad.GetNumber() in part["solid"]:
                pad.SetZoneConnection(pcbnew.ZONE_CONNECTION_FULL)
            elif part["relief"]:
                pad.SetZoneConnection(pcbnew.ZONE_CONNECTION_THERMAL)
    if part["dot"]:
        add_dot(footprint, part["dot"])
    board.Add(footprint)


def add_dot(footprint: Any, place: list[float]) -> None:
    """Mark a footprint's first pad on the silk screen, at a place from its origin."""
    circle = {"Start0": at(place), "End0": at((place[0] + 0.25, place[1])), "Filled": True, "Width": mm(0.1)}
    dot = put(pcbnew.FP_SHAPE(footprint, pcbnew.SHAPE_T_CIRCLE), Layer=pcbnew.F_SilkS, **circle)
    dot.SetDrawCoord()
    footprint.Add(dot)


def add_zone(board: Any, drawn: dict[str, Any], nets: dict[str, Any]) -> None:
    """Add a zone; power's are joined to their pads all over, ground's by spokes that solder well."""
    solid = drawn["net"] != "GND"
    zone = put(
        pcbnew.ZONE(board),
        Layer=LAYERS[drawn["layer"]],
        Net=nets[drawn["net"]],
        Priority=drawn["rank"],
        LocalClearance=mm(drawn["gap"]),
        MinThickness=mm(0.25),
        ThermalReliefGap=mm(0.25),
        ThermalReliefSpokeWidth=mm(0.5),
        PadConnection=pcbnew.ZONE_CONNECTION_FULL if solid else pcbnew.ZONE_CONNECTION_THERMAL,
        IslandRemovalMode=pcbnew.ISLAND_REMOVAL_MODE_ALWAYS,
    )
    outline = zone.Outline()
    outline.NewOutline()
    for x, y in drawn["corners"]:
        outline.Append(mm(x), mm(y))
    board.Add(zone)


def finish(target: str, report: str, folder: str) -> None:
    """Fill a board's zones and save it, write KiCad's report and the plots."""
    board = pcbnew.LoadBoard(target)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(target, board)
    pcbnew.WriteDRCReport(board, report, pcbnew.EDA_UNITS_MILLIMETRES, True)
    plot_board(board, folder)


PLOTS = (
    ("F_Cu", pcbnew.F_Cu),
    ("B_Cu", pcbnew.B_Cu),
    ("F_Paste", pcbnew.F_Paste),
    ("F_Silkscreen", pcbnew.F_SilkS),
    ("B_Silkscreen", pcbnew.B_SilkS),
    ("F_Mask", pcbnew.F_Mask),
    ("B_Mask", pcbnew.B_Mask),
    ("Edge_Cuts", pcbnew.Edge_Cuts),
)


def plot_board(board: Any, folder: str) -> None:
    """Write Gerbers and drill files, all measured from the panel's centre."""
    controller = pcbnew.PLOT_CONTROLLER(board)
    put(
        controller.GetPlotOptions(),
        OutputDirectory=folder,
        UseGerberX2format=True,
        IncludeGerberNetlistInfo=True,
        UseAuxOrigin=True,
        SubtractMaskFromSilk=True,
        PlotFrameRef=False,
        UseGerberProtelExtensions=False,
        GerberPrecision=6,
        # None: KiCad would cut a dot of 0.35 mm out of whatever lies on a hole.
        DrillMarksType=0,
    )
    for name, layer in PLOTS:
        controller.SetLayer(layer)
        controller.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        controller.PlotLayer()
    controller.ClosePlot()
    writer = pcbnew.EXCELLON_WRITER(board)
    writer.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    writer.SetFormat(True)
    # Slots as one command with both ends (G85): what JLCPCB asks for, and gerbv paints.
    writer.SetRouteModeForOvalHoles(False)
    writer.CreateDrillandMapFilesSet(folder, True, False)


COMMANDS: dict[str, Callable[..., None]] = {"make": make, "finish": finish}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
