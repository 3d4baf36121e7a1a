"""Replica: one host's copy of the game's list of entries, the same on both hosts. No input or output.

The host orders the list. The guest proposes entries, numbered, and repeats each until the host has judged it; the host
repeats what the guest does not have yet. Every message holds the whole state since the last point that is known to have
arrived, so lost, repeated and late messages do no harm.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from hexlume.match.game_clock import MOST_MS
from hexlume_record.game.record import Players
from hexlume_record.validation import FieldError, checked

from .entries import (
    GUEST,
    HOST,
    MAX_ENTRIES_PER_MESSAGE,
    MAX_PENDING,
    MAX_REFUSAL,
    MAX_REFUSED,
    Entry,
    GuestMessage,
    HostMessage,
    Terms,
    read_terms,
)
from .shared_game import SharedGame

_DIVERGED = "The other side's game differs from the one saved here: it cannot go on. Begin a new one."


class Storage(Protocol):
    """Where a replica saves what it must not lose (``saved_games.SavedGame``)."""

    notes: dict[str, Any]

    def entries(self) -> list[Entry]:
        """Return the saved list."""

    def save(self, place: int, entries: Sequence[Entry], /, **notes: object) -> None:
        """Save entries from a place of the list on and notes, both or neither."""


class Replica(ABC):
    """One side's copy of the game.

    ``confirmed`` is the game that both sides have; ``predicted`` also has what this side has proposed. ``problem`` is
    one sentence once the game cannot go on; ``refused`` are sentences for this side's person, to be taken off. ``due``
    is set when a message should be sent soon.
    """

    ROLE = ""

    def __init__(self, storage: Storage) -> None:
        """Begin, or resume what was saved."""
        self._storage = storage
        terms = storage.notes.get("terms")
        self.terms: Terms | None = None if terms is None else read_terms(terms)
        self.confirmed = None if self.terms is None else SharedGame(self.terms, storage.entries())
        self.predicted = self.confirmed
        self.name: str = storage.notes.get("name", "")
        """The name of this side's person."""
        self.other_name = ""
        self.problem = ""
        self.refused: list[str] = []
        self._said: set[str] = set()
        self.due = True
        self.spent_ms = 0
        """The time that this side's person has taken over the next action so far."""
        self.other_spent = (-1, 0)
        """The other side's last report of its person's time: the step, and ms."""
        self.again = self.other_again = False
        """Whether this side's person, and the other's, ask for a rematch; not saved."""

    @property
    @abstractmethod
    def joined(self) -> bool:
        """Return whether the game has both its sides."""

    @property
    @abstractmethod
    def settled(self) -> bool:
        """Return whether the other side has everything, as far as is known."""

    @property
    def busy(self) -> bool:
        """Return whether nothing can be proposed until the other side has answered."""
        return False

    @property
    def names(self) -> dict[str, str]:
        """The players' names by role."""
        mine, others = (HOST, GUEST) if self.ROLE == HOST else (GUEST, HOST)
        return {mine: self.name, others: self.other_name}

    @property
    def players(self) -> Players:
        """The players, by the colours with which they begin."""
        assert self.terms is not None
        names, host_is_white = self.names, self.terms.host_colour == "white"
        return Players(names[HOST if host_is_white else GUEST], names[GUEST if host_is_white else HOST])

    @abstractmethod
    def propose(self, entry: Entry) -> str | None:
        """Add this side's entry; return ``None``, or one sentence why not."""

    @abstractmethod
    def receive(self, body: Mapping[str, Any]) -> None:
        """Take a message; raises ``WireError``, and takes nothing of that part, for what is malformed."""

    @abstractmethod
    def message(self) -> dict[str, Any]:
        """Return the message that is to be sent now."""

    def _say_once(self, sentence: str) -> None:
        """Add a sentence to ``refused`` that the other side's messages would repeat."""
        if sentence not in self._said:
            self._said.add(sentence)
            self.refused.append(sentence)

    def _take_spent(self, message: GuestMessage | HostMessage) -> None:
        self.other_spent = (message.step, min(message.spent, MOST_MS))
        self.other_again = message.again

    def _spent(self) -> dict[str, int | bool]:
        again = {"again": True} if self.again else {}
        return {"step": self.predicted.steps if self.predicted else 0, "spent": self.spent_ms, **again}


