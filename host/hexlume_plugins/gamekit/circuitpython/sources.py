"""Types that stand in other files of a package: those of a class's attributes, and of what functions return."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .qualified import qualified

if TYPE_CHECKING:
    from .known_types import KnownTypes


class Sources:
    """The source files of a package by their dotted names, each parsed when it is first asked for."""

    def __init__(self, package: Path, elsewhere: "Mapping[str, Path] | None" = None) -> None:
        """Take the package's folder, and the folders of subpackages that lie elsewhere, by their dotted names."""
        self._package = package
        self._elsewhere = elsewhere or {}
        self._modules: dict[str, Module | None] = {}

    def module(self, name: str) -> "Module | None":
        """Return the module of a dotted name within the package, empty for the package's own, if there is one."""
        if name not in self._modules:
            self._modules[name] = None
            path = self._path(name)
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if file.is_file():
                    tree = ast.parse(file.read_text(encoding="utf-8"))
                    self._modules[name] = Module(self, name, tree, file.stem == "__init__")
        return self._modules[name]

    def name_of(self, path: Path) -> str:
        """Return the dotted name of a file within the package."""
        for name, folder in self._elsewhere.items():
            if path.is_relative_to(folder):
                return ".".join((name, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__")
        return ".".join(path.relative_to(self._package).with_suffix("").parts).removesuffix("__init__").rstrip(".")

    def _path(self, name: str) -> Path:
        for start, folder in self._elsewhere.items():
            if f"{name}.".startswith(f"{start}."):
                return folder.joinpath(*name[len(start) + 1 :].split("."))
        return self._package.joinpath(*name.split("."))


class Module:
    """A source file: what its names stand for."""

    def __init__(self, sources: Sources, name: str, tree: ast.Module, is_package: bool) -> None:
        self._sources = sources
        self._name = name
        self._package = name if is_package else name.rpartition(".")[0]
        self._bound = dict(self._bindings(tree))
        self._asked: set[str] = set()
        self._attributes: dict[int, dict[str, list[tuple[ast.expr | None, ast.expr | None]]]] = {}
        self._tree = tree
        self._types: KnownTypes | None = None

    @property
    def types(self) -> "KnownTypes":
        """The types of its names, found when they are first asked for: modules may import from each other."""
        from .known_types import KnownTypes  # noqa: PLC0415 - it needs this module

        if self._types is None:
            self._types = KnownTypes(qualified(self._tree), self)
            self._types.bind()
        return self._types

    def find(self, name: str) -> "Class | Function | Module | str | None":
        """Return what a name stands for: a class, a function, a module, or the type of a value; else ``None``."""
        bound = self._bound.get(name)
        if isinstance(bound, ast.ClassDef):
            return Class(self, bound)
        if isinstance(bound, ast.FunctionDef):
            return Function(self, bound)
        if isinstance(bound, ast.ImportFrom) and name not in self._asked:
            # Two modules may import from each other.
            self._asked.add(name)
            try:
                return self._imported(bound, name)
            finally:
                self._asked.discard(name)
        return self.types.of_name(name) if bound is None else None

    def attributes(self, of: ast.ClassDef) -> "dict[str, list[tuple[ast.expr | None, ast.expr | None]]]":
        """Return what a class gives to its attributes: an annotation, a value, or both; methods have neither."""
        found = self._attributes.get(id(of))
        if found is None:
            found = self._attributes[id(of)] = {}
            for name, annotation, value in _given(of):
                found.setdefault(name, []).append((annotation, value))
        return found

    def _imported(self, node: ast.ImportFrom, bound: str) -> "Class | Function | Module | str | None":
        name = next(alias.name for alias in node.names if (alias.asname or alias.name) == bound)
        parts = self._package.split(".") if self._package else []
        start = [*parts[: len(parts) - node.level + 1], *((node.module or "").split(".") if node.module else [])]
        module = self._sources.module(".".join(start))
        found = module.find(name) if module else None
        return found or self._sources.module(".".join([*start, name]))

    @staticmethod
    def _bindings(tree: ast.Module) -> "Iterator[tuple[str, ast.stmt]]":
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                yield from ((alias.asname or alias.name, node) for alias in node.names)
        yield from ((node.name, node) for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef))


class Function(NamedTuple):
    """A function or method."""

    module: Module
    node: ast.FunctionDef

    @property
    def returns(self) -> "Type":
        """The type that its annotation names."""
        return self.module.types.annotated(self.node.returns)


class Class(NamedTuple):
    """A class, and so the type of its instances."""

    module: Module
    node: ast.ClassDef

    def attribute(self, name: str) -> "Type":
        """Return the type of an attribute, ``None`` if it is not known or is given several."""
        found = [kind for one in self._line() for kind in one._given(name)]
        return found[0] if found and all(kind == found[0] for kind in found) else None

    def method(self, name: str) -> Function | None:
        """Return a method, its own or an inherited one."""
        for one in self._line():
            for node in one.node.body:
                if isinstance(node, ast.FunctionDef) and node.name == name:
                    return Function(one.module, node)
        return None

    def _line(self) -> "Iterator[Class]":
        yield self
        for base in self.node.bases:
            found = self.module.find(base.id) if isinstance(base, ast.Name) else None
            if isinstance(found, Class) and found.node is not self.node:
                yield from found._line()

    def _given(self, name: str) -> "Iterator[Type]":
        """Yield the types that this class gives to an attribute."""
        types = self.module.types
        for annotation, value in self.module.attributes(self.node).get(name, ()):
            yield types.annotated(annotation) or types.of(value)


Type = str | Class | list[Class] | None
"""The name of a built-in type, a class of the package, several of them (a union), or ``None``: not known."""


def _given(of: ast.ClassDef) -> "Iterator[tuple[str, ast.expr | None, ast.expr | None]]":
    for node in ast.walk(of):
        if isinstance(node, ast.FunctionDef) and node in of.body:
            is_property = any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list)
            yield node.name, node.returns if is_property else None, None
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                    yield target.attr, annotation, node.value
                elif isinstance(target, ast.Name) and node in of.body:
                    yield target.id, annotation, node.value
