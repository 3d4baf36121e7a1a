"""Games from files, checked against the rules event by event: the first thing not allowed is an error."""

from datetime import datetime
from typing import Any

from ..errors import RecordError, excerpt
from ..game.events import ACTION, CONCLUDE, RESULT, START, UNDO, StoredEvent
from ..game.state import GameState
from ..words.text import option_texts

_REFUSED = "so nothing of this game is imported"


class CheckedGame:
    """A game from a file, played event by event.

    ``where`` begins every error: the file, and the place in it where there is one. ``events`` are those taken so far.
    Every method raises ``RecordError`` with one sentence.
    """

    def __init__(self, where: str, start: StoredEvent) -> None:
        """Begin with the game's ``start`` event, whose options are filled in from the rules."""
        state = GameState("", start.data)
        if state.game is None or state.problem:
            problem = state.problem.rstrip(".")
            raise RecordError(f"{where}: {problem[:1].lower()}{problem[1:]}, {_REFUSED}.")
        data = {**start.data, "options": dict(state.game.options)}
        self.game = state.game
        """The position reached."""
        self.state = state
        self.events = [StoredEvent(0, START, start.ticks, data, start.at)]

    def take(self, where: str, event: StoredEvent, turn: int | None = None) -> None:
        """Take the next event; ``turn`` is the number the file gives an action's turn, where it gives one."""
        state = self.state
        if event.kind == UNDO and not state.actions and not state.concluded:
            raise RecordError(f"{where}: event {event.seq} takes back an action where none stands, {_REFUSED}.")
        due, concluded = state.to_move, state.concluded
        over = state.game is not None and state.game.result is not None
        state.take(event)
        if event.kind == ACTION and state.problem:
            action = state.actions[-1]
            wrong = due is not None and due != action.colour
            raise RecordError(
                f"{where}: action {len(state.actions)} ({excerpt(action.action)}) "
                f"in turn {turn or len(state.turns())} is "
                + (f"played by {action.colour} on {due}'s turn" if wrong else "not legal there")
                + f", {_REFUSED}."
            )
        if event.kind == RESULT and state.problem and not concluded:
            reached = state.game.result if state.game else None
            raise RecordError(
                f"{where}: the result is given as {event.data['result']}, but the actions lead to "
                f"{reached or 'no result yet'}, {_REFUSED}."
            )
        if event.kind in (RESULT, CONCLUDE) and state.problem:
            ending = f"the game is said to end with {event.data['result']} ({event.data['reason'][:60]})"
            why = "was over already" if over else "cannot end so"
            raise RecordError(f"{where}: {ending}, but it {why}, {_REFUSED}.")
        self.events.append(event)

    def add(self, where: str, kind: str, data: dict[str, Any], at: datetime, turn: int | None = None) -> None:
        """Take an event of a kind as the next one; see ``take``."""
        self.take(where, StoredEvent(len(self.events), kind, 0, data, at), turn)

    def identity(self, *more: str) -> list[str]:
        """Return texts that identify this game: rules, board, options, actions and ``more``."""
        game = self.game
        return [
            game.NAME,
            game.grid.board,
            *option_texts(game.options),
            *(f"{action.colour} {action.action}" for action in self.state.actions),
            *more,
        ]
