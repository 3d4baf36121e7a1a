"""A language of brackets: a catalogue made of the template, which shows what text comes from no catalogue."""

import re
from pathlib import Path

from hexlume_host.languages import FOLDER


def brackets_catalogue(folder: Path) -> Path:
    """Return a catalogue made of the template: every text in brackets."""
    template = (FOLDER / "hexlume.pot").read_text(encoding="utf-8")
    filled = re.sub(r'^msgid "(.+)"\nmsgstr ""$', r'msgid "\1"\nmsgstr "⟦\1⟧"', template, flags=re.M)
    filled = re.sub(
        r'^msgid "(.+)"\nmsgid_plural "(.+)"\nmsgstr\[0\] ""\nmsgstr\[1\] ""$',
        r'msgid "\1"\nmsgid_plural "\2"\nmsgstr[0] "⟦\1⟧"\nmsgstr[1] "⟦\2⟧"',
        filled,
        flags=re.M,
    )
    path = folder / "qps.po"
    path.write_text(filled, encoding="utf-8")
    return path


def outside_brackets(text: str) -> str:
    """Return what stands in no brackets."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = inner
    return text
