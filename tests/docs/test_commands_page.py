"""docs/commands.md and the README's list of commands are those of the command line."""

import re
import subprocess
import sys
from pathlib import Path

from hexlume_host.cli.main import COMMANDS, PROGRAM

ROOT = Path(__file__).parents[2]


def test_the_commands_page_is_current() -> None:
    ran = subprocess.run(
        [sys.executable, ROOT / "tools" / "list_commands.py", "--check"], capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    assert ran.returncode == 0


def test_the_readme_lists_the_commands_in_the_groups_of_the_help() -> None:
    panels = PROGRAM.panels()
    section = (ROOT / "README.md").read_text().partition("## What it does\n")[2].partition("\n## ")[0]
    listed: dict[str, set[str]] = {}
    for line in section.splitlines():
        if line.endswith(":") and line[:-1] in panels:
            listed[line[:-1]] = set()
        elif "hexlume " in line:
            listed[list(listed)[-1]] |= set(re.findall(r"hexlume (\S+)", line))
    assert listed == {panel: set(names) for panel, names in panels.items()}
    assert all(f"hexlume {words.split()[0]} " in section for words in COMMANDS)
