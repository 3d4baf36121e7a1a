"""``hexlume watch``: the boards that are playing now."""

import json
import time
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ..errors import HostError
from ..web.live.board import FULL, LOST
from ..web.live.hub import LiveHub
from ..web.live.store_watch import LOOK_SECONDS, StoreWatch
from .options.store import StoreOption, open_to_read
from .output import console, ending_on_ctrl_c, is_terminal

_WAITING = "Waiting for {} to play: log boards with hexlume log, or start one with hexlume play."


def watch(
    board: Annotated[str | None, typer.Argument(metavar="[BOARD]", help="Show only the board with this id.")] = None,
    once: Annotated[bool, typer.Option("--once", help="Print the table once and end, as without a terminal.")] = False,
    store: StoreOption = None,
) -> None:
    """Show the boards that are playing now.

    The table follows the store, whichever program logs boards into it. Ctrl-C ends.

    Examples:  hexlume watch  ·  hexlume watch b0a4d  ·  hexlume watch --once
    """
    with open_to_read(store) as opened:
        hub = LiveHub()
        store_watch = StoreWatch(opened, hub)
        store_watch.look()
        if once or not is_terminal():
            console().print(boards_table(playing(hub, board), board, once=True))
            return
        with ending_on_ctrl_c(), Live(console=console(), auto_refresh=False) as screen:
            while True:
                screen.update(boards_table(playing(hub, board), board), refresh=True)
                time.sleep(LOOK_SECONDS)
                store_watch.look()


def playing(hub: LiveHub, board: str | None) -> list[dict[str, Any]]:
    """Return the pages' messages about the boards that play a game, or about the named one only."""
    there = [one for one in hub.boards() if one.state != LOST]
    messages = [json.loads(one.text(FULL)) for one in there if board in (None, one.board)]
    return [message for message in messages if message["number"] is not None]


def boards_table(boards: list[dict[str, Any]], board: str | None, once: bool = False) -> RenderableType:
    """Return the table of boards; raises ``HostError`` if it is for one printing and the named board does not play."""
    if not boards and once and board is not None:
        raise HostError(f"The store has no live game of board {board}: see hexlume games.")
    if not boards:
        return Text("No board plays now." if once else _WAITING.format(f"board {board}" if board else "a board"))
    table = Table(box=SIMPLE)
    for name in ("board", "game", "white : black", "actions", "last", "now"):
        table.add_column(name, justify="right" if name == "actions" else "left", overflow="fold")
    for one in boards:
        names, actions = one["players"], one["actions"]
        table.add_row(
            one["board"],
            f"{one['number']}, {one['rules']} on {one['on']}",
            f"{names['white'] or '?'} : {names['black'] or '?'}" if any(names.values()) else "",
            str(len(actions)),
            f"{actions[-1][1]} {actions[-1][0]}" if actions else "",
            Group(
                one["text"],
                *(
                    f"On {cell}: {what.rstrip('.')}."
                    for cell, what in sorted({**one["differs"], **one["reasons"]}.items())
                ),
            ),
        )
    return table
