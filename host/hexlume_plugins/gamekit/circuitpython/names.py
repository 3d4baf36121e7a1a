"""Names that CircuitPython has in its built-ins and shared modules, and names that it lacks.

``PRESENT`` was read with ``dir()`` from CircuitPython 10.2.1 for the Raspberry Pi Pico.
"""

from .row import Row

PRESENT = {
    "builtins": (
        "ArithmeticError AssertionError AttributeError BaseException BrokenPipeError ConnectionError EOFError Ellipsis "
        "Exception FutureWarning GeneratorExit ImportError IndentationError IndexError KeyError KeyboardInterrupt "
        "LookupError MemoryError NameError NotImplemented NotImplementedError OSError OverflowError ReloadException "
        "RuntimeError StopAsyncIteration StopIteration SyntaxError SystemExit TimeoutError TypeError UnicodeError "
        "ValueError Warning ZeroDivisionError abs all any bin bool bytearray bytes callable chr classmethod compile "
        "complex delattr dict dir divmod enumerate eval exec filter float frozenset getattr globals hasattr hash help "
        "hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord "
        "pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type "
        "zip"
    ),
    "__future__": "annotations",
    "array": "array",
    "atexit": "register unregister",
    "binascii": "a2b_base64 b2a_base64 crc32 hexlify unhexlify",
    "collections": "OrderedDict deque namedtuple",
    "errno": (
        "EACCES EADDRINUSE EAGAIN EALREADY EBADF ECONNABORTED ECONNREFUSED ECONNRESET EEXIST EHOSTUNREACH EINPROGRESS "
        "EINVAL EIO EISDIR ENOBUFS ENODEV ENOENT ENOMEM ENOSPC ENOTCONN EOPNOTSUPP EPERM EROFS ETIMEDOUT errorcode"
    ),
    "gc": "collect disable enable isenabled mem_alloc mem_free",
    "hashlib": "new",
    "io": "BytesIO IOBase StringIO open",
    "json": "dump dumps load loads",
    "math": (
        "acos asin atan atan2 ceil copysign cos degrees e exp fabs floor fmod frexp isfinite isinf isnan ldexp log "
        "modf "
        "pi pow radians sin sqrt tan trunc"
    ),
    "micropython": "const",
    "os": "chdir getcwd getenv listdir mkdir remove rename rmdir sep stat statvfs sync uname unlink urandom utime",
    "random": "choice getrandbits randint random randrange seed uniform",
    "re": "compile match search sub",
    "select": "POLLERR POLLHUP POLLIN POLLOUT poll select",
    "struct": "calcsize pack pack_into unpack unpack_from",
    "sys": (
        "argv byteorder exit implementation maxsize modules path platform stderr stdin stdout version version_info"
    ),
    "time": "localtime mktime monotonic monotonic_ns sleep struct_time time",
    "traceback": "format_exception print_exception",
    "warnings": "simplefilter warn",
    "zlib": "decompress",
}

BOARD_MODULES = "analogio board digitalio keypad microcontroller neopixel pwmio storage supervisor usb_cdc watchdog"
"""Modules that only boards have: mypy checks the names in them, against CircuitPython's own stubs."""

_BUILTINS = (
    "BaseExceptionGroup BlockingIOError BufferError BytesWarning ChildProcessError ConnectionAbortedError "
    "ConnectionRefusedError ConnectionResetError DeprecationWarning EncodingWarning EnvironmentError ExceptionGroup "
    "FileExistsError FileNotFoundError FloatingPointError IOError ImportWarning InterruptedError IsADirectoryError "
    "ModuleNotFoundError NotADirectoryError PendingDeprecationWarning PermissionError ProcessLookupError "
    "RecursionError "
    "ReferenceError ResourceWarning RuntimeWarning SyntaxWarning SystemError TabError UnboundLocalError "
    "UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError UnicodeWarning UserWarning "
    "aiter anext ascii breakpoint exit format quit vars"
)

