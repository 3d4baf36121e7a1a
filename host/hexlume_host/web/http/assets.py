"""The files of the pages under ``/static``, and what makes the site an application one can install."""

from os import stat_result

from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ..app_context import STATIC, Site, in_memory


class _Assets(StaticFiles):
    """Files of pages, but not the pages themselves: those have addresses of their own."""

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        """Return the file of a path, none for a page's."""
        return ("", None) if path.endswith(".html") else super().lookup_path(path)


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area."""
    folder = STATIC / "site"
    return [
        Mount("/static", _Assets(directory=STATIC)),
        Route(
            "/manifest.webmanifest",
            in_memory((folder / "manifest.webmanifest").read_bytes(), "application/manifest+json"),
        ),
        # At the root, so that it may answer for every page.
        Route("/service-worker.js", in_memory((folder / "service-worker.js").read_bytes(), "text/javascript")),
    ]
