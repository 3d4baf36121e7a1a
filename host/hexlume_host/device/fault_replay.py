"""Replay of a fault report on a simulated board, and where what it does first differs from what the board did."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hexlume.games.outcome import DRAW_AGREED, TIME
from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER
from hexlume.match.game_clock import NONE
from hexlume.output import led_cues
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume.table.layout import Layout
from hexlume_record.game.events import BoardEvent

from ..errors import SimulatorError
from .fault_report import FaultReport, ReportError
from .messages import Hello, Message, Raw, Table, read_any
from .resume import commands
from .simulated_board import VIRTUAL, SimulatedBoard, running_twin

_SCRIPT = "hexlume_sim.replay:replay"
_SEED = 1
_FIELDS = {
    EMPTY: 0,
    WHITE: NOMINAL_SPAN,
    BLACK: -NOMINAL_SPAN,
    WHITE_LEADER: 2 * NOMINAL_SPAN,
    BLACK_LEADER: -2 * NOMINAL_SPAN,
}
"""Counts from zero that a piece gives."""
_SETTLE_MS = 3000
"""How long the simulated board is left alone before and after the recording, on its own clock."""
_SILENCE_SECONDS = 240.0
_CHIP_SILENCE_SECONDS = 1800.0
"""How long a simulated board may say nothing, in real time."""
_REST_MS = 500
"""What stood for so long is compared; shorter, it depends on when exactly the passes of the loop began."""
_LATE_MS = 400
"""How much earlier or later the simulated board may show it."""
_MASKED = ("dead", "stuck", "noisy")
"""The states of cells that a board plays around."""
_STATUS = ("white's turn light", "black's turn light", "the act light", "the state light")
_TURNS = {
    **dict.fromkeys(
        (led_cues.WHITE_LEFT, led_cues.WHITE_LEFT + 1, led_cues.WHITE_LEFT + 2, led_cues.WHITE_LOW), led_cues.WHITE_TURN
    ),
    **dict.fromkeys(
        (led_cues.BLACK_LEFT, led_cues.BLACK_LEFT + 1, led_cues.BLACK_LEFT + 2, led_cues.BLACK_LOW), led_cues.BLACK_TURN
    ),
    **dict.fromkeys((led_cues.NOT_KEPT, led_cues.FILLING, led_cues.LOSING), led_cues.ALL_WELL),
}
"""Cues that say the same but for the clock or the journal's room, which a replay does not have."""
_SETTINGS = ("opponent", "brightness", "hints", "sounds", "idle", "level")
RESTART = "restart"
"""What ends a side's course: the board, or the firmware, has started again."""
_WORDS = {
    led_cues.NO_CUE: "nothing",
    led_cues.LEGAL: "legal here",
    led_cues.LAST: "the last action",
    led_cues.MUST_REPLACE: "must be replaced",
    led_cues.IN_HAND: "in your hand",
    led_cues.TAKE_THIS_OFF: "take off",
    led_cues.PUT_WHITE: "put on white",
    led_cues.PUT_BLACK: "put on black",
    led_cues.PUT_WHITE_LEADER: "put on a white leader",
    led_cues.PUT_BLACK_LEADER: "put on a black leader",
    led_cues.TURN_THIS_OVER: "turn over",
    led_cues.EXCHANGE_THIS: "exchange",
    led_cues.MAY_MOVE: "may be moved",
    led_cues.FAULTY: "sensor at fault",
    led_cues.ALL_WELL: "all well",
    led_cues.IN_DISPUTE: "discs differ",
    led_cues.THINKING: "thinking",
}
"""The lights in the words of docs/lights.md."""


@dataclass(frozen=True)
class Difference:
    """What differs first: when (ms since the recording began), and in words what the board and the simulation did."""

    ms: int
    board: str
    simulated: str


@dataclass
class _Course:
    """What one side did: its events, its lights (cue by LED) and its tables, each with its ms."""

    events: list[tuple[int, BoardEvent]]
    lights: list[tuple[int, tuple[int, ...]]]
    tables: list[tuple[int, tuple[Any, ...]]]
    end_ms: int = 0


def difference(report: FaultReport, chip: Path | None = None) -> Difference | None:
    """Replay a report and return the first difference, ``None`` if there is none.

    ``chip`` is what ``running_twin`` takes. Raises ``ReportError`` if the report cannot be replayed, ``SimulatorError``
    if the simulated board fails.
    """
    plan = _Plan(report)
    board = _course(report, ((None, message) for message in report.recording), plan.began)
    if report.table is not None:
        board.tables.insert(0, (0, _compared(report.table)))
    simulated = _course(report, plan.run(chip), plan.began)
    if report.header.cut and simulated.events and simulated.events[-1][1].kind == RESTART:
        # The board went, as one does that fails.
        board.events.append((board.end_ms, simulated.events[-1][1]))
    found = [
        _first_event(board.events, simulated.events),
        *_unmatched(board.lights, simulated.lights, board.end_ms, _lights_words(report)),
        *_unmatched(board.tables, simulated.tables, board.end_ms, _table_words),
    ]
    return min((one for one in found if one is not None), key=lambda one: one.ms, default=None)


