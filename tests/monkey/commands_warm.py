"""Imported once by the process from which commands are forked, so that none of them takes seconds to begin."""

from importlib import import_module

from hexlume_host.cli.main import MODULES

for _module in set(MODULES.values()) - {"hardware"}:
    import_module(f"hexlume_host.cli.{_module}")
import_module("typer.rich_utils")
for _module in (
    "store.repository",
    "store.database",
    "library.search",
    "library.statistics",
    "library.ratings",
    "images.replay",
):
    import_module(f"hexlume_host.{_module}")
