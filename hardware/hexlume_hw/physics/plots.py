"""The plots of docs/hardware/physics.md, the same bytes whenever they are drawn."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from hexlume.sensing.sense import PRESENT, STRONG

from .design import DESIGN
from .field import field_mt
from .study import margins
from .tolerances import WITHIN

# Colours of M. Okabe and K. Ito, told apart with any colour vision; line styles and labels say the same again.
_BLUE, _ORANGE, _GREY = "#0072b2", "#d55e00", "#888888"
_STYLE: Any = {
    "svg.hashsalt": "hexlume",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "axes.axisbelow": True,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
}
_SIZE = (7.2, 3.6)


def bands() -> Figure:
    """What each class can read in the worst case, and the firmware's thresholds."""
    figure = Figure(figsize=(_SIZE[0], 1.8), layout="constrained")
    axes: Any = figure.add_subplot()
    worst = margins()
    none, pawn, leader = worst.none, worst.pawn, worst.leader
    spans = [(-leader.most, -leader.least), (-pawn.most, -pawn.least), (-none.most, none.most)]
    spans += [(pawn.least, pawn.most), (leader.least, leader.most)]
    colours = (_ORANGE, _BLUE, _GREY, _BLUE, _ORANGE)
    labels = ("black\nleader", "black\npawn", "nothing", "white\npawn", "white\nleader")
    for (least, most), colour, label in zip(spans, colours, labels, strict=True):
        axes.axvspan(least, most, color=colour, alpha=0.3, linewidth=0)
        axes.text((least + most) / 2, 0.5, label, ha="center", va="center", color=colour)
    for threshold in (PRESENT, STRONG):
        for sign in (-1, 1):
            axes.axvline(sign * threshold, color="black", linestyle="--", linewidth=1)
    axes.set(xlabel="counts from the cell's zero", yticks=(), ylim=(0, 1))
    return figure


def fields() -> Figure:
    """What a sensor feels of a pawn and of a leader by how far off centre they lie."""
    figure = Figure(figsize=_SIZE, layout="constrained")
    axes: Any = figure.add_subplot()
    aside = np.linspace(0, 40, 161)
    for name, gap, colour, style in (
        ("leader", DESIGN.leader_gap_mm, _ORANGE, "-"),
        ("pawn", DESIGN.pawn_gap_mm, _BLUE, "--"),
    ):
        low, middle, high = (field_mt(DESIGN, aside, np.full_like(aside, gap + off)) for off in (0.4, 0.0, -0.4))
        axes.plot(aside, middle, color=colour, linestyle=style, label=f"{name}, {gap:g} ± 0.4 mm above")
        axes.fill_between(aside, low, high, color=colour, alpha=0.25, linewidth=0)
    axes.axvspan(0, WITHIN.off_centre_mm, color=_GREY, alpha=0.15, linewidth=0)
    axes.axvline(DESIGN.pitch_mm, color=_GREY, linewidth=1)
    axes.text(WITHIN.off_centre_mm + 0.3, 75, "here its own disc may lie", va="center", color="#555555")
    axes.text(DESIGN.pitch_mm - 0.3, 75, "the next cell", va="center", ha="right", color="#555555")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set(xlabel="from the sensor to the magnet's axis, mm", ylabel="field, mT", xlim=(0, 40), ylim=(-5, 80))
    axes.legend(loc="center")
    return figure


def lowering() -> Figure:
    """What a sensor reads while a piece is lowered onto its cell."""
    figure = Figure(figsize=_SIZE, layout="constrained")
    axes: Any = figure.add_subplot()
    lift = np.linspace(0, 25, 101)
    zero = np.zeros_like(lift)
    part = DESIGN.sensor
    for name, gap, colour, style in (
        ("leader", DESIGN.leader_gap_mm, _ORANGE, "-"),
        ("pawn", DESIGN.pawn_gap_mm, _BLUE, "--"),
    ):
        felt = np.minimum(part.range_mt, field_mt(DESIGN, zero, gap + lift))
        axes.plot(lift, part.counts_per_mt * felt, color=colour, linestyle=style, label=name)
    for threshold, word in ((PRESENT, "a piece"), (STRONG, "a leader")):
        axes.axhline(threshold, color="black", linestyle="--", linewidth=1)
        axes.text(24.9, threshold + 25, f"above: {word}", ha="right")
    axes.set(xlabel="held so high above its place of rest, mm", ylabel="counts from zero", xlim=(0, 25), ylim=(0, 1750))
    axes.legend(loc="upper right", bbox_to_anchor=(1, 0.98))
    return figure


PLOTS: dict[str, Callable[[], Figure]] = {
    "bands": bands,
    "fields": fields,
    "lowering": lowering,
}


def draw_plots(folder: Path, suffix: str = "svg") -> list[Path]:
    """Draw every plot into a folder, which is made, as SVG or PNG, and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with mpl.rc_context(_STYLE):
        for name, plot in PLOTS.items():
            path = folder / f"{name}.{suffix}"
            plot().savefig(path, dpi=120, metadata={"Date": None} if suffix == "svg" else None)
            written.append(path)
    return written
