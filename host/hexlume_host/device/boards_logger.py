"""Logging of all boards: each that is plugged in gets a logger, on whichever port it appears."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from hexlume_record.errors import HexlumeError

from ..errors import GameConflictError, LinkError
from ..store.repository import NOBODY, Players, Store
from .listener import LinkListener
from .logger import Logger
from .serial_port import PortBusyError, PortGoneError, PortMissingError
from .store_trouble import StoreTrouble

_LOOK_SECONDS = 1.0
"""How often to look for ports."""
_AGAIN_SECONDS = 1.0
"""Wait before trying again to open a port: on Linux a user may have to wait a moment for the right."""
_PATIENCE = 3
"""Failed attempts in a row before the reason is reported."""
_ASIDE_SECONDS = 60.0
"""How long a port without a usable board is left to other programs, unless it is plugged in anew."""


@dataclass(slots=True)
class _Refused:
    """A port that cannot be logged just now, and why."""

    sentence: str = ""
    times: int = 0
    again_at: float = 0.0


class BoardsLogger:
    """Logs all boards into one store, each in a thread of its own, until ``stop``.

    ``find_ports`` returns the names of the ports on which there may be boards now. ``make_listeners`` returns
    the listeners for a port. A board that is unplugged is logged again wherever it appears.

    ``named`` says that a person named the one port there is: ``run`` raises ``LinkError`` when it cannot be opened,
    unless another program has it or it was open before. It stays open even while no board says hello there.
    """

    def __init__(
        self,
        find_ports: Callable[[], Iterable[str]],
        store: Store,
        make_listeners: Callable[[str], Iterable[LinkListener]],
        players: Players = NOBODY,
        named: bool = False,
    ) -> None:
        self._find_ports = find_ports
        self._store = store
        self._make_listeners = make_listeners
        self._players = players
        self._named = named
        self._trouble = StoreTrouble()
        self._opened = False
        self._stopped = threading.Event()
        self._loggers: dict[str, Logger] = {}
        self._refused: dict[str, _Refused] = {}

    def run(self) -> None:
        """Log until ``stop``; raises ``StoreError`` when the store can never take anything from any board."""
        try:
            while not self._stopped.is_set():
                self._remove_ended()
                self._open_ports()
                self._stopped.wait(_LOOK_SECONDS)
        finally:
            for logger in self._loggers.values():
                logger.stop()
            self._loggers.clear()

    def stop(self) -> None:
        """End ``run``, from any thread."""
        self._stopped.set()

    def _open_ports(self) -> None:
        """Begin to log on ports that have appeared or may be tried again."""
        found = set(self._find_ports())
        for port in self._refused.keys() - found:
            del self._refused[port]
        now = time.monotonic()
        for port in sorted(found - self._loggers.keys()):
            if port not in self._refused or now >= self._refused[port].again_at:
                # The port belongs to this very logger, whose end is seen here: it need not find the board again.
                logger = Logger(
                    partial(str, port),
                    self._store,
                    *self._make_listeners(port),
                    players=self._players,
                    reconnect=False,
                    boards_only=not self._named,
                    trouble=self._trouble,
                )
                self._loggers[port] = logger
                logger.start()

    def _remove_ended(self) -> None:
        for port, logger in list(self._loggers.items()):
            if not logger.join(0):
                continue
            del self._loggers[port]
            error = logger.error
            self._opened |= logger.opened
            if self._named and not self._opened and not isinstance(error, PortBusyError) and error is not None:
                raise error
            if isinstance(error, PortGoneError):
                self._refused.pop(port, None)
                logger.lost(str(error))
            elif isinstance(error, LinkError | GameConflictError):
                self._set_aside(port, error, logger)
            elif error is not None:
                raise error

    def _set_aside(self, port: str, error: HexlumeError, logger: Logger) -> None:
        """Leave a port alone for a while, and say why, once."""
        if isinstance(error, PortMissingError):
            return
        refused = self._refused.setdefault(port, _Refused())
        if refused.sentence != str(error):
            refused.sentence, refused.times = str(error), 0
        refused.times += 1
        refused.again_at = time.monotonic() + (_ASIDE_SECONDS if logger.opened else _AGAIN_SECONDS)
        if refused.times == (1 if logger.opened else _PATIENCE):
            logger.notice(refused.sentence)
