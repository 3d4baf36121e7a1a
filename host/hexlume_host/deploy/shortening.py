"""Gives short names to what only the firmware itself knows by name, in sources that go to a board.

MicroPython keeps every name of a program once, for good, in a board's heap: local variables and annotations too where
the board compiles its sources itself. Nothing outside the firmware uses its local variables, parameters and private
names, so different modules can share a few short ones. Every statement stays in its line, so a traceback from a board
still points into the repository's files.
"""

import ast
import builtins
import io
import itertools
import keyword
import re
import string
import symtable
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from .source_edits import Edit, edited, end_of
from .source_names import bodies, bound, named, names_of, walk


def shortened(
    package: Mapping[str, bytes], programs: Iterable[bytes] = (), outside: Iterable[str] = ()
) -> dict[str, bytes]:
    """Return a package's sources (UTF-8, by path within it) with short names.

    ``programs`` are those that import the package: they stay as they are, and what they name keeps its name, as do the
    names ``outside`` that other modules' objects have. Raises ``SyntaxError`` for a source that is no Python.
    """
    programs = list(programs)
    package = _with_short_public_names(package, programs, frozenset(outside))
    modules = {path: _Module.read(path, source) for path, source in package.items()}
    strangers = [ast.parse(program) for program in programs]
    called_by = {
        word.arg
        for tree in [*(module.tree for module in modules.values()), *strangers]
        for word in walk(tree)
        if isinstance(word, ast.keyword) and word.arg
    }
    private = _private_names(modules, {name for tree in strangers for name in named(tree)})
    return {path: _with_short_local_names(module.renamed(private[path]), called_by) for path, module in modules.items()}


@dataclass(slots=True)
class _Module:
    """A module's source and tree; ``defines`` and ``uses`` are the private names it defines and has."""

    source: bytes
    tree: ast.Module
    bases: set[str] = field(default_factory=set)
    """Modules with classes that classes of this one extend."""
    defines: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, path: str, source: bytes) -> "_Module":
        module = cls(source, ast.parse(source))
        imported = {}
        for node in walk(module.tree):
            if isinstance(node, ast.ImportFrom):
                module.uses |= {alias.name for alias in node.names if _is_private(alias.name)}
                for alias in node.names:
                    imported[alias.asname or alias.name] = _path_of(path, node)
            elif isinstance(node, ast.Attribute) and _is_private(node.attr):
                module.uses.add(node.attr)
                if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self":
                    module.defines.add(node.attr)
        for body in bodies(module.tree):
            module.defines |= {name for name in bound(body) if _is_private(name)}
        for node in walk(module.tree):
            if isinstance(node, ast.ClassDef):
                names = [base.id for base in node.bases if isinstance(base, ast.Name)]
                module.bases |= {imported[name] for name in names if name in imported}
        module.uses |= {name for name in named(module.tree) if _is_private(name)}
        return module

    def renamed(self, private: Mapping[str, str]) -> bytes:
        """Return the source with its private names renamed."""
        edits: dict[tuple[int, int], Edit] = {}
        for node in walk(self.tree):
            _rename(edits, self.source, node, private, attributes=True)
        return edited(self.source, edits.values())


def _with_short_local_names(source: bytes, called_by: set[str]) -> bytes:
    """Return a source with short names for what its functions bind; parameters in ``called_by`` keep theirs."""
    edits: dict[tuple[int, int], Edit] = {}
    table = symtable.symtable(source.decode(), "", "exec")
    tables = {(inside.get_name(), inside.get_lineno()): inside for inside in _outermost(table)}
    for function in _outer_functions(ast.parse(source)):
        own, others = set[str](), set[str]()
        for inside in _with_children(tables[function.name, function.lineno]):
            for symbol in inside.get_symbols():
                local = symbol.is_local() or symbol.is_free() or symbol.is_parameter()
                (own if local and not symbol.is_imported() else others).add(symbol.get_name())
        # ".0" is a comprehension's argument; self is in every class, and costs nothing more.
        own = {name for name in own - others - called_by if name.isidentifier() and name != "self"}
        own -= _declared(function)
        counted = Counter(name for part in _inside(function) for name in names_of(part))
        shorts = (short for short in _shorts() if short not in counted.keys() - own)
        names = dict(zip((name for name, _ in counted.most_common() if name in own), shorts, strict=False))
        for part in _inside(function):
            _rename(edits, source, part, names)
    return edited(source, edits.values())


