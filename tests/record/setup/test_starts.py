"""What pages offer to begin."""

from hexlume_record.setup.starts import start_messages


def test_a_start_has_its_boards_options_and_what_the_editor_sets() -> None:
    by_rules = {start["rules"]: start for start in start_messages()}
    assert by_rules["hex"]["sizes"] == list(range(5, 20)) and by_rules["hex"]["kind"] == "rhombus"
    assert by_rules["hex"]["options"] == [{"name": "pie", "default": True, "choices": [False, True]}]
    assert by_rules["droched"]["options"][0] == {"name": "komi", "default": 0, "choices": list(range(21))}
    assert by_rules["organica"]["hand"] == {"pawn": 7, "leader": 4} and by_rules["droched"]["size"] == 7
    assert by_rules["orcoon"]["phases"] == ("place", "fill") and list(by_rules["sibling"]["turn"]) == ["first", "acted"]
