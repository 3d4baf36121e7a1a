"""Whatever else is read from outside: wrong bytes are ignored or told in one sentence, and never end the program."""

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.fuzz import readers

READERS = [*readers.READERS, "record"]


@cache
def samples(reader: str) -> list[bytes]:
    return readers.samples(reader)


@pytest.fixture(scope="module")
def record_reader(tmp_path_factory: pytest.TempPathFactory) -> readers.RecordReader:
    return readers.RecordReader(tmp_path_factory.mktemp("records"))


@pytest.mark.parametrize("reader", READERS)
def test_what_is_right_is_accepted(reader: str, record_reader: readers.RecordReader) -> None:
    read = readers.READERS.get(reader, record_reader)
    assert read(samples(reader)[-1])


@pytest.mark.parametrize("reader", READERS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(source=st.randoms(use_true_random=False))
def test_what_is_damaged_is_refused(reader: str, record_reader: readers.RecordReader, source: random.Random) -> None:
    readers.READERS.get(reader, record_reader)(readers.damaged(source, samples(reader)))


@pytest.mark.parametrize("reader", READERS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=2000))
@example(b"[" * 100_000)
@example(b'{"a":' * 1500)
@example(b"9" * 5000)
def test_any_bytes_are_refused(reader: str, record_reader: readers.RecordReader, data: bytes) -> None:
    readers.READERS.get(reader, record_reader)(data)
