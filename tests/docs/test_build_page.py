"""docs/build.md: its pin table is the firmware's, and the sentences it explains are those that the tools print."""

import errno
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume.hardware import buttons, panel
from hexlume.hardware.cell_site import cell_site
from hexlume_host.device.discovery import PortFinder
from hexlume_host.device.health import PanelHealth
from hexlume_host.device.serial_port import _refusal
from hexlume_host.flash.board_kind import DOWNLOADS, read_board_kind
from hexlume_host.flash.compile import find_compiler
from hexlume_host.flash.discovery import find_drive
from hexlume_host.flash.drive import Drive
from hexlume_host.flash.errors import drive_error, read_only
from hexlume_hw.order.starter import starter
from hexlume_record.errors import HexlumeError
from tests.host.flash.board_drives import BOOT_OUT, PICO, new_drive

PAGE = (Path(__file__).parents[2] / "docs/build.md").read_text(encoding="utf-8")
DRIVE = "/media/me/CIRCUITPY"

# Raspberry Pi Pico datasheet, figure 2: the edge pin of each GPIO.
EDGE = {"GP2": 4, "GP3": 5, "GP4": 6, "GP5": 7, "GP6": 9, "GP7": 10, "GP8": 11, "GP9": 12, "GP10": 14, "GP16": 21}
EDGE |= {"GP17": 22, "GP18": 24, "GP19": 25, "GP20": 26, "GP26": 31, "GP27": 32, "GP28": 34}


@pytest.mark.parametrize(
    "pins",
    [panel.ADC_PINS, panel.ADDRESS_PINS, panel.ENABLE_PINS, (panel.LED_PIN,), buttons.BUTTON_PINS, (panel.BUZZER_PIN,)],
)
def test_pin_table_of_the_build_page_is_the_firmwares_wiring(pins: tuple[str, ...]) -> None:
    assert f"| {', '.join(pins)} | {', '.join(str(EDGE[pin]) for pin in pins)} |" in PAGE


def test_the_buttons_are_named_in_their_order() -> None:
    assert f"the buttons {buttons.BUTTONS[0]}, {buttons.BUTTONS[1]} and {buttons.BUTTONS[2]}" in PAGE


@pytest.mark.parametrize("identity", DOWNLOADS)
def test_every_board_has_its_file(identity: str) -> None:
    assert f"`adafruit-circuitpython-{identity}-en_US-….uf2` | https://circuitpython.org/board/{identity}/ |" in PAGE


def test_the_starters_bill_and_wiring() -> None:
    items = starter()
    assert sum(item.cost() for item in items) < 30
    for item in items:
        assert f"| {item.name}, {item.value} | {item.quantity} | {item.cost():.2f} |" in PAGE
    assert f"| all | | {sum(item.cost() for item in items):.2f} |" in PAGE
    grid = panel.panel_grid(panel.STARTER)
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        line = f"| {grid.name(cell)} | {panel.ADC_PINS[site.adc]} | {site.address} | {site.led + 1} |"
        assert line in PAGE and site.enable == 0


def refused(what: Callable[[], object]) -> str:
    with pytest.raises(HexlumeError) as refusal:
        what()
    return str(refusal.value)


def test_the_sentences_are_those_that_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    drive = new_drive(tmp_path / "drive", BOOT_OUT.replace("9.2.8", "8.2.10"))
    label = tmp_path / "root/dev/disk/by-label/CIRCUITPY"
    label.parent.mkdir(parents=True)
    label.touch()

    def damage(operation: str, path: str) -> None:
        if operation == "wrote":
            (drive / path).write_bytes(b"")

    sentences = [
        refused(lambda: find_drive(None, tmp_path)),
        refused(lambda: find_drive(None, tmp_path / "root")).replace(str(tmp_path / "root"), ""),
        str(read_only(DRIVE)),
        refused(lambda: read_board_kind(drive)),
        refused(lambda: find_compiler(read_board_kind(new_drive(tmp_path / "pico", PICO)), None)),
        refused(lambda: read_board_kind(tmp_path)).replace(str(tmp_path), DRIVE),
        str(drive_error(OSError(errno.ENOSPC, "No space left on device"), DRIVE, "hexlume/app.py")),
        refused(lambda: Drive(drive, damage).write("hexlume/app.py", b"x")),
        str(_refusal("/dev/ttyACM1", PermissionError(errno.EACCES, "Permission denied"))),
        refused(PortFinder(None)),
    ]
    rows = re.findall(r"^\| (.*?) \| ", PAGE.split("| it says |")[1], re.MULTILINE)
    explained = [row for row in rows if row != "what it means and what to do"]
    for sentence in sentences:
        assert sentence.replace(str(drive), DRIVE) in explained
    assert len(sentences) == len(explained)


def test_the_data_channels_sentence_is_the_firmwares() -> None:
    code = (Path(__file__).parents[2] / "firmware/code.py").read_text()
    (sentence,) = re.findall(r'RuntimeError\("(.*)"\)', code)
    assert f"`{sentence}`" in PAGE


def test_a_well_panel_is_said_to_be() -> None:
    cells = PanelHealth("hex4").grid.cells
    assert f"    All {cells} cells are well.\n" in PAGE
