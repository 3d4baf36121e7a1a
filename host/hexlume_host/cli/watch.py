"""``hexlume watch``: the boards that are playing now, and those of this computer."""

import json as json_format
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from hexlume_record.errors import HexlumeError
from hexlume_record.words.text import game_words

from ..device.discovery import FoundPort, found_ports
from ..web.live.board import FULL, LOST
from ..web.live.hub import LiveHub
from ..web.live.store_watch import LOOK_SECONDS, StoreWatch
from .options.store import StoreOption, open_to_read
from .output import JsonOption, console, ending_on_ctrl_c, is_terminal, print_json

_WAITING = "Waiting for {} to play: log boards with hexlume log, or start one with hexlume play."


def watch(
    board: Annotated[
        str | None, typer.Argument(metavar="[BOARD]", help="Show only the game of the board with this id.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Print the list once and end, as without a terminal.")] = False,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show the boards that play now, and those of this computer.

    Games come from the store, whichever program logs boards into it. Boards and simulators of this computer are listed
    with their ports, also those that play nothing. The list follows both until Ctrl-C.

    Examples:  hexlume watch  ·  hexlume watch b0a4d  ·  hexlume watch --json
    """
    with open_to_read(store) as opened:
        hub = LiveHub()
        store_watch = StoreWatch(opened, hub)
        store_watch.look()
        if json or once or not is_terminal():
            ports, boards = _ports(board), playing(hub, board)
            if not boards and board is not None:
                raise HexlumeError(f"The store has no live game of board {board}: see hexlume games.")
            if json:
                print_json({"playing": list(map(_game_json, boards)), "ports": [asdict(port) for port in ports]})
            else:
                console().print(shown(boards, ports))
            return
        with ending_on_ctrl_c(), Live(console=console(), auto_refresh=False) as screen:
            while True:
                waiting = _WAITING.format(f"board {board}" if board else "a board")
                screen.update(shown(playing(hub, board), _ports(board), waiting), refresh=True)
                time.sleep(LOOK_SECONDS)
                store_watch.look()


def playing(hub: LiveHub, board: str | None) -> list[dict[str, Any]]:
    """Return the pages' messages about the boards that play a game, or about the named one only."""
    there = [one for one in hub.boards() if one.state != LOST]
    messages = [json_format.loads(one.text(FULL)) for one in there if board in (None, one.board)]
    return [message for message in messages if message["number"] is not None]


def shown(
    boards: Sequence[dict[str, Any]], ports: Sequence[FoundPort], none_plays: str = "No board plays now."
) -> RenderableType:
    """Return what is shown: a paragraph for each game, and a line for each port."""
    parts = ["\n".join(_game_lines(one)) for one in boards] or [none_plays]
    if ports:
        lines = [f"  {port.port}  {port.description} {port.serial}".rstrip() for port in ports]
        parts.append("\n".join(["This computer's boards:", *lines]))
    return Group(*(Text(part if at == 0 else f"\n{part}") for at, part in enumerate(parts)))


def _ports(board: str | None) -> list[FoundPort]:
    """Return the ports that are shown: all, or none where one board's game is asked for."""
    return found_ports() if board is None else []


def _game_lines(one: dict[str, Any]) -> list[str]:
    names, actions = one["players"], one["actions"]
    players = f", {names['white'] or '?'} : {names['black'] or '?'}" if any(names.values()) else ""
    game = game_words(one["rules"], one["on"], one["chosen"])
    lines = [f"{one['board']}  game {one['number']}, {game}{players}"]
    if actions:
        action, colour = actions[-1]
        lines.append(f"  {len(actions)} action{'s' * (len(actions) > 1)}, the last one {action} by {colour}")
    lines.append(f"  {one['text']}")
    differs = sorted({**one["differs"], **one["reasons"]}.items())
    return [*lines, *(f"  On {cell}: {what.rstrip('.')}." for cell, what in differs)]


def _game_json(one: dict[str, Any]) -> dict[str, Any]:
    return {name: one[name] for name in ("board", "number", "rules", "on", "players", "actions", "text")}
