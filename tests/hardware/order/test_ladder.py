"""The parts of the ladder's first rung: under 10 euros, as docs/ladder.md lists them."""

from pathlib import Path

from hexlume_hw.order.ladder import breadboard

PAGE = Path(__file__).parents[3] / "docs" / "ladder.md"


def test_the_breadboard_costs_under_ten_euros_and_the_page_has_its_parts() -> None:
    items = breadboard()
    rows = [f"| {item.name}, {item.value} | {item.quantity} | {item.cost():.2f} |" for item in items]
    total = sum(item.cost() for item in items)
    assert total < 10
    assert "\n".join([*rows, f"| all | | {total:.2f} |"]) in PAGE.read_text(encoding="utf-8")
