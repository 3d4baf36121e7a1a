"""The buzzer's tunes: one for each kind of thing that happens, none like another."""

from hexlume.hardware import sound
from hexlume.hardware.sound import Buzzer
from tests.firmware.play.running_table import Silent

TUNES = {name: value for name, value in vars(sound).items() if name.isupper() and not name.startswith(("_", "TYPE"))}


class Loud:
    sounds = 1


def tones_of(tune: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the tones of a tune with their lengths in ms."""
    pwm = Silent()
    pwm.duty_cycle = 0
    buzzer = Buzzer(pwm, Loud())  # type: ignore[arg-type]
    buzzer.play(tune)
    tones: list[int] = []
    for ms in range(2000):
        buzzer.tick(ms)
        if not pwm.duty_cycle:
            break
        tones.append(pwm.frequency)
    return tuple((hz, tones.count(hz)) for hz in dict.fromkeys(tones))


def test_no_two_tunes_are_alike_and_all_are_short() -> None:
    tunes = {name: tones_of(at) for name, at in TUNES.items()}
    assert len(tunes) == 8 and len(set(tunes.values())) == 8
    assert all(0 < sum(length for _, length in tune) < 500 for tune in tunes.values())
