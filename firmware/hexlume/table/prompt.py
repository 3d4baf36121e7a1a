"""The prompt: what the table should show, one cue a cell and a status LED.

Composed from the game, the legal actions and the referee's differences; ``output/led_cues.py`` has
each cue's look.
"""

from ..const import const
from ..games import notation
from ..games.game import NOTHING, OVER, REPLACING, Game
from ..games.grid import NO_CELL
from ..games.pieces import BLACK, EMPTY, WHITE, turned
from ..hardware import panel
from ..output.led_cues import (
    ADVICE,
    BLACK_LEFT,
    BLACK_LOW,
    BLACK_TURN,
    DECIDER,
    EXCHANGE_THIS,
    FAULTY,
    IN_HAND,
    LAST,
    LEGAL,
    LOSER,
    MAY_MOVE,
    MUST_REPLACE,
    NO_CUE,
    PUT_BLACK,
    PUT_BLACK_LEADER,
    PUT_WHITE,
    PUT_WHITE_LEADER,
    TAKE_THIS_OFF,
    TIME_OVER,
    TURN_THIS_OVER,
    WHITE_LEFT,
    WHITE_LOW,
    WHITE_TURN,
    WINNER,
)
from .legal import LegalActions
from .referee import AGREES, PUT_ON, Referee, steps

if False:  # for type checkers only
    from ..match.game_clock import GameClock

_WRONG = bytes((NO_CUE, TAKE_THIS_OFF, NO_CUE, TURN_THIS_OVER, EXCHANGE_THIS))
"""The cue of a disc that is wrong, by how it differs (``referee.AGREES`` ...)."""
_MISSING = bytes((NO_CUE, PUT_WHITE, PUT_BLACK, PUT_WHITE_LEADER, PUT_BLACK_LEADER))
"""The cue of a cell that lacks its piece, by the piece's code."""
_MANY = const(4)
"""Cells in dispute from which one kind of difference is shown at a time: wrong discs first, then piece by piece."""
_ANY_STAGE = const(-1)
_CALM = (NO_CUE, LEGAL, MAY_MOVE)
"""Cues that give way to the last action's, to an edge's, and to that of a sensor at fault."""
_WHITE_TURNS = (WHITE_TURN, WHITE_LEFT, WHITE_LEFT + 1, WHITE_LEFT + 2, WHITE_LOW)
_BLACK_TURNS = (BLACK_TURN, BLACK_LEFT, BLACK_LEFT + 1, BLACK_LEFT + 2, BLACK_LOW)
"""The cues of a turn LED, by the quarters of the time that are used up; the last: the time is low."""


