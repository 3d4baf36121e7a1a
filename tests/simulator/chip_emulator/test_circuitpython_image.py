"""CircuitPython's UF2 file and the CIRCUITPY drive: find, check, refuse and write."""

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hexlume_sim.chip_emulator import circuitpython
from hexlume_sim.chip_emulator.circuitpython import FILE, PAGE, VARIABLE, ImageRefused
from hexlume_sim.chip_emulator.flash import DRIVE_START
from hexlume_sim.chip_emulator.image import drive_files, flash_image

WORD = 4


def block(start: int, payload: bytes) -> bytes:
    """Return a block of a UF2 file."""
    words = (0x0A324655, 0x9E5D5157, 0, start, len(payload), 0, 1, 0)
    head = b"".join(word.to_bytes(WORD, "little") for word in words)
    return (head + payload).ljust(508, b"\0") + (0x0AB16F30).to_bytes(WORD, "little")


UF2 = block(0x10000000, b"first") + block(0x10000100, b"second")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    return tmp_path


@pytest.mark.parametrize(
    "contents", [b"not a UF2 file", UF2[:-1], UF2 + b"x", block(0x20000000, b"in RAM"), block(0x10FFFFFF, b"beyond")]
)
def test_file_that_is_no_uf2_for_a_pico_is_refused(contents: bytes, tmp_path: Path) -> None:
    path = tmp_path / "some.uf2"
    path.write_bytes(contents)
    with pytest.raises(ImageRefused, match=PAGE):
        circuitpython.read(path)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Serve a folder in place of the download server."""
    folder = tmp_path / "served"
    folder.mkdir()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as http:
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        monkeypatch.setattr(circuitpython, "DOWNLOAD", f"http://127.0.0.1:{http.server_port}/{FILE}")
        yield folder
        http.shutdown()
        thread.join()


def test_circuitpython_download_is_checked_and_cached(
    home: Path, server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (server / FILE).write_bytes(UF2)
    with pytest.raises(ImageRefused, match="not CircuitPython"):
        circuitpython.download()
    assert not circuitpython.cached().exists()
    monkeypatch.setattr(circuitpython, "SHA256", hashlib.sha256(UF2).hexdigest())
    assert circuitpython.download().read_bytes() == UF2
    (server / FILE).unlink()
    assert circuitpython.download() == circuitpython.cached(), "it is not fetched again"


def test_flash_image_holds_circuitpython_and_the_drive(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("pass")
    (tmp_path / "hexlume").mkdir()
    (tmp_path / "hexlume" / "a_long_name_of_a_module.py").write_text("x = 1\n" * 1000)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "code.pyc").write_text("")
    files = drive_files(tmp_path, b'HEXLUME_PANEL = "hex4"\nCOUNT = 3\n')
    flash = flash_image(UF2, files)
    assert flash[:5] == b"first" and flash[256:262] == b"second"
    drive = flash[DRIVE_START:]
    assert b"CODE    PY" in drive and b"HEXLUME    " in drive
    assert b"x = 1\n" * 1000 in drive, "a file on an empty drive lies in one piece"
    assert b'HEXLUME_PANEL = "hex4"\nCOUNT = 3\n' in drive
    assert files["lib/neopixel.py"] in drive and b"NeoPixel" in files["lib/neopixel.py"]
    assert not any("__pycache__" in path for path in files)
