"""State of a game under its rules: the position, and whether the events that led to it are legal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Strict

from hexlume import games
from hexlume.games.game import Game, IllegalAction, OptionError
from hexlume.games.grid import grid_of
from hexlume.games.outcome import RESULTS
from hexlume.games.pieces import COLOURS
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout

from ..errors import GameError, excerpt
from ..translation import _
from ..validation import Count
from . import events
from .clock import ClockReport
from .events import BoardEvent
from .firmware_sentences import firmware_sentence
from .position import position_of
from .record import GameHistory, GameRecord, StoredEvent
from .text import colour_word, due_words, outcome_reason_words, reason_words, refusal_words, result_words


@dataclass(frozen=True, slots=True)
class LessonReport:
    """How a lesson on a board stands: ``step`` of ``of``; ``wrong`` is whether the last hand was not the right one."""

    step: Count
    of: Count
    wrong: Annotated[bool, Strict()]


class GameState(GameHistory):
    """A game folded from its events and checked against the rules.

    From the first event that does not fit on, ``problem`` is one sentence that says so, and ``game`` stays where it
    was legal last.
    """

    def __init__(self, game: str, start: Mapping[str, Any]) -> None:
        """Begin a game by its id and the data of its ``start`` event."""
        super().__init__()
        self.id = game
        self.rules = str(start["rules"])
        self.on = str(start["on"])
        self.options = dict(start["options"])
        self.problem = ""
        self.differs: dict[str, str] = {}
        """What is to be done on which panel cell until the table shows the game, as the board reports."""
        self.reported = False
        """Whether the board has reported the table since the last event."""
        self.chosen = ""
        """What the board's act button would do (``pass``, ``resign`` …), empty for nothing, as the board reports."""
        self.menu = ""
        """The game whose choices the board's open menu offers, empty while it is closed, as the board reports."""
        self.asked_to_play: int | None = None
        """The last event of the position in which the board asks for an engine's action."""
        self.level: str | None = None
        """How strongly an engine is to play (``gentle``, ``medium``, ``strong``), as the board reports; empty if none
        plays, ``None`` before its first report."""
        self.lesson: LessonReport | None = None
        """The lesson that the game is played in, as the board reports."""
        self.clock: ClockReport | None = None
        """The game's clock, as the board reported it last."""
        self.game: Game | None = None
        """The position under the rules; ``None`` when there is no such game."""
        self._legal_codes: list[int] | None = None
        self._begin()

    @classmethod
    def replay(cls, record: GameRecord, last: int | None = None) -> "GameState":
        """Return the state of a stored game after all its events, or after the event numbered ``last``."""
        state = cls(record.game, {"rules": record.rules, "on": record.on, "options": record.options})
        for event in record.events:
            if last is None or event.seq <= last:
                state.take(event)
        return state

    def take(self, event: BoardEvent | StoredEvent) -> None:
        """Take the game's next event."""
        self.reported = False
        taken_back = bool(self.actions) or self.concluded
        super().take(event)
        self._legal_codes = None
        if event.kind == events.UNDO:
            if taken_back:
                self._undo()
        elif self.game is None or self.problem:
            return
        elif event.kind == events.ACTION:
            self.problem = self._play(self.game, len(self.actions))
        elif event.kind == events.RESULT:
            self.problem = _result_problem(self.game, event.data["result"])
        elif event.kind == events.CONCLUDE:
            self.problem = _conclude(self.game, event.data["result"], event.data["reason"])

    @property
    def thinks(self) -> bool:
        """Whether an engine's action is due, of this computer or of the board's own.

        The board's question may come before the events it was asked after, or after later ones.
        """
        return self.asked_to_play is not None and self.asked_to_play == self.last_seq

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
        if self.thinks and self.to_move is not None:
            return _("{colour}: the engine is thinking", colour=_(self.to_move.capitalize()))
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
        self.problem = ""
        try:
            self.game = games.start(self.rules, grid_of(self.on).size, self.options)
        except (OptionError, ValueError) as error:
            self.problem = _("The game cannot be replayed: {why}.", why=firmware_sentence(error))
            return
        if self.game.grid.board != self.on:
            why = _("{game} is not played on {board}", game=self.rules, board=self.on)
            self.problem = _("The game cannot be replayed: {why}.", why=why)

    def _play(self, game: Game, number: int) -> str:
        """Play the action of a number (from 1); return why it does not fit, empty if it does."""
        action = self.actions[number - 1]
        named: dict[str, object] = {"number": number, "action": action.action}
        if game.concluded:
            why = outcome_reason_words(game)
            return _("Action {number} ({action}) was played after the end: {why}.", **named, why=why)
        to_move = self.to_move
        if to_move is not None and to_move != action.colour:
            colours = {"colour": colour_word(COLOURS.index(action.colour)), "other": colour_word(game.to_move)}
            return _("Action {number} ({action}) was played by {colour} on {other}'s turn.", **named, **colours)
        try:
            game.push_text(action.action)
        except IllegalAction:
            why = refusal_words(game, action.action)
            return _("Action {number} ({action}) is not legal there, the ones before it are: {why}.", **named, why=why)
        except Exception as error:
            # Somebody's own rules failed: other games and boards must go on.
            failed = error.words if isinstance(error, GameError) else f"{type(error).__name__}: {excerpt(str(error))}"
            return _(
                "Action {number} ({action}) cannot be played: the rules of {game} failed ({error}).",
                **named,
                game=self.rules,
                error=failed,
            )
        return ""

    def _undo(self) -> None:
        if self.game is not None and not self.problem:
            if self.game.concluded:
                self.game.reopen()
            else:
                self.game.pop()
            return
        # What did not fit may be what was taken back.
        self._begin()
        for number in range(1, len(self.actions) + 1):
            if self.game is not None and not self.problem:
                self.problem = self._play(self.game, number)


def _result_problem(game: Game, result: str) -> str:
    """Return why a result that the board reports does not fit, empty if it does."""
    if game.concluded:
        why = outcome_reason_words(game)
        return _("The board reported the result {result} after the end: {why}.", result=result, why=why)
    if game.result != result:
        if game.result is None:
            return _("The board reported the result {result}, but its actions lead to no result yet.", result=result)
        return _(
            "The board reported the result {result}, but its actions lead to {other}.", result=result, other=game.result
        )
    return ""


def _conclude(game: Game, result: str, reason: str) -> str:
    """End a game otherwise than by its rules, which can only deny it; return why it does not fit, empty if it does."""
    if game.result is not None:
        why = reason_words(result, reason)
        return _("The board reported a conclusion ({why}), but the game was over already.", why=why)
    if result not in events.CONCLUSIONS.get(reason, ()):
        return _(
            "The board reported the conclusion '{reason}' with the result {result}, which does not fit it.",
            reason=reason,
            result=result,
        )
    game.conclude(RESULTS.index(result), reason)
    return ""
