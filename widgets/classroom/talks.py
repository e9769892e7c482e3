"""Talks of a class as its board and its pupils see them: slips side by side, without a name where nobody said yes."""

from __future__ import annotations

from collections import Counter

from ..page.protocol import Json
from . import names, talk
from .door import Door
from .store import ASKED, Member, Room, Store
from .tray import Slip, Tray, shown_slip


class Talks:
    """What the class is shown of the tray, and what it says to that."""

    def __init__(self, store: Store, tray: Tray, door: Door) -> None:
        self._store, self._tray, self._door = store, tray, door

    def shown(self, at: Room) -> Json | None:
        """The talk that is on, as the projector shows it: how many have answered, and the votes once they are told."""
        now = at.pace["talk"]
        if not now:
            return None
        voices = self._store.plays(at.id, now["number"]) if now["ask"] else {}
        counts = Counter(voice.get("slip") for voice in voices.values())
        shown = self._sides(at, now)
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

    def _sides(self, at: Room, now: Json) -> list[Json]:
        """The slips of a talk in their order; those of a pupil who was taken out are gone."""
        kept: dict[int, Slip] = {one.id: one for one in self._tray.slips(at.id)}
        hidden = self._door.hidden(at.id)
        members = {one.id: one for one in self._store.pupils(at.id)}
        sides = []
        for id in now["slips"]:
            if id in kept and kept[id].pupil in members:
                one = members[kept[id].pupil]
                sides.append(shown_slip(kept[id], names.made_up(one.face) if one.id in hidden else one.name, one.face))
        return sides

    def for_pupil(self, at: Room, me: Member) -> Json:
        """What a pupil sees of talks: the one that is on, and slips of one's own beside which a name is asked for."""
        now = at.pace["talk"]
        shown = now and {
            "number": now["number"],
            "question": now["question"],
            "slips": self._sides(at, now),
            "ask": "" if now["told"] else now["ask"],
        }
        own = [
            {"id": one.id, "yes": one.consent != ASKED, **shown_slip(one, "", 0)} for one in self._tray.asked_of(me.id)
        ]
        return {"talk": shown, "own": own}

    def say(self, me: Member, said: Json) -> None:
        """A pupil's voice in a talk; the last one counts."""
        at = self._store.room(me.room)
        voice = talk.voice(at.pace["talk"], said)
        if "text" in voice and names.is_rude(voice["text"]):
            raise ValueError("Say it in other words.")
        self._store.vote(me, at.pace["talk"]["number"], voice)
