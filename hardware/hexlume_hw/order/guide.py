"""The page's guide around the soldering: what must be at hand, the Pico, the console, the case, help with faults."""

from collections.abc import Sequence
from html import escape
from typing import Final

from hexlume.hardware.panel import ADDRESS_PINS, ENABLE_PINS, LED_PIN, panel_grid
from hexlume_hw.order.measurements import DISC_MT, TEST_LEVEL, leds, range_mm
from hexlume_hw.order.order_section import table
from hexlume_hw.order.shopping import TOOLS
from hexlume_hw.order.symptoms import SYMPTOMS
from hexlume_hw.panel.stackup import (
    BOARD_MM,
    DISC_DIAMETER_MM,
    DISC_HEIGHT_MM,
    LEADER_HEIGHT_MM,
    LEADER_MAGNET_MM,
    RECESS_DEPTH_MM,
    RECESS_DIAMETER_MM,
)
from hexlume_hw.solids.sizes import BELOW, CAP_ABOVE, DECK, GRID_TOP, HOOD_TOP, LEAD


def lights_prompt(panel: str) -> list[str]:
    """Return what is typed at the console to see every LED in three colours, then to send dark frames."""
    level = TEST_LEVEL
    colours = (f"({level}, 0, 0)", f"(0, {level}, 0)", f"(0, 0, {level})", "0")
    return [
        "import board, neopixel",
        f"p = neopixel.NeoPixel(board.{LED_PIN}, {leds(panel)})",
        *(f"p.fill({colour})" for colour in colours),
        "while True: p.show()",
    ]


def channel_prompt() -> list[str]:
    """Return what is typed at the console to select the first multiplexers' first channel."""
    names = ", ".join(f'"{name}"' for name in (*ADDRESS_PINS, ENABLE_PINS[0]))
    return [
        "import board, digitalio",
        f"names = ({names})",
        "p = [digitalio.DigitalInOut(getattr(board, name)) for name in names]",
        "for q in p: q.switch_to_output(False)",
    ]


def before(printed: bool) -> str:
    """Return what must be at hand, as HTML; ``printed`` is whether the package has parts to print."""
    prints = (
        "<p>Print in this order (print/printing.md): by stage 6 you need the hats, the light grid, the face plate, and "
        "a white and a black half of a disc. If the plate is cut, glue the rim on the floor, edges and screw holes in "
        "line, with glue under the rim only. If it is printed, slide the segments into each other and glue them.</p>"
    )
    return f"<h3>What must be at hand</h3>{_list('ul', TOOLS)}{prints if printed else ''}"


def pico(panel: str) -> str:
    """Return the first stage as HTML: the Pico alone, with its firmware."""
    words = (
        "Put the short pins of the two pin headers through the Pico from below, the side without the button BOOTSEL, "
        "and solder them on top. Plug the long pins into the loose sockets meanwhile, so that they stand straight.",
        "Install Hexlume on your computer, if this folder was not made there: make play in its sources, after which "
        "the program is .venv/bin/hexlume; or pip install hexlume. docs/build.md in the sources has more.",
        "Download the newest CircuitPython, 9 or later and not 9.2.0, from "
        "https://circuitpython.org/board/raspberry_pi_pico2/ (a Pico 2 W has another file: raspberry_pi_pico2_w). Hold "
        "BOOTSEL while you plug the Pico's USB cable in, with nothing else connected: the drive RP2350 appears. Copy "
        "the file to it; the drive CIRCUITPY appears.",
        "Run hexlume deploy.",
        f'Before you eject the drive, write HEXLUME_PANEL = "{panel}" into the file settings.toml on it. From its next '
        "start on the board keeps the drive to itself, unless its button act is held while it is plugged in. As long "
        "as there are no buttons, a wire from pin 22 to pin 23 does the same.",
        "Eject the drive, unplug the cable and plug it in again. At its first start the board compiles the firmware "
        "and makes its journal: after half a minute at most hexlume watch lists it. Later it starts in ten seconds.",
    )
    return (
        f"<section class='step'><h3>First: the Pico and its firmware</h3>{_list('ol', words)}"
        "<p>Do this before the case: in it, a stick through a hole in the hood has to press BOOTSEL.</p></section>"
    )


def console(panel: str) -> str:
    """Return how the lights' data is sent and a channel selected, as HTML."""
    return (
        "<h3>At the console</h3><p>Some stages type at the Pico's console. Plug its USB cable in and run "
        "<code>python -m serial.tools.miniterm</code> with Hexlume's Python, in its sources .venv/bin/python: it lists "
        "the ports. Choose the board's first one; the second is the one that hexlume watch names. Press Ctrl-C, then "
        "Enter, and type line by line. Ctrl-] ends the program. Then unplug the Pico and plug it in again.</p>"
        "<p><strong>Lights.</strong> All are red, then green, then blue, then dark. The last line (Enter twice) sends "
        f"dark frames without a pause, until Ctrl-C.</p>{_code(lights_prompt(panel))}"
        "<p><strong>The first channel.</strong> MUX0, MUX1 and MUX2 then show the first sensors.</p>"
        f"{_code(channel_prompt())}"
    )