class _Plan:
    """What the simulated board is to be given; ``began`` are the ticks at which the recording knew every reading."""

    def __init__(self, report: FaultReport) -> None:
        first = report.recording[0] if report.recording else None
        if not isinstance(first, Raw):
            raise ReportError("The report has no recording: make one with hexlume doctor --report FILE --record 60.")
        if first.settings.get("opponent", "person") != "person" or first.settings.get("hints") == "coach":
            raise ReportError(
                "The board's engine took part, and it plays by chance: this recording cannot be replayed."
            )
        if report.table is not None and (report.table.menu or report.table.lesson is not None):
            raise ReportError("The board's menu was open or a lesson ran: this recording cannot be replayed.")
        if not report.panel.complete:
            raise ReportError("The report lacks the health of some cells: it cannot be replayed.")
        self._panel = report.panel
        self._hello = report.board
        self._chosen = "" if report.table is None else report.table.chosen
        state = report.state()
        self._board = SimulatedBoard.playing(state, report.board.panel)
        self._masked = {at for at, cell in enumerate(report.panel.cells) if cell and cell.state in _MASKED}
        game = self._board.game
        settings = {name: first.settings[name] for name in _SETTINGS if name in first.settings}
        self._commands: list[Mapping[str, Any]] = [{"do": "settings", **settings}]
        self._commands += [{"do": do, **arguments} for do, arguments in commands(game, NONE)]
        if state.concluded:
            reason = state.ending.reason
            loser = {} if reason == DRAW_AGREED else {"colour": "black" if state.ending.result == "W+" else "white"}
            self._commands.append({"do": "conclude", "reason": reason, **loser})
        raws = [message for message in report.recording if isinstance(message, Raw)]
        counts: dict[int, int] = {}
        while raws and len(counts) < report.panel.grid.cells:
            counts.update(zip(raws[0].cells, raws[0].counts, strict=True))
            self.began = raws.pop(0).ticks
        if len(counts) < report.panel.grid.cells:
            raise ReportError("The recording ends before every cell was read: it cannot be replayed.")
        layout = Layout(report.panel.grid, game.grid)
        fields = dict(zip(layout.to_panel, map(_FIELDS.__getitem__, game.board), strict=False))
        # First the discs of the game: it goes on only once they stand. Then what was read, a disc in a hand among it.
        zeros = {at: cell.zero for at, cell in enumerate(report.panel.cells) if cell is not None}
        discs = [[at, zero + fields.get(at, 0)] for at, zero in zeros.items() if at not in self._masked]
        self._counts = discs
        self._steps = [{"ms": 0, "counts": self._levels(counts), "button": None}, *map(self._step, raws)]

    def run(self, chip: Path | None) -> Iterable[tuple[int | None, Message]]:
        """Replay it and return what the simulated board said, each with its ms."""
        plan = {
            "settle_ms": _SETTLE_MS,
            "commands": self._commands,
            "counts": self._counts,
            "chosen": self._chosen,
            "steps": self._steps,
        }
        stuck = " ".join(
            f"{cell.cell}:{0 if at in self._masked else cell.zero}"
            for at, cell in enumerate(self._panel.cells)
            if cell is not None
        )
        silence = _SILENCE_SECONDS if chip is None else _CHIP_SILENCE_SECONDS
        said: list[tuple[int | None, Message]] = []
        with TemporaryDirectory(prefix="hexlume-replay-") as folder:
            path = Path(folder) / "plan.json"
            path.write_text(json.dumps(plan), encoding="utf-8")
            with running_twin(
                self._board, VIRTUAL, _SEED, _SCRIPT, {"plan": str(path)}, chip, faults={"stuck_sensor": stuck}
            ) as twin:
                for event in twin.events(silence):
                    if event["event"] == "said":
                        said.append((event["ms"], read_any(event["message"])))
                    elif event["event"] == "restart":
                        # What follows is another start, with another number.
                        return [*said, (said[-1][0] if said else 0, self._hello)]
                    elif event["event"] == "replayed":
                        return said
                raise SimulatorError(f"The replay has failed: {twin.ended or 'the simulated board says nothing more.'}")

    def _levels(self, counts: Mapping[int, int]) -> list[list[int]]:
        """Return readings as cells without a calibrated span give them, those of masked cells left out.

        The firmware's thresholds grow with a cell's span, which the simulated board has not learned.
        """
        levels = []
        for at, count in counts.items():
            cell = self._panel.cells[at]
            if cell is not None and at not in self._masked:
                scaled = cell.zero + (count - cell.zero) * NOMINAL_SPAN // (cell.span or NOMINAL_SPAN)
                levels.append([at, max(0, min(4095, scaled))])
        return levels

    def _step(self, raw: Raw) -> dict[str, Any]:
        counts = self._levels(dict(zip(raw.cells, raw.counts, strict=True)))
        button = None
        if raw.pressed is not None:
            button = [raw.pressed, True]
        elif raw.released is not None:
            button = [raw.released, False]
        return {"ms": max(0, raw.ticks - self.began), "counts": counts, "button": button}


