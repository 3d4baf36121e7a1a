"""How the templates of this package are rendered."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def environment(folder: Path, **options: Any) -> Environment:
    """Return what renders a folder's templates: a missing value is an error, and lines of blocks leave no trace."""
    return Environment(
        loader=FileSystemLoader(folder), trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, **options
    )
