"""The prompt: what the table should show, one cue a cell and a status LED.

Composed from the game, the legal actions and the referee's differences; how a cue
looks is the lights' affair.
"""

from . import notation, panel
from .games.contract import OVER, Game
from .grid import NO_CELL
from .legal import LegalActions
from .pieces import BLACK, EMPTY, WHITE, WHITE_LEADER, turned
from .referee import AGREES, EXCHANGE, PUT_ON, TAKE_OFF, TURN_OVER, Referee

NO_CUE = 0
LEGAL = 1
LAST = 2
MUST_REPLACE = 3
IN_HAND = 4
TAKE_THIS_OFF = 5
PUT_WHITE = 6
PUT_BLACK = 7
TURN_THIS_OVER = 8
EXCHANGE_THIS = 9
WINNER = 10
LOSER = 11
DECIDER = 12
WHITE_TURN = 13
BLACK_TURN = 14
ACT_READY = 15
ALL_WELL = 16
NOT_KEPT = 17
IN_DISPUTE = 18
MAY_MOVE = 19
ACT_CHOSEN = 20
CUES = 21


class Prompt:
    """Keeps ``cues``: one cue for each LED of the chain (cells by panel cell, then the status LEDs).

    ``version`` changes whenever a cue may have.
    """

    def __init__(self, panel_cells: int) -> None:
        """Start dark, for a panel of so many cells."""
        self.cells = panel_cells
        self.cues = bytearray(panel_cells + panel.STATUS_LEDS)
        self.version = 0

    def status(self, game: Game, disputed: int, act: int, kept: bool) -> None:
        """Bring the four status LEDs up to date: whose turn, the act button's cue, the table.

        ``kept``: a host has everything, but for the game that is being played.
        """
        white = black = NO_CUE
        if game.to_move == WHITE or game.result == "W+":
            white = WHITE_TURN
        if game.to_move == BLACK or game.result == "B+":
            black = BLACK_TURN
        if disputed:
            state = IN_DISPUTE
        else:
            state = ALL_WELL if kept else NOT_KEPT
        self._set_status(panel.WHITE_TURN_LED, white)
        self._set_status(panel.BLACK_TURN_LED, black)
        self._set_status(panel.ACT_LED, act)
        self._set_status(panel.STATE_LED, state)

    def _set_status(self, led: int, cue: int) -> None:
        if self.cues[self.cells + led] != cue:
            self.cues[self.cells + led] = cue
            self.version += 1

    def compose(self, referee: Referee, legal: LegalActions | None) -> None:
        """Bring every cell's cue up to date; ``legal`` is ``None`` while the legal actions are not known."""
        game, layout = referee.game, referee.layout
        if game.phase == OVER:
            self._compose_end(referee)
            return
        disturbed = not self._only_in_progress(referee, legal)
        for cell in range(self.cells):
            own = layout.to_game[cell]
            how = referee.differs[cell]
            mark = 0 if own == NO_CELL or legal is None else legal.marks[own]
            if how != AGREES:
                cue = self._difference_cue(how, game.board[own] if own != NO_CELL else EMPTY, mark)
            elif own == NO_CELL:
                cue = NO_CUE
            elif legal is None:
                # Not known yet: an empty cell keeps its glow rather than flickering.
                cue = self.cues[cell] if game.board[own] == EMPTY and self.cues[cell] == LEGAL else NO_CUE
            elif game.board[own] != EMPTY and mark >> turned(game.board[own]) & 1:
                cue = MUST_REPLACE
            elif disturbed or not mark:
                cue = NO_CUE
            else:
                cue = LEGAL if game.board[own] == EMPTY else MAY_MOVE
            self.cues[cell] = cue
        self._mark_last(referee)
        self.version += 1

    def _only_in_progress(self, referee: Referee, legal: LegalActions | None) -> bool:
        """Return whether every difference is a disc in hand that a legal action begins with."""
        if referee.disputed == 0:
            return True
        if referee.disputed > 1 or legal is None:
            return False
        for cell in range(self.cells):
            if referee.differs[cell] == PUT_ON:
                return bool(legal.marks[referee.layout.to_game[cell]])
        return False

    def _difference_cue(self, how: int, expected: int, mark: int) -> int:
        if how == TAKE_OFF:
            return TAKE_THIS_OFF
        if how == TURN_OVER:
            return TURN_THIS_OVER
        if how == EXCHANGE:
            return EXCHANGE_THIS
        if mark:
            return IN_HAND
        return PUT_WHITE if expected in (WHITE, WHITE_LEADER) else PUT_BLACK

    def _mark_last(self, referee: Referee) -> None:
        """Mark the cell of the last action that has one, unless it shows something more urgent."""
        game = referee.game
        if not game.codes or notation.is_word(game.codes[-1]):
            return
        action = game.codes[-1]
        stepped = notation.kind(action) in (notation.STEP, notation.CAPTURE)
        cell = referee.layout.to_panel[notation.second(action) if stepped else notation.first(action)]
        if self.cues[cell] in (NO_CUE, LEGAL, MAY_MOVE):
            self.cues[cell] = LAST

    def _compose_end(self, referee: Referee) -> None:
        """Show the winner's and the loser's deciding cells and what decided (ORO-7 and the like)."""
        for cell in range(self.cells):
            self.cues[cell] = NO_CUE
        for cells, cue in zip(referee.game.final_groups(), (WINNER, LOSER, DECIDER)):  # noqa: B905
            for cell in cells:
                self.cues[referee.layout.to_panel[cell]] = cue
        self.version += 1
