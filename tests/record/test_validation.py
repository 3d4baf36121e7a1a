"""The types that several formats share: what they take, and where they end."""

import pytest

from hexlume_record.validation import Count, FieldError, checked


@pytest.mark.parametrize("number", [0, 1, 2**53 - 1])
def test_a_count_is_a_whole_number_that_every_json_reader_keeps_exactly(number: int) -> None:
    assert checked(Count, number) == number


@pytest.mark.parametrize("wrong", [-1, 2**53, "1", 1.0, True, None])
def test_what_is_no_count_is_refused(wrong: object) -> None:
    with pytest.raises(FieldError):
        checked(Count, wrong)
