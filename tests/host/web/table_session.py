"""An in-memory session for the page's tests: a table that keeps the discs, without firmware or lights of its own."""

from hexlume.games.grid import grid_of
from hexlume.games.pieces import LETTERS, turned
from hexlume.sensing.panel import STATUS_LEDS, cell_site
from hexlume_host.web.live.session import Message, Panel, PanelCell, Session

CODES = {"white": 1, "black": 2, "white leader": 3, "black leader": 4}
NAMES = {code: name for name, code in CODES.items()}
assert len(NAMES) == len(LETTERS) - 1


def panel_of(board: str) -> Panel:
    grid = grid_of(board)
    sites = [cell_site(grid, cell) for cell in range(grid.cells)]
    return Panel(
        board,
        tuple(PanelCell(grid.name(cell), site.x_mm, site.y_mm, site.led) for cell, site in enumerate(sites)),
        STATUS_LEDS,
    )


class TableSession(Session):
    """Carries out gestures as docs/simulator.md says and remembers every message it was given."""

    def __init__(self, board: str = "hex4") -> None:
        super().__init__(panel_of(board))
        self.discs: dict[str, str] = {}
        self.gestures: list[Message] = []
        self.acted: list[str] = []
        self.chosen: list[int] = []

    def gesture(self, message: Message) -> None:
        self.gestures.append(message)
        verb = message["do"]
        if verb == "put" and message["cell"] in self.discs:
            self.refuse(f"{message['cell']} already holds a disc.")
            return
        if verb in ("lift", "flip") and message["cell"] not in self.discs:
            self.refuse(f"There is no disc on {message['cell']}.")
            return
        if verb == "put":
            self.discs[message["cell"]] = message["piece"]
        elif verb == "lift":
            del self.discs[message["cell"]]
        elif verb == "flip":
            self.discs[message["cell"]] = NAMES[turned(CODES[self.discs[message["cell"]]])]
        elif verb == "clear":
            self.discs.clear()
        self.show_table(self.discs)

    def act(self, action: str) -> None:
        self.acted.append(action)

    def choose_level(self, level: int) -> None:
        self.chosen.append(level)
        self.show_engine(level, 6)

    def light(self, cells: dict[str, str], status: tuple[str, ...] = ("000000",) * STATUS_LEDS) -> None:
        """Write the LED chain: six hexadecimal digits for each cell named, dark elsewhere."""
        chain = ["000000"] * len(self.panel.cells) + list(status)
        for cell in self.panel.cells:
            chain[cell.led] = cells.get(cell.name, "000000")
        self.show_leds("".join(chain))
