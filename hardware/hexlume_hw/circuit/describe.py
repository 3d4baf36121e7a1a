"""The circuit's description: which parts a panel has, and which of their pins are joined.

References: ``B`` and ``D`` with a cell's number from 1 are its sensor and LED, ``CB`` and ``CD`` their capacitors, the
status LEDs come behind the cells'. ``U1`` to ``U15`` are the multiplexers by enable line and analog input, ``CU`` their
capacitors.
"""

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.hardware.buttons import BUTTON_PINS
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, LED_PIN, STATUS_LEDS, panel_grid
from hexlume_hw.circuit.sheet import Sheet
from hexlume_hw.panel.parts import KINDS

LEDS_A_BULK = 12
"""LEDs on the chain that share one 22 uF capacitor."""


def describe(panel: str) -> Sheet:
    """Return the circuit of a panel; raises ``ValueError`` for a panel that is not made."""
    grid = panel_grid(panel)
    sheet = Sheet(panel)
    _cells(sheet, grid)
    _lights(sheet, grid)
    _multiplexers(sheet, grid)
    _controller(sheet, grid)
    _hands(sheet)
    _power(sheet)
    sheet.supply("GND", "+5V", "VSYS")
    return sheet


def _cells(sheet: Sheet, grid: HexGrid | SquareGrid) -> None:
    """Place each cell's sensor with its capacitor."""
    for cell in range(grid.cells):
        sheet.place(f"B{cell + 1}", "sensor", {"VCC": "+3V3", "OUT": sense_net(grid, cell), "GND": "GND"}, cell)
        sheet.two(f"CB{cell + 1}", "c100n", "+3V3", "GND", cell=cell)


def sense_net(grid: HexGrid | SquareGrid, cell: int) -> str:
    """Return the name of the net from a cell's sensor to its multiplexer."""
    return "SENSE_" + grid.name(cell)


def _lights(sheet: Sheet, grid: HexGrid | SquareGrid) -> None:
    """Place the chain of LEDs: the cells' in their order on it, then the status LEDs."""
    chain = [(cell_site(grid, cell).led, cell, -1) for cell in range(grid.cells)]
    chain += [(grid.cells + status, -1, status) for status in range(STATUS_LEDS)]
    for led, cell, status in chain:
        number = (cell if cell >= 0 else grid.cells + status) + 1
        ends = {"VDD": "+5V", "VSS": "GND", "DIN": f"DATA{led}"}
        if led < len(chain) - 1:
            ends["DOUT"] = f"DATA{led + 1}"
        sheet.place(f"D{number}", "led", ends, cell, status)
        sheet.two(f"CD{number}", "c100n", "+5V", "GND", cell=cell, status=status)
        if led % LEDS_A_BULK == LEDS_A_BULK // 2:
            sheet.two(f"C{11 + led // LEDS_A_BULK}", "c22u", "+5V", "GND", cell=cell, status=status)
    # LEDs at 5 V take 3.5 V for a one, more than a Pico gives; the pull-down keeps them still while it starts.
    sheet.place("U16", "level_shifter", {"OE": "GND", "A": LED_PIN, "Y": "LED_DATA", "VCC": "+5V", "GND": "GND"})
    sheet.two("CU16", "c100n", "+5V", "GND")
    sheet.two("R31", "r10k", LED_PIN, "GND")
    sheet.two("R30", "r470", "LED_DATA", "DATA0")


def _multiplexers(sheet: Sheet, grid: HexGrid | SquareGrid) -> None:
    """Place the multiplexers that have cells, and the lines and filters between them and the Pico."""
    inputs: dict[tuple[int, int], dict[str, str]] = {}
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        inputs.setdefault((site.enable, site.adc), {})[f"I{site.address}"] = sense_net(grid, cell)
    for (enable, adc), channels in inputs.items():
        number = len(ADC_PINS) * enable + adc + 1
        lines = {f"S{line}": f"A{line}" for line in range(len(ADDRESS_PINS))}
        lines |= {"E": f"EN{enable}", "COM": f"MUX{adc}", "VCC": "+3V3", "GND": "GND"}
        sheet.place(f"U{number}", "multiplexer", lines | channels)
        sheet.two(f"CU{number}", "c100n", "+3V3", "GND")
    # With only USB plugged in, the multiplexers have no supply; 1 kohm bounds what they then draw through their inputs.
    for line in range(len(ADDRESS_PINS)):
        sheet.two(f"R{21 + line}", "r1k", ADDRESS_PINS[line], f"A{line}")
    for enable in sorted({enable for enable, _ in inputs}):
        sheet.two(f"R{25 + enable}", "r1k", ENABLE_PINS[enable], f"EN{enable}")
        sheet.two(f"R{11 + enable}", "r10k", "+3V3", f"EN{enable}")
    for adc in range(len(ADC_PINS)):
        sheet.two(f"R{1 + adc}", "r470", f"MUX{adc}", ADC_PINS[adc])
        sheet.two(f"C{4 + adc}", "c1n", ADC_PINS[adc], "GND")


def _controller(sheet: Sheet, grid: HexGrid | SquareGrid) -> None:
    """Place the Pico's two sockets. The sensors' supply is its reference too, so that counts do not move with it."""
    enables = cell_site(grid, grid.cells - 1).enable + 1
    used = {*ADC_PINS, *ADDRESS_PINS, *ENABLE_PINS[:enables], LED_PIN, *BUTTON_PINS, BUZZER_PIN}
    other = {"GND": "GND", "AGND": "GND", "VSYS": "VSYS", "ADC_VREF": "+3V3"}
    for ref, kind in (("A1", "pico_1_20"), ("A2", "pico_21_40")):
        names = {pin.name for pin in KINDS[kind].pins}
        sheet.place(ref, kind, {name: other.get(name, name) for name in sorted(names & (used | set(other)))})
    sheet.two("C7", "c100n", "+3V3", "GND")


def _hands(sheet: Sheet) -> None:
    """Place the buttons and the buzzer."""
    for key, pin in enumerate(BUTTON_PINS):
        sheet.two(f"SW{key + 1}", "button", pin, "GND", key=key)
    sheet.two("R32", "r1k", BUZZER_PIN, "BUZZER")
    sheet.two("LS1", "buzzer", "GND", "BUZZER")


def _power(sheet: Sheet) -> None:
    """Place the power entry, the sensors' regulator and the Pico's supply."""
    sheet.place("J1", "usb_c", {"VBUS": "VBUS", "GND": "GND", "SHIELD": "GND", "CC1": "CC1", "CC2": "CC2"})
    # Both pulled down: a charger then gives 5 V.
    sheet.two("R33", "r5k1", "CC1", "GND")
    sheet.two("R34", "r5k1", "CC2", "GND")
    sheet.two("F1", "fuse", "VBUS", "FUSED")
    # Behind the fuse: a supply that is too high, or the wrong way round, trips it.
    sheet.two("V1", "tvs", "FUSED", "GND")
    sheet.place("Q1", "p_mosfet", {"D": "FUSED", "S": "+5V", "G": "GATE"})
    sheet.two("R35", "r10k", "GATE", "GND")
    sheet.two("C3", "c470u", "+5V", "GND")
    sheet.place("U17", "regulator", {"IN": "+5V", "GND": "GND", "OUT": "+3V3"})
    sheet.two("C1", "c22u", "+5V", "GND")
    sheet.two("C2", "c470u", "+3V3", "GND")
    # So that neither USB nor the supply feeds the other.
    sheet.two("V2", "schottky", "VSYS", "+5V")
