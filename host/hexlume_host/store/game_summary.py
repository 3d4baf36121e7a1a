"""What the store keeps of a game's events so that neither a search nor statistics need read them.

An *opening* is the first actions that stand, each behind the first letter of the colour that acted: ``wWd4 bBd5``. The
*times* are how long each standing action took, in tenths of a second, ``-`` where that is not known: ``23 104 -``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from ..game import events
from ..game.record import Action, Standing, StoredEvent, seats_swapped

OPENING_ACTIONS = 16
"""The most actions of an opening."""
TIMED_ACTIONS = 200
"""The most actions whose times are kept."""

UNKNOWN = "-"


@dataclass(frozen=True, slots=True)
class Digest:
    """What a game's events come to: how many actions stand, whether seats are swapped, its opening and its times."""

    action_count: int
    seats_swapped: bool
    opening: str
    times: str


@dataclass(frozen=True, slots=True)
class _Moment:
    """When an event happened, by the board's clock and by the calendar, as far as either is known."""

    boot: int | None
    ticks: int
    played_at: datetime | None

    def since(self, earlier: "_Moment | None") -> str:
        """Return the tenths of a second since an earlier moment, ``-`` when not known."""
        if earlier is None:
            return UNKNOWN
        if self.boot is not None and self.boot == earlier.boot:
            tenths = (self.ticks - earlier.ticks) // 100
        elif self.played_at is not None and earlier.played_at is not None:
            tenths = int((self.played_at - earlier.played_at).total_seconds() * 10)
        else:
            return UNKNOWN
        return str(tenths) if tenths >= 0 else UNKNOWN


class Digester:
    """Takes a game's events one by one; ``digest`` says what they come to."""

    def __init__(self) -> None:
        """Begin before a game's first event."""
        self._standing = Standing()
        self._times: list[str] = []
        self._previous: _Moment | None = None

    def take(self, event: StoredEvent) -> None:
        """Take the game's next event."""
        moment = _Moment(event.boot, event.ticks, event.played_at)
        self._standing.take(event)
        if event.kind == events.ACTION:
            self._times.append(moment.since(self._previous))
        else:
            del self._times[len(self._standing.actions) :]
        self._previous = moment

    def digest(self) -> Digest:
        """Return what the events so far come to."""
        actions = self._standing.actions
        return Digest(
            len(actions),
            seats_swapped(actions),
            " ".join(_token(action) for action in actions[:OPENING_ACTIONS]),
            " ".join(self._times[:TIMED_ACTIONS]),
        )


def digest_of(in_order: Iterable[StoredEvent]) -> Digest:
    """Return what a game's events come to."""
    digester = Digester()
    for event in in_order:
        digester.take(event)
    return digester.digest()


def _token(action: Action) -> str:
    # An action that no rules know may hold spaces.
    return action.colour[0] + action.action.replace(" ", "_")


def opening_turns(opening: str) -> list[list[str]]:
    """Return the actions of an opening grouped into turns (see ``record.turns_of``)."""
    turns: list[list[str]] = []
    acting = ""
    for token in opening.split():
        if token[0] != acting or turns[-1][-1] == "swap":
            turns.append([])
            acting = token[0]
        turns[-1].append(token[1:])
    return turns
