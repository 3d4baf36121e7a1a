"""The firmware under a real MicroPython: every module imports, and every game goes as it does on CPython."""

import json
import platform
import random
import subprocess
import sys
from pathlib import Path

import pytest

from hexlume import games

FIRMWARE = Path(__file__).parents[2] / "firmware"
MICROPYTHON = Path(sys.executable).with_name("micropython")
BOARDS = [("orochi", 4), ("sibling", 4), ("orcoon", 7), ("organica", 4), ("droched", 4)]

pytestmark = pytest.mark.skipif(
    (platform.system(), platform.machine()) != ("Linux", "x86_64"), reason="the VM is packaged for Linux x86-64 only"
)

SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
modules, played = json.load(open(sys.argv[2]))
for module in modules:
    __import__(module)
from hexlume import games
for name, size, actions in played:
    game = games.start(name, size)
    sets = []
    for action in actions:
        sets.append(len(game.legal_actions()))
        game.push_text(action)
    legal = sorted([game.name(code) for code in game.legal_actions()])
    print(json.dumps([sets, legal, list(game.board), list(game.continuation()[:3])]))
"""


def modules() -> list[str]:
    """Return the name of every module of the firmware's package."""
    found = sorted((FIRMWARE / "hexlume").rglob("*.py"))
    names = [".".join(path.relative_to(FIRMWARE).with_suffix("").parts) for path in found]
    return [name.removesuffix(".__init__") for name in names]


def random_actions(name: str, size: int) -> list[str]:
    choice = random.Random(size)
    game = games.start(name, size)
    while game.result is None and len(game.codes) < 120:
        game.push(choice.choice(game.legal_actions()))
    return game.actions()


def test_every_module_imports_and_every_game_is_the_same(tmp_path: Path) -> None:
    script = tmp_path / "play.py"
    script.write_text(SCRIPT)
    games_file = tmp_path / "games.json"
    played = [(name, size, random_actions(name, size)) for name, size in BOARDS]
    games_file.write_text(json.dumps([modules(), played]))
    run = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=4M", script, FIRMWARE, games_file],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(told) == len(BOARDS)
    for (name, size, actions), (sets, *found) in zip(played, told, strict=True):
        game = games.start(name, size)
        for action, count in zip(actions, sets, strict=True):
            assert len(game.legal_actions()) == count
            game.push_text(action)
        legal = sorted(game.name(code) for code in game.legal_actions())
        state = json.loads(json.dumps([legal, list(game.board), list(game.continuation()[:3])]))
        assert found == state
