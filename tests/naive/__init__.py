"""A second implementation of the games, written for plainness alone.

It follows the rule clauses one by one, holds boards as dictionaries from cell names to
letters, copies them whole and works everything out afresh. It shares no code with
``hexlume``; ``compare.py`` plays both side by side. Every module offers

- ``start(size, options) -> State``
- ``verdicts(state) -> dict``: every action of the kind that is due, with ``None`` if it is legal
  or the id of the clause that forbids it
- ``placement_forbidden_by(state, action, ignored) -> clause or None``: the same for any placement,
  on any cell and due or not, with a set of clauses switched off; not for a finished game
- ``legal(state) -> list``: the legal ones, sorted
- ``play(state, action) -> State``; raises ``ValueError`` for an action that is not legal
- ``position(state) -> dict`` (ACT-5)

A ``State`` is never changed. Its ``events`` tell what the last action brought about, so that a
comparison can count which clauses it has exercised.
"""

from . import droched, hex, orcoon, organica, orochi, sibling

GAMES = {
    "droched": droched,
    "hex": hex,
    "orcoon": orcoon,
    "organica": organica,
    "orochi": orochi,
    "sibling": sibling,
}
