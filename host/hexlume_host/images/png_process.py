"""PNGs drawn in a process of its own: the library holds Python's lock while it draws, which would stop all threads.

Run as ``python -m hexlume_host.images.png_process WIDTH``: an SVG picture comes on standard input; the processor
time that it took (s), in a line, and the PNG go out.
"""

import signal
import subprocess
import sys
import time

from .errors import PictureError, need_pixels

_LIMIT_SECONDS = 60


def png_elsewhere(svg: bytes, width: int) -> tuple[bytes, float]:
    """Return an SVG picture as PNG and the processor time that it took (s); raises ``PictureError``."""
    need_pixels()
    command = [sys.executable, "-m", f"{__package__}.png_process", str(width)]
    try:
        ran = subprocess.run(command, input=svg, capture_output=True, check=True, timeout=_LIMIT_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise PictureError("The picture could not be drawn just now: try again.") from error
    seconds, _, content = ran.stdout.partition(b"\n")
    return content, float(seconds)


def main() -> None:
    """Draw the picture that comes on standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from .png import png  # noqa: PLC0415 - takes long to import

    content = png(sys.stdin.buffer.read().decode(), int(sys.argv[1]))
    sys.stdout.buffer.write(b"%.3f\n" % time.process_time() + content)


if __name__ == "__main__":
    main()
