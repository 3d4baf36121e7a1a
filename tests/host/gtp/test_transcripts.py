"""Whole sessions against the transcripts, answer by answer, and the session in the documentation."""

from pathlib import Path

import pytest

from hexlume_engine.gtp.commands import COMMANDS

pytestmark = pytest.mark.integration

FOLDER = Path(__file__).parent / "transcripts"
DOCUMENT = Path(__file__).parents[3] / "docs" / "gtp.md"


def converse(engine, transcript):
    """Ask one request after the other; a request without an answer must not be answered."""
    for number, request, expected in transcript:
        if expected:
            assert engine.ask(request) == [expected], f"line {number}: {request}"
        else:
            engine.send(f"{request}\n".encode())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_transcript(path, engine, read_transcript):
    converse(engine, read_transcript(path.read_text()))


def test_documented_session(start_engine, read_transcript):
    session = DOCUMENT.read_text().partition("\n## A session\n")[2].partition("\n## ")[0]
    lines = [line.removeprefix("    ") for line in session.splitlines() if line.startswith("    ")]
    transcript = read_transcript("\n".join(lines))
    assert len(transcript) > 5
    engine = start_engine()
    converse(engine, transcript)
    assert engine.finish() == (0, b"", b"")


def test_every_command_is_documented():
    documented = DOCUMENT.read_text()
    missing = [name for name in COMMANDS if f"| `{name}" not in documented]
    assert missing == []
