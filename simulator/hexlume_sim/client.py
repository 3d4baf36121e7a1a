"""Client of a twin's process, for host programs, the simulator's page and tests.

>>> with TwinProcess(panel="hex4", pace="virtual") as twin:  # doctest: +SKIP
...     twin.send({"do": "put", "cell": "d4", "piece": "white"})
...     print(twin.port, twin.next_event("table"))
"""

import contextlib
import json
import os
import queue
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from .chip.noise import unique_id

Event = dict[str, Any]
"""An event of the twin; docs/simulator.md lists them."""

START_S = 60.0
"""Max time for a twin to report that it is ready, in s."""
STOP_S = 5.0
LOG_TAIL = 4000
"""Max length of the log excerpt in an error, in characters."""


class TwinError(RuntimeError):
    """Raised when the twin cannot start, has ended or does not answer.

    The message is one sentence. ``log`` is the end of the twin's log.
    """

    def __init__(self, message: str, log: str = "") -> None:
        super().__init__(message)
        self.log = log


class TwinProcess:
    """A running twin.

    ``pace`` is ``real`` or ``virtual``. ``settings`` override settings.toml. ``faults`` are set at
    the start. ``flash`` is a file that stores nvm from one twin to the next. ``drive`` is a folder
    with other firmware. ``boots`` is how often the board was started before, in an empty flash: None
    leaves that to chance. ``script`` is ``module:function``: scripted hands that run in the twin's
    process. ``script_args`` are its arguments after the twin.
    ``microcontroller`` is ``pico2`` (the default) or, up to hex5, ``pico``.

    ``on_event`` is called with every event, in the reader's thread. Without it, events are queued
    for ``events`` and ``next_event``. ``start`` starts the twin, and so does entering it as a context.
    """

    def __init__(
        self,
        panel: str = "hex4",
        pace: str = "real",
        seed: int = 1,
        *,
        drive: Path | None = None,
        flash: Path | None = None,
        boots: int | None = None,
        settings: Mapping[str, str] | None = None,
        faults: Mapping[str, float | str] | None = None,
        script: str | None = None,
        script_args: Mapping[str, Any] | None = None,
        chip: Path | None = None,
        microcontroller: str | None = None,
        on_event: Callable[[Event], None] | None = None,
    ) -> None:
        self.panel = panel
        self.device = unique_id(seed).hex()
        """The board's id, as it reports itself."""
        self.port = ""
        self.cells: list[dict[str, Any]] = []
        self.status_leds = 0
        self.ended: str | None = None
        """The twin's last message, once it has ended."""
        self.restarts: list[str] = []
        """The reason of each restart of the firmware or the board."""
        self._options = ["--panel", panel, "--pace", pace, "--seed", str(seed)]
        for option, given in (
            ("--drive", drive),
            ("--flash", flash),
            ("--boots", boots),
            ("--chip", chip),
            ("--microcontroller", microcontroller),
            ("--script", script),
            ("--script-args", json.dumps(script_args or {})),
            *(("--setting", f"{name}={value}") for name, value in (settings or {}).items()),
            *(("--fault", f"{name}={value}") for name, value in (faults or {}).items()),
        ):
            if given is not None:
                self._options += [option, str(given)]
        self._on_event = on_event
        self._events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._started = threading.Event()
        self._send_lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._reader: threading.Thread | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def start(self) -> "TwinProcess":
        """Start the process and wait until it is ready. Raises ``TwinError``."""
        self._folder = tempfile.TemporaryDirectory(prefix="hexlume-twin-")
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-m", "hexlume_sim", "--control-fd", str(theirs.fileno()), *self._options]
        command += ["--port", str(Path(self._folder.name) / "serial")]
        with theirs, open(self._log_path, "wb") as log:
            try:
                self._process = subprocess.Popen(
                    command,
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    # The parent may have found this package through a path of its own.
                    env={**os.environ, "PYTHONPATH": os.pathsep.join([path or os.getcwd() for path in sys.path])},
                )
            except OSError as problem:
                ours.close()
                raise TwinError(f"The twin's process cannot be started: {problem}.") from None
        self._socket = ours
        self._reader = threading.Thread(target=self._read, name="hexlume-twin", daemon=True)
        self._reader.start()
        in_time = self._started.wait(START_S)
        if not self.cells:
            why = self.ended or ("it ended without a word" if in_time else f"it was not ready within {START_S:g} s")
            log_tail = self.log()
            self.stop()
            raise TwinError(f"The twin cannot start: {why}", log_tail)
        return self

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a gesture or fault. Raises ``TwinError`` if the twin has ended."""
        line = json.dumps(message).encode() + b"\n"
        try:
            if self._socket is None:
                raise OSError
            with self._send_lock:
                self._socket.sendall(line)
        except OSError:
            raise TwinError(f"The twin ended: {self.ended or 'it was stopped'}", self.log()) from None

    def events(self, timeout: float | None = None) -> Iterator[Event]:
        """Yield events until the twin ends or none arrives for ``timeout`` seconds."""
        while True:
            try:
                event = self._events.get(timeout=timeout)
            except queue.Empty:
                return
            if event is None:
                self._events.put(None)
                return
            yield event

    def next_event(self, kind: str, timeout: float = 10.0) -> Event:
        """Return the next event of a kind and drop the ones before it.

        Raises ``TwinError`` if none arrives in time.
        """
        for event in self.events(timeout):
            if event.get("event") == kind:
                return event
        raise TwinError(f"The twin sent no '{kind}': {self.ended or f'{timeout:g} s passed'}", self.log())

    def log(self) -> str:
        """Return the end of the firmware's output, with tracebacks."""
        try:
            return self._log_path.read_text(errors="replace")[-LOG_TAIL:]
        except OSError:
            return ""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the twin ends; return its exit status. Raises ``TwinError`` on a timeout."""
        if self._process is None:
            raise TwinError("The twin was not started.")
        try:
            status = self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise TwinError(f"The twin did not end within {timeout:g} s.", self.log()) from None
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join(STOP_S)
        return status

    def kill(self) -> None:
        """Kill the process at once, as a crash of the computer would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Cut the twin's power and clean up. Does nothing if it has ended."""
        if self._socket is not None:
            with contextlib.suppress(TwinError):  # it may have ended already
                self.send({"do": "stop"})
        if self._process is not None:
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.kill()
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join(STOP_S)
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> "TwinProcess":
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def _log_path(self) -> Path:
        return Path("/nonexistent" if self._folder is None else self._folder.name) / "log"

    def _read(self) -> None:
        assert self._socket is not None
        try:
            with self._socket.makefile("rb") as lines:
                for line in lines:
                    self._handle_event(json.loads(line))
        except (OSError, ValueError):
            pass  # the twin is gone, in the middle of a line perhaps
        self._started.set()
        self._events.put(None)

    def _handle_event(self, event: Event) -> None:
        kind = event.get("event")
        if kind == "ready":
            self.port, self.cells, self.status_leds = event["port"], event["cells"], event["status"]
        elif kind == "ended":
            self.ended = event["message"]
        elif kind == "port":
            self.port = event["port"]
        elif kind == "restart":
            self.restarts.append(event["message"])
        if self._on_event is None:
            self._events.put(event)
        else:
            self._on_event(event)
        if kind == "ready":
            self._started.set()
