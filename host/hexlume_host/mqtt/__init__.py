"""MQTT: what brokers are told of boards and games (docs/mqtt.md), and the client two hosts can meet through.

``broker`` reads a broker's address, ``client`` talks to it over a ``connection``, ``outbox`` is
what waits to be sent. ``publisher`` tells
of the boards that are logged, ``discovery`` describes them to Home Assistant.
"""
