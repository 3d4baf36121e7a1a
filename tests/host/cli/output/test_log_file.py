"""The log file of ``hexlume log``."""

from pathlib import Path

import pytest

from hexlume_host.cli.output import log_file
from hexlume_host.cli.output.log_file import LOG, logging_to

pytestmark = pytest.mark.integration


def test_the_log_file_never_grows_beyond_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_file, "LARGEST_BYTES", 100_000)
    monkeypatch.setattr(log_file, "OLDER_FILES", 2)
    path = tmp_path / "below" / "log.txt"
    with logging_to(path):
        for number in range(400):
            LOG.info("%06d %s", number, "x" * 1000)
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["log.txt", "log.txt.1", "log.txt.2"]
    assert all(file.stat().st_size <= 100_000 for file in files)
    assert path.read_text().splitlines()[-1].endswith("Z 000399 " + "x" * 1000)
    assert not LOG.handlers


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_under_the_log_file_is_no_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log.txt").symlink_to("/dev/full")
    with logging_to(tmp_path / "log.txt"):
        for _ in range(100):
            LOG.info("not written %s", "x" * 1000)
    assert capfd.readouterr().err == ""
