"""What to measure: within the figures of circuit and datasheets, and the same on the page as in docs/build.md."""

import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, ENABLE_PINS, LED_PIN, panel_grid
from hexlume.sensing import calibration
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.device.health import COUNTS_PER_MT
from hexlume_hw import ORDERABLE
from hexlume_hw.board.marks import probes
from hexlume_hw.checks import power
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import measurements as measured
from hexlume_hw.order import shopping
from hexlume_hw.order.soldering_steps import steps
from hexlume_hw.panel import stackup
from hexlume_hw.panel.wiring import markdown
from hexlume_sim.chip.analog import AnalogIn
from hexlume_sim.chip.digital import DigitalInOut
from hexlume_sim.twin import Twin
from tests.hardware.first_page import first_page

GUIDE = (Path(__file__).parents[3] / "docs/build.md").read_text(encoding="utf-8")


def prompts(heading: str) -> str:
    """Return what a section of the guide has a builder type at the console."""
    section = GUIDE.split(f"\n### {heading}\n")[1].split("\n#")[0]
    return "\n".join(re.findall(r"^    >>> (.*)$", section, re.MULTILINE))


def test_the_guide_has_the_measurements_of_the_documented_panel() -> None:
    assert markdown([("where", "when", "expected", "why"), *measured.measurements("hex5")]) in GUIDE


@pytest.mark.parametrize("panel", ORDERABLE)
def test_a_sound_panel_is_within_every_range(panel: str) -> None:
    low, high = measured.supply_v()
    assert low < power.SUPPLY_V < high
    assert measured.rail_v()[0] < power.SENSOR_V < measured.rail_v()[1] < low
    assert measured.REST_V[0] < power.SENSOR_V / 2 < measured.REST_V[1]
    # The worst draw has every light on.
    assert power.typical(panel).sensors + power.CONTROLLER_TYPICAL_MA < measured.current_ma(panel)
    assert measured.current_ma(panel) + measured.coloured_ma(panel)[1] < power.worst(panel).total
    # Neither a line that is stuck low nor one that is stuck high is taken for data.
    assert measured.LOW_V < measured.data_v(panel)[0] < measured.data_v(panel)[1] < low


@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_test_point_is_measured(panel: str) -> None:
    named = " ".join(row.where for row in measured.measurements(panel))
    assert {probe.label for probe in probes(panel)} <= set(re.findall(r"\w+", named))


def test_the_resistor_loads_the_regulator_enough_and_stays_cool() -> None:
    amps = measured.rail_v()[0] / measured.LOAD_OHMS
    assert amps * 1000 > measured.REGULATOR_LEAST_MA and amps**2 * measured.LOAD_OHMS < 0.125
    assert any(f"{measured.LOAD_OHMS} ohm" in tool for tool in shopping.TOOLS)
    said = [words for step in steps(netlist("hex5")) for words in step.words if f"{measured.LOAD_OHMS} ohm" in words]
    assert [words.split()[0] for words in said] == ["Solder", "Take"]
    circuit = netlist("hex5")
    assert {net for net, pads in circuit.nets.items() if any(ref == "C2" for ref, _ in pads)} == {"+3V3", "GND"}


def test_the_enable_lines_are_measured_at_their_pins_of_the_socket() -> None:
    assert [measured.enable_pins(panel) for panel in ("hex4", "hex5")] == [["9"], ["9", "10"]]


def test_a_discs_reading_is_what_calibration_accepts() -> None:
    least, most = (round(span / COUNTS_PER_MT) for span in (calibration._LEAST_SPAN, calibration._MOST_SPAN))
    assert (least, most) == measured.DISC_MT
    assert f"about +{NOMINAL_SPAN / COUNTS_PER_MT:.0f} (+{least} to +{most}, as calibration" in GUIDE
    (disc,) = [words for words in steps(netlist("hex4"))[-1].words if "at least +" in words]
    assert f"at least +{least} and at most +{most}" in disc


