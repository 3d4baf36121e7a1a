"""``hexlume show``: one game of the store."""

from typing import Annotated

import typer

from hexlume_record.errors import RecordError
from hexlume_record.formats.json import record_json
from hexlume_record.formats.link import LinkedGame, is_link, read_link
from hexlume_record.game.diagram import position_text
from hexlume_record.game.record import FINISHED, FROM_FILE, GameRecord, Players
from hexlume_record.game.replay import Replay, replay_of
from hexlume_record.game.state import GameState
from hexlume_record.variations.board import GameVariations
from hexlume_record.variations.json import variations_json
from hexlume_record.variations.text import tree_lines
from hexlume_record.words.text import clock_words, game_words

from .games import started_words
from .options.store import GameArgument, StoreOption, open_to_read, record_of
from .output import JsonOption, print_json, say


def show(
    game: GameArgument,
    ply: Annotated[
        int | None, typer.Option("--ply", metavar="N", min=0, help="Show the position after N actions instead.")
    ] = None,
    variations: Annotated[
        bool, typer.Option("--variations", help="Show the game as a tree, with what was tried and taken back.")
    ] = False,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show one game: its actions, its result and a position.

    With --json this is the record of the game; --variations adds to it what was tried and taken back. hexlume analyse
    says what the engine thinks of the game. Instead of a game of the store it takes a link (hexlume export).

    Examples:  hexlume show 3  ·  hexlume show 3 --ply 12  ·  hexlume show 3 --variations  ·  hexlume show 3 --json
    """
    if is_link(game):
        _print_linked(read_link(game))
        return
    with open_to_read(store) as opened:
        record = record_of(opened, game)
        imported = opened.variations(record) if json else None
    if variations:
        tried = GameVariations(record.events)
        if tried.problem and not len(tried.tree):
            raise RecordError(tried.problem)
        if json:
            print_json(record_json(record, variations_json(tried.tree)))
        else:
            say("\n".join(filter(None, [*tree_lines(tried.tree), tried.problem])))
    elif json:
        print_json(record_json(record, imported))
    elif ply is not None:
        _print_ply(replay_of(record), ply)
    else:
        say("\n".join(_game_lines(record)))


def _print_linked(linked: LinkedGame) -> None:
    game = linked.tree.game_after(linked.node)
    title = game_words(game.NAME, game.grid.board, game.options)
    say("\n".join([title, "", *tree_lines(linked.tree), "", position_text(game)]))
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
    lines.append("")
    number = 1
    for colour, actions in state.turns():
        numbered = "  ".join(f"{number + step}. {action}" for step, action in enumerate(actions))
        number += len(actions)
        lines.append(f"{colour:<6} {numbered}")
    lines.append("")
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


def _players_line(players: Players) -> str:
    return f"White: {players.white or 'not named'}   Black: {players.black or 'not named'}"
