"""A whole game against the board's own engine, on the twin: its actions are carried out as the lights ask."""

import random
from pathlib import Path

from hexlume.layout import Layout
from hexlume.panel import panel_grid
from hexlume.pieces import BLACK, NAMES
from hexlume_host.live import LiveGame
from tests.end_to_end.test_menu import PANEL, Board

GRID = panel_grid(PANEL)


def live(board: Board) -> LiveGame:
    assert board.watch.live is not None and board.watch.live.game is not None
    return board.watch.live


def do_as_asked(board: Board, asked: dict[str, str]) -> None:
    """Put the table right in words of the board's own: ``put on black``, ``turn over``, ``take off``."""
    for cell, words in asked.items():
        if words.startswith("put on "):
            board.twin.send({"do": "put", "cell": cell, "piece": words.removeprefix("put on ")})
        elif words == "turn over":
            board.twin.send({"do": "flip", "cell": cell})
        else:
            board.twin.send({"do": "lift", "cell": cell})


def test_a_game_against_the_engine_is_played_to_its_end_and_kept(tmp_path: Path) -> None:
    board = Board(tmp_path)
    choice = random.Random(6)
    try:
        assert board.logger.command("new", rules="orochi", size=3, options={}) is not None
        board.wait(lambda: board.watch.live is not None and board.watch.live.on == "hex3")
        assert board.logger.command("settings", opponent="engine second") is not None
        engine_acted = 0
        for _ in range(200):
            asked = dict(live(board).differs)
            before = len(live(board).actions)
            game = live(board).game
            assert game is not None
            if live(board).ending.result is not None:
                break
            if asked:
                do_as_asked(board, asked)
                board.wait(lambda asked=asked: live(board).differs != asked)  # type: ignore[misc]
            elif game.result is not None:
                # The last action is in; that the game ended comes with the board's next line.
                board.wait(lambda: live(board).ending.result is not None)
            elif game.to_move == BLACK:
                board.wait(lambda: bool(live(board).differs) or live(board).ending.result is not None)
                engine_acted += 1
            else:
                ((cell, piece),) = game.hand_work(choice.choice(game.legal_codes()))
                name = GRID.name(Layout(GRID, game.grid).to_panel[cell])
                if game.board[cell]:
                    board.twin.send({"do": "lift", "cell": name})
                board.twin.send({"do": "put", "cell": name, "piece": NAMES[piece]})
                board.wait(lambda before=before: len(live(board).actions) > before)  # type: ignore[misc]
        record = board.store.record(live(board).id)
        assert record.ending.result in ("W+", "B+") and live(board).legal and engine_acted > 3
    finally:
        board.close()
