"""A fabricator's rules, by kicad-tools and the profile of JLCPCB."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from hexlume_hw.errors import HardwareError

RULES = (
    "dimensions",
    "edge",
    "via_in_pad",
    "single_pad_net",
    "courtyard_overlap",
    "pin1_marker",
    "solder_mask",
    "thermal_asymmetry",
    "via_type",
    "zero_length_segment",
    "netlist",
)
"""Rules that are run: those that KiCad's own rules and the copper check leave out, since all of them take minutes.

Its silk screen rule is left to KiCad: kicad-tools 0.24 looks for a board's words at the wrong place.
"""
PROFILE = "jlcpcb"
_RUN = "from kicad_tools.cli import main; raise SystemExit(main())"


def fabricator_problems(board: Path, rules: tuple[str, ...] = RULES) -> list[str]:
    """Return what a fabricator would object to, one sentence each; raises ``HardwareError`` without kicad-tools."""
    command = [sys.executable, "-c", _RUN, "check", "--mfr", PROFILE, "--layers", "2", "--format", "json"]
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        command += ["--drc-only", "--only", ",".join(rules), "--output", str(report), str(board)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        try:
            found = json.loads(report.read_text(encoding="utf-8"))["violations"]
        except (OSError, ValueError, KeyError) as error:
            last = ((done.stderr or done.stdout).strip() or "no reason given").splitlines()[-1]
            raise HardwareError(f"kicad-tools could not check the board: {last}") from error
    return [
        f"Fabricator: {violation['message']} ({violation['rule_id']})."
        for violation in found
        if violation["severity"] in ("error", "warning")
    ]
