"""The journal and power cuts: at every byte written and within every erase, one after another, also while it recovers.

What ``hexlume.journal.journal`` guarantees: an event whose ``add`` had returned is read back exactly once and in order;
one during which the power went is there whole or not at all; what follows is appended behind.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.games.notation import code
from hexlume.journal.log_format import SECTOR
from hexlume.match.events import ACTION, RESULT, START
from hexlume.match.game_clock import UNTIMED
from hexlume_sim.chip.costs import RP2040, RP2350, Costs
from hexlume_sim.chip.power import PowerCut
from tests.firmware.journal.journal_board import KEPT, Event, JournalBoard, by_chip, cut_within, random_game, steps_of

KINDS = [("orochi", 4), ("sibling", 5), ("orcoon", 9), ("organica", 5), ("droched", 4)]
"""Droched on a small board: its games at the default size are three times as long."""
BOUNDED = 9
"""Of so many positions, the ordinary test takes one."""


def full_board(costs: Costs) -> tuple[JournalBoard, list[list[Event]]]:
    """Return a board with games in the archive and one in the memory that goes on."""
    board = JournalBoard(costs=costs).start()
    for kind, value in KEPT.items():
        board.memory.write(kind, value)
    expected: list[list[Event]] = []
    for number in (1, 2):
        expected.append(random_game("orochi", 3, board.boot, number, number))
        assert all(board.do(number, event) for event in expected[-1])
        assert board.memory.make_room()
    expected.append([(START, board.boot, 5, ("orochi", "hex4", "", "none"), 0, UNTIMED)])
    board.do(3, expected[-1][0])
    while board.memory.end < 2700:
        expected[-1].append((ACTION, board.boot, 5 + 2000 * len(expected[-1]), code(1, 3), 1, UNTIMED))
        board.do(3, expected[-1][-1])
    return board, expected


def check(torn: JournalBoard, before: list[list[Event]], events: list[Event]) -> None:
    """Check a board after a cut while the last of some events was being added: it alone may be missing."""
    again = torn.copy().start()
    found = again.everything()
    assert found[: len(before)] == before
    assert found[len(before) :] in ([events[:-1]] if len(events) > 1 else [], [events])
    for kind, value in KEPT.items():
        assert again.memory.read(kind) == value
    assert again.journal.add((ACTION, code(4, 9), 2, UNTIMED), 1234)
    follows = (ACTION, again.boot, 1234, code(4, 9), 2, UNTIMED)
    found[-1] = [*found[-1], follows]
    assert again.copy().start().everything() == found


@pytest.mark.integration
@pytest.mark.parametrize(("name", "size"), KINDS)
@pytest.mark.parametrize("stride", [BOUNDED * 5, pytest.param(1, marks=pytest.mark.soak)])
def test_a_cut_at_every_byte_of_a_whole_game_loses_no_event(name: str, size: int, stride: int) -> None:
    board = JournalBoard().start()
    for kind, value in KEPT.items():
        board.memory.write(kind, value)
    before = [random_game("sibling", 3, board.boot, 3, 4)]
    assert all(board.do(1, event) for event in before[0])
    boot = board.boot + 1
    events = random_game(name, size, boot, 20, size)
    cuts = count = 0
    board = board.copy().start()
    for at, event in enumerate(events):
        # A game goes on in one start; each cut is of a copy that has come just so far.
        probe = board.supply.spent
        image = bytes(board.flash.cells)
        assert board.do(2, event)
        for cut in range(1, board.supply.spent - probe + 1):
            count += 1
            if count % stride == 0:
                cuts += 1
                torn = board.copy()
                torn.flash.cells[:] = image
                whole = bytes(board.flash.cells)
                wrote = [place for place in range(SECTOR) if whole[place] != image[place]]
                for place in range(wrote[0], wrote[0] + cut):
                    torn.flash.cells[place] = whole[place]
                check(torn, before, events[: at + 1])
    print(name, "bytes", count, "cuts", cuts)
    assert cuts >= len(events) // stride


@pytest.mark.integration
@pytest.mark.parametrize(
    ("costs", "first", "stride"),
    [
        (RP2350, 1, BOUNDED * 111),
        (RP2040, 1, BOUNDED * 555),
        *(pytest.param(costs, i, 4, marks=pytest.mark.soak) for costs in (RP2350, RP2040) for i in range(1, 5)),
    ],
    ids=by_chip,
)
@pytest.mark.timeout(3600)
def test_a_cut_at_every_byte_and_within_every_erase_of_a_spill_loses_no_event(
    costs: Costs, first: int, stride: int
) -> None:
    board, before = full_board(costs)
    event: Event = (RESULT, board.boot + 1, 777, "W+", "r" * 100, UNTIMED)

    def work(torn: JournalBoard) -> None:
        assert torn.memory.make_room()

    total = steps_of(board, work)
    assert total > 5 * SECTOR
    for cut in range(first, total + 1, stride):
        torn = cut_within(board, work, cut)
        again = torn.copy().start()
        assert again.everything() == before, cut
        assert all(again.memory.read(kind) == value for kind, value in KEPT.items())
        assert again.do(3, event)
        assert again.copy().start().everything()[-1][-1] == (event[0], again.boot, *event[2:])


@pytest.mark.integration
@pytest.mark.parametrize(
    ("costs", "stride"),
    [
        (RP2350, BOUNDED * 55),
        (RP2040, BOUNDED * 275),
        pytest.param(RP2350, 1, marks=pytest.mark.soak),
        pytest.param(RP2040, 1, marks=pytest.mark.soak),
    ],
    ids=by_chip,
)
@pytest.mark.timeout(3600)
def test_a_cut_while_the_memory_is_mended_after_a_cut_loses_no_event(costs: Costs, stride: int) -> None:
    """The first cut falls into the erase, or the writing of the next log's beginning: the memory is written again."""
    board, before = full_board(costs)

    def work(torn: JournalBoard) -> None:
        assert torn.memory.make_room()

    total = steps_of(board, work)
    mended = 0
    for first in (
        total - SECTOR - 32,
        total - SECTOR - 31,
        total - SECTOR - 1,
        total - SECTOR + 300,
        total - SECTOR + 33,
    ):
        torn = cut_within(board, work, first)
        probe = torn.copy()
        spent = probe.supply.spent
        probe.start()
        recovering = probe.supply.spent - spent
        mended += recovering > SECTOR - 33
        for cut in range(1, recovering, stride):
            again = torn.copy(cut)
            with pytest.raises(PowerCut):
                again.start(cut)
            check_all(again.copy().start(), before)
    assert mended >= 3


