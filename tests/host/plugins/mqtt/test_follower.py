"""What a board's news come to, by a clock of the test's own."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hexlume.games.grid import HexGrid
from hexlume_host.device.messages import Health, Hello, Table
from hexlume_host.store.repository import Board, Players, Store
from hexlume_plugins.mqtt.follower import CHECK_SECONDS, CLOCK_SECONDS, NEWS_SECONDS, BoardFollower
from hexlume_plugins.mqtt.topics import BoardTopics
from hexlume_record.game.events import BoardEvent
from hexlume_record.table.clock import ClockReport

BOARD = BoardTopics("pi", "b0a4d")
GAME = "b0a4d-1-1"


class Broker:
    """What is kept, and all that was published, in order."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.log: list[tuple[str, Any]] = []
        self.events: list[dict[str, Any]] = []

    def keep(self, topic: str, payload: str) -> None:
        value = json.loads(payload) if payload.startswith("{") else payload
        self.kept[topic] = value
        self.log.append((topic, value))

    def forget(self, topic: str) -> None:
        self.kept.pop(topic, None)

    def publish(self, topic: str, payload: str, *, for_seconds: float | None = None) -> None:
        assert topic == BOARD.event
        self.events.append(json.loads(payload))


class Scene:
    """A follower whose clock stands where the test puts it; boards tell their ticks by it."""

    def __init__(self, store: Store) -> None:
        self.broker, self.store = Broker(), store
        self.commands: list[tuple[str, dict[str, object]]] = []
        self.began = datetime(2026, 5, 1, 12, tzinfo=UTC)
        self.seconds = 0.0
        self.follower = BoardFollower(self.broker, store, "pi", "/dev/ttyACM1", self.now)
        self.follower.linked(self._command)

    def at(self, seconds: float) -> None:
        self.seconds = seconds

    def now(self) -> datetime:
        return self.began + timedelta(seconds=self.seconds)

    def hello(self, game: str = "", boot: int = 1, panel: str = "hex4") -> None:
        self.follower.hello(Hello(1, "b0a4d", "1.0", panel, boot, game, int(self.seconds * 1000)))

    def commit(self, *events: BoardEvent) -> None:
        self.store.commit(Board("b0a4d", "hex4", "1.0"), events, Players("Ann", "Ben"))
        self.follower.committed(events)

    def table(self, game: str, clock: ClockReport | None) -> None:
        self.follower.table(Table(game, {}, "", clock))

    def _command(self, do: str, **arguments: object) -> int:
        self.commands.append((do, arguments))
        return 1


@pytest.fixture
def scene(store: Store) -> Scene:
    return Scene(store)


def game(*actions: tuple[str, str], name: str = GAME, boot: int = 1, ticks: int = 0) -> Sequence[BoardEvent]:
    start = BoardEvent(name, 0, "start", ticks, {"rules": "orochi", "on": "hex4", "options": {}}, boot)
    acted = [
        BoardEvent(name, seq, "action", ticks, {"action": action, "colour": colour}, boot)
        for seq, (action, colour) in enumerate(actions, 1)
    ]
    return [start, *acted]


def test_a_store_that_is_ahead_is_not_counted_twice(scene: Scene) -> None:
    """What the store had already when the game was taken up comes once more with the link's events."""
    events = game(("Wd4", "white"), ("Bd5", "black"))
    scene.store.commit(Board("b0a4d", "hex4", "1.0"), events, Players("Ann", "Ben"))
    scene.hello(GAME)
    scene.follower.committed(events[:2])
    scene.follower.committed(events[2:])
    assert (scene.broker.kept[BOARD.game]["actions"], scene.broker.kept[BOARD.game]["problem"]) == (2, None)
    assert [(one["event_type"], one.get("number")) for one in scene.broker.events] == [
        ("game_started", None),
        ("action_played", 1),
        ("action_played", 2),
    ]


def test_what_was_left_out_is_taken_from_the_store(scene: Scene) -> None:
    events = game(("Wd4", "white"), ("Bd5", "black"), ("Wd3", "white"))
    scene.hello()
    scene.store.commit(Board("b0a4d", "hex4", "1.0"), events)
    scene.follower.committed(events[:1])
    scene.follower.committed(events[3:])
    assert scene.broker.kept[BOARD.game]["actions"] == 3
    later = game(("Wd4", "white"), name="b0a4d-1-2")
    scene.store.commit(Board("b0a4d", "hex4", "1.0"), later)
    scene.follower.committed(later[1:])
    scene.follower.committed(events[3:])
    assert scene.broker.kept[BOARD.game]["game"] == "b0a4d-1-2"


def test_news_are_told_and_what_is_old_is_not(scene: Scene) -> None:
    scene.at(1000)
    scene.hello()
    old, young = 1000 - NEWS_SECONDS - 1, 1000 - NEWS_SECONDS + 1
    events = game(("Wd4", "white"), ticks=int(old * 1000))
    scene.commit(*events)
    scene.commit(BoardEvent(GAME, 2, "undo", int(young * 1000), {}, 1))
    assert scene.broker.kept[BOARD.game]["actions"] == 0
    assert [one["event_type"] for one in scene.broker.events] == ["taken_back"]
    assert scene.broker.events[0]["at"] == (scene.began + timedelta(seconds=young)).isoformat(timespec="seconds")
    # Of another start of the board nobody knows when it was.
    scene.commit(*game(("Wd4", "white"), name="b0a4d-0-9", boot=0, ticks=10_000_000))
    assert len(scene.broker.events) == 1


