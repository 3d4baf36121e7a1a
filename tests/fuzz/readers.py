"""Everything else that reads what strangers write: bytes in, and whether they were accepted.

Each reader takes any bytes, and raises only when its promise is broken: what is wrong is ignored or told in one
sentence.
"""

import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlume import games
from hexlume.games.grid import grid_of
from hexlume.link import wire
from hexlume.play.preferences import Preferences
from hexlume.sensing import calibration
from hexlume_engine.gtp.chooser import RandomChooser
from hexlume_engine.gtp.engine import serve
from hexlume_engine.gtp.session import Session
from hexlume_host.game_files.record_file import read_file
from hexlume_host.store.repository import Store
from hexlume_host.web.live.messages import read_message
from hexlume_record.errors import RecordError, sentence
from hexlume_record.formats.json import record_json
from hexlume_record.formats.text import record_text
from hexlume_record.game.position import position_of
from hexlume_record.validation import FieldError
from tests.host.new_store import new_store

CELLS = 37
LONGEST_SENTENCE = 600
WORDS = ("pass", "swap")
_SETTINGS: dict[str, str] = {}
_DEFAULT = Preferences(_SETTINGS.get).text()
_CELLS = {grid_of("hex4").name(cell) for cell in range(37)}
_SLOW = re.compile(rb"perft[\s]+[0-9]*[2-9]|perft[\s]+[0-9]{2}|size[\s=]*[0-9]{2}")
"""GTP requests that are honest and take long."""
_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
"""What the engine takes out of a request before it reads it."""


def read_wire(data: bytes) -> bool:
    """A line of the protocol."""
    try:
        message = wire.decode(data)
    except wire.WireError:
        return False
    assert isinstance(message["type"], str)
    return True


def read_preferences(data: bytes) -> bool:
    """What the board's memory holds of the players' choices: whatever it is, there is a game to be played."""
    preferences = Preferences(_SETTINGS.get)
    preferences.read(data)
    if preferences.text() == _DEFAULT:
        return False
    game = preferences.start()
    assert (preferences.rules, preferences.size) == (game.NAME, game.size)
    assert preferences.options == games.option_words(game, game.options)
    again = Preferences(_SETTINGS.get)
    again.read(preferences.text().encode())
    assert again.text() == preferences.text()
    return True


def read_calibration(data: bytes) -> bool:
    """What the board's memory holds of its sensors."""
    read = calibration.stored(data, CELLS)
    if read is None:
        return False
    assert read.pack() == data
    return True


def read_page(data: bytes) -> bool:
    """A message of a page, on its WebSocket."""
    text = data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace") if _decodes(data) else str(data)
    try:
        message = read_message(text, _CELLS, WORDS)
    except FieldError as error:
        _is_sentence(sentence(error))
        return False
    assert json.loads(text) == message
    return True


def read_gtp(data: bytes) -> bool:
    """What a controller of the engine writes: one answer for each command, and the game stays legal."""
    session, answers = Session(games.start("orochi"), RandomChooser(1)), io.BytesIO()
    serve(session, io.BytesIO(_SLOW.sub(b"name", _CONTROL.sub(b"", data))), answers)
    told = answers.getvalue()
    assert not told or (told[:1] in b"=?" and told.endswith(b"\n\n"))
    for answer in told.split(b"\n\n")[:-1]:
        assert answer[:1] in (b"=", b"?")
    again = games.start(session.game.NAME, session.game.size, session.game.options)
    for action in session.game.actions():
        again.push_text(action)
    assert position_of(again) == position_of(session.game)
    return b"=" in told