class Prompt:
    """Keeps ``cues``: one cue for each LED of the chain (cells by panel cell, then the status LEDs).

    ``version`` changes whenever the game's cues may have.
    """

    def __init__(self, cells: int) -> None:
        """Start dark, for a panel of ``cells`` cells."""
        self.cells = cells
        self.cues = bytearray(cells + panel.STATUS_LEDS)
        self.version = 0

    def status(self, game: Game, clock: "GameClock | None", act: int, state: int) -> None:
        """Bring the four status LEDs up to date: whose turn and how much time, the act button's cue, the state's."""
        self._set_status(panel.WHITE_TURN_LED, _turn_cue(game, clock, WHITE))
        self._set_status(panel.BLACK_TURN_LED, _turn_cue(game, clock, BLACK))
        self._set_status(panel.ACT_LED, act)
        self._set_status(panel.STATE_LED, state)

    def _set_status(self, led: int, cue: int) -> None:
        if self.cues[self.cells + led] != cue:
            self.cues[self.cells + led] = cue
            self.version += 1

    def compose(
        self,
        referee: Referee,
        legal_actions: LegalActions | None,
        masked: bytearray | bytes = b"",
        advised: "list[tuple[int, int]] | tuple[()]" = (),
        quiet: bool = False,
        last: bool = True,
        asked: "list[tuple[int, int]] | tuple[()]" = (),
        edges: "list[tuple[int, int, int]] | tuple[()]" = (),
    ) -> None:
        """Bring every cell's cue up to date; ``legal_actions`` is ``None`` while the legal actions are not known.

        ``masked[panel cell]`` is set for cells whose sensors are not believed, ``advised`` the panel cells that
        a coach or a host points at, each with its rank (0: the best, to 2), the better ones last. While it is ``quiet``
        only the legal cells of a disc in hand glow; what must be done is always shown. ``last``: the cell of the
        last action has its mark. ``asked`` is the hand work of actions that the players have to choose from,
        ``edges`` what ``catalogue.edges`` returns where owners are to be shown.
        """
        self.version += 1
        if referee.game.phase == OVER:
            # The winner's and the loser's deciding cells and what decided (ORO-7 and the like).
            for cell in range(self.cells):
                self.cues[cell] = NO_CUE
            for cells, cue in zip(referee.game.deciders(), (WINNER, LOSER, DECIDER)):  # noqa: B905
                for cell in cells:
                    self.cues[referee.layout.to_panel[cell]] = cue
            return
        self._compose_cells(referee, legal_actions, quiet)
        for cell in range(len(masked) if any(masked) else 0):
            if masked[cell] and self.cues[cell] in _CALM:
                self.cues[cell] = FAULTY
        if last:
            self._mark_last(referee)
        for column, row, owner in edges:
            cell = referee.layout.to_panel[referee.game.grid.at(column, row)]
            if self.cues[cell] in _CALM:
                self.cues[cell] = WHITE_TURN if owner == WHITE else BLACK_TURN
        for cell, rank in advised:
            self.cues[cell] = ADVICE + rank
        for own, piece in asked:
            self.cues[referee.layout.to_panel[own]] = LEGAL if piece else IN_HAND

    def _compose_cells(self, referee: Referee, legal_actions: LegalActions | None, quiet: bool) -> None:
        """Bring the cues of differing, legal and all other cells up to date."""
        game, layout = referee.game, referee.layout
        lifted = self.in_hand(referee, legal_actions)
        # Where the disc in hand may step; nowhere if it may only be turned over.
        steps_there = [] if lifted == NO_CELL else steps(game, layout.to_game[lifted])
        targets = [notation.second(action) for action in steps_there if action != NOTHING]
        quiet = quiet or (referee.disputed > 0 and lifted == NO_CELL)
        stage = self._stage(referee)
        cues, differs = self.cues, referee.differs
        # As local names, which a loop over all cells looks up faster.
        dark, legal = NO_CUE, LEGAL
        board, marks = game.board, b"" if legal_actions is None else legal_actions.marks
        replacing = game.phase == REPLACING
        cell = 0
        if legal_actions is None and not referee.differing:
            # Not known yet: an empty cell keeps its glow rather than flickering, and the others wait in the dark.
            for own in layout.to_game:
                if cues[cell] != legal or own == NO_CELL or board[own]:
                    cues[cell] = dark
                cell += 1
            return
        for own in layout.to_game:
            mark = marks[own] if marks and own != NO_CELL else 0
            if differs[cell] != AGREES:
                how, expected = differs[cell], referee.expected(cell)
                if stage != _ANY_STAGE and stage != (expected if how == PUT_ON else EMPTY):
                    cue = dark
                elif how != PUT_ON:
                    cue = _WRONG[how]
                else:
                    # In a mess a missing disc is to be put on; only otherwise may it be in a hand.
                    cue = IN_HAND if mark and stage == _ANY_STAGE else _MISSING[expected]
            elif mark and replacing and board[own] != EMPTY and mark >> turned(board[own]) & 1:
                # In other phases the other colour may come there by a capture.
                cue = MUST_REPLACE
            elif targets:
                cue = legal if own in targets else dark
            elif quiet or not mark:
                cue = dark
            else:
                cue = legal if board[own] == EMPTY else MAY_MOVE
            cues[cell] = cue
            cell += 1

    def in_hand(self, referee: Referee, legal_actions: LegalActions | None) -> int:
        """Return the panel cell of the one disc in hand that a legal action begins with, or ``NO_CELL``."""
        if referee.disputed != 1 or legal_actions is None:
            return NO_CELL
        (cell,) = referee.differing
        held = referee.differs[cell] == PUT_ON and legal_actions.marks[referee.layout.to_game[cell]]
        return cell if held else NO_CELL

    def _stage(self, referee: Referee) -> int:
        """Return what is shown first of many differences: wrong discs (``EMPTY``), then one kind of missing piece."""
        if referee.disputed < _MANY:
            return _ANY_STAGE
        return EMPTY if referee.wrong else min([referee.expected(cell) for cell in referee.differing])

    def _mark_last(self, referee: Referee) -> None:
        """Mark the cell of the last action that has one, unless it shows something more urgent."""
        game = referee.game
        if not game.codes or notation.is_word(game.codes[-1]):
            return
        action = game.codes[-1]
        stepped = notation.kind(action) in (notation.STEP, notation.CAPTURE)
        cell = referee.layout.to_panel[notation.second(action) if stepped else notation.first(action)]
        if self.cues[cell] in _CALM:
            self.cues[cell] = LAST


def _turn_cue(game: Game, clock: "GameClock | None", colour: int) -> int:
    """Return the cue of a colour's turn LED: its turn and how much of its time is left; after the end, who won."""
    cues = _WHITE_TURNS if colour == WHITE else _BLACK_TURNS
    if game.outcome is not None:
        if clock is not None and clock.flagged == colour:
            return TIME_OVER
        return cues[0] if game.outcome.winner == colour else NO_CUE
    if game.to_move != colour:
        return NO_CUE
    if clock is None:
        return cues[0]
    return cues[4 if clock.low(colour) else min(4 - clock.share(colour, 4), 3)]
