"""Websocket frames of a page: valid messages pass with the same meaning, and nothing else passes."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jupyter_server.services.kernels.connection.base import serialize_binary_message, serialize_msg_to_ws_v1

from widgets.site.voila.message_frames import MAX_BYTES, FrameError, KernelMessage, parse_frame

HEADER = {"msg_id": "1", "msg_type": "comm_msg", "session": "s", "username": "", "version": "5.3", "date": "2026-01-01"}
CONTENT = {"comm_id": "c", "data": {"method": "custom", "content": {"do": 4, "text": "Ş 🂡", "much": 1e300}}}


def v1(header=HEADER, content=CONTENT, metadata=None, buffers=(), channel="shell") -> bytes:
    parts = [json.dumps(part).encode() for part in (header, {}, metadata or {}, content)]
    return serialize_msg_to_ws_v1([*parts, *buffers], channel)


def old(header=HEADER, content=CONTENT, metadata=None, buffers=(), channel="shell") -> str | bytes:
    whole = {"header": header, "parent_header": {}, "metadata": metadata or {}, "content": content, "channel": channel}
    return serialize_binary_message({**whole, "buffers": list(buffers)}) if buffers else json.dumps(whole)


@pytest.mark.parametrize("buffers", [(), (b"abc", b"", b"\xff" * 9)], ids=["plain", "buffers"])
@pytest.mark.parametrize("write", [v1, old])
def test_what_a_page_sends_passes(write, buffers):
    message = parse_frame(write(buffers=buffers), is_v1=write is v1)
    assert (message.msg_type, message.channel) == ("comm_msg", "shell")
    header, parent, metadata, content = (json.loads(part) for part in message.parts[:4])
    assert (header, parent, metadata, content) == (HEADER, {}, {}, CONTENT)
    assert tuple(message.parts[4:]) == buffers


def test_a_header_cannot_ask_for_more_than_a_message_has():
    message = parse_frame(v1({**HEADER, "subshell_id": "mine"}), is_v1=True)
    assert "subshell_id" not in json.loads(message.parts[0])


def numbers(*values: int) -> bytes:
    return b"".join(value.to_bytes(8, "little") for value in values)


BAD_V1 = {
    "the count is larger than memory": b"\xff" * 8,
    "nothing": b"",
    "seven bytes": b"\x06" + b"\0" * 6,
    "no parts": numbers(0),
    "too few parts": numbers(5, 48, 49, 50, 51, 52) + b"abcd",
    "65 parts": numbers(66, *range(536, 602)) + b"{}" * 66,
    "cut among the offsets": v1()[:40],
    "cut in the content": v1()[:-1],
    "one byte too many": v1() + b"x",
    "offsets that go back": numbers(6, 56, 60, 58, 62, 64, 66) + b"shell{}{}{}{}",
    "offsets beyond the end": numbers(6, 56, 61, 63, 65, 67, 1 << 62) + b"shell{}{}{}{}",
    "a first offset inside the offsets": numbers(6, 0, 61, 63, 65, 67, 69) + b"shell{}{}{}{}",
    "a text": "text",
    "a channel that is not UTF-8": v1(channel="shell").replace(b"shell", b"sh\xffll"),
}
BAD_OLD = {
    "the count is larger than memory": b"\xff" * 4,
    "a negative count": struct.pack("!i", -1) + b"{}",
    "nothing": b"",
    "no parts": struct.pack("!I", 0),
    "an offset beyond the end": struct.pack("!II", 1, 1 << 31) + b"{}",
    "no object": "[]",
    "no JSON": "{",
    "an empty text": "",
    "two objects": "{}{}",
    "buffers in the message": json.dumps({"header": HEADER, "content": CONTENT, "buffers": [1]}),
    "a channel that is no text": json.dumps({"header": HEADER, "content": CONTENT, "channel": ["shell"]}),
    "UTF-16": json.dumps({"header": HEADER}).encode("utf-16"),
}
BAD_PARTS = {
    "a header that is no object": {"header": []},
    "no msg_type": {"header": {"msg_id": "1"}},
    "a msg_type that is a list": {"header": {**HEADER, "msg_type": []}},
    "a msg_id of 10,000 signs": {"header": {**HEADER, "msg_id": "x" * 10_000}},
    "a number where the name is text": {"header": {**HEADER, "username": 7}},
    "a date that is an object": {"header": {**HEADER, "date": {}}},
    "no comm": {"content": {"data": {}}},
    "a comm that is a list": {"content": {"comm_id": [], "data": {}}},
    "data that is a list": {"content": {"comm_id": "c", "data": []}},
    "content that is null": {"content": None},
    "an infinite number": {"content": {**CONTENT, "data": {"x": float("inf")}}},
    "half a sign": {"content": {**CONTENT, "data": {"x": "\ud800"}}},
    "half a sign as a name": {"content": {**CONTENT, "data": {"\ud800": 1}}},
    "metadata that is text": {"metadata": "x"},
}


@pytest.mark.parametrize("frame", BAD_V1.values(), ids=BAD_V1)
def test_a_bad_frame_of_the_newer_dialect_is_refused(frame):
    with pytest.raises(FrameError):
        parse_frame(frame, is_v1=True)


@pytest.mark.parametrize("frame", BAD_OLD.values(), ids=BAD_OLD)
def test_a_bad_frame_of_the_older_dialect_is_refused(frame):
    with pytest.raises(FrameError):
        parse_frame(frame, is_v1=False)


@pytest.mark.parametrize("write", [v1, old])
@pytest.mark.parametrize("parts", BAD_PARTS.values(), ids=BAD_PARTS)
def test_a_bad_part_is_refused_in_both(write, parts):
    with pytest.raises(FrameError):
        parse_frame(write(**parts), is_v1=write is v1)


@pytest.mark.parametrize("deep", ["[" * 100_000, "[" * 400 + "]" * 400, '{"a":' * 400 + "1" + "}" * 400, "1" * 10_000])
def test_deep_and_long_json_is_refused(deep):
    whole = '{"header": %s, "content": {"comm_id": "c", "data": {"x": %s}}, "channel": "shell"}'
    frame = whole % (json.dumps(HEADER), deep)
    with pytest.raises(FrameError):
        parse_frame(frame, is_v1=False)
    with pytest.raises(FrameError):
        parse_frame(struct.pack("!II", 1, 8) + frame.encode(), is_v1=False)


def test_a_frame_has_a_largest_size():
    with pytest.raises(FrameError):
        parse_frame(b"\0" * (MAX_BYTES + 1), is_v1=True)


def refused_or_whole(frame: str | bytes, newer: bool) -> None:
    try:
        message = parse_frame(frame, newer)
    except FrameError as error:
        reason = str(error)
    else:
        assert isinstance(message, KernelMessage)
        assert all(isinstance(json.loads(part), dict) for part in message.parts[:4])
        return
    assert len(reason) < 120  # the reason in a closing frame has at most 123 bytes


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_are_refused_or_a_message(frame, newer):
    refused_or_whole(frame, newer)


@settings(deadline=None, max_examples=300)
@given(st.data(), st.booleans(), st.booleans())
def test_a_damaged_message_is_refused_or_a_message(data, newer, buffers):
    frame = (v1 if newer else old)(buffers=(b"abc", b"") if buffers else ())
    frame = bytearray(frame if isinstance(frame, bytes) else frame.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    refused_or_whole(bytes(frame), newer)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=300)
@given(st.data(), st.booleans())
def test_any_values_in_the_fields_are_refused_or_a_message(data, newer):
    names = ("comm_id", "target_name", "data", "x")
    header = {**HEADER, **data.draw(st.dictionaries(st.sampled_from([*HEADER, "subshell_id"]), JSON, max_size=2))}
    content = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=4) | JSON)
    refused_or_whole((v1 if newer else old)(header, content), newer)
