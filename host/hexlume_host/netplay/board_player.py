"""A seat at a board, real or simulated: its hands' actions go to the other side, the other side's light up on it.

The board's game and the game both sides know are brought together step by step: what the board has too much is told
to the other side or taken back, what it lacks is played on it (docs/protocol.md: ``play``) and carried out by hand.
"""

import queue
from collections.abc import Callable, Sequence

from hexlume.games.game_clock import NONE
from hexlume.games.outcome import DRAW_AGREED, RESIGNED

from ..device.logger import Logger
from ..device.messages import Answer, Hello, Table
from ..device.resume import ACTIONS_A_PART
from ..errors import LinkError, RecordError
from ..game.events import ABANDON, START, UNDO, BoardEvent
from ..game.state import LiveGame
from ..store.repository import Players, Store
from .entries import BACK, DRAW, GUEST, HOST
from .errors import ApartError
from .listener import BoardEars
from .player import Player, Seat
from .shared_game import AgreedGame

_AGAIN_SECONDS = 0.4
"""What a board refused because of its table is tried again after so long."""
_SETTLE_SECONDS = 0.3
"""How long table and game must agree before the person's time begins to run: the board tells of its table last."""
_BEGIN_SECONDS = 15.0
"""How long a board may take to tell of a game that it was told to begin."""
_EVENT_SECONDS = 3.0
"""How long after its answer a board may take to tell of what it did."""
_NO_ANSWER = "The board did not answer."
_NOT_YOURS = "It is the other side's turn: put the discs back as they were; the lights show how."
_LOSERS = {"W+": "black", "B+": "white"}
"""The colour that has lost, by the result."""


