"""The board's side of the serial protocol (docs/protocol.md)."""
