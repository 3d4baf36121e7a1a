"""Variation trees in lines of text, and what is no analysis."""

import pytest

from hexlume_record.errors import HexlumeError
from hexlume_record.variations.json import read_analysis
from hexlume_record.variations.start import game_start
from hexlume_record.variations.text import tree_lines
from hexlume_record.variations.tree import Variations


def test_a_variation_stands_below_the_line_that_it_leaves() -> None:
    tree = Variations(game_start("hex", "rhombus5", {"pie": False}))
    first = tree.play(tree.root, "a1")
    tree.play(tree.play(first, "b1"), "c1")
    tree.comment(tree.play(first, "b2"), "a  better\nanswer")
    tree.play(tree.root, "e5")
    assert tree_lines(tree) == [
        "1. black a1  2. white b1  3. black c1",
        "    2. white b2 {a better answer}",
        "    1. black e5",
    ]
    assert tree_lines(Variations(tree.start)) == []


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ('"version": 2', "reads version 1"),
        ('"version": 1', "give one of the two"),
        ('"version": 1, "start": {"rules": "hex", "size": 3, "options": {}}', "5 to 19 a side, not 3"),
    ],
)
def test_an_analysis_that_cannot_be_read_is_refused_in_one_sentence(members: str, sentence: str) -> None:
    with pytest.raises(HexlumeError, match=sentence):
        read_analysis(f'{{"schema": "hexlume-analysis", "variations": {{"nodes": []}}, {members}}}')
