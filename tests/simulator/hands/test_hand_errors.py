"""Knobs of the clumsy hands: each takes effect on the table, and bad values are refused.

Each test raises one knob, disables all other errors, and checks the paths of the discs, not the
hands' own tally.
"""

import statistics
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands import hand_errors
from hexlume_sim.hands.clumsy import play_games
from hexlume_sim.hands.hand_errors import KNOBS, Knobs
from hexlume_sim.twin import Twin
from tests.simulator.witness import LEVEL_MM, Held, Witness

pytestmark = pytest.mark.integration


def witnessed(knobs: dict[str, Any], game: str = "sibling", size: int = 4, seconds: float = 20.0) -> Witness:
    """Let hands with only these mishaps play for some virtual seconds, and return what was seen."""
    twin = Twin("hex4", seed=5)
    witness = Witness(twin)
    quiet: dict[str, Any] = dict.fromkeys((*hand_errors.CARRY_ERRORS, *hand_errors.TABLE_ERRORS), 0.0)

    def script() -> Iterator[float]:
        yield from play_games(twin, game=game, size=size, options={}, count=1, seed=5, knobs={**quiet, **knobs})
        twin.stop()

    def power_cut() -> Iterator[float]:
        yield seconds * 1e6
        twin.stop()

    twin.clock.run_script(script())  # type: ignore[arg-type]
    twin.clock.run_script(power_cut())  # type: ignore[arg-type]
    settings = {"HEXLUME_PANEL": "hex4", "HEXLUME_GAME": game, "HEXLUME_SIZE": str(size)}
    ending = run_firmware(twin, default_drive(), settings)
    assert not ending.failed, ending.message
    return witness


def centre_distance(witness: Witness, at: Held) -> float:
    return min(hypot(at.x - site.x_mm, at.y - site.y_mm) for site in witness.twin.sensors.sites)


@pytest.mark.soak
def test_slide() -> None:
    witness = witnessed({"slide": 1.0}, seconds=14)
    crossed = [
        cell
        for slide in witness.slides()
        for cell, site in enumerate(witness.twin.sensors.sites)
        if min(hypot(at.x - site.x_mm, at.y - site.y_mm) for at in slide) < 4
        and hypot(slide[-1].x - site.x_mm, slide[-1].y - site.y_mm) > 16
    ]
    assert len(witness.slides()) > 3
    assert len(crossed) >= len(witness.slides())


@pytest.mark.soak
def test_slide_speed() -> None:
    """A reach by minimum jerk is 15/8 as fast in its middle as on the whole."""
    for mm_s in (300.0, 500.0):
        slides = witnessed({"slide": 1.0, "slide_speed": mm_s}, seconds=12).slides()
        fastest = [
            max(hypot(b.x - a.x, b.y - a.y) / ((b.us - a.us) / 1e6) for a, b in pairwise(slide)) for slide in slides
        ]
        assert statistics.median(fastest) == pytest.approx(15 / 8 * mm_s, rel=0.1)


@pytest.mark.soak
def test_hover() -> None:
    witness = witnessed({"hover": 1.0}, seconds=14)
    stops = witness.stops()
    assert len(stops) > 3
    for stop in stops:
        assert 15 <= stop[0].lift <= 20
        mean = Held(0, "", statistics.fmean(at.x for at in stop), statistics.fmean(at.y for at in stop), 0)
        assert centre_distance(witness, mean) < 1, "the tremor aside"


@pytest.mark.soak
def test_hover_height() -> None:
    for mm in (15.0, 20.0):
        lifts = [stop[0].lift for stop in witnessed({"hover": 1.0, "hover_height": mm}, seconds=12).stops()]
        assert lifts
        assert lifts == pytest.approx([mm] * len(lifts), abs=0.02)


@pytest.mark.soak
def test_hover_time() -> None:
    *stops, _ = witnessed({"hover": 1.0, "hover_time": 800.0}, seconds=12).stops()
    assert stops
    for stop in stops:
        assert (stop[-1].us - stop[0].us) / 1000 == pytest.approx(800, abs=40)


