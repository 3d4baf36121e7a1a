"""Scripted hands for twins in their own processes."""

from collections.abc import Generator

from hexlume_sim.twin import Twin


def put_and_stop(twin: Twin, cell: str, piece: str = "white") -> Generator[float, None, None]:
    """Set a disc down after three seconds and cut the power a second later."""
    yield 3e6
    twin.table.put(cell, piece)
    twin.tell({"event": "script", "ms": twin.clock.now // 1000})
    yield 1e6
    twin.stop()


def no_generator(twin: Twin) -> None:
    """Nothing that can be run."""