class BoardSeat(Seat):
    """Plays on the board of a logger. ``connect`` makes the logger once the players' names are known."""

    how_to_answer = "Type yes or no, or answer on the board."

    def __init__(self, store: Store) -> None:
        self._heard: queue.Queue[tuple[str, object]] = queue.Queue()
        self._store = store
        self.ears = BoardEars(lambda what, one: self._heard.put((what, one)))
        self.logger: Logger | None = None
        self.make_logger: Callable[[BoardEars, Players], Logger] = _no_logger
        """Makes the logger of the board: called with the listener and the players once the game begins."""
        self.ready = False
        self.finished = False
        self.live: LiveGame | None = None
        """The board's running game as its events tell it."""
        self._player: Player | None = None
        self._last = -1
        self._own = ""
        self._running = ""
        self._beginning_at: float | None = None
        self._part: list[str] = []
        self._taking_up = 0
        self._command: tuple[int | None, str] | None = None
        self._again_at = 0.0
        self._awaited: int | None = None
        self._awaited_until = 0.0
        self._expected_undos = 0
        self._undone_by_hand = False
        self._held = False
        self._agreeing = False
        self._told_conclusion = -1
        self._ends_games = True
        """Whether the board knows the command that concludes a game, as far as is known."""
        self._agreed_at: float | None = None
        self._table: Table | None = None
        self._error: Exception | None = None

    @property
    def differs(self) -> dict[str, str]:
        """Return what is to be done on which panel cell until the table shows the board's game."""
        told, live = self._table, self.live
        return dict(told.differs) if told is not None and live is not None and told.game == live.id else {}

    def begin(self, player: Player, game: AgreedGame) -> None:
        """Begin to log the board; its running game is taken for ours when it was before."""
        self._player = player
        self._own = str(player.noted("board_game") or "")
        names = {HOST: game.terms.host_name, GUEST: player.side.other_name}
        if player.side.NAME == GUEST:
            names = {HOST: game.terms.host_name, GUEST: str(player.noted("name") or "")}
        start = AgreedGame(game.terms)
        players = Players(names[start.side_of("white")], names[start.side_of("black")])
        self.logger = self.make_logger(self.ears, players)
        self.logger.start()

    def close(self) -> None:
        """End the logger; the board keeps its game."""
        if self.logger is not None:
            self.logger.stop()

    def work(self, seconds: float) -> None:
        """Take what the board told, and bring its game and the agreed one together; raises ``HostError``."""
        assert self._player is not None and self.logger is not None
        if self.logger.error is not None:
            raise self.logger.error
        while not self._heard.empty():
            self._take(*self._heard.get())
        if self._error is not None:
            raise self._error
        if not self._running or self._command is not None or seconds < self._again_at or self._awaits_event(seconds):
            return
        if not self._at_our_game(seconds):
            return
        self._together(self._player, seconds)

    def _awaits_event(self, seconds: float) -> bool:
        """Return whether what the board has done when it was told to is not yet in its events, which come later."""
        if self._awaited is None:
            return False
        if self._last > self._awaited:
            self._awaited = None
        elif self._awaited_until == 0:
            self._awaited_until = seconds + _EVENT_SECONDS
        elif seconds > self._awaited_until:
            self._awaited, self._expected_undos = None, 0
        return self._awaited is not None

    # What the board tells

    def _take(self, what: str, one: object) -> None:
        assert self._player is not None
        if isinstance(one, Hello):
            self._meet(one)
        elif isinstance(one, Table):
            self._take_table(one)
        elif isinstance(one, Answer):
            self._take_answer(one)
        elif what == "events" and isinstance(one, list):
            self._take_events(one)
        elif what == "lost":
            self._running, self._command = "", None
            self._player.say(f"{one} Plug the board in again to go on.")
        elif what == "notice":
            self._player.say(str(one))

    def _meet(self, hello: Hello) -> None:
        self._running, self._command, self._beginning_at, self._awaited = hello.game, None, None, None
        self._expected_undos, self._undone_by_hand, self._table = 0, False, None
        self.live, self._taking_up = None, 0
        if hello.game and hello.game == self._own:
            try:
                record = self._store.record(hello.game)
                self.live, self._last = LiveGame.of(record), record.events[-1].seq
            except RecordError:
                self._own = ""

    def _take_events(self, events: Sequence[BoardEvent]) -> None:
        for event in events:
            if event.kind == START and _order(event.game) > _order(self._running):
                # The board has begun another game, because we asked for it or its buttons did.
                self._running = event.game
                self.live = None
                if self._beginning_at is not None and self._is_ours(event):
                    self._own = event.game
                    self._beginning_at = None
                    self.live, self._last = LiveGame(event.game, event.data), 0
                    if self._player is not None:
                        self._player.note(board_game=event.game)
            elif self.live is not None and event.game == self.live.id and event.seq > self._last:
                # What was read from the store with the board's hello may be told once more.
                self._last = event.seq
                self.live.take(event)
                if event.kind == UNDO:
                    if self._expected_undos:
                        self._expected_undos -= 1
                    else:
                        self._undone_by_hand = True
                elif event.kind == ABANDON:
                    self.live = None

    def _is_ours(self, start: BoardEvent) -> bool:
        assert self._player is not None and self._player.side.terms is not None
        game = self._player.side.terms.begin()
        return (start.data["rules"], start.data["on"]) == (game.NAME, game.grid.board)

    def _take_table(self, table: Table) -> None:
        self._table = table
        if self.live is None or table.game != self.live.id:
            # A new game's table may be told before its start.
            return
        agreeing, self._agreeing = self._agreeing, table.chosen == "agree"
        if self._agreeing and not agreeing:
            self._offered_draw()

    def _offered_draw(self) -> None:
        """Tell the other side of a draw that was offered with the board's buttons; or agree to its own offer."""
        assert self._player is not None
        game = self._player.side.ahead
        if game is None or game.over:
            return
        mine = game.offer is not None and game.offer[1].by == self._player.side.NAME
        if not mine and (refusal := self._player.offer_draw()):
            self._player.say(refusal)

    def _take_answer(self, answer: Answer) -> None:
        if self._command is None or self._command[0] != answer.id:
            return
        do = self._command[1]
        self._command = None
        if answer.ok:
            return
        self._awaited = None
        if do == "back" and self._expected_undos:
            self._expected_undos -= 1
        if do == "conclude" and answer.error != _NO_ANSWER:
            self._ends_games = False
        if answer.error == _NO_ANSWER:
            self._beginning_at = None
        elif do in ("new", "actions"):
            self._error = ApartError(f"The board cannot take the game up: {answer.error.rstrip('.')}.")

    # What the board is told

    def _send(self, do: str, **arguments: object) -> None:
        assert self.logger is not None
        identity = self.logger.command(do, **arguments)
        self._agreed_at = None
        if identity is not None:
            self.ready = False
            self._command = identity, do
            if do in ("back", "play", "conclude"):
                self._awaited, self._awaited_until = self._last, 0.0
            if do == "back":
                self._expected_undos += 1

    def _at_our_game(self, seconds: float) -> bool:
        """Return whether the board plays our game; else have it begin it, at the point where we are."""
        if self._beginning_at is not None:
            if seconds - self._beginning_at > _BEGIN_SECONDS:
                self._beginning_at = None
            return False
        assert self._player is not None
        game, terms = self._player.side.ahead, self._player.side.terms
        assert game is not None and terms is not None
        if self.live is None or self.live.id != self._own:
            if game.over:
                # The game is over and the board has been cleared: nothing is put up again.
                self.ready = self.finished = True
                return False
            actions = [action.action for action in game.actions]
            first, self._part = actions[:ACTIONS_A_PART], actions[ACTIONS_A_PART:]
            self._taking_up = len(actions)
            if actions:
                self._player.say("The board takes the game up: set up the discs that the lights ask for.")
            self._send(
                "new", rules=terms.rules, size=terms.size, options=dict(terms.options), clock=NONE, actions=first
            )
            if self._command is not None:
                self._beginning_at = seconds
            return False
        if self._part:
            first, self._part = self._part[:ACTIONS_A_PART], self._part[ACTIONS_A_PART:]
            self._send("actions", actions=first)
            return False
        if len(self.live.actions) < self._taking_up:
            return False
        self._taking_up = 0
        return True

    def _together(self, player: Player, seconds: float) -> None:
        game, live = player.side.ahead, self.live
        assert game is not None and live is not None
        here = [action.action for action in live.actions]
        there = [action.action for action in game.actions]
        if self._undone_by_hand and not self._expected_undos:
            self._undone_by_hand = False
            self._took_back(player, game, here, there)
            return
        same = 0
        while same < min(len(here), len(there)) and here[same] == there[same]:
            same += 1
        asked = game.offer is not None and game.offer[1].kind == BACK
        self._held = self._held and asked
        if live.concluded and not game.game.concluded:
            self._concluded_by_hand(player, game, live)
        elif len(here) > same:
            self._too_much(player, game, here, same, len(there) > same)
        elif len(there) > same:
            if not self._held and not self.differs:
                self._send("play", action=there[same])
                self._again_at = seconds + _AGAIN_SECONDS
        else:
            self._agree(player, game, live, seconds)

    def _agree(self, player: Player, game: AgreedGame, live: LiveGame, seconds: float) -> None:
        """Board and game agree: the person may act once the table does too."""
        self.finished = live.ending.result is not None
        if self.differs and not self.ready and not game.over:
            self._agreed_at = None
        elif self._agreed_at is None:
            self._agreed_at = seconds
        elif seconds - self._agreed_at >= _SETTLE_SECONDS:
            self.ready = True
        outcome = game.game.outcome
        if game.game.concluded and outcome is not None and not live.concluded:
            if self._ends_games:
                loser = _LOSERS.get(outcome.result)
                self._send("conclude", reason=outcome.reason, **({} if loser is None else {"colour": loser}))
            else:
                self._ask_for_end(player, game, live)

    def _ask_for_end(self, player: Player, game: AgreedGame, live: LiveGame) -> None:
        """Ask the person to end the game on a board that hosts cannot end games on, as far as its own buttons can."""
        draw = game.game.result == "0"
        # The board lets only the player to move resign.
        can = draw or _LOSERS[str(game.game.result)] == live.to_move
        self.finished = not can
        if self._told_conclusion == game.steps:
            return
        self._told_conclusion = game.steps
        how = "press act, and hold act twice." if draw else "hold act."
        player.say(
            f"The board does not know of this end yet: hold its back button for two seconds, then {how}"
            if can
            else "The board cannot be told of this end: its record of the game stays unfinished."
        )

    def _too_much(self, player: Player, game: AgreedGame, here: list[str], same: int, apart: bool) -> None:
        """The board has an action that the game has not: tell the other side, or take it back."""
        refusal: str | None = _NOT_YOURS
        if not apart and not self._held and game.to_move == player.side.NAME:
            if player.side.busy:
                return
            refusal = player.act(here[same])
            if refusal is None:
                return
        if not apart and refusal is not None:
            player.say(refusal)
        self._send("back")

    def _took_back(self, player: Player, game: AgreedGame, here: list[str], there: list[str]) -> None:
        """The hands have taken back what both sides know: ask for it, or agree to what is asked."""
        if len(here) >= len(there) and not game.game.concluded:
            return
        self._held = True
        offer = game.offer
        if offer is not None and offer[1].kind == BACK and offer[1].by != player.side.NAME:
            if len(here) > offer[1].to:
                return
            if len(here) == offer[1].to:
                player.answer(True)
                return
        if refusal := player.ask_back(len(here)):
            self._held = False
            player.say(refusal)

    def _concluded_by_hand(self, player: Player, game: AgreedGame, live: LiveGame) -> None:
        reason, loser = live.ending.reason, _LOSERS.get(live.ending.result or "")
        offer = game.offer
        if game.over:
            self._send("back")
        elif reason == RESIGNED and loser == game.colour_of(player.side.NAME):
            if refusal := player.resign():
                player.say(refusal)
                self._send("back")
        elif reason == DRAW_AGREED and offer is not None and offer[1].by != player.side.NAME:
            if offer[1].kind == DRAW:
                player.answer(True)
        else:
            if reason != DRAW_AGREED:
                player.say("The board lets the player to move resign, and that is the other side: type resign instead.")
            self._send("back")


def _order(game: str) -> tuple[int, int]:
    """Return in which start of its board a game began and which of that start it was; (-1, -1) for no such id."""
    _, _, rest = game.partition("-")
    parts = game.rsplit("-", 2)
    if not rest or len(parts) != 3 or not parts[1].isdecimal() or not parts[2].isdecimal():
        return -1, -1
    return int(parts[1]), int(parts[2])


def _no_logger(ears: BoardEars, players: Players) -> Logger:
    raise LinkError("There is no board to play on.")
