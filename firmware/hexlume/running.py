"""The running game on the panel, and what hands, buttons and hosts do to it.

Ties the game to its referee, its legal actions, its record and the prompt.
"""

try:
    from typing import Any
except ImportError:
    pass

from . import games, notation, prompt, record, sound
from .games.contract import REPLACING, Game
from .grid import NO_CELL, HexGrid, SquareGrid
from .layout import Layout
from .legal import LegalActions
from .link import Link
from .pieces import COLOURS, EMPTY, NAMES
from .referee import AGREES, DIFFERENCE_WORDS, EXCHANGE, PUT_ON, Referee

REPLAYED = 2
"""Actions of a game that is taken up again, played in one pass of the loop."""
MOST_QUEUED = 2000
SLICES = 100
"""Slices of legal-action work in one pass of the loop."""
NOT_CHOSEN = -1


class RunningGame:
    """The one game that is being played. ``prompt`` holds what the lights should show of it."""

    def __init__(
        self,
        grid: HexGrid | SquareGrid,
        link: Link,
        buzzer: sound.Buzzer,
        masked: bytearray,
        prefix: str,
        first: Game,
        ms: int,
    ) -> None:
        """Take the panel's grid, the link, the buzzer, the panel cells whose sensors are not believed (kept up to date
        by their owner), the prefix of game ids (board and boot), and the first game.

        Raises ``ValueError`` if that game does not fit the panel.
        """
        self._grid = grid
        self._link = link
        self._buzzer = buzzer
        self._masked = masked
        self._prefix = prefix
        self._number = 0
        self._told: "dict[str, Any]" = {}
        self._wrong = 0
        self._chosen = NOT_CHOSEN
        self.prompt = prompt.Prompt(grid.cells)
        self._set_up(first, Layout(grid, first.grid), ms)

    def begin(self, game: Game, ms: int) -> None:
        """Give up the running game if it is not over and begin another.

        Raises ``ValueError``, the running one untouched, if the new one does not fit the panel.
        """
        layout = Layout(self._grid, game.grid)
        if self.game.result is None:
            self._record.add(record.ABANDON, ms)
        self._set_up(game, layout, ms)

    def _set_up(self, game: Game, layout: Layout, ms: int) -> None:
        self.game = game
        self._referee = Referee(layout, game)
        self._legal = LegalActions(game, layout, self._masked)
        self._chosen = NOT_CHOSEN
        self._queue: list[str] = []
        self._number += 1
        identity = "%s-%d" % (self._prefix, self._number)
        self._record = record.Record(identity, game.NAME, game.grid.board, game.options, ms)
        self._link.begin(self._record)

    def follow(self, pieces: bytearray, ms: int) -> None:
        """Take in a change of the pieces at rest: actions, disputes, or a table cleared after the end."""
        if self.game.result is not None and not any(pieces):
            self._begin_again(ms)
        played = self._referee.follow(pieces, ms)
        if played:
            self._put_on_record(played, ms)
            self._regather()
        elif self._referee.wrong > self._wrong:
            self._buzzer.play(sound.DISPUTED)
        self._wrong = self._referee.wrong
        self._show()
        self._tell()

    def work(self, pieces: bytearray, ms: int) -> None:
        """Do this pass's share: gather legal actions and show them once they are known; understand a take-back; take
        up a game again."""
        if self._queue:
            self._replay(pieces, ms)
            return
        back = self._referee.back_due(ms)
        # A disc that a legal action begins with may be held as long as one likes.
        if back and self._legal.ready and self.prompt.in_hand(self._referee, self._legal) == NO_CELL:
            for _ in range(back):
                self._undo(ms)
            self._buzzer.play(sound.TAKEN_BACK)
            self.follow(pieces, ms)
        if self._legal.gather(SLICES):
            self._show()
            self._tell()

    def expected(self, panel_cell: int) -> int:
        """Return the piece code that a panel cell should have: the game's, and none once the game is over."""
        return EMPTY if self.game.result is not None else self._referee.expected(panel_cell)

    def masks_changed(self, pieces: bytearray, ms: int) -> None:
        """Offer what a sensor that is not believed any more, or again, keeps from being played by hand."""
        self._regather()
        self.follow(pieces, ms)

    def status(self) -> None:
        """Bring the status LEDs up to date."""
        act = prompt.NO_CUE
        if self._chosen != NOT_CHOSEN:
            act = prompt.ACT_CHOSEN
        elif self._legal.words:
            act = prompt.ACT_READY
        self.prompt.status(self.game, self._referee.disputed, act, self._link.kept)

    def after_menu(self, pieces: bytearray, ms: int) -> None:
        """Go on after the menu was open; a disc it left behind is not an action."""
        self._referee.wait_for_agreement()
        self.follow(pieces, ms)

    def take_back(self, pieces: bytearray, ms: int) -> str | None:
        """Take back the last action; return ``None``, or one sentence why not."""
        if not self.game.codes:
            return "there is no action to take back"
        self._undo(ms)
        self._referee.wait_for_agreement()
        self.follow(pieces, ms)
        return None

    def choose(self) -> None:
        """Walk on to the next legal action without a place, in the order of their strings; after the last, none."""
        words = self._words()
        self._chosen = self._chosen + 1 if self._chosen + 1 < len(words) else NOT_CHOSEN
        self._tell()

    def confirm(self, pieces: bytearray, ms: int) -> None:
        """Play the action that was chosen with the act button, if the table agrees with the game."""
        refusal: str | None = "no action is chosen"
        words = self._words()
        if NOT_CHOSEN < self._chosen < len(words):
            refusal = self._act(words[self._chosen], pieces, ms)
        if refusal is not None:
            self._buzzer.play(sound.DISPUTED)

    def restart(self, pieces: bytearray, ms: int) -> None:
        """Give the running game up and begin another of its kind."""
        self._begin_again(ms)
        self.follow(pieces, ms)

    def command(self, message: "dict[str, Any]", pieces: bytearray, ms: int) -> str | None:
        """Carry out a host's command; return ``None``, or one sentence why not."""
        what = message.get("do")
        if what == "back":
            return self.take_back(pieces, ms)
        if what == "act":
            action = message.get("action")
            return self._act(action if isinstance(action, str) else "", pieces, ms)
        if what == "actions":
            return self._take_up(message.get("actions"))
        if what == "new":
            rules, size, options = message.get("rules"), message.get("size", 0), message.get("options", {})
            if not isinstance(rules, str) or not isinstance(size, int) or not isinstance(options, dict):
                return "a new game needs rules (text), size (a number) and options"
            try:
                self.begin(games.start(rules, size, options), ms)
            except ValueError as error:
                return str(error)
            if message.get("actions"):
                return self._take_up(message["actions"])
            self.follow(pieces, ms)
            return None
        return "this board does not know that command"

    def _take_up(self, actions: object) -> str | None:
        """Queue actions to be played before the hands go on; return ``None``, or one sentence why not."""
        if not isinstance(actions, list):
            return "actions are a list of action strings"
        if not self._referee.waiting:
            return "this game has begun by hand already: start a new one with its actions"
        if len(self._queue) + len(actions) > MOST_QUEUED:
            return "too many actions: send them in parts of at most %d" % MOST_QUEUED
        for action in actions:
            if not isinstance(action, str) or len(action) > 10:
                return "'%s' is no action" % str(action)[:40]
        self._queue += actions
        return None

    def _replay(self, pieces: bytearray, ms: int) -> None:
        """Play some of the queued actions; one that is not legal ends it there."""
        for _ in range(min(REPLAYED, len(self._queue))):
            colour = self.game.to_move
            try:
                action = self.game.play(self._queue.pop(0))
            except games.IllegalAction:
                self._queue = []
                break
            self._record.add(record.ACTION, ms, self.game.name(action), COLOURS[colour])
        if not self._queue:
            if self.game.result is not None:
                self._record.add(record.RESULT, ms, self.game.result, self.game.reason)
            self._referee.wait_for_agreement()
            self._regather()
            self.follow(pieces, ms)

    def _act(self, name: str, pieces: bytearray, ms: int) -> str | None:
        """Play an action without a place; return ``None``, or one sentence why not."""
        action = notation.parse(name, self.game.grid)
        if action == notation.NO_ACTION or not self.game.allows(action):
            return "'%s' is not legal here" % name[:40]
        if name not in self._words():
            return "'%s' is played with discs: put them on the board" % name[:40]
        if self._referee.disputed:
            return "the discs on the table differ from the game: put them right first"
        colour = self.game.to_move
        self.game.apply(action)
        self._put_on_record([(action, colour)], ms)
        self._regather()
        self.follow(pieces, ms)
        return None

    def _undo(self, ms: int) -> None:
        self.game.undo()
        self._record.add(record.UNDO, ms)
        self._regather()

    def _words(self) -> list[str]:
        """Return the strings of the legal actions without a place, sorted; none while they are not all known."""
        if not self._legal.ready:
            return []
        return sorted([self.game.name(word) for word in self._legal.words])

    def _regather(self) -> None:
        self._legal.restart()
        self._chosen = NOT_CHOSEN

    def _begin_again(self, ms: int) -> None:
        self.begin(games.start(self.game.NAME, self.game.size, self.game.options), ms)

    def _show(self) -> None:
        self.prompt.compose(self._referee, self._legal if self._legal.ready else None, self._masked)

    def _put_on_record(self, played: list[tuple[int, int]], ms: int) -> None:
        for action, colour in played:
            self._record.add(record.ACTION, ms, self.game.name(action), COLOURS[colour])
        if self.game.result is not None:
            self._record.add(record.RESULT, ms, self.game.result, self.game.reason)
            self._buzzer.play(sound.FINISHED)
        elif self.game.phase == REPLACING:
            self._buzzer.play(sound.MUST_ANSWER)
        else:
            self._buzzer.play(sound.ACCEPTED)

    def _tell(self) -> None:
        """Tell the host how the table differs and which action the act button has chosen, when that has changed."""
        differs: dict[str, str] = {}
        for cell in range(self._grid.cells):
            how = self._referee.differs[cell]
            if how != AGREES and len(differs) < 16:
                words = DIFFERENCE_WORDS[how]
                if how in (PUT_ON, EXCHANGE):
                    words += " " + NAMES[self._referee.expected(cell)]
                differs[self._grid.name(cell)] = words
        offered = self._words()
        chosen = offered[self._chosen] if NOT_CHOSEN < self._chosen < len(offered) else None
        told: "dict[str, Any]" = {"differs": differs, "chosen": chosen}
        if told != self._told:
            self._told = told
            self._link.table(told)