@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_step_of_the_case_has_a_range_that_holds_the_solids_own_figure(panel: str) -> None:
    words = (
        first_page(panel, files=["print/printing.md"]).split("Last: the case")[1].split("</ol>")[0].split("<li>")[1:]
    )
    assert len(words) == (9 if panel.startswith("hex") else 8)
    ranges = [re.findall(r"([\d.]+) mm \(([\d.]+) to ([\d.]+)\)", step) for step in words]
    assert all(float(low) < float(right) < float(high) for found in ranges for right, low, high in found)
    for step, found in zip(words, ranges, strict=True):
        assert found or re.search(r"wider than [\d.]+ mm|All \d+ cells", step), step
    # A higher grid lifts the plate, and a wider disc sticks in its recess.
    assert float(ranges[0][0][2]) <= stackup.PLATE_ABOVE_BOARD_MM
    (disc,) = [found for step, found in zip(words, ranges, strict=True) if "other discs" in step]
    assert float(disc[1][2]) < float(ranges[0][1][1])


def test_a_leaders_least_number_is_that_of_the_study() -> None:
    page = (Path(__file__).parents[3] / "docs/hardware/physics.md").read_text(encoding="utf-8")
    leader = re.search(r"^\| leader \| (\d+) to", page, re.MULTILINE)
    assert leader and round(int(leader[1]) / COUNTS_PER_MT) == measured.LEADER_LEAST


@pytest.mark.sample(2)
@pytest.mark.parametrize("panel", ORDERABLE)
def test_the_picos_stage_expects_the_lights_but_not_the_sensors(panel: str) -> None:
    """An assembler has placed the lights by then, and nobody the sensors."""
    (words,) = [step.words for step in steps(netlist(panel)) if step.title.startswith("Sockets")]
    bare, lit = measured.current_ma(panel, False, False), measured.current_ma(panel, True, False)
    assert f"at most {bare:.0f} mA, or {lit:.0f} mA if the lights are there already" in " ".join(words)


def test_the_page_types_at_the_console_what_the_guide_does() -> None:
    typed = [unescape(lines) for lines in re.findall(r"<pre>(.*?)</pre>", first_page("hex5"), re.DOTALL)]
    assert typed == [prompts("Look at the lights"), prompts("Select the first channel")]


def test_the_guides_words_for_the_first_channel_select_its_cells() -> None:
    """On the twin: a disc on each of the cells that the guide names moves the input that it names."""
    twin = Twin("hex5", 1)
    board = SimpleNamespace(**{name: twin.chip.pin(name) for name in (*ADDRESS_PINS, *ENABLE_PINS)})
    console: dict[str, Any] = {"board": board, "digitalio": SimpleNamespace(DigitalInOut=DigitalInOut)}
    exec(prompts("Select the first channel").partition("\n")[2], console)
    inputs = [AnalogIn(twin.chip.pin(name)) for name in ADC_PINS]
    twin.clock.advance(1000)
    before = [one.value / 16 for one in inputs]
    assert before == pytest.approx([2048] * 3, abs=60)
    grid = panel_grid("hex5")
    for cell in range(3):
        assert cell_site(grid, cell)[:3] == (cell, 0, 0)
        assert f"MUX{cell} is {grid.name(cell)}" in GUIDE
        twin.table.put(grid.name(cell), "white")
        twin.clock.advance(1000)
        assert inputs[cell].value / 16 - before[cell] == pytest.approx(20.6 * COUNTS_PER_MT, rel=0.1)


def test_the_guides_words_for_the_lights_drive_the_chains_pin_and_all_its_leds() -> None:
    made: list[tuple[str, int]] = []
    filled: list[object] = []

    def chain(pin: str, leds: int) -> SimpleNamespace:
        made.append((pin, leds))
        return SimpleNamespace(fill=filled.append)

    console = {"board": SimpleNamespace(**{LED_PIN: LED_PIN}), "neopixel": SimpleNamespace(NeoPixel=chain)}
    typed = prompts("Look at the lights").split("\n")
    assert (typed[0], typed[-1]) == ("import board, neopixel", "while True: p.show()")
    exec("\n".join(typed[1:-1]), dict(console))
    level = measured.TEST_LEVEL
    assert filled == [(level, 0, 0), (0, level, 0), (0, 0, level), 0]
    assert made == [(LED_PIN, measured.leds("hex5"))]