@pytest.mark.soak
def test_tremor() -> None:
    for mm in (0.0, 0.6):
        stops = witnessed({"hover": 1.0, "hover_time": 1500.0, "tremor": mm}, seconds=12).stops()
        spread = statistics.fmean(statistics.pstdev(at.x for at in stop[3:-3]) for stop in stops)
        assert spread == pytest.approx(mm, rel=0.25, abs=0.01)


@pytest.mark.soak
def test_slow_lowering() -> None:
    lowered = [way for way in witnessed({"slow_lowering": 1.0}, seconds=14).way() if _falls(way, 15.0, 5.0)]
    assert len(lowered) > 3
    for way in lowered:
        assert 25 <= _falls(way, 15.0, 5.0) <= 65


@pytest.mark.soak
def test_lowering_speed() -> None:
    for mm_s in (30.0, 60.0):
        seen = witnessed({"slow_lowering": 1.0, "lowering_speed": mm_s}, seconds=12)
        speeds = [_falls(way, 15.0, 5.0) for way in seen.way() if _falls(way, 15.0, 5.0)]
        assert statistics.median(speeds) == pytest.approx(mm_s, rel=0.15)


def _falls(way: list[Held], high: float, low: float) -> float:
    """Return the mean speed in mm/s at which a disc comes down from one height to another, 0 if it does not."""
    above = [at for at in way if at.lift >= high]
    below = [at for at in way if above and at.us > above[-1].us and at.lift <= low]
    return (above[-1].lift - below[0].lift) / ((below[0].us - above[-1].us) / 1e6) if below else 0.0


def test_fumble() -> None:
    witness = witnessed({"fumble": 1.0}, seconds=14)
    dropped = [way for way in witness.way() if _falls(way, 12.0, 0.5) > 150 and _rebound(way) > 1]
    assert len(dropped) > 3


def _rebound(way: list[Held]) -> float:
    """Return how high a disc comes again after it first came down to the table."""
    for number, (before, at) in enumerate(pairwise(way), 1):
        if at.lift < LEVEL_MM <= before.lift:
            return max(later.lift for later in way[number:])
    return 0.0


@pytest.mark.soak
def test_fumble_height() -> None:
    for mm in (13.0, 18.0):
        rebounds = [_rebound(way) for way in witnessed({"fumble": 1.0, "fumble_height": mm}, seconds=12).way()]
        assert max(rebounds) == pytest.approx(0.15 * mm, rel=0.15)


@pytest.mark.soak
def test_hesitate() -> None:
    witness = witnessed({"hesitate": 1.0}, seconds=14)
    assert len(witness.stops()) > 3
    for stop in witness.stops():
        assert stop[0].lift >= 30


@pytest.mark.soak
def test_hesitation() -> None:
    # Of the last stop the power cut may leave a part.
    *stops, _ = witnessed({"hesitate": 1.0, "hesitation": 1200.0}, seconds=12).stops()
    assert stops
    for stop in stops:
        assert (stop[-1].us - stop[0].us) / 1000 == pytest.approx(1200, abs=40)


@pytest.mark.soak
def test_both_hands() -> None:
    witness = witnessed({"both_hands": 1.0}, seconds=14)
    meanwhile = [
        us
        for us, *_ in witness.rests
        if any(way[0].us < us < way[-1].us and min(at.lift for at in way) >= 0 for way in witness.way("left"))
    ]
    assert len(meanwhile) > 3
    over = [at for way in witness.way("left") for at in way if centre_distance(witness, at) < 16]
    assert over
    assert all(at.lift >= 17.9 for at in over)


@pytest.mark.soak
def test_other_hand_height() -> None:
    witness = witnessed({"both_hands": 1.0, "other_hand_height": 25.0}, seconds=12)
    over = [at.lift for way in witness.way("left") for at in way if centre_distance(witness, at) < 10]
    assert min(over) == pytest.approx(25.0, abs=0.5)


