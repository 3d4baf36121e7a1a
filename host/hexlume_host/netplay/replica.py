"""How two hosts come to share one list of entries, whatever becomes of their messages. No input or output.

The host orders the list. The guest proposes, numbered, and repeats until it hears what became of each proposal; the
host repeats what the guest has not got. Every message tells the whole state from the last point that is
known to have arrived, so lost, doubled and late messages do no harm.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from hexlume.games.game_clock import MOST_MS
from hexlume.link.wire import WireError

from ..game.events import identifier, text, whole_number
from .entries import GUEST, HOST, LONGEST_NAME, Entry, Terms, read_entry, read_terms
from .shared_game import AgreedGame

ENTRIES_A_MESSAGE = 32
MOST_PENDING = 8
"""Proposals that may wait for the host."""
_MOST_REFUSED = 16
_LONGEST_REFUSAL = 200
_LOST = "The other side tells this game otherwise than before: it cannot go on. Begin a new one."


class Keeper(Protocol):
    """Where a side keeps what it must not forget; what was saved is there after a restart."""

    def save(self, place: int, entries: Sequence[Entry], state: Mapping[str, Any]) -> None:
        """Keep entries from a place of the list on, and the state in place of the last one, both or neither."""


class Side:
    """One side of a game. ``agreed`` is what both know; ``ahead`` has what this side has proposed besides.

    ``problem`` is one sentence once the game cannot go on; ``refused`` are sentences for this side's person, to be
    taken off. ``due`` tells that the other side should hear something soon.
    """

    NAME = ""

    def __init__(self, terms: Terms | None, keeper: Keeper, entries: Sequence[Entry]) -> None:
        self.terms = terms
        self.agreed: AgreedGame | None = None if terms is None else AgreedGame(terms, entries)
        self.ahead = self.agreed
        self.other_name = ""
        self.problem = ""
        self.refused: list[str] = []
        self.due = True
        self.spent_ms = 0
        """How long this side's player has taken over the next action so far."""
        self.other_spent = (-1, 0)
        """What the other side told last of its player's time: at which step, and how many ms."""
        self._keeper = keeper

    @property
    def joined(self) -> bool:
        """Return whether the game has both its sides."""
        raise NotImplementedError

    @property
    def settled(self) -> bool:
        """Return whether the other side has heard everything, as far as is known."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Return whether nothing can be proposed until the other side has answered."""
        return False

    def propose(self, entry: Entry) -> str | None:
        """Do something for this side: return ``None``, or one sentence why it cannot be done."""
        raise NotImplementedError

    def receive(self, body: Mapping[str, Any]) -> None:
        """Take what the other side says; raises ``WireError``, nothing taken of that part, for what is malformed."""
        raise NotImplementedError

    def message(self) -> dict[str, Any]:
        """Return what the other side is to be told now."""
        raise NotImplementedError

    def _take_spent(self, body: Mapping[str, Any]) -> None:
        step, ms = whole_number(body, "step"), whole_number(body, "spent")
        self.other_spent = (step, min(ms, MOST_MS))

    def _spent(self) -> dict[str, int]:
        return {"step": self.ahead.steps if self.ahead else 0, "spent": self.spent_ms}


