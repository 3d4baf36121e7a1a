"""Home Assistant's discovery message: makes a device with entities and triggers of a board.

The message is a device discovery payload: one for the board, its entities under ``components``.
Source: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload (Home Assistant 2024.12 and later).
"""

from typing import Any

import hexlume
from hexlume_host.device.messages import Hello

from .messages import EVENT_TYPES
from .topics import OFFLINE, ONLINE, BoardTopics, host_status

_COLOURS = ["white", "black"]
_TRIGGERS = {
    "game_started": ("game", "started"),
    "action_played": ("action", "played"),
    "taken_back": ("action", "taken back"),
    "game_over": ("game", "over"),
}
"""Device triggers by event type: Home Assistant shows subtype and type one after the other."""


def discovery_message(topics: BoardTopics, board: Hello) -> dict[str, Any]:
    """Return a board's device discovery payload."""
    host = host_status(topics.host)
    identity = topics.identity
    entities = _entities(topics, host) | {f"on_{name}": _trigger(topics, name) for name in _TRIGGERS}
    for name, entity in entities.items():
        if entity["platform"] != "device_automation":
            entity["unique_id"] = f"{identity}_{name}"
    return {
        "device": {
            "identifiers": [identity],
            "name": f"Hexlume {board.board}",
            "manufacturer": "Hexlume",
            "model": f"Board {board.panel}",
            "sw_version": board.firmware,
            "serial_number": board.board,
        },
        "origin": {"name": "hexlume", "sw_version": hexlume.VERSION},
        "availability": [{"topic": host}, {"topic": topics.status}],
        "availability_mode": "all",
        "qos": 1,
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
        "white_time": _time_left(topics, "White's time", "white"),
        "black_time": _time_left(topics, "Black's time", "black"),
        "faulty": _sensor(topics.sensors, "Faulty sensors", "faulty", "mdi:alert-circle-outline")
        | {
            "entity_category": "diagnostic",
            "state_class": "measurement",
            "json_attributes_topic": topics.sensors,
        },
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


def _time_left(topics: BoardTopics, name: str, colour: str) -> dict[str, Any]:
    return _sensor(topics.clock, name, colour, "mdi:timer-outline") | {
        "device_class": "duration",
        "unit_of_measurement": "s",
        "suggested_display_precision": 0,
    }


def _trigger(topics: BoardTopics, event_type: str) -> dict[str, Any]:
    subtype, kind = _TRIGGERS[event_type]
    return {
        "platform": "device_automation",
        "automation_type": "trigger",
        "type": kind,
        "subtype": subtype,
        "topic": topics.event,
        "value_template": "{{ value_json.event_type }}",
        "payload": event_type,
    }
