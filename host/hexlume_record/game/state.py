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
from ..words.text import due_words, outcome_reason_words, reason_words, refusal_words, result_words
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
        self.on = str(start["on"])
        self.options = dict(start["options"])
        self.problem = ""
        self.match: Match | None = None
        """The match under the rules; ``None`` when there is no such game."""
        self._legal_codes: list[int] | None = None
        self._begin()

    @classmethod
    def replay(cls, record: GameRecord, last: int | None = None) -> "GameState":
        """Return the state of a stored game after all its events, or after the event numbered ``last``."""
        start = {"rules": record.rules, "on": record.on, "options": record.options, "clock": record.clock}
        state = cls(record.game, start)
        for event in record.events:
            if last is None or event.seq <= last:
                state.take(event)
        return state

    def take(self, event: BoardEvent | StoredEvent) -> bool:
        """Take the game's next event, and return whether it is one that the match takes."""
        taken = super().take(event)
        self._legal_codes = None
        if self.problem and event.kind == events.UNDO:
            # What did not fit may be what was taken back.
            self._begin()
            for number, action in enumerate(self.recorded.standing(), 1):
                self._follow(action, number)
        else:
            self._follow(event, self.count)
        return taken

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
        if self._legal_codes is None:
            game = self.game if self.legal else None
            self._legal_codes = [] if game is None or game.result is not None else game.legal_actions()
        return self._legal_codes

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
            game = games.start(self.rules, grid_of(self.on).size, self.options)
        except (OptionError, ValueError) as error:
            self.problem = f"The game cannot be replayed: {error}."
            return
        try:
            self.match = Match(game, self.control)
        except TimeControlError:
            self.match = Match(game)
        if game.grid.board != self.on:
            why = f"{self.rules} is not played on {self.on}"
            self.problem = f"The game cannot be replayed: {why}."

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
        named = f"Action {number} ({action})"
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
    """Return why a result that the board reports does not fit, empty if it does."""
    if game.concluded:
        why = outcome_reason_words(game)
        return f"The board reported the result {result} after the end: {why}."
    if game.result != result:
        if game.result is None:
            return f"The board reported the result {result}, but its actions lead to no result yet."
        return f"The board reported the result {result}, but its actions lead to {game.result}."
    return ""


def _conclusion_problem(game: Game, result: str, reason: str) -> str:
    """Return why a game cannot be concluded so, empty if it can."""
    if game.result is not None:
        why = reason_words(result, reason)
        return f"The board reported a conclusion ({why}), but the game was over already."
    if result not in events.CONCLUSIONS.get(reason, ()):
        return f"The board reported the conclusion '{reason}' with the result {result}, which does not fit it."
    return ""
