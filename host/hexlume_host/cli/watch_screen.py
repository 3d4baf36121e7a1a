"""The boards that play now, on the terminal."""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ItemGrid, VerticalScroll
from textual.widgets import Footer, Header, Static

from ..errors import HostError
from ..web.live.hub import LiveHub
from .board_text import board_text, width_of
from .watch import boards_of, title_of, waiting_words

LOOK_SECONDS = 0.15
_LAST_ACTIONS = 6


class WatchScreen(App[None]):
    """Shows live boards; ``look`` brings the hub up to date with the store."""

    TITLE = "Hexlume"
    SUB_TITLE = "live boards"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    ItemGrid { height: auto; grid-gutter: 1 2; padding: 0 1; }
    .board { height: auto; border: round $primary; padding: 0 1; }
    #status { height: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "names", "Names"),
        Binding("q,escape", "quit", "Quit"),
    ]

    def __init__(self, hub: LiveHub, look: Callable[[], None], board: str | None = None) -> None:
        super().__init__()
        self._hub, self._read, self._board = hub, look, board
        self._names = False
        self._shown: object = None

    def compose(self) -> ComposeResult:
        """Yield the screen's parts."""
        yield Header()
        with VerticalScroll():
            yield ItemGrid(id="boards", min_column_width=40, stretch_height=False)
        yield Static(id="status")
        yield Footer()

    async def on_mount(self) -> None:
        """Begin to look."""
        await self.show_boards()
        self.set_interval(LOOK_SECONDS, self.look)

    async def on_resize(self) -> None:
        """Fit the boards into the terminal."""
        self._shown = None
        await self.show_boards()

    async def look(self) -> None:
        """See what has changed in the store."""
        trouble = ""
        try:
            await asyncio.to_thread(self._read)
        except HostError as error:
            trouble = str(error)
        await self.show_boards(trouble)

    async def action_names(self) -> None:
        """Show the names of the empty cells, or hide them."""
        self._names = not self._names
        await self.show_boards()

    async def show_boards(self, trouble: str = "") -> None:
        """Bring the screen up to date."""
        boards = boards_of(self._hub, self._board)
        told = (boards, self._names, trouble, self.size.width)
        if told == self._shown:
            return
        self._shown = told
        self.query_one("#status", Static).update(trouble or ("" if boards else waiting_words(self._board)))
        grid = self.query_one("#boards", ItemGrid)
        widest = max((width_of(one["on"]) for one in boards), default=40) + 6
        wide = len(boards) == 1 and widest <= self.size.width
        narrowest = widest if wide else max((width_of(one["on"], wide=False) for one in boards), default=40) + 6
        grid.min_column_width = min(self.size.width - 4, max(40, narrowest))
        cards = list(grid.query(Static))
        for extra in cards[len(boards) :]:
            await extra.remove()
        for _ in boards[len(cards) :]:
            await grid.mount(Static(classes="board"))
        for card, one in zip(grid.query(Static), boards, strict=True):
            card.update(_drawn(one, wide, self._names))


def _drawn(board: dict[str, Any], wide: bool, names: bool) -> Text:
    drawn = Text(title_of(board), Style(bold=True))
    lines = [drawn, Text()]
    if board["position"]:
        lines += [board_text(board["position"], wide, names), Text()]
    actions = board["actions"]
    lines.append(_last(actions) if actions else Text("Nobody has acted yet."))
    lines.append(Text(board["text"]))
    lines += [Text(f"On {cell}: {what}.") for cell, what in sorted(board["differs"].items())]
    return Text("\n").join(lines)


def _last(actions: list[list[str]]) -> Text:
    first = max(0, len(actions) - _LAST_ACTIONS)
    shown = [f"{at}. {'○' if colour == 'white' else '●'} {action}" for at, (action, colour) in enumerate(actions, 1)]
    return Text("  ".join(shown[first:]))