_ATTRIBUTES = [
    # The module, its names, the source and the macros that take them away.
    ("binascii", "Error Incomplete a2b_hex b2a_hex crc_hqx", "extmod/modbinascii.c:200", ()),
    ("collections", "ChainMap Counter UserDict UserList UserString abc defaultdict", "py/modcollections.c:31", ()),
    ("errno", "EBUSY ENOSYS ENOTDIR ENOTEMPTY EPIPE", "py/moderrno.c:87", ()),
    (
        "gc",
        "callbacks freeze garbage get_count get_objects get_stats get_threshold set_threshold",
        "py/modgc.c:103",
        (),
    ),
    ("gc", "threshold", "py/modgc.c:103", ("MICROPY_GC_ALLOC_THRESHOLD",)),
    ("hashlib", "blake2b sha224 sha384 sha512", "shared-bindings/hashlib/__init__.c", ()),
    ("hashlib", "sha256", "shared-bindings/hashlib/__init__.c", ("MICROPY_PY_HASHLIB",)),
    ("hashlib", "md5", "shared-bindings/hashlib/__init__.c", ("MICROPY_PY_HASHLIB_MD5",)),
    ("hashlib", "sha1", "shared-bindings/hashlib/__init__.c", ("MICROPY_PY_HASHLIB_SHA1",)),
    (
        "io",
        "BufferedReader BufferedWriter FileIO RawIOBase SEEK_CUR SEEK_END SEEK_SET TextIOBase",
        "py/modio.c:206",
        (),
    ),
    ("io", "TextIOWrapper UnsupportedOperation", "py/modio.c:206", ()),
    ("json", "JSONDecodeError JSONDecoder JSONEncoder", "extmod/modjson.c:450", ()),
    (
        "math",
        "cbrt comb dist exp2 fsum gcd hypot isqrt lcm log1p nextafter perm prod remainder ulp",
        "shared-bindings/math/__init__.c:467",
        (),
    ),
    ("math", "inf nan tau", "shared-bindings/math/__init__.c:467", ("MICROPY_PY_MATH_CONSTANTS", "MICROPY_PY_MATH")),
    (
        "math",
        "factorial",
        "shared-bindings/math/__init__.c:467",
        ("MICROPY_PY_MATH_FACTORIAL", "MICROPY_OPT_MATH_FACTORIAL"),
    ),
    ("math", "isclose", "shared-bindings/math/__init__.c:467", ("MICROPY_PY_MATH_ISCLOSE",)),
    (
        "math",
        "acosh asinh atanh cosh erf erfc expm1 gamma lgamma log10 log2 sinh tanh",
        "shared-bindings/math/__init__.c:430, MICROPY_PY_MATH_SPECIAL_FUNCTIONS",
        ("MICROPY_PY_MATH_SPECIAL_FUNCTIONS",),
    ),
    ("micropython", "mem_info qstr_info", "py/modmicropython.c:175", ("MICROPY_PY_MICROPYTHON_MEM_INFO",)),
    ("micropython", "stack_use", "py/modmicropython.c:175", ("MICROPY_PY_MICROPYTHON_STACK_USE",)),
    ("micropython", "mem_current mem_total mem_peak", "py/modmicropython.c:175", ("MICROPY_MEM_STATS",)),
    ("micropython", "RingIO", "py/objringio.c", ("MICROPY_PY_MICROPYTHON_RINGIO",)),
    ("micropython", "schedule", "py/modmicropython.c:175", ("MICROPY_ENABLE_SCHEDULER",)),
    (
        "micropython",
        "heap_lock heap_unlock kbd_intr opt_level",
        "py/modmicropython.c:175, CIRCUITPY_MICROPYTHON_ADVANCED",
        (),
    ),
    (
        "os",
        "access cpu_count environ fsync get_terminal_size getpid linesep makedirs name open path removedirs renames "
        "replace scandir stat_result truncate walk",
        "shared-bindings/os/__init__.c:314",
        (),
    ),
    ("os", "ilistdir", "shared-bindings/os/__init__.c:314", ("MICROPY_PY_OS",)),
    ("os", "system", "shared-bindings/os/__init__.c:314", ("MICROPY_PY_OS_SYSTEM",)),
    ("os", "putenv unsetenv", "shared-bindings/os/__init__.c:314", ("MICROPY_PY_OS_GETENV_PUTENV_UNSETENV",)),
    ("os", "errno", "shared-bindings/os/__init__.c:314", ("MICROPY_PY_OS_ERRNO",)),
    (
        "random",
        "Random SystemRandom betavariate choices expovariate gauss getstate normalvariate randbytes sample setstate "
        "shuffle "
        "triangular",
        "shared-bindings/random/__init__.c:161",
        (),
    ),
    (
        "re",
        "ASCII DOTALL I IGNORECASE M MULTILINE Match Pattern S VERBOSE error escape findall finditer fullmatch split "
        "subn",
        "extmod/modre.c:481",
        (),
    ),
    ("select", "epoll error", "extmod/modselect.c:665", ()),
    ("struct", "Struct error iter_unpack", "shared-bindings/struct/__init__.c:150", ()),
    (
        "sys",
        "_getframe excepthook exception flags float_info getdefaultencoding getrecursionlimit getsizeof hexversion "
        "intern "
        "setrecursionlimit settrace",
        "py/modsys.c:303",
        (),
    ),
    ("sys", "print_exception", "py/modsys.c:213", ()),
    ("sys", "exc_info", "py/modsys.c:303", ("MICROPY_PY_SYS_EXC_INFO",)),
    ("sys", "executable", "py/modsys.c:303", ("MICROPY_PY_SYS_EXECUTABLE",)),
    ("sys", "atexit", "py/modsys.c:303", ("MICROPY_PY_SYS_ATEXIT",)),
    ("sys", "ps1 ps2", "py/modsys.c:296", ("MICROPY_PY_SYS_PS1_PS2",)),
    (
        "time",
        "asctime ctime perf_counter perf_counter_ns process_time process_time_ns strftime strptime thread_time "
        "timezone",
        "shared-bindings/time/__init__.c:297",
        (),
    ),
    (
        "time",
        "gmtime sleep_ms sleep_us ticks_add ticks_diff ticks_ms ticks_us",
        "shared-bindings/time/__init__.c:297",
        ("MICROPY_PY_TIME",),
    ),
    ("time", "time_ns", "shared-bindings/time/__init__.c:297", ("MICROPY_PY_TIME_TIME_TIME_NS",)),
    (
        "traceback",
        "TracebackException extract_stack extract_tb format_exc format_exception_only format_stack format_tb print_exc "
        "print_stack print_tb",
        "shared-bindings/traceback/__init__.c:191",
        (),
    ),
    ("warnings", "catch_warnings filterwarnings resetwarnings", "shared-bindings/warnings/__init__.c", ()),
    ("zlib", "adler32 compress compressobj crc32 decompressobj", "shared-bindings/zlib/__init__.c", ()),
]

