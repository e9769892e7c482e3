"""Random source of one table of a deal. It follows the record of the table, also after a restart."""

from __future__ import annotations

from random import Random
from typing import Any, TypedDict

from gamelib import Action, Chance, Record
from gamelib.common_luck import CommonLuck, DealKey
from gamelib.nodes import Outcome


class SecretKeys(TypedDict):
    """Keys as hexadecimal texts: the key of the deal, and the table's own key. `own` is empty without an own key."""

    deal: str
    own: str


class TableRandomSource:
    """Source of all chance outcomes and of the bots' random numbers at one table.

    Args:
        deal: Key of the deal. It does not leave the server before all games on the deal are over.
        own: Own key of the table. With an own key, only the setup is the same as at other tables.
    """

    def __init__(self, deal: DealKey, own: DealKey | None = None) -> None:
        self.deal, self.own = deal, own
        self._state: Any = None

    def secret_keys(self) -> SecretKeys:
        """Return both keys. They may be stored only in files of the server."""
        return {"deal": self.deal.secret.hex(), "own": self.own.secret.hex() if self.own else ""}

    @classmethod
    def from_secret_keys(cls, keys: SecretKeys) -> TableRandomSource:
        """Return the random source with these stored keys. Raise ValueError for unreadable keys."""
        own = keys["own"]
        return cls(DealKey(bytes.fromhex(keys["deal"])), DealKey(bytes.fromhex(own)) if own else None)

    def outcome(self, record: Record) -> Outcome:
        """Return the outcome of the pending chance event. Repeated calls return the same outcome."""
        self._follow(record)
        outcome: Outcome = self._event()
        return outcome

    def bot_generator(self, record: Record) -> Random:
        """Return the random number generator for the pending decision of a bot."""
        self._follow(record)
        generator: Random = self._event()
        return generator

    def _follow(self, record: Record) -> None:
        if self._state is None or record.choices[: len(self._choices)] != self._choices:  # also after an undo
            self._luck = CommonLuck(self.deal, self.own)
            self._state = record.new_initial_state()
            self._choices: list[Action | Outcome] = []
            self._due: tuple[Any] | None = None
        for choice in record.choices[len(self._choices) :]:
            self._event()  # each event is counted once, also a decision of a person
            self._state.apply(choice)
            self._choices.append(choice)
            self._due = None

    def _event(self) -> Any:
        """Return the result for the pending event: the outcome of chance, or a generator for a decision."""
        if self._due is None:
            is_chance = isinstance(self._state.node, Chance)
            self._due = ((self._luck.sample if is_chance else self._luck.bot_generator)(self._state),)
        return self._due[0]
