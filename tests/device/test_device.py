"""What a board promises in docs/protocol.md, asked of it over its serial port.

``HEXLUME_DEVICE=/dev/ttyACM0 pytest tests/device`` asks a real board, with every disc off; without the variable a twin.
"""

import random

import hexlume
from hexlume.hardware.panel import STATUS_LEDS, panel_grid
from hexlume.link import wire
from hexlume_host.device.health import PanelHealth
from hexlume_record.game.position import legal_texts
from tests.device.device import Device


def opening(device: Device, length: int, seed: int) -> list[str]:
    """Return the first actions of a random game."""
    game, choice = device.game(), random.Random(seed)
    actions = []
    for _ in range(length):
        actions.append(choice.choice(legal_texts(game)))
        game.push_text(actions[-1])
    return actions


def test_the_board_introduces_itself(device: Device) -> None:
    hello = device.hello
    assert hello.protocol == wire.PROTOCOL
    assert hello.firmware == hexlume.VERSION, "deploy this firmware first: hexlume deploy"
    assert hello.boot >= 1 and hello.ticks is not None
    assert panel_grid(hello.panel).cells >= 37


def test_every_sensor_of_the_panel_is_well(device: Device) -> None:
    assert device.command("health", on=True).ok
    panel = PanelHealth(device.hello.panel)
    heard = 0

    def whole() -> bool:
        nonlocal heard
        for slice_ in device.health[heard:]:
            panel.take(slice_)
        heard = len(device.health)
        return panel.complete

    device.wait(whole)
    assert panel.faults() == []
    assert [cell for cell in panel.cells if cell is None] == []
    assert all(0 < cell.counts < 4095 for cell in panel.cells if cell is not None)
    assert device.command("health", on="yes").error == "health needs on: true or false"
    assert device.command("health", on=False).ok


def test_raw_counts_and_lights_of_the_whole_panel_are_sent(device: Device) -> None:
    cells = panel_grid(device.hello.panel).cells
    assert not device.command("raw", on=1).ok
    assert device.command("raw", on=True).ok
    device.wait(lambda: len({cell for raw in device.raw for cell in raw.cells}) == cells)
    device.wait(lambda: len({led for raw in device.raw for led in raw.leds}) == cells + STATUS_LEDS)
    assert all(0 < count < 4095 for raw in device.raw for count in raw.counts)
    assert device.raw[0].settings.keys() >= {"opponent", "hints"}
    assert device.command("raw", on=False).ok


def test_settings_are_taken_all_or_none(device: Device) -> None:
    assert device.command("settings", clock="fischer 300+5", brightness="normal").ok
    game = device.new()
    assert device.events[game][0].data["clock"] == "fischer 300+5"
    device.wait(lambda: any(table.clock is not None and table.clock.ms["white"] == 300_000 for table in device.tables))
    refusal = device.command("settings", clock="none", brightness="blinding")
    assert refusal.error == "brightness is one of full, normal, dim, night"
    assert not device.command("settings", clock="sometimes").ok
    game = device.new()
    assert device.events[game][0].data["clock"] == "fischer 300+5"


def test_a_game_is_taken_up_after_its_actions(device: Device) -> None:
    actions = opening(device, 3, seed=2)
    game = device.new(actions=actions)
    device.wait(lambda: len(device.events[game]) == 1 + len(actions))
    assert device.event_names(game) == [("start", ""), *(("action", action) for action in actions)]
    expected = device.game()
    for action in actions:
        expected.push_text(action)
    standing = sum(piece != 0 for piece in expected.board)
    device.wait(lambda: len(device.differs(game) or {}) == standing)
    assert all(words.startswith("put on ") for words in (device.differs(game) or {}).values())


def test_an_illegal_action_ends_the_taking_up_there(device: Device) -> None:
    (first,) = opening(device, 1, seed=3)
    game = device.new(actions=[first, first])
    device.wait(lambda: len(device.events[game]) == 2 and bool(device.differs(game)))
    assert device.event_names(game) == [("start", ""), ("action", first)]


def test_the_lights_take_suggestions_and_cells(device: Device) -> None:
    device.new()
    legal = legal_texts(device.game())
    assert device.command("suggest", actions=legal[:3]).ok
    assert "is not legal here" in device.command("suggest", actions=["Wz99"]).error
    cell = panel_grid(device.hello.panel).name(0)
    assert device.command("lights", cells={cell: 1}).ok
    assert device.command("lights", cells={cell: 4}).error == (
        "lights need panel cells with ranks from 1 to 3, such as d4: 1"
    )
    assert not device.command("dance").ok


def test_an_action_is_played_and_taken_back(device: Device) -> None:
    game = device.new()
    action, other = opening(device, 1, seed=4)[0], opening(device, 2, seed=4)[1]
    assert device.command("play", action=action).ok
    device.wait(lambda: len(device.events[game]) == 2 and len(device.differs(game) or {}) == 1)
    assert device.command("play", action=other).error == (
        "the discs on the table differ from the game: put them right first"
    )
    assert device.command("back").ok
    device.wait(lambda: len(device.events[game]) == 3 and device.differs(game) == {})
    assert device.event_names(game) == [("start", ""), ("action", action), ("undo", "")]
    assert not device.command("back").ok
    assert device.command("play", action=action).ok
    device.wait(lambda: len(device.events[game]) == 4)


def test_a_record_is_kept_across_a_reconnection(device: Device) -> None:
    """A host that knows nothing of the running game is told it from its beginning, the same (Delivery)."""
    actions = opening(device, 4, seed=5)
    game = device.new(actions=actions)
    device.wait(lambda: len(device.events[game]) == 1 + len(actions))
    hello, events = device.hello, device.events[game]
    device.close()
    device.connect()
    assert (device.hello.device, device.hello.boot, device.hello.game) == (hello.device, hello.boot, game)
    device.wait(lambda: len(device.events.get(game, [])) == 1 + len(actions))
    assert device.events[game] == events
    assert device.command("back").ok
    device.wait(lambda: device.event_names(game)[-1][0] == "undo")
