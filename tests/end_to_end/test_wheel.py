"""The built wheel in a clean environment, as after ``pip install``: games, pages, help, extras.

The environment has the wheel and links to the packages that its metadata require: no extra, and
nothing from the repository.
"""

import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from importlib.metadata import distribution, distributions
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

from hexlume_host.cli.main import COMMANDS

REPOSITORY = Path(__file__).parents[2]
WAIT_S = 200

PLAY = """
import sys
from hexlume import games
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.store.repository import Store
from hexlume_plugins.gamekit.scripted_games import play_scripted
rules, size, panel = sys.argv[1:]
board = SimulatedBoard.of(games.start(rules, int(size)), panel)
with Store("games.sqlite") as store:
    (played,) = play_scripted(board, "careful", 1, 1, store)
assert played.logged and played.actions
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and install the wheel; return the environment's interpreter."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    building = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    subprocess.run(building, cwd=REPOSITORY, stdout=subprocess.DEVNULL, check=True, timeout=WAIT_S)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", symlinks=True)
    made = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", made, "install", "--no-deps", "--no-index", wheel], check=True, timeout=WAIT_S)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (hexlume,) = distributions(name="hexlume", path=[str(site)])
    link_requirements(hexlume.requires or [], site)
    return made


def link_requirements(requirements: list[str], site: Path) -> None:
    """Link the packages of some requirements, and of theirs in turn, into a folder of packages."""
    waiting, known = list(requirements), set[str]()
    while waiting:
        requirement = Requirement(waiting.pop())
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if not wanted or requirement.name in known:
            continue
        known.add(requirement.name)
        installed = distribution(requirement.name)
        waiting += installed.requires or []
        for part in {file.parts[0] for file in installed.files or []} - {"..", "__pycache__"}:
            if not (site / part).exists():
                (site / part).symlink_to(str(installed.locate_file(part)))


def new_environment(folder: Path) -> dict[str, str]:
    """Return what a program finds in its environment: no path of this one's, and folders of its own."""
    (folder / "run").mkdir(mode=0o700)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HEXLUME", "XDG"))}
    return {**kept, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder / "run"), "COLUMNS": "120"}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return new_environment(tmp_path)


@pytest.fixture
def hexlume(python: Path, environment: dict[str, str], tmp_path: Path) -> Run:
    """Run the installed command in a folder that has nothing to do with the repository."""

    def run(*arguments: object, text: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [python.with_name("hexlume"), *map(str, arguments)],
            input=text,
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
            timeout=WAIT_S,
            check=False,
        )

    return run


@pytest.fixture
def site(python: Path, environment: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """Serve the site by the installed command; return its address."""
    command = [python.with_name("hexlume"), "serve", "--page-port", "0", "--no-log", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.match(r"Watch at (http://\S+/) ", line)
            assert found, line
            yield found[1]
        finally:
            process.terminate()


def test_wheel_uses_nothing_from_the_repository(python: Path, environment: dict[str, str], tmp_path: Path) -> None:
    packages = "hexlume, hexlume_record, hexlume_host, hexlume_sim, hexlume_hw"
    told = subprocess.check_output(
        [python, "-c", f"import {packages}; print(*(one.__file__ for one in ({packages})), sep='\\n')"],
        env=environment,
        cwd=tmp_path,
        text=True,
        timeout=WAIT_S,
    )
    assert all(Path(line).is_relative_to(python.parents[1]) for line in told.splitlines())


@pytest.mark.parametrize(
    ("game", "size", "panel"),
    [
        ("droched", 3, "hex4"),
        *(
            pytest.param(*board, marks=pytest.mark.soak)
            for board in (
                ("orcoon", 4, "square7"),
                ("orochi", 3, "hex4"),
                ("sibling", 3, "hex4"),
                ("organica", 4, "hex5"),
            )
        ),
    ],
)
def test_wheel_plays_a_game_on_a_board_smaller_than_its_panel(
    hexlume: Run, python: Path, environment: dict[str, str], tmp_path: Path, game: str, size: int, panel: str
) -> None:
    subprocess.run(
        [python, "-c", PLAY, game, str(size), panel], env=environment, cwd=tmp_path, check=True, timeout=WAIT_S
    )
    listed = json.loads(hexlume("games", "--json", "--store", "games.sqlite").stdout)
    assert (listed[0]["rules"], listed[0]["status"]) == (game, "finished")


def test_wheel_serves_the_site_with_all_files_its_front_page_names(site: str) -> None:
    with urlopen(site, timeout=WAIT_S) as answer:
        page = answer.read().decode()
    assert "<h1>Live boards</h1>" in page and ">Games</a>" in page
    named = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert any(name.endswith(".js") for name in named) and any(name.endswith(".css") for name in named)
    for name in named:
        with urlopen(site + name, timeout=WAIT_S) as answer:
            assert answer.read(), name


def test_wheel_contains_the_firmware(hexlume: Run, tmp_path: Path) -> None:
    drive = tmp_path / "CIRCUITPY"
    (drive / "lib").mkdir(parents=True)
    (drive / "boot_out.txt").write_text(
        "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico 2 with rp2350a\r\n"
        "Board ID:raspberry_pi_pico2\r\nUID:E6614103E7452D2F\r\n"
    )
    (drive / "settings.toml").write_text("")
    ran = hexlume("deploy", drive)
    assert ran.returncode == 0, ran.stderr
    assert (drive / "code.py").is_file() and (drive / "boot.py").is_file() and (drive / "lib" / "neopixel.py").is_file()


def test_wheel_lists_its_commands_and_names_the_extra_that_one_lacks(hexlume: Run) -> None:
    listed = hexlume("--help").stdout
    assert all(f" {name.partition(' ')[0]} " in listed for name in COMMANDS)
    assert hexlume("games").returncode == 0
    ran = hexlume("hardware", "hex4", "--out", "hex4")
    assert ran.returncode == 1 and ran.stderr.endswith("pip install 'hexlume[hardware]'.\n")