def _with_short_public_names(
    package: Mapping[str, bytes], programs: Iterable[bytes], outside: frozenset[str]
) -> dict[str, bytes]:
    """Return the sources with short names for what only the package's own modules know by name.

    A name is replaced wherever it stands, whatever it stands for there, by one that stands nowhere: so it means the
    same as before, unless somebody else knows it. A name that is only ever asked of something (``one.name``) and one
    that never is share theirs: no place can mean both.
    """
    trees = {path: ast.parse(source) for path, source in package.items()}
    defined, known = set[str](), set(outside)
    for path, tree in trees.items():
        known |= set(path.removesuffix(".py").split("/"))
        for node in walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                defined.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                defined.add(node.attr)
            elif isinstance(node, ast.keyword) and node.arg:
                known.add(node.arg)
            elif isinstance(node, ast.Import):
                known |= {word for alias in node.names for word in (alias.name, alias.asname) if word}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                known |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                known |= set(re.findall(r"\w+", node.value))
        for body in bodies(tree):
            defined |= set(bound(body))
    for program in programs:
        known |= set(named(ast.parse(program)))
    counted = Counter(
        token.string for source in package.values() for token in _tokens(source) if token.type == tokenize.NAME
    )
    public = {name for name in defined - known if not name.startswith("_")}
    shorts = (short for short in _shorts() if short not in counted and short not in known)
    by_use = sorted(public, key=lambda name: (-counted[name], name))
    asked, bare = _asked_and_bare_only(trees.values())
    pairs = itertools.zip_longest(
        (name for name in by_use if name in asked), (name for name in by_use if name in bare), fillvalue=""
    )
    groups = [*pairs, *((name,) for name in by_use if name not in asked | bare)]
    groups.sort(key=lambda names: -sum(counted[name] for name in names))
    forms = {name: short for names, short in zip(groups, shorts, strict=False) for name in names if name}
    return {path: _substituted(source, forms) for path, source in package.items()}


def _asked_and_bare_only(trees: Iterable[ast.Module]) -> tuple[set[str], set[str]]:
    """Return the names that stand only behind a dot, or for what a class has.

    And those that never stand behind a dot, nor for what a class has, nor in a class's own body.
    """
    asked, bare, bodily = _roles(trees)
    return asked - bare, bare - asked - bodily


def _roles(trees: Iterable[ast.Module]) -> tuple[set[str], set[str], set[str]]:
    """Return the names behind dots or defined in classes, all others, and those that class bodies themselves use."""
    asked, bare, bodily = set[str](), set[str](), set[str]()
    for tree in trees:
        in_classes = set[int]()
        for node in walk(tree):
            if isinstance(node, ast.ClassDef):
                asked |= set(bound(node.body))
                for part in _class_scope(node):
                    bodily |= set(names_of(part)) - set(bound(node.body))
                    in_classes.add(id(part))
        for node in walk(tree):
            if isinstance(node, ast.Attribute):
                asked.add(node.attr)
            elif isinstance(node, ast.keyword) and node.arg:
                bare.add(node.arg)
            elif isinstance(node, ast.alias):
                bare |= {node.name, node.asname or node.name}
            elif id(node) not in in_classes:
                bare |= set(names_of(node))
    return asked, bare, bodily


