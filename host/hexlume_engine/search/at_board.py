"""The engine as the opponent and coach at boards: answers what a board asks for (docs/protocol.md).

It has a thread of its own for each board. A board asks in its ``table`` messages, and waits for a host whose ``hello``
says how long its engine may take. What is thought is of use for one position: thinking ends as soon as the board asks
for something else, and an answer names the event it was thought after.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexlume.games.game import Game
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.messages import PLAY, SUGGEST, Table
from hexlume_host.errors import StoreUnavailableError
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError, RecordError
from hexlume_record.game.state import GameState
from hexlume_record.table.clock import ClockReport

from .level import Level, Limit

if TYPE_CHECKING:
    from .analysis import Candidate
    from .engine import Engine

ADVISED = 3
"""Actions that are suggested, at most: the board shows no more."""
_NEARLY = 0.1
"""An action is advised if its win chance is less than the best one's by at most this."""
_AGAIN_S = 2.0
"""Seconds after which the answer is sent again while the board still asks: its menu may have been open."""
_IDLE_S = 600.0
"""Seconds without a question after which the engine's memory is freed."""
_OF_CLOCK = 0.05
"""The part of the time left on its clock that the engine uses for an action, at most."""
_LEAST_S = 0.1


@dataclass(frozen=True, slots=True)
class _Question:
    """What a board asks for: ``do`` is the command it wants, ``seq`` its last event."""

    game: str
    do: str
    seq: int


class EngineOffer:
    """What a computer offers its boards: an engine of a level, that takes at most ``seconds`` for an answer.

    ``make`` makes an engine; it raises ``HexlumeError`` where there can be none. The first in a process takes seconds,
    and a minute or more where it has to be compiled first: until then boards think for themselves, which
    ``say`` reports once. With ``at_once`` that begins right away, else when a board first asks.
    """

    def __init__(
        self,
        store: Store,
        level: Level,
        seconds: float,
        make: "Callable[[Level], Engine]",
        say: Callable[[str], None],
        compiles: Callable[[], bool] = lambda: False,
        at_once: bool = False,
    ) -> None:
        """``compiles`` returns whether the engine has to be compiled first, and is asked once."""
        self.store = store
        self.level = level
        self.seconds = seconds
        self._make = make
        self.say = say
        self._compiles = compiles
        self._lock = threading.Lock()
        self._ready = self._failed = False
        if at_once:
            threading.Thread(target=self.engine, name="hexlume-engine-start", daemon=True).start()

    @property
    def ms(self) -> int:
        """The most ms that an answer takes; 0 while the engine is not ready."""
        return round(1000 * self.seconds) if self._ready else 0

    def choose(self, level: Level) -> None:
        """Let the boards' engine play at another level from its next answer on."""
        self.level = level

    def listener(self) -> "EngineAtBoard":
        """Return what plays and coaches at one board."""
        return EngineAtBoard(self)

    def engine(self) -> "Engine | None":
        """Return an engine, made ready; ``None`` where there can be none."""
        with self._lock:
            if self._failed:
                return None
            try:
                if not self._ready and self._compiles():
                    self.say(
                        "The engine is being compiled for this computer: that takes a minute or more, once. "
                        "Until then the board's own engine plays."
                    )
                engine = self._make(self.level)
                if not self._ready:
                    engine.make_ready()
            except (HexlumeError, ImportError) as error:
                self._failed = True
                self.say(f"There is no engine for the boards: {error}")
                return None
            self._ready = True
            return engine


class EngineAtBoard(LinkListener):
    """Answers one board. Its thread begins with a question and ends with the board, or after long without one."""

    def __init__(self, offer: EngineOffer) -> None:
        self._offer = offer
        self._command: Callable[..., int | None] = lambda do, **_: None
        self._changed = threading.Condition()
        self._question: _Question | None = None
        self._clock: ClockReport | None = None
        self._gone = False
        self._thread: threading.Thread | None = None

    @property
    def engine_ms(self) -> int:
        """What the host's ``hello`` says of its engine."""
        return self._offer.ms

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends the board a command."""
        self._command = command

    def closed(self) -> None:
        """End thinking: the board has gone, or nobody listens to it any more."""
        self._ask(None, gone=True)

    def table(self, table: Table) -> None:
        """Take what the board asks for, and end thinking of what it asked for before."""
        self._clock = table.clock
        asked = [(command, after) for command, after in table.asks.items() if command in (PLAY, SUGGEST)]
        self._ask(_Question(table.game, *asked[0]) if asked else None)

    def _ask(self, question: _Question | None, gone: bool = False) -> None:
        with self._changed:
            self._question, self._gone = question, gone
            if question is not None and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="hexlume-engine", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _work(self) -> None:
        """Answer one question after the other."""
        level, engine = self._offer.level, self._offer.engine()
        while engine is not None and (question := self._next()) is not None:
            if level is not self._offer.level:
                level, engine = self._offer.level, self._offer.engine()
            if engine is not None:
                self._answer(engine, question)

    def _next(self) -> _Question | None:
        """Wait for a question; ``None`` ends the thread."""
        with self._changed:
            self._changed.wait_for(lambda: self._question is not None or self._gone, _IDLE_S)
            if self._question is None:
                self._thread = None
            return self._question

    def _answer(self, engine: "Engine", question: _Question) -> None:
        """Think about a question and answer it, until the board asks for something else."""
        answer: dict[str, object] | None = None
        while True:
            if answer is None and (game := self._position(question)) is not None:
                try:
                    answer = self._think(engine, game, question)
                except HexlumeError as error:
                    # Without an answer the board's own engine plays.
                    self._offer.say(str(error))
                    answer = {}
            with self._changed:
                if self._question != question:
                    return
            if answer:
                self._command(question.do, game=question.game, seq=question.seq, **answer)
            with self._changed:
                self._changed.wait_for(lambda: self._question != question, _AGAIN_S)

    def _position(self, question: _Question) -> Game | None:
        """Return the position that is asked about; ``None`` while the store has another, or if it is not legal."""
        try:
            record = self._offer.store.record(question.game)
        except (RecordError, StoreUnavailableError):
            return None
        live = GameState.replay(record)
        if record.events[-1].seq != question.seq or not live.legal or live.game is None or live.game.result is not None:
            return None
        return live.game

    def _think(self, engine: "Engine", game: Game, question: _Question) -> dict[str, object] | None:
        """Return a command's arguments; ``None`` if the board asks for something else by now."""

        def wanted() -> bool:
            return self._question == question

        if question.do == PLAY:
            answer: dict[str, object] = {"action": game.name(engine.choose(game, self._limit(game), wanted))}
        else:
            found = engine.analyse(game, self._limit(game), free=True, go_on=wanted).candidates
            answer = {"actions": [game.name(one.action) for one in _advised(found)]}
        return answer if wanted() else None

    def _limit(self, game: Game) -> Limit:
        """Return how long to think: on a clock only a part of what is left."""
        clock = self._clock
        if clock is None or clock.running is None:
            return Limit(self._offer.seconds)
        left = clock.ms[clock.running] / 1000
        return Limit(max(_LEAST_S, min(self._offer.seconds, _OF_CLOCK * left)))


def _advised(candidates: "tuple[Candidate, ...]") -> "list[Candidate]":
    """Return the best few candidates, the best first: those nearly as good as it."""
    best = candidates[0]
    return [
        one
        for one in candidates[:ADVISED]
        if one is best or ((one.visits or one.proven) and one.chance >= best.chance - _NEARLY)
    ]
