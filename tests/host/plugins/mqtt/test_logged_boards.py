"""Boards on pseudo-terminals, the real logger, a real broker: what the broker ends with."""

from typing import Any

import pytest

from hexlume_host.store.repository import Store
from hexlume_plugins.mqtt.topics import OFFLINE, host_status
from tests.host.conftest import wait_until
from tests.host.plugins.mqtt.mosquitto import Mosquitto
from tests.host.plugins.mqtt.publishing import BOARD, HOST, PacedBoard, logging, publishing

pytestmark = pytest.mark.integration


def test_the_broker_is_killed_in_mid_game_again_and_again(
    mosquitto: Mosquitto, retained: Any, store: Store, board: PacedBoard, random_game: Any
) -> None:
    """It forgets everything each time; afterwards it retains what is true, and the games are whole."""
    actions, result, reason = random_game(4, size=4)
    with publishing(mosquitto.url, store) as published, logging(board, store, published):
        game = board.begin()
        for at, (action, colour) in enumerate(actions):
            if at % 8 == 3:
                mosquitto.kill()
            if at % 8 == 7:
                mosquitto.start()
            board.act(action, colour)
            # The board is acknowledged as ever, with and without the broker.
            board.wait_acked()
        mosquitto.kill()
        board.play([], result, reason)
        board.wait_acked()
        mosquitto.start()
        wait_until(lambda: retained(mosquitto.url).get(BOARD.game, {}).get("status") == "over", 60)
        there = retained(mosquitto.url)
    assert there[BOARD.game]["game"] == game
    assert (there[BOARD.game]["status"], there[BOARD.game]["actions"]) == ("over", len(actions))
    assert there[BOARD.status] == there[host_status(HOST)] == "online"
    assert there[BOARD.discovery]["components"]
    assert [(one.action, one.colour) for one in store.record(game).actions] == actions
    assert sum("was lost" in sentence for sentence in published.said) >= 1
    # Who says goodbye says that all is gone, and its last values stay.
    later = retained(mosquitto.url)
    assert later[BOARD.status] == later[host_status(HOST)] == "offline"
    assert later[BOARD.game] == there[BOARD.game]


def test_another_program_of_the_same_name_does_not_leave_us_dead(
    mosquitto: Mosquitto, subscribe: Any, store: Store
) -> None:
    """Such as our own last run, whose will comes when its connection has timed out."""
    subscriber = subscribe(mosquitto.url)
    status = host_status(HOST)
    with publishing(mosquitto.url, store):
        wait_until(lambda: subscriber.all(status) == ["online"])
        subscriber.client.publish(status, OFFLINE, retain=True)
        wait_until(lambda: subscriber.all(status) == ["online", "offline", "online"])


def test_a_broker_that_hangs_does_not_delay_the_logging(
    mosquitto: Mosquitto, retained: Any, store: Store, board: PacedBoard
) -> None:
    with publishing(mosquitto.url, store) as published, logging(board, store, published):
        game = board.begin()
        board.wait_acked()
        wait_until(lambda: BOARD.game in retained(mosquitto.url))
        with mosquitto.stopped():
            for _ in range(100):
                board.act("Wd4", "white")
                board.undo()
            board.act("Wd4", "white")
            board.wait_acked()
            assert len(store.record(game).events) == 202
        wait_until(lambda: retained(mosquitto.url)[BOARD.game]["last_action"] == "Wd4")
        assert retained(mosquitto.url)[BOARD.game]["problem"] is None
    assert len(published.said) == 1
