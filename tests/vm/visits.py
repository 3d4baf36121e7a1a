"""Scenarios at a board: a game against its engine, its menu, calibration, and a power cut."""

from collections.abc import Callable, Generator
from random import Random

from hexlume import games
from hexlume.games import catalogue
from hexlume.games.pieces import BLACK, EMPTY, NAMES, WHITE
from hexlume.play.preferences import Preferences
from hexlume.states.menu import Menu
from hexlume.table.layout import Layout
from hexlume_sim.twin import Board
from tests.menu_offers import offer_words
from tests.vm.demo import HostLink

Script = Generator[float, None, None]

SETTINGS = {"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "3"}
"""What the board is set to for them."""
MS = 1000.0
REST = 400 * MS
"""How long hands wait after what they did: until the board has seen it, and told."""
PATIENCE = 200
"""Rests after which the board is thought to be stuck."""


def until(reached: Callable[[], bool], what: str) -> Script:
    """Wait for something."""
    for _ in range(PATIENCE):
        if reached():
            return
        yield REST
    raise AssertionError(f"the board did not get there: {what}")


def tidy(twin: Board, host: HostLink) -> Script:
    """Put the table right, as the board asks in words."""
    while host.differs:
        for cell, words in host.differs.items():
            if words.startswith("put on "):
                twin.table.put(cell, words.removeprefix("put on "))
            elif words == "turn over":
                twin.table.flip(cell)
            else:
                twin.table.lift(cell)
        asked = host.differs
        yield from until(lambda asked=asked: host.differs != asked, "the table put right")  # type: ignore[misc]


def orochi(size: int, actions: int, engine: bool) -> Callable[[Board, HostLink], Script]:
    """Return a script that plays at Orochi until a game has so many actions, or its end; the engine may play black."""

    def script(twin: Board, host: HostLink) -> Script:
        choice = Random(6)
        yield from until(lambda: bool(host.events), "the game begun")
        if engine:
            host.command("settings", opponent="engine second")
        while len(host.actions()) < actions:
            yield REST
            yield from tidy(twin, host)
            game = games.start("orochi", size)
            for action in host.actions():
                game.push_text(action)
            if game.result is not None:
                return
            before = len(host.actions())
            if not engine or game.to_move == WHITE:
                ((cell, piece),) = game.hand_work(choice.choice(game.legal_actions()))
                name = twin.grid.name(Layout(twin.grid, game.grid).to_panel[cell])
                if game.board[cell] != EMPTY:
                    twin.table.lift(name)
                twin.table.put(name, NAMES[piece])
            yield from until(lambda before=before: len(host.actions()) > before or bool(host.differs), "an action")  # type: ignore[misc]

    return script


def go_on(twin: Board, host: HostLink) -> Script:
    """Clear up after a power cut, and play one action more: the discs have stayed."""
    script = orochi(3, 10**6, False)(twin, host)
    yield from until(lambda: bool(host.events), "the game told again")
    before = len(host.actions())
    while len(host.actions()) == before:
        yield next(script)


def menu_and_learning(twin: Board, host: HostLink) -> Script:
    """Choose another game by a disc in the menu, then calibrate two cells, and leave that by a button."""
    yield from until(lambda: bool(host.events), "the game begun")
    offers = Menu(twin.grid, Preferences({"HEXLUME_PANEL": twin.panel}.get), bytearray(twin.grid.cells))
    cell = next(name for name in map(twin.grid.name, range(twin.grid.cells)) if _offer(offers, twin, name))
    yield from pressed(twin, "menu", 150)
    yield from put_and_lift(twin, cell, WHITE)
    yield from pressed(twin, "act", 150)
    yield from until(lambda: len(host.events) == 2, "another game begun")
    yield from pressed(twin, "menu", 150)
    yield from pressed(twin, "back", 2500)
    yield 3000 * MS
    for number in (0, 5):
        yield from put_and_lift(twin, twin.grid.name(number), BLACK)
        yield 1000 * MS
    yield from pressed(twin, "menu", 150)
    yield 1000 * MS


def lesson(twin: Board, host: HostLink, rules: str = "orochi") -> Script:
    """Begin a course, put a disc where it does not belong and take it off, skip a step, and leave the lesson."""
    yield from until(lambda: bool(host.events), "the game begun")
    begun = len(host.events)
    host.command("lesson", rules=rules, step=1)
    yield from until(lambda: len(host.events) > begun, "the lesson begun")
    yield 2 * REST
    yield from tidy(twin, host)
    standing = twin.table.discs()
    free = [name for name in map(twin.grid.name, range(twin.grid.cells)) if name not in standing]
    yield from put_and_lift(twin, free[0], WHITE)
    yield from tidy(twin, host)
    yield from pressed(twin, "act", 150)
    yield from pressed(twin, "act", 1000)
    yield 2 * REST
    yield from tidy(twin, host)
    host.command("lesson")
    yield 2 * REST


def every_feature(twin: Board, host: HostLink) -> Script:
    """Let the board's engine choose an action of whatever is played, open menu, preview and calibration, and learn."""
    yield from until(lambda: bool(host.events), "the game begun")
    host.command("settings", opponent="engine first")
    yield REST
    yield from tidy(twin, host)
    yield from until(lambda: bool(host.actions()), "an action of the engine's")
    host.command("settings", opponent="person")
    host.command("health", on=True)
    yield 3000 * MS
    yield from tidy(twin, host)
    yield from pressed(twin, "menu", 150)
    offers = Menu(twin.grid, Preferences({"HEXLUME_PANEL": twin.panel}.get), bytearray(twin.grid.cells))
    names = [twin.grid.name(cell) for cell in range(twin.grid.cells)]
    free = [name for name in names if offer_words(offers, twin.table.cell(name)) and name not in twin.table.discs()]
    yield from put_and_lift(twin, free[0], WHITE)
    yield from pressed(twin, "back", 150)
    yield from pressed(twin, "menu", 150)
    yield from pressed(twin, "back", 2500)
    yield 3000 * MS
    yield from pressed(twin, "menu", 150)
    yield 1000 * MS
    rules = str(next(event.data["rules"] for events in host.events.values() for event in events))
    if catalogue.course(rules) is not None:
        yield from lesson(twin, host, rules)


def _offer(menu: Menu, twin: Board, name: str) -> bool:
    return offer_words(menu, twin.table.cell(name)) == "game sibling"


def pressed(twin: Board, button: str, ms: float) -> Script:
    """Hold a button down."""
    twin.press(button)
    yield ms * MS
    twin.release(button)
    yield REST


def put_and_lift(twin: Board, cell: str, piece: int) -> Script:
    """Put a disc on a cell and take it off again."""
    twin.table.put(cell, NAMES[piece])
    yield 2 * REST
    twin.table.lift(cell)
    yield REST
