"""What a board's port and its games do, in lines."""

from collections.abc import Callable, Sequence

from hexlume_record.game import events
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.state import GameState
from hexlume_record.words.text import game_words, result_words

from ...device.game_watch import GameWatch
from ...device.listener import LinkListener
from ...device.messages import Hello
from ...store.repository import Store


class PortLines(LinkListener):
    """Says what happens on a board's port, a sentence each."""

    def say(self, sentence: str) -> None:
        """Take a sentence; subclasses show it."""

    def connected(self, port: str) -> None:
        """Say that the port is open."""
        self.say(f"Listening on {port}.")

    def lost(self, sentence: str) -> None:
        """Say that the board has gone."""
        self.say(f"{sentence} Plug it in again to go on; Ctrl-C ends.")

    def notice(self, sentence: str) -> None:
        """Say what needs attention."""
        self.say(sentence)

    def hello(self, board: Hello) -> None:
        """Say which board it is."""
        self.say(f"Board {board.device}: {board.panel}, firmware {board.firmware}.")


class BoardLines(PortLines, GameWatch):
    """Says what is played on a board, too; with ``several`` boards each line begins with its board's id."""

    def __init__(self, store: Store, say: Callable[[str], None], several: bool) -> None:
        GameWatch.__init__(self, store)
        self.at_game_end: Callable[[], None] = lambda: None
        self._say = say
        self._several = several
        self._prefix = ""

    def say(self, sentence: str) -> None:
        """Pass on a sentence with its board."""
        self._say(self._prefix + sentence)

    def hello(self, board: Hello) -> None:
        """Say which board it is, and take up its game."""
        super().hello(board)
        if self._several:
            self._prefix = f"{board.device}: "
        GameWatch.hello(self, board)

    def committed(self, new: Sequence[BoardEvent]) -> None:
        """Say what was played; between two events the game may have ended."""
        had_problem = self.live is not None and bool(self.live.problem)
        super().committed(new)
        for event in new:
            self.say(event_words(event, self.live))
        if self.live is not None and self.live.problem and not had_problem:
            self.say(self.live.problem)
        if any(event.kind in (events.RESULT, events.CONCLUDE, events.ABANDON) for event in new):
            self.at_game_end()


def event_words(event: BoardEvent, live: GameState | None) -> str:
    """Return a line about an event; ``live`` is the board's game after it."""
    if event.kind == events.START:
        return f"Game {event.game}: {game_words(event.data['rules'], event.data['board'], event.data['options'])}"
    if event.kind == events.ACTION:
        return f"{event.data['colour']} {event.data['action']}"
    if event.kind == events.UNDO:
        return "taken back"
    if event.kind in (events.RESULT, events.CONCLUDE):
        game = live.game if live is not None and live.id == event.game else None
        return result_words(event.data["result"], event.data["reason"], game)
    return "abandoned" if event.kind == events.ABANDON else event.kind
