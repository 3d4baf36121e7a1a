"""Built-in functions and types that CircuitPython lacks."""

from .row import Row

_STR = "py/objstr.c:2117: the methods of str, bytes and bytearray"
_BYTEARRAY = "py/objarray.c:772: the methods of bytearray"
_MEMORYVIEW = "py/objarray.c:832: the methods of memoryview"
_NUMBER = "py/objint.c:590, py/objfloat.c:179: the methods of int and float"
_EXCEPTION = "py/objexcept.c:279: the attributes of an exception"
_STEP = "slices have step 1"
_KEYWORDS = "py/argcheck.c:180: takes no keywords"

CALLS = [
    Row(
        "next() with a default",
        "next(_, _)",
        "next(iter([]), None)",
        "py/modbuiltins.c:303",
        ("MICROPY_PY_BUILTINS_NEXT2",),
    ),
    Row("iter() with a sentinel", "iter(_, _)", "iter(abs, 0)", "py/modbuiltins.c:245"),
    Row("sum(start=)", "sum(..., start=_)", "sum([1], start=5)", "py/modbuiltins.c:534"),
    Row("zip(strict=)", "zip(..., strict=_)", "zip([1], [2], strict=True)", "py/objzip.c:39"),
    Row("print(flush=)", "print(..., flush=_)", "print(flush=True)", "py/modbuiltins.c:430: the console cannot flush"),
    Row("print() to something that is no stream", "print(..., file=None)", "print(file=None)", "py/modbuiltins.c:384"),
    Row("int(base=)", "int(..., base=_)", 'int("1", base=10)', "py/objint.c:43"),
    Row("pow(exp=)", "pow(..., exp=_)", "pow(base=2, exp=3)", "py/modbuiltins.c:382"),
    Row("pow() to a negative power of a modulus", "pow(_, -_, _)", "assert pow(3, -1, 7) == 5", "py/modbuiltins.c:382"),
    Row(
        "reversed() of a dict", "reversed(_dict)", "reversed({0: 0, 'a': 1}).__next__().upper()", "py/objreversed.c:40"
    ),
    Row("hash() of a range", "hash(_range)", "hash(range(3))", "py/objrange.c"),
    Row(
        "int.from_bytes(signed=)",
        "_.from_bytes(..., signed=_)",
        'int.from_bytes(b"\\xff", "big", signed=True)',
        "py/objint.c:508",
    ),
    Row("bytes(encoding=)", "bytes(..., encoding=_)", 'bytes("a", encoding="utf-8")', _KEYWORDS),
    Row("str(encoding=)", "str(..., encoding=_)", 'str(b"a", encoding="utf-8")', _KEYWORDS),
    Row("encode(encoding=)", "_.encode(..., encoding=_)", '"a".encode(encoding="utf-8")', _KEYWORDS),
    Row(
        "an encoding other than UTF-8",
        "_.encode('~(?i)^(ascii|latin|iso|cp)')",
        'assert "é".encode("latin-1") == b"\\xe9"',
        "py/objstr.c:1989",
    ),
    Row("decode(encoding=)", "_.decode(..., encoding=_)", 'b"a".decode(encoding="utf-8")', _KEYWORDS),
    Row("decode(errors=)", "_.decode(..., errors=_)", 'b"a".decode(errors="replace")', _KEYWORDS),
    Row(
        "decode() with a way to treat errors",
        "_.decode(_, _)",
        'b"\\xff".decode("utf-8", "replace")',
        "py/objstr.c:1989",
    ),
    Row("split(maxsplit=)", "_.split(..., maxsplit=_)", '"a b".split(maxsplit=1)', _KEYWORDS),
    Row("split(sep=)", "_.split(..., sep=_)", '"a b".split(sep=" ")', _KEYWORDS),
    Row("rsplit() at whitespace with a limit", "_.rsplit(None, _)", '"a b".rsplit(None, 1)', "py/objstr.c:737"),
    Row("center() with a fill character", "_.center(_, _)", '"a".center(3, "*")', "py/objstr.c:972"),
    Row("hex() with a group size", "_.hex(_, _)", 'b"ab".hex("-", 1)', "py/objstr.c:2082"),
    *[
        Row(
            f"{name}() of a number in {of}", f"_{kind}.{name}(_item)", f"{value}.{name}(97)", "py/objstr.c: it is str's"
        )
        for of, kind, value in (("bytes", "bytes", 'b"a"'), ("a bytearray", "bytearray", 'bytearray(b"a")'))
        for name in ("find", "rfind", "index", "rindex", "count")
    ],
    Row("%a", "'~%[-#+ 0-9.]*a' % _", '"%a" % "a"', "py/objstr.c:1021"),
    Row(
        "an attribute or item in a format string",
        r"r'~{\w*[.\[]'.format(...)",
        '"{0[0]}".format([1])',
        "py/objstr.c:1167",
    ),
    Row("a number in a bytearray by in", "_item in _bytearray", "3 in bytearray(3)", "py/objarray.c:410"),
    Row("a number in an array by in", "_item in _array", 'import array\n3 in array.array("B")', "py/objarray.c:410"),
    Row("a slice of a str with a step", "_str[::_]", '"ab"[::-1]', f"py/objstrunicode.c:203: {_STEP}"),
    Row("a slice of bytes with a step", "_bytes[::_]", 'b"ab"[::-1]', f"py/objstr.c:507: {_STEP}"),
    Row("a slice of a tuple with a step", "_tuple[::_]", "(1, 2)[::-1]", f"py/objtuple.c:198: {_STEP}"),
    Row("a slice of a bytearray with a step", "_bytearray[::_]", "bytearray(2)[::-1]", f"py/objarray.c:607: {_STEP}"),
    Row(
        "a slice of a memoryview with a step",
        "_memoryview[::_]",
        'memoryview(b"ab")[::2]',
        f"py/objarray.c:607: {_STEP}",
    ),
    Row(
        "a slice of an array with a step",
        "_array[::_]",
        'import array\narray.array("B", [1])[::2]',
        f"py/objarray.c:607: {_STEP}",
    ),
    Row("assigning to a slice with a step", "_[::_] = _", "a = [1, 2]\na[::2] = [3]", "py/objlist.c:173"),
    Row("deleting a slice with a step", "del _[::_]", "a = [1, 2]\ndel a[::2]", "py/objlist.c:173"),
    Row("assigning an iterator to a slice", "_[:] = _iterator", "a = [1]\na[:] = iter([2])", "py/objlist.c:173"),
    Row(
        "assigning a list to a slice of a bytearray",
        "_bytearray[:] = _list",
        "a = bytearray(2)\na[:] = [1, 2]",
        "py/objarray.c:594",
    ),
    Row("deleting from a bytearray", "del _bytearray[_]", "a = bytearray(2)\ndel a[0]", "py/objarray.c:594"),
    Row(
        "deleting from an array",
        "del _array[_]",
        'import array\na = array.array("B", [1])\ndel a[0]',
        "py/objarray.c:594",
    ),
    Row("keys() & other", "_.keys() & _", '{"a": 1}.keys() & {"a"}', "py/objdict.c:623"),
    Row("keys() | other", "_.keys() | _", '{"a": 1}.keys() | {"a"}', "py/objdict.c:623"),
    Row("keys() - other", "_.keys() - _", '{"a": 1}.keys() - {"a"}', "py/objdict.c:623"),
    Row("keys() == other", "_.keys() == _", 'assert {"a": 1}.keys() == {"a"}', "py/objdict.c:623"),
    Row("items() == other", "_.items() == _", "assert {1: 1}.items() == {1: 1}.items()", "py/objdict.c:623"),
    Row("slice() == other", "slice(...) == _", "assert slice(1) == slice(1)", "py/objslice.c"),
    Row("union() with several arguments", "_.union(_, _, ...)", "{1}.union([2], [3])", "py/objset.c:424"),
    Row(
        "intersection() with several arguments",
        "_.intersection(_, _, ...)",
        "{1}.intersection([2], [3])",
        "py/objset.c:265",
    ),
    Row(
        "an OSError's filename",
        "_OSError.filename",
        'try: open("nowhere")\nexcept OSError as e: e.filename.upper()',
        _EXCEPTION,
    ),
    Row(
        "a SystemExit's code",
        "_SystemExit.code",
        "try: raise SystemExit(1)\nexcept SystemExit as e: e.code",
        _EXCEPTION,
    ),
]

