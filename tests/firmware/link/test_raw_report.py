"""The messages ``raw``: what has changed, once, and everything at first."""

from array import array
from typing import Any

from hexlume.link.raw_report import _DEADBAND, _MOST, RawReport
from hexlume.link.wire import MAX_LINE, encode

CELLS = 217
LEDS = CELLS + 4
SETTINGS = {"opponent": "engine second", "brightness": "normal", "hints": "always", "sounds": "soft", "idle": "off"}


class Panel:
    """Counts and cues with a report on them; ``seen`` is what a host knows that follows the messages."""

    def __init__(self, counts: int = 2048) -> None:
        self.counts = array("H", [counts] * CELLS)
        self.cues = bytearray(LEDS)
        self.report = RawReport(self.counts, self.cues, {**SETTINGS, "level": "medium"})
        self.seen: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def messages(self, ms: int = 1) -> list[dict[str, Any]]:
        """Return the messages due now."""
        sent = []
        while (message := self.report.message(ms, int)) is not None:
            sent.append(message)
            self.seen[0].update(zip(message["cells"], message["counts"], strict=True))
            self.seen[1].update(zip(message["leds"], message["cues"], strict=True))
        return sent


def test_first_messages_have_every_cell_and_light_and_the_settings_once() -> None:
    panel = Panel(4095)
    sent = panel.messages()
    assert panel.seen == (dict.fromkeys(range(CELLS), 4095), dict.fromkeys(range(LEDS), 0))
    assert ["settings" in message for message in sent] == [True] + [False] * (len(sent) - 1)
    assert max(len(message["cells"]) for message in sent) == _MOST
    assert max(len(encode(message)) for message in sent) <= MAX_LINE


def test_readings_beyond_the_deadband_and_changed_lights_are_sent_and_each_second_a_sign_of_life() -> None:
    panel = Panel()
    panel.messages()
    panel.counts[7] += _DEADBAND
    assert panel.messages() == []
    panel.counts[7] += 1
    panel.cues[LEDS - 1] = 16
    (message,) = panel.messages(5)
    assert (message["ticks"], message["cells"], message["counts"]) == (5, [7], [2048 + _DEADBAND + 1])
    assert (message["leds"], message["cues"]) == ([LEDS - 1], [16])
    assert panel.messages(1004) == []
    (message,) = panel.messages(1005)
    assert (message["cells"], message["leds"]) == ([], [])


def test_each_movement_of_a_button_is_sent_in_its_order() -> None:
    panel = Panel()
    panel.messages()
    panel.report.note_button(2, True)
    panel.report.note_button(2, False)
    first, second = panel.messages()
    assert (first["pressed"], second["released"]) == (2, 2)


def test_host_that_reads_nothing_does_not_fill_the_heap_with_presses() -> None:
    panel = Panel()
    panel.messages()
    for _ in range(1000):
        panel.report.note_button(0, True)
    assert len(panel.messages()) < 20
