"""Careful hands: play whole games on the twin by its lights, as people do.

The hands know the rules and choose at random. From the lights alone they read which pieces to turn
over, which discs to take off and whether the board has accepted an action.
"""

from collections.abc import Callable, Generator, Iterable
from functools import partial
from random import Random
from typing import Any

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import REPLACING, SETTING_UP, Game
from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, NAMES, WHITE, WHITE_LEADER, turned
from hexlume.hardware.panel import ACT_LED, STATE_LED
from hexlume.output import led_cues
from hexlume.table.layout import Layout

from ..twin import Board
from .eyes import MEMORY_MS, Eyes

Script = Generator[float, None, None]
"""A generator that the twin's clock runs. It yields waits in us."""

MS = 1000.0
PATIENCE_MS = 6000.0
"""Max wait for expected lights before the hands report an error, in ms."""
START_PATIENCE_MS = 20_000.0
"""Max wait for a board's first start, which creates its journal's files, in ms."""
HOST_PATIENCE_MS = 200_000_000.0
"""Max wait for a host, in ms: at virtual pace a busy computer's minute is a day."""
GLANCE_MS = 100.0
"""Interval between looks while waiting, in ms."""
LOOK_MS = 450.0
"""Duration of a look, in ms: longer than the dark half of any blink that asks for something."""
OFF_CENTRE_MM = 2.0
"""Max distance from the centre at which careful hands put a disc, in x and in y."""


class HandsLost(RuntimeError):
    """Raised when the lights differ from what the hands expect; the text has both."""


PUT_CUES = {
    led_cues.PUT_WHITE: WHITE,
    led_cues.PUT_BLACK: BLACK,
    led_cues.PUT_WHITE_LEADER: WHITE_LEADER,
    led_cues.PUT_BLACK_LEADER: BLACK_LEADER,
}
"""The pieces that the lights ask for, in the order in which they do so at the start."""


def play_games(
    twin: Board,
    *,
    game: str,
    size: int,
    options: dict[str, Any],
    count: int,
    seed: int,
    wait_for_host: bool = False,
    make_hands: "Callable[[Board, Eyes, Game, Random], Hands] | None" = None,
) -> Script:
    """Play ``count`` games, the k-th with the seed ``seed + k``, and report each at its end.

    With ``wait_for_host`` the hands clear the table only when the state light shows that a host has
    stored the game. ``make_hands`` creates the hands of each game, by default careful ones.

    The report on the control channel is ``{"event": "game", "number", "seed", "intended", "result",
    "virtual_s"}``, with the intended actions as strings, plus the result of ``Hands.report``.
    Raises ``HandsLost`` if the lights disagree with the rules.
    """
    eyes = Eyes([site.led for site in twin.sensors.sites])
    twin.leds.listeners.append(lambda us, rgb: eyes.add_frame(us / MS, rgb))
    for number in range(count):
        played = games.start(game, size, options)
        hands = (make_hands or Hands)(twin, eyes, played, Random(seed + number))
        yield from hands.await_start()
        start_us = twin.clock.now
        yield from hands.play()
        twin.tell(
            {
                "event": "game",
                "number": number,
                "seed": seed + number,
                "intended": played.actions(),
                "result": played.result,
                "virtual_s": round((twin.clock.now - start_us) / 1e6, 3),
                **hands.report(),
            }
        )
        if wait_for_host:
            yield from hands.await_host()
        yield from hands.sweep()


