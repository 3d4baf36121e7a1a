"""docs/hardware/physics.md: its tables are the computed ones, and its plots are there and always drawn alike."""

import re

import pytest

from hexlume_hw.physics.page import PAGE, renewed
from hexlume_hw.physics.tables import TABLES

pytestmark = pytest.mark.integration


@pytest.mark.soak
def test_the_pages_tables_are_computed() -> None:
    """If this fails, look at what changed, then: python -m hexlume_hw.physics.page."""
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- table: ([a-z ]+) -->", text)) == set(TABLES)
    assert renewed(text) == text
