"""The replay of a game that a link holds, up to where the link is damaged."""

from datetime import UTC, datetime

from ..game.record import FINISHED, Action, Ending, GameRecord, seats_swapped, turns_of
from ..game.replay import Ply, Replay
from ..game.view import position_view
from ..variations.start import game_at
from ..words.text import outcome_words
from .link import PUZZLE, read_link

FROM_LINK = "link"
FROM_POSITION = "position"
FROM_PUZZLE = "puzzle"
"""The sources of a game that only a link has: from its start on, from a position that was set up, up to a puzzle."""


def linked_replay(text: str) -> Replay:
    """Return the replay of a link's game; raises ``RecordError`` if not even its start can be read."""
    linked = read_link(text)
    game = game_at(linked.tree.start)
    nodes = linked.node.line()
    turns = turns_of(Action(node.action, node.colour) for node in nodes)
    numbers = [number for number, (_, actions) in enumerate(turns, 1) for _ in actions]
    plies = [Ply(0, "", "", 0, None, None, None, (), position_view(game))]
    for number, node in enumerate(nodes, 1):
        game.push_text(node.action)
        turn = numbers[number - 1]
        plies.append(Ply(number, node.action, node.colour, turn, None, None, None, (), position_view(game)))
    source = FROM_POSITION if "position" in linked.tree.start else FROM_PUZZLE if text.endswith(PUZZLE) else FROM_LINK
    outcome = game.outcome
    record = GameRecord(
        id=0,
        game=text,
        source=source,
        device="",
        panel="",
        firmware="",
        rules=game.NAME,
        board=game.grid.board,
        options=dict(game.options),
        clock=None,
        white="",
        black="",
        started_at=datetime.now(UTC),
        start_known=False,
        ended_at=None,
        seats_swapped=seats_swapped(linked.actions),
        ending=Ending() if outcome is None else Ending(FINISHED, game.result, outcome.reason),
        events=(),
    )
    return Replay(record, tuple(plies), linked.problem, outcome_words(game))
