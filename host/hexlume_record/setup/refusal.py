"""A refusal of a position: one sentence, the clause of the rules that decides it, and the cells concerned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import HexlumeError


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a position cannot be played on; ``clause`` is an id of the rules, such as ``ORC-3``, and
    ``why`` a sentence without its full stop.
    """

    clause: str
    why: str
    cells: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The reason as one sentence that names the clause and the cells."""
        if not self.cells:
            return f"{self.why} ({self.clause})."
        return f"{self.why} on {' '.join(self.cells)} ({self.clause})."

    def message(self) -> dict[str, Any]:
        """Return the reason ready for JSON."""
        return {"clause": self.clause, "sentence": self.sentence, "cells": list(self.cells)}


class PositionError(HexlumeError):
    """A position that cannot be read or played on; ``refusals`` has every reason that was found."""

    def __init__(self, sentence: str, refusals: Sequence[Refusal] = ()) -> None:
        super().__init__(sentence)
        self.refusals = tuple(refusals)
