"""Isolated interpreter for the firmware: its own modules and built-ins inside this process.

Scripted hands, listeners and the host also use the package ``hexlume``, and some of its functions
import modules when they are called. With a shared ``sys.modules`` such an import could return the
other side's copy of a module, whose classes are different objects: ``isinstance(grid, HexGrid)``
would be false for a ``HexGrid``. So the firmware has its own module table, and ``sys.modules``
stays unchanged.
"""

import builtins
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, module_from_spec, resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any

from ..chip.clock import Clock
from .metering import CLOCK, Meter

BUILT_IN = ("adafruit_pixelbuf",)
"""Python libraries that are built into CircuitPython, so that their work is not metered."""
SHARED = sys.stdlib_module_names | {"hexlume_sim"}
"""What may come from this process: the standard library, and the simulator for the stand-ins of built-in modules."""


class Interpreter:
    """Runs programs that import from ``path`` first.

    ``libraries`` are packages that may also come from this process's path; they are loaded again
    anyway. ``modules`` replace modules of the standard library, ``open_file`` replaces ``open``.
    All other modules are this process's (``SHARED``). The programs' time is charged to ``clock``, except for
    modules in the folder ``twins``, the stand-ins for built-in modules.
    """

    def __init__(
        self,
        path: Sequence[Path],
        libraries: Sequence[str],
        modules: Mapping[str, ModuleType],
        open_file: Callable[..., Any],
        clock: Clock,
        twins: Path,
    ) -> None:
        self._path = [str(folder) for folder in path]
        self._libraries = libraries
        system = ModuleType("sys")
        vars(system).update(vars(sys))
        self._modules = {**modules, "sys": system}
        system.modules = self._modules  # type: ignore[attr-defined]
        self._builtins = {**vars(builtins), "__import__": self._import, "open": open_file, CLOCK: clock}
        self._clock = clock
        self._meter = Meter(clock.costs)
        self._twins = str(twins)
        self._foreign: set[str] = set()

    def run(self, program: Path) -> None:
        """Run a program's file as ``__main__``. Passes on what it raises."""
        exec(
            self._meter.code(program),
            {"__name__": "__main__", "__file__": str(program), "__builtins__": self._builtins},
        )

    def _import(
        self,
        name: str,
        globals: "Mapping[str, Any] | None" = None,
        locals: object = None,
        fromlist: "Sequence[str] | None" = (),
        level: int = 0,
    ) -> ModuleType:
        """Import as ``builtins.__import__`` does, with the firmware's modules."""
        if level and globals is not None:
            name = resolve_name("." * level + name, globals["__package__"])
        top = name.partition(".")[0]
        if self._is_foreign(top):
            return __import__(name, globals, None, fromlist or ())
        module = self._load(name)
        if not fromlist:
            return self._modules[top]
        for part in fromlist:
            if hasattr(module, "__path__") and not hasattr(module, part) and self._find(f"{name}.{part}"):
                self._load(f"{name}.{part}")
        return module

    def _is_foreign(self, top: str) -> bool:
        """Return whether a name is a module of this process: of the standard library or the simulator.

        No other is let in. Blinka, which comes with the NeoPixel library, has modules of CircuitPython's names, and a
        firmware that imports one that a board lacks must fail here too.
        """
        if top in self._modules or top not in SHARED:
            return False
        if top not in self._foreign and self._find(top) is None:
            self._foreign.add(top)
        return top in self._foreign

    def _load(self, name: str) -> ModuleType:
        """Return a module and run it if it is new. Raises ``ModuleNotFoundError``."""
        if name not in self._modules:
            # Loads its package first, which may import it.
            spec = self._find(name)
        if name in self._modules:
            return self._modules[name]
        if spec is None or spec.loader is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        module = self._modules[name] = module_from_spec(spec)
        vars(module)["__builtins__"] = self._builtins
        parent, _, last = name.rpartition(".")
        if parent:
            # Set before it runs, for circular imports: Python would look for it in ``sys.modules``.
            setattr(self._modules[parent], last, module)
        try:
            self._execute(spec, module)
        except BaseException:
            del self._modules[name]
            if parent:
                delattr(self._modules[parent], last)
            raise
        return module

    def _execute(self, spec: ModuleSpec, module: ModuleType) -> None:
        origin = str(spec.origin)
        if origin.startswith(self._twins) or spec.name in BUILT_IN:
            assert spec.loader is not None
            spec.loader.exec_module(module)
        else:
            self._clock.spend(self._clock.costs.import_module)
            exec(self._meter.code(Path(origin)), vars(module))

    def _find(self, name: str) -> ModuleSpec | None:
        """Return the spec of a firmware module's source, or None if there is none."""
        parent, _, _ = name.rpartition(".")
        path = getattr(self._load(parent), "__path__", []) if parent else self._path
        found = PathFinder.find_spec(name, path)
        if not parent and found is None and name in self._libraries:
            found = find_spec(name)
        return found if found is not None and isinstance(found.loader, SourceFileLoader) else None
