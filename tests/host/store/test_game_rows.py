"""What is kept of a game beside its events equals what the events say, after any of them, however they arrive."""

from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from hexlume_host.store.models import EventRow, GameRow, PlayerRow
from hexlume_host.store.opening import opening_text, opening_turns
from hexlume_host.store.repository import Players, Store
from hexlume_record.game.events import StoredEvent
from hexlume_record.game.record import GameHeader, history_of, turns_of
from hexlume_record.words.player_names import player_key
from tests.host.reported_games import BEGUN, NAMES, STEPS, event_of, tell

pytestmark = pytest.mark.integration


def check(store: Store) -> None:
    """Check every game of a store against its events."""
    with store.reading() as session:
        players = {row.id: row.key for row in session.scalars(select(PlayerRow))}
        rows = list(session.scalars(select(GameRow)))
    for row, listed in zip(rows, store.games(), strict=True):
        record = store.record(row.id)
        assert row.action_count == listed.action_count == len(record.actions)
        assert row.opening == opening_text(record.actions)
        facts = {field.name: getattr(record, field.name) for field in fields(GameHeader)}
        assert store.header(row.game) == GameHeader(**facts)
        assert row.seats_swapped == listed.seats_swapped == record.seats_swapped
        seats = [player_key(row.white), player_key(row.black)]
        if record.seats_swapped:
            seats.reverse()
        assert [players.get(seat or 0, "") for seat in (row.white_player, row.black_player)] == seats


@pytest.mark.sample(1)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(STEPS, max_size=14),
    batches=st.lists(st.integers(1, 4), max_size=8),
    white=st.sampled_from(NAMES),
    black=st.sampled_from(NAMES),
)
def test_columns_say_what_the_events_say(
    store: Store, steps: list[tuple[str, str, str]], batches: list[int], white: str, black: str
) -> None:
    with store.writing() as session:
        for table in (EventRow, GameRow):
            session.execute(delete(table))
    tell(store, "g", steps, Players(white, black), batches=batches)
    check(store)
    # Telling it all again changes nothing.
    tell(store, "g", steps, Players(white, black))
    check(store)


@settings(deadline=None)
@given(st.lists(STEPS, max_size=20))
def test_openings_have_the_games_own_turns(steps: list[tuple[str, str, str]]) -> None:
    told = [event_of("g", seq, step) for seq, step in enumerate(steps, 1)]
    events = [StoredEvent(event.seq, event.kind, event.ticks, event.data, BEGUN) for event in told]
    acted = history_of(events).actions[:16]
    got = [[action.replace("_", " ") for action in turn] for turn in opening_turns(opening_text(acted))]
    # The stored opening may end in the middle of the game's turn.
    assert got == [actions for _, actions in turns_of(acted)]


@settings(deadline=None)
@given(st.text(max_size=300))
def test_a_names_key_is_its_own_key(name: str) -> None:
    assert player_key(player_key(name)) == player_key(name)
    assert player_key(name).isprintable()
