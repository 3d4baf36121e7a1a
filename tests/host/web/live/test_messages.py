"""What a page may say is checked: anything else is answered with one sentence, whatever it is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.grid import grid_of
from hexlume_host.web.live.messages import MAX_CHARACTERS, read_message
from hexlume_record.errors import sentence as sentence_of
from hexlume_record.lessons.steps import MOST_STEPS
from hexlume_record.validation import FieldError

CELLS = {grid_of("hex4").name(cell) for cell in range(37)}
WORDS = ("pass", "komi=3")
LEVELS = 6

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    "message",
    [
        {"do": "put", "cell": "d4", "piece": "black leader"},
        {"do": "lift", "cell": "a1"},
        {"do": "flip", "cell": "g4"},
        {"do": "move", "from": "a1", "to": "d7"},
        {"do": "press", "button": "act"},
        {"do": "release", "button": "menu"},
        {"do": "put back"},
        {"do": "rematch"},
        {"do": "lesson", "rules": "orochi", "step": "3"},
        {"do": "lesson", "rules": "orochi", "step": str(MOST_STEPS)},
        {"do": "leave"},
        {"do": "opponent", "opponent": "engine second"},
        {"do": "by itself", "switch": "off"},
        {"do": "play", "action": "komi=3"},
        {"do": "level", "level": "6"},
    ],
)
def test_every_gesture_of_the_page_is_read(message: dict[str, str]) -> None:
    assert read_message(json.dumps(message), CELLS, WORDS, LEVELS) == message


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "JSON"),
        ("[" * 900, "JSON"),
        ("9" * 990, "object"),
        ("[]", "object"),
        ("{}", "Do is missing"),
        ('{"do":["put"]}', "Do must be"),
        ('{"do":"stop"}', "Do must be put or lift"),
        ('{"do":"fault","name":"noise","value":3}', "Do must be"),
        ('{"do":"put","cell":"d4"}', "Piece is missing"),
        ('{"do":"rematch","cell":"d4"}', "Cell must not be there"),
        ('{"do":"clear"}', "Do must be"),
        ('{"do":"lesson","rules":"chess","step":"1"}', "which is no game"),
        ('{"do":"lesson","rules":"orochi","step":"-1"}', "which is no step"),
        ('{"do":"opponent","opponent":"engine"}', "which is no opponent"),
        ('{"do":"lift","cell":"d9"}', "'d9', which is no cell"),
        ('{"do":"lift","cell":["d4"]}', "Cell must be text"),
        ('{"do":"lift","cell":"d4\\u0000\\n"}', r"'d4\x00\n'', which is no cell"),
        ('{"do":"put","cell":"d4","piece":"red"}', "'red', which is no piece"),
        ('{"do":"press","button":"reset"}', "'reset', which is no button"),
        ('{"do":"play","action":"swap"}', "'swap', which is no action that is on offer"),
        *((json.dumps({"do": "level", "level": level}), "evel") for level in ("0", "7", "-1", "6 ", "", 6, None)),
        (
            json.dumps({"do": "lesson", "rules": "orochi", "step": str(MOST_STEPS + 1)}),
            f"step: choose 0 to {MOST_STEPS}",
        ),
        (" " * MAX_CHARACTERS + "{}", "at most 1000 characters"),
    ],
)
def test_anything_else_is_refused_with_one_sentence(text: str, names: str) -> None:
    with pytest.raises(FieldError) as refused:
        read_message(text, CELLS, WORDS, LEVELS)
    sentence = sentence_of(refused.value)
    assert names in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 200
    assert sentence.isprintable()


@given(st.text(max_size=1200) | ANYTHING.map(json.dumps) | st.fixed_dictionaries({"do": ANYTHING}).map(json.dumps))
def test_no_message_does_more_than_be_refused(text: str) -> None:
    with pytest.raises(FieldError):
        read_message(text, CELLS, WORDS)


@given(
    st.sampled_from(["put", "lift", "flip", "move", "press", "release", "play"]),
    st.dictionaries(st.sampled_from(["cell", "piece", "from", "to", "button", "action", "x"]), ANYTHING),
)
def test_strange_members_never_reach_the_board(verb: str, members: dict[str, object]) -> None:
    with pytest.raises(FieldError):
        read_message(json.dumps({**members, "do": verb}), CELLS, WORDS)
