"""Plugins: what installed packages add to the kernel, which names none of them.

A package announces its ``Plugin`` by an entry point of the group ``hexlume.plugins``. Everything in a plugin is only
named, so that looking for plugins imports no more than that.
"""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

ENTRY_POINT = "hexlume.plugins"
attached: ContextVar[Sequence[Any]] = ContextVar("attached", default=())
"""What plugins have attached to the command that runs (``cli.options.attachments``)."""


@dataclass(frozen=True)
class Plugin:
    """What a package adds.

    ``commands`` has a summary for each command, by the panel of ``hexlume --help``. The function of ``new-game`` is
    ``new_game`` in the module ``cli.new_game`` of ``package``. A name that is in ``groups`` too is a group of commands,
    as ``puzzles``: their modules are in the package ``cli.puzzles``.

    ``attachments`` has for commands of the kernel, such as ``log``, the function that attaches the plugin to the boards
    that they log: ``package.module:function`` (``cli.options.attachments``).

    ``routes`` is the function that returns the routes of a ``web.app_context.Site``. Their templates are in the folder
    ``templates`` of the package, and what their pages load in ``static``: both are laid over those of the kernel.
    ``pages`` are the names of those in the navigation, by address. At the one named ``far`` one plays with somebody
    at another computer. ``parts`` are the parts of the kernel's pages that its routes work for: ``engine``.

    ``tables`` are the modules that define tables of the store, on ``store.models.Base``.
    """

    package: str
    commands: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    groups: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    attachments: Mapping[str, str] = field(default_factory=dict)
    routes: str = ""
    pages: Mapping[str, str] = field(default_factory=dict)
    far: str = ""
    parts: frozenset[str] = frozenset()
    tables: Sequence[str] = ()

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        (folder,) = import_module(self.package).__path__
        return Path(folder)


def plugins() -> tuple[Plugin, ...]:
    """Return the plugins of installed packages, sorted by name."""
    return tuple(plugin for plugin in _found().values() if isinstance(plugin, Plugin))


def far_page() -> str:
    """Return the address at which one plays with somebody far away, empty if no plugin has one."""
    return next((plugin.far for plugin in plugins() if plugin.far), "")


def problems() -> tuple[str, ...]:
    """Return a sentence for each plugin that is broken; one whose package is gone is none."""
    words = {name: problem for name, problem in _found().items() if isinstance(problem, str)}
    return tuple(f"The plugin {name} is left out: {problem}." for name, problem in words.items())


@cache
def _found() -> dict[str, Plugin | str | None]:
    """Look for plugins, once: return what ``_loaded`` does for each name."""
    return {point.name: _loaded(point) for point in sorted(entry_points(group=ENTRY_POINT), key=lambda one: one.name)}


def _loaded(point: EntryPoint) -> Plugin | str | None:
    """Return a plugin, what is wrong with it, or ``None`` if its package is not there."""
    try:
        plugin = point.load()
    except ModuleNotFoundError as error:
        # Of a package that is not installed whole, the missing part is that package or one around it.
        if error.name is not None and f"{point.module}.".startswith(f"{error.name}."):
            return None
        return f"{type(error).__name__}: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return plugin if isinstance(plugin, Plugin) else f"{point.value} is no Plugin"
