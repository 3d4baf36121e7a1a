"""Player names, normalised: case, width and spacing are ignored."""

import unicodedata

LONGEST_NAME = 200
"""Characters of a name that count; the rest of a longer one is left out of its key."""


def player_key(name: str) -> str:
    """Return the key of a name, equal for all its spellings: case, width and spaces are ignored.

    Empty for a name without any visible character.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    words = "".join(letter if letter.isprintable() else " " for letter in folded).split()
    return " ".join(words)[:LONGEST_NAME].strip()
