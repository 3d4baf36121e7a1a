"""Builder of the playground: everything that its page needs, in one folder."""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import hexlume
import hexlume_host
import hexlume_hw.panel
import hexlume_hw.physics
import hexlume_record
import hexlume_sim
from hexlume import games
from hexlume_host.game_files.rule_sheet import SHEET, rule_sheet
from hexlume_host.images import draw
from hexlume_host.web.http.static_files import STATIC, address, modules
from hexlume_host.web.pages.rules import preview, rule_sheets, sheet_page
from hexlume_host.web.pages.sheet_html import shown_pictures
from hexlume_host.web.renderer import render
from hexlume_record.errors import HexlumeError
from hexlume_record.game.view import panel_message
from hexlume_sim.cpython.firmware_run import LIBRARIES, default_drive

PYODIDE_VERSION = "314.0.7"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
PAGE = Path(__file__).parent / "static"
PLAIN = ("index.html", "service-worker.js", "playground/start.js", "playground/playground.css")
"""The files that a browser loads at its first visit. All others are compressed, for servers that do not."""
SITE_PAGES = {
    "boards": "board.html",
    "games": "replay.html",
    "library": "library.html",
    "live": "boards.html",
    "new-game": "new-game.html",
    "rules": "rules.html",
}
"""The templates of the site's pages that work without a server, by the first part of their addresses."""
NAVIGATION: dict[str, Any] = {
    "navigation": [("/play", "Play"), ("/rules", "Learn"), ("/library", "Games"), ("/live", "Boards")],
    "more": [],
    "part": lambda name: " hidden",
    "far": "",
}
LOADED_LATER = ("play/wooden-table.js", "playground/connection.js", "playground/shell.js", "playground/worker.js")
"""Scripts that no page names in its head."""
OTHERS = ("play/table.svg", "lib/icon.svg", "playground/playground.css")
"""What pages show besides what their scripts import and their heads name."""
CONNECTION = "lib/connection.js"
"""The site's module that is another one here."""
PACKAGES = {
    hexlume: ("firmware/hexlume", ("",)),
    hexlume_sim: ("simulator/hexlume_sim", ("",)),
    hexlume_record: ("host/hexlume_record", ("",)),
    hexlume_host: ("host/hexlume_host", ("device", "game_files", "web/live", "web/play")),
    hexlume_hw: ("hardware/hexlume_hw", ("panel", "physics")),
}
"""What the worker imports, by the place in the repository: the simulator looks there for the drive; and which parts."""


def build(out: Path, pyodide: Path) -> int:
    """Write the playground with Pyodide from its folder, and return how many bytes a first visit loads.

    Raises ``HexlumeError``.
    """
    try:
        version = json.loads((pyodide / "package.json").read_bytes())["version"]
    except (OSError, ValueError, KeyError):
        raise HexlumeError(f"{pyodide} has no Pyodide: run npm install pyodide@{PYODIDE_VERSION}.") from None
    if version != PYODIDE_VERSION:
        raise HexlumeError(f"{pyodide} has Pyodide {version}: run npm install pyodide@{PYODIDE_VERSION}.")
    try:
        interpreter = {f"pyodide/{name}": (pyodide / name).read_bytes() for name in PYODIDE}
        return _write(out, dict(_site_files()) | {"hexlume.zip": _archive()} | interpreter)
    except OSError as error:
        raise HexlumeError(f"{error.filename} cannot be read or written ({error.strerror}).") from error


def _write(out: Path, files: Mapping[str, bytes]) -> int:
    """Write files compressed, and the plain ones; the service worker begins with a list of what it stores."""
    packed = {name: gzip.compress(content, mtime=0) for name, content in files.items()}
    version = sha256()
    for name, content in sorted(packed.items()):
        version.update(sha256(name.encode()).digest() + sha256(content).digest())
    about = {"version": version.hexdigest()[:16], "files": {name: len(content) for name, content in packed.items()}}
    plain = {name: (PAGE / "playground" / Path(name).name).read_bytes() for name in PLAIN}
    plain["index.html"] = plain["index.html"].replace(b"<!-- loading -->", _loading())
    plain["service-worker.js"] = f"self.PLAYGROUND = {json.dumps(about)};\n".encode() + plain["service-worker.js"]
    written = plain | {f"{name}.packed": content for name, content in packed.items()}
    for name, content in written.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return sum(map(len, written.values()))


