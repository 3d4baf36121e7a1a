"""The protocol's frame: identities, comments, control characters, hostile bytes, ends of input, signals."""

import re
import signal
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_engine.gtp.protocol import LINE_LIMIT

pytestmark = pytest.mark.integration

ANSWER = re.compile(r"[=?]\d*( [ -~]+)?(\n[ -~]+)*")


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"protocol_version\n", b"= 2\n\n"),
        (b"12 protocol_version\n", b"=12 2\n\n"),
        (b"007 protocol_version\n", b"=007 2\n\n"),
        (b"12\tprotocol_version\r\n", b"=12 2\n\n"),
        (b"  12 \t protocol_version  \n", b"=12 2\n\n"),
        (b"pro\x00to\x07col_ver\x7fsion\n", b"= 2\n\n"),
        (b"12 protocol_version # comment 13 name\n", b"=12 2\n\n"),
        (b"12 protocol_version#\n", b"=12 2\n\n"),
        (b"\n \n\t\r\n# comment\n  # comment\n\x00\n", b""),
        (b"12 clear_board\n", b"=12\n\n"),
        (b"clear_board\n", b"=\n\n"),
        (b"12 nonsense\n", b"?12 unknown command\n\n"),
        (b"-12 name\n", b"? unknown command\n\n"),
        (b"Name\n", b"? unknown command\n\n"),
        (b"12\n", b"?12 syntax error\n\n"),
        (b"12 # name\n", b"?12 syntax error\n\n"),
        (b"12 13 name\n", b"?12 unknown command\n\n"),
        ("\uff11\uff12 name\n".encode(), b"? unknown command\n\n"),
        (b"\xff\xfename\n", b"? unknown command\n\n"),
        (
            b"hexlume-game \xe9\xe8\n",
            b"? '??' is no game: choose one of orochi, sibling, orcoon, organica, droched, hex\n\n",
        ),
        (b"=\n?\n", b"? unknown command\n\n" * 2),
    ],
)
def test_lines(engine, sent, answered):
    engine.send(sent + b"99 version\n")
    answers = [engine.answer() for _ in range(answered.count(b"\n\n") + 1)]
    assert "".join(f"{answer}\n\n" for answer in answers[:-1]).encode() == answered
    assert answers[-1].startswith("=99 ")


@pytest.mark.parametrize(
    "request_line",
    [
        "name x",
        "version x",
        "protocol_version x",
        "list_commands x",
        "known_command",
        "known_command a b",
        "boardsize",
        "boardsize four",
        "boardsize 4 4",
        "boardsize -4",
        "boardsize 4.0",
        "boardsize \u0661",
        "boardsize 2147483648",
        "boardsize " + "9" * 4000,
        "clear_board x",
        "komi",
        "komi 1 2",
        "komi x",
        "komi nan",
        "komi inf",
        "komi 1_0",
        "komi 1.2.3",
        "komi .",
        "komi 0x1",
        "komi 1e",
        "komi \u0661",
        "komi " + "9" * 4000,
        "play",
        "play white",
        "play white Wd4 Wd4",
        "play green Wd4",
        "play wh Wd4",
        "genmove",
        "genmove red",
        "genmove white black",
        "undo 2",
        "showboard x",
        "final_score x",
        "time_settings",
        "time_settings 1 2",
        "time_settings 1 2 x",
        "time_settings 1 2 3 4",
        "time_settings 1 2 -3",
        "quit now",
        "hexlume-game",
        "hexlume-legal x",
        "hexlume-state x",
        "hexlume-perft",
        "hexlume-perft -1",
        "hexlume-perft two",
        "hexlume-perft 1 1",
    ],
)
def test_syntax_errors_change_nothing(engine, request_line):
    before = engine.ask("hexlume-game orochi", "play w Wd4", "hexlume-state")[2]
    assert engine.ask(request_line, "hexlume-state") == ["? syntax error", before]


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"", b""),
        (b"protocol_version", b"= 2\n\n"),
        (b"name\n\x00\xff", b"= Hexlume\n\n? unknown command\n\n"),
        (b"7 quit\nname\n", b"=7\n\n"),
    ],
)
def test_input_may_end_anywhere(run_engine, sent, answered):
    done = run_engine(sent)
    assert (done.returncode, done.stdout, done.stderr) == (0, answered, b"")


def test_line_limit(engine):
    longest = b"known_command " + b"x" * (LINE_LIMIT - 14)
    too_long = f"line too long: send at most {LINE_LIMIT} bytes"
    engine.send(longest + b"\n" + longest + b"x\n12 " + longest + b"\n")
    assert [engine.answer() for _ in range(3)] == ["= false", f"? {too_long}", f"?12 {too_long}"]
    engine.send(b"13 protocol_version #" + b"x" * 9000 + b"\n" + b"#" * 9000 + b"\n14 protocol_version\n")
    assert [engine.answer() for _ in range(2)] == ["=13 2", "=14 2"]


WORD = st.one_of(
    st.sampled_from(b"1 play genmove white b boardsize 3 hexlume-game orcoon size=4 pie=on Wd4 d4 = undo #".split()),
    st.binary(max_size=8),
)


@given(st.lists(st.one_of(st.binary(max_size=60), st.lists(WORD, max_size=5).map(b" ".join)), max_size=30))
def test_any_bytes_are_answered(engine, lines):
    engine.send(b"\n".join([*lines, b"987654321 protocol_version\n"]))
    while (answer := engine.answer()) != "=987654321 2":
        assert ANSWER.fullmatch(answer)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_a_long_count(start_engine, number, status):
    engine = start_engine("--rules", "droched")
    engine.ask("name")
    engine.send(b"hexlume-perft 40\n")
    engine.process.send_signal(number)
    assert engine.process.wait(timeout=60) == status
    assert b"Traceback" not in engine.process.stderr.read()