LEADER_LEAST: Final = 34
"""What hexlume doctor shows for a leader at least, in mT: the lowest reading of docs/hardware/physics.md."""
EVEN_MM: Final = 0.3
"""How far the face plate may lie above or below the tray's walls."""


def _case_steps(panel: str) -> list[str]:
    """Return the steps from the printed parts to the calibrated panel; each says what to measure, and the range."""
    white = f"with white up its number is +{DISC_MT[0]} to +{DISC_MT[1]}, and with black up the same below zero"
    words = [
        "Print the rest of print/printing.md. Measure with a caliper: the light grid is "
        f"{range_mm(GRID_TOP, 0.2, 0.1)} high (a higher one lifts the face plate), a recess "
        f"{range_mm(RECESS_DIAMETER_MM, 0.3, 0.3)} wide.",
        "Melt the four M3 inserts into the tray's corner standoffs, flush with their tops: push them in with the "
        "soldering iron at about 220 °C. From the tray's floor to the top of each insert there are "
        f"{range_mm(BELOW, 0.2, 0.2)}. Drop the tray's dovetails into each other, and glue.",
        f"Cut leads that stand out more than {LEAD:g} mm below the board, and lay the board on the standoffs and "
        f"pillars. It must not rock: from the tray's floor to its upper side there are "
        f"{range_mm(BELOW + BOARD_MM, 0.3, 0.4)} at each corner.",
        "Lay the light grid on the board around the hats, and the face plate on the grid. The plate's upper side is "
        f"even with the tray's walls all around, at most {EVEN_MM:g} mm above or below; a recess is "
        f"{range_mm(RECESS_DEPTH_MM, 0.2, 0.2)} deep.",
        "Drop the hood's dovetails into each other, and glue. Press the status lights' guides into it from below, and "
        "lay the caps on the buttons. The Pico is in its "
        "sockets: set the hood on over it. Its far edge holds the face plate down. The hood's top is "
        f"{range_mm(HOOD_TOP - DECK, 0.3, 0.4)} above the plate, a cap {range_mm(CAP_ABOVE, 0.5, 0.5)} above "
        "the hood's top; each cap clicks when it is pressed.",
        "Four screws M3 x 16: two through the face plate, two through the hood. Stop when they hold: acrylic cracks. "
        f"No gap between hood and tray is then wider than {EVEN_MM:g} mm.",
        "Make the other discs. Leave the magnets in one stack and take them off one by one: the same side of each goes "
        f"into the white half. Try every disc on the panel before you glue it: {white}. Glued it is "
        f"{range_mm(DISC_HEIGHT_MM, 0.2, 0.2)} thick and {range_mm(DISC_DIAMETER_MM, 0.3, 0.3)} wide.",
    ]
    if panel.startswith("hex"):
        words.append(
            "Make the leaders. A white one takes its magnet with the side down that is down in a disc with white up, a "
            f"black one with the other. White's number is +{LEADER_LEAST} or more, black's -{LEADER_LEAST} or less. "
            f"Then glue the base plates, {range_mm(LEADER_MAGNET_MM, 0.1, 0.1)} thick: the leader is "
            f"{range_mm(LEADER_HEIGHT_MM, 0.2, 0.2)} high."
        )
    words.append(
        f"Run hexlume doctor once more with every disc off: a dot at every cell, and All {panel_grid(panel).cells} "
        "cells are well. Then hexlume doctor --learn calibrates the board."
    )
    return words


def case(panel: str) -> str:
    """Return the last stage as HTML: case and pieces."""
    return f"<section class='step'><h3>Last: the case</h3>{_list('ol', _case_steps(panel))}</section>"


_HEADS: Final = ("you see", "likely cause", "measure or look", "do")


def faults() -> str:
    """Return what to do about a fault, as HTML."""
    words = [
        "hexlume doctor shows every cell, and says what to do about each that is not well.",
        "hexlume doctor --examine, for a board with all its parts, asks what glows and what a meter shows, and "
        "names the part or pin. It takes the face plate and a disc; if a supply is shorted also an AA cell, a "
        "resistor of 1 ohm (2 W), and a meter that shows 0.1 mV.",
        "The table has faults by symptom; wiring.md here has every cell's parts.",
        "hexlume doctor --report board.jsonl writes a file for others to help you by.",
    ]
    rows = [[escape(cell) for cell in symptom] for symptom in SYMPTOMS]
    return f"<h2>If something is wrong</h2>{_list('ul', words)}{table(_HEADS, rows)}"


def _list(tag: str, words: Sequence[str]) -> str:
    return f"<{tag}>{''.join(f'<li>{escape(one)}</li>' for one in words)}</{tag}>"


def _code(lines: Sequence[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines))}</pre>"
