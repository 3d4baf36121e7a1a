"""The systemd unit that ``hexlume log --service`` prints."""

import os
import re
import shutil
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

from hexlume_record.errors import HexlumeError

from ..store.location import default_store, file_of

UNIT = "hexlume-log.service"


def systemd_unit(arguments: Sequence[str], store: str | None, environment: Mapping[str, str] | None = None) -> str:
    """Return a unit for the user's own systemd that runs ``hexlume log`` with these arguments and this store.

    The store and what else is in ``environment`` are passed in the environment, which other users do not see: a URL may
    hold a password. Raises ``HexlumeError`` when the command's own path is not known.
    """
    where = store or default_store()
    file = file_of(where)
    variables = {"HEXLUME_STORE": where if file is None else os.path.abspath(file), **(environment or {})}
    lines = "\n".join(f"Environment={_quoted(f'{name}={value}', variables=False)}" for name, value in variables.items())
    command = " ".join(_quoted(word) for word in [_command(), "log", *arguments])
    return f"""\
# Install: d=~/.config/systemd/user; mkdir -p $d; hexlume log --service >$d/{UNIT}; systemctl --user enable --now {UNIT}
[Unit]
Description=Hexlume keeps the games of every board that is plugged in

[Service]
{lines}
ExecStart={command}
Restart=on-failure
RestartSec=5
# The exit codes of hexlume when it is stopped.
SuccessExitStatus=130 143

[Install]
WantedBy=default.target
"""


def _command() -> str:
    """Return the absolute path of the command ``hexlume`` that belongs to this Python."""
    beside = Path(sysconfig.get_path("scripts")) / "hexlume"
    found = str(beside) if beside.exists() else shutil.which("hexlume")
    if found is None:
        raise HexlumeError("The command hexlume is not installed: install the package (pip install .) first.")
    return os.path.abspath(found)


def _quoted(word: str, variables: bool = True) -> str:
    """Return a word as systemd's unit files have it: quoted if need be, ``%`` and (in commands) ``$`` doubled.

    Source: systemd.service(5), "Command lines"; systemd.syntax(7), "Quoting".
    """
    if any(not letter.isprintable() for letter in word):
        raise HexlumeError(f"'{ascii(word)[1:-1]}' cannot stand in a systemd unit: use printable characters only.")
    word = word.replace("%", "%%")
    if variables:
        word = word.replace("$", "$$")
    if re.fullmatch(r"[A-Za-z0-9_@%+=:,./$-]+", word):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
