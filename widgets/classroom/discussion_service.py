"""Discussions for the board and for pupils. A work sample shows the pupil's name only if the pupil consents."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from ..page.protocol import Json
from . import discussion, pupil_names
from .class_store import REQUESTED, ClassStore, Member, Room
from .room_access import RoomAccess
from .sample_and_plan_store import SampleAndPlanStore, SelectedSample, class_visible_sample


class PupilDiscussion(TypedDict):
    """Discussion data for the page of a pupil."""

    talk: Json | None
    """Current discussion."""
    own: list[Json]
    """Work samples that await the consent of the pupil to show their name."""


class DiscussionService:
    """Discussion data for the class, and replies of pupils."""

    def __init__(self, store: ClassStore, tray: SampleAndPlanStore, door: RoomAccess) -> None:
        self._store, self._tray, self._door = store, tray, door

    def discussion_for_board(self, room: Room) -> Json | None:
        """Return the current discussion for the board: number of replies, and votes if the teacher shows them.

        The result is None if there is no current discussion.
        """
        now = room.session_state["talk"]
        if not now:
            return None
        voices = self._store.activity_results(room.id, now["number"]) if now["ask"] else {}
        counts = Counter(voice.get("slip") for voice in voices.values())
        shown = self._sides(room, now)
        votes = [counts[slip["id"]] for slip in shown] if now["ask"] == "vote" and now["told"] else []
        return {
            "number": now["number"],
            "question": now["question"],
            "ask": now["ask"],
            "told": now["told"],
            "slips": shown,
            "n": len(voices),
            "votes": votes,
        }

    def _sides(self, room: Room, now: Json) -> list[Json]:
        """Return the work samples of a discussion in order. Samples of removed pupils are omitted."""
        kept: dict[int, SelectedSample] = {one.id: one for one in self._tray.samples_of_room(room.id)}
        hidden = self._door.hidden_name_pupil_ids(room.id)
        members = {one.id: one for one in self._store.pupils(room.id)}
        sides = []
        for id in now["slips"]:
            if id in kept and kept[id].pupil in members:
                one = members[kept[id].pupil]
                sides.append(
                    class_visible_sample(
                        kept[id], pupil_names.avatar_name(one.avatar) if one.id in hidden else one.name, one.avatar
                    )
                )
        return sides

    def discussion_and_consent_requests(self, room: Room, member: Member) -> PupilDiscussion:
        """Return the current discussion, and the pupil's samples for which the teacher asks to show the name."""
        now = room.session_state["talk"]
        shown = now and {
            "number": now["number"],
            "question": now["question"],
            "slips": self._sides(room, now),
            "ask": "" if now["told"] else now["ask"],
        }
        own = [
            {"id": one.id, "yes": one.consent != REQUESTED, **class_visible_sample(one, "", 0)}
            for one in self._tray.samples_with_name_consent_asked(member.id)
        ]
        return {"talk": shown, "own": own}

    def save_reply(self, member: Member, data: Json) -> None:
        """Save the reply of a pupil in a discussion. A new reply replaces the earlier one."""
        at = self._store.room(member.room)
        voice = discussion.validate_discussion_reply(at.session_state["talk"], data)
        if "text" in voice and pupil_names.has_blocked_word(voice["text"]):
            raise ValueError("Say it in different words.")
        self._store.save_vote(member, at.session_state["talk"]["number"], voice)
