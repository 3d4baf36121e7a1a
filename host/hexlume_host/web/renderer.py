"""Renderer: the HTML of pages from the templates in ``templates/``."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Path(__file__).parent / "templates"


def render(name: str) -> bytes:
    """Return the page of templates/NAME.html."""
    return _environment.get_template(f"{name}.html").render(name=name).encode()


def _static(path: str) -> str:
    """Return the address of a file in ``static/``."""
    return f"/static/{path}"


_environment = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
_environment.globals["static"] = _static
