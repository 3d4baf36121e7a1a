"""The check of whole games on a simulated board, by careful and by clumsy hands."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlume import games
from hexlume.games.game import Game
from hexlume_host.device.demo import CAREFUL, CLUMSY, play_demo
from hexlume_host.device.simulated_board import SimulatedBoard, smallest_panel
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

from .random_games import all_options
from .report import Check

_OPTIONS = 3
"""The most sets of options that careful hands play."""
_CLUMSY = 2
"""The games that clumsy hands play."""
_ROOM = 30
"""The cells of the smallest board on which they do."""
STEPS = _OPTIONS + _CLUMSY


def check_twin(name: str, seed: int, step: Callable[[], None]) -> Check:
    """Let careful hands play each set of options, and clumsy hands the first."""
    check = Check("hands")
    kind = games.game_class(name)
    sizes = [size for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1) if smallest_panel(games.start(name, size).grid)]
    if not sizes:
        check.notes.append("Not played on a simulated board: the smallest board fits on no panel that is made.")
        return check
    options = [games.option_words(kind, chosen) for chosen in all_options(kind)][:_OPTIONS]
    lines = []
    for words in options:
        if not check.failures:
            lines.append(_played(check, name, sizes[0], words, CAREFUL, 1, seed, step))
    # Room enough for mistakes, and no game of hours.
    roomy = next((size for size in sizes if games.start(name, size).grid.cells >= _ROOM), sizes[-1])
    if not check.failures:
        lines.append(_played(check, name, roomy, "", CLUMSY, _CLUMSY, seed, step))
    check.summary = "on the simulated board, " + "; ".join(lines)
    return check


def _played(
    check: Check, name: str, size: int, options: str, bot: str, count: int, seed: int, step: Callable[[], None]
) -> str:
    """Let hands play some games; return what they played in words."""
    board = SimulatedBoard.of(games.start(name, size, games.words_to_options(options)))
    words = f"{bot} hands on {board.game.grid.board}{' ' if options else ''}{options}"
    actions = mistakes = 0
    with TemporaryDirectory(prefix="hexlume-check-") as folder, Store(str(Path(folder) / "games.sqlite")) as store:
        try:
            for one in play_demo(board, count, seed, store, bot):
                step()
                actions += len(one.actions)
                mistakes += sum(one.mishaps.values())
                if not one.logged:
                    game = _replayed(name, size, options, one.actions)
                    check.fail(f"The board has logged other actions than {words} played (seed {one.seed}).", game)
                elif one.recovered != sum(one.mishaps.values()):
                    check.fail(
                        f"The lights did not lead {words} back after each mistake (seed {one.seed}).",
                        _replayed(name, size, options, one.actions),
                    )
        except HexlumeError as error:
            where = _replayed(name, size, options, _last_actions(store))
            check.fail(f"With {words} a game came to a stop (seed {seed}): {str(error).rstrip('.')}.", where)
    return f"{words}: {actions} actions{f', {mistakes} mistakes put right' if bot == CLUMSY else ''}"


def _last_actions(store: Store) -> list[str]:
    """Return the actions of the game that the store got last."""
    stored = store.games()
    return [action.action for action in store.record(stored[-1].id).actions] if stored else []


def _replayed(name: str, size: int, options: str, actions: Sequence[str]) -> Game:
    """Return a game after some actions, as far as they are legal."""
    game = games.start(name, size, games.words_to_options(options))
    with suppress(games.IllegalAction):
        for action in actions:
            game.push_text(action)
    return game
