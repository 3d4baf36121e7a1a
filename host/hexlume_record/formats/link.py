"""Games as links: a start and its actions as a text that fits behind the ``#`` of an address (docs/record.md)."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..errors import RecordError
from ..game.events import ACTION, RESULT, START, StoredEvent
from ..game.options import read_options
from ..game.record import GameRecord, ImportedGame
from ..game.state import GameState
from ..variations.start import Start, game_at, game_start, read_start
from ..variations.tree import Node, TreeError, Variations
from ..words.text import option_texts
from .checked_game import CheckedGame, identity

VERSION = "1"
LONGEST = 2000
"""The most characters of a link: what chats and QR codes carry."""

_FORM = re.compile(r"(?:https?://.*#|#)?([0-9]{1,3})\.([A-Za-z0-9_-]{12,}).*")
_MOST_READ = 20_000
"""Characters of a text that is read."""
_MOST_BYTES = 100_000
"""Bytes of what a link holds: a few characters can claim gigabytes."""
_CHUNK = 21
"""Bytes that have one check: with its three they are 32 characters."""
_CHECK = 3


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """What a link holds: a tree that is one line, which ends at ``node``.

    ``problem`` is one sentence if the link is damaged, or if an action is not legal: the line ends before that.
    """

    tree: Variations
    node: Node
    problem: str = ""

    @property
    def actions(self) -> list[str]:
        """The actions from the start on."""
        return [node.action for node in self.node.line()]


def link_text(start: Start, actions: Iterable[str]) -> str:
    """Return the text of a game after its actions; raises ``RecordError`` for one that is too long."""
    content = f"{_start_line(start)}\n{' '.join(actions)}".encode()
    packed = zlib.compress(content, 9, wbits=-zlib.MAX_WBITS)
    chunks = [packed[at : at + _CHUNK] for at in range(0, len(packed), _CHUNK)]
    whole = b"".join(chunk + _check(number, chunk) for number, chunk in enumerate(chunks))
    text = f"{VERSION}.{urlsafe_b64encode(whole).decode().rstrip('=')}"
    if len(text) > LONGEST:
        raise RecordError("The game is too long for a link: export it to a file instead.")
    return text


def record_link(record: GameRecord) -> str:
    """Return the text of a game; raises ``RecordError`` for one that is not legal or too long."""
    state = GameState.replay(record)
    if state.problem:
        raise RecordError(state.problem)
    start = game_start(record.rules, record.board, record.options)
    return link_text(start, [action.action for action in state.actions])


def is_link(text: str) -> bool:
    """Return whether a text is one of a link, or an address with one, whatever its version."""
    return _form(text) is not None


def read_link(text: str) -> LinkedGame:
    """Return the game of a link or of its address, as far as it is whole and legal.

    Raises ``RecordError`` or ``PositionError`` if not even its start can be read.
    """
    form = _form(text)
    if form is None:
        raise RecordError(f"This is no link of a game: one begins with {VERSION} and a full stop.")
    if form[1] != VERSION:
        raise RecordError(f"The link is of version {form[1]}; this hexlume reads version {VERSION}.")
    content, is_whole = _unpacked(form[2])
    first, newline, rest = content.partition("\n")
    if not newline:
        raise RecordError("The link is damaged at its beginning: copy it again.")
    tree = Variations(_start(first))
    actions = rest.split()
    if not is_whole and not rest.endswith(" "):
        del actions[-1:]
    node = tree.root
    for action in actions:
        try:
            node = tree.play(node, action)
        except TreeError as error:
            return LinkedGame(tree, node, f"The link's game cannot go on: {error}")
    damaged = f"The link is damaged after {node.depth} actions: copy it again."
    return LinkedGame(tree, node, "" if is_whole else damaged)


def read_linked_game(where: str, text: str) -> ImportedGame:
    """Return the whole game of a link, which errors call ``where``. Raises ``RecordError``."""
    linked = read_link(text)
    if linked.problem:
        raise RecordError(f"{where}: {linked.problem}")
    if "position" in linked.tree.start:
        raise RecordError(f"{where}: this begins at a position that was set up, so it is no game of the store.")
    now, game = datetime.now(UTC), game_at(linked.tree.start)
    data: dict[str, Any] = {"rules": game.NAME, "board": game.grid.board, "options": dict(game.options)}
    replay = CheckedGame(where, StoredEvent(0, START, 0, data, now))
    for node in linked.node.line():
        replay.add(where, ACTION, {"action": node.action, "colour": node.colour}, now)
    outcome = replay.game.outcome
    if outcome is not None:
        replay.add(where, RESULT, {"result": replay.game.result, "reason": outcome.reason}, now)
    game_id = identity([_start_line(linked.tree.start), *linked.actions])
    return ImportedGame(game_id, "", "", "", "", "", now, tuple(replay.events))


def _form(text: str) -> re.Match[str] | None:
    """Return the parts of a link's text; mails break it into lines."""
    return _FORM.fullmatch("".join(text.split())) if len(text) <= _MOST_READ else None


def _start_line(start: Start) -> str:
    if "position" in start:
        return json.dumps(start["position"], separators=(",", ":"))
    rules, size, options = (start["start"][name] for name in ("rules", "size", "options"))
    return " ".join([rules, str(size), *option_texts(options)])


def _start(line: str) -> Start:
    try:
        if line.startswith("{"):
            return read_start(None, json.loads(line))
        rules, size, *options = line.split()
        start = {"rules": rules, "size": int(size), "options": read_options(options)}
    except (ValueError, RecursionError) as error:
        raise RecordError("The link's start cannot be read: copy it again.") from error
    return read_start(start, None)


def _unpacked(code: str) -> tuple[str, bool]:
    """Return what a link's characters hold up to the first damage, and whether that is all."""
    inflate, content = zlib.decompressobj(-zlib.MAX_WBITS), b""
    characters = (_CHUNK + _CHECK) // 3 * 4
    for number, at in enumerate(range(0, len(code), characters)):
        part = code[at : at + characters]
        try:
            whole = urlsafe_b64decode(part + "=" * (-len(part) % 4))
            chunk, check = whole[:-_CHECK], whole[-_CHECK:]
            if not chunk or check != _check(number, chunk) or len(content) >= _MOST_BYTES:
                break
            content += inflate.decompress(chunk, _MOST_BYTES)
        except (ValueError, zlib.error):
            break
    return content.decode("utf-8", "replace"), inflate.eof and not inflate.unused_data


def _check(number: int, chunk: bytes) -> bytes:
    return zlib.crc32(chunk, number).to_bytes(4, "big")[:_CHECK]
