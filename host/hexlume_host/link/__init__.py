"""The serial link to a board (docs/protocol.md).

``conversation`` knows the protocol and no input or output; ``logger`` ties it to a serial port and the store.
"""
