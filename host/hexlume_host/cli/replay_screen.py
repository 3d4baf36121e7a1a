"""The replay on the terminal: the board, the turns, and keys to step, scrub and play."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click
from textual.widgets import Footer, Header, Static

from ..errors import HostError
from ..game.replay import Replay
from .board_text import board_text, width_of
from .replay import ply_words

STEP_SECONDS = 0.9
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
LOOK_SECONDS = 1.0
"""So often a game that goes on is read anew."""


class ReplayScreen(App[None]):
    """Shows one game. ``again`` reads it anew while it goes on; ``undone`` tells what was taken back, too."""

    TITLE = "Hexlume replay"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #left { width: 1fr; }
    #scroll { height: 1fr; align: center middle; }
    #board { width: auto; height: auto; }
    #words { height: auto; min-height: 2; padding: 0 1; }
    #bar { height: 1; padding: 0 1; }
    #turns { width: 34; border-left: solid $primary; padding: 0 1; }
    .narrow #turns { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Back", priority=True),
        Binding("right,l", "step(1)", "Forward", priority=True),
        Binding("pageup,k", "turn(-1)", "Turn back", show=False, priority=True),
        Binding("pagedown,j", "turn(1)", "Turn forward", show=False, priority=True),
        Binding("home,g", "go(0)", "Start", priority=True),
        Binding("end,G", "go(-1)", "End", priority=True),
        Binding("space", "play", "Play/stop", priority=True),
        Binding("left_square_bracket", "speed(-1)", "Slower", key_display="[", priority=True),
        Binding("right_square_bracket", "speed(1)", "Faster", key_display="]", priority=True),
        Binding("n", "names", "Names", priority=True),
        Binding("u", "undone", "Taken back", priority=True),
        *[Binding(str(tenth), f"tenth({tenth})", show=False, priority=True) for tenth in range(10)],
        Binding("q,escape", "quit", "Quit", priority=True),
    ]

    def __init__(self, replay: Replay, ply: int, again: Callable[[], Replay], undone: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self.at = ply
        self.playing = False
        self.speed = 1.0
        self._again = again
        self._undone = undone
        self._names = False
        self._waited = 0.0

    def compose(self) -> ComposeResult:
        """Yield the screen's parts."""
        yield Header(show_clock=False)
        with Horizontal():
            with Vertical(id="left"):
                with VerticalScroll(id="scroll", can_focus=False):
                    yield Static(id="board")
                yield Static(id="words")
                yield Bar(id="bar")
            with VerticalScroll(id="turns", can_focus=False):
                yield Static(id="list")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to show, to play and to look for what is new."""
        record = self.replay.record
        self.sub_title = f"{record.rules} on {record.on}, game {record.id}: {_names(self.replay)}"
        self.set_interval(STEP_SECONDS / SPEEDS[-1], self._tick)
        if self.replay.goes_on:
            self.set_interval(LOOK_SECONDS, self._look)
        self.call_after_refresh(self.show_ply)

    def on_resize(self) -> None:
        """Fit the board into the terminal."""
        self.call_after_refresh(self.show_ply)

    def action_step(self, by: int) -> None:
        """Go some actions forward or back."""
        self.playing = False
        self.go(self.at + by)

    def action_go(self, ply: int) -> None:
        """Go to a ply; -1 is the last."""
        self.playing = False
        self.go(ply if ply >= 0 else len(self.replay.plies) - 1)

    def action_tenth(self, tenth: int) -> None:
        """Go to so many tenths of the game."""
        self.action_go(round((len(self.replay.plies) - 1) * tenth / 10))

    def action_turn(self, by: int) -> None:
        """Go to the end of the turn before or after the present one."""
        here, plies = self.replay.ply(self.at).turn, self.replay.plies
        ends = [ply.number for ply in plies if ply.turn == here + by]
        self.action_go(ends[-1] if ends else 0 if by < 0 else -1)

    def action_play(self) -> None:
        """Play, or stop; from the end of a finished game it begins at the start."""
        self.playing = not self.playing
        self._waited = 0.0
        if self.playing and self.at == len(self.replay.plies) - 1 and not self.replay.goes_on:
            self.at = 0
        self.show_ply()

    def action_speed(self, by: int) -> None:
        """Play slower or faster."""
        place = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
        self.show_ply()

    def action_names(self) -> None:
        """Show the names of the empty cells, or hide them."""
        self._names = not self._names
        self.show_ply()

    def action_undone(self) -> None:
        """Tell what was taken back, or not."""
        self._undone = not self._undone
        self.show_ply()

    def go(self, ply: int) -> None:
        """Show a ply, or the nearest that there is."""
        self.at = max(0, min(ply, len(self.replay.plies) - 1))
        self.show_ply()

    def show_ply(self) -> None:
        """Bring the screen up to date."""
        ply = self.replay.ply(self.at)
        self.screen.set_class(self.size.width < 80, "narrow")
        room = self.size.width - (0 if self.size.width < 80 else 36)
        wide = width_of(ply.shown["board"]) <= room
        self.query_one("#board", Static).update(board_text(ply.shown, wide, self._names))
        words = [ply_words(ply, self._undone)]
        words += [f"{colour} in hand: {_counted(pieces)}" for colour, pieces in ply.shown["hand"].items()]
        if ply.shown["prison"]:
            words.append(f"prison: {_counted(ply.shown['prison'])}")
        told = ply.shown["result_words"] or ply.shown["due"]
        if self.at == len(self.replay.plies) - 1:
            told = self.replay.problem or self.replay.result_words or told
        self.query_one("#words", Static).update(Text(", ".join(words) + ".\n" + told))
        self.query_one(Bar).show(self.at, len(self.replay.plies) - 1, self.playing, self.speed, self.replay.goes_on)
        self._show_turns()

    def _show_turns(self) -> None:
        lines = [_line("start", self.at == 0, 0)]
        here = 0
        for number, (colour, plies) in enumerate(self.replay.turns(), 1):
            line = Text(f"{number:>3}. {'○' if colour == 'white' else '●'} ")
            for ply in plies:
                line.append_text(_line(ply.action, ply.number == self.at, ply.number)).append(" ")
                if ply.number == self.at:
                    here = number
                if self._undone:
                    line.append(" ".join(ply.taken_back), Style(strike=True, dim=True)).append(" ")
            lines.append(line)
        self.query_one("#list", Static).update(Text("\n").join(lines))
        box = self.query_one("#turns", VerticalScroll)
        box.scroll_to(y=max(0, here - box.size.height // 2), animate=False)

    def _tick(self) -> None:
        if not self.playing:
            return
        self._waited += STEP_SECONDS / SPEEDS[-1]
        if self._waited < STEP_SECONDS / self.speed - 0.001:
            return
        self._waited = 0.0
        if self.at < len(self.replay.plies) - 1:
            self.go(self.at + 1)
        elif not self.replay.goes_on:
            self.playing = False
            self.show_ply()

    async def _look(self) -> None:
        """Read a game that goes on anew; what is shown stays where it is."""
        if not self.replay.goes_on:
            return
        # A store that is busy or away for a moment is asked again at the next look.
        with suppress(HostError):
            replay = await asyncio.to_thread(self._again)
            if replay.record != self.replay.record and replay.plies:
                self.replay = replay
                self.go(self.at)


class Bar(Static):
    """Where in the game it is; a click goes there."""

    _last = 0

    def show(self, at: int, last: int, playing: bool, speed: float, goes_on: bool) -> None:
        """Show a place among the plies."""
        self._last = last
        words = f" {at}/{last}  {'playing' if playing else 'still'} at speed {speed:g}{'  goes on' if goes_on else ''}"
        length = max(4, self.app.size.width - (0 if self.app.size.width < 80 else 36) - len(words) - 3)
        done = round(length * at / last) if last else 0
        self._length = length
        self.update(Text("━" * done + "╸", "bold") + Text("─" * (length - done), "dim") + Text(words))

    def on_click(self, event: Click) -> None:
        """Go to the place that was clicked."""
        app = self.app
        if isinstance(app, ReplayScreen):
            app.action_go(round(self._last * max(0, min(event.x - 1, self._length)) / self._length))


def _line(text: str, is_here: bool, ply: int) -> Text:
    return Text(text, Style(reverse=is_here, meta={"@click": f"app.go({ply})"}))


def _counted(pieces: dict[str, int]) -> str:
    return " ".join(f"{kind} {count}" for kind, count in pieces.items())


def _names(replay: Replay) -> str:
    return f"{replay.record.white or 'white'} : {replay.record.black or 'black'}"
