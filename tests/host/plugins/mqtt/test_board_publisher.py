"""What a board's news come to, by a clock of the test's own."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from hexlume_host.device.messages import Hello, Table
from hexlume_host.store.repository import Board, Players, Store
from hexlume_plugins.mqtt.board_publisher import NEWS_SECONDS, BoardPublisher
from hexlume_plugins.mqtt.topics import BoardTopics
from hexlume_record.game.events import BoardEvent

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

    def publish(self, topic: str, payload: str) -> None:
        assert topic == BOARD.event
        self.events.append(json.loads(payload))


class Scene:
    """A publisher whose clock stands where the test puts it; boards tell their ticks by it."""

    def __init__(self, store: Store) -> None:
        self.broker, self.store, self.seconds = Broker(), store, 0.0
        self.publisher = BoardPublisher(self.broker, store, "pi", "/dev/ttyACM1", lambda: self.seconds)

    def hello(self, game: str = "", boot: int = 1, panel: str = "hex4") -> None:
        self.publisher.hello(Hello(1, "b0a4d", "1.0", panel, boot, game, int(self.seconds * 1000)))

    def commit(self, *events: BoardEvent) -> None:
        self.store.commit(Board("b0a4d", "hex4", "1.0"), events, Players("Ann", "Ben"))
        self.publisher.committed(events)


@pytest.fixture
def scene(store: Store) -> Scene:
    return Scene(store)


def game(*actions: tuple[str, str], name: str = GAME, boot: int = 1, ticks: int = 0) -> Sequence[BoardEvent]:
    start = BoardEvent(name, 0, "start", ticks, {"rules": "orochi", "board": "hex4", "options": {}}, boot)
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
    scene.publisher.committed(events[:2])
    scene.publisher.committed(events[2:])
    assert (scene.broker.kept[BOARD.game]["actions"], scene.broker.kept[BOARD.game]["problem"]) == (2, None)
    assert [(one["event_type"], one["actions"]) for one in scene.broker.events] == [
        ("game_started", 0),
        ("action_played", 1),
        ("action_played", 2),
    ]


def test_what_was_left_out_is_taken_from_the_store(scene: Scene) -> None:
    events = game(("Wd4", "white"), ("Bd5", "black"), ("Wd3", "white"))
    scene.hello()
    scene.store.commit(Board("b0a4d", "hex4", "1.0"), events)
    scene.publisher.committed(events[:1])
    scene.publisher.committed(events[3:])
    assert scene.broker.kept[BOARD.game]["actions"] == 3
    later = game(("Wd4", "white"), name="b0a4d-1-2")
    scene.store.commit(Board("b0a4d", "hex4", "1.0"), later)
    scene.publisher.committed(later[1:])
    scene.publisher.committed(events[3:])
    assert scene.broker.kept[BOARD.game]["game"] == "b0a4d-1-2"


def test_new_values_are_published_and_old_ones_are_not(scene: Scene) -> None:
    scene.seconds = 1000
    scene.hello()
    old, young = 1000 - NEWS_SECONDS - 1, 1000 - NEWS_SECONDS + 1
    events = game(("Wd4", "white"), ticks=int(old * 1000))
    scene.commit(*events)
    scene.commit(BoardEvent(GAME, 2, "undo", int(young * 1000), {}, 1))
    assert scene.broker.kept[BOARD.game]["actions"] == 0
    assert [one["event_type"] for one in scene.broker.events] == ["taken_back"]
    # After weeks the board's crystal has drifted from the computer's by up to 30 millionths (docs/logging.md).
    scene.seconds = 30 * 86_400
    slow = int(scene.seconds * 1000 * (1 - 30e-6))
    scene.commit(*game(("Wd4", "white"), name="b0a4d-1-30", ticks=slow))
    assert [one["event_type"] for one in scene.broker.events[1:]] == ["game_started", "action_played"]
    # Of another start of the board nobody knows when it was.
    scene.commit(*game(("Wd4", "white"), name="b0a4d-0-9", boot=0, ticks=10_000_000))
    assert len(scene.broker.events) == 3


def test_players_change_colours(scene: Scene) -> None:
    """Rule ACT-3: after ``swap`` the other player has white."""
    start = {"rules": "orochi", "board": "hex4", "options": {"pie": True}}
    scene.hello()
    scene.commit(BoardEvent(GAME, 0, "start", 0, start, 1))
    scene.commit(BoardEvent(GAME, 1, "action", 0, {"action": "Wd4", "colour": "white"}, 1))
    assert (scene.broker.kept[BOARD.game]["white"], scene.broker.kept[BOARD.game]["black"]) == ("Ann", "Ben")
    scene.commit(BoardEvent(GAME, 2, "action", 0, {"action": "swap", "colour": "black"}, 1))
    assert (scene.broker.kept[BOARD.game]["white"], scene.broker.kept[BOARD.game]["black"]) == ("Ben", "Ann")
    scene.commit(BoardEvent(GAME, 3, "conclude", 0, {"result": "W+", "reason": "resigned"}, 1))
    last = scene.broker.events[-1]
    assert (last["event_type"], last["winner"], last["white"]) == ("game_over", "white", "Ben")
    assert last["result_words"] == "White wins: black resigned"


def test_another_board_on_the_same_port(scene: Scene) -> None:
    scene.hello()
    scene.publisher.hello(Hello(1, "other", "1.0", "hex4", 1, ""))
    other = BoardTopics("pi", "other")
    assert (scene.broker.kept[BOARD.status], scene.broker.kept[other.status]) == ("offline", "online")
    assert BOARD.discovery not in scene.broker.kept
    assert other.discovery in scene.broker.kept


def test_a_board_that_is_unplugged_is_offline_and_left_to_other_computers(scene: Scene) -> None:
    scene.hello()
    scene.commit(*game(("Wd4", "white")))
    scene.publisher.closed()
    assert scene.broker.kept[BOARD.status] == "offline"
    assert BOARD.discovery not in scene.broker.kept
    scene.hello(GAME)
    assert (scene.broker.kept[BOARD.status], scene.broker.kept[BOARD.game]["actions"]) == ("online", 1)


def test_hostile_texts_of_a_board_stay_texts(scene: Scene) -> None:
    texts = "{{ states('x') }} \"'\\ é😀" * 4
    scene.publisher.hello(Hello(1, "b0a4d", texts[:40], "hex99", 1, "", 0))
    start = {"rules": texts[:40], "board": texts[:20], "options": {texts: texts}}
    scene.publisher.committed([BoardEvent(GAME, 0, "start", 0, start, 1)])
    scene.publisher.committed([BoardEvent(GAME, 1, "action", 0, {"action": texts[:20], "colour": "white"}, 1)])
    scene.publisher.committed([BoardEvent(GAME, 2, "conclude", 0, {"result": "W+", "reason": texts[:200] * 3}, 1)])
    scene.publisher.table(Table(GAME, {texts: texts}))
    played = scene.broker.kept[BOARD.game]
    assert (played["rules"], played["last_action"], played["winner"]) == (texts[:40], texts[:20], "white")
    assert played["problem"].startswith("The game cannot be replayed")
    assert len(played["result_words"]) == 250
    assert scene.broker.kept[BOARD.discovery]["device"]["sw_version"] == texts[:40]
