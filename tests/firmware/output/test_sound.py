"""The buzzer's tunes: one for each kind of thing that happens, none like another."""

from hexlume.output import sound
from hexlume.output.sound import Buzzer
from tests.firmware.play.running_table import Silent

TUNES = {name: value for name, value in vars(sound).items() if name.isupper() and not name.startswith(("_", "TYPE"))}


class Loud:
    sounds = 2


def heard(tune: int) -> tuple[tuple[int, int], ...]:
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
    tunes = {name: heard(at) for name, at in TUNES.items()}
    assert len(tunes) == 8 and len(set(tunes.values())) == 8
    assert all(0 < sum(length for _, length in tune) < 500 for tune in tunes.values())


def test_soft_sounds_are_narrower_pulses_and_off_is_silence() -> None:
    duty = []
    for loudness in range(3):
        pwm, preferences = Silent(), Loud()
        pwm.duty_cycle = 0
        preferences.sounds = loudness
        buzzer = Buzzer(pwm, preferences)  # type: ignore[arg-type]
        buzzer.play(sound.ACCEPTED)
        buzzer.tick(1)
        duty.append(pwm.duty_cycle)
    assert duty[0] == 0 < duty[1] < duty[2]
