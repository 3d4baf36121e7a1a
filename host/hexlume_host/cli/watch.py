"""``hexlume watch``: the boards that play now, on the terminal."""

import json
import time
from typing import Annotated, Any

import typer

from ..errors import HostError
from ..web.live.board import FULL
from ..web.live.hub import LiveHub
from ..web.live.store_watch import LOOK_SECONDS, StoreWatch
from .output import StoreOption, console, is_terminal, open_to_read, say


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog="Examples:  hexlume watch  ·  hexlume watch b0a4d  ·  hexlume watch --once")(watch)


def watch(
    board: Annotated[
        str | None, typer.Argument(metavar="[BOARD]", help="Only the board of this id, not every one that plays.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Print how the boards stand now, and end.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print lines, also on a terminal.")] = False,
    store: StoreOption = None,
) -> None:
    """Show the boards that play, as the store has them, whichever program logs them there."""
    with open_to_read(store) as opened:
        hub = LiveHub(opened)
        look = StoreWatch(opened, hub).look
        look()
        if once:
            _print_once(hub, board)
            return
        try:
            if is_terminal() and not plain:
                # Takes long to import, and the other commands do without.
                from .watch_screen import WatchScreen  # noqa: PLC0415

                WatchScreen(hub, look, board).run()
                return
            if not boards_of(hub, board):
                say(waiting_words(board))
            lines = NewLines()
            while True:
                for line in lines.of(boards_of(hub, board)):
                    say(line)
                time.sleep(LOOK_SECONDS)
                look()
        except KeyboardInterrupt:
            raise typer.Exit(130) from None


class NewLines:
    """Tells what is new on boards, a line for each action, the end of a game and an action taken back."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[int | None, list[Any], str]] = {}

    def of(self, boards: list[dict[str, Any]]) -> list[str]:
        """Return the lines for what has changed since the last call."""
        lines = []
        for board in boards:
            name, actions, text = board["board"], board["actions"], board["text"]
            number, known, last_text = self._told.get(name, (None, [], ""))
            if number is None or number != board["number"]:
                lines.append(f"{name}: game {board['number']}, {_game(board)}, {len(actions)} actions. {text}".rstrip())
            else:
                kept = next(
                    (at for at, one in enumerate(known) if at >= len(actions) or actions[at] != one), len(known)
                )
                lines += [f"{name}: taken back {action}" for action, _ in reversed(known[kept:])]
                new = list(enumerate(actions, 1))[kept:]
                lines += [f"{name}: {at}. {colour} {action}" for at, (action, colour) in new]
                if board["result"] and text != last_text:
                    lines.append(f"{name}: {text}")
            self._told[name] = board["number"], actions, text
        return lines


def boards_of(hub: LiveHub, board: str | None) -> list[dict[str, Any]]:
    """Return what is told of the boards that play a game, or of the one that is asked for."""
    told = [json.loads(one.text(FULL)) for one in hub.boards() if board in (None, one.board)]
    for one in told:
        one["result"] = (one["position"] or {}).get("result")
    return [one for one in told if one["number"] is not None]


def waiting_words(board: str | None) -> str:
    """Return what is said while no board plays."""
    which = f"board {board}" if board else "a board"
    return f"Waiting for {which} to play: log boards with hexlume log, or start one with hexlume play."


def title_of(board: dict[str, Any]) -> str:
    """Return a board's line: its id, its game and who plays."""
    names = board["players"]
    players = f": {names['white'] or 'white'} : {names['black'] or 'black'}" if any(names.values()) else ""
    return f"{board['board']}, game {board['number']}, {_game(board)}{players}"


def _game(board: dict[str, Any]) -> str:
    return f"{board['rules']} on {board['on']}"


def _print_once(hub: LiveHub, board: str | None) -> None:
    from .board_text import board_text  # noqa: PLC0415 - only needed here

    shown = boards_of(hub, board)
    if not shown:
        if board is not None:
            raise HostError(f"The store has no live game of board {board}: see hexlume games.")
        say("No board plays now.")
        return
    out = console()
    for one in shown:
        out.print(title_of(one), soft_wrap=True)
        if one["position"]:
            out.print(board_text(one["position"]))
        actions = one["actions"]
        last = f"{len(actions)}. {actions[-1][1]} {actions[-1][0]}. " if actions else ""
        out.print(last + one["text"], soft_wrap=True)
        out.print()
