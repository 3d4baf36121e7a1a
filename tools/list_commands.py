"""Writes docs/commands.md, the reference of the command line, from the commands' own help.

.venv/bin/python tools/list_commands.py            write it
.venv/bin/python tools/list_commands.py --check    only say whether it is current
"""

import os
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Where files are by default on Linux, whoever makes the page.
for _variable in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ.pop(_variable, None)

from hexlume_host.cli.main import COMMANDS, PROGRAM  # noqa: E402

PAGE = Path(__file__).resolve().parent.parent / "docs" / "commands.md"
WIDTH = 100
INTRODUCTION = """\
# Commands

This page is made by `tools/list_commands.py` from the help of the commands. `hexlume COMMAND
--help` says the same in the terminal.
"""


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for panel, names in PROGRAM.panels().items():
        parts.append(f"## {panel}\n")
        for words in [words for name in names for words in COMMANDS if words.split()[0] == name]:
            parts += [f"### hexlume {words}\n", *described(words)]
    return "\n".join(parts)


def described(words: str) -> Iterator[str]:
    """Yield what a command does, its arguments and its options."""
    command: Any = COMMANDS[words].imported()
    context = command.make_context(f"hexlume {words}", [], resilient_parsing=True)
    *paragraphs, examples = command.help.split("\n\n")
    for paragraph in paragraphs:
        yield textwrap.fill(paragraph, WIDTH, break_on_hyphens=False, break_long_words=False) + "\n"
    _mark, _title, *lines = examples.splitlines()
    yield "\n".join(f"    {line.strip()}" for line in lines) + "\n"
    records = [param.get_help_record(context) for param in command.get_params(context)]
    for name, meaning in (record for record in records if record and record[0] != "--help"):
        text = (
            f"- `{' '.join(name.split()).partition(' <')[0] if name[0] != '-' else name}` {' '.join(meaning.split())}"
        )
        yield textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
    yield ""


def main() -> None:
    """Write the page, or say that it is not current."""
    text = page()
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"{PAGE} is not current: run tools/list_commands.py.")


if __name__ == "__main__":
    main()
