"""A game that a host begins with actions: nothing comes before them, whatever happens while they are played."""

import random
from collections.abc import Callable

import pytest

from hexlume import games
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost

ACTIONS = 40
FIRST = 26
Meanwhile = Callable[[VirtualBoard, VirtualHost], Hands]


def actions() -> list[str]:
    choice = random.Random(4)
    game = games.start("orochi", 4)
    while len(game.codes) < ACTIONS and game.result is None:
        game.push(choice.choice(game.legal_actions()))
    assert len(game.codes) == ACTIONS
    return game.actions()


def put_a_disc(board: VirtualBoard, host: VirtualHost) -> Hands:
    yield from board.put("d4", "white")


def open_and_leave_the_menu(board: VirtualBoard, host: VirtualHost) -> Hands:
    yield from board.press("menu", 40)
    yield from board.put("d4", "white")
    yield from board.press("back", 40)


def play_by_the_host(board: VirtualBoard, host: VirtualHost) -> Hands:
    host.command("play", action=actions()[0])
    host.command("back")
    yield 100 * MS


def started(meanwhile: Meanwhile) -> tuple[list[dict[str, object]], list[str]]:
    """Return the answers to a game that starts with actions and to settings, and what is on its record.

    New game and settings come in one pass of the board's loop.
    """
    sent = actions()
    answers: list[dict[str, object]] = []
    played: list[str] = []

    def hands(board: VirtualBoard) -> Hands:
        host = VirtualHost(board)
        yield 1_000 * MS
        asked = [host.command("new", rules="orochi", size=4, actions=sent[:FIRST])]
        asked.append(host.command("settings", hints="off"))
        asked.append(host.command("actions", actions=sent[FIRST:]))
        while len(answers) < len(asked):
            yield MS
            answers[:] = [told for told in host.messages("board") if told.get("id") in asked]
        kinds = [told["kind"] for told in host.messages("board") if told["type"] == "event"]
        assert kinds.count("action") < ACTIONS, "some are still to be played"
        yield from meanwhile(board, host)
        yield 3_000 * MS
        answers[:] = [told for told in host.messages("board") if told.get("id") in asked]
        events = [told for told in host.messages("board") if told["type"] == "event"]
        played.extend(told.get("action", told["kind"]) for told in events if told["game"] == events[-1]["game"])

    VirtualBoard().run(hands)
    return answers, played


@pytest.mark.parametrize(
    "meanwhile",
    [put_a_disc, open_and_leave_the_menu, play_by_the_host],
    ids=lambda do: do.__name__,
)
def test_further_actions_are_taken_and_all_are_played_first(meanwhile: Meanwhile) -> None:
    answers, played = started(meanwhile)
    assert all(answer["ok"] for answer in answers), answers
    assert played == ["start", *actions()]
