"""Renderer: pages from the templates in ``templates/``."""

import json
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hexlume import games
from hexlume_record.words.text import game_aim, game_title, has_owned_edges

from ..device.menu_labels import time_controls
from ..plugins import far_page, plugins
from .http.static_files import address, modules

TEMPLATES = [Path(__file__).parent / "templates", *(plugin.folder / "templates" for plugin in plugins())]
"""The folders of templates, the kernel's first."""

_environment = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


@cache
def _games() -> str:
    """Return all games' names, aims and whether each colour owns edges, for the scripts of pages."""
    return json.dumps(
        {
            name: {"title": game_title(name), "aim": game_aim(name), "edges": has_owned_edges(name)}
            for name in games.NAMES
        }
    )


def _part(name: str) -> str:
    """Return the attribute that hides a part of a page which no plugin works for."""
    return "" if any(name in plugin.parts for plugin in plugins()) else " hidden"


_environment.globals |= {"static": address, "modules": modules, "games": _games, "clocks": time_controls}
_environment.globals["plugin_pages"] = [page for plugin in plugins() for page in plugin.pages.items()]
_environment.globals["far"] = far_page()
_environment.globals["part"] = _part


def render(file: str, **values: object) -> bytes:
    """Return what a template gives with some values; ``name`` in it is the file's name without its ending."""
    return _environment.get_template(file).render(name=file.partition(".")[0], **values).encode()