_TYPED = {
    # A method: a value of the type, the type by which the check knows it, the names and the source.
    "a bytearray": ("bytearray(1)", "bytearray", "clear copy insert pop remove reverse", _BYTEARRAY),
    "a memoryview": ('memoryview(b"a")', "memoryview", "format readonly", _MEMORYVIEW),
    "a float": ("(1.5)", "float", "hex fromhex", _NUMBER),
    "a range": ("range(3)", "range", "count index", "py/objrange.c:190"),
    "a file": ('open("boot_out.txt")', "file", "closed mode name", "extmod/vfs_fat_file.c:148: the methods of a file"),
}
_UNTYPED = {
    # Names that no type of CircuitPython has.
    "a str": (
        '"a"',
        "capitalize casefold expandtabs format_map isalnum isascii isdecimal isidentifier isnumeric isprintable "
        "istitle ljust maketrans removeprefix removesuffix rjust swapcase title translate zfill",
        _STR,
    ),
    "an int": ("(1)", "as_integer_ratio bit_count conjugate denominator imag numerator real", _NUMBER),
    "a float": ("(1.5)", "is_integer", _NUMBER),
    "a memoryview": (
        'memoryview(b"a")',
        "c_contiguous contiguous f_contiguous itemsize nbytes ndim obj release shape strides suboffsets tobytes "
        "tolist toreadonly",
        _MEMORYVIEW,
    ),
    "an exception": ("ValueError()", "add_note with_traceback", _EXCEPTION),
    "a file": (
        'open("boot_out.txt")',
        "detach encoding fileno isatty newlines seekable readable truncate writable writelines",
        "extmod/vfs_fat_file.c:148: the methods of a file",
    ),
}

METHODS = [
    *[
        Row(f"{name} of {of}", f"_{kind}.{name}", f"{value}.{name}", source)
        for of, (value, kind, names, source) in _TYPED.items()
        for name in names.split()
    ],
    *[
        Row(f"{name} of {of}", f"_.{name}", f"{value}.{name}", source)
        for of, (value, names, source) in _UNTYPED.items()
        for name in names.split()
    ],
]

ROWS = CALLS + METHODS
