"""Catalogues of translations: read from .po files, used for sentences and counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexlume_host.errors import HostError
from hexlume_host.languages import languages, read_catalogue, use_language
from hexlume_host.translation import _, direction, language, ngettext, script_catalogue

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {}\\n"\n\n'
THREE_FORMS = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"  # Russian
)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


def catalogue(folder: Path, text: str, name: str = "de.po", forms: str = "nplurals=2; plural=(n != 1);") -> Path:
    path = folder / name
    path.write_text(HEAD.format(forms) + text, encoding="utf-8")
    return path


def test_english_needs_no_catalogue() -> None:
    assert language() == "en" and "en" in languages()
    assert _("{colour} plays {action}.", colour="White", action="d4") == "White plays d4."
    assert [ngettext("{count} game", "{count} games", count) for count in (0, 1, 2)] == ["0 games", "1 game", "2 games"]


def test_a_message_is_translated_with_its_placeholders_in_any_order(tmp_path: Path) -> None:
    text = '#: a.py\nmsgid "{colour} plays {action}."\nmsgstr ""\n"{action}: \\"{colour}\\", "\n"ä"\n'
    use_language(str(catalogue(tmp_path, text, "pt_BR.po")))
    assert language() == "pt-BR"
    assert _("{colour} plays {action}.", colour="{action}", action="d4") == 'd4: "{action}", ä'
    assert _("Another one.") == "Another one."


def test_a_count_takes_the_form_of_its_language(tmp_path: Path) -> None:
    forms = "".join(f'msgstr[{number}] "{{count}} {letter}"\n' for number, letter in enumerate("ABC"))
    text = f'msgid "{{count}} game"\nmsgid_plural "{{count}} games"\n{forms}'
    use_language(str(catalogue(tmp_path, text, "ru.po", THREE_FORMS)))
    got = [ngettext("{count} game", "{count} games", count) for count in (1, 2, 5, 11, 21, 112, 1003)]
    assert got == ["1 A", "2 B", "5 C", "11 C", "21 A", "112 C", "1003 B"]
    assert '{"{count} game": ["{count} A", "{count} B", "{count} C"]}' in script_catalogue()
    assert f"FORMS = '20111{'2' * 16}01112" in script_catalogue()


@pytest.mark.parametrize(("name", "written"), [("de.po", "ltr"), ("he.po", "rtl"), ("ar_EG.po", "rtl")])
def test_a_language_has_a_direction(tmp_path: Path, name: str, written: str) -> None:
    use_language(str(catalogue(tmp_path, "", name)))
    assert direction() == written


def test_texts_without_a_translation_or_with_a_doubtful_one_stay_english(tmp_path: Path) -> None:
    text = 'msgid "One."\nmsgstr ""\n\n#, fuzzy\nmsgid "Two."\nmsgstr "Zwei?"\n\nmsgid "Three."\nmsgstr "Drei."\n'
    use_language(str(catalogue(tmp_path, text)))
    assert [_("One."), _("Two."), _("Three.")] == ["One.", "Two.", "Drei."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("msgid Hello\n", "line 6: expected msgid"),
        ('msgid "a"\nmsgstr "b" c\n', "line 7: expected msgid"),
        ('"lost"\n'.join(["", 'msgctxt "x"\n']), "line 7: expected msgid"),
        ('msgid "{a}"\nmsgstr "{b}"\n', r"line 6: the message has no placeholder \{b\}"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', "line 6: this message needs 2 msgstr"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(HostError, match=sentence):
        read_catalogue(catalogue(tmp_path, text))


@pytest.mark.parametrize(
    "forms", ["nplurals=2; plural=n;", "nplurals=2; plural=__import__('os');", "nplurals=2; plural=1/n;"]
)
def test_plural_forms_that_are_no_rule_are_refused(tmp_path: Path, forms: str) -> None:
    with pytest.raises(HostError, match="Plural-Forms is invalid"):
        read_catalogue(catalogue(tmp_path, 'msgid "a"\nmsgstr "b"\n', forms=forms))


def test_a_language_that_is_not_here_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(HostError, match=r"There is no translation to tlh: take en"):
        use_language("tlh")
    with pytest.raises(HostError, match="cannot be read"):
        use_language(str(tmp_path / "none.po"))
    with pytest.raises(HostError, match="needs its language as its name"):
        read_catalogue(catalogue(tmp_path, "", "my texts.po"))
