"""The engine against the plain implementation: legal lists, positions, results, refusals, undo (all rule clauses).

``python -m tests.naive.compare`` runs the same at any length and prints what occurred.
"""

import itertools
import json
import pathlib

import pytest

from hexlume import games

from . import GAMES
from .compare import Together, compare, forbidden

FIRST = 5
"""So many of the random games that are numbered, and with them those few that meet every situation below."""
TELLING = {
    "droched": [13, 21, 24],
    "hex": [8, 18],
    "orcoon": [7, 21, 39, 59],
    "organica": [21, 55, 61],
    "orochi": [9, 24, 34, 48],
    "sibling": [11, 20, 34],
}
SOAK = 2000

LARGEST = {"droched": 13, "hex": 19, "orcoon": 26, "organica": 13, "orochi": 13, "sibling": 13}

SITUATIONS = {  # what a comparison that deserves the name must have met
    "droched": [
        "DRO-4 both sides' stones removed",
        "DRO-5 prison cancels",
        "DRO-6 free",
        "forbidden: DRO-7",
        "forbidden: DRO-8",
        "DRO-10 black wins",
        "DRO-10 white wins",
        "DRO-11 take=black",
        "DRO-12 handicap leaves a broken bridge",
    ],
    "hex": ["HEX-4 black wins", "HEX-4 white wins", "HEX-6 swap", "forbidden: HEX-2", "forbidden: HEX-6"],
    "orcoon": [
        "forbidden: ORC-3",
        "forbidden: ORC-4",
        "ORC-5 pass as the first action",
        "ORC-5 black wins",
        "ORC-5 white wins",
        "ORC-6 in the fill phase",
        "ORC-6 in the place phase",
        "ORC-7 swap",
    ],
    "organica": [
        "forbidden: ORG-4",
        "ORG-5 leader must be placed",
        "ORG-5 compulsory first step",
        "ORG-5 leader in hand without a legal hex",
        "ORG-8 fusion",
        "ORG-8 group broken apart",
        "ORG-8 group broken and joined",
        "ORG-9 capacity used up",
        "ORG-9 pawn placed and no step legal",
        "forbidden: ORG-10",
        "ORG-11 capture",
        "ORG-11 capture as the compulsory step",
        "ORG-12 enemy leader surrounded",
        "ORG-12 own leader surrounded",
        "ORG-13 black wins",
        "ORG-13 white wins",
        "ORG-14 black wins",
        "ORG-14 white wins",
        "ORG-15 draw",
    ],
    "orochi": [
        "replacement",
        "ORO-4 choice of replacements",
        "ORO-5 another turn",
        "ORO-6 last placement led to replacements",
        "ORO-7 black wins",
        "ORO-7 white wins",
        "ORO-7 one colour does not touch",
        "ORO-8 black wins",
        "ORO-8 white wins",
    ],
    "sibling": [
        "forbidden: SIB-2",
        "forbidden: SIB-3",
        "SIB-4 ended with empty hexes",
        "SIB-5 decided by group number 1",
        "SIB-5 decided by group number 2",
        "SIB-5 black wins",
        "SIB-5 white wins",
        "SIB-7 swap",
    ],
}
RARE = {  # what two thousand games must have met besides
    "droched": ["forbidden: DRO-8 for free", "DRO-9 black wins"],
    "hex": [],
    "orcoon": ["ORC-8 can only pass", "ORC-8 can only end the fill"],
    "organica": [],
    "orochi": [],
    "sibling": ["SIB-5 decided by group number 3"],
}
RARE_GAMES = json.loads(pathlib.Path(__file__).with_name("rare_games.json").read_text())
"""Games kept because they reach what few random games do."""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rules_and_plain_implementation_agree_in_random_games(game):
    counts = compare(game, [*range(FIRST), *TELLING[game]], seed=1)
    assert [situation for situation in SITUATIONS[game] if not counts[situation]] == []


@pytest.mark.parametrize("kept", [pytest.param(kept, id=kept["situation"]) for kept in RARE_GAMES])
def test_rules_and_plain_implementation_agree_where_chance_seldom_leads(kept):
    together = Together(kept["game"], kept["size"], kept["options"])
    for action in kept["actions"]:
        together.verdicts()
        together.play(action)
    met = [*together.state.events, *forbidden(together.verdicts())]
    assert kept["situation"] in met


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_rules_and_plain_implementation_agree_in_two_thousand_games(game):
    counts = compare(game, range(SOAK), seed=2)
    assert [situation for situation in SITUATIONS[game] + RARE[game] if not counts[situation]] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_opening_action_is_understood_on_the_largest_board(game):
    # hex13 has a row x, square26 a column x: the letter that also stands for a capture
    together = Together(game, LARGEST[game], {})
    for action in together.verdicts():
        if "x" in action and action[-1] == "4":
            together.play(action)
            together.take_back(1)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"droched"}))
def test_rules_and_plain_implementation_agree_on_large_boards(game):
    compare(game, range(3), seed=3, size=13)


def accepted(start, size, options):
    try:
        start(size, options)
    except (ValueError, games.OptionError):
        return False
    return True


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_engine_takes_the_same_sizes(game):
    sizes = range(1, 28)
    plain = [size for size in sizes if accepted(GAMES[game].start, size, {})]
    assert [size for size in sizes if accepted(lambda n, o: games.start(game, n, o), size, {})] == plain


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_engine_takes_the_same_options(game):  # ACT-7
    values = {
        "pie": [True, False],
        "komi": [-1, 0, 1, 20, 21],
        "handicap": [-1, 0, 1, 2, 20, 21],
        "setup": ["clusters", "corners", "rings"],
        "colour": ["white"],
    }
    singles = [{option: value} for option in values for value in values[option]]
    pairs = [{**one, **two} for one, two in itertools.combinations(singles, 2)]
    for options in singles + pairs:
        plain = accepted(GAMES[game].start, 5, options)
        assert accepted(lambda n, o: games.start(game, n, o), 5, options) == plain, options