@pytest.mark.soak
def test_carry_height() -> None:
    for mm in (30.0, 60.0):
        tops = [max(at.lift for at in way) for way in witnessed({"carry_height": mm}, seconds=12).way()]
        assert statistics.median(tops) == pytest.approx(mm, rel=0.05)


@pytest.mark.soak
def test_carry_speed() -> None:
    for mm_s in (250.0, 500.0):
        speeds = [
            hypot(way[-1].x - way[0].x, way[-1].y - way[0].y) / ((way[-1].us - way[0].us) / 1e6)
            for way in witnessed({"carry_speed": mm_s}, seconds=12).way()
        ]
        assert statistics.median(speeds) == pytest.approx(mm_s, rel=0.1)


@pytest.mark.soak
def test_off_centre() -> None:
    for mm in (1.0, 3.0):
        away = [away for _, _, _, away, _ in witnessed({"off_centre": mm}, seconds=25).rests]
        assert 0.8 * mm < max(away) <= mm
        assert statistics.fmean(away) == pytest.approx(2 * mm / 3, rel=0.25)


@pytest.mark.soak
def test_strength() -> None:
    strengths = [strength for *_, strength in witnessed({"strength": [0.75, 1.25]}, seconds=25).rests]
    assert 0.75 <= min(strengths) < 0.85
    assert 1.15 < max(strengths) <= 1.25


@pytest.mark.soak
def test_noise() -> None:
    for counts in (0.0, 6.0):
        twin = witnessed({"noise": counts}, seconds=4).twin
        assert statistics.pstdev(twin.front.noise) / 16 == pytest.approx(counts, rel=0.1, abs=0.01)


@pytest.mark.soak
def test_nudge() -> None:
    witness = witnessed({"nudge": 1.0}, seconds=30)
    assert len({cell for cell, _ in witness.pushes}) > 3
    assert 2 < max(away for _, away in witness.pushes) <= 3


@pytest.mark.soak
def test_half_on_border() -> None:
    witness = witnessed({"half_on_border": 1.0})
    assert len([away for _, away in witness.pushes if away >= 13]) > 3
    assert max(away for _, away in witness.pushes) <= 16


@pytest.mark.soak
def test_border_offset() -> None:
    witness = witnessed({"half_on_border": 1.0, "border_offset": 14.0})
    assert max(away for _, away in witness.pushes) == pytest.approx(14.0)


def test_wrong_disc() -> None:
    """Sibling has pawns only, and white begins: leaders, and black discs before black's turn, are wrong."""
    witness = witnessed({"wrong_disc": 1.0}, seconds=30)
    wrong = [cell for _, cell, piece, *_ in witness.rests if "leader" in piece]
    assert wrong
    assert {cell for _, cell in witness.taken} >= set(wrong)


def test_wrong_cell() -> None:
    """A wrong disc on the right cell is another knob: these stand where nothing of the player's may go."""
    witness = witnessed({"wrong_cell": 1.0}, size=3, seconds=30)
    outside = {cell for cell in map(witness.twin.grid.name, range(37)) if cell[0] in "ag"}
    assert {cell for _, cell, *_ in witness.rests} & outside, "the border of hex4 lies around the board hex3"
    assert len(witness.taken) > 3


@pytest.mark.soak
def test_lift_and_return() -> None:
    witness = witnessed({"lift_and_return": 1.0}, seconds=30)
    lifted = [cell for _, cell in witness.taken]
    assert len(lifted) > 3
    for us, cell in witness.taken:
        # One that was lifted just before the power goes, after 30 s, may still be in a hand.
        assert any(cell == rest and at > us for at, rest, *_ in witness.rests) or us > 25e6


@pytest.mark.soak
@pytest.mark.parametrize("discs", [1, 2])
def test_knocked(discs: int) -> None:
    times = [us for us, _ in witnessed({"knock": 1.0, "knocked": float(discs)}, seconds=30).taken]
    together = {us: times.count(us) for us in times}
    assert len(together) > 2
    # The first discs may be fewer than that, and one too many may be put back.
    assert statistics.median(together.values()) == discs


