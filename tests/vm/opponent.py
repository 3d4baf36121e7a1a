"""Games of the board's engine against random actions in a virtual machine, with a chip's clock."""

from pathlib import Path

from tests.vm.counting import FUEL, Mark, drive, run
from tests.vm.memory import plain

HEAP = "300K"
"""Of an RP2350's 520 kB CircuitPython leaves more."""


def _clock(mark: Mark) -> str:
    """Return the time on an RP2350 in ms."""
    return str(round(plain(FUEL - mark.fuel).rp2350_ms))


def played(
    folder: Path, rules: str, size: int, own: int, seed: int, loop_ms: float, most: int
) -> tuple[list[list[int]], str]:
    """Play a game of at most so many actions, the opponent with the colour ``own``.

    ``loop_ms`` is what the board's other work takes in a pass. Returns of each thought the ms it took and those of its
    longest pass, and the game's result: ``W+``, ``B+`` or ``0``.
    """
    arguments = (rules, str(size), str(own), str(seed), str(round(1000 * loop_ms)), str(most))
    counted = run("opponent.py", *arguments, folders=drive(folder, False), heap=HEAP, answer=_clock)
    (result,) = [words[1] for words in counted.lines if words[:1] == ["result"]]
    return counted.numbers("thought"), result
