"""Translations: gettext catalogues of the sentences that people read on pages.

A message's id is its English sentence, with placeholders such as ``{colour}``. A process has one language, English
unless ``hexlume_host.languages`` sets another one. docs/how-to/translate.md is the guide.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ENGLISH = "en"
_RIGHT_TO_LEFT = ("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Catalogue:
    """A language's texts by message; several where they depend on a count, which ``form`` chooses by."""

    language: str
    texts: Mapping[str, tuple[str, ...]]
    form: Callable[[int], int]
    rule_sheets: Path | None = None
    """The folder of its rule sheets."""


IN_ENGLISH = Catalogue(ENGLISH, {}, lambda count: count != 1)
_current = IN_ENGLISH


def use_catalogue(catalogue: Catalogue) -> None:
    """Set the process's language."""
    global _current  # noqa: PLW0603
    _current = catalogue


def rule_sheets() -> Path | None:
    """Return the folder of the rule sheets in the process's language, ``None`` for English."""
    return _current.rule_sheets


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


def _filled(text: str, values: Mapping[str, object]) -> str:
    return PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), text)
