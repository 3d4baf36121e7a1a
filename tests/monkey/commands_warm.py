"""Imported once by the process from which commands are forked, so that none of them takes seconds to begin."""

from importlib import import_module

from hexlume_host.command import MODULES

for _module in set(MODULES.values()) - {"hardware"}:
    import_module(f"hexlume_host.commands.{_module}")
import_module("typer.rich_utils")
for _module in ("store", "database", "archive.search", "archive.statistics", "archive.ratings", "replay_pictures"):
    import_module(f"hexlume_host.{_module}")
