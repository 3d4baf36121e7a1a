"""Home Assistant's discovery message: makes a device with entities of a board.

The message is a device discovery payload: one for the board, its entities under ``components``.
Source: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload (Home Assistant 2024.12 and later).
"""

from typing import Any

import hexlume
from hexlume_host.device.messages import Hello

from .messages import EVENT_TYPES
from .topics import OFFLINE, ONLINE, BoardTopics, host_status

_COLOURS = ["white", "black"]


def discovery_message(topics: BoardTopics, board: Hello) -> dict[str, Any]:
    """Return a board's device discovery payload."""
    host = host_status(topics.host)
    entities = _entities(topics, host)
    for name, entity in entities.items():
        entity["unique_id"] = f"{topics.identity}_{name}"
    return {
        "device": {
            "identifiers": [topics.identity],
            "name": f"Hexlume {board.device}",
            "manufacturer": "Hexlume",
            "model": f"Board {board.panel}",
            "sw_version": board.firmware,
            "serial_number": board.device,
        },
        "origin": {"name": "hexlume", "sw_version": hexlume.VERSION},
        "availability": [{"topic": host}, {"topic": topics.status}],
        "availability_mode": "all",
        "components": entities,
    }


def _entities(topics: BoardTopics, host: str) -> dict[str, dict[str, Any]]:
    return {
        "connected": {
            "platform": "binary_sensor",
            "name": "Connected",
            "device_class": "connectivity",
            "entity_category": "diagnostic",
            "state_topic": topics.status,
            "payload_on": ONLINE,
            "payload_off": OFFLINE,
            # The board's own status is what it shows: only the computer's says whether that is known.
            "availability": [{"topic": host}],
        },
        "running": {
            "platform": "binary_sensor",
            "name": "Game running",
            "device_class": "running",
            "state_topic": topics.game,
            "value_template": "{{ 'ON' if value_json.running else 'OFF' }}",
        },
        "game": _sensor(topics.game, "Game", "title", "mdi:checkerboard") | {"json_attributes_topic": topics.game},
        "to_move": _choice(topics.game, "To move", "to_move", _COLOURS, "mdi:account-arrow-right"),
        "due": _sensor(topics.game, "What to do", "due", "mdi:hand-pointing-right"),
        "actions": _sensor(topics.game, "Actions", "actions", "mdi:counter") | {"state_class": "measurement"},
        "last_action": _sensor(topics.game, "Last action", "last_action", "mdi:gesture-tap"),
        "winner": _choice(topics.game, "Winner", "winner", [*_COLOURS, "draw"], "mdi:trophy"),
        "result": _sensor(topics.game, "Result", "result_words", "mdi:flag-checkered"),
        "white": _sensor(topics.game, "White", "white", "mdi:account"),
        "black": _sensor(topics.game, "Black", "black", "mdi:account"),
        "event": {
            "platform": "event",
            "name": "Event",
            "state_topic": topics.event,
            "event_types": sorted(set(EVENT_TYPES.values())),
            "icon": "mdi:bell-ring",
        },
    }


def _sensor(topic: str, name: str, member: str, icon: str) -> dict[str, Any]:
    return {
        "platform": "sensor",
        "name": name,
        "state_topic": topic,
        # A member that is null or not there becomes None, for which Home Assistant shows "unknown".
        "value_template": f"{{{{ value_json.{member} | default(None) }}}}",
        "icon": icon,
    }


def _choice(topic: str, name: str, member: str, options: list[str], icon: str) -> dict[str, Any]:
    return _sensor(topic, name, member, icon) | {"device_class": "enum", "options": options}
