"""Real lines of both directions: games that the firmware's running game and the host's conversation play together."""

import random

from hexlume import games
from hexlume_host.device.messages import Hello
from hexlume_host.device.protocol import HostProtocol
from hexlume_record.game.events import START, BoardEvent
from hexlume_record.game.position import legal_texts
from hexlume_record.game.state import GameState
from tests.firmware.play.running_table import Table

GAMES = (("orochi", "none"), ("sibling", "fischer 300+5"), ("organica", "byoyomi 600+3x30"), ("droched", "none"))
ACTIONS = 12
"""Actions played of each game."""


def record(seed: int = 1) -> tuple[list[bytes], list[bytes]]:
    """Return the lines that a host said and those that a board said, each once, in order."""
    talk = _Talk(random.Random(seed))
    for rules, control in GAMES:
        talk.play(rules, control)
    talk.finish()
    return list(talk.to_board), list(talk.to_host)


class _Talk:
    """A board and a host who talk, with a person who sets the table right."""

    def __init__(self, choice: random.Random) -> None:
        self.to_board: dict[bytes, None] = {}
        self.to_host: dict[bytes, None] = {}
        self._choice = choice
        self._table = Table()
        self._host = HostProtocol(first_command=1)
        self._live: GameState | None = None
        self._last: dict[str, int] = {}
        self._host.connect({}, 0)

    def play(self, rules: str, control: str) -> None:
        """Begin a game on the host's command and play it from there, with a take-back and a word of every command."""
        self._exchange()
        size = 3 if rules == "droched" else 4
        self._say("new", rules=rules, size=size, options={}, clock=control)
        for number in range(ACTIONS):
            legal = legal_texts(self._live.game) if self._live is not None and self._live.game is not None else []
            if legal:
                self._say("play", action=self._choice.choice(legal))
            if number == ACTIONS // 2:
                self._say("back")
        self._say("act", action="pass")
        self._say("suggest", actions=legal[:2])
        self._say("lights", cells={"d4": 1, "a1": 2})
        self._say("health", on=True)
        game = self._table.running.game
        self._say("new", rules=rules, size=size, options=game.options, actions=game.actions())
        self._say("actions", actions=[])

    def finish(self) -> None:
        """Have the board take up a game to its end, and take its last action back."""
        game = games.start("orochi", 3)
        while game.result is None:
            game.push(self._choice.choice(game.legal_actions()))
        self._say("new", rules=game.NAME, size=game.size, options=game.options, actions=game.actions())
        self._say("back")
        self._say("actions", actions=game.actions()[-1:])

    def _say(self, do: str, **arguments: object) -> None:
        self._host.command(do, arguments, self._table.ms / 1000)
        self._exchange()

    def _exchange(self) -> None:
        table = self._table
        for _ in range(12):
            now = table.ms / 1000
            out = self._host.outgoing(now)
            self.to_board.update(dict.fromkeys(out.splitlines(keepends=True)))
            table.channel.incoming += out
            table.link.exchange(table.ms)
            said, table.channel.outgoing = table.channel.outgoing, b""
            self.to_host.update(dict.fromkeys(said.splitlines(keepends=True)))
            for heard in self._host.receive(said, now):
                if isinstance(heard, Hello):
                    self._host.greet(self._last, now)
                elif isinstance(heard, BoardEvent):
                    self._take(heard)
            for cell in range(table.grid.cells):
                table.pieces[cell] = table.running.referee.expected(cell)
            table.running.follow(table.ms)
            table.wait(60)

    def _take(self, event: BoardEvent) -> None:
        if event.seq != self._last.get(event.game, -1) + 1:
            return
        self._last[event.game] = event.seq
        if event.kind == START:
            self._live = GameState(event.game, event.data)
        elif self._live is not None and self._live.id == event.game:
            self._live.take(event)
        self._host.acknowledge(self._last)
