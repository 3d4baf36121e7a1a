"""What Home Assistant is told of a board, held against what it documents.

Sources, as of 2026: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload (the options of the
whole, of device, origin and availability), /integrations/sensor.mqtt/, /integrations/binary_sensor.mqtt/,
and /integrations/event.mqtt/ (those of each component); the same in its source,
homeassistant/components/mqtt/schemas.py (DEVICE_DISCOVERY_SCHEMA, MQTT_ENTITY_COMMON_SCHEMA).
"""

import json
import re
from typing import Any

import jinja2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume_host.device.messages import Hello
from hexlume_plugins.mqtt.discovery import discovery_message
from hexlume_plugins.mqtt.messages import game_message
from hexlume_plugins.mqtt.topics import BoardTopics, host_status, level
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import NO_REPORT

WHOLE = {
    *("device", "origin", "components"),
    *("availability", "availability_mode", "availability_topic", "availability_template"),
    *("payload_available", "payload_not_available", "state_topic", "command_topic", "qos", "encoding"),
}
DEVICE = {
    *("identifiers", "connections", "manufacturer", "model", "model_id", "name", "hw_version", "serial_number"),
    *("sw_version", "via_device", "suggested_area", "configuration_url"),
}
ORIGIN = {"name", "sw_version", "support_url"}
AVAILABILITY = {"topic", "payload_available", "payload_not_available", "value_template"}
_ENTITY = {
    *("platform", "unique_id", "name", "icon", "entity_category", "enabled_by_default", "default_entity_id"),
    *("json_attributes_topic", "json_attributes_template", "entity_picture", "qos", "encoding"),
    *("availability", "availability_mode", "availability_topic", "availability_template"),
    *("payload_available", "payload_not_available", "state_topic", "value_template", "device_class"),
}
COMPONENT = {
    "sensor": _ENTITY
    | {"expire_after", "force_update", "last_reset_value_template", "options", "suggested_display_precision"}
    | {"state_class", "unit_of_measurement"},
    "binary_sensor": _ENTITY | {"expire_after", "force_update", "off_delay", "payload_on", "payload_off"},
    "event": _ENTITY | {"event_types"},
}
REQUIRED = {
    "sensor": {"state_topic", "unique_id"},
    "binary_sensor": {"state_topic", "unique_id"},
    "event": {"state_topic", "event_types", "unique_id"},
}
DEVICE_CLASSES = {"sensor": {"enum", "duration"}, "binary_sensor": {"connectivity", "running"}}
"""Those used here, of /integrations/sensor/ and /integrations/binary_sensor/."""
DURATION_UNITS = {"d", "h", "min", "s", "ms"}
DISCOVERY_TOPIC = re.compile(r"homeassistant/device/[a-zA-Z0-9_-]+/config")
"""/integrations/mqtt/#discovery-topic: the object id's letters."""

HELLO = Hello(1, "b0a4d", "1.2.3", "hex4", 1, "")
BOARD = BoardTopics("pi", "b0a4d")


@pytest.fixture
def message() -> Any:
    return json.loads(json.dumps(discovery_message(BOARD, HELLO)))


def test_only_documented_options(message: Any) -> None:
    assert set(message) <= WHOLE
    assert set(message["device"]) <= DEVICE
    assert set(message["origin"]) <= ORIGIN
    for name, component in message["components"].items():
        platform = component["platform"]
        assert set(component) <= COMPONENT[platform], name
        assert REQUIRED[platform] <= set(component), name
        for one in component.get("availability", message["availability"]):
            assert set(one) <= AVAILABILITY
        if "device_class" in component:
            assert component["device_class"] in DEVICE_CLASSES[platform]
        assert component.get("entity_category", "diagnostic") in ("diagnostic", "config")
        assert component.get("icon", "mdi:x").startswith("mdi:")


def test_what_is_required_is_there(message: Any) -> None:
    assert message["origin"]["name"] == "hexlume"
    assert message["device"]["identifiers"] == ["hexlume_b0a4d"]
    assert (message["device"]["sw_version"], message["device"]["model"]) == ("1.2.3", "Board hex4")
    assert message["availability_mode"] == "all"
    assert [one["topic"] for one in message["availability"]] == ["hexlume/pi/status", "hexlume/pi/b0a4d/status"]
    entities = list(message["components"].values())
    assert len({one["unique_id"] for one in entities}) == len(entities) == len({one["name"] for one in entities})


def rendered(component: dict[str, Any], payload: dict[str, Any]) -> str:
    """Return a component's state as Home Assistant finds it: its templates are Jinja's, ``None`` for unknown."""
    told = json.loads(json.dumps(payload))
    return str(jinja2.Environment().from_string(component["value_template"]).render(value_json=told))


def states(message: Any, topic: str, payload: dict[str, Any]) -> dict[str, str]:
    return {
        name: rendered(component, payload)
        for name, component in message["components"].items()
        if component.get("state_topic") == topic and "value_template" in component
    }


def test_states_of_a_game(message: Any) -> None:
    live = GameState("b0a4d-1-1", {"rules": "orochi", "board": "hex3", "options": {}})
    assert states(message, BOARD.game, game_message(live, NO_REPORT, None)) == {
        "running": "ON",
        "game": "orochi on hex3",
        "to_move": "white",
        "due": "White: place a disc of either colour",
        "actions": "0",
        "last_action": "None",
        "winner": "None",
        "result": "None",
        "white": "None",
        "black": "None",
    }


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_name_makes_safe_topics(host: str, board: str) -> None:
    """MQTT 5.0, 4.7: no wildcards, no null, no level more; and the object id is one that Home Assistant takes."""
    topics = BoardTopics(host, board)
    assert DISCOVERY_TOPIC.fullmatch(topics.discovery)
    for topic in (topics.status, topics.about, topics.game, topics.event):
        assert re.fullmatch(r"hexlume/[A-Za-z0-9_-]+/[A-Za-z0-9_-]+/[a-z]+", topic)
    assert re.fullmatch(r"hexlume/[A-Za-z0-9_-]+/status", host_status(host))


@settings(deadline=None)
@given(
    st.text("ab./:_-+#é", max_size=12),
    st.text("ab./:_-+#é", max_size=12),
)
def test_different_names_have_different_topics(one: str, other: str) -> None:
    assert (level(one) == level(other)) == (one == other)