class RecordReader:
    """Games in a file, text or JSON; what is accepted can be taken into a store and written again."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "record"
        self._store = Store(new_store(folder / "games.sqlite"))

    def __call__(self, data: bytes) -> bool:
        """Read a file; return whether it holds a game."""
        self._file.write_bytes(data)
        read = read_file(str(self._file))
        for problem in read.problems:
            _is_sentence(problem)
        for game in read.games:
            try:
                taken = self._store.import_game(game)
            except RecordError as error:
                _is_sentence(str(error))
                continue
            record = self._store.record(taken.id)
            json.dumps(record_json(record))
            record_text(record).encode()
        return bool(read.games)

    def close(self) -> None:
        """Close the store."""
        self._store.close()


READERS: dict[str, Callable[[bytes], bool]] = {
    "wire": read_wire,
    "preferences": read_preferences,
    "calibration": read_calibration,
    "page": read_page,
    "gtp": read_gtp,
}
"""The readers that need nothing; ``RecordReader`` is ``record``."""


def samples(reader: str) -> list[bytes]:
    """Return what is right for a reader: what hostile bytes are made from."""
    if reader == "preferences":
        own = Preferences(_SETTINGS.get)
        own.rules, own.options, own.time_control, own.hints = "sibling", "pie=on", "byoyomi 600+3x30", 1
        return [_DEFAULT.encode(), own.text().encode()]
    if reader == "calibration":
        known = calibration.Calibration(CELLS)
        for cell in range(CELLS):
            known.learn_zero(cell, 2000 + cell)
            known.learn_span(cell, 700 + cell)
        return [known.pack(), calibration.Calibration(CELLS).pack()]
    if reader == "page":
        return [
            b'{"do":"put","cell":"d4","piece":"white"}',
            b'{"do":"move","from":"d4","to":"a1"}',
            b'{"do":"press","button":"act"}',
            b'{"do":"play","action":"pass"}',
            b'{"do":"rematch"}',
        ]
    if reader == "gtp":
        return [
            b"1 hexlume-game sibling size=4 pie=on\nplay white d4\ngenmove b\nundo\nshowboard\nhexlume-state\n",
            b"list_commands\nknown_command play\nboardsize 4\nclear_board\ntime_settings 0 1 1\nhexlume-legal\n",
            b"hexlume-game droched size=3 komi=1 handicap=2\ngenmove w\nfinal_score\nhexlume-perft 1\nquit\n",
        ]
    if reader == "record":
        return _records()
    return [wire.encode({"type": "ack", "game": "e6614103-7-1", "seq": 4})]


def damaged(source: random.Random, samples_of: list[bytes]) -> bytes:
    """Return bytes made from what is right: changed, cut, doubled, mixed, with right checksums or without."""
    data = bytearray(source.choice(samples_of))
    for _ in range(source.choice((0, 1, 1, 2, 4, 9))):
        at = source.randrange(len(data) + 1)
        how = source.randrange(7)
        if how == 0:
            data[at : at + 1] = bytes([source.randrange(256)])
        elif how == 1:
            del data[at : at + source.randrange(1, 30)]
        elif how == 2:
            data[at:at] = data[source.randrange(len(data) + 1) :][: source.randrange(1, 60)]
        elif how == 3:
            data[at:at] = source.choice(samples_of)[source.randrange(9) :][: source.randrange(80)]
        elif how == 4:
            data[at : at + 1] = source.choice(
                (b"0", b"-1", b"9" * 30, b"null", b"[]", b"\x00", b"\n", b'"', b"{}", b"1e999")
            )
        elif how == 5:
            data[at : at + source.randrange(6)] = "".join(chr(source.randrange(0xD800)) for _ in range(3)).encode()
        else:
            data[at:at] = source.choice((b"[", b"{", b"(", b'{"a":')) * source.choice((1, 30, 600, 1500))
    return bytes(data)


def _records() -> list[bytes]:
    """Return a played game as text and as JSON."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "one"
        file.write_text(
            '[Hexlume "1"]\n[Game "orochi"]\n[Board "hex3"]\n[Clock "fischer 300+5"]\n'
            '[White "Ann"]\n[Started "2026-05-01T18:30:00Z"]\n[Id "b0-1-1"]\n[Reason "black resigned"]\n\n'
            "1. white Wc3\n2. black Wa1 ; a comment\n Ba2 {and one}\nW+\n"
        )
        read = read_file(str(file))
        assert not read.problems, read.problems
        with Store(Path(folder) / "store") as store:
            record = store.record(store.import_game(read.games[0]).id)
            return [file.read_bytes(), record_text(record).encode(), json.dumps(record_json(record)).encode()]


def _decodes(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _is_sentence(sentence: str) -> None:
    assert sentence.isprintable() and 0 < len(sentence) <= LONGEST_SENTENCE, sentence