class Hands:
    """Two hands that know the rules and play one game."""

    def __init__(self, twin: Board, eyes: Eyes, game: Game, choice: Random) -> None:
        self._twin = twin
        self._eyes = eyes
        self._game = game
        self._choice = choice
        self._layout = Layout(twin.grid, game.grid)

    def report(self) -> dict[str, Any]:
        """Return further members of the game's report; careful hands add none."""
        return {}

    def await_start(self) -> Script:
        """Set up the start as the lights ask, and wait until the board offers the first action."""
        if any(self._game.board):
            yield from self._set_up()
        yield from self._await("the first action offered", self._offers_start, START_PATIENCE_MS)

    def play(self) -> Script:
        """Play the game to its end, and check that the board shows it."""
        while self._game.result is None:
            yield from self._between_actions()
            if self._game.phase == REPLACING:
                yield from self._replace()
            else:
                yield from self._act()
        winner, loser, _ = self._game.final_groups()
        if winner:
            yield from self._await("the winner's group", lambda: self._lit(led_cues.WINNER) == self._panel(winner))
            yield from self._await("the loser's group", lambda: self._lit(led_cues.LOSER) == self._panel(loser))
        self._on_lights_correct()

    def await_host(self) -> Script:
        """Wait until the state light shows that a host has stored the game."""
        colour = led_cues.COLOURS[led_cues.ALL_WELL]
        stored = (colour >> 16, colour >> 8 & 255, colour & 255)
        yield from self._await(
            "the host to keep the game", lambda: self._twin.status_led(STATE_LED) == stored, HOST_PATIENCE_MS
        )

    def sweep(self) -> Script:
        """Pause at the end, then clear the table for the next game."""
        yield self._pause(1500, 2500)
        self._twin.table.clear()
        yield self._pause(800, 1200)

    def _set_up(self) -> Script:
        """Put on the discs that the lights ask for, in their colours."""
        for cue, piece in PUT_CUES.items():
            if piece not in self._game.board:
                continue
            yield from self._await("the discs to set up", partial(self._lit, cue), START_PATIENCE_MS)
            yield self._pause(1500, 1800)
            # At some instants a long look takes two flashes for three, which ask for a leader.
            yield from self._await("the discs to set up", partial(self._lit, cue, MEMORY_MS))
            for cell in sorted(self._lit(cue, MEMORY_MS)):
                yield from self._put(self._twin.grid.name(cell), piece)
                yield self._pause(250, 500)

    def _act(self) -> Script:
        """Choose a legal action, make it by hand and wait until it is accepted."""
        action = self._choose()
        if notation.is_word(action):
            yield from self._choose_by_button(action)
            return
        yield from self._await_offer(action)
        yield self._pause(150, 500)
        yield from self._make(self._game.hand_work(action))
        yield from self._accepted(action)

    def _choose(self) -> int:
        return self._choice.choice(self._game.legal_actions())

    def _await_offer(self, action: int) -> Script:
        """Wait until the lights offer an action with a cell, or the rest of one."""
        work = self._game.hand_work(action)
        yield from self._await(
            f"{self._game.name(action)} offered",
            lambda: all(self._offered(self._layout.to_panel[cell], piece) for cell, piece in work),
        )
        self._on_lights_correct()

    def _make(self, work: tuple[tuple[int, int], ...]) -> Script:
        """Do an action's hand work (``Game.hand_work``)."""
        for cell, piece in work:
            name = self._twin.grid.name(self._layout.to_panel[cell])
            if name in self._twin.table.discs():
                yield from self._lift(name)
                yield self._pause(200, 450)
            if piece != EMPTY:
                yield from self._put(name, piece)

    def _choose_by_button(self, action: int) -> Script:
        """Choose an action without a cell with the act button, and hold it to confirm."""
        words = sorted(self._game.name(code) for code in self._game.legal_actions() if notation.is_word(code))
        yield from self._await("the act button's light", lambda: any(self._twin.status_led(ACT_LED)))
        self._on_lights_correct()
        yield self._pause(400, 700)
        for _ in range(words.index(self._game.name(action)) + 1):
            self._twin.press("act")
            yield self._pause(90, 160)
            self._twin.release("act")
            yield self._pause(120, 200)
        self._twin.press("act")
        yield self._pause(1000, 1200)
        self._twin.release("act")
        yield from self._accepted(action)

    def _replace(self) -> Script:
        """Turn over one of the discs whose lights ask for it, in place or in the hand."""
        due = self._panel(cell for code in self._game.legal_actions() for cell, _ in self._game.hand_work(code))
        yield from self._await("the discs to turn over", lambda: self._lit(led_cues.MUST_REPLACE) == due)
        self._on_lights_correct()
        cell = self._choice.choice(sorted(self._lit(led_cues.MUST_REPLACE)))
        name = self._twin.grid.name(cell)
        own = self._layout.to_game[cell]
        other_side = turned(self._game.board[own])
        yield self._pause(150, 400)
        if self._choice.random() < 0.5:
            yield from self._turn(name)
        else:
            yield from self._lift(name)
            yield self._pause(250, 600)
            yield from self._put(name, other_side)
        (action,) = self._game.codes_at(own, other_side)
        yield from self._accepted(action)

    def _accepted(self, action: int) -> Script:
        """Play the action in the hands' own game, take off captured discs, check the lights."""
        work = self._game.hand_work(action)
        self._game.push(action)
        # Discs to take off: pieces captured, and pieces lost where they were just put.
        lost = {cell for cell, _, after in self._game.changes() if after == EMPTY}
        lost |= {cell for cell, _ in work if self._game.board[cell] == EMPTY}
        lost -= {cell for cell, piece in work if piece == EMPTY}
        captured = sorted(self._panel(lost))
        # After the end of a game the board asks for nothing.
        if captured and self._game.result is None:
            yield from self._await("the captured discs", lambda: sorted(self._lit(led_cues.TAKE_THIS_OFF)) == captured)
            for cell in sorted(self._lit(led_cues.TAKE_THIS_OFF)):
                yield from self._lift(self._twin.grid.name(cell))
                yield self._pause(150, 300)
        yield self._pause(250, 450)

    def _offered(self, cell: int, piece: int) -> bool:
        """Return whether a panel cell's light offers an action there."""
        return self._cues()[cell] in (led_cues.MAY_MOVE, led_cues.LEGAL, led_cues.LAST) or piece == EMPTY

    def _offers_start(self) -> bool:
        if self._game.phase == SETTING_UP:
            return any(self._twin.status_led(ACT_LED))
        standing = bytearray(self._twin.grid.cells)
        for name, disc in self._twin.table.discs().items():
            standing[self._twin.grid.cell(name)] = NAMES.index(disc)
        expected = bytearray(self._twin.grid.cells)
        for cell, piece in enumerate(self._game.board):
            expected[self._layout.to_panel[cell]] = piece
        return bool(self._lit(led_cues.LEGAL)) and standing == expected

    # Gestures and hooks that other hands override

    def _between_actions(self) -> Script:
        """Do nothing between two actions; other hands make mistakes here."""
        yield from ()

    def _on_lights_correct(self) -> None:
        """Handle correct lights after the actions so far; a hook for other hands."""

    def _put(self, name: str, piece: int) -> Script:
        """Put a disc on an empty cell; careful hands do it at once."""
        offset = self._choice.uniform
        self._twin.table.put(
            name, NAMES[piece], offset(-OFF_CENTRE_MM, OFF_CENTRE_MM), offset(-OFF_CENTRE_MM, OFF_CENTRE_MM)
        )
        yield from ()

    def _lift(self, name: str) -> Script:
        """Take the disc on a cell off the board."""
        self._twin.table.lift(name)
        yield from ()

    def _turn(self, name: str) -> Script:
        """Turn the disc on a cell over."""
        self._twin.table.flip(name)
        yield from ()

    def _panel(self, cells: Iterable[int]) -> set[int]:
        return {self._layout.to_panel[cell] for cell in cells}

    def _cues(self, over_ms: float = LOOK_MS) -> list[int]:
        return self._eyes.look(self._twin.clock.now / MS, over_ms)

    def _lit(self, cue: int, over_ms: float = LOOK_MS) -> set[int]:
        """Return the panel cells whose lights show a cue; slow patterns need a long look."""
        return {cell for cell, shown in enumerate(self._cues(over_ms)) if shown == cue}

    def _pause(self, least_ms: float, most_ms: float) -> float:
        return self._choice.uniform(least_ms, most_ms) * MS

    def _await(self, what: str, seen: Callable[[], object], patience_ms: float = PATIENCE_MS) -> Script:
        """Look repeatedly until ``seen`` returns true. Raises ``HandsLost`` on a timeout."""
        waited = 0.0
        while not seen():
            if waited >= patience_ms:
                shown = {self._twin.grid.name(cell): cue for cell, cue in enumerate(self._cues()) if cue}
                raise HandsLost(f"waited in vain for {what} after {self._game.actions()[-4:]}; seen: {shown}")
            yield GLANCE_MS * MS
            waited += GLANCE_MS
