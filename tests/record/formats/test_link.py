"""Links: every game fits, nothing but its own actions comes out of a damaged one, and hostile ones are refused."""

import json
import random
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.game import Game
from hexlume_record.errors import RecordError
from hexlume_record.formats.link import LONGEST, is_link, link_text, read_link, read_linked_game
from hexlume_record.game.record import history_of
from hexlume_record.setup.position import position_json
from hexlume_record.setup.refusal import PositionError
from hexlume_record.variations.start import game_start
from tests.record.formats.random_events import STARTS

MANY = 1000


def random_game(rules: str, size: int, options: dict[str, object], seed: object) -> Game:
    choose, game = random.Random(repr(seed)), games.start(rules, size, options)
    while game.result is None:
        game.push(choose.choice(game.legal_actions()))
    return game


def text_of(game: Game) -> str:
    return link_text(game_start(game.NAME, game.grid.board, game.options), game.actions())


LINE = text_of(random_game("orcoon", 9, {"pie": True}, 1))
PLAYED = read_link(LINE).actions


@pytest.mark.parametrize("start", STARTS)
def test_a_link_holds_the_whole_game(start: tuple[str, int, dict[str, object]]) -> None:
    game = random_game(*start, seed=start)
    linked = read_link(text_of(game))
    assert (linked.problem, linked.actions) == ("", game.actions())
    again = linked.tree.game_after(linked.node)
    assert (again.board, again.options, again.result) == (game.board, game.options, game.result)


@pytest.mark.parametrize(
    ("rules", "count"),
    [(rules, 3) for rules in games.NAMES]
    + [pytest.param(rules, MANY, marks=[pytest.mark.soak, pytest.mark.timeout(3000)]) for rules in games.NAMES],
)
def test_the_longest_of_random_games_on_the_usual_board_fits(rules: str, count: int) -> None:
    assert max(len(text_of(random_game(rules, 0, {}, seed))) for seed in range(count)) <= LONGEST


def test_a_game_that_is_too_long_is_for_a_file() -> None:
    noise = random.Random(1)
    with pytest.raises(RecordError, match="export it to a file"):
        link_text(game_start("hex", "rhombus7", {}), (f"{noise.random()}" for _ in range(1000)))


@given(st.integers(0, len(LINE) - 1), st.sampled_from("abcXYZ019-_é#."), st.sampled_from(["replace", "insert"]))
def test_from_a_damaged_link_comes_what_stands_before_the_damage(at: int, character: str, way: str) -> None:
    damaged = LINE[:at] + character + LINE[at + (way == "replace") :]
    assume(damaged != LINE)
    try:
        linked = read_link(damaged)
    except RecordError as error:
        assert at < len(LINE) // 3 and str(error).endswith((".", "again."))
        return
    assert linked.actions == PLAYED[: len(linked.actions)]
    assert linked.problem or linked.actions == PLAYED
    assert len(linked.actions) >= len(PLAYED) * (at - len(LINE) // 2) // len(LINE)


def packed(content: str) -> str:
    """Return a whole link for any content."""
    data = zlib.compress(content.encode(), 9, wbits=-zlib.MAX_WBITS)
    chunks = [data[at : at + 21] for at in range(0, len(data), 21)]
    whole = b"".join(chunk + zlib.crc32(chunk, at).to_bytes(4, "big")[:3] for at, chunk in enumerate(chunks))
    return f"1.{urlsafe_b64encode(whole).decode().rstrip('=')}"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("chess 8\ne4", "cannot be started"),
        ("hex many\na1 and so on", "start cannot be read"),
        ("hex 99\na1 and so on", "cannot be started"),
        ("hex 5 colour=red\na1", "cannot be started"),
        ("hex 5 pie\na1 and so on", "start cannot be read"),
        ('{"game": 3}\na1 and so on', "game"),
        ("{" * 30 + "\na1", "cannot be read"),
        ("a" * 9000, "damaged at its beginning"),
    ],
)
def test_a_start_that_cannot_be_played_is_refused_in_one_sentence(content: str, words: str) -> None:
    with pytest.raises((RecordError, PositionError), match=words):
        read_link(packed(content))


def test_an_action_that_is_not_legal_ends_what_is_shown() -> None:
    linked = read_link(packed("hex 5\na1 b2 a1 c3"))
    assert linked.actions == ["a1", "b2"] and "a1 is not legal after 2 actions" in linked.problem


@pytest.mark.parametrize("text", ["", "3", "hello", "1.short", "2." + LINE[2:], "1." + "x" * 30_000, "game.jsonl.gz"])
def test_what_is_no_link_of_this_version_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_link(text)


def test_an_address_and_the_full_stop_of_a_sentence_do_no_harm() -> None:
    for text in (f"https://example.org/analysis#{LINE}", f"#{LINE}", f" {LINE}. ", LINE[:99] + "\n" + LINE[99:]):
        assert is_link(text) and read_link(text).actions == PLAYED and not read_link(text).problem


def test_a_position_that_was_set_up_is_a_link_and_no_game_of_the_store() -> None:
    game = games.start("orochi", 3)
    for code in game.legal_actions()[:1]:
        game.push(code)
    start = {"position": json.loads(json.dumps(position_json(game)))}
    text = link_text(start, [])
    linked = read_link(text)
    assert linked.tree.start == start and not linked.problem
    with pytest.raises(RecordError, match="set up"):
        read_linked_game("The link", text)


def test_a_linked_game_is_imported_with_its_result_and_always_the_same() -> None:
    game = random_game("hex", 5, {}, 3)
    first, second = (read_linked_game("The link", text_of(game)) for _ in range(2))
    assert first.game == second.game
    history = history_of(first.events)
    assert [one.action for one in history.actions] == game.actions() and history.ending.result == game.result
    with pytest.raises(RecordError, match="damaged"):
        read_linked_game("The link", LINE[:-5])
