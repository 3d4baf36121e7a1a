"""Language features that CircuitPython lacks: syntax, f-strings, classes and special methods."""

from .row import Row

_GRAMMAR = "py/grammar.h"
_F_STRING = "py/lexer.c:350"
_INPLACE = "py/objtype.c:521, MICROPY_PY_ALL_INPLACE_SPECIAL_METHODS"
_SLOTS = "py/objtype.c:409, py/objtype.c:509: the special methods that are called"
_ATTRIBUTES = "py/objfun.c:362: the attributes of a function"
_OF_FUNCTION = "__annotations__ __closure__ __code__ __defaults__ __doc__ __kwdefaults__ __module__ __qualname__"
_OF_CLASS = "__mro__ __subclasses__ mro"
_OF_GENERATOR = "gi_code gi_frame gi_running gi_suspended gi_yieldfrom"

SYNTAX = [
    Row("match", "@match", "match 1:\n  case 1: pass", f"{_GRAMMAR}:185"),
    Row("except*", "@except group", "try: pass\nexcept* ValueError: pass", f"{_GRAMMAR}:199"),
    Row("positional-only parameters", "@positional-only", "def f(a, /): pass", f"{_GRAMMAR}:78"),
    Row(
        "a decorator that is more than a dotted name and a call",
        "@decorator",
        "@(lambda f: f)\ndef f(): pass",
        f"{_GRAMMAR}:65",
    ),
    Row("* in a tuple, list or set", "@starred display", "[*[1], 2]", "py/compile.c:2263"),
    Row("** in a dict display", "@dict unpacking", "{**{}}", f"{_GRAMMAR}:317"),
    Row("* after a keyword argument", "@star after keyword", "def f(a, b): pass\nf(b=1, *[2])", f"{_GRAMMAR}:344"),
    Row(
        "an asynchronous comprehension",
        "@async comprehension",
        "async def f(x): return [i async for i in x]",
        f"{_GRAMMAR}:290",
    ),
    Row("a generic type at run time", "_type[_]", "list[int]", "py/objtype.c:1199"),
    Row("a union of types at run time", "_type | _", "int | None", "py/objtype.c:1199"),
]

F_STRINGS = [
    # The test VM's lexer is newer than CircuitPython's and takes this one.
    Row("an f-string in an f-string", "@nested f-string", "f\"{f'{1}'}\"", _F_STRING),
    Row("a colon in an f-string's expression", "@f-string colon", 'f"{(lambda: 3)()}"', _F_STRING),
    Row("a brace in an f-string's expression", "@f-string brace", "f\"{'}'}\"", _F_STRING),
    Row("the conversion !a of an f-string", "@f-string !a", 'f"{3!a}"', _F_STRING),
    Row(
        "thousands of a float in an f-string",
        "@f-string thousands",
        'assert f"{1e6:,.0f}" == "1,000,000"',
        "py/objstr.c:1021",
    ),
]

CLASSES = [
    Row(
        "a class's keywords", "@class keywords", "class M(type): pass\nclass A(metaclass=M): pass", "py/objtype.c:1062"
    ),
    Row(
        "several base classes",
        "@several bases",
        "class A:\n  def f(self): return 1\nclass B(A): pass\nclass C(A):\n  def f(self): return 2\n"
        "class D(B, C): pass\nassert D().f() == 2",
        "py/objtype.c:167: looks depth first",
    ),
    Row(
        "a method name that begins with two underscores",
        "@private name",
        "class A:\n  def __x(self): return 1\n  def y(self): return self.__x()\n"
        "class B(A):\n  def __x(self): return 2\nassert B().y() == 1",
        "py/compile.c: names are not mangled",
    ),
    Row(
        "a subclass of str or bytes",
        "@string subclass",
        'class A(str): pass\nassert A("a").upper() == "A"',
        "py/objtype.c:90",
    ),
    Row(
        "__slots__",
        "@slots",
        "class A:\n  __slots__ = ()\ntry: A().x = 1\nexcept AttributeError: pass\nelse: raise AssertionError",
        "py/objtype.c:720",
    ),
    Row(
        "__new__ of a class built in",
        "@built-in new",
        "class A(int):\n  def __new__(cls, x): return int.__new__(cls, x)\nA(3)",
        "py/objint.c:590",
    ),
    Row("writing to __dict__", "_.__dict__[_] = _", 'class A: pass\nA().__dict__["x"] = 1', "py/objtype.c:613"),
    Row(
        "writing to __dict__ with update()",
        "_.__dict__.update",
        "class A: pass\nA().__dict__.update(x=1)",
        "py/objtype.c:613",
    ),
    Row(
        "__setattr__",
        "def __setattr__(): ...",
        "class A:\n  def __setattr__(self, n, v): object.__setattr__(self, n, 2)\na = A()\na.x = 1\nassert a.x == 2",
        "py/objtype.c:700",
        ("MICROPY_PY_DELATTR_SETATTR",),
    ),
    Row(
        "__delattr__",
        "def __delattr__(): ...",
        "class A:\n  def __delattr__(self, n): pass\ndel A().x",
        "py/objtype.c:805",
        ("MICROPY_PY_DELATTR_SETATTR",),
    ),
    Row(
        "object.__setattr__",
        "_.__setattr__",
        "class A: pass\nobject.__setattr__(A(), 'x', 1)",
        "py/objobject.c:65",
        ("MICROPY_PY_DELATTR_SETATTR",),
    ),
    Row(
        "__exit__'s third argument",
        "@traceback of exit",
        "class A:\n  def __enter__(self): pass\n  def __exit__(self, t, v, b): assert b is not None\n"
        "try:\n  with A(): raise ValueError\nexcept ValueError: pass",
        "py/vm.c: passes None",
    ),
]

