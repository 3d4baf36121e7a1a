"""When a problem comes back: soon after a wrong answer, at growing intervals after right ones.

The intervals are those of the Free Spaced Repetition Scheduler (https://github.com/open-spaced-repetition/py-fsrs)
with its own parameters: a problem is due when the chance to know it is expected to have fallen to nine in ten.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from fsrs import Card, Rating, Scheduler
from fsrs.card import CardDict

SOON = timedelta(minutes=10)
"""What was answered wrongly is due again after so long."""
LONGEST_DAYS = 3650

# Without its random part: the same answers give the same days.
_SCHEDULER = Scheduler(
    learning_steps=(SOON,), relearning_steps=(SOON,), maximum_interval=LONGEST_DAYS, enable_fuzzing=False
)


def after_answer(card: Mapping[str, Any] | None, was_right: bool, now: datetime) -> tuple[dict[str, Any], datetime]:
    """Return the card of a problem after an answer, and when the problem is due again.

    ``card`` is what this returned the last time, ``None`` for a problem that was never asked before.
    """
    now = now.astimezone(UTC)
    held = Card(card_id=0, due=now) if card is None else Card.from_dict(cast(CardDict, dict(card)))
    held, _ = _SCHEDULER.review_card(held, Rating.Good if was_right else Rating.Again, now)
    return cast(dict[str, Any], held.to_dict()), held.due
