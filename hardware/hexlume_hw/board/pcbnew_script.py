"""Run by the system's Python, whose ``pcbnew`` is KiCad's own: writes a board from JSON, fills, checks and plots it.

Usage: ``pcbnew_script.py make BOARD.json BOARD.kicad_pcb``, then ``finish BOARD.kicad_pcb REPORT FOLDER``; later
``check BOARD.kicad_pcb REPORT`` and ``plot BOARD.kicad_pcb FOLDER``. Imports nothing of Hexlume's: the system's Python
does not have it.
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


def make(source: str, target: str) -> None:
    """Write a board that is drawn in a JSON file, its zones unfilled."""
    with open(source, encoding="utf-8") as file:
        drawn = json.load(file)
    board = pcbnew.BOARD()
    nets = {}
    for name in drawn["nets"]:
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    board.GetDesignSettings().SetAuxOrigin(at(drawn["origin"]))
    for part in drawn["parts"]:
        add_part(board, part, nets)
    for net, layer, x1, y1, x2, y2, width in drawn["tracks"]:
        track = pcbnew.PCB_TRACK(board)
        track.SetStart(at((x1, y1)))
        track.SetEnd(at((x2, y2)))
        track.SetWidth(mm(width))
        track.SetLayer(LAYERS[layer])
        track.SetNet(nets[net])
        board.Add(track)
    for net, x, y, width, drill in drawn["vias"]:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(at((x, y)))
        via.SetWidth(mm(width))
        via.SetDrill(mm(drill))
        via.SetNet(nets[net])
        board.Add(via)
    for zone in drawn["zones"]:
        add_zone(board, zone, nets)
    for start, end in drawn["edges"]:
        line = pcbnew.PCB_SHAPE(board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(at(start))
        line.SetEnd(at(end))
        line.SetWidth(mm(0.1))
        line.SetLayer(pcbnew.Edge_Cuts)
        board.Add(line)
    for words, x, y, size in drawn["texts"]:
        text = pcbnew.PCB_TEXT(board)
        text.SetText(words)
        text.SetPosition(at((x, y)))
        text.SetTextSize(pcbnew.wxSizeMM(size, size))
        text.SetTextThickness(mm(0.15 * max(size, 1.0)))
        text.SetLayer(pcbnew.F_SilkS)
        board.Add(text)
    pcbnew.SaveBoard(target, board)


def add_part(board: Any, part: dict[str, Any], nets: dict[str, Any]) -> None:
    """Add a footprint with its pads' nets; its reference goes to the fabrication layer."""
    folder, name = part["footprint"].split(":")
    if part["footprint"] not in LOADED:
        LOADED[part["footprint"]] = pcbnew.FootprintLoad(part["library"], name)
    footprint = pcbnew.FOOTPRINT(LOADED[part["footprint"]])
    footprint.SetFPID(pcbnew.LIB_ID(folder, name))
    footprint.SetReference(part["ref"])
    footprint.SetValue(part["value"])
    footprint.SetPosition(at(part["at"]))
    footprint.SetOrientationDegrees(part["turn"])
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
    dot = pcbnew.FP_SHAPE(footprint, pcbnew.SHAPE_T_CIRCLE)
    dot.SetLayer(pcbnew.F_SilkS)
    dot.SetFilled(True)
    dot.SetWidth(mm(0.1))
    dot.SetStart0(at(place))
    dot.SetEnd0(at((place[0] + 0.25, place[1])))
    dot.SetDrawCoord()
    footprint.Add(dot)


def add_zone(board: Any, drawn: dict[str, Any], nets: dict[str, Any]) -> None:
    """Add a zone; power's are joined to their pads all over, ground's by spokes that solder well."""
    zone = pcbnew.ZONE(board)
    zone.SetLayer(LAYERS[drawn["layer"]])
    zone.SetNet(nets[drawn["net"]])
    zone.SetPriority(drawn["rank"])
    zone.SetLocalClearance(mm(drawn["gap"]))
    zone.SetMinThickness(mm(0.25))
    zone.SetThermalReliefGap(mm(0.25))
    zone.SetThermalReliefSpokeWidth(mm(0.5))
    solid = drawn["net"] != "GND"
    zone.SetPadConnection(pcbnew.ZONE_CONNECTION_FULL if solid else pcbnew.ZONE_CONNECTION_THERMAL)
    zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
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


def check(source: str, report: str) -> None:
    """Write KiCad's report of a board's violations and unconnected items; zones are filled anew first."""
    board = pcbnew.LoadBoard(source)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.WriteDRCReport(board, report, pcbnew.EDA_UNITS_MILLIMETRES, True)


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


def plot(source: str, folder: str) -> None:
    """Write a board's Gerbers and drill files as it was filled when it was saved."""
    plot_board(pcbnew.LoadBoard(source), folder)


def plot_board(board: Any, folder: str) -> None:
    """Write Gerbers and drill files, all measured from the panel's centre."""
    controller = pcbnew.PLOT_CONTROLLER(board)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(folder)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetUseAuxOrigin(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetGerberPrecision(6)
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


COMMANDS: dict[str, Callable[..., None]] = {"make": make, "finish": finish, "check": check, "plot": plot}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