@pytest.mark.soak
def test_knock() -> None:
    witness = witnessed({"knock": 1.0})
    assert max([us for us, _ in witness.taken].count(us) for us, _ in witness.taken) in (2, 3)


@pytest.mark.soak
def test_swap() -> None:
    witness = witnessed({"swap": 1.0}, seconds=60)
    cells = [cell for _, cell in witness.taken]
    changed = [
        (one, two)
        for one, two in pairwise(cells)
        if {_piece_after(witness, one), _piece_after(witness, two)} == {"white", "black"}
    ]
    assert changed


def _piece_after(witness: Witness, cell: str) -> str:
    """Return the piece that first came to a cell after a disc was taken from it."""
    us = min(us for us, taken in witness.taken if taken == cell)
    return next((piece for at, rest, piece, *_ in witness.rests if rest == cell and at > us), "")


@pytest.mark.soak
def test_turned() -> None:
    witness = witnessed({"turned": 1.0}, seconds=45)
    turned = [way for way in witness.way() if {at.piece for at in way} == {"white", "black"}]
    assert len(turned) > 3
    for way in turned:
        change = next(at for at in way if at.piece != way[0].piece)
        assert change.lift >= 25


@pytest.mark.soak
def test_sweep() -> None:
    witness = witnessed({"sweep": 0.5}, seconds=60)
    assert [discs for _, discs in witness.swept if discs >= 6]


@pytest.mark.soak
def test_change_of_mind() -> None:
    witness = witnessed({"change_of_mind": 0.5}, size=3, seconds=120)
    assert witness.pressed.count("back") > 3
    (told,) = witness.told
    assert told["undone"] == told["mishaps"]["change_of_mind"] == witness.pressed.count("back")


@pytest.mark.soak
def test_take_back() -> None:
    witness = witnessed({"take_back": 0.5}, size=3, seconds=120)
    (told,) = witness.told
    assert told["undone"] == told["mishaps"]["take_back"] > 3
    assert len(witness.taken) == told["undone"]


@pytest.mark.soak
def test_dead_sensor() -> None:
    witness = witnessed({"dead_sensor": "d4"}, game="orochi", size=3, seconds=200)
    assert witness.twin.sensors.dead == {witness.twin.table.cell("d4")}
    (told,) = witness.told
    assert told["result"], "the game is played to its end around the dead cell"
    assert "d4" not in {cell for _, cell, *_ in witness.rests}


def test_clumsy_hands_report_every_error_by_name_and_recover_from_all() -> None:
    witness = witnessed({"hover": 0.3, "turned": 0.2, "knock": 0.2}, size=3, seconds=200)
    (told,) = witness.told
    assert set(told["mishaps"]) == {"hover", "turned", "knock"}
    assert told["recovered"] == sum(told["mishaps"].values())


def test_every_hand_error_knob_has_a_unit_and_a_test() -> None:
    assert {f"test_{knob.name}" for knob in KNOBS} <= set(globals())
    assert all(knob.unit and knob.meaning for knob in KNOBS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hoover": 1}, "clumsy hands have no knob 'hoover': choose slide, hover"),
        ({"hover": -1}, "the knob hover takes a number of 0 or more, or a range of two, not '-1'"),
        ({"hover": "often"}, "not 'often'"),
        ({"hover_height": [20, 15]}, "or a range of two"),
        ({"hover": float("nan")}, "not 'nan'"),
        ({"dead_sensor": 4}, "the knob dead_sensor takes text"),
    ],
)
def test_bad_hand_error_knobs_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="knob") as refused:
        Knobs(changes)
    assert message in str(refused.value)


def test_every_hand_error_knob_is_documented_with_its_unit() -> None:
    documented = (Path(__file__).parents[3] / "docs" / "simulator.md").read_text()
    for knob in KNOBS:
        assert f"| `{knob.name}` | {knob.unit} |" in documented
