"""The simulated board of a user's home: it has the same id each time, and goes on counting its boots."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TextIO

from platformdirs import user_data_path

from ..errors import SimulatorError

try:
    import fcntl
except ImportError:  # Windows: no pseudo-terminals, so no simulated boards either.
    fcntl = None  # type: ignore[assignment]

_BOOTS_A_RUN = 1000
"""Boots that a run of the board may count: its firmware starts again after a crash."""
_MOST_BOOTS = 0x7FFF_FFFF - _BOOTS_A_RUN
_CHANCE_BOOTS = 1 << 24
"""A board whose boots nobody counted begins at a random number below (``flash_log.count_boot``)."""


@dataclass
class HomeBoard:
    """A board by its seed, from which its id follows, and how often it was started (``None``: nobody knows)."""

    seed: int | None
    boots: int | None
    _file: TextIO | None = field(default=None, repr=False, compare=False)

    def count_run(self) -> None:
        """Count the boots of another run of the board: its games must get ids later than those of the last run."""
        if self._file is None or self.boots is None:
            return
        self.boots += _BOOTS_A_RUN
        _write(self._file, self.seed, self.boots)


@contextmanager
def home_board(seed: int | None) -> Iterator[HomeBoard]:
    """Claim a board of this home while the context lasts: that of a seed, or the first one that is free.

    Nobody else gets it meanwhile, so no two boards have one id; and since its boots are counted, none of its games gets
    the id of an earlier one. A home that cannot be written has a new board each time.

    Raises ``SimulatorError`` when the board of the seed is in use.
    """
    claimed = None
    with suppress(OSError):
        claimed = _claim(seed)
    if claimed is None:
        yield HomeBoard(secrets.randbits(31) if seed is None else seed, None)
        return
    file, board = claimed
    # Its lock goes when it is closed, or with the process.
    with file:
        yield board


def _claim(seed: int | None) -> tuple[TextIO, HomeBoard] | None:
    """Lock a board's file and count its start there; raises ``OSError`` when there can be no such file."""
    if fcntl is None:
        return None
    folder = user_data_path("hexlume") / "simulated-boards"
    folder.mkdir(parents=True, exist_ok=True)
    names = (str(number) for number in count(1)) if seed is None else [f"seed-{seed}"]
    for name in names:
        file = _lock(folder / f"{name}.json")
        if file is not None:
            break
    else:
        raise SimulatorError(f"The board of the seed {seed} is in use: end the other program, or leave the seed out.")
    try:
        board = _read(file.read(), seed)
        _write(file, board.seed, board.boots or 0)
    except BaseException:
        file.close()
        raise
    return file, HomeBoard(board.seed, board.boots, file)


def _write(file: TextIO, seed: int | None, boots: int) -> None:
    """Write a board's seed, and the boots that it may have counted after a run that begins with these."""
    file.seek(0)
    file.truncate()
    json.dump({"seed": seed, "boots": boots + _BOOTS_A_RUN}, file)
    file.flush()


def _lock(path: Path) -> TextIO | None:
    """Open and lock a file, which may be new; ``None`` if another program has locked it."""
    file = path.open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    file.seek(0)
    return file


def _read(content: str, seed: int | None) -> HomeBoard:
    """Return a board as its file has it; a new one if that cannot be read."""
    with suppress(ValueError, TypeError, KeyError):
        kept = json.loads(content)
        if isinstance(kept["seed"], int) and isinstance(kept["boots"], int) and 0 <= kept["boots"] <= _MOST_BOOTS:
            return HomeBoard(kept["seed"], kept["boots"])
    if seed is None:
        return HomeBoard(secrets.randbits(31), 0)
    # Games of this seed's board may be in the store: each of its ids is new, and later than those.
    return HomeBoard(seed, _CHANCE_BOOTS + secrets.randbelow(_CHANCE_BOOTS))
