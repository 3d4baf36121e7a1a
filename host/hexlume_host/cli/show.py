"""``hexlume show``: one game of the store."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Annotated

import typer

from hexlume_record.errors import RecordError
from hexlume_record.formats.json import record_json
from hexlume_record.formats.link import LinkedGame, is_link, read_link
from hexlume_record.game.diagram import position_text
from hexlume_record.game.record import FINISHED, FROM_FILE, Action, GameRecord, Players, turns_of
from hexlume_record.game.replay import Replay, replay_of
from hexlume_record.game.state import GameState
from hexlume_record.words.text import clock_words, game_words

from .games import started_words
from .options.store import GameArgument, StoreOption, open_to_read, record_of
from .output import JsonOption, print_json, say


def show(
    game: GameArgument,
    ply: Annotated[
        int | None, typer.Option("--ply", metavar="N", min=0, help="Show the position after N actions instead.")
    ] = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show one game: its actions, its result and a position.

    With --json this is the record of the game. hexlume analyse says what the engine thinks of the game. Instead of a
    game of the store it takes a link (hexlume export).

    Examples:  hexlume show 3  ·  hexlume show 3 --ply 12  ·  hexlume show 3 --json
    """
    if is_link(game):
        _print_linked(read_link(game))
        return
    with open_to_read(store) as opened:
        record = record_of(opened, game)
        imported = opened.variations(record) if json else None
    if json:
        print_json(record_json(record, imported))
    elif ply is not None:
        _print_ply(replay_of(record), ply)
    else:
        say("\n".join(_game_lines(record)))


def _print_linked(linked: LinkedGame) -> None:
    game = linked.tree.game_after(linked.node)
    title = game_words(game.NAME, game.grid.board, game.options)
    turns = turns_of(Action(node.action, node.colour) for node in linked.node.line())
    say("\n".join([title, "", *_turn_lines(turns), "", position_text(game)]))
    if linked.problem:
        raise RecordError(linked.problem)


def _print_ply(replay: Replay, number: int) -> None:
    """Print the position after a number of actions."""
    ply = replay.ply(number)
    say(f"{number}. {ply.colour} {ply.action}" if number else "The start")
    say(f"\n{position_text(replay.game(number))}")
    say(ply.position["result_words"] or ply.position["due"])


def _game_lines(record: GameRecord) -> list[str]:
    state = GameState.replay(record)
    starters, players = record.starters, record.players
    begun = f"Begun {started_words(record)}"
    if record.device:
        begun += f" on board {record.device}"
    lines = [
        f"Game {record.id}: {game_words(record.rules, record.board, record.options)}",
        _players_line(starters),
        f"{begun}, imported from a file" if record.source == FROM_FILE else begun,
    ]
    if record.clock:
        lines.append(f"Clock: {record.clock} ({clock_words(record.clock)})")
    lines += ["", *_turn_lines(state.turns()), ""]
    if record.seats_swapped:
        lines.append(f"The players have exchanged their colours. {_players_line(players)}")
    lines.append(state.result_words if record.ending.status == FINISHED else f"The game is {record.ending.status}.")
    if winner := {"W+": players.white, "B+": players.black}.get(record.ending.result or "", ""):
        lines.append(f"The winner is {winner}.")
    if state.problem:
        lines.append(state.problem)
    if state.game is not None:
        lines += ["", position_text(state.game)]
    return lines


def _turn_lines(turns: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    numbers = count(1)
    for colour, actions in turns:
        yield f"{colour:<6} {'  '.join(f'{next(numbers)}. {action}' for action in actions)}"


def _players_line(players: Players) -> str:
    return f"White: {players.white or 'not named'}   Black: {players.black or 'not named'}"
