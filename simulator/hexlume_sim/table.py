"""The table: which discs stand on the panel, and what hands do to them."""

from hexlume.grid import NO_CELL, HexGrid, SquareGrid

from .sensors import Disc, Sensors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PIECES = ("white", "black", "white leader", "black leader")

MOST_OFF_CENTRE_MM = 16.0
"""How far from a cell's centre a disc can be set down: half a pitch."""


class GestureRefused(ValueError):
    """A gesture that hands cannot make, told in one sentence; nothing was changed."""


class Table:
    """The discs on a panel, by cell name. ``listeners`` are called after every change."""

    def __init__(self, grid: "HexGrid | SquareGrid", sensors: Sensors) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.strength = 1.0
        self._grid = grid
        self._sensors = sensors
        self._discs: dict[int, Disc] = {}
        self._held: dict[str, Disc] = {}
        sensors.refresh_all([])

    def discs(self) -> "dict[str, str]":
        """Return the pieces that stand on the table by their cells' names, in the order of the cells."""
        return {self._grid.name(cell): self._discs[cell].piece for cell in sorted(self._discs)}

    def put(self, cell: str, piece: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Set a disc down on an empty cell, that far from its centre."""
        place = self._empty(cell)
        _check_piece(piece)
        self._check_offset(dx_mm, dy_mm)
        disc = self._disc(piece, place, dx_mm, dy_mm)
        disc.strength = self.strength
        self._discs[place] = disc
        self._changed([disc])

    def lift(self, cell: str) -> str:
        """Take the disc on a cell away and return which it was."""
        disc = self._discs.pop(self._occupied(cell))
        self._changed([disc])
        return disc.piece

    def flip(self, cell: str) -> None:
        """Turn the disc on a cell over in place."""
        disc = self._discs[self._occupied(cell)]
        disc.white = not disc.white
        self._changed([disc])

    def move(self, origin: str, target: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Lift the disc on a cell and set it down on an empty one, as one change."""
        leaves = self._occupied(origin)
        self._check_offset(dx_mm, dy_mm)
        if origin == target:
            raise GestureRefused(f"The disc on {origin} already stands there.")
        place = self._empty(target)
        old = self._discs.pop(leaves)
        new = self._disc(old.piece, place, dx_mm, dy_mm)
        new.strength = old.strength
        self._discs[place] = new
        self._changed([old, new])

    def clear(self) -> None:
        """Take every disc off, held ones too."""
        gone = list(self._discs.values()) + list(self._held.values())
        self._discs.clear()
        self._held.clear()
        self._changed(gone)

    def hold(self, hand: str, piece: str, x_mm: float, y_mm: float, lift_mm: float) -> None:
        """Hold a disc over the table, where its magnet is felt already: a hand that puts down, picks up or slides.

        ``x_mm``, ``y_mm`` is the disc's centre from the panel's centre, ``lift_mm`` its height. A hand holds one disc:
        holding again moves it. A held disc does not stand on the table until it is put there.
        """
        _check_piece(piece)
        if lift_mm < 0:
            raise GestureRefused("A disc cannot be held %g mm below the table." % -lift_mm)
        disc = Disc(piece.startswith("white"), piece.endswith("leader"), x_mm, y_mm)
        disc.lift_mm, disc.strength = lift_mm, self.strength
        old = self._held.get(hand)
        self._held[hand] = disc
        self._felt([disc] if old is None else [old, disc])

    def let_go(self, hand: str) -> None:
        """Take a hand and the disc it holds away; does nothing when it holds none."""
        if hand in self._held:
            self._felt([self._held.pop(hand)])

    def weaken(self, cell: "str | None", strength: float) -> None:
        """Scale the magnet of the disc on a cell, or with None of every disc now and to come."""
        if cell is None:
            self.strength = strength
            weak = list(self._discs.values()) + list(self._held.values())
        else:
            weak = [self._discs[self._occupied(cell)]]
        for disc in weak:
            disc.strength = strength
        self._felt(weak)

    def refresh(self) -> None:
        """Compute every sensor anew, after a fault changed one."""
        self._sensors.refresh_all(self._all())

    def cell(self, name: str) -> int:
        """Return a cell by its name; raises ``GestureRefused`` when the panel has none of that name."""
        place = self._grid.cell(name)
        if place == NO_CELL:
            raise GestureRefused(f"The panel {self._grid.board} has no cell '{name[:20]}'.")
        return place

    def _empty(self, name: str) -> int:
        place = self.cell(name)
        if place in self._discs:
            raise GestureRefused(f"There is already a {self._discs[place].piece} disc on {name}: lift it first.")
        return place

    def _occupied(self, name: str) -> int:
        place = self.cell(name)
        if place not in self._discs:
            raise GestureRefused(f"There is no disc on {name}.")
        return place

    def _disc(self, piece: str, place: int, dx_mm: float, dy_mm: float) -> Disc:
        site = self._sensors.sites[place]
        return Disc(piece.startswith("white"), piece.endswith("leader"), site.x_mm + dx_mm, site.y_mm + dy_mm)

    def _check_offset(self, dx_mm: float, dy_mm: float) -> None:
        if not dx_mm * dx_mm + dy_mm * dy_mm <= MOST_OFF_CENTRE_MM * MOST_OFF_CENTRE_MM:
            raise GestureRefused(f"A disc more than {MOST_OFF_CENTRE_MM:g} mm off a cell's centre is not on it.")

    def _all(self) -> "list[Disc]":
        # In the order of cells and hands, so that sums do not depend on the way the table came about.
        return [self._discs[c] for c in sorted(self._discs)] + [self._held[h] for h in sorted(self._held)]

    def _felt(self, changed: "list[Disc]") -> None:
        cells: set[int] = set()
        for disc in changed:
            cells.update(self._sensors.near(disc.x_mm, disc.y_mm))
        self._sensors.refresh(sorted(cells), self._all())

    def _changed(self, changed: "list[Disc]") -> None:
        self._felt(changed)
        for listener in self.listeners:
            listener()


def _check_piece(piece: str) -> None:
    if piece not in PIECES:
        raise GestureRefused("There is no piece '{}': choose {}.".format(str(piece)[:20], ", ".join(PIECES)))