def check_all(board: JournalBoard, before: list[list[Event]]) -> None:
    assert board.everything() == before
    assert all(board.memory.read(kind) == value for kind, value in KEPT.items())


@pytest.mark.integration
@given(
    st.lists(st.integers(1, 30_000), min_size=1, max_size=8),
    st.integers(1, 60),
    st.integers(0, 10_000),
    st.sampled_from([1, 5, 200]),
)
def test_any_cuts_one_after_another_lose_no_event(cuts: list[int], length: int, seed: int, quiet: int) -> None:
    """Games of several starts, with spills in steps and at once, until the last cut; then all is read."""
    any_cuts(cuts, length, seed, quiet)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@given(
    st.lists(st.integers(1, 40_000), min_size=1, max_size=25),
    st.integers(1, 200),
    st.integers(0, 1 << 30),
    st.integers(1, 300),
)
@settings(max_examples=3000)
def test_any_cuts_one_after_another_lose_no_event_at_length(
    cuts: list[int], length: int, seed: int, quiet: int
) -> None:
    any_cuts(cuts, length, seed, quiet)


def any_cuts(cuts: list[int], length: int, seed: int, quiet: int) -> None:
    """Start the board with each supply in turn and play until it is spent; then start it for good and read."""
    board = JournalBoard()
    expected: list[list[Event]] = []
    pending: Event | None = None
    number = 0
    for cut in cuts:
        board = board.copy(seed + cut)
        try:
            board.start(cut)
            found = board.everything()
            assert found == expected or (pending is not None and found == with_event(expected, pending)), pending
            expected, pending = found, None
            ms = 0
            while True:
                ms += 1 + seed % 5000
                if not expected or len(expected[-1]) > length:
                    number += 1
                    pending = (START, board.boot, ms, ("orochi", "hex4", "", "none"), 0, UNTIMED)
                else:
                    pending = (ACTION, board.boot, ms, code(1, ms % 900, ms % 3), 1 + ms % 2, UNTIMED)
                assert board.do(number, pending)
                expected, pending = with_event(expected, pending), None
                for _ in range(quiet):
                    board.journal.step(True)
        except PowerCut:
            pass
    found = board.copy().start().everything()
    assert found == expected or (pending is not None and found == with_event(expected, pending))


def with_event(games: list[list[Event]], event: Event) -> list[list[Event]]:
    """Return games with an event more: of the last one, or the first of the next."""
    if event[0] == START:
        return [*games, [event]]
    return [*games[:-1], [*games[-1], event]]
