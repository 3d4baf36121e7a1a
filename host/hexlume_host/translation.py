"""Translations: gettext catalogues of the sentences that people read on pages.

A message's id is its English sentence, with placeholders such as ``{colour}``. A translation is one file,
``translations/LANGUAGE.po``. A process has one language, English unless ``use_language`` sets another one.
docs/how-to/translate.md is the guide.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path

from .errors import HostError

FOLDER = Path(__file__).parent / "translations"
ENGLISH = "en"
_RIGHT_TO_LEFT = ("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi")
_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+)?("(?:[^"\\]|\\[nt"\\])*")')
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PLURAL_FORMS = re.compile(r"Plural-Forms:\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=([^;\n]+);")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True)
class Catalogue:
    """A language's texts by message; several where they depend on a count, which ``form`` chooses by."""

    language: str
    texts: Mapping[str, tuple[str, ...]]
    form: Callable[[int], int]


_current = Catalogue(ENGLISH, {}, lambda count: count != 1)


def use_language(name: str) -> None:
    """Set the process's language: ``en``, a language of ``translations/``, or the path of a ``.po`` file.

    Raises ``HostError`` for one that is not here or cannot be read.
    """
    global _current  # noqa: PLW0603
    if name.endswith(".po"):
        _current = read_catalogue(Path(name))
    elif name in languages():
        _current = Catalogue(ENGLISH, {}, lambda count: count != 1) if name == ENGLISH else read_catalogue(_file(name))
    else:
        raise HostError(
            f"There is no translation to {name}: take {', '.join(languages())}, or the path of a .po file "
            "(docs/how-to/translate.md)."
        )


def languages() -> list[str]:
    """Return the codes of the languages that are here."""
    return sorted({ENGLISH, *(path.stem.replace("_", "-") for path in FOLDER.glob("*.po"))})


def language() -> str:
    """Return the code of the process's language, as HTML's ``lang`` has it."""
    return _current.language


def direction() -> str:
    """Return the direction in which the process's language is written, as HTML's ``dir`` has it."""
    return "rtl" if _current.language.partition("-")[0] in _RIGHT_TO_LEFT else "ltr"


def _(message: str, /, **values: object) -> str:
    """Return a message in the process's language, with values for its placeholders."""
    return _filled(_current.texts.get(message, (message,))[0], values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the form of a message that a count takes, with values for its placeholders; ``count`` is one of them."""
    texts = _current.texts.get(one, (one, many))
    return _filled(texts[min(int(_current.form(count)), len(texts) - 1)], {"count": count, **values})


def N_(message: str) -> str:
    """Return a message as it is: marks a constant that ``_`` translates where it is used."""
    return message


def script_catalogue() -> str:
    """Return the process's catalogue as the page's module ``lib/catalogue.js``, whose file is the one for English.

    What form a count takes is a digit for each count below 200; no language looks at more than the last two.
    """
    forms = "".join(str(int(_current.form(count))) for count in range(200))
    return (
        f"export const TEXTS = {json.dumps(dict(_current.texts), sort_keys=True)};\nexport const FORMS = '{forms}';\n"
    )


def _file(name: str) -> Path:
    return next(path for path in FOLDER.glob("*.po") if path.stem.replace("_", "-") == name)


def _filled(text: str, values: Mapping[str, object]) -> str:
    return _PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), text)


def read_catalogue(path: Path) -> Catalogue:
    """Return the catalogue of a ``.po`` file; its language is the file's name. Raises ``HostError``.

    Messages without a translation, or with one that is marked as fuzzy, stay English.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        raise HostError(f"The translation {path} cannot be read: it has to be a text file in UTF-8.") from None
    if not _LANGUAGE.fullmatch(path.stem):
        raise HostError(f"The translation {path} needs its language as its name, such as de.po or pt_BR.po.")
    texts: dict[str, tuple[str, ...]] = {}
    count, form = 2, c2py("n != 1")
    for line, entry in _entries(path, lines):
        message, many, translated = entry.get("msgid", ""), entry.get("msgid_plural"), _translated(entry)
        if not message:
            found = _PLURAL_FORMS.search("".join(translated))
            try:
                count, form = (int(found[1]), c2py(found[2])) if found else (count, form)
                valid = all(0 <= int(form(number)) < count for number in range(200))
            except (ValueError, ZeroDivisionError):
                valid = False
            if not valid:
                raise HostError(f"{path}, line {line}: Plural-Forms is invalid.")
        elif all(translated):
            if len(translated) != (1 if many is None else count):
                raise HostError(f"{path}, line {line}: this message needs {1 if many is None else count} msgstr.")
            known = {*_PLACEHOLDER.findall(message), *_PLACEHOLDER.findall(many or "")}
            if unknown := {*_PLACEHOLDER.findall("".join(translated))} - known:
                raise HostError(f"{path}, line {line}: the message has no placeholder {{{unknown.pop()}}}.")
            texts[message] = translated
    return Catalogue(path.stem.replace("_", "-"), texts, form)


def _translated(entry: Mapping[str, str]) -> tuple[str, ...]:
    """Return what an entry is translated to, one text for each form."""
    if "msgid_plural" not in entry:
        return (entry.get("msgstr", ""),)
    return tuple(text for key, text in sorted(entry.items()) if key.startswith("msgstr["))


def _entries(path: Path, lines: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the entries of a ``.po`` file that count, each with its first line's number."""
    entry: dict[str, str] = {}
    start, key, fuzzy, next_fuzzy = 0, "", False, False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            next_fuzzy = next_fuzzy or (text.startswith("#,") and "fuzzy" in text)
            continue
        found = _LINE.fullmatch(text)
        keyword = found[1] if found else None
        if found is None or (keyword is None and not key) or (keyword not in (None, "msgid") and not entry):
            raise HostError(f'{path}, line {number}: expected msgid, msgid_plural or msgstr and a text in "quotes".')
        if keyword == "msgid":
            if entry and not fuzzy:
                yield start, entry
            entry, start, fuzzy, next_fuzzy = {}, number, next_fuzzy, False
        key = keyword or key
        entry[key] = entry.get(key, "") + json.loads(found[3])
    if entry and not fuzzy:
        yield start, entry
