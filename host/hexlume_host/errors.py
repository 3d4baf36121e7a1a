"""Errors of the store, the link and the simulator; each is one sentence, as all of Hexlume's."""

from hexlume_record.errors import HexlumeError


class StoreError(HexlumeError):
    """The store cannot be opened, read or written."""

    public = "The store cannot be used just now: see the log of its computer."


class StoreUnavailableError(StoreError):
    """The store can keep nothing just now (locked, no room, moved); the same may work later."""


class StoreMovedError(StoreUnavailableError):
    """The store's file was moved, deleted or replaced while it was in use; it may come back."""


class GameConflictError(StoreError):
    """The store holds another game under a board's game's id; other boards can go on."""


class LinkError(HexlumeError):
    """The board's serial port cannot be used, or what hangs on it is no board this host understands."""

    public = "The board's port cannot be used just now: see the log of its computer."


class SimulatorError(HexlumeError):
    """A board cannot be simulated as asked, or its simulator has ended."""
