"""Languages: reads translations, each one file, ``translations/LANGUAGE.po``, and sets the process's language."""

import json
import re
from collections.abc import Iterator, Mapping
from gettext import c2py
from pathlib import Path

from .errors import HostError
from .translation import ENGLISH, IN_ENGLISH, PLACEHOLDER, Catalogue, use_catalogue

FOLDER = Path(__file__).parent / "translations"
_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+)?("(?:[^"\\]|\\[nt"\\])*")')
_PLURAL_FORMS = re.compile(r"Plural-Forms:\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=([^;\n]+);")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


def use_language(name: str) -> None:
    """Set the process's language: ``en``, a language of ``translations/``, or the path of a ``.po`` file.

    Raises ``HostError`` for one that is not here or cannot be read.
    """
    if name.endswith(".po"):
        use_catalogue(read_catalogue(Path(name)))
    elif name in languages():
        use_catalogue(IN_ENGLISH if name == ENGLISH else read_catalogue(_file(name)))
    else:
        raise HostError(
            f"There is no translation to {name}: take {', '.join(languages())}, or the path of a .po file "
            "(docs/how-to/translate.md)."
        )


def languages() -> list[str]:
    """Return the codes of the languages that are here."""
    return sorted({ENGLISH, *(path.stem.replace("_", "-") for path in FOLDER.glob("*.po"))})


def _file(name: str) -> Path:
    return next(path for path in FOLDER.glob("*.po") if path.stem.replace("_", "-") == name)


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
            known = {*PLACEHOLDER.findall(message), *PLACEHOLDER.findall(many or "")}
            if unknown := {*PLACEHOLDER.findall("".join(translated))} - known:
                raise HostError(f"{path}, line {line}: the message has no placeholder {{{unknown.pop()}}}.")
            texts[message] = translated
    return Catalogue(path.stem.replace("_", "-"), texts, form, path.with_suffix(""))


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
