"""The isolated interpreter of the firmware.

Hands and listeners in the same process never get one of its modules.
"""

import shutil
import sys
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import grid
from hexlume.games.game import Game
from hexlume_sim.cpython.firmware_run import Ending, default_drive, run_firmware
from hexlume_sim.twin import Twin

SETTINGS = {"HEXLUME_PANEL": "hex4", "HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "3"}


def whole_drive(folder: Path) -> Path:
    """A drive with the package ``hexlume`` on it, as on a board."""
    shutil.copytree(default_drive(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def drive_without_package(folder: Path) -> Path:
    """A drive beside the package ``hexlume``, as in an installed wheel."""
    folder.mkdir()
    for file in default_drive().glob("*.*"):
        shutil.copy(file, folder)
    return folder


@pytest.mark.parametrize("make", [whole_drive, drive_without_package, lambda _: default_drive()])
def test_late_import_of_a_script_gets_this_processs_module(
    make: Callable[[Path], Path], tmp_path: Path, twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "hexlume.games.orochi.rules", raising=False)
    monkeypatch.delattr(games, "orochi", raising=False)
    found: list[Game] = []

    def script() -> Generator[float, None, None]:
        yield 8e6
        found.append(games.start("orochi", 3))
        twin.stop()

    twin.clock.run_script(script())
    assert not run_firmware(twin, make(tmp_path / "own"), SETTINGS).failed
    (game,) = found
    assert type(game) is sys.modules["hexlume.games.orochi.rules"].Orochi
    assert isinstance(game.grid, grid.HexGrid)


def test_packages_on_the_drive_are_imported_as_python_does(
    twin: Twin, drive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = drive(
        """
        import sys
        import lamp.parts.bulb as bulb
        import lamp.parts.bulb
        from lamp import parts, LIT
        from lamp.parts import *
        from lamp.parts import socket
        assert lamp.parts is parts and parts.bulb is bulb is sys.modules["lamp.parts.bulb"]
        assert LIT and WATTS == 60 and socket.bulb is bulb and bulb.socket is socket
        for statement in (
            "import lamp.ghost", "from lamp import ghost", "from lamp.ghost import x", "import ghost",
            "import lamp.broken", "import lamp.broken", "from lamp import broken", "import lamp.LIT.x",
        ):
            try:
                exec(statement)
            except ImportError as error:
                print(type(error).__name__, error)
            except ZeroDivisionError:
                print("broken")
        assert not hasattr(lamp, "broken") and "lamp.broken" not in sys.modules
        """
    )
    package = folder / "lib" / "lamp"
    (package / "parts").mkdir(parents=True)
    (package / "__init__.py").write_text("LIT = True\n")
    (package / "broken.py").write_text("1 // 0\n")
    (package / "parts" / "__init__.py").write_text("WATTS = 60\n")
    # Two modules that import each other.
    (package / "parts" / "bulb.py").write_text("from . import socket\nfrom .. import LIT\n")
    (package / "parts" / "socket.py").write_text("from . import bulb\n")
    ending = run_firmware(twin, folder)
    assert ending == Ending("code.py came to its end.", False)
    assert capsys.readouterr().out.splitlines() == [
        "ModuleNotFoundError No module named 'lamp.ghost'",
        f"ImportError cannot import name 'ghost' from 'lamp' ({package / '__init__.py'})",
        "ModuleNotFoundError No module named 'lamp.ghost'",
        "ModuleNotFoundError No module named 'ghost'",
        "broken",
        "broken",
        "broken",
        "ModuleNotFoundError No module named 'lamp.LIT'",
    ]
    assert not {"lamp", "lamp.parts"} & set(sys.modules)


def test_firmware_cannot_import_what_blinka_has_and_a_board_lacks(
    twin: Twin, drive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert find_spec("busio") is not None, "Blinka is not installed here"
    folder = drive(
        """
        import board, digitalio, microcontroller
        print(*("hexlume_sim" in module.__file__ for module in (board, digitalio)))
        try:
            import busio
        except ImportError as error:
            print(error)
        """
    )
    run_firmware(twin, folder, SETTINGS)
    assert capsys.readouterr().out.splitlines()[:2] == ["True True", "No module named 'busio'"]
