"""Matches between real programs over the protocol: scores, openings and faults."""

import shlex
import sys

import pytest

from hexlume import games
from hexlume_engine.search.match import FAULT, Terms, opening, play_match, start
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
        for action in game.game.actions():
            again.push_text(action)
        assert again.result == game.game.result and not game.fault
        white = game.starter
        assert game.points == float((game.game.result == "W+") == (white == 0))
    with Store(tmp_path / "match.sqlite") as store:
        for game in played:
            assert store.import_game(imported(match_terms, game)).new == len(game.game.codes) + 2
            assert store.import_game(imported(match_terms, game)).new == 0
        assert {summary.white for summary in store.games()} == {"random", CHANCE}


@pytest.mark.parametrize("name", games.NAMES)
def test_openings_come_in_pairs(name):
    match_terms = terms("random", "random", game=name, size=0, opening=3)
    pairs = [[start(match_terms).name(action) for action in opening(match_terms, number)] for number in range(8)]
    assert pairs[0::2] == pairs[1::2] and len({tuple(pair) for pair in pairs}) > 2


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
    assert [(game.points, game.game.outcome.reason) for game in played] == [(1.0, FAULT)] * 2
    assert all(words in game.fault for game in played)
    assert imported(match_terms, played[0]).events[-1].kind == "abandon"


def test_resignation_loses():
    played = list(play_match(terms("random", program("resign")), 2))
    assert [game.points for game in played] == [1.0, 1.0]
    assert imported(terms("random", "x"), played[0]).events[-1].kind == "conclude"


def test_program_that_does_not_start_is_reported():
    with pytest.raises(HexlumeError, match=r"^No match: /no/such/program does not start: .*\.$"):
        list(play_match(terms("random", "/no/such/program"), 1))


@pytest.mark.parametrize("player", ["level:0", "level:7", "level:x", "", "'"])
def test_unknown_players(player):
    with pytest.raises(HexlumeError):
        command_of(player, 1)