class HostReplica(Replica):
    """The side that began the game and orders the list; ``guest`` is who has joined, empty before."""

    ROLE = HOST

    def __init__(self, storage: Storage) -> None:
        """Begin with the terms in the storage's notes, or resume."""
        super().__init__(storage)
        assert self.terms is not None and self.confirmed is not None
        self._game = self.confirmed
        notes = storage.notes
        self.guest: str = notes.get("guest", "")
        self.name, self.other_name = self.terms.host_name, notes.get("guest_name", "")
        self.turned_away = ""
        """A guest that is refused, until the next message says so: a second one, or one that claims too much."""
        self._handled: int = notes.get("handled", 0)
        self._refusals: list[list[Any]] = notes.get("refused", [])
        self._have: int | None = None

    @property
    def joined(self) -> bool:
        """Return whether a guest has joined."""
        return bool(self.guest)

    @property
    def settled(self) -> bool:
        """Return whether the guest has the whole list."""
        return self._have == len(self._game.entries)

    def propose(self, entry: Entry) -> str | None:
        """Add an entry of the host's."""
        if self.problem:
            return self.problem
        refusal = self._game.refusal(entry)
        if refusal is None:
            self._add(entry)
        return refusal

    def receive(self, body: Mapping[str, Any]) -> None:
        """Take how far a guest is, and what it proposes."""
        message = checked(GuestMessage, body)
        guest, have = message.guest, message.have
        second = bool(self.guest) and guest != self.guest
        claims_more = have > len(self._game.entries)
        if second or claims_more:
            if not second:
                self._say_once("The other side claims more of this game than this computer has: that is left out.")
            self.turned_away = guest
            self.due = True
            return
        if not self.guest:
            self.guest, self.other_name = guest, message.name
            self._storage.save(0, (), guest=guest, guest_name=message.name)
            self.due = True
        if have != self._have:
            self._have = have
            self.due = self.due or have < len(self._game.entries)
        self._take_spent(message)
        for entry in message.pending:
            if entry.by != GUEST:
                raise FieldError("pending", "must be the guest's own")
            if entry.number == self._handled + 1 and not self.problem:
                self._judge(entry)

    def message(self) -> dict[str, Any]:
        """Return the list from where the guest is, and the judgement of its proposals."""
        turned_away, self.turned_away = self.turned_away, ""
        # The true guest gets the rest with the next message.
        self.due = bool(turned_away)
        if turned_away:
            return {"full": turned_away}
        entries = self._game.entries
        begin = max(0, min(self._have or 0, len(entries)))
        body: dict[str, Any] = {
            "guest": self.guest or None,
            "from": begin,
            "entries": [entry.as_json() for entry in entries[begin : begin + MAX_ENTRIES_PER_MESSAGE]],
            "size": len(entries),
            "handled": self._handled,
            "refused": self._refusals,
            **self._spent(),
        }
        if self._have is None or self._have < 0:
            body["terms"] = self._game.terms.as_json()
        return body

    def _judge(self, entry: Entry) -> None:
        refusal = self._game.refusal(entry)
        self._handled = entry.number
        self.due = True
        if refusal is None:
            self._add(entry)
        else:
            self._refusals = [*self._refusals[1 - MAX_REFUSED :], [entry.number, refusal[:MAX_REFUSAL]]]
            self._storage.save(0, (), handled=self._handled, refused=self._refusals)

    def _add(self, entry: Entry) -> None:
        self._storage.save(len(self._game.entries), [entry], handled=self._handled)
        self._game.take(entry)
        self.due = True


