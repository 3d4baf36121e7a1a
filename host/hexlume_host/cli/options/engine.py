"""The options of commands that offer the engine to boards, as opponent and coach."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hexlume_engine.search.at_board import EngineOffer
from hexlume_engine.search.compile_cache import needs_compiling
from hexlume_engine.search.factory import MISSING, is_installed, make_engine
from hexlume_engine.search.level import LEVELS, STRONGEST, level_of
from hexlume_record.errors import HexlumeError
from hexlume_record.words.engine_names import LEVEL_NAMES, PERSON

from ...device.listener import LinkListener
from ...store.repository import Store

if TYPE_CHECKING:
    from ...web.live.twin_hands import TwinHands

OFF = "off"
_MEMORY_MB = 128
"""For each board that asks."""

_ENGINES = (OFF, *LEVEL_NAMES)
EngineName = Literal[_ENGINES]  # type: ignore[valid-type]
_OPPONENTS = (PERSON, *LEVEL_NAMES)
OpponentName = Literal[_OPPONENTS]  # type: ignore[valid-type]

OpponentOption = Annotated[
    OpponentName | None,
    typer.Option(
        "--opponent",
        metavar="WHO",
        help="person for somebody at this computer, or Hexlume's level: gentle, easy, medium, strong, expert or "
        "strongest (default: gentle, and person if both players are named).",
    ),
]

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


def check_engine(engine: str | None) -> None:
    """Raise ``HexlumeError`` if an engine was asked for that is not installed."""
    if engine not in (None, OFF) and not is_installed():
        raise HexlumeError(MISSING)


def engine_offer(engine: str | None, seconds: float, store: Store, say: Callable[[str], None]) -> EngineOffer | None:
    """Return what the options offer boards, ``None`` for nothing; ``say`` gets what needs attention."""
    if engine == OFF or not is_installed():
        return None
    level = STRONGEST if engine is None else LEVELS[LEVEL_NAMES.index(engine)]
    make = partial(make_engine, memory_mb=_MEMORY_MB)
    return EngineOffer(store, level, seconds, make, say, needs_compiling, at_once=engine is not None)


def engine_listeners(offer: EngineOffer | None) -> list[LinkListener]:
    """Return what plays and coaches at a board, if that is offered."""
    return [] if offer is None else [offer.listener()]


def offer_levels(hands: "TwinHands", offer: EngineOffer) -> None:
    """Let the pages of a simulated board choose at which level the offered engine plays."""
    hands.offer_levels(LEVELS.index(offer.level) + 1, LEVEL_NAMES, lambda number: offer.choose(level_of(number)))
