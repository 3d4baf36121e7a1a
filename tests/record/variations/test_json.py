"""Documents that are no analysis."""

import pytest

from hexlume_record.errors import HexlumeError
from hexlume_record.variations.json import read_analysis


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ('"version": 2', "reads version 1"),
        ('"version": 1', "give one of the two"),
        ('"version": 1, "start": {"rules": "hex", "size": 3, "options": {}}', "5 to 19 a side, not 3"),
    ],
)
def test_an_analysis_that_cannot_be_read_is_refused_in_one_sentence(members: str, sentence: str) -> None:
    with pytest.raises(HexlumeError, match=sentence):
        read_analysis(f'{{"schema": "hexlume-analysis", "variations": {{"nodes": []}}, {members}}}')
