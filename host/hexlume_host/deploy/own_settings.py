"""What a newer firmware's settings.toml has that a board's own, which stays as it is, has not."""

import re

_KEY = re.compile(r"^[^\S\n]*#?[^\S\n]*([A-Za-z0-9_]+)[^\S\n]*=[^\S\n]*(.*?)[^\S\n]*$", re.MULTILINE)


def missing_keys(own: bytes, newer: bytes) -> str:
    """Return the keys, with their values, that only the newer settings have; a key in a comment counts as there."""
    known = {key for key, _ in _keys(own)}
    return ", ".join(f"{key} = {value}" for key, value in _keys(newer) if key not in known)


def _keys(settings: bytes) -> list[tuple[str, str]]:
    return _KEY.findall(settings.decode("utf-8", "replace"))
