"""A second judge of what is legal and what acts do in Court: draws, purchases, fate cards, spoils.

It is written from the rulebook and the rulings, on the saved form of a position, and shares nothing with the game but
the card table.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parents[2] / "gamelib" / "games" / "harem" / "cards.toml"
CARDS = tomllib.loads(TABLE.read_text(encoding="utf-8"))
MASTER = {row["id"]: row for row in CARDS["master"]}
PEOPLE = {row["id"]: row for row in CARDS["harem"]}
KIND = {card: row["type"] for card, row in MASTER.items()}
RAISES = {card: [row.get(a, 0) for a in "DSC"] for card, row in MASTER.items()}
GOLD = {card: row["value"] for card, row in MASTER.items() if KIND[card] in ("gold", "jewelry")}


def skills(who: str, under: list[str]) -> list[int]:
    return [min(4, PEOPLE[who][a] + sum(RAISES[card][i] for card in under)) for i, a in enumerate("DSC")]


def subsets(cards: list[str]) -> set[tuple[str, ...]]:
    return {tuple(sorted(part)) for k in range(len(cards) + 1) for part in combinations(cards, k)}


def value(card: str) -> int:
    return int(card[4:]) if card.startswith("GEM:") else GOLD[card]


class Second:
    """One saved position, and the seat whose turn it is."""

    def __init__(self, saved: dict[str, Any]) -> None:
        self.s, self.opt = saved, saved["options"]
        self.me = saved["players"][saved["turn"]]
        self.people = [card for card in self.me["hand"] if card in PEOPLE]

    def price(self, who: str, discount: int) -> int:
        return max(1, PEOPLE[who]["base"] - discount)

    def purse(self) -> list[str]:
        money = [card for card, n in self.me["treasury"].items() for _ in range(n) if card in GOLD]
        return money + [f"GEM:{n}" for n in self.s["pending"]]

    def pays(self, who: str) -> set[tuple[str, ...]]:
        """HAR-5.3, HAR-5.4: enough, and no Gold or Jewelry without which it would still be enough."""
        need, good = self.price(who, self.s["discount"]) - self.s["change"], set()
        for paid in subsets(self.purse()):
            total = sum(map(value, paid))
            tight = all(total - value(card) < need for card in paid if card in GOLD)
            if total >= need and (tight or self.opt["payment"] == "any"):
                good.add(paid)
        return good

    def change(self, who: str, paid: tuple[str, ...]) -> int:
        """HAR-A14: Gold and Gems first, then what is left of Jewelry."""
        jewels = self.s["change"] + sum(value(card) for card in paid if KIND.get(card) == "jewelry")
        rest = sum(map(value, paid)) - sum(value(card) for card in paid if KIND.get(card) == "jewelry")
        due = max(0, self.price(who, self.s["discount"]) - rest)
        return jewels - due if self.opt["jewelry_change"] == "this_turn" else 0

    def engagements(self) -> set[tuple[str, tuple[str, ...]]]:
        if self.s["plays"] == 2:
            return set()
        return {(who, paid) for who in self.people for paid in self.pays(who) if not self.wasted(who, paid)}

    def can_buy(self, people: list[str], money: int, plays: int, discount: int) -> bool:
        return plays < 2 and any(self.price(who, discount) <= money for who in people)

    def bound(self) -> bool:
        """HAR-A9: a Gem waits, and somebody can be paid for."""
        waits = self.opt["gem_must_be_spent"] and self.s["pending"]
        return bool(waits) and self.can_buy(self.people, self.money(), self.s["plays"], self.s["discount"])

    def money(self) -> int:
        return int(self.s["change"]) + sum(map(value, self.purse()))

    def wasted(self, who: str, paid: tuple[str, ...]) -> bool:
        if not self.bound() or any(card.startswith("GEM:") for card in paid):
            return False
        left = self.money() - self.s["change"] - sum(map(value, paid)) + self.change(who, paid)
        others = [one for one in self.people if one != who]
        return not self.can_buy(others, left, self.s["plays"] + 1, 0)

    def adornments(self) -> set[tuple[str, str]]:
        """HAR-4.9: Jewelry at any time, to whom it helps."""
        gifts = set()
        for card in self.me["treasury"]:
            left = self.money() - GOLD.get(card, 0)
            kept = not self.bound() or self.can_buy(self.people, left, self.s["plays"], self.s["discount"])
            if KIND[card] == "jewelry" and kept:
                for who, under in self.me["court"].items():
                    if skills(who, [*under, card]) != skills(who, under):
                        gifts.add((card, who))
        return gifts

    def lasting(self) -> bool:
        """Whether a play that buys nothing may be made."""
        return self.s["plays"] < 2 and not (self.bound() and self.s["plays"] == 1)

    def fates(self, filling: bool) -> set[str]:
        """HAR-9.1, HAR-9.3: one a turn, at any time, if it can do something."""
        s, pile, plays = self.s, self.s["master_discard"], self.s["plays"]
        some = bool(s["master"]["parts"] or s["harem"]["parts"] or s["harem_discard"])
        some |= self.opt["variant"] == "long" and self.opt["win_by"] != "kadines_only" and "PN-OVER" in s["aside"]
        some |= self.opt["win_by"] == "kadines_only" and any(KIND[card] != "play_now" for card in pile)
        gem = "GEM" in self.me["treasury"] or ("GEM" in self.me["hand"] and plays == 0)
        works = {
            "KIS-TREASURE": some,
            "KIS-BARGAIN": plays < 2 and not filling,
            "KIS-FAVOUR": plays < 2 and not filling and gem,
            "KIS-GUARD": self.me["guards"] < 2 and "GUARD" in pile,
            "KIS-TEACHER": any(KIND[card] == "enhancement" for card in pile),
            "KIS-MERCHANT": any(KIND[card] == "gold" for card in pile),
        }
        return {card for card in self.me["hand"] if works.get(card) and not s["kismet"]}

    def spoils(self, card: str, target: int) -> set[str]:
        """HAR-8.5, HAR-8.6: break, or one line of the card; nothing where a line finds nothing."""
        them, acts = self.s["players"][target], set()
        held = [one for one, n in them["treasury"].items() for _ in range(n)]
        for kind, most in MASTER[card]["modes"]:
            if kind == "hand":
                size = sum(them["hand"].values())
                acts |= {f"grab {n}" for n in range(1, min(most, size) + 1)}
                found = size > 0
            else:
                cost = {one: GOLD[one] if kind == "gold" else 1 for one in held if KIND[one] == kind}
                fits = {part for part in subsets([one for one in held if one in cost]) if part}
                fits = {part for part in fits if sum(cost[one] for one in part) <= most}
                acts |= {f"take {part}" for part in fits}
                found = bool(fits)
            if not found:
                acts.add("take ()")
        return acts | ({"break"} if them["guards"] else set())


def renewed(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """HAR-10.8, HAR-12.1, HAR-12.3: no pile is left empty while its discards, or Game Over, can renew it."""
    opt = after["options"]
    stays = any(KIND[card] != "play_now" for card in after["master_discard"])
    due = stays if opt["win_by"] == "kadines_only" else opt["variant"] == "long" and "PN-OVER" in after["aside"]
    drew = Counter(before["master"]["loose"]) != Counter(after["master"]["loose"])
    return bool(after["master"]["parts"]) or not (drew and due)
