"""The options of commands that offer the engine to boards, as opponent and coach."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Literal

import typer

from hexlume_host.cli.options.attachments import Attachment
from hexlume_host.device.listener import LinkListener
from hexlume_host.store.repository import Store
from hexlume_host.web.live.twin_hands import TwinHands
from hexlume_record.errors import HexlumeError
from hexlume_record.words.engine_names import LEVEL_NAMES

from ..search.at_board import EngineOffer
from ..search.compile_cache import needs_compiling
from ..search.factory import MISSING, is_installed, make_engine
from ..search.level import LEVELS, STRONGEST, level_of

OFF = "off"
_MEMORY_MB = 128
"""For each board that asks."""

_ENGINES = (OFF, *LEVEL_NAMES)
EngineName = Literal[_ENGINES]  # type: ignore[valid-type]

EngineOption = Annotated[
    EngineName | None,
    typer.Option(
        "--engine",
        metavar="LEVEL",
        help="The opponent and coach of boards: gentle, easy, medium, strong, expert or strongest, or off for the "
        "board's own engine (default: strongest if the extra engine is installed).",
    ),
]
EngineSecondsOption = Annotated[
    float, typer.Option("--engine-seconds", metavar="S", min=0.1, max=60, help="The engine's time for an action.")
]
ENGINE_SECONDS = 3.0


class EngineAttachment(Attachment):
    """Plays and coaches at every board that asks for it."""

    def __init__(self, level: str | None, seconds: float) -> None:
        self.opponent, self._seconds = level, seconds
        self._offer: EngineOffer | None = None

    @contextmanager
    def attached(self, store: Store, part: str | None, say: Callable[[str], None]) -> Iterator[None]:
        """Offer the engine."""
        level = STRONGEST if self.opponent is None else LEVELS[LEVEL_NAMES.index(self.opponent)]
        make = partial(make_engine, memory_mb=_MEMORY_MB)
        self._offer = EngineOffer(
            store, level, self._seconds, make, say, needs_compiling, at_once=self.opponent is not None
        )
        yield

    def listeners(self, port: str) -> Sequence[LinkListener]:
        """Return what plays and coaches at a board, while it is offered."""
        return [] if self._offer is None else [self._offer.listener()]

    def at_table(self, hands: TwinHands) -> None:
        """Let the pages of a simulated board choose at which level the engine plays."""
        if (offer := self._offer) is not None:
            hands.offer_levels(
                LEVELS.index(offer.level) + 1, LEVEL_NAMES, lambda number: offer.choose(level_of(number))
            )


def offering(engine: EngineOption = None, engine_seconds: EngineSecondsOption = ENGINE_SECONDS) -> Attachment | None:
    """Return what the options offer boards; raises ``HexlumeError`` if that is not installed."""
    if engine not in (None, OFF) and not is_installed():
        raise HexlumeError(MISSING)
    return EngineAttachment(engine, engine_seconds) if engine != OFF and is_installed() else None