_METHODS = {
    "__init_subclass__": "class A:\n  def __init_subclass__(cls): cls.x = 1\nclass B(A): pass\nB.x",
    "__getattribute__": "class A:\n  def __getattribute__(self, n): return 1\nA().x",
    "__class_getitem__": "class A:\n  def __class_getitem__(cls, i): pass\nA[0]",
    "__instancecheck__": "class M(type):\n  def __instancecheck__(cls, o): return True\nassert isinstance(1, M('A', "
    "(), {}))",
    "__index__": "class A:\n  def __index__(self): return 0\n[1][A()]",
    "__round__": "class A:\n  def __round__(self): return 0\nround(A())",
    "__trunc__": "class A:\n  def __trunc__(self): return 0\nimport math\nmath.trunc(A())",
    "__floor__": "class A:\n  def __floor__(self): return 0\nimport math\nmath.floor(A())",
    "__ceil__": "class A:\n  def __ceil__(self): return 0\nimport math\nmath.ceil(A())",
    "__rdivmod__": "class A:\n  def __rdivmod__(self, o): return 0\ndivmod(1, A())",
    "__format__": "class A:\n  def __format__(self, s): return s\nf'{A():x}'",
    "__missing__": "class A(dict):\n  def __missing__(self, k): return 0\nA()[1]",
    "__del__": "class A:\n  def __del__(self): A.x = 1\nA()\nimport gc\ngc.collect()\nA.x",
}
_IN_PLACE = {
    "__imul__": "*=",
    "__itruediv__": "/=",
    "__ifloordiv__": "//=",
    "__imod__": "%=",
    "__ipow__": "**=",
    "__iand__": "&=",
    "__ior__": "|=",
    "__ixor__": "^=",
    "__ilshift__": "<<=",
    "__irshift__": ">>=",
    "__imatmul__": "@=",
}

SPECIAL_METHODS = [
    *[Row(f"a class's {name}", f"def {name}(): ...", snippet, _SLOTS) for name, snippet in _METHODS.items()],
    *[
        Row(
            f"a class's {name}",
            f"def {name}(): ...",
            f"class A:\n  def {name}(self, o): return self\na = A()\na {sign} 1",
            _INPLACE,
        )
        for name, sign in _IN_PLACE.items()
    ],
]

ATTRIBUTES = [
    *[
        Row(f"a function's {name}", f"_.{name}", f"def f(): 'text'\nf.{name}", _ATTRIBUTES)
        for name in _OF_FUNCTION.split()
    ],
    *[
        Row(
            f"a class's {name}", f"_.{name}", f"class A: pass\nA.{name}", "py/objtype.c:1100: the attributes of a class"
        )
        for name in _OF_CLASS.split()
    ],
    *[
        Row(f"a method's {name}", f"_.{name}", f"class A:\n  def f(self): pass\nA().f.{name}", "py/objboundmeth.c")
        for name in ("__func__", "__self__")
    ],
    *[
        Row(
            f"{name} called by name",
            f"_.{name}",
            snippet,
            "py/obj.c: types built in have slots in place of these methods",
        )
        for name, snippet in {
            "__add__": "(1).__add__(2)",
            "__bool__": "(1).__bool__()",
            "__contains__": "[].__contains__(1)",
            "__eq__": "[].__eq__([])",
            "__getitem__": "[1].__getitem__(0)",
            "__hash__": "(1).__hash__()",
            "__iter__": "[].__iter__()",
            "__len__": "[].__len__()",
            "__setitem__": "[1].__setitem__(0, 2)",
            "__str__": "(1).__str__()",
        }.items()
    ],
    Row("hasattr() for a special method", "hasattr(_, '~^__')", "assert hasattr([], '__iter__')", "py/obj.c"),
    *[
        Row(
            f"a generator's {name}",
            f"_.{name}",
            f"(i for i in ()).{name}",
            "py/objgenerator.c: the methods of a generator",
        )
        for name in _OF_GENERATOR.split()
    ],
    *[
        Row(f"a property's {name}", f"_.{name}", f"property().{name}", "py/objproperty.c: the methods of a property")
        for name in ("fdel", "fget", "fset")
    ],
    *[
        Row(
            f"a traceback's {name}",
            f"_.{name}",
            f"try: 1 / 0\nexcept Exception as e: e.__traceback__.{name}",
            "py/objtraceback.c",
        )
        for name in ("tb_frame", "tb_lineno", "tb_next")
    ],
    *[Row(f"a module's {name}", name, name, "py/objmodule.c:128") for name in ("__builtins__", "__doc__", "__spec__")],
]

ROWS = SYNTAX + F_STRINGS + CLASSES + SPECIAL_METHODS + ATTRIBUTES
