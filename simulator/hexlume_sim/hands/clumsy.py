"""Clumsy hands: whole games with people's mistakes, each corrected by the lights alone.

The knobs ``hand_errors.KNOBS`` set the kinds, probabilities and sizes of the mistakes.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import cos, pi, sin
from random import Random
from typing import Any

from hexlume.games import notation
from hexlume.games.game import REPLACING, Game
from hexlume.games.grid import NO_CELL
from hexlume.games.pieces import EMPTY, NAMES, turned
from hexlume.hardware.panel import ACT_LED
from hexlume.output import led_cues

from ..twin import Board
from .careful import GLANCE_MS, LOOK_MS, MS, PUT_CUES, HandsLost, Script
from .careful import play_games as play_games_with
from .disturbances import Change, Scene
from .eyes import MEMORY_MS, Eyes
from .hand_errors import TABLE_ERRORS, Amount, Knobs
from .shaky import ShakyHands
from .trajectory import Point, distance_mm

DISC_MM = 26.0
"""Diameter of a disc. Discs on neighbouring cells are 6 mm apart."""
RECENT_ACTIONS = 6
"""Number of last actions whose discs are not disturbed: taking one off is a take-back."""
MIN_SWEPT_DISCS = 6
"""Min number of discs for a sweep. With fewer, the empty board may be a recent position."""
MAX_ALL_COMPLAINTS = 3
"""Max number of disturbed cells that the lights show all at once."""
COMPLAINTS = (
    *PUT_CUES,
    led_cues.TAKE_THIS_OFF,
    led_cues.IN_HAND,
    led_cues.TURN_THIS_OVER,
    led_cues.EXCHANGE_THIS,
)
MAX_ROUNDS = 40
"""Max rounds of looking and following the lights before the hands give up."""
TAKE_BACK_MS = 1800.0
"""Time for which the hands leave an earlier position on the board for a take-back, in ms."""


def play_games(
    twin: Board,
    *,
    game: str,
    size: int,
    options: dict[str, Any],
    count: int,
    seed: int,
    wait_for_host: bool = False,
    knobs: Mapping[str, Amount | list[float]] | None = None,
) -> Script:
    """Play games as ``careful.play_games`` does, but clumsily.

    ``knobs`` are the changes to ``hand_errors.KNOBS``. Each ``game`` event also has ``mishaps``
    (the number of each name), ``recovered`` (the number after which all lights were correct again)
    and ``undone`` (the number of actions taken back). Raises ``HandsLost`` if the lights disagree
    with the rules or do not lead back.
    """
    settings = Knobs(knobs)
    twin.faults.set("noise", settings.draw("noise", Random(seed)))
    twin.faults.set("dead_sensor", settings.text("dead_sensor"))

    def make_hands(twin: Board, eyes: Eyes, game: Game, choice: Random) -> ClumsyHands:
        return ClumsyHands(twin, eyes, game, choice, settings)

    yield from play_games_with(
        twin,
        game=game,
        size=size,
        options=options,
        count=count,
        seed=seed,
        wait_for_host=wait_for_host,
        make_hands=make_hands,
    )


class ClumsyHands(ShakyHands):
    """Hands that make mistakes between their actions, and follow the lights until these ask for nothing more."""

    def __init__(self, twin: Board, eyes: Eyes, game: Game, choice: Random, knobs: Knobs) -> None:
        super().__init__(twin, eyes, game, choice, knobs)
        self._boards = [bytes(game.board)]
        self._touched: list[set[int]] = []
        self._undone = 0
        self._dead = {twin.table.cell(name) for name in knobs.text("dead_sensor").split()}

    def report(self) -> dict[str, Any]:
        """Return the game's mistakes and the number of actions taken back."""
        return {**super().report(), "undone": self._undone}

    def _choose(self) -> int:
        """Choose a legal action, if possible one that needs no dead sensor."""
        legal = self._game.legal_actions()
        sound = [code for code in legal if not self._dead & self._panel(cell for cell, _ in self._game.hand_work(code))]
        return self._choice.choice(sound or legal)

    def _accepted(self, action: int) -> Script:
        touched = self._panel(cell for cell, _ in self._game.hand_work(action))
        yield from super()._accepted(action)
        self._boards.append(bytes(self._game.board))
        self._touched.append(touched | self._panel(cell for cell, _, _ in self._game.changes()))

    def _between_actions(self) -> Script:
        """Possibly make a mistake, once the board shows that it accepted the last action."""
        name = self._knobs.happens(TABLE_ERRORS, self._choice)
        if not name:
            return
        mistake = self._mistake(name)
        if mistake is None:
            return
        yield from self._await("the legal actions", self._offers)
        self._on_lights_correct()
        yield self._pause(200, 600)
        self._mishaps[name] += 1
        yield from mistake()
        yield from self._catch_up()

    def _mistake(self, name: str) -> "Callable[[], Script] | None":
        """Return the script of a mistake, or None if it is not possible now."""
        if name in ("change_of_mind", "take_back"):
            action = self._other_action()
            return None if action is None else partial(self._make_and_take_back, name, action)
        recent = set().union(*self._touched[-RECENT_ACTIONS:])
        scene = Scene(self._game, self._layout, recent, set(self._boards))
        if name == "sweep":
            # While replacements are due, the lights do not show the colours to set up.
            enough = len(scene.standing()) >= MIN_SWEPT_DISCS and self._game.phase != REPLACING
            return partial(self._sweep_off, scene) if enough else None
        changes = scene.plan(name, self._choice, round(self._draw("knocked")))
        if not changes:
            return None
        if name == "nudge":
            return partial(self._nudge, changes[0].cell)
        if name == "half_on_border":
            to = self._border_of(changes[0].cell, scene)
            return None if to is None else partial(self._push_onto_border, changes[0].cell, to, scene)
        return partial(self._disturb, name, changes, scene)

    # Mistakes

    def _nudge(self, cell: int) -> Script:
        """Push a disc around in its recess."""
        name = self._twin.grid.name(cell)
        yield from self._push(name, self._rest_on(name))

    def _push_onto_border(self, cell: int, to: Point, scene: Scene) -> Script:
        """Push a disc out of its recess, wait for the lights to miss it, and push it back."""
        yield from self._push(self._twin.grid.name(cell), to)
        yield from self._await_complaints({cell: EMPTY}, scene)
        yield from self._put_right({cell: scene.piece(cell)})

    def _border_of(self, cell: int, scene: Scene) -> Point | None:
        """Return a point half out of a cell where no other disc is in the way."""
        centre, away = self._centre(cell), self._draw("border_offset")
        others = [self._centre(other) for other in scene.standing() if other != cell]
        free = []
        for sixth in range(6):
            angle = sixth * pi / 3
            at = Point(centre.x_mm + away * cos(angle), centre.y_mm + away * sin(angle))
            if all(distance_mm(at, other) > DISC_MM for other in others):
                free.append(at)
        return self._choice.choice(free) if free else None

    def _disturb(self, name: str, changes: list[Change], scene: Scene) -> Script:
        """Make a mistake's changes, wait for complaints, and follow the lights."""
        standing = {cell: scene.piece(cell) for cell, _ in changes}
        before = dict(standing)
        if name == "knock":
            for cell, _ in changes:
                self._twin.table.lift(self._twin.grid.name(cell))
                standing[cell] = EMPTY
        else:
            for cell, piece in changes:
                yield from self._change(cell, standing[cell], piece)
                standing[cell] = piece
        if name == "lift_and_return":
            yield self._pause(300, 2500)
            yield from self._put(self._twin.grid.name(changes[0].cell), before[changes[0].cell])
        else:
            yield from self._await_complaints(standing, scene)
        yield from self._put_right(before)

    def _change(self, cell: int, before: int, after: int) -> Script:
        name = self._twin.grid.name(cell)
        if after == EMPTY:
            yield from self._lift(name)
        elif before == turned(after):
            yield from self._turn(name)
        else:
            yield from self._put(name, after)
        yield self._pause(100, 400)

    def _sweep_off(self, scene: Scene) -> Script:
        """Sweep the whole board off and set it up again."""
        before = {cell: scene.piece(cell) for cell in scene.standing()}
        self._twin.table.clear()
        yield from self._await_complaints(dict.fromkeys(before, EMPTY), scene)
        yield from self._put_right(before)

    def _make_and_take_back(self, name: str, action: int) -> Script:
        """Make an action, wait until it is accepted, and take it back by button or by hand."""
        ((own, _),) = self._game.hand_work(action)
        cell = self._layout.to_panel[own]
        yield from self._await_offer(action)
        yield from self._make(self._game.hand_work(action))
        yield from self._await(
            f"{self._game.name(action)} accepted",
            lambda: self._cues()[cell] in (led_cues.LAST, led_cues.MUST_REPLACE),
        )
        yield self._pause(300, 1500)
        if name == "take_back":
            yield from self._lift(self._twin.grid.name(cell))
            yield (TAKE_BACK_MS + LOOK_MS) * MS
        # If the light still asks for the disc, the board expects it to move: then only the button takes back.
        if name == "change_of_mind" or self._cues()[cell] == led_cues.IN_HAND:
            self._twin.press("back")
            yield self._pause(90, 160)
            self._twin.release("back")
        self._undone += 1
        yield from self._put_right({})

    def _other_action(self) -> int | None:
        """Return a placement without further consequences, which can be taken back."""
        legal = [code for code in self._game.legal_actions() if not notation.is_word(code)]
        self._choice.shuffle(legal)
        for action in legal[:20]:
            work = self._game.hand_work(action)
            if len(work) != 1 or self._game.board[work[0][0]] != EMPTY or self._dead & self._panel([work[0][0]]):
                continue
            self._game.push(action)
            plain = self._game.result is None and [cell for cell, _, _ in self._game.changes()] == [work[0][0]]
            self._game.pop()
            if plain:
                return action
        return None

    # What the lights show

    def _put_right(self, in_hand: dict[int, int]) -> Script:
        """Correct the table.

        ``in_hand`` are the pieces that the hands took off, by panel cell. Some lights only ask for
        the disc in the hand to be put back, without its colour. Raises ``HandsLost`` if there is no
        end.
        """
        for _ in range(MAX_ROUNDS):
            # A look is valid only if nothing changed during it.
            yield (MEMORY_MS + 100) * MS
            asked = self._asked()
            if not asked:
                return
            for cell, cue in asked.items():
                yield from self._follow_light(cell, cue, in_hand)
                yield self._pause(100, 300)
        raise HandsLost(f"{MAX_ROUNDS} rounds did not put the table right after {self._game.actions()[-4:]}")

    def _asked(self) -> dict[int, int]:
        """Return the requests of the lights by panel cell, over a long look."""
        return {cell: cue for cell, cue in enumerate(self._cues(MEMORY_MS)) if cue in COMPLAINTS}

    def _follow_light(self, cell: int, cue: int, in_hand: dict[int, int]) -> Script:
        name = self._twin.grid.name(cell)
        standing = self._twin.table.discs()
        if cue in PUT_CUES or cue == led_cues.IN_HAND:
            piece = PUT_CUES.get(cue, in_hand.get(cell, EMPTY))
            if piece == EMPTY:
                raise HandsLost(f"a light on {name} asks for a disc that is in no hand")
            if name in standing:
                # The disc is off its sensor: push it back to the middle.
                yield from self._push(name, self._rest_on(name))
            else:
                yield from self._put(name, piece)
        elif name not in standing:
            raise HandsLost(f"a light on {name} asks for something about a disc that is not there")
        elif cue == led_cues.TURN_THIS_OVER:
            yield from self._turn(name)
        else:
            # For an exchange, the light shows the new disc once the old one is off.
            yield from self._lift(name)

    def _offers(self) -> bool:
        """Return whether the lights offer the legal actions."""
        work = [pair for code in self._game.legal_actions() for pair in self._game.hand_work(code)]
        if self._game.phase == REPLACING:
            return self._lit(led_cues.MUST_REPLACE) == self._panel(cell for cell, _ in work)
        if not work:
            return any(self._twin.status_led(ACT_LED))
        return all(self._offered(self._layout.to_panel[cell], piece) for cell, piece in work)

    def _await_complaints(self, standing: dict[int, int], scene: Scene) -> Script:
        """Wait until the lights complain where the table differs from the game."""
        expected = {cell: _complaints(piece, scene.piece(cell)) for cell, piece in standing.items()}
        yield from self._await(
            f"complaints about {sorted(map(self._twin.grid.name, expected))}",
            lambda: self._complain(expected, all if len(expected) <= MAX_ALL_COMPLAINTS else any),
        )

    def _complain(self, expected: dict[int, tuple[int, ...]], enough: Callable[[Iterable[bool]], bool]) -> bool:
        cues = self._cues(MEMORY_MS - 2 * GLANCE_MS)
        return enough(cues[cell] in wanted for cell, wanted in expected.items())

    def _catch_up(self) -> Script:
        """Check that the table matches the game; follow the board if it took actions back."""
        standing = bytearray(self._game.grid.cells)
        for name, piece in self._twin.table.discs().items():
            own = self._layout.to_game[self._twin.grid.cell(name)]
            if own == NO_CELL:
                raise HandsLost(f"the lights left a disc on {name}, beside the game's board")
            standing[own] = NAMES.index(piece)
        least = max(0, len(self._game.codes) - RECENT_ACTIONS)
        while standing != self._game.board:
            if len(self._game.codes) == least:
                raise HandsLost(f"the lights led to another position after {self._game.actions()[-4:]}")
            self._game.pop()
            self._boards.pop()
            self._touched.pop()
            self._undone += 1
        yield from self._await("the legal actions again", self._offers)
        self._on_lights_correct()


def _complaints(seen: int, expected: int) -> tuple[int, ...]:
    """Return the cues that complain about a piece where another, or none, is expected."""
    if expected == EMPTY:
        return (led_cues.TAKE_THIS_OFF,)
    if seen == EMPTY:
        asking = next(cue for cue, piece in PUT_CUES.items() if piece == expected)
        return (asking, led_cues.IN_HAND)
    return (led_cues.TURN_THIS_OVER,) if seen == turned(expected) else (led_cues.EXCHANGE_THIS,)
