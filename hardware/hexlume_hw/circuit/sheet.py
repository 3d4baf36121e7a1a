"""A circuit in skidl: places parts, joins their pins, and runs skidl's electrical rules."""

import contextlib
import functools
import inspect
import io
import logging
import tempfile
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from hexlume_hw.panel.netlist import Netlist, Part
from hexlume_hw.panel.parts import KINDS, Function

_TYPES: dict[Function, str] = {
    "passive": "PASSIVE",
    "input": "INPUT",
    "output": "OUTPUT",
    "three-state": "TRISTATE",
    "both": "BIDIR",
    "power in": "PWRIN",
    "power out": "PWROUT",
    "unconnected": "NOCONNECT",
}
"""Names of skidl's pin types."""

_loaded: list[ModuleType] = []


def _skidl() -> ModuleType:
    """Return skidl, imported so that its complaints of missing KiCad libraries and its log files come to nothing."""
    if not _loaded:
        with (
            tempfile.TemporaryDirectory() as scratch,
            contextlib.chdir(scratch),
            # skidl's loggers keep this stream.
            contextlib.redirect_stderr(io.StringIO()),
        ):
            logger_class, stack = logging.getLoggerClass(), inspect.stack
            # It asks where it is called from, without a look at the sources' lines, which take longest to find.
            inspect.stack = functools.partial(stack, 0)
            try:
                import skidl  # type: ignore[import-untyped]  # noqa: PLC0415
            finally:
                inspect.stack = stack
                logging.setLoggerClass(logger_class)

            # Its files' handlers delete them as they go.
            skidl.logger.stop_log_file_output()
            # It would note for every part and net where it was made, and reads all sources on the stack for it.
            for module in (skidl.circuit, skidl.node, skidl.logger):
                module.get_skidl_trace = list
        _loaded.append(skidl)
    return _loaded[0]


class _Complaints(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


class Sheet:
    """One panel's circuit as it is described."""

    def __init__(self, panel: str) -> None:
        """Begin an empty circuit for a panel's name."""
        self.panel = panel
        self._skidl = _skidl()
        self._circuit = self._skidl.Circuit()
        self._circuit.no_files = True
        self._templates: dict[str, Any] = {}
        self._placed: dict[str, Any] = {}
        self._parts: dict[str, Part] = {}
        self._nets: dict[str, Any] = {}

    def place(
        self, ref: str, kind: str, pins: Mapping[str, str], cell: int = -1, status: int = -1, key: int = -1
    ) -> None:
        """Place a part and join its pins, by their names, to nets, by theirs.

        All pins of a name are joined. Raises ``ValueError`` for a reference that is taken, and for a pin that the part
        does not have.
        """
        if ref in self._parts:
            raise ValueError(f"two parts are called {ref}")
        placed = self._template(kind)(ref=ref, circuit=self._circuit)
        self._parts[ref] = Part(ref, kind, KINDS[kind].footprint, cell, status, key)
        self._placed[ref] = placed
        names = {pin.name for pin in KINDS[kind].pins}
        for name, net in pins.items():
            if name not in names:
                raise ValueError(f"{ref}, a {kind}, has no pin {name}")
            for pin in KINDS[kind].pins:
                if pin.name == name:
                    placed[pin.number] += self._net(net)

    def two(
        self, ref: str, kind: str, first: str, second: str, cell: int = -1, status: int = -1, key: int = -1
    ) -> None:
        """Place a part with two ends and join pad 1 and pad 2 to nets."""
        first_pin, second_pin = KINDS[kind].pins
        self.place(ref, kind, {first_pin.name: first, second_pin.name: second}, cell, status, key)

    def supply(self, *nets: str) -> None:
        """Tell the electrical rules that nets carry power, though it comes to them through passive parts."""
        for net in nets:
            self._net(net).drive = self._skidl.POWER

    def close(self) -> None:
        """Mark every pin that is not joined as left open on purpose."""
        for placed in self._placed.values():
            for pin in placed.pins:
                if not pin.is_connected():
                    self._circuit.NC.connect(pin)

    def complaints(self) -> list[str]:
        """Return what skidl's electrical rules find wrong: nothing for a sound circuit."""
        handler = _Complaints()
        logger = logging.getLogger("ERC_Logger")
        logger.addHandler(handler)
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                self._circuit.ERC()
        finally:
            logger.removeHandler(handler)
        return handler.messages

    def netlist(self) -> Netlist:
        """Return the circuit's parts and nets as the board takes them; a pin that is left open is on no net."""
        nets = {
            name: frozenset((str(pin.part.ref), str(pin.num)) for pin in net.pins) for name, net in self._nets.items()
        }
        return Netlist(self.panel, dict(self._parts), nets)

    def _template(self, kind: str) -> Any:
        if kind not in self._templates:
            described = KINDS[kind]
            types = self._skidl.Pin.types
            self._templates[kind] = self._skidl.Part(
                name=kind,
                ref_prefix="U",
                tool=self._skidl.SKIDL,
                dest=self._skidl.TEMPLATE,
                value=described.value,
                footprint=described.footprint,
                pins=[
                    self._skidl.Pin(num=pin.number, name=pin.name, func=getattr(types, _TYPES[pin.function]))
                    for pin in described.pins
                ],
            )
        return self._templates[kind]

    def _net(self, name: str) -> Any:
        if name not in self._nets:
            self._nets[name] = self._skidl.Net(name, circuit=self._circuit)
        return self._nets[name]
