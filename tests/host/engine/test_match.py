"""Matches between real programs over the protocol: scores, openings, faults, going on after an interruption."""

import json
import shlex
import sys

import pytest

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume_engine.search.match import FAULT, MatchFile, Terms, opening, play_match, start
from hexlume_engine.search.match_record import imported
from hexlume_engine.search.program import command_of
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

pytestmark = pytest.mark.integration

RUN = "from hexlume_host.cli.main import main; main()"
CHANCE = shlex.join([sys.executable, "-c", RUN, "gtp", "--engine", "random", "--seed", "9"])

TALKER = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    {special}
    print("= " + ({answer!r} if word == "genmove" else ""), end="\\n\\n", flush=True)
    if word == "quit":
        break
"""


def program(answer="", special="pass"):
    """The command of a program that plays nothing sensible."""
    return shlex.join([sys.executable, "-c", TALKER.format(answer=answer, special=special)])


def terms(first, second, **changed):
    values = {
        "first": first,
        "second": second,
        "game": "orochi",
        "size": 2,
        "options": {},
        "seconds": 0.1,
        "opening": 2,
        "seed": 5,
        "limit_s": 30.0,
    }
    return Terms(**{**values, **changed})


def test_whole_games_with_colours_in_turn(tmp_path):
    match_terms = terms("random", CHANCE)
    played = list(play_match(match_terms, 4))
    assert [game.starter for game in played] == [0, 1, 0, 1]
    for game in played:
        again = games.start("orochi", 2)
        for action in game.actions:
            again.push_text(action)
        assert again.result == game.result and not game.fault
        white = game.starter
        assert game.points == float((game.result == "W+") == (white == 0))
    with Store(tmp_path / "match.sqlite") as store:
        for game in played:
            assert store.import_game(imported(match_terms, game)).new == len(game.actions) + 2
            assert store.import_game(imported(match_terms, game)).new == 0
        assert {summary.white for summary in store.games()} == {"random", CHANCE}


@pytest.mark.parametrize("name", games.NAMES)
def test_openings_come_in_pairs(name):
    match_terms = terms("random", "random", game=name, size=0, opening=3)
    pairs = [[start(match_terms).name(action) for action in opening(match_terms, number)] for number in range(8)]
    assert pairs[0::2] == pairs[1::2] and len({tuple(pair) for pair in pairs}) > 2


def test_nobody_opens_with_the_others_colour():
    # ORO-1 allows it, but by lot it gives games away.
    match_terms = terms("random", "random", game="orochi", size=0, opening=8)
    for number in range(0, 40, 2):
        game = start(match_terms)
        for action in opening(match_terms, number):
            assert game.name(action)[0] in (COLOURS[game.to_move][0].upper(), "*")
            game.push(action)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (program("z99"), "illegal action 'z99'"),
        (program("Wa1", "if word == 'genmove': sys.exit()"), "ended"),
        (program("", "if word == 'genmove': print('? no', end='\\n\\n', flush=True); continue"), "answered"),
        (program("", "if word == 'genmove': continue"), "no answer"),
    ],
    ids=["illegal", "crash", "failure", "silence"],
)
def test_faults_lose(command, words):
    match_terms = terms("random", command, limit_s=1.0, opening=0)
    played = list(play_match(match_terms, 2))
    assert [(game.points, game.reason) for game in played] == [(1.0, FAULT)] * 2
    assert all(words in game.fault for game in played)
    assert imported(match_terms, played[0]).events[-1].kind == "abandon"


def test_resignation_loses():
    played = list(play_match(terms("random", program("resign")), 2))
    assert [game.points for game in played] == [1.0, 1.0]
    assert imported(terms("random", "x"), played[0]).events[-1].kind == "conclude"


def test_program_that_does_not_start_is_reported():
    with pytest.raises(HexlumeError, match=r"^No match: /no/such/program does not start: .*\.$"):
        list(play_match(terms("random", "/no/such/program"), 1))


@pytest.mark.parametrize("content", [b"a letter, not a match", b"\x80\xff\n", b"{}\n{}\n", b"[\n", b"{} 1"])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "letter"
    path.write_bytes(content)
    with pytest.raises(HexlumeError, match=r"choose another file\.$"):
        MatchFile(path, terms("random", "random"))
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(HexlumeError, match=r"cannot be used for a match: [^:]*\.$"):
        MatchFile(tmp_path / "none" / "match.jsonl", terms("random", "random"))


def test_a_file_cut_off_in_its_first_line_begins_again(tmp_path):
    path, match_terms = tmp_path / "match.jsonl", terms("random", "random")
    MatchFile(path, match_terms)
    whole = path.read_bytes()
    path.write_bytes(whole[:20])
    assert MatchFile(path, match_terms).games == []
    assert path.read_bytes() == whole


@pytest.mark.soak
def test_an_interrupted_match_goes_on(tmp_path):
    path, match_terms = tmp_path / "match.jsonl", terms("random", "random")
    for played in play_match(match_terms, 4, MatchFile(path, match_terms)):
        if played.number == 1:
            break
    with path.open("a") as file:
        file.write('{"number": 2, "poi')
    match_file = MatchFile(path, match_terms)
    assert [game.number for game in match_file.games] == [0, 1]
    assert [game.number for game in play_match(match_terms, 4, match_file)] == [0, 1, 2, 3]
    lines = path.read_text().splitlines()
    assert json.loads(lines[0])["game"] == "orochi"
    assert len(MatchFile(path, match_terms).games) == 4
    with pytest.raises(HexlumeError, match="of these terms"):
        MatchFile(path, terms("random", "uct"))


@pytest.mark.parametrize("player", ["level:0", "level:7", "level:x", "", "'"])
def test_unknown_players(player):
    with pytest.raises(HexlumeError):
        command_of(player, 1)
