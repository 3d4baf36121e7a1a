"""Two hosts play one game (docs/apart.md).

``agreed`` is the game as both sides know it, ``side`` how the two come to know the same, ``sealing`` keeps strangers
out: all three without input or output. ``websocket_line`` and ``broker_line`` carry messages, ``kept`` outlasts a
restart, ``board_seat`` and ``page_seat`` are where a person plays, and ``playing`` ties them together.
"""
