"""MQTT: publishes boards and games to a broker (docs/mqtt.md); two hosts can also play through one.

``broker`` reads a broker's URL, ``client`` connects to it, and ``outbox`` queues its messages. ``publisher`` publishes
the boards that are logged, with a ``follower`` each; ``discovery`` describes them to Home Assistant.
"""

from hexlume_host.plugins import Plugin

_PUBLISHING = f"{__package__}.attachment:publishing"
PLUGIN = Plugin(__package__, attachments={"log": _PUBLISHING, "serve": _PUBLISHING})
