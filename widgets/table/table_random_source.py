"""Random source of one table of a deal. It follows the record of the table, also after a restart."""

from __future__ import annotations

from random import Random
from typing import Any, TypedDict

from gamelib import Action, Chance, Record
from gamelib.common_luck import CommonLuck, DealKey
from gamelib.nodes import Outcome


class SecretKeys(TypedDict):
    """Key of the deal and own key of the table as hexadecimal texts. Without an own key, `own` is empty."""

    deal: str
    own: str


class TableRandomSource:
    """Source of all outcomes, and of the random numbers of bots, at one table.

    Args:
        deal: Key of the deal. It never leaves the server before the deal is over.
        own: Own key of the table. With it, only the setup is the same at all tables.
    """

    def __init__(self, deal: DealKey, own: DealKey | None = None) -> None:
        self.deal, self.own = deal, own
        self._state: Any = None

    def secret_keys(self) -> SecretKeys:
        """Return the keys, for the files of the server only."""
        return {"deal": self.deal.secret.hex(), "own": self.own.secret.hex() if self.own else ""}

    @classmethod
    def from_secret_keys(cls, keys: SecretKeys) -> TableRandomSource:
        """Return the source of saved keys. Raises ValueError for keys that cannot be read."""
        own = keys["own"]
        return cls(DealKey(bytes.fromhex(keys["deal"])), DealKey(bytes.fromhex(own)) if own else None)

    def outcome(self, record: Record) -> Outcome:
        """Return the outcome of the chance event that is due. Asking again gives the same outcome."""
        self._follow(record)
        outcome: Outcome = self._event()
        return outcome

    def bot_generator(self, record: Record) -> Random:
        """Return the random numbers for the decision that is due."""
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
        """Return the outcome, or the random numbers, of the event that is due."""
        if self._due is None:
            is_chance = isinstance(self._state.node, Chance)
            self._due = ((self._luck.sample if is_chance else self._luck.bot_generator)(self._state),)
        return self._due[0]
