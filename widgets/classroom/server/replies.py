"""Replies of the class endpoints."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from ...page.protocol import Json


class EmptyReply(TypedDict):
    """Reply {} of an endpoint that only makes a change."""


class RoomCodeAndSecret(TypedDict):
    """Code of a new room for its pupils, and secret for its teacher."""

    code: str
    secret: str


class TeacherPermissions(TypedDict):
    """Whether the sender may open a class, and the key that unlocks all steps on a lesson page."""

    local: bool
    teacher: str


class PlacedSampleReply(TypedDict):
    """Id of a new work sample. If an existing sample moves, its id stays the same and the reply is {}."""

    slip: NotRequired[int]


class PupilCountReply(TypedDict):
    """Number of pupils."""

    pupils: int


class ClassListMatchReply(TypedDict):
    """Each line of a class list with its pupil, the pupils without a line, and the grade table if requested."""

    lines: list[Json]
    left: list[int]
    """Numbers of the pupils without a line."""
    table: NotRequired[str]


class ReachabilityTests(TypedDict):
    """Address that the request used, other addresses to try, and whether to test a WebSocket."""

    by: str
    others: list[str]
    wire: bool
