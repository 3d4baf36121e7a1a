"""The hands at a simulated board: pages' gestures reach its twin, and its table, lights and buzzer reach the pages."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hexlume.games.game import Game
from hexlume.games.outcome import DRAW_AGREED, RESIGNED
from hexlume.games.pieces import COLOURS, other
from hexlume.match.game_clock import NONE
from hexlume.play.preferences import ENGINE_FIRST, ENGINE_SECOND, LEVELS, OPPONENTS, PERSON, STRONG
from hexlume_record.game.record import NOBODY, UNFINISHED, Players
from hexlume_record.table.table_report import NO_REPORT, TableReport
from hexlume_record.words.engine_names import ENGINE, engine_player
from hexlume_sim.client import Event, TwinError, TwinProcess

from ...device.messages import NO_ANSWER, Answer
from ...device.resume import commands
from .board import BUZZER, CHOICES, CONNECTED, LEDS, LOST, PROMPT, TABLE
from .hub import LiveHub
from .messages import MEMBERS
from .prompt import prompt_message
from .table_setter import TableSetter

_MOST_ASKED = 16
"""Commands whose answers are awaited; the board remembers no more either."""
_SOON = ("", 0)
_NO_HOST = "No host is connected to the board, so the page cannot do that: use the board's buttons."


class TwinHands:
    """Publishes a running twin's parts on its live board, and does there what pages ask for.

    The twin must have been started without ``on_event``: its events are taken on a thread of their own, until it ends.
    The game is shown by whoever follows it on the twin's serial port. ``command`` sends a command over the same port
    (docs/protocol.md) and returns its id, or ``None`` where no board receives it. Any thread may call any method.
    """

    def __init__(
        self, hub: LiveHub, twin: TwinProcess, command: Callable[..., int | None] = lambda do, **members: None
    ) -> None:
        """Follow a started twin from now on."""
        self.board = board = hub.board_of(twin.device, twin.panel)
        self.level_names: Sequence[str] = LEVELS
        """The engine's levels, the gentlest first: until ``offer_levels`` it is the board's own."""
        self.names = NOBODY
        """What people at the board are called, by the colours with which they start; the engine's is not among them."""
        self.named_after = ""
        """The id of a game that has other names: these are for the one that comes after it."""
        self._level = STRONG + 1
        self.ended = threading.Event()
        """Set once the twin has ended; ``board.reason`` says why."""
        self._twin = twin
        self._replaced = False
        """Whether another twin is about to be followed: what this one still sends is nothing any more."""
        self._command = command
        self._asked: tuple[int, ...] = ()
        self._played: int | None = None
        """The command that played the last action."""
        self._choosing: int | None = None
        self._old_report = NO_REPORT
        """The command that chose the opponent, until it is answered: what the board reports before that is older."""
        self._lesson: tuple[str, int] | None = None
        """The game and the step of the lesson that the table was set up for; ``_SOON`` once one was asked for."""
        self._left: tuple[str, Game, str] | None = None
        """The game that a lesson has interrupted: its id, the game itself and its time control."""
        self.continued = ""
        """The id of the game before a lesson with which the next one goes on."""
        self._actions = ("", 0)
        """The game that was shown last, and its number of actions."""
        self._choose_level: Callable[[int], None] | None = None
        self.setter = TableSetter(board, self.gesture)
        self.run_aside(self.setter.run)
        with board.lock:
            hub.hands = self
            board.simulated, board.update = True, self._update
            board.become(CONNECTED)
        self.follow_twin(twin)

    @property
    def cells(self) -> frozenset[str]:
        """The names of the panel's cells."""
        return frozenset(cell["name"] for cell in self._twin.cells)

    def goes_on(self) -> bool:
        """Return whether a game is being played in which something was done."""
        live = self.board.live
        return live is not None and bool(live.actions) and live.ending.status == UNFINISHED

    def plays(self, game: str) -> bool:
        """Return whether the game with an id is being played."""
        live = self.board.live
        return live is not None and live.id == game and live.ending.status == UNFINISHED

    def make(self, message: Mapping[str, str], held: set[str]) -> None:
        """Do what a page's checked message asks for; ``held`` are the buttons that the page holds down."""
        asks: dict[str, Callable[..., None]] = {
            "play": self.play,
            "level": lambda level: self.choose_level(int(level)),
            "opponent": self.choose_opponent,
            "by itself": lambda switch: self.carry_out(switch == "on"),
            "put back": self.set_up_table,
            "tidy": lambda switch: self.tidy(switch == "on"),
            "undo": self.undo,
            "resign": self.resign,
            "draw": self.agree_to_draw,
            "rematch": self.rematch,
            "lesson": lambda rules, step: self.learn(rules, int(step)),
            "leave": self.leave_lesson,
        }
        verb = message["do"]
        if verb in asks:
            asks[verb](*(message[name] for name in MEMBERS[verb]))
        else:
            if verb == "press":
                held.add(message["button"])
            elif verb == "release":
                held.discard(message["button"])
            self.gesture(message)

    def gesture(self, message: Mapping[str, Any]) -> None:
        """Make a checked gesture on the twin's table (docs/simulator.md); a twin that ended refuses it."""
        if self._replaced:
            return
        try:
            self._twin.send(message)
        except TwinError as error:
            self.refuse(str(error))

    def leave_twin(self) -> None:
        """Leave the twin, which may end now: ``follow_twin`` names the one with which the board goes on."""
        self._replaced = True
        self.board.publish(TABLE, {"discs": {}})

    def follow_twin(self, twin: TwinProcess) -> None:
        """Follow another started twin of the same board, which may have another panel; its table is empty."""
        self._twin, self._replaced = twin, False
        self.board.publish(TABLE, {"discs": {}})
        self.board.publish(LEDS, {"rgb": "000000" * (len(twin.cells) + twin.status_leds)})
        self.board.publish(BUZZER, {"hz": 0})
        self.board.update()
        self.run_aside(lambda: self._follow(twin))

    def run_aside(self, work: Callable[[], None]) -> None:
        """Run what waits on a thread of its own."""
        threading.Thread(target=work, name="hexlume-twin-hands", daemon=True).start()

    def play(self, action: str) -> None:
        """Play an action; the table carries it out."""
        self._played = self._do("play", action=action)

    def offer_levels(self, level: int, names: Sequence[str], choose: Callable[[int], None]) -> None:
        """Let pages choose at which level a computer's engine plays; it begins at ``level``."""
        self.level_names, self._level, self._choose_level = names, level, choose
        self.board.update()

    def choose_level(self, level: int) -> None:
        """Let the engine play at a level, from 1 to ``levels``."""
        # The board's own engine plays as long as the computer's is not ready: about as strongly.
        own = LEVELS[(level - 1) * len(LEVELS) // len(self.level_names)]
        if self._do("settings", level=own) is None and self._choose_level is None:
            return
        if self._choose_level is not None:
            self._choose_level(level)
        with self.board.lock:
            self._level = level
            self._forget_report()
            self.board.update()

    def choose_opponent(self, opponent: str) -> None:
        """Let a person or the engine play a seat (``hexlume.play.preferences.OPPONENTS``)."""
        with self.board.lock:
            if self.board.live is not None and self.board.table_report.differs and self.setter.carries_out():
                # What the engine has played is still carried out when a person goes on.
                self.setter.request()
            identity = self._do("settings", opponent=opponent)
            if identity is not None:
                self.board.opponent, self._choosing = opponent, identity
                self.board.update()

    def carry_out(self, by_itself: bool) -> None:
        """Let the table carry out the engine's actions by itself, or leave them to people."""
        self.setter.by_itself = by_itself
        self.board.update()

    def tidy(self, tidies: bool) -> None:
        """Let the table put every disc where the game has it, or leave that to people."""
        if self.setter.tidies == tidies:
            return
        self.setter.tidies = tidies
        self.board.update()

    def undo(self) -> None:
        """Take back the last action, with what an engine has answered; where the table tidies, it follows."""
        self._do("back")

    def resign(self) -> None:
        """End the game as lost for the person who plays against an engine, else for the player to move."""
        live, seat = self.board.live, self.board.engine_seat()
        if live is not None and live.game is not None:
            colour = COLOURS[other(COLOURS.index(seat.colour))] if seat is not None else live.to_move
            self._do("conclude", reason=RESIGNED, colour=colour)

    def agree_to_draw(self) -> None:
        """End the game as drawn, as both players at the board have agreed."""
        if self.board.engine_seat() is not None:
            self.refuse(f"{ENGINE} does not agree to draws: play on, or resign.")
        else:
            self._do("conclude", reason=DRAW_AGREED)

    def rematch(self) -> None:
        """Begin the game anew with the colours exchanged: an engine's and a person's."""
        live, header = self.board.live, self.board.header
        if live is None or live.game is None:
            self.refuse("There is no game to play again: begin a new one.")
            return
        seat = self.board.engine_seat()
        if seat is not None:
            first = seat.colour != COLOURS[live.game.FIRST]
            self.choose_opponent(OPPONENTS[ENGINE_FIRST if first else ENGINE_SECOND])
        self.names = Players(self.names.black, self.names.white)
        clock = (header and header.clock) or NONE
        if self._do("new", rules=live.rules, size=live.game.size, options=live.options, clock=clock) is not None:
            self.setter.request(live.id)

    def learn(self, rules: str, step: int) -> None:
        """Begin a game's course of lessons at a step, 0 for the one where it was left."""
        self._lesson = _SOON
        live = self.board.live
        if self.board.table_report.lesson is None:
            self._left = None
            if live is not None and live.game is not None and live.legal and live.actions and not live.ending.result:
                self._left = live.id, live.game, (self.board.header and self.board.header.clock) or NONE
        self._do("lesson", rules=rules, **({"step": step} if step else {}))

    def set_up_table(self, after: str = "") -> None:
        """Put every disc where the game has it, or the one that comes after the game with this id."""
        self.setter.request(after)
        self.board.update()

    def leave_lesson(self) -> None:
        """Leave the lesson for the game that was not over before it, else for another, and set the table up."""
        live, left = self.board.live, self._left
        self._left = None
        if left is None:
            asked = [self._do("lesson")]
        else:
            self.continued, game, control = left
            asked = [self._do(do, **arguments) for do, arguments in commands(game, control)]
        if None not in asked:
            self.setter.request("" if live is None else live.id)

    def _update(self) -> None:
        """Show the board after a change, and what the people at the table are to do next."""
        board, setter = self.board, self.setter
        with board.lock:
            self._begin_step()
            self._follow_undo()
            setter.changed()
            # On the board's own menu.
            board.opponent = self._reported_opponent() or board.opponent
            self._level = self._reported_level() or self._level
            board.engine_name = engine_player(self.level_names[self._level - 1])
            choices = {
                "level": self._level,
                "levels": list(self.level_names),
                "opponent": board.opponent,
                "by_itself": setter.by_itself,
            }
            board.publish(CHOICES, choices)
            board.show()
            prompt: dict[str, Any] = {"text": board.greeting}
            if board.live is not None:
                discs, seat = board.message(TABLE).get("discs", {}), board.engine_seat()
                by_itself = {"sets_up": setter.sets_up(), "carries_out": setter.carries_out()}
                prompt = prompt_message(board.live, board.table_report, board.panel, discs, seat, **by_itself)
            board.publish(PROMPT, prompt)

    def _reported_level(self) -> int | None:
        """Return the level of the board's own engine as the board reports it; ``None`` while it does not say."""
        level = self._new_report().level
        return None if self._choose_level is not None or level not in LEVELS else LEVELS.index(level) + 1

    def _reported_opponent(self) -> str | None:
        """Return who plays as the board reports it; ``None`` while it does not say."""
        live, report = self.board.live, self._new_report()
        if live is None or live.game is None or report.lesson is not None or self._choosing is not None:
            return None
        if report.level == "":
            return OPPONENTS[PERSON]
        if report.level is None or not report.thinks(live) or live.to_move is None:
            return None
        second = (live.to_move != COLOURS[live.game.FIRST]) != live.seats_swapped
        return OPPONENTS[ENGINE_SECOND if second else ENGINE_FIRST]

    def _forget_report(self) -> None:
        """Wait for the board's next report of who plays and at which level: the last is older than what was chosen."""
        self._old_report = self.board.table_report

    def _new_report(self) -> TableReport:
        """Return the board's report, or none if it is older than what was chosen."""
        report = self.board.table_report
        return NO_REPORT if report is self._old_report else report

    def _begin_step(self) -> None:
        """Set the table up for a step of a course that has just begun."""
        live, lesson = self.board.live, self.board.table_report.lesson
        if live is not None and lesson is not None and (live.id, lesson.step) != self._lesson:
            self._lesson = live.id, lesson.step
            self.setter.request()

    def _follow_undo(self) -> None:
        """Set the table up anew where actions were taken back and it tidies."""
        live, (identity, count) = self.board.live, self._actions
        if live is not None:
            self._actions = live.id, len(live.actions)
            if self.setter.tidies and live.id == identity and len(live.actions) < count:
                self.setter.request()

    def starters(self) -> Players | None:
        """Return who started the game with which colour, the engine by its name; ``None`` where there is no game."""
        live, lesson, names = self.board.live, self.board.table_report.lesson, self.names
        if live is None or live.game is None or lesson is not None:
            return None
        if self.board.opponent == OPPONENTS[PERSON]:
            return names
        first = COLOURS[live.game.FIRST]
        is_white = (first == "white") == (self.board.opponent == OPPONENTS[ENGINE_FIRST])
        return (
            Players(self.board.engine_name, names.black) if is_white else Players(names.white, self.board.engine_name)
        )

    def _do(self, do: str, **members: object) -> int | None:
        """Send the board a command; return its id, ``None`` where it is not sent. The board says why it refuses one."""
        # Held until the id is noted: the board's answer may come before that.
        with self.board.lock:
            if self.board.table_report.menu:
                self.refuse("The board's menu is open: close it first.")
            else:
                identity = self._command(do, **members)
                if identity is not None:
                    self._asked = (*self._asked[1 - _MOST_ASKED :], identity)
                    return identity
                self.refuse(_NO_HOST)
        return None

    def answered(self, answer: Answer) -> None:
        """Say why the board refused what a page asked for."""
        with self.board.lock:
            if answer.id == self._choosing:
                self._choosing = None
                self._forget_report()
            # Before a lesson and between two of its steps a tap is only late.
            learns = self._lesson == _SOON or self.board.table_report.lesson is not None
            late = answer.id == self._played and learns
            asked = answer.id in self._asked and not (late and answer.error != NO_ANSWER)
            if asked and not answer.ok:
                self.continued = ""
                if self._lesson == _SOON:
                    self._lesson = None
        if asked and answer.error == NO_ANSWER:
            self.refuse("The board did not answer: try again.")
        elif asked and not answer.ok:
            self.refuse(f"The board refused that: {answer.error}.")

    def refuse(self, sentence: str) -> None:
        """Send every page at the board one sentence, such as why a gesture was refused."""
        self.board.send(TABLE, "error", {"message": sentence})

    def _follow(self, twin: TwinProcess) -> None:
        for event in twin.events():
            if twin is self._twin and not self._replaced:
                self.take(event)
        if twin is not self._twin or self._replaced:
            return
        self.setter.end()
        self._sound(0)
        reason = "The simulated board has stopped" + (f": {twin.ended}" if twin.ended else ".")
        with self.board.lock:
            self.board.become(LOST, reason)
            self.board.update()
        self.ended.set()

    def take(self, event: Event) -> None:
        """Publish what the twin reports."""
        match event.get("event"):
            case "leds":
                self.board.publish(LEDS, {"rgb": event["rgb"]})
            case "table":
                self.board.publish(TABLE, {"discs": event["discs"]})
                self.setter.changed()
            case "buzzer":
                self._sound(event["hz"])
            case "error":
                self.refuse(event["message"])

    def _sound(self, hz: float) -> None:
        """Sound the buzzer. A short beep must not vanish between two looks of a page, so every tone is sent."""
        if self.board.publish(BUZZER, {"hz": hz}):
            self.board.send(BUZZER, BUZZER, {"hz": hz})
