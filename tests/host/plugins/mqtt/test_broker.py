"""A broker's URL: what is read from it, and what is never told of it."""

from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume_plugins.mqtt.broker import Broker, MqttError, read_broker


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://home", Broker("home", 1883)),
        ("mqtt://home:1884/", Broker("home", 1884)),
        ("mqtts://home", Broker("home", 8883, tls=True)),
        ("mqtt://[::1]:99", Broker("::1", 99)),
        ("mqtt://ann@home", Broker("home", 1883, user="ann")),
        ("mqtt://ann:a%40b%2F:c@home", Broker("home", 1883, user="ann", password="a@b/:c")),
    ],
)
def test_urls(url: str, broker: Broker) -> None:
    assert read_broker(url) == broker


@pytest.mark.parametrize(
    "url",
    [
        *("", "home", "http://home", "mqtt://", "mqtt://:1883", "mqtt://home:0", "mqtt://home:65536", "mqtt://home:x"),
        *("mqtt://home/topic", "mqtt://home#x", "mqtt://home?version=3"),
        *("mqtt://home?x=1", "mqtt://:secret@home", "mqtt://a..b", "mqtt://a b", "mqtt://[::1", "mqtt://x\x00y"),
    ],
)
def test_bad_urls_are_refused_in_one_sentence(url: str) -> None:
    with pytest.raises(MqttError) as refused:
        read_broker(url)
    assert str(refused.value).count("\n") == 0
    assert str(refused.value).endswith(".")


@settings(deadline=None)
@given(
    st.text(min_size=12, max_size=40),
    st.sampled_from(
        ["mqtt://ann:{}@home", "mqtt://ann:{}@home:x", "mqtt://:{}@home", "mqtt://ann:{}@[home", "x://a:{}@b"]
    ),
    st.booleans(),
)
def test_a_password_is_never_told(password: str, url: str, quoted: bool) -> None:
    written = quote(password, safe="") if quoted else password
    try:
        broker = read_broker(url.format(written))
    except MqttError as error:
        told = str(error)
    else:
        told = f"{broker} {broker!r}"
        assert not quoted or broker.password == password
    assert password not in told
    assert written not in told
