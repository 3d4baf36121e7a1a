"""Members that CircuitPython lacks in modules shared with CPython or the tests' MicroPython."""

from .row import Row

_JSON = "extmod/modjson.c:89: the arguments of dump() and dumps()"
_LOADS = "extmod/modjson.c: loads() takes one argument"
_RE = "lib/re1.5: the syntax of expressions"
_MATCH = "extmod/modre.c:168: the methods of a match"
_PATTERN = "extmod/modre.c:428: the methods of a compiled expression"
_STRUCT = "py/binary.c:49: the format characters"
_DEQUE = "py/objdeque.c:54"
_TUPLE = "py/objnamedtuple.c"
_STREAM = "py/objstringio.c:235: the methods of StringIO and BytesIO"
_STDIO = "shared/runtime/sys_stdio_mphal.c:46"
_RANDOM = ("MICROPY_PY_RANDOM",)
_OF_DEQUE = "clear copy count extendleft index insert maxlen remove reverse rotate"
_OF_ARRAY = (
    "buffer_info byteswap count frombytes fromlist index insert itemsize pop remove reverse tobytes tofile tolist "
    "typecode"
)

CALLS = [
    Row(
        "the number that gc.collect() returns",
        "_ = gc.collect()",
        "import gc\nfreed = gc.collect()\nassert freed >= 0",
        "py/modgc.c:34",
        ("MICROPY_PY_GC_COLLECT_RETVAL",),
    ),
    Row("json.dumps(indent=)", "json.dumps(..., indent=_)", "import json\njson.dumps(1, indent=1)", _JSON),
    Row("json.dumps(sort_keys=)", "json.dumps(..., sort_keys=_)", "import json\njson.dumps(1, sort_keys=True)", _JSON),
    Row(
        "json.dumps(ensure_ascii=)",
        "json.dumps(..., ensure_ascii=_)",
        "import json\njson.dumps(1, ensure_ascii=False)",
        _JSON,
    ),
    Row("json.dumps(default=)", "json.dumps(..., default=_)", "import json\njson.dumps(1, default=str)", _JSON),
    Row(
        "json.loads(parse_float=)",
        "json.loads(..., parse_float=_)",
        'import json\njson.loads("1", parse_float=str)',
        _LOADS,
    ),
    Row(
        "json.loads(object_hook=)",
        "json.loads(..., object_hook=_)",
        'import json\njson.loads("1", object_hook=str)',
        _LOADS,
    ),
    Row("a count of repeats in an expression", r"re._(r'~\{\d', ...)", 'import re\nassert re.match("a{2}", "aa")', _RE),
    Row("\\b in an expression", r"re._(r'~\\b', ...)", 'import re\nassert re.match(r"\\bf", "f")', _RE),
    Row("a (?...) group in an expression", r"re._(r'~\(\?[^:]', ...)", 'import re\nre.match("(?P<x>a)", "a")', _RE),
    Row("re.sub(count=)", "re.sub(..., count=_)", 'import re\nre.sub("a", "b", "aa", count=1)', "extmod/modre.c:306"),
    Row("match[...]", "re._(...)[_]", 'import re\nre.match("a", "a")[0]', _MATCH),
    Row("match.group()", "_.group()", 'import re\nre.match("a", "a").group()', _MATCH),
    Row("match.group(1, 2)", "_.group(_, _, ...)", 'import re\nre.match("(a)(b)", "ab").group(1, 2)', _MATCH),
    *[
        Row(f"a match's {n}", f"_.{n}", f'import re\nre.match("a", "a").{n}', _MATCH)
        for n in ("groupdict", "lastgroup", "lastindex")
    ],
    *[
        Row(f"a compiled expression's {n}", f"_.{n}", f'import re\nre.compile("a").{n}', _PATTERN)
        for n in ("findall", "finditer", "fullmatch", "groupindex", "subn")
    ],
    Row(
        "the format character =, ?, c, n, N, p or a space",
        "struct._('~[=?cnNp ]', ...)",
        'import struct\nstruct.pack("<?", True)',
        _STRUCT,
    ),
    Row(
        "the format character P",
        "struct._('~P', ...)",
        'import struct\nstruct.pack("P", 0)',
        _STRUCT,
        ("MICROPY_PY_STRUCT_UNSAFE_TYPECODES", "MICROPY_PY_STRUCT"),
    ),
    Row("the array type u", "array.array('u', ...)", 'import array\narray.array("u")', _STRUCT),
    Row("deque() without a maximum length", "collections.deque()", "import collections\ncollections.deque()", _DEQUE),
    Row(
        "deque() with items and no maximum length",
        "collections.deque(_)",
        "import collections\ncollections.deque([1])",
        _DEQUE,
    ),
    Row(
        "deque(maxlen=)",
        "collections.deque(..., maxlen=_)",
        "import collections\ncollections.deque((), maxlen=5)",
        _DEQUE,
    ),
    *[
        Row(
            f"{n} of a deque",
            f"_deque.{n}",
            f"import collections\ncollections.deque((), 5).{n}",
            "py/objdeque.c:249: the methods of a deque",
        )
        for n in _OF_DEQUE.split()
    ],
    *[
        Row(
            f"{n} of an array",
            f"_array.{n}",
            f'import array\narray.array("B").{n}',
            "py/objarray.c:2198: the methods of an array",
        )
        for n in _OF_ARRAY.split()
    ],
    Row(
        "namedtuple(defaults=)",
        "collections.namedtuple(..., defaults=_)",
        'import collections\ncollections.namedtuple("P", "x", defaults=(1,))',
        _TUPLE,
    ),
    *[
        Row(f"a namedtuple's {n}", f"_.{n}", f'import collections\ncollections.namedtuple("P", "x").{n}', _TUPLE)
        for n in ("_asdict", "_fields", "_make", "_replace")
    ],
    Row(
        "popitem(last=)",
        "_.popitem(last=_)",
        "import collections\ncollections.OrderedDict(a=1).popitem(last=False)",
        "py/objdict.c:689",
    ),
    Row(
        "more than 32 random bits",
        "random.getrandbits('~^(3[3-9]|[4-9].|...+)$')",
        "import random\nrandom.getrandbits(64)",
        "shared-bindings/random/__init__.c",
    ),
    Row(
        "random.seed() without a number",
        "random.seed()",
        "import random\nrandom.seed()",
        "shared-bindings/random/__init__.c:38",
        _RANDOM,
    ),
    Row(
        "random.seed() with text",
        "random.seed(_str)",
        'import random\nrandom.seed("a")',
        "shared-bindings/random/__init__.c:38",
    ),
    Row(
        "a time before the year 2000",
        r"time.localtime(r'~^\d{1,8}$')",
        "import time\ntime.localtime(0)",
        "shared-bindings/time/__init__.c:247",
        ("MICROPY_PY_TIME", "MICROPY_TIMESTAMP_IMPL"),
    ),
    Row("open(newline=)", "open(..., newline=_)", 'open("boot_out.txt", newline="")', "extmod/vfs_fat_file.c"),
    Row("open(errors=)", "open(..., errors=_)", 'open("boot_out.txt", errors="replace")', "extmod/vfs_fat_file.c"),
    *[
        Row(f"{n} of stdin, stdout and stderr", f"sys.stdout.{n}", f"import sys\nsys.stdout.{n}", _STDIO, m)
        for n, m in (("buffer", ("MICROPY_PY_SYS_STDIO_BUFFER",)), ("flush", ("MICROPY_STREAMS_POSIX_API",)))
    ],
    *[
        Row(f"{n} of a StringIO", f"_stringio.{n}", f"import io\nio.StringIO().{n}", _STREAM)
        for n in ("closed", "line_buffering", "readlines")
    ],
    Row("getbuffer of a BytesIO", "_.getbuffer", "import io\nio.BytesIO().getbuffer", _STREAM),
    Row("sys.version_info.major", "sys.version_info._", "import sys\nsys.version_info.major", "py/modsys.c:72"),
    Row("assigning to sys.stdout", "sys.stdout = _", "import sys\nsys.stdout = sys.stdout", "py/modsys.c:296"),
    Row("assigning to sys.stderr", "sys.stderr = _", "import sys\nsys.stderr = sys.stderr", "py/modsys.c:296"),
    Row(
        "the main module in sys.modules",
        "sys.modules['__main__']",
        'import sys\nsys.modules["__main__"]',
        "py/builtinimport.c",
    ),
    *[
        Row(
            f"os.stat()'s {n}",
            f"_.{n}",
            f'import os\nos.stat("/").{n}',
            "shared-bindings/os/__init__.c:239: a plain tuple",
        )
        for n in ("st_mode", "st_mtime", "st_size")
    ],
    *[
        Row(
            f"os.statvfs()'s {n}",
            f"_.{n}",
            f'import os\nos.statvfs("/").{n}',
            "shared-bindings/os/__init__.c:263: a plain tuple",
        )
        for n in ("f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_frsize")
    ],
    Row(
        "micropython.native",
        "micropython.native",
        "import micropython\n@micropython.native\ndef f(): pass",
        "py/compile.c, CIRCUITPY_ENABLE_MPY_NATIVE",
        ("MICROPY_EMIT_NATIVE", "MICROPY_EMIT_MACHINE_CODE", "MICROPY_EMIT_X64", "MICROPY_ENABLE_NATIVE_CODE"),
    ),
    Row(
        "micropython.viper",
        "micropython.viper",
        "import micropython\n@micropython.viper\ndef f(): pass",
        "py/compile.c, CIRCUITPY_ENABLE_MPY_NATIVE",
        ("MICROPY_EMIT_NATIVE", "MICROPY_EMIT_MACHINE_CODE", "MICROPY_EMIT_X64", "MICROPY_ENABLE_NATIVE_CODE"),
    ),
]

ROWS = CALLS
