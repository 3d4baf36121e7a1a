"""settings.toml as CircuitPython reads it; ``tests/chip/test_settings.py`` compares the lines with CircuitPython."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_sim.cpython.firmware_run import Ending
from hexlume_sim.cpython.settings_toml import getenv, read_settings

NOT_UTF_8 = "raises"
LINES: "tuple[tuple[bytes, str | None], ...]" = (
    (b"= 3", "3"),
    (b'= "3"', "3"),
    (b'="close"', "close"),
    (b'= "x"   # comment', "x"),
    (b"= 3 # comment", "3"),
    (b"= -7\r", "-7"),
    (b"= true", "true"),
    (b"= 3.5", "3.5"),
    (b"= hex4", "hex4"),
    (b"= 'hex4'", "'hex4'"),
    (b"= [1]", "[1]"),
    (b"= 3 4", "3 4"),
    (b"== 3", "= 3"),
    (b"= 12345678901234567890", "12345678901234567890"),
    (b'= ""', ""),
    (b"=", None),
    (b'= "unterminated', None),
    (b'= "x" trailing', None),
    (b'= """x"""', None),
    (b'= "a\\u00e4\\tb\\"c"', 'a\u00e4\tb"c'),
    (b'= "\\U00110000"', None),
    (b'= "\\u12"', None),
    (b'= "\\uD800"', "\ufffd"),
    (b'= "caf\xe9"', NOT_UTF_8),
    (b'"x"', None),
    (b".x = 3", None),
)
"""What stands behind a key, and the value that ``os.getenv`` of CircuitPython 10.2.1 has for it."""


def value_of(settings: bytes, key: str) -> str | None:
    try:
        return getenv(settings, key)
    except UnicodeError:
        return NOT_UTF_8


@pytest.mark.parametrize(("line", "value"), LINES)
def test_getenv_has_circuitpythons_value_for_a_line(line: bytes, value: str | None) -> None:
    assert value_of(b"OTHER = 1\n  KEY " + line + b"\nKEY1 = 2\n", "KEY") == value


def test_a_key_counts_where_it_comes_first_and_not_in_a_table() -> None:
    settings = b'A = "a"\nA = "b"\n# B = 1\n[table]\nB = 2\n'
    assert getenv(settings, "A") == "a"
    assert getenv(settings, "B") is None


def test_overrides_come_before_the_file_of_the_drive(drive: Callable[..., Path]) -> None:
    folder = drive("", settings='A = "text"\nN = 3')
    settings = read_settings(folder, {"N": "4", "NEW": 'a "b" \u00e4\\\n'})
    assert [getenv(settings, key) for key in ("A", "N", "NEW", "OTHER")] == ["text", "4", 'a "b" \u00e4\\\n', None]
    with pytest.raises(FileNotFoundError, match="There is no code"):
        read_settings(folder / "nowhere", {})


def test_firmware_reads_a_bad_file_as_on_a_board(
    run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import os\nprint(os.getenv('A'), os.getenv('B'), os.getenv('C', 7), os.getenv('HOME'))"
    assert not run(code, settings='A = 3\nB = "x\nC = \n').failed
    assert capsys.readouterr().out == "3 None 7 None\n"