class GuestReplica(Replica):
    """The side that has joined; ``identity`` is its random name for the host."""

    ROLE = GUEST

    def __init__(self, storage: Storage) -> None:
        """Begin without knowing the game, or resume."""
        super().__init__(storage)
        notes = storage.notes
        self.identity: str = notes["identity"]
        self.other_name = self.terms.host_name if self.terms else ""
        self._next: int = notes.get("next", 1)
        self._pending = [checked(Entry, one) for one in notes.get("pending", [])]
        if self._pending:
            self._predict()

    @property
    def joined(self) -> bool:
        """Return whether the host has sent the game's terms."""
        return self.confirmed is not None

    @property
    def settled(self) -> bool:
        """Return whether the host has judged every proposal."""
        return self.confirmed is not None and not self._pending

    @property
    def busy(self) -> bool:
        """Return whether the most proposals wait that may."""
        return len(self._pending) >= MAX_PENDING

    def propose(self, entry: Entry) -> str | None:
        """Propose an entry: it is in ``predicted`` at once, and in ``confirmed`` when the host has added it."""
        if self.problem or self.predicted is None:
            return self.problem or "The other side has not sent the game yet."
        if self.busy:
            return "The other side has not answered yet: wait a moment."
        refusal = self.predicted.refusal(entry)
        if refusal is not None:
            return refusal
        numbered = replace(entry, number=self._next)
        self._next += 1
        self._pending.append(numbered)
        self._save([])
        if self.predicted is self.confirmed:
            self._predict()
        else:
            self.predicted.take(numbered)
        self.due = True
        return None

    def receive(self, body: Mapping[str, Any]) -> None:
        """Take more of the list, and the judgement of proposals."""
        if body.get("full") == self.identity and self.joined:
            self._say_once("The other side has lost a part of this game: what you do does not reach it.")
        elif body.get("full") == self.identity:
            self.problem = "This game has its two players already: ask for another code."
        if "full" in body or body.get("guest") != self.identity or self.problem:
            return
        message = checked(HostMessage, body)
        if self.confirmed is None:
            if message.terms is None:
                return
            self.terms = read_terms(message.terms)
            self.other_name = self.terms.host_name
            self.confirmed = self.predicted = SharedGame(self.terms)
            self._storage.save(0, (), terms=self.terms.as_json())
            self.due = True
        self._take_spent(message)
        self._take_list(self.confirmed, message.begin, message.entries)
        if not self.problem and len(self.confirmed.entries) >= message.size:
            self._take_answers(message.handled, dict(message.refused))

    def message(self) -> dict[str, Any]:
        """Return how far this side is, and its proposals."""
        self.due = False
        return {
            "guest": self.identity,
            "name": self.name,
            "have": -1 if self.confirmed is None else len(self.confirmed.entries),
            "pending": [entry.as_json() for entry in self._pending],
            **self._spent(),
        }

    def _take_list(self, confirmed: SharedGame, begin: int, entries: Sequence[Entry]) -> None:
        """Take the new entries of the list, each checked as the host has checked it."""
        known = confirmed.entries
        before = len(known)
        if begin > before:
            return
        for entry, have in zip(entries, known[begin:], strict=False):
            if entry != have:
                self.problem = _DIVERGED
                return
        for entry in entries[before - begin :]:
            if (entry.by == GUEST) != (entry in self._pending):
                self.problem = _DIVERGED
                return
            refusal = confirmed.refusal(entry)
            if refusal is not None:
                self.problem = f"The other side did what the rules do not allow, so the game cannot go on: {refusal}"
                return
            self._pending = [one for one in self._pending if one != entry]
            # Saved one by one, so that a wrong entry costs none before it.
            self._save([entry])
            confirmed.take(entry)
        if len(known) > before:
            self.due = True
            predicted = self.predicted.entries if self.predicted else []
            if not self._pending or predicted[: len(known)] != known:
                self._predict()

    def _take_answers(self, handled: int, refusals: Mapping[int, str]) -> None:
        judged = [entry for entry in self._pending if entry.number <= handled]
        if judged:
            self.refused += [refusals.get(entry.number, "The other side did not take that.") for entry in judged]
            self._pending = [entry for entry in self._pending if entry.number > handled]
            self._save([])
            self._predict()

    def _predict(self) -> None:
        """Make ``predicted`` anew; proposals that became illegal are left out until the host has refused them."""
        assert self.confirmed is not None
        if not self._pending:
            self.predicted = self.confirmed
            return
        self.predicted = SharedGame(self.confirmed.terms, self.confirmed.entries)
        for entry in self._pending:
            if self.predicted.refusal(entry) is None:
                self.predicted.take(entry)

    def _save(self, entries: list[Entry]) -> None:
        place = 0 if self.confirmed is None else len(self.confirmed.entries)
        pending = [entry.as_json() for entry in self._pending]
        self._storage.save(place, entries, next=self._next, pending=pending)