def _loading() -> bytes:
    """Return what is seen until the board is there: its picture and a bar."""
    picture = draw({"board": "hex4", "pieces": {}}).encode()
    return (PAGE / "playground" / "loading.html").read_bytes().replace(b"<!-- picture -->", picture)


def _site_files() -> Iterator[tuple[str, bytes]]:
    """Yield the site's pages with all that they load, but their connection: that is the playground's own."""
    shell = (PAGE / "playground" / "shell.html").read_bytes()
    yield "shell.html", shell.replace(b"<!-- loading -->", _loading())
    listed = rule_sheets(teaches=True)
    pages = {place: render(template, listed=listed, **NAVIGATION) for place, template in SITE_PAGES.items()}
    for name in (sheet["name"] for sheet in listed if sheet["has_sheet"]):
        text = rule_sheet(name).read_text(encoding="utf-8")
        pages[f"rules/{name}"] = sheet_page(name, text, teaches=True, **NAVIGATION)
        for file in shown_pictures(text):
            yield f"rules/{name}/pictures/{file}", (rule_sheet(name).parent / "pictures" / file).read_bytes()
    for name in games.NAMES:
        for theme, ending in (("light", "svg"), ("dark", "dark.svg")):
            yield f"api/rules/{name}/picture.{ending}", preview(name, theme)
    head = f'<link rel="stylesheet" href="{address("playground/playground.css")}">\n</head>'.encode()
    loaded = {*OTHERS, *(module for script in LOADED_LATER for module in modules(script))}
    for place, page in pages.items():
        yield f"{place}.html", page.replace(b"</head>", head)
        loaded |= set(re.findall(r'="/static/\w+/([\w/.-]+)"', page.decode()))
    for name in loaded:
        yield name, next(folder / name for folder in (PAGE, STATIC) if (folder / name).is_file()).read_bytes()
    yield CONNECTION, b'export * from "../playground/connection.js";\n'
    kinds = [games.game_class(name) for name in games.NAMES]
    boards = {kind.GRID(size).board for kind in kinds for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1)}
    for board in boards:
        yield f"api/panels/{board}.json", json.dumps(panel_message(board)).encode()


def _archive() -> bytes:
    """Return the archive of the Python modules that the worker has besides the standard library's."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as written:
        for name, path in sorted(_python_files()):
            written.writestr(ZipInfo(name), path.read_bytes(), ZIP_DEFLATED)
    return archive.getvalue()


def _python_files() -> Iterator[tuple[str, Path]]:
    """Yield the modules, and the files beside them, by their places there."""
    for path in default_drive().glob("*.*"):
        yield f"firmware/{path.name}", path
    for package, (place, parts) in PACKAGES.items():
        folder = Path(package.__path__[0])
        found = {*folder.glob("*.py"), *(path for part in parts for path in (folder / part).rglob("*.*"))}
        found |= {(folder / part).parent / "__init__.py" for part in parts if "/" in part}
        for path in found:
            if path.suffix != ".pyc":
                yield f"{place}/{path.resolve().relative_to(folder.resolve()).as_posix()}", path
    for path in (*Path(__file__).parent.glob("*.py"), Path(__file__).parents[1] / "__init__.py"):
        yield f"host/{path.relative_to(Path(__file__).parents[2]).as_posix()}", path
    # Refusals link to the clauses of the sheets that are there.
    for sheet in map(rule_sheet, games.NAMES):
        if sheet.name != SHEET:
            yield f"host/hexlume_host/seeds/{sheet.name}", sheet
    for library in LIBRARIES[1:]:
        spec = find_spec(library)
        if spec is None or spec.origin is None:
            raise HexlumeError(f"{library} is not installed.")
        yield f"firmware/lib/{library}.py", Path(spec.origin)
