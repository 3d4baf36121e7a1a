"""What waits for a broker: bounded, in order, and of a kept topic the newest value alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume_plugins.mqtt.outbox import Message, Outbox

MOST = 5
MOST_RETAINED = 3

steps = st.lists(
    st.one_of(
        st.tuples(st.just("keep"), st.sampled_from("abcd"), st.integers(0, 3)),
        st.tuples(st.just("forget"), st.sampled_from("abcd"), st.just(0)),
        st.tuples(st.just("add"), st.sampled_from("xy"), st.integers(0, 99)),
        st.tuples(st.just("send"), st.just(""), st.integers(0, 1)),
        st.tuples(st.just("break"), st.just(""), st.just(0)),
    ),
    max_size=60,
)


@settings(deadline=None)
@given(steps)
def test_a_broker_ends_with_the_last_values(done: list[tuple[str, str, int]]) -> None:
    """Whatever is sent, confirmed, lost with a connection and told again: the retained values are right at the end.

    A broker that forgets everything whenever the connection breaks is the hardest: it has only what was sent since.
    """
    box = Outbox(lambda: 0.0, max_once=MOST, max_retained=MOST_RETAINED)
    kept: dict[str, bytes] = {}
    broker: dict[str, bytes] = {}
    unconfirmed: list[Message] = []
    for what, topic, number in done:
        value = str(number).encode()
        if what == "keep":
            box.keep(topic, value)
            if topic in kept or topic in box._retained:
                kept[topic] = value
            else:
                assert len(box._retained.keys() | box._values.keys()) == MOST_RETAINED
        elif what == "forget":
            box.forget(topic)
            kept.pop(topic, None)
        elif what == "add":
            box.add(Message(topic, value))
        elif what == "send":
            message = box.take()
            if message is not None:
                broker[message.topic] = message.payload
                unconfirmed += [message] * number
        else:
            box.reconnected(unconfirmed)
            broker, unconfirmed = {}, []
        assert len(box) <= MOST + MOST_RETAINED + len(unconfirmed)
    while (message := box.take()) is not None:
        broker[message.topic] = message.payload
    assert {topic: broker.get(topic) for topic in kept} == kept


@settings(deadline=None)
@given(st.lists(st.integers(), max_size=20))
def test_messages_keep_their_order_and_the_oldest_give_way(numbers: list[int]) -> None:
    box = Outbox(lambda: 0.0, max_once=MOST)
    for number in numbers:
        box.add(Message("x", str(number).encode()))
    taken = []
    while (message := box.take()) is not None:
        taken.append(int(message.payload))
    assert taken == numbers[-MOST:]


def test_what_was_not_confirmed_is_sent_again_before_what_waits() -> None:
    box = Outbox(lambda: 0.0)
    for number in range(4):
        box.add(Message("x", b"%d" % number))
    box.keep("a", b"1")
    lost = [message for message in (box.take(), box.take()) if message is not None]
    box.reconnected(lost)
    order = []
    while (message := box.take()) is not None:
        order.append(message.payload)
    # The kept value comes first: it says that we are there.
    assert order == [b"1", b"0", b"1", b"2", b"3"]


def test_old_news_is_not_sent() -> None:
    now = 0.0
    box = Outbox(lambda: now)
    box.add(Message("x", b"old", until=10.0))
    box.add(Message("x", b"young", until=20.0))
    now = 15.0
    message = box.take()
    assert message is not None and message.payload == b"young"
    assert box.take() is None


def test_an_unchanged_value_is_not_sent_again() -> None:
    box = Outbox(lambda: 0.0)
    box.keep("a", b"1")
    box.keep("a", b"1")
    assert len(box) == 1


def test_a_forgotten_value_that_was_not_sent_is_sent_once() -> None:
    """A board that was unplugged while the broker was away: that it is offline is still told."""
    box = Outbox(lambda: 0.0, max_retained=2)
    box.keep("a", b"offline")
    box.forget("a")
    box.reconnected([])
    sent = box.take()
    assert sent == Message("a", b"offline", retain=True)
    # The connection broke before it was confirmed; then it was.
    box.reconnected([sent])
    assert box.take() == sent
    box.reconnected([])
    assert box.take() is None


def test_forgotten_values_are_bounded_too() -> None:
    box = Outbox(lambda: 0.0, max_retained=3)
    for number in range(10):
        box.keep(f"topic {number}", b"x")
        box.forget(f"topic {number}")
    assert len(box) == 3