def test_news_after_weeks_are_still_news(scene: Scene) -> None:
    """The board's crystal drifts from the computer's by up to 30 millionths (docs/logging.md)."""
    scene.hello()
    for days in (1, 30, 300):
        scene.at(days * 86_400)
        slow = int(scene.seconds * 1000 * (1 - 30e-6))
        scene.commit(*game(("Wd4", "white"), name=f"b0a4d-1-{days}", ticks=slow))
        assert [one["event_type"] for one in scene.broker.events[-2:]] == ["game_started", "action_played"]
        assert scene.broker.events[-1]["at"] == scene.now().isoformat(timespec="seconds")
        assert scene.broker.events[-1]["game"] == f"b0a4d-1-{days}"


def test_players_change_colours(scene: Scene) -> None:
    """Rule ACT-3: after ``swap`` the other player has white."""
    start = {"rules": "orochi", "on": "hex4", "options": {"pie": True}}
    scene.hello()
    scene.commit(BoardEvent(GAME, 0, "start", 0, start, 1))
    scene.commit(BoardEvent(GAME, 1, "action", 0, {"action": "Wd4", "colour": "white"}, 1))
    assert (scene.broker.kept[BOARD.game]["white"], scene.broker.kept[BOARD.game]["black"]) == ("Ann", "Ben")
    scene.commit(BoardEvent(GAME, 2, "action", 0, {"action": "swap", "colour": "black"}, 1))
    assert (scene.broker.kept[BOARD.game]["white"], scene.broker.kept[BOARD.game]["black"]) == ("Ben", "Ann")
    scene.commit(BoardEvent(GAME, 3, "conclude", 0, {"result": "W+", "reason": "resigned"}, 1))
    assert scene.broker.events[-1] | {"at": ""} == {
        "event_type": "game_over",
        "game": GAME,
        "at": "",
        "result": "W+",
        "winner": "white",
        "player": "Ben",
        "result_words": "White wins: black resigned",
    }


def clock(white: int, running: str | None = "white") -> ClockReport:
    return ClockReport("fischer 300+5", {"white": white, "black": 300_000}, {"white": 0, "black": 0}, running, None)


def test_a_running_clock_is_told_now_and_then_and_a_turn_at_once(scene: Scene) -> None:
    scene.hello()
    scene.commit(*game())
    scene.broker.log.clear()
    for second in range(31):
        scene.at(second)
        scene.table(GAME, clock(300_000 - second * 1000))
    told = [value["white"] for topic, value in scene.broker.log if topic == BOARD.clock]
    assert told == [300.0, *(300.0 - CLOCK_SECONDS * count for count in (1, 2, 3))]
    scene.at(31)
    scene.table(GAME, clock(270_000, "black"))
    assert scene.broker.kept[BOARD.clock]["running"] == "black"
    scene.commit(*game(name="b0a4d-1-2"))
    assert scene.broker.kept[BOARD.clock]["control"] is None


def test_the_sensors_are_asked_for_at_hello_and_every_hour(scene: Scene) -> None:
    scene.hello(panel="hex4")
    assert scene.commands == [("health", {"on": True})]
    slices(scene, "hex4", {"c3": "dead"})
    assert scene.commands[1:] == [("health", {"on": False})]
    assert scene.broker.kept[BOARD.sensors] == {
        "sensors": 37,
        "faulty": 1,
        "cells": {"c3": "dead"},
        "at": "2026-05-01T12:00:00+00:00",
    }
    scene.at(CHECK_SECONDS - 1)
    scene.follower.changed()
    assert len(scene.commands) == 2
    scene.at(CHECK_SECONDS)
    scene.follower.changed()
    slices(scene, "hex4", {})
    assert scene.broker.kept[BOARD.sensors]["faulty"] == 0
    scene.follower.closed()
    scene.at(10 * CHECK_SECONDS)
    scene.follower.changed()
    assert len(scene.commands) == 4


def slices(scene: Scene, panel: str, faults: dict[str, str]) -> None:
    cells = HexGrid(int(panel[3:])).cells
    for first in range(0, cells, 16):
        numbers = (2048,) * min(16, cells - first)
        names = [HexGrid(4).name(cell) for cell in range(first, first + len(numbers))]
        there = {name: word for name, word in faults.items() if name in names}
        scene.follower.health(Health(first, numbers, numbers, numbers, numbers, there))


def test_an_unknown_panel_has_no_sensors(scene: Scene) -> None:
    scene.hello(panel="hex99")
    assert scene.commands == []
    assert BOARD.sensors not in scene.broker.kept


def test_another_board_on_the_same_port(scene: Scene) -> None:
    scene.hello()
    scene.follower.hello(Hello(1, "other", "1.0", "hex4", 1, ""))
    other = BoardTopics("pi", "other")
    assert (scene.broker.kept[BOARD.status], scene.broker.kept[other.status]) == ("offline", "online")
    assert BOARD.discovery not in scene.broker.kept
    assert other.discovery in scene.broker.kept
