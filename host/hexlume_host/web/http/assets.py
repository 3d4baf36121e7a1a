"""Routes of the static files, and of what makes the site an application that browsers can install."""

from starlette.routing import BaseRoute, Route

from ..app_context import Site
from ..renderer import render
from .static_files import STATIC, FileInMemory, static_file


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of static files, manifest and service worker."""
    manifest = FileInMemory(render("manifest.webmanifest"), "application/manifest+json")
    worker = FileInMemory((STATIC / "service-worker.js").read_bytes(), "text/javascript")
    return [
        Route("/static/{path:path}", static_file),
        Route("/manifest.webmanifest", manifest.answer),
        # At the root, so that it may answer for every page.
        Route("/service-worker.js", worker.answer),
    ]
