"""Which boards the firmware is put on, by their boot_out.txt."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_host.flash.board_kind import BoardKind, read_board_kind
from hexlume_host.flash.errors import DeployError

PICO = "Adafruit CircuitPython 9.2.8 on 2025-05-28; Raspberry Pi Pico with rp2040\r\nBoard ID:raspberry_pi_pico\r\n"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (PICO, BoardKind("Raspberry Pi Pico", "raspberry_pi_pico", "rp2040", "9.2.8")),
        (
            "Adafruit CircuitPython 10.3.0-beta.1 on 2026-08-31; Raspberry Pi Pico 2 W with rp2350a\n"
            "Board ID:raspberry_pi_pico2_w\nUID:00\nboot.py output:\nhello\n",
            BoardKind("Raspberry Pi Pico 2 W", "raspberry_pi_pico2_w", "rp2350a", "10.3.0-beta.1"),
        ),
        (
            "Adafruit CircuitPython 9.0.0 on 2024-03-19; Adafruit Feather RP2040 with rp2040\n",
            BoardKind("Adafruit Feather RP2040", "", "rp2040", "9.0.0"),
        ),
    ],
)
def test_boards_that_will_do(text: str, kind: BoardKind, tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").write_text(text)
    assert read_board_kind(tmp_path) == kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            PICO.replace("9.2.8", "8.2.10"),
            "CircuitPython 8.2.10 on {} is too old, hexlume needs 9 or later: download "
            "adafruit-circuitpython-raspberry_pi_pico-en_US-….uf2 from "
            "https://circuitpython.org/board/raspberry_pi_pico/, hold BOOTSEL",
        ),
        (
            PICO.replace("9.2.8", "9.2.0")
            .replace("Pico with rp2040", "Pico 2 with rp2350a")
            .replace("_pico", "_pico2"),
            "CircuitPython 9.2.0 may crash on Raspberry Pi Pico 2 when the board keeps a game: download "
            "adafruit-circuitpython-raspberry_pi_pico2-en_US-….uf2 from ",
        ),
        (PICO.replace("rp2040", "ESP32S3"), "Raspberry Pi Pico has the chip esp32s3, and hexlume runs on RP2040 and"),
        ("MicroPython v1.24", "{}/boot_out.txt does not say which CircuitPython runs there: download "),
        ("", "{}/boot_out.txt does not say which CircuitPython runs there: download "),
    ],
)
def test_boards_that_will_not(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").write_text(text)
    with pytest.raises(DeployError) as refusal:
        read_board_kind(tmp_path)
    assert str(refusal.value).startswith(words.format(tmp_path))
    assert str(refusal.value).endswith(".") and "\n" not in str(refusal.value)


def test_the_bootloaders_drive_and_another_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"^There is no boot_out\.txt in .*: name the drive CIRCUITPY of a board"):
        read_board_kind(tmp_path)
    (tmp_path / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    with pytest.raises(DeployError, match=r"is the bootloader's drive .* \(Pico; on a Pico 2 raspberry_pi_pico2\)"):
        read_board_kind(tmp_path)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_board_or_one_sentence(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    folder = tmp_path_factory.mktemp("drive")
    (folder / "boot_out.txt").write_bytes(PICO.encode()[: len(text)] + text)
    try:
        assert read_board_kind(folder).chip.startswith("rp2")
    except DeployError as refusal:
        assert str(refusal).endswith(".")
