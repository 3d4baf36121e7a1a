"""The table: discs on the panel and in hands, and the gestures that move them."""

from collections.abc import Callable

from hexlume.games.grid import NO_CELL, HexGrid, SquareGrid

from .sensors import Disc, Sensors

PIECES = ("white", "black", "white leader", "black leader")

MAX_OFF_CENTRE_MM = 16.0
"""Max distance of a disc from its cell's centre: half a pitch."""


class GestureRefused(ValueError):
    """Raised if hands cannot make a gesture; the message is one sentence. Nothing has changed."""


class Table:
    """The discs on a panel, by cell name. ``listeners`` are called after every change."""

    def __init__(self, grid: HexGrid | SquareGrid, sensors: Sensors) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.strength = 1.0
        self._grid = grid
        self._sensors = sensors
        self._discs: dict[int, Disc] = {}
        self._held: dict[str, Disc] = {}
        sensors.refresh_all([], [])

    def discs(self) -> dict[str, str]:
        """Return the pieces on the table by their cells' names, in the order of the cells."""
        return {self._grid.name(cell): self._discs[cell].piece for cell in sorted(self._discs)}

    def disc(self, cell: str) -> Disc:
        """Return the disc on a cell."""
        return self._discs[self._occupied(cell)]

    def put(self, cell: str, piece: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Put a disc on an empty cell, with an offset from its centre."""
        place = self._empty(cell)
        _check_piece(piece)
        self._check_offset(dx_mm, dy_mm)
        disc = self._disc(piece, place, dx_mm, dy_mm)
        disc.strength = self.strength
        self._discs[place] = disc
        self._changed([disc])

    def lift(self, cell: str) -> str:
        """Take the disc on a cell off and return its piece."""
        disc = self._discs.pop(self._occupied(cell))
        self._changed([disc])
        return disc.piece

    def flip(self, cell: str) -> None:
        """Turn the disc on a cell over in place."""
        disc = self._discs[self._occupied(cell)]
        disc.white = not disc.white
        self._changed([disc])

    def move(self, origin: str, target: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Move the disc on a cell to an empty one, as one change."""
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

    def nudge(self, cell: str, dx_mm: float, dy_mm: float) -> None:
        """Push the disc on a cell to an offset from the cell's centre."""
        disc = self._discs[self._occupied(cell)]
        self._check_offset(dx_mm, dy_mm)
        site = self._sensors.sites[self.cell(cell)]
        before = Disc(disc.white, disc.leader, disc.x_mm, disc.y_mm)
        disc.x_mm, disc.y_mm = site.x_mm + dx_mm, site.y_mm + dy_mm
        self._changed([before, disc])

    def clear(self) -> None:
        """Take every disc off, including held ones."""
        gone = self._standing() + self._in_hands()
        self._discs.clear()
        self._held.clear()
        self._changed(gone)

    def hold(
        self, hand: str, piece: str, x_mm: float, y_mm: float, lift_mm: float, strength: float | None = None
    ) -> None:
        """Hold a disc over the table, where the sensors already measure its magnet.

        ``x_mm``, ``y_mm`` is the disc's centre from the panel's centre, ``lift_mm`` its height. A
        hand holds one disc: holding again moves it, with another piece turns it over. A held disc
        is not on the table until it is put there. ``strength`` scales its magnet; by default it
        stays the same.
        """
        _check_piece(piece)
        if lift_mm < 0:
            raise GestureRefused("A disc cannot be held %g mm below the table." % -lift_mm)
        disc = Disc(piece.startswith("white"), piece.endswith("leader"), x_mm, y_mm)
        old = self._held.get(hand)
        if strength is None:
            strength = self.strength if old is None else old.strength
        disc.lift_mm, disc.strength = lift_mm, strength
        self._held[hand] = disc
        self._refresh_held_near([disc] if old is None else [old, disc])

    def let_go(self, hand: str) -> None:
        """Remove a hand and its disc. Does nothing if it holds none."""
        if hand in self._held:
            self._refresh_held_near([self._held.pop(hand)])

    def grasp(self, hand: str, cell: str) -> Disc:
        """Grasp the disc on a cell with an empty hand, where it is, and return it."""
        place = self._occupied(cell)
        if hand in self._held:
            raise GestureRefused(f"The hand '{hand[:20]}' holds a disc already.")
        disc = self._held[hand] = self._discs.pop(place)
        self._changed([disc])
        return disc

    def set_down(self, hand: str, cell: str) -> None:
        """Put the disc in a hand on an empty cell, where it is held."""
        if hand not in self._held:
            raise GestureRefused(f"The hand '{hand[:20]}' holds no disc.")
        place = self._empty(cell)
        disc, site = self._held[hand], self._sensors.sites[place]
        self._check_offset(disc.x_mm - site.x_mm, disc.y_mm - site.y_mm)
        del self._held[hand]
        disc.lift_mm = 0.0
        self._discs[place] = disc
        self._changed([disc])

    def weaken(self, cell: str | None, strength: float) -> None:
        """Scale the magnet of the disc on a cell, or with None of every present and future disc."""
        if cell is None:
            self.strength = strength
            weak = self._standing() + self._in_hands()
        else:
            weak = [self._discs[self._occupied(cell)]]
        for disc in weak:
            disc.strength = strength
        self._refresh_near(weak)

    def refresh(self) -> None:
        """Recompute every sensor, after a fault changed one."""
        self._sensors.refresh_all(self._standing(), self._in_hands())

    def cell(self, name: str) -> int:
        """Return a cell by name. Raises ``GestureRefused`` if the panel has none of that name."""
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
        if not dx_mm * dx_mm + dy_mm * dy_mm <= MAX_OFF_CENTRE_MM * MAX_OFF_CENTRE_MM:
            raise GestureRefused(f"A disc more than {MAX_OFF_CENTRE_MM:g} mm off a cell's centre is not on it.")

    # In the order of cells and hands, so that sums do not depend on the order of the gestures.

    def _standing(self) -> list[Disc]:
        return [self._discs[cell] for cell in sorted(self._discs)]

    def _in_hands(self) -> list[Disc]:
        return [self._held[hand] for hand in sorted(self._held)]

    def _near(self, changed: list[Disc]) -> list[int]:
        cells: set[int] = set()
        for disc in changed:
            cells.update(self._sensors.near(disc.x_mm, disc.y_mm))
        return sorted(cells)

    def _refresh_near(self, changed: list[Disc]) -> None:
        self._sensors.refresh(self._near(changed), self._standing(), self._in_hands())

    def _refresh_held_near(self, changed: list[Disc]) -> None:
        self._sensors.refresh_held(self._near(changed), self._in_hands())

    def _changed(self, changed: list[Disc]) -> None:
        self._refresh_near(changed)
        for listener in self.listeners:
            listener()


def _check_piece(piece: str) -> None:
    if piece not in PIECES:
        raise GestureRefused("There is no piece '{}': choose {}.".format(str(piece)[:20], ", ".join(PIECES)))
