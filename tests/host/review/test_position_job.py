"""Thinking about one position at a time: the process ends when nobody asks, and another one begins."""

from typing import Any

import pytest

from hexlume_engine.review import position_job
from hexlume_engine.review.position_job import PositionAsked, PositionJobs
from hexlume_record.variations.start import read_start
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration


def test_a_process_that_ended_for_lack_of_questions_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_job, "IDLE_S", 0.2)
    jobs = PositionJobs()
    asked = PositionAsked(read_start({"rules": "orochi", "size": 2, "options": {}}, None), "hex2", ())
    for number in (1, 2):
        assert jobs.begin("somebody", asked, 0.1).number == number
        wait_until(lambda number=number: not jobs.thought(number).running, 180)  # type: ignore[misc, union-attr]
        thought: Any = jobs.thought(number)
        assert thought.choices and not thought.problem
        wait_until(lambda: jobs._pipe is None)
