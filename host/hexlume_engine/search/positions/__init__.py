"""The rules of each game in compiled form, equal to ``hexlume.games`` action by action.

Each module has ``begin`` (make the start), ``legal`` (list the legal codes into ``out``, return how many), ``apply``
(play a legal code) and ``any_legal`` (return one legal code, all with the same chance, -1 if there is none). ``game``
chooses among them. Clause numbers are those of the rule sheets in seeds/.
"""

from hexlume_record.errors import HexlumeError

COMPILED = ("orochi", "sibling", "orcoon", "organica", "droched")
"""The games that are compiled, in the order of their numbers in ``state``. Others are searched by their rules."""


def is_compiled(name: str) -> bool:
    """Return whether a game's rules are here."""
    return name in COMPILED


def require_compiled(name: str) -> None:
    """Raise ``HexlumeError`` for a game of which nothing can be proven, because its rules are not here."""
    if not is_compiled(name):
        raise HexlumeError(f"Nothing can be proven of {name}: the solver knows {', '.join(COMPILED)} only.")
