"""Static files: held in memory, compressed once, under addresses that change whenever one of them does.

An address holds a hash of all files together. Browsers keep a file for good, and the files' relative imports of each
other stay within one release.
"""

import gzip
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...plugins import plugins

STATIC = Path(__file__).parents[1] / "static"

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_IMPORT = re.compile(r'^(?:import|export) (?:[^";]* from )?"(\.[^"]+)"', re.MULTILINE)


class FileInMemory:
    """A file that is answered from memory, whatever else the server has to do.

    Compressing is safe here: the same bytes go to everybody, so that they hold no secret (BREACH).
    """

    def __init__(self, content: bytes, media_type: str, cache_control: str = "no-cache") -> None:
        self.content = content
        self._media_type = media_type
        self._gzip = gzip.compress(content, mtime=0)
        self._etag = f'W/"{sha256(content).hexdigest()[:32]}"'
        self._headers = {"etag": self._etag, "cache-control": cache_control, "vary": "accept-encoding"}

    async def answer(self, request: Request) -> Response:
        """Answer a request for the file, compressed if the client accepts it."""
        if self._etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self._headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers = {**self._headers, "content-encoding": "gzip"}
            return Response(self._gzip, media_type=self._media_type, headers=headers)
        return Response(self.content, media_type=self._media_type, headers=self._headers)


async def static_file(request: Request) -> Response:
    """Answer with a file of this release, for the route ``/static/{path:path}``."""
    release, _, path = request.path_params["path"].partition("/")
    file = _files().get(path)
    if file is None or release != _release():
        raise HTTPException(404)
    return await file.answer(request)


def address(path: str) -> str:
    """Return the address of a file in ``static/``; raises ``KeyError`` if there is none."""
    if path not in _files():
        raise KeyError(path)
    return f"/static/{_release()}/{path}"


@cache
def modules(path: str) -> list[str]:
    """Return a module of ``static/`` and all it imports, so that browsers load them at the same time."""
    found = [path]
    for module in found:
        imports = _IMPORT.findall(_files()[module].content.decode())
        reached = [normpath(join(dirname(module), imported)) for imported in imports]
        found += [one for one in dict.fromkeys(reached) if one not in found]
    return found


@cache
def _files() -> dict[str, FileInMemory]:
    """Return the files by their paths, the plugins' too; they are read when the first one is requested."""
    return {
        path.relative_to(folder).as_posix(): FileInMemory(
            path.read_bytes(), _TYPES[path.suffix], "public, max-age=31536000, immutable"
        )
        for folder in (STATIC, *(plugin.folder / "static" for plugin in plugins()))
        for path in sorted(folder.rglob("*"))
        if path.suffix in _TYPES
    }


@cache
def _release() -> str:
    """Return a hash of all files and their paths."""
    whole = sha256()
    for path, file in _files().items():
        whole.update(sha256(path.encode()).digest() + sha256(file.content).digest())
    return whole.hexdigest()[:16]
