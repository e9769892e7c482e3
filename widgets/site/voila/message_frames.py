"""Validation of WebSocket frames of a page.

A visitor may send any bytes. ``parse_frame`` parses a frame in either version of Jupyter's protocol. It returns the
message, encoded again from its validated parts. For an invalid frame, it raises ``FrameError``, and the connection is
closed (code 1007) without any effect. The module handles only bytes and JSON. It depends on no kernel or server.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn

#: name of the newer protocol version. A connection that names no version uses the older one
V1_SUBPROTOCOL = "v1.kernel.websocket.jupyter.org"
MAX_BYTES = 1 << 20  # maximum size of a frame in bytes. The largest frames contain the file of a saved game
_MAX_PARTS = 64  # maximum number: channel, four parts of JSON, and buffers
_MAX_DEPTH = 48  # maximum depth of JSON, because kernels parse it recursively
_MAX_NAME = 200  # maximum number of characters of an id or a name
_HEADER = ("msg_id", "msg_type", "session", "username", "version", "date")
_PARTS = ("header", "parent_header", "metadata", "content")
#: message type -> content fields that must be short strings, because kernels look up comms by them.
_NAMES = {"comm_open": ("comm_id", "target_name"), "comm_msg": ("comm_id",), "comm_close": ("comm_id",)}


class FrameError(ValueError):
    """Raised if the frame is invalid. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class KernelMessage:
    """Message of a frame.

    The parts of the message are header, parent, metadata and content as JSON. Binary buffers follow.
    """

    msg_type: str
    channel: str
    parts: list[bytes]


def parse_frame(frame: str | bytes, is_v1: bool) -> KernelMessage:
    """Parse a frame of the newer (``is_v1``) or the older protocol version. Raise FrameError for invalid input."""
    if len(frame) > MAX_BYTES:
        raise FrameError(f"a frame has at most {MAX_BYTES} bytes")
    if is_v1:
        if isinstance(frame, str):
            raise FrameError("a frame of this dialect is binary")
        channel_bytes, *pieces = _cut_v1(frame)
        channel, parts = _text(channel_bytes), [_json(piece) for piece in pieces[:4]]
        return _message(channel, parts, pieces[4:])
    buffers: list[bytes] = []
    if isinstance(frame, bytes):
        first, *buffers = _cut_old(frame)
        whole = _json(first)
    else:
        whole = _loads(frame)
    if not isinstance(whole, dict):
        raise FrameError("a message is an object")
    if whole.get("buffers"):
        raise FrameError("buffers stand behind the message, not in it")
    parts = [whole.get(name, {}) for name in _PARTS]
    return _message(whole.get("channel", "shell"), parts, buffers)


def _cut_v1(frame: bytes) -> list[bytes]:
    """Split a frame of the newer protocol version, in which numbers are little-endian with 8 bytes.

    The format is [count][offsets][channel][header][parent][metadata][content][buffers].
    """
    count = int.from_bytes(frame[:8], "little")
    if len(frame) < 8 or not 2 + len(_PARTS) <= count <= 1 + _MAX_PARTS:
        raise FrameError("the number of parts is not one of a message")
    start = 8 * (count + 1)
    if start > len(frame):
        raise FrameError("the frame ends among its offsets")
    offsets = [int.from_bytes(frame[i : i + 8], "little") for i in range(8, start, 8)]
    return _cut(frame, start, offsets)


def _cut_old(frame: bytes) -> list[bytes]:
    """Split a frame [count][offsets][message][buffers], in which numbers are big-endian with 4 bytes.

    The last part ends with the frame.
    """
    count = int.from_bytes(frame[:4], "big")
    if len(frame) < 4 or not 1 <= count <= _MAX_PARTS:
        raise FrameError("the number of parts is not one of a message")
    start = 4 * (count + 1)
    if start > len(frame):
        raise FrameError("the frame ends among its offsets")
    offsets = [int.from_bytes(frame[i : i + 4], "big") for i in range(4, start, 4)]
    return _cut(frame, start, [*offsets, len(frame)])


def _cut(frame: bytes, start: int, offsets: list[int]) -> list[bytes]:
    """Split a frame at these offsets. They must start at ``start``, not decrease, and end at the end of the frame."""
    if offsets[0] != start or offsets[-1] != len(frame) or any(a > b for a, b in pairwise(offsets)):
        raise FrameError("the offsets do not divide the frame")
    return [frame[a:b] for a, b in pairwise(offsets)]


def _text(piece: bytes) -> str:
    try:
        return piece.decode("utf-8")
    except UnicodeDecodeError:
        raise FrameError("a part is not UTF-8") from None


def _json(piece: bytes) -> Any:
    return _loads(_text(piece))


def _no_constant(name: str) -> NoReturn:
    raise FrameError(f"{name} is not a number of JSON")


def _loads(text: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except FrameError:
        raise
    except (ValueError, RecursionError):  # a number with too many digits is a ValueError too
        raise FrameError("a part is not JSON, or nested too deeply") from None
    level = [value]
    for _ in range(_MAX_DEPTH):
        level = [child for each in level for child in _children(each)]
        if not level:
            return value
    raise FrameError(f"JSON is nested more than {_MAX_DEPTH} deep")


def _children(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _name(value: Any, what: str) -> str:
    if not isinstance(value, str) or len(value) > _MAX_NAME:
        raise FrameError(f"{what} is a text of at most {_MAX_NAME} characters")
    return value


def _message(channel: Any, parts: list[Any], buffers: list[bytes]) -> KernelMessage:
    header, _parent, metadata, content = parts
    for name, part in zip(_PARTS, parts, strict=True):
        if not isinstance(part, dict):
            raise FrameError(f"{name} is an object")
    # Keep only the standard fields, because other header fields could request a separate thread in the kernel.
    clean = {name: _name(header[name], name) for name in _HEADER if name in header}
    if not clean.keys() >= {"msg_id", "msg_type"}:
        raise FrameError("a header has msg_id and msg_type")
    kind = clean["msg_type"]
    for name in _NAMES.get(kind, ()):
        _name(content.get(name), name)
    if kind in _NAMES and not isinstance(content.get("data", {}), dict):
        raise FrameError("data is an object")
    try:
        # The new encoding contains no lone surrogates, no infinite numbers and no texts that parsers read differently.
        parts = [
            json.dumps(part, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
            for part in (clean, {}, metadata, content)
        ]
    except ValueError:
        raise FrameError("a part holds a character or a number that cannot be written") from None
    return KernelMessage(kind, _name(channel, "channel"), [*parts, *buffers])
