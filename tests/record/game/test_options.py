"""Options as words."""

import pytest

from hexlume.games.game import OptionError
from hexlume_record.game.options import read_options


def test_options_are_read_from_words_and_each_is_given_once() -> None:
    assert read_options(["pie=on", "komi=", "setup=a=b"]) == {"pie": "on", "komi": "", "setup": "a=b"}
    for words, sentence in (["pie"], "write it like pie=on"), (["pie=on", "pie=off"], "'pie' is given twice"):
        with pytest.raises(OptionError, match=sentence):
            read_options(words)
