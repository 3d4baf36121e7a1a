"""``hexlume show``: one game of the store."""

from typing import Annotated

import typer

from hexlume_record.errors import RecordError
from hexlume_record.formats.json import record_json
from hexlume_record.game.diagram import position_text
from hexlume_record.game.record import FINISHED, FROM_FILE, INCOMPLETE, GameRecord, Players
from hexlume_record.game.replay import Ply, Replay, replay_of
from hexlume_record.game.state import GameState
from hexlume_record.variations.board import GameVariations
from hexlume_record.variations.json import variations_json
from hexlume_record.variations.text import tree_lines
from hexlume_record.words.text import clock_words, game_words, time_words, took_words

from .games import started_words
from .options.store import GameArgument, StoreOption, open_to_read, record_of
from .output import JsonOption, print_json, say


def show(
    game: GameArgument,
    ply: Annotated[
        int | None, typer.Option("--ply", metavar="N", min=0, help="Show the position after N actions instead.")
    ] = None,
    plies: Annotated[
        bool,
        typer.Option("--plies", help="Print a line for each action: its time, its clock, and what was taken back."),
    ] = False,
    variations: Annotated[
        bool, typer.Option("--variations", help="Show the game as a tree, with what was tried and taken back.")
    ] = False,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show one game: its actions, its result and a position.

    With --json this is the record of the game; --variations adds to it what was tried and taken back. hexlume analyse
    says what the engine thinks of the game.

    Examples:  hexlume show 3  ·  hexlume show 3 --ply 12  ·  hexlume show 3 --variations  ·  hexlume show 3 --json
    """
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
            print("\n".join([*tree_lines(tried.tree), *([tried.problem] if tried.problem else [])]))
    elif json:
        print_json(record_json(record, imported))
    elif plies or ply is not None:
        _print_plies(replay_of(record), ply)
    else:
        _print_game(record)


def _print_plies(replay: Replay, number: int | None) -> None:
    """Print the position after a number of actions, or a line for every action."""
    if number is not None:
        ply = replay.ply(number)
        say(f"{ply_words(ply)}\n\n{position_text(replay.game(number))}")
        say(ply.position["result_words"] or ply.position["due"])
        return
    for ply in replay.plies:
        say(ply_words(ply))
    for words in (replay.problem, replay.result_words):
        if words:
            say(words)


def ply_words(ply: Ply) -> str:
    """Return a line about a ply: its action, its time, what it captured, what is forced and what was taken back."""
    shown = ply.position
    parts = {
        "after": "" if ply.took_ms is None else took_words(ply.took_ms),
        "clock": "" if ply.left_ms is None else time_words(ply.left_ms),
        "taken off:": " ".join(shown["captured"]),
        f"{shown['to_move']} has to turn over:": " ".join(shown["forced"]),
        "tried and taken back:": " ".join(ply.taken_back),
    }
    action = f"{ply.number}. {ply.colour} {ply.action}" if ply.number else "The start"
    return ", ".join([action, *(f"{name} {words}" for name, words in parts.items() if words)])


def _print_game(record: GameRecord) -> None:
    state, players = GameState.replay(record), record.players
    say(f"Game {record.id}: {game_words(record.rules, record.on, record.options)}")
    say(_players_line(record.starters))
    if record.clock:
        say(f"Clock: {record.clock} ({clock_words(record.clock)})")
    say(f"Begun {started_words(record)}{_origin(record)}\n")
    number = 1
    for colour, actions in state.turns():
        numbered = "  ".join(f"{number + step}. {action}" for step, action in enumerate(actions))
        number += len(actions)
        say(f"{colour:<6} {numbered}")
    say("")
    if record.seats_swapped:
        say(f"The players have exchanged their colours. {_players_line(players)}")
    say(state.result_words if record.ending.status == FINISHED else f"The game is {record.ending.status}.")
    if record.ending.status == INCOMPLETE:
        say("The board had no room left for the rest before a host came.")
    winner = {"W+": players.white, "B+": players.black}.get(record.ending.result or "", "")
    if winner:
        say(f"The winner is {winner}.")
    if state.problem:
        say(state.problem)
    if state.game is not None:
        say(f"\n{position_text(state.game)}")


def _players_line(players: Players) -> str:
    return f"White: {players.white or 'not named'}   Black: {players.black or 'not named'}"


def _origin(record: GameRecord) -> str:
    hardware = ", ".join(part for part in (record.panel, record.firmware and f"firmware {record.firmware}") if part)
    board = f" on board {record.board}{f' ({hardware})' if hardware else ''}" if record.board else ""
    return f"{board}, imported from a file" if record.source == FROM_FILE else board
