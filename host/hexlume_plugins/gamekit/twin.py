"""The check of whole games on a simulated board, by clumsy hands."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlume import games
from hexlume.games.game import Game
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.device.smallest_panel import smallest_panel
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

from .process_limits import begin_step
from .random_games import all_options
from .report import Check
from .scripted_games import play_scripted

_OPTIONS = 3
"""The most sets of options that are played."""
_GAMES = 1
"""The games of each."""
_ROOM = 30
"""The cells of the smallest board that is played on: room enough for mistakes, and no game of hours."""


def check_twin(name: str, seed: int) -> Check:
    """Let clumsy hands play with some sets of options."""
    check = Check("hands")
    kind = games.game_class(name)
    sizes = [size for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1) if smallest_panel(games.start(name, size).grid)]
    if not sizes:
        check.summary = "not played on a simulated board: the smallest board fits on no panel that is made"
        return check
    roomy = next((size for size in sizes if games.start(name, size).grid.cells >= _ROOM), sizes[-1])
    lines = []
    for options in all_options(kind)[:_OPTIONS]:
        if not check.failures:
            lines.append(_play(check, games.start(name, roomy, options), seed))
    check.summary = "on the simulated board, " + "; ".join(lines)
    return check


def _play(check: Check, game: Game, seed: int) -> str:
    """Let hands play; return what they played in words."""
    options = games.option_words(game, game.options)
    words = f"clumsy hands on {game.grid.board}{options and ' '}{options}"
    actions = mistakes = 0
    with TemporaryDirectory(prefix="hexlume-check-") as folder, Store(str(Path(folder) / "games.sqlite")) as store:
        try:
            for one in play_scripted(SimulatedBoard.of(game), "clumsy", _GAMES, seed, store):
                begin_step()
                actions += len(one.actions)
                mistakes += sum(one.mishaps.values())
                if not one.logged or one.recovered != sum(one.mishaps.values()):
                    what = "the board logged other actions than played, or its lights led nobody back from a mistake"
                    check.fail_at(_after(game, one.actions), f"With {words} {what} (seed {one.seed})")
        except HexlumeError as error:
            last = [action.action for stored in store.games()[-1:] for action in store.record(stored.id).actions]
            sentence = f"With {words} a game came to a stop (seed {seed}): {str(error).rstrip('.')}"
            check.fail_at(_after(game, last), sentence)
    return f"{words}: {actions} actions, {mistakes} mistakes put right"


def _after(start: Game, actions: Sequence[str]) -> Game:
    """Return a game after some actions, as far as they are legal."""
    game = games.start(start.NAME, start.size, start.options)
    with suppress(games.IllegalAction):
        for action in actions:
            game.push_text(action)
    return game
