"""Answers to what the site's pages ask their server for, from the games of this browser."""

from typing import TYPE_CHECKING, Any

from hexlume_host.web.play.offers import NewGame, offers, wished
from hexlume_host.web.play.seats import to_continue
from hexlume_record.errors import RecordError
from hexlume_record.formats.link import is_link, link_text
from hexlume_record.formats.linked_replay import linked_replay
from hexlume_record.formats.page_json import RECORDS, game_row, replay_json
from hexlume_record.game.replay import replay_of
from hexlume_record.validation import checked
from hexlume_record.variations.start import read_start

if TYPE_CHECKING:
    from .host import PageHost

Answer = dict[str, Any]
"""The ``body``, and a ``status`` other than 200; or the ``panel`` without which it cannot be answered."""


def answer(host: "PageHost", method: str, path: str, body: Any) -> Answer:
    """Answer a request; raises ``HexlumeError`` and ``FieldError``."""
    store, hands = host.store, host.hands
    match method, path.partition("?")[0].removeprefix("/api/").split("/"):
        case "GET", ["library"]:
            rows = [game_row(game) for game in store.games()]
            return {"body": {"games": rows, "total": len(rows), "more": False}}
        case "GET", ["library", "choices"]:
            return {"body": {"kinds": [], "devices": []}}
        case "GET", ["games", address]:
            replay = linked_replay(address) if is_link(address) else replay_of(store.record(address))
            return {"body": replay_json(replay, str(len(replay.record.events)))}
        case "GET", ["games", address, file] if file.removeprefix("record.") in RECORDS:
            return {"body": RECORDS[file.removeprefix("record.")][1](store.record(address))}
        case "GET", ["new-game"]:
            return {"body": {"games": offers(), "levels": hands.level_names, "goes_on": hands.goes_on()}}
        case "POST", ["new-game"]:
            return host.begin(*wished(checked(NewGame, body)))
        case "POST", ["games", address, "continue"]:
            record = store.record(address)
            if hands.plays(record.game):
                return {"body": {"device": "here"}}
            return host.begin(*to_continue(record, hands.level_names), record.game)
        case "POST", ["analysis", "link"]:
            return {"body": {"link": link_text(read_start(body.get("start"), body.get("position")), body["actions"])}}
        case "GET", ["own-board"]:
            return {"body": host.own_board()}
        case "GET", ["workings"]:
            return {"body": host.workings()}
    raise RecordError("That is not here.")