def _class_scope(node: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield what is evaluated in a class's own body: its statements, its functions' names, defaults and decorators."""
    open_parts: list[ast.AST] = list(node.body)
    while open_parts:
        part = open_parts.pop()
        yield part
        if isinstance(part, ast.FunctionDef):
            defaults = [one for one in part.args.kw_defaults if one is not None]
            open_parts += [*part.decorator_list, *part.args.defaults, *defaults]
        else:
            open_parts += ast.iter_child_nodes(part)


def _substituted(source: bytes, forms: Mapping[str, str]) -> bytes:
    edits = []
    for token in _tokens(source):
        if token.type == tokenize.NAME and token.string in forms:
            line = token.line.split("\n")[0]
            before = len(line[: token.start[1]].encode())
            edits.append((token.start[0] - 1, before, before + len(token.string.encode()), forms[token.string]))
    return edited(source, edits)


def _tokens(source: bytes) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(source.decode()).readline)


def _private_names(modules: Mapping[str, _Module], kept: set[str]) -> dict[str, dict[str, str]]:
    """Return the short form of every module's private names.

    A name that a module defines for itself may stand for something else in the next one; where classes extend one
    another, or a module uses what another defined, it has the same short form in all modules.
    """
    strings = {
        node.value
        for module in modules.values()
        for node in walk(module.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    kin = {path: _ancestors(path, modules) for path in modules}
    users, common = Counter[str](), set[str]()
    defined = {name for module in modules.values() for name in module.defines} - kept - strings
    for module in modules.values():
        defined -= _declared(module.tree)
    for path, module in modules.items():
        users.update(module.uses)
        common |= module.uses - module.defines
        for base in kin[path]:
            common |= module.uses & modules[base].uses
    taken = {name for module in modules.values() for name in named(module.tree)}
    shorts = [short for short in itertools.islice(_shorts(), 2000) if short not in taken and short not in kept]
    shared = sorted(common & defined, key=lambda name: (-users[name], name))
    forms = dict(zip(shared, shorts, strict=False))

    def end(path: str) -> int:
        """Return how many short names a module and the classes that its own extend take."""
        return max((end(base) for base in modules[path].bases if base in modules), default=len(forms)) + len(own(path))

    def own(path: str) -> list[str]:
        return sorted((modules[path].defines & defined) - common)

    found = {}
    for path in modules:
        names = own(path)
        first = end(path) - len(names)
        found[path] = forms | {name: shorts[first + at] for at, name in enumerate(names)}
    return found


def _ancestors(path: str, modules: Mapping[str, _Module]) -> set[str]:
    """Return the modules with classes that classes of a module extend, and those that these extend."""
    found = set[str]()
    for base in modules[path].bases & modules.keys():
        found |= {base} | _ancestors(base, modules)
    return found


def _rename(
    edits: dict[tuple[int, int], Edit],
    source: bytes,
    node: ast.AST,
    names: Mapping[str, str],
    attributes: bool = False,
) -> None:
    """Note what becomes of a node's own name, unless something was noted for that place before."""
    if isinstance(node, ast.Name):
        at, name = (node.lineno, node.col_offset), node.id
    elif isinstance(node, ast.arg):
        at, name = (node.lineno, node.col_offset), node.arg
    elif isinstance(node, ast.Attribute) and attributes:
        at, name = (node.end_lineno or node.lineno, end_of(node) - len(node.attr.encode())), node.attr
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        word = "def " if isinstance(node, ast.FunctionDef) else "class "
        at, name = (node.lineno, node.col_offset + len(word)), node.name
    elif isinstance(node, ast.alias) and attributes and node.asname is None:
        at, name = (node.lineno, node.col_offset), node.name
    elif isinstance(node, ast.ExceptHandler) and node.name is not None:
        line = source.split(b"\n")[node.lineno - 1]
        at, name = (node.lineno, line.rindex(b" as ") + 4), node.name
    else:
        return
    if name in names:
        edits.setdefault(at, (at[0] - 1, at[1], at[1] + len(name.encode()), names[name]))


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and len(name) > 1


def _path_of(path: str, node: ast.ImportFrom) -> str:
    """Return the path of the module that an import is from; one of no module of the package for others."""
    if not node.level:
        return ""
    folder = path.split("/")[: -node.level]
    return "/".join([*folder, *(node.module or "__init__").split(".")]) + ".py"


def _declared(tree: ast.AST) -> set[str]:
    """Return the names in ``global`` and ``nonlocal`` statements, whose places there are not told."""
    return {name for node in walk(tree) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}


def _outer_functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield child
        else:
            yield from _outer_functions(child)


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what belongs to a function's own scope and those in it; its defaults belong to the scope around it."""
    arguments = function.args
    extra = [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    for part in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra, *function.body):
        yield from walk(part)


def _outermost(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        if child.get_type() == "function":
            yield child
        else:
            yield from _outermost(child)


def _with_children(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _with_children(child)


def _shorts() -> Iterator[str]:
    """Yield short names: a, b, ... z, aa, ab ... that mean nothing to Python."""
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_lowercase, repeat=length):
            name = "".join(letters)
            if not keyword.iskeyword(name) and not hasattr(builtins, name):
                yield name