class HostSide(Side):
    """The side that began the game and orders the list; ``guest`` is who has joined, empty before."""

    NAME = HOST

    def __init__(
        self, terms: Terms, keeper: Keeper, entries: Sequence[Entry] = (), state: Mapping[str, Any] | None = None
    ) -> None:
        """Begin, or go on with what was kept."""
        super().__init__(terms, keeper, entries)
        kept = state or {}
        self.guest: str = kept.get("guest", "")
        self.other_name = kept.get("name", "")
        self.turned_away = ""
        """A second guest who has tried to join, until the next message tells them."""
        self._handled: int = kept.get("handled", 0)
        self._refusals: list[list[Any]] = [list(one) for one in kept.get("refused", [])]
        self._have: int | None = None
        if state is None:
            self._save([])

    @property
    def joined(self) -> bool:
        """Return whether a guest has joined."""
        return bool(self.guest)

    @property
    def settled(self) -> bool:
        """Return whether the guest has the whole list."""
        return self._have == len(self._list())

    def propose(self, entry: Entry) -> str | None:
        """Add an entry of the host's."""
        if self.problem:
            return self.problem
        refusal = self._game().refusal(entry)
        if refusal is None:
            self._add(entry)
        return refusal

    def receive(self, body: Mapping[str, Any]) -> None:
        """Take what a guest says: how far it is, and what it proposes."""
        guest, name = identifier(body, "guest"), text(body, "name", LONGEST_NAME)
        have = body.get("have")
        if type(have) is not int or have < -1:
            raise WireError("a guest that does not say what it has")
        proposed = _entries(body.get("pending"), MOST_PENDING)
        if self.guest and guest != self.guest:
            self.turned_away = guest
            self.due = True
            return
        if not self.guest:
            self.guest, self.other_name = guest, name
            self._save([])
            self.due = True
        if have > len(self._list()):
            self.problem = "The other side has more of this game than this computer: it cannot go on here."
            return
        if have != self._have:
            self._have = have
            self.due = self.due or have < len(self._list())
        self._take_spent(body)
        for entry in proposed:
            if entry.by != GUEST:
                raise WireError("a guest's proposal that is not the guest's")
            if entry.number != self._handled + 1 or self.problem:
                continue
            self._judge(entry)

    def message(self) -> dict[str, Any]:
        """Return the list from where the guest is, and what became of its proposals."""
        self.due = False
        entries = self._list()
        turned_away, self.turned_away = self.turned_away, ""
        if turned_away:
            # The true guest hears the rest the next time.
            self.due = True
            return {"full": turned_away}
        begin = max(0, min(self._have or 0, len(entries)))
        body: dict[str, Any] = {
            "guest": self.guest or None,
            "from": begin,
            "entries": [entry.as_json() for entry in entries[begin : begin + ENTRIES_A_MESSAGE]],
            "size": len(entries),
            "handled": self._handled,
            "refused": self._refusals,
            **self._spent(),
        }
        if self._have is None or self._have < 0:
            body["terms"] = self.terms.as_json() if self.terms else None
        return body

    def _judge(self, entry: Entry) -> None:
        refusal = self._game().refusal(entry)
        self._handled = entry.number
        self.due = True
        if refusal is None:
            self._add(entry)
        else:
            self._refusals = [*self._refusals[1 - _MOST_REFUSED :], [entry.number, refusal[:_LONGEST_REFUSAL]]]
            self._save([])

    def _add(self, entry: Entry) -> None:
        self._save([entry])
        self._game().take(entry)
        self.due = True

    def _save(self, entries: list[Entry]) -> None:
        state = {
            "guest": self.guest,
            "name": self.other_name,
            "handled": self._handled,
            "refused": self._refusals,
        }
        self._keeper.save(len(self._list()), entries, state)

    def _game(self) -> AgreedGame:
        assert self.agreed is not None
        return self.agreed

    def _list(self) -> list[Entry]:
        return self._game().entries


