"""Sessions of a site: what they remember of games stays bounded."""

from types import SimpleNamespace

import pytest

from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import NETWORK_GAME, LiveHub
from hexlume_plugins.netplay.board_seat import BoardSeat
from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.sessions import MAX_GAMES, NewGame, Sessions


def test_a_game_that_is_over_makes_room_and_running_ones_do_not(store: Store) -> None:
    hub, asked = LiveHub(store), NewGame(rules="hex", colour="white")
    sessions = Sessions(store, hub)
    first = sessions.play(asked.saved)
    left: list[str] = []
    for number in range(MAX_GAMES - 1):
        other = SimpleNamespace(over=number == 5, ended=number == 9, fail=left.append, close=list, board=first.board)
        sessions.games[str(number)] = other  # type: ignore[assignment]
        hub.publish((NETWORK_GAME, str(number)), "shown")
    for gone in ("5", "9"):
        last = sessions.play(asked.saved)
        assert hub.text((NETWORK_GAME, gone)) == "" and hub.text((NETWORK_GAME, "6")) == "shown"
        assert gone not in sessions.games and sessions.games[last.saved.key] is last
    assert sessions.games[first.saved.key] is first and len(sessions.games) == MAX_GAMES and len(left) == 2
    with pytest.raises(NetplayError, match="end one first"):
        sessions.play(asked.saved)
    first.close()
    last.close()


def test_board_belongs_to_the_latest_game(store: Store) -> None:
    sessions, asked = Sessions(store, LiveHub(store)), NewGame(rules="hex", device="hexlume-1")
    first, second = sessions.play(asked.saved), sessions.play(asked.saved)
    try:
        assert isinstance(first.board, BoardSeat) and (first.board.device, second.board.device) == ("", "hexlume-1")
        assert "Another game is played at the board now" in first.sentences[-1]
    finally:
        sessions.close()