_NOT_IN_MICROPYTHON = (
    "abc base64 bisect calendar collections.abc concurrent.futures contextlib contextvars copy csv ctypes "
    "dataclasses datetime decimal difflib enum fractions functools glob hmac importlib inspect itertools logging "
    "marshal multiprocessing numbers operator os.path pathlib pickle pprint queue secrets selectors shutil signal "
    "statistics string subprocess tempfile textwrap threading tomllib types typing unittest uuid weakref"
)
_NO_MODULE = "py/builtinimport.c:456: no such module in the build for the Pico"
_MODULES: list[tuple[str, tuple[str, ...]]] = [
    *[(name, ()) for name in _NOT_IN_MICROPYTHON.split()],
    ("_thread", ("MICROPY_PY_THREAD",)),
    ("argparse", ()),
    ("asyncio", ()),
    ("cmath", ("MICROPY_PY_CMATH",)),
    ("cryptolib", ("MICROPY_PY_CRYPTOLIB",)),
    ("deflate", ("MICROPY_PY_DEFLATE",)),
    ("framebuf", ("MICROPY_PY_FRAMEBUF",)),
    ("heapq", ("MICROPY_PY_HEAPQ",)),
    ("machine", ("MICROPY_PY_MACHINE",)),
    ("platform", ("MICROPY_PY_PLATFORM",)),
    ("socket", ("MICROPY_PY_SOCKET",)),
    ("ssl", ("MICROPY_PY_SSL", "MICROPY_SSL_MBEDTLS")),
    ("termios", ("MICROPY_PY_TERMIOS",)),
    ("tls", ("MICROPY_PY_SSL",)),
    ("uctypes", ("MICROPY_PY_UCTYPES",)),
    ("vfs", ("MICROPY_VFS_POSIX",)),
    ("websocket", ("MICROPY_PY_WEBSOCKET",)),
]

ROWS = [
    *[Row(name, name, name, "py/modbuiltins.c:611: the built-ins") for name in _BUILTINS.split()],
    *[
        Row(f"{module}.{name}", f"{module}.{name}", f"import {module}\n{module}.{name}", source, macros)
        for module, names, source, macros in _ATTRIBUTES
        for name in names.split()
    ],
    *[Row(f"import {name}", f"import {name}", f"import {name}", _NO_MODULE, macros) for name, macros in _MODULES],
]