class GuestSide(Side):
    """The side that has joined; ``identity`` is its own name for the host, ``name`` its player's."""

    NAME = GUEST

    def __init__(
        self,
        identity: str,
        keeper: Keeper,
        name: str = "",
        entries: Sequence[Entry] = (),
        state: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin without knowing the game, or go on with what was kept."""
        kept = state or {}
        super().__init__(read_terms(kept["terms"]) if kept.get("terms") else None, keeper, entries)
        self.identity = identity
        self.name = name
        self.other_name = self.terms.host_name if self.terms else ""
        self._next: int = kept.get("next", 1)
        self._pending = [read_entry(one) for one in kept.get("pending", [])]
        if self._pending:
            self._look_ahead()
        if state is None:
            self._save([])

    @property
    def joined(self) -> bool:
        """Return whether the host has told the game."""
        return self.agreed is not None

    @property
    def settled(self) -> bool:
        """Return whether the host has answered every proposal."""
        return self.agreed is not None and not self._pending

    @property
    def busy(self) -> bool:
        """Return whether as many proposals wait as may."""
        return len(self._pending) >= MOST_PENDING

    def propose(self, entry: Entry) -> str | None:
        """Propose an entry to the host; it is in ``ahead`` at once and in ``agreed`` when the host has taken it."""
        if self.problem or self.ahead is None or self.agreed is None:
            return self.problem or "The other side has not told the game yet."
        if self.busy:
            return "The other side has not answered yet: wait a moment."
        refusal = self.ahead.refusal(entry)
        if refusal is not None:
            return refusal
        numbered = entry.numbered(self._next)
        self._next += 1
        self._pending.append(numbered)
        self._save([])
        if self.ahead is self.agreed:
            self._look_ahead()
        else:
            self.ahead.take(numbered)
        self.due = True
        return None

    def receive(self, body: Mapping[str, Any]) -> None:
        """Take what the host says: more of the list, and what became of proposals."""
        if body.get("full") == self.identity and not self.joined:
            self.problem = "This game has its two players already: ask for another code."
        if "full" in body or body.get("guest") != self.identity or self.problem:
            return
        begin, size, handled = (whole_number(body, name) for name in ("from", "size", "handled"))
        entries = _entries(body.get("entries"), ENTRIES_A_MESSAGE)
        refusals = _refusals(body.get("refused"))
        if self.agreed is None:
            if body.get("terms") is None:
                return
            self.terms = read_terms(body["terms"])
            self.other_name = self.terms.host_name
            self.agreed = self.ahead = AgreedGame(self.terms)
            self._save([])
            self.due = True
        self._take_spent(body)
        self._take_list(self.agreed, begin, entries)
        if not self.problem and len(self.agreed.entries) >= size:
            self._take_answers(handled, refusals)

    def message(self) -> dict[str, Any]:
        """Return how far this side is, and its proposals."""
        self.due = False
        return {
            "guest": self.identity,
            "name": self.name[:LONGEST_NAME],
            "have": -1 if self.agreed is None else len(self.agreed.entries),
            "pending": [entry.as_json() for entry in self._pending],
            **self._spent(),
        }

    def _take_list(self, agreed: AgreedGame, begin: int, entries: Sequence[Entry]) -> None:
        """Take what is new of the list, each entry checked as the host has checked it."""
        before = len(agreed.entries)
        for place, entry in enumerate(entries, begin):
            known = agreed.entries
            if place > len(known):
                break
            if place < len(known):
                if known[place] != entry:
                    self.problem = _LOST
                    return
                continue
            if (entry.by == GUEST) != (entry in self._pending):
                self.problem = _LOST
                return
            refusal = agreed.refusal(entry)
            if refusal is not None:
                self.problem = f"The other side did what the rules do not allow, so the game cannot go on: {refusal}"
                return
            self._pending = [one for one in self._pending if one != entry]
            # Saved one by one: what is taken is what is kept.
            self._save([entry])
            agreed.take(entry)
        if len(agreed.entries) > before:
            self.due = True
            ahead = self.ahead.entries if self.ahead else []
            if not self._pending or ahead[: len(agreed.entries)] != agreed.entries:
                self._look_ahead()

    def _take_answers(self, handled: int, refusals: Mapping[int, str]) -> None:
        gone = [entry for entry in self._pending if entry.number <= handled]
        if gone:
            self.refused += [refusals.get(entry.number, "The other side did not take that.") for entry in gone]
            self._pending = [entry for entry in self._pending if entry.number > handled]
            self._save([])
            self._look_ahead()

    def _look_ahead(self) -> None:
        """Make ``ahead`` anew; proposals that cannot come any more are left out until the host has refused them."""
        assert self.terms is not None and self.agreed is not None
        if not self._pending:
            self.ahead = self.agreed
            return
        self.ahead = AgreedGame(self.terms, self.agreed.entries)
        for entry in self._pending:
            if self.ahead.refusal(entry) is None:
                self.ahead.take(entry)

    def _save(self, entries: list[Entry]) -> None:
        self._keeper.save(0 if self.agreed is None else len(self.agreed.entries), entries, self._state())

    def _state(self) -> dict[str, Any]:
        return {
            "terms": None if self.terms is None else self.terms.as_json(),
            "next": self._next,
            "pending": [entry.as_json() for entry in self._pending],
        }


def _entries(told: object, most: int) -> list[Entry]:
    if not isinstance(told, list) or len(told) > most:
        raise WireError("no proper list of entries")
    return [read_entry(one) for one in told]


def _refusals(told: object) -> dict[int, str]:
    if not isinstance(told, list) or len(told) > _MOST_REFUSED:
        raise WireError("no proper refusals")
    refusals = {}
    for one in told:
        if not isinstance(one, list) or len(one) != 2:
            raise WireError("no proper refusals")
        pair = {"number": one[0], "why": one[1]}
        refusals[whole_number(pair, "number")] = text(pair, "why", _LONGEST_REFUSAL)
    return refusals
