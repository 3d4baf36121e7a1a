"""Renderer: pages and the application's manifest from the templates in ``templates/``."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .http.static_files import address, modules

TEMPLATES = Path(__file__).parent / "templates"

_environment = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
)
_environment.globals |= {"static": address, "modules": modules}


def render(file: str) -> bytes:
    """Return what a template gives; ``name`` in it is the file's name without its ending."""
    return _environment.get_template(file).render(name=file.partition(".")[0]).encode()