def _course(report: FaultReport, said: Iterable[tuple[int | None, Message]], began: int) -> _Course:
    """Return what one side did; a message without ms has its own ticks, or came with what was said before it."""
    ignored = {at for at, cell in enumerate(report.panel.cells) if cell is not None and cell.state != "ok"}
    cues: dict[int, int] = {}
    course = _Course([], [], [])
    known = set[tuple[str, int]]()
    last = 0
    for ms, message in said:
        if ms is None:
            last = max(last, message.ticks - began) if isinstance(message, Raw | BoardEvent) else last
        else:
            last = ms
        course.end_ms = last
        if isinstance(message, Hello):
            course.events.append((last, BoardEvent("", 0, RESTART, 0, {})))
            break
        if isinstance(message, Raw):
            cues.update(zip(message.leds, message.cues, strict=True))
            shown = (_TURNS.get(cues.get(led, 0), cues.get(led, 0)) for led in range(report.panel.grid.cells + 4))
            course.lights.append((last, tuple(0 if led in ignored else cue for led, cue in enumerate(shown))))
        elif isinstance(message, Table):
            course.tables.append((last, _compared(message)))
        elif (
            isinstance(message, BoardEvent)
            and (message.game, message.seq) not in known
            and message.data.get("reason") != TIME
        ):
            known.add((message.game, message.seq))
            course.events.append((last, message))
    return course


def _compared(table: Table) -> tuple[Any, ...]:
    return tuple(sorted(table.differs.items())), table.chosen, table.menu


def _first_event(board: Sequence[tuple[int, BoardEvent]], other: Sequence[tuple[int, BoardEvent]]) -> Difference | None:
    for one, two in zip_longest(board, other):
        if one is None or two is None or (one[1].kind, one[1].data) != (two[1].kind, two[1].data):
            return Difference((one or two)[0], _event_words(one), _event_words(two))
    return None


def _event_words(event: tuple[int, BoardEvent] | None) -> str:
    if event is None:
        return "no event"
    data = event[1].data
    members = ("action", "colour", "rules", "on", "result", "reason")
    return " ".join(["event", event[1].kind, *(str(data[name]) for name in members if name in data)])


State = tuple[Any, ...]


def _unmatched(
    board: Sequence[tuple[int, State]],
    other: Sequence[tuple[int, State]],
    end: int,
    words: Callable[[State, State], tuple[str, str]],
) -> Iterable[Difference]:
    """Yield the first state in which one side rested and the other was not at about that time, for each side."""
    for here, there in ((board, other), (other, board)):
        spans = _spans(there, end)
        for start, stop, state in _spans(here, end):
            if stop - start < _REST_MS:
                continue
            near = [shown for since, until, shown in spans if since <= stop + _LATE_MS and until >= start - _LATE_MS]
            if state not in near:
                middle = (start + stop) // 2
                instead = next((shown for since, until, shown in spans if since <= middle <= until), ())
                first, second = (state, instead) if here is board else (instead, state)
                yield Difference(start, *words(first, second))
                break


def _spans(states: Sequence[tuple[int, State]], end: int) -> list[tuple[int, int, State]]:
    """Return the states with when each began and ended."""
    spans: list[tuple[int, int, State]] = []
    for ms, state in states:
        if spans and spans[-1][2] == state:
            continue
        if spans:
            spans[-1] = (spans[-1][0], ms, spans[-1][2])
        spans.append((ms, max(ms, end), state))
    return [span for span in spans if span[0] <= end]


def _lights_words(report: FaultReport) -> Callable[[State, State], tuple[str, str]]:
    grid = report.panel.grid

    def words(board: State, other: State) -> tuple[str, str]:
        for led, (one, two) in enumerate(zip_longest(board, other, fillvalue=0)):
            if one != two:
                place = f"light {grid.name(led)}" if led < grid.cells else _STATUS[led - grid.cells]
                return tuple(f"{place} says '{_WORDS.get(cue, cue)}'" for cue in (one, two))  # type: ignore[return-value]
        return "other lights", "these lights for another time"

    return words


def _table_words(board: State, other: State) -> tuple[str, str]:
    return _one_table(board), _one_table(other)


def _one_table(table: State) -> str:
    if not table:
        return "no table"
    differs, chosen, menu = table
    wanted = ", ".join(f"{cell} {what}" for cell, what in differs) or "nothing to do"
    return f"table: {wanted}" + f"; chosen {chosen}" * bool(chosen) + f"; menu {menu}" * bool(menu)
