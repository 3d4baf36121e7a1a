"""Compiles the emulated chip's core for this Python: python tools/compile_emulator.py.

``rp2040py`` comes compiled for all Pythons. Such a core looks methods up by their names for each
instruction; the same C files compiled for one Python alone run three to four times as fast. It is a matter of speed
only: without a C compiler or Python's headers it prints a line and leaves the core as it is.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import rp2040py.native

# Read once, before the threads: the first look at Python's configuration fills a table that another thread sees half
# filled.
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def build(source: Path) -> None:
    """Compile one C file next to the file that it replaces, which comes later in Python's search."""
    made = source.with_name(source.stem + SUFFIX)
    part = made.with_suffix(f".{os.getpid()}")
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    options = ["-O3", "-w", "-fPIC", "-shared", f"-I{sysconfig.get_path('include')}"]
    subprocess.run([*compiler, *options, "-o", part, source], check=True, capture_output=True)
    part.replace(made)


def main() -> None:
    """Compile all of the core's files at once."""
    sources = sorted(Path(rp2040py.native.__path__[0]).glob("*.c"))
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(build, sources))
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The emulated chip stays three times slower, since its core was not compiled: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
