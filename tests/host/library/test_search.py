"""Searches against a naive filter over all games; hostile names are only names."""

import random
from collections.abc import Iterator
from datetime import date
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_host.library.filters import FilterError, GameFilter, Outcome, Source, Status
from hexlume_host.library.search import all_found, search
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.app_context import from_texts
from hexlume_record.game.events import RESULTS
from hexlume_record.game.record import GameSummary
from hexlume_record.validation import FieldError
from hexlume_record.words.player_names import player_key
from tests.host.reported_games import BEGUN, KINDS, NAMES, days, tell

pytestmark = pytest.mark.integration

ACTED = ("action", "Wd4", "white")
ENDS = (
    [ACTED],
    [],
    [ACTED, ("abandon", "", "")],
    *(
        [ACTED, *swaps, ("result", result, "why")]
        for swaps in ([], [("action", "swap", "black")])
        for result in RESULTS
    ),
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Sixty games of everybody with everybody; some begin at the same moment."""
    choose = random.Random(5)
    with Store(tmp_path_factory.mktemp("club") / "games.sqlite") as store:
        for number in range(60):
            players = Players(choose.choice(NAMES), choose.choice(NAMES))
            begun = BEGUN + days(choose.randrange(40))
            tell(store, f"g{number}", choose.choice(ENDS), players, choose.choice(KINDS), f"b{number}", begun)
        yield store


def means(wanted: GameFilter, game: GameSummary) -> bool:
    """Return whether a filter means a game, as its description says it."""
    white, black = (game.black, game.white) if game.seats_swapped else (game.white, game.black)
    began = game.started_at.astimezone().date()
    exact = {
        "rules": game.rules,
        "board": game.board,
        "result": game.ending.result,
        "status": game.ending.status,
        "device": game.device,
        "source": game.source,
    }

    def named(part: str, name: str) -> bool:
        key, own = player_key(part), player_key(name)
        return not key or (own == key if wanted.whole else key in own)

    def side(mine: str, theirs: str, won: str, lost: str) -> bool:
        result = {None: game.ending.result, "won": won, "lost": lost, "drawn": "0"}[wanted.outcome]
        return named(player, mine) and named(opponent, theirs) and game.ending.result == result

    player, opponent = wanted.player, wanted.opponent
    return (
        all(not getattr(wanted, name) or getattr(wanted, name) == value for name, value in exact.items())
        and (wanted.since is None or began >= wanted.since)
        and (wanted.until is None or began <= wanted.until)
        and (wanted.empty or game.action_count > 0)
        and (side(white, black, "W+", "B+") or side(black, white, "B+", "W+"))
    )


PARTS = st.sampled_from([*NAMES, "a", "N", "%", "_", "\\", "LEE", "zo", "å", "nobody", "本", "' OR 1=1 --"])
DAYS = st.none() | st.dates(date(2025, 12, 30), date(2026, 2, 12)) | st.sampled_from([date.min, date.max])


@st.composite
def wanted_games(draw: Any) -> GameFilter:
    player = draw(PARTS)
    return GameFilter(
        rules=draw(st.sampled_from(["", "", "orochi", "orcoon", "chess"])),
        board=draw(st.sampled_from(["", "", "", "hex4", "square4"])),
        player=player,
        opponent=draw(st.just("") | PARTS),
        whole=draw(st.booleans()),
        since=draw(DAYS),
        until=draw(DAYS),
        result=draw(st.sampled_from([None, None, *RESULTS])),
        outcome=draw(st.sampled_from([None, *get_args(Outcome)])) if player_key(player) else None,
        status=draw(st.sampled_from([None, None, *get_args(Status)])),
        device=draw(st.sampled_from(["", "", "b3"])),
        source=draw(st.sampled_from([None, None, *get_args(Source)])),
        empty=draw(st.booleans()),
    )


@pytest.mark.sample(1)
@settings(suppress_health_check=list(HealthCheck))
@given(wanted=wanted_games(), limit=st.integers(1, 40))
def test_search_finds_what_a_naive_filter_finds(club: Store, wanted: GameFilter, limit: int) -> None:
    """Page by page to the end."""
    expected = sorted(
        (game for game in club.games() if means(wanted, game)),
        key=lambda game: (game.started_at, game.id),
        reverse=True,
    )
    ids = [game.id for game in expected]
    assert [game.id for game in all_found(club, wanted)] == sorted(ids)
    assert [game.id for game in all_found(club, wanted, 3)] == sorted(ids[:3])
    for number in range(1, 2 + -(-len(ids) // limit)):
        page = search(club, wanted, number, limit)
        assert [game.id for game in page.games] == ids[(number - 1) * limit : number * limit]
        assert (page.total, page.more) == (len(ids), number * limit < len(ids))


@settings(deadline=None)
@given(wanted=wanted_games())
def test_an_address_tells_a_filter_whole(wanted: GameFilter) -> None:
    told = wanted.texts()
    assert from_texts(GameFilter, told) == wanted
    assert from_texts(GameFilter, told).texts() == told


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"result": "X+"}, "result must be W+ or B+ or 0"),
        ({"status": "won"}, "status must be finished or unfinished or abandoned or incomplete"),
        ({"since": "yesterday"}, "since must be a day such as 2026-05-01"),
        ({"outcome": "won"}, "An outcome is that of a player: name one."),
        ({"whole": "maybe"}, "whole must be 1 for yes or 0 for no"),
        ({"player": "x" * 300}, "The player is too long or not plain text: shorten it."),
        ({"device": "b\x00"}, "The device is too long or not plain text: shorten it."),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(told: dict[str, str], sentence: str) -> None:
    with pytest.raises((FilterError, FieldError)) as caught:
        from_texts(GameFilter, told)
    assert str(caught.value) == sentence
