"""``hexlume link``: a game as a text that fits into a message (docs/record.md)."""

from typing import Annotated

import typer

from hexlume_record.errors import RecordError
from hexlume_record.formats.link import link_text
from hexlume_record.game.state import GameState
from hexlume_record.variations.start import game_start

from .options.store import GameArgument, StoreOption, open_to_read, record_of
from .output import say


def link(
    game: GameArgument,
    ply: Annotated[int | None, typer.Option("--ply", metavar="N", min=0, help="Only the first N actions.")] = None,
    store: StoreOption = None,
) -> None:
    """Print a game as a link: its start and its actions.

    hexlume show and import take such a text, and the analysis page of every Hexlume does behind a # in its address.

    Examples:  hexlume link 3  ·  hexlume link 3 --ply 12
    """
    with open_to_read(store) as opened:
        record = record_of(opened, game)
    state = GameState.replay(record)
    if state.problem:
        raise RecordError(state.problem)
    start = game_start(record.rules, record.board, record.options)
    say(link_text(start, [action.action for action in state.actions][:ply]))
