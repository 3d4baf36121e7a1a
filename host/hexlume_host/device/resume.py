"""Resuming a stored game on a board: its lights then ask for the position to be set up."""

import queue
import time
from collections.abc import Callable, Iterator
from typing import Any

from hexlume.games.game import Game
from hexlume.match.game_clock import NONE
from hexlume_record.errors import RecordError

from ..errors import LinkError
from .listener import LinkListener
from .messages import Answer, Hello

ACTIONS_A_PART = 60
"""Actions sent in one command, which keeps its line within the protocol's limit."""
ANSWER_SECONDS = 20.0


class BoardReplies(LinkListener):
    """The board's greetings and answers, for the thread that waits for them."""

    def __init__(self) -> None:
        self.answers: queue.Queue[Answer] = queue.Queue()
        self.met: queue.Queue[Hello] = queue.Queue()

    def hello(self, board: Hello) -> None:
        """Note that the board is there."""
        self.met.put(board)

    def answer(self, answer: Answer) -> None:
        """Note what became of a command."""
        self.answers.put(answer)


def meet(replies: BoardReplies) -> Hello:
    """Wait for the board and return what it said; raises ``LinkError`` when it does not come."""
    try:
        return replies.met.get(timeout=ANSWER_SECONDS)
    except queue.Empty:
        raise LinkError("The board does not say hello, so no game can be taken up on it.") from None


def set_up(command: Callable[..., int | None], replies: BoardReplies, game: Game, clock: str = NONE) -> None:
    """Have a board that is there begin a game after all its actions, by a time control from here on.

    Raises ``RecordError`` when the board refuses it, ``LinkError`` when it does not answer.
    """
    for do, arguments in commands(game, clock):
        carry_out(command, replies, do, **arguments)


def commands(game: Game, clock: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the commands, each with its arguments, that have a board begin a game after all its actions."""
    actions = game.actions()
    start = {"rules": game.NAME, "size": game.size, "options": dict(game.options), "clock": clock}
    yield "new", {**start, "actions": actions[:ACTIONS_A_PART]}
    for at in range(ACTIONS_A_PART, len(actions), ACTIONS_A_PART):
        yield "actions", {"actions": actions[at : at + ACTIONS_A_PART]}


def carry_out(command: Callable[..., int | None], replies: BoardReplies, do: str, **arguments: object) -> None:
    """Send a command and wait for its answer; raises ``RecordError`` for a refusal, ``LinkError`` without an answer."""
    identity = command(do, **arguments)
    deadline = time.monotonic() + ANSWER_SECONDS
    while identity is not None:
        try:
            answer = replies.answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            break
        if answer.id == identity:
            if not answer.ok:
                raise RecordError(f"The board cannot take the game up: {answer.error}.")
            return
    raise LinkError("The board does not answer, so the game is not taken up on it.")
