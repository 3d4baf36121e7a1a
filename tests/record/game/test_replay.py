"""Stored games ply by ply: positions, turns, times, what was taken back, and where a record stops being legal."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.game.events import ACTION, UNDO
from hexlume_record.game.position import position_of
from hexlume_record.game.replay import Replay, replay_of
from hexlume_record.game.state import GameState
from hexlume_record.game.view import position_view
from tests.host.played_games import THINKING_MS, PlayedGame


def replay(store: Store, played: PlayedGame) -> Replay:
    return replay_of(store.record(played.identity))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rules=st.sampled_from(games.NAMES), seed=st.integers(0, 10**6), most=st.integers(0, 25), undos=st.integers(0, 4))
def test_every_ply_is_the_position_the_rules_lead_to(
    store: Store, rules: str, seed: int, most: int, undos: int
) -> None:
    """ACT-4, ACT-5: also after actions were taken back; the last ply is what GameState stands at."""
    played = PlayedGame(store, rules, 0, seed, identity=f"{rules}_{seed}_{most}_{undos}")
    for _ in range(most):
        if played.game.result is None:
            played.act()
    for _ in range(min(undos, len(played.game.codes))):
        played.undo()
    found = replay(store, played)
    live = GameState.replay(found.record)
    assert (
        [ply.action for ply in found.plies[1:]] == [action.action for action in live.actions] == played.game.actions()
    )
    assert [(ply.turn, ply.colour) for ply in found.plies[1:]] == [
        (number, colour) for number, (colour, actions) in enumerate(live.turns(), 1) for _ in actions
    ]
    walked = games.start(rules)
    for ply in found.plies:
        if ply.number:
            walked.push_text(ply.action)
        assert ply.position == position_view(walked)
        assert position_of(found.game(ply.number)) == position_of(walked)
    assert found.problem == ""


def test_times_come_from_the_boards_own_clock(store: Store) -> None:
    played = PlayedGame(store, "orochi").play(5)
    plies = replay(store, played).plies
    assert [ply.took_ms for ply in plies] == [None] + [THINKING_MS] * 5
    unknown = PlayedGame(store, "orochi", identity="old", boot=0)
    for _ in range(2):
        unknown.act()
    assert [ply.took_ms for ply in replay(store, unknown).plies] == [None, THINKING_MS, THINKING_MS]


def test_what_was_taken_back_is_told_where_it_was_tried(store: Store) -> None:
    played = PlayedGame(store, "orcoon", 7)
    for action in ("a1", "b2", "c3"):
        played.act(action)
    played.undo()
    played.undo()
    played.act("d4")
    plies = replay(store, played).plies
    assert [ply.action for ply in plies] == ["", "a1", "d4"]
    assert [ply.taken_back for ply in plies] == [(), ("b2", "c3"), ()]
    # The time that was spent on trying counts for what was played in the end.
    assert plies[2].took_ms == 5 * THINKING_MS


def test_a_conclusion_shows_in_the_last_position(store: Store) -> None:
    found = replay(store, PlayedGame(store, "orcoon").play(4).resign())
    # Black begins (ORC-1), so it is black's turn again.
    assert found.ply().position["result"] == "W+"
    assert found.game().outcome.reason == "resigned"
    assert found.ply(3).position["result"] is None
    assert found.result_words == "White wins: black resigned"
    assert not found.goes_on


def test_a_record_with_a_problem_is_shown_up_to_it(store: Store) -> None:
    played = PlayedGame(store, "orochi").play(3)
    played.tell(ACTION, action="Wd4", colour="white")
    played.tell(ACTION, action="Wd4", colour="white")
    found = replay(store, played)
    assert found.problem.startswith("Action ")
    assert len(found.plies) in (4, 5)
    assert found.plies[-1].position.items() >= GameState.replay(found.record).position().items()


def test_an_unknown_game_has_no_plies(store: Store) -> None:
    played = PlayedGame(store, "orochi", identity="chess")
    record = store.record("chess")
    object.__setattr__(record, "rules", "chess")
    found = replay_of(record)
    assert found.plies == ()
    assert found.problem.startswith("The game cannot be replayed")
    with pytest.raises(RecordError, match="cannot be replayed"):
        found.ply()
    assert played.number == record.id


def test_a_ply_that_is_not_there_is_named(store: Store) -> None:
    found = replay(store, PlayedGame(store, "orochi").play(2))
    with pytest.raises(RecordError, match=r"no ply 3: its plies are 0 \(the start\) to 2"):
        found.ply(3)
    played = PlayedGame(store, "orochi", identity="undone")
    played.tell(UNDO)
    assert len(replay(store, played).plies) == 1
