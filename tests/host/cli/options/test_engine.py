"""``--engine`` of the commands that log boards."""

import pytest

from hexlume_engine.cli import attachment
from hexlume_engine.cli.attachment import offering
from hexlume_host.store.repository import Store


def test_with_the_extra_it_is_offered_unless_it_is_off(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachment, "is_installed", lambda: False)
    assert (offering(None), offering("off")) == (None, None)
    monkeypatch.setattr(attachment, "is_installed", lambda: True)
    assert offering("off") is None
    offered = offering(None)
    assert offered is not None and offered.listeners("") == []
    with offered.attached(store, None, pytest.fail):
        assert [listener.engine_ms for listener in offered.listeners("")] == [0]
