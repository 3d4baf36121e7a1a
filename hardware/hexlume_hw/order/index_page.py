"""The package's first page: what is where, what was checked, and how to assemble the board step by step."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from hexlume_hw.order import guide, jlcpcb
from hexlume_hw.order.assembly_drawings import Place, assembly_drawing, close_up, point_drawing
from hexlume_hw.order.measurements import measurements
from hexlume_hw.order.order_section import listed, order_section, table
from hexlume_hw.order.package import CheckLine
from hexlume_hw.order.shopping import Line
from hexlume_hw.order.soldering_steps import Step, steps
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.parts import KINDS

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1d21; --faint: #667; --line: #ccd; --mark: #c2410c; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --ink: #e8e8ea; --faint: #9aa; --line: #3a3f47; --mark: #fb923c; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
pre { overflow-x: auto; background: color-mix(in srgb, var(--line) 30%, transparent); padding: .6rem; }
img, svg { max-width: 100%; height: auto; }
figure { margin: 1rem 0; } figcaption, .faint { color: var(--faint); }
section.step { break-inside: avoid; margin-top: 2.5rem; }
svg rect, svg circle { vector-effect: non-scaling-stroke; }
svg .board { fill: none; stroke: var(--faint); stroke-width: 2px; }
svg .hole { fill: none; stroke: var(--faint); stroke-width: 1px; }
svg .part { fill: none; stroke: var(--line); stroke-width: 1px; }
svg .shown { fill: color-mix(in srgb, var(--mark) 35%, transparent); stroke: var(--mark); }
svg .first { fill: var(--mark); }
svg text { font: 3px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.bad { color: var(--mark); font-weight: 600; }
"""


class Picture(NamedTuple):
    """A picture in the package: its path from the page, and what it shows."""

    path: str
    words: str


def index_page(
    netlist: Netlist,
    places: Mapping[str, Place],
    checks: Iterable[CheckLine],
    files: Mapping[str, str],
    pictures: Iterable[Picture],
    assembler: str = "",
    shop: Sequence[Line] = (),
    notes: Sequence[str] = (),
    points: Mapping[str, tuple[float, float]] | None = None,
) -> str:
    """Return the page as HTML; ``files`` are paths in the package with what each is for, ``shop`` is the shop list.

    ``notes`` say what is not in the package; ``assembler`` is who places the small parts, empty if nobody does;
    ``points`` are the test points' places by what the board calls them.
    """
    panel = netlist.panel
    board = outline(panel)
    parts = [
        f"<h1>Hexlume {escape(panel)}</h1>",
        f"<p>{len([part for part in netlist.parts.values() if part.kind == 'sensor'])} cells on a circuit board of "
        f"{board.width:.0f} by {board.depth:.0f} mm, with {len(netlist.parts)} parts.</p>",
        order_section(netlist, assembler, shop),
        *(_figure(picture) for picture in pictures),
        "<h2>What was checked</h2>",
        _checks(checks),
        "<h2>What is in this folder</h2>",
        table(("file", "what for"), [(_link(path), escape(words)) for path, words in files.items()]),
        *(f"<p>{escape(note)}</p>" for note in notes),
        "<h2>Assembly</h2>",
        "<p>In this order, so that each part of the circuit can be tried before the next. What an assembler has placed "
        "is there already: check it and go on. The drawings show the board from above; a dot "
        "marks pin 1 where it matters which way round a part is.</p>",
        guide.before("print/printing.md" in files),
        guide.pico(panel),
        "<h3>What to measure</h3>",
        "<p>Names such as 5V, DIN and MUX0 are the test points that the board names; A1 and A2 are the Pico's sockets. "
        "The Pico covers GND: while it is in, measure to the power socket's metal shell instead. Lay the board on "
        "something that does not conduct. All values are computed. If one is off, unplug everything and go no further: "
        "see the end of this page. Rows that no stage names are for finding a fault. The lights are dark after "
        "<code>p.fill(0)</code> at the console.</p>",
        table(
            ("where", "when", "expected", "why"),
            (tuple(map(escape, one)) for one in measurements(panel)),
        ),
        f"<figure>{point_drawing(netlist, places, points)}<figcaption>The test points</figcaption></figure>"
        if points
        else "",
        guide.console(panel),
        *(
            _step(netlist, places, number, step, jlcpcb.placed(netlist) if assembler else {})
            for number, step in enumerate(steps(netlist), 1)
        ),
        guide.case(panel) if "print/printing.md" in files else "",
        guide.faults(),
    ]
    return (
        f"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>Hexlume {escape(panel)}: order and build"
        "</title><meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(parts) + f"\n{_REMEMBER}\n</body></html>\n"
    )


def _checks(checks: Iterable[CheckLine]) -> str:
    rows = []
    for check in checks:
        problems = "<br>".join(f"<span class='bad'>{escape(problem)}</span>" for problem in check.problems)
        rows.append((escape(check.name), escape(check.figures), problems or "good"))
    return table(("check", "what it saw", "verdict"), rows)


def _step(netlist: Netlist, places: Mapping[str, Place], number: int, step: Step, placed: Collection[str]) -> str:
    """Return a stage; ``placed`` are the parts that an assembler has soldered."""
    kinds: dict[str, list[str]] = {}
    for ref in step.refs:
        kinds.setdefault(netlist.parts[ref].kind, []).append(ref)
    rows = [
        (
            str(len(refs)),
            escape(f"{KINDS[kind].name}, {KINDS[kind].value}"),
            escape(listed(refs)) + (" <span class='faint'>placed by the assembler</span>" if refs[0] in placed else ""),
            *(_tick(f"{word} {number} {kind}", word) for word in ("sourced", "placed")),
        )
        for kind, refs in kinds.items()
    ]
    closer = close_up(netlist, places, step.refs)
    if closer:
        closer = f"<figure>{closer}<figcaption>Closer</figcaption></figure>"
    return (
        f"<section class='step'><h3>{number}. {escape(step.title)}</h3>"
        f"<ol>{''.join(f'<li>{escape(words)}</li>' for words in step.words)}</ol>"
        f"{table(('how many', 'part', 'where', 'sourced', 'placed'), rows)}"
        f"<figure>{assembly_drawing(netlist, places, step.refs)}</figure>{closer}</section>"
    )


def _tick(key: str, word: str) -> str:
    """Return a box to tick, which the browser remembers."""
    return f"<input type='checkbox' aria-label='{escape(word)}' data-key='{escape(key, quote=True)}'>"


_REMEMBER = """<script>
for (const box of document.querySelectorAll("input[data-key]")) {
  const key = `${document.title} ${box.dataset.key}`;
  try { box.checked = localStorage.getItem(key) === "1"; } catch { break; }
  box.addEventListener("change", () => localStorage.setItem(key, box.checked ? "1" : "0"));
}
</script>"""
"""Keeps the ticks in the browser; one that lets no local page keep anything still ticks."""


def _figure(picture: Picture) -> str:
    return (
        f"<figure><img src='{escape(picture.path, quote=True)}' alt='{escape(picture.words, quote=True)}'>"
        f"<figcaption>{escape(picture.words)}</figcaption></figure>"
    )


def _link(path: str) -> str:
    return f"<a href='{escape(path, quote=True)}'>{escape(path)}</a>"
