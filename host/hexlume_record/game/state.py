"""State of a game under its rules: the position, and whether the events that led to it are legal."""

from collections.abc import Mapping
from typing import Any

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game, IllegalAction, OptionError
from hexlume.games.grid import grid_of
from hexlume.games.pieces import COLOURS, other
from hexlume.hardware.panel import panel_grid
from hexlume.match.game_clock import NONE, TimeControlError
from hexlume.match.match import Match
from hexlume.table.layout import Layout

from ..errors import GameError, excerpt
from ..words.text import due_words, outcome_reason_words, refusal_words, result_words
from . import events
from .events import BoardEvent, StoredEvent
from .match_event import Event, match_event
from .position import position_of
from .record import GameHistory, GameRecord


class GameState(GameHistory):
    """A game folded from its events and checked against the rules.

    From the first event that does not fit on, ``problem`` is one sentence that says so, and ``game`` stays where it
    was legal last.
    """

    def __init__(self, game: str, start: Mapping[str, Any]) -> None:
        """Begin a game by its id and the data of its ``start`` event."""
        super().__init__()
        self.id = game
        self.control = str(start.get("clock") or NONE)
        """The time control's text; this host need not know it."""
        self.rules = str(start["rules"])
        self.board = str(start["board"])
        self.options = dict(start["options"])
        self.problem = ""
        self.match: Match | None = None
        """The match under the rules; ``None`` when there is no such game."""
        self._legal: tuple[int, list[int]] = (-1, [])
        """The codes of all legal actions, after the event of a number."""
        self._begin()

    @classmethod
    def replay(cls, record: GameRecord, last: int | None = None) -> "GameState":
        """Return the state of a stored game after all its events, or after the event numbered ``last``."""
        start = {"rules": record.rules, "board": record.board, "options": record.options, "clock": record.clock}
        state = cls(record.game, start)
        for event in record.events:
            if last is None or event.seq <= last:
                state.take(event)
        return state

    def take(self, event: BoardEvent | StoredEvent) -> bool:
        """Take the game's next event, and return whether it is one that the match takes."""
        taken = super().take(event)
        if self.problem and event.kind == events.UNDO:
            # What did not fit may be what was taken back.
            self._begin()
            for number, action in enumerate(self.recorded.standing(), 1):
                self._follow(action, number)
        else:
            self._follow(event, self.count)
        return taken

    def play(self, event: Event) -> dict[str, Any]:
        """Apply an event that happens now, by the running clock; return the data with which it is stored.

        Raises ``IllegalAction`` for one that does not fit, and changes nothing.
        """
        assert self.match is not None
        data = Event(*self.match.apply(event).event).data(self.match.game.grid)
        super().take(BoardEvent(self.id, self.last_seq + 1, event.kind, 0, data))
        return data

    @property
    def game(self) -> Game | None:
        """The position under the rules; ``None`` when there is no such game."""
        return None if self.match is None else self.match.game

    @property
    def legal(self) -> bool:
        """Whether all events so far agree with the rules."""
        return not self.problem

    @property
    def legal_codes(self) -> list[int]:
        """The codes of all legal actions (``hexlume.games.notation``); none once the record is not legal."""
        if self._legal[0] != self.last_seq:
            game = self.game if self.legal else None
            self._legal = self.last_seq, [] if game is None or game.result is not None else game.legal_actions()
        return self._legal[1]

    @property
    def to_move(self) -> str | None:
        """The colour to act; ``None`` when the game is over or cannot be replayed."""
        return COLOURS[self.game.to_move] or None if self.game else None

    @property
    def due(self) -> str:
        """Who is to do what, in words; empty when nothing is due."""
        return due_words(self.game, self.legal_codes) if self.game else ""

    @property
    def result_words(self) -> str:
        """The result in words; empty while there is none."""
        return result_words(self.ending.result, self.ending.reason, self.game)

    def position(self) -> dict[str, Any] | None:
        """Return the position as JSON of rule ACT-5; ``None`` when there is no such game."""
        return position_of(self.game) if self.game else None

    def cells_on(self, panel: str) -> dict[str, str]:
        """Return what the game's board calls the panel's cells, by what the panel calls those that it lies on.

        Empty without a position and where the board does not fit the panel, which a board may report all the same.
        """
        if self.game is None:
            return {}
        board = self.game.grid
        try:
            grid = panel_grid(panel)
            to_panel = Layout(grid, board).to_panel
        except ValueError:
            return {}
        on_board = [cell for cell in range(board.cells) if cell not in board.blocked]
        return {grid.name(to_panel[cell]): board.name(cell) for cell in on_board}

    def last_in(self, cells: Mapping[str, str]) -> set[str]:
        """Return which of a panel's cells, as ``cells_on`` gives them, the last action has changed."""
        if self.game is None:
            return set()
        changed = {self.game.grid.name(cell) for cell, _, _ in self.game.changes()}
        return {cell for cell, name in cells.items() if name in changed}

    def _begin(self) -> None:
        self.match, self.problem = None, ""
        try:
            game = games.start(self.rules, grid_of(self.board).size, self.options)
        except (OptionError, ValueError) as error:
            self.problem = f"The game cannot be replayed: {error}."
            return
        try:
            self.match = Match(game, self.control)
        except TimeControlError:
            self.match = Match(game)
        if game.grid.board != self.board:
            self.problem = f"The game cannot be replayed: {self.rules} is not played on {self.board}."

    def _follow(self, event: BoardEvent | StoredEvent, number: int) -> None:
        """Let the match under the rules take an event, if all has fitted so far; ``number`` is an action's, from 1."""
        if self.match is None or self.problem:
            return
        match, game = self.match, self.match.game
        taken = match_event(event, lambda action: notation.parse(action.data["action"], game.grid))
        if taken is None:
            return
        if taken.kind == events.ACTION:
            self.problem = self._play(match, taken, number, event.data["action"])
            return
        if taken.kind == events.RESULT:
            self.problem = _result_problem(game, taken.first)
        elif taken.kind == events.CONCLUDE:
            self.problem = _conclusion_problem(game, taken.first, taken.second)
        if not self.problem:
            match.apply(taken)

    def _play(self, match: Match, taken: Event, number: int, action: str) -> str:
        """Play the action of a number (from 1); return why it does not fit, empty if it does."""
        game, colour = match.game, taken.second
        named = f"Action {number} ({excerpt(action)})"
        try:
            match.apply(taken)
        except IllegalAction:
            if game.concluded:
                return f"{named} was played after the end: {outcome_reason_words(game)}."
            if game.to_move == other(colour):
                return f"{named} was played by {COLOURS[colour]} on {COLOURS[game.to_move]}'s turn."
            return f"{named} is not legal there, the ones before it are: {refusal_words(game, action)}."
        except Exception as error:
            # Somebody's own rules failed: other games and boards must go on.
            failed = error.words if isinstance(error, GameError) else f"{type(error).__name__}: {excerpt(str(error))}"
            return f"{named} cannot be played: the rules of {self.rules} failed ({failed})."
        return ""


def _result_problem(game: Game, result: str) -> str:
    """Return why a result that is given does not fit, empty if it does."""
    if game.concluded:
        return f"The result is given as {result} after the end: {outcome_reason_words(game)}."
    if game.result != result:
        return f"The result is given as {result}, but the actions lead to {game.result or 'no result yet'}."
    return ""


def _conclusion_problem(game: Game, result: str, reason: str) -> str:
    """Return why a game cannot be concluded so, empty if it can."""
    ending = f"The game is said to end with {result} ({excerpt(reason, 60)}), but it"
    if game.result is not None:
        return f"{ending} was over already."
    return "" if result in events.CONCLUSIONS.get(reason, ()) else f"{ending} cannot end so."
