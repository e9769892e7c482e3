"""A second judge of what is legal in Court, and of what each choice makes of a position.

It is written from the rulebook and the rulings, on the saved form of a position, and shares nothing with the game but
the card table.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

from gamelib import Action

TABLE = Path(__file__).parents[2] / "gamelib" / "games" / "harem" / "cards.toml"
CARDS = tomllib.loads(TABLE.read_text(encoding="utf-8"))
MASTER = {row["id"]: row for row in CARDS["master"]}
PEOPLE = {row["id"]: row for row in CARDS["harem"]}
KIND = {card: row["type"] for card, row in MASTER.items()}
RAISES = {card: [row.get(a, 0) for a in "DSC"] for card, row in MASTER.items()}
GOLD = {card: row["value"] for card, row in MASTER.items() if KIND[card] in ("gold", "jewelry")}


def skills(who: str, under: list[str], lost: list[dict[str, Any]]) -> list[int]:
    """HAR-6.2, HAR-A18: never above 4; what a card has lost for good it does not give."""
    gone = [sum(loss["points"][i] for loss in lost if loss["companion"] == who) for i in range(3)]
    return [min(4, PEOPLE[who][a] + sum(RAISES[card][i] for card in under) - gone[i]) for i, a in enumerate("DSC")]


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
                for who in self.me["court"]:
                    if self.raises(who, card):
                        gifts.add((card, who))
        return gifts

    def raises(self, who: str, card: str) -> bool:
        """HAR-6.4: the card would raise a skill of hers."""
        under, lost = self.me["court"][who], self.s["lost"]
        return skills(who, [*under, card], lost) != skills(who, under, lost)

    def lessons(self) -> set[tuple[str, str]]:
        """HAR-6.1, HAR-6.4: Lessons of the hand, to whom they help."""
        held = [card for card in self.me["hand"] if KIND.get(card) == "enhancement"]
        given = {(card, who) for card in held for who in self.me["court"] if self.raises(who, card)}
        return given if self.lasting() else set()

    def moved(self) -> set[tuple[str, str, str, str]]:
        """HAR-5.7: once a turn, a Lesson from one companion to another whom it helps."""
        live = [*self.me["court"], *(self.me["stars"] if self.opt["kadine_keeps_power"] else ())]
        able = [who for who in live if PEOPLE[who].get("power") == "MOVE_ENH" and who not in self.s["used"]]
        lying = [
            (card, who) for who, under in self.me["court"].items() for card in under if KIND[card] == "enhancement"
        ]
        return {
            (holder, card, who, to)
            for holder in able
            for card, who in lying
            for to in self.me["court"]
            if to != who and self.raises(to, card)
        }

    def lasting(self) -> bool:
        """Whether a play that buys nothing may be made."""
        return self.s["plays"] < 2 and not (self.bound() and self.s["plays"] == 1)

    def fates(self, filling: bool) -> set[str]:
        """HAR-9.1, HAR-9.3: one a turn, at any time, if it can do something."""
        s, pile, plays = self.s, self.s["master_discard"], self.s["plays"]
        gem = "GEM" in self.me["treasury"] or ("GEM" in self.me["hand"] and plays == 0)
        works = {
            "KIS-TREASURE": self.some(),
            "KIS-BARGAIN": plays < 2 and not filling,
            "KIS-FAVOUR": plays < 2 and not filling and gem,
            "KIS-GUARD": self.me["guards"] < 2 and "GUARD" in pile,
            "KIS-TEACHER": any(KIND[card] == "enhancement" for card in pile),
            "KIS-MERCHANT": any(KIND[card] == "gold" for card in pile),
        }
        return {card for card in self.me["hand"] if works.get(card) and not s["kismet"]}

    def some(self) -> bool:
        """HAR-A27: some deck has a card, or will have one."""
        s = self.s
        if s["master"]["parts"] or s["harem"]["parts"] or s["harem_discard"]:
            return True
        if self.opt["win_by"] == "kadines_only":
            return any(KIND[card] != "play_now" for card in s["master_discard"])
        return self.opt["variant"] == "long" and "PN-OVER" in s["aside"]

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


def put(pile: dict[str, int], card: str, n: int = 1) -> None:
    pile[card] = pile.get(card, 0) + n
    if not pile[card]:
        del pile[card]


class After:
    """What a choice makes of a saved position, all that follows by itself included; what seats know is left out."""

    def __init__(self, saved: dict[str, Any], choice: Any) -> None:
        self.s: dict[str, Any] = deepcopy(saved)
        self.opt, self.todo, self.players = self.s["options"], self.s["todo"], self.s["players"]
        self.me = self.players[self.s["turn"]]
        frame = self.todo[-1]
        if isinstance(choice, Action):
            verb = "use_card" if choice.verb in ("fate", "adorn") and frame["step"] != "main" else frame["step"]
            getattr(self, verb)(frame, choice.verb, *choice.args)
        else:
            self.todo.pop()
            getattr(self, frame["step"])(frame, choice)
        while self.todo and (auto := getattr(self, "auto_" + self.todo[-1]["step"], None)):
            auto(self.todo.pop())

    def push(self, step: str, **values: Any) -> None:
        self.todo.append({"step": step, **values})

    def discard(self, card: str) -> None:
        put(self.s["harem_discard" if card in PEOPLE else "master_discard"], card)

    def power(self, name: str) -> list[str]:
        """HAR-A16: whose power of this name is there."""
        live = [*self.me["court"], *(self.me["stars"] if self.opt["kadine_keeps_power"] else ())]
        return [who for who in live if PEOPLE[who].get("power") == name]

    def unused(self, name: str) -> list[str]:
        return [who for who in self.power(name) if who not in self.s["used"]]

    # -- a turn

    def turn(self, frame: dict[str, Any], verb: str) -> None:
        self.todo.pop()
        self.s["turns"] += 1
        self.push("main") if verb == "begin" else self.push("draws", why="forfeit", left=3)

    def main(self, frame: dict[str, Any], verb: str, *args: Any) -> None:
        s, me = self.s, self.me
        s["moved"] |= verb not in ("end", "use", "move")  # HAR-A28
        s["grown"] |= verb in ("teach", "adorn", "engage")
        s["plays"] += verb in ("bank", "guard", "teach", "engage", "raid")
        if verb in ("bank", "teach", "engage", "raid", "fate"):
            put(me["hand"], args[0], -1)
        getattr(self, f"do_{verb}")(*args)

    def use_card(self, frame: dict[str, Any], verb: str, *args: Any) -> None:
        """HAR-4.9, HAR-9.1: at any time."""
        if frame["step"] == "choose_deck":
            self.todo.pop()
        self.main(frame, verb, *args)
        self.ask_again()

    def ask_again(self) -> None:
        """A question with no answer left is dropped; a roll that nobody can repeat stands."""
        frame = self.todo[-1] if self.todo else {"step": ""}
        match frame["step"]:
            case "free_lesson":
                void = not self.me["hand"] or frame["companion"] not in self.me["court"]
            case "fetch":
                void = not any(KIND[card] == frame["what"] for card in self.s["master_discard"])
            case "reroll" | "brace":
                void = not self.unused({"reroll": "REROLL_GEM", "brace": "WRATH_PLUS1"}[frame["step"]])
            case _:
                void = False
        if void:
            self.todo.pop()
            if frame["step"] == "reroll":
                self.settle(frame["value"])

    def do_bank(self, card: str) -> None:
        put(self.me["treasury"], card)

    def do_guard(self) -> None:
        put(self.me["hand"], "GUARD", -1)
        self.me["guards"] += 1

    def do_teach(self, card: str, who: str) -> None:
        self.attach(card, who)

    def do_adorn(self, card: str, who: str) -> None:
        put(self.me["treasury"], card, -1)
        self.attach(card, who)

    def attach(self, card: str, who: str) -> None:
        """HAR-6.2, HAR-6.5, HAR-A15, HAR-A18."""
        s, under = self.s, self.me["court"][who]
        above = [max(0, had + more - 4) for had, more in zip(skills(who, under, s["lost"]), RAISES[card], strict=True)]
        if self.opt["points_above_four"] == "lost" and any(above):
            s["lost"].append({"companion": who, "card": card, "points": above})
        under.append(card)
        if skills(who, under, s["lost"]) != [4, 4, 4]:
            return
        keeps = [one for one in under if self.opt["kadine_keeps_jewelry"] and KIND[one] == "jewelry"]
        for one in under:
            if one not in keeps:
                self.discard(one)
        del self.me["court"][who]
        self.me["stars"][who] = keeps
        s["lost"] = [loss for loss in s["lost"] if loss["companion"] != who]
        s["grown"] = s["moved"] = True
        stars = [len(player["stars"]) for player in self.players]
        goal = self.opt["kadine_target"] or {2: 4, 3: 3, 4: 2}[s["seats"]]
        if stars[s["turn"]] >= goal and self.opt["win_by"] != "points_only":  # HAR-11.1
            self.close()
            s["result"] = {"reason": "stars", "rule": "HAR-11.1", "scores": stars, "winners": [s["turn"]]}

    def close(self) -> None:
        for frame in self.todo:
            if frame["step"] == "dispose":
                self.discard(frame["card"])
        self.todo.clear()

    def do_move(self, holder: str, card: str, giver: str, to: str) -> None:
        self.s["used"].append(holder)
        self.me["court"][giver].remove(card)
        losses = [loss for loss in self.s["lost"] if (loss["companion"], loss["card"]) == (giver, card)]
        if losses:
            self.s["lost"].remove(max(losses, key=lambda loss: sum(loss["points"])))
        self.attach(card, to)

    def do_engage(self, who: str, paid: tuple[str, ...]) -> None:
        s, me = self.s, self.me
        s["change"] = Second(self.s).change(who, paid)
        for card in paid:
            if card.startswith("GEM:"):
                s["pending"].remove(value(card))
            else:
                put(me["treasury"], card, -1)
            self.discard(card[:3] if card.startswith("GEM:") else card)
        s["discount"], me["court"][who] = 0, []
        others = [player for player in self.players if player is not me]
        match PEOPLE[who].get("power"):  # HAR-5.6
            case "DRAW2" if self.some():
                self.push("draws", why="power", left=2)
            case "GUARD_BACK" if me["guards"] < 2 and "GUARD" in s["master_discard"]:
                self.guard_back()
            case "FREE_ENH" if me["hand"]:
                self.push("free_lesson", companion=who)
            case "ENH_BACK" if any(KIND[card] == "enhancement" for card in s["master_discard"]):
                self.push("fetch", what="enhancement", source=who)
            case "GOLD_BACK" if any(KIND[card] == "gold" for card in s["master_discard"]):
                self.push("fetch", what="gold", source=who)
            case "PICK_CARD" if any(player["hand"] for player in others):
                self.push("pick", power="PICK_CARD")
            case "UNGUARD" if any(player["guards"] for player in others):
                self.push("pick", power="UNGUARD")

    def guard_back(self) -> None:
        put(self.s["master_discard"], "GUARD", -1)
        self.me["guards"] += 1

    def do_fate(self, card: str) -> None:
        self.s["kismet"] = True
        self.push("dispose", card=card)
        match card:
            case "KIS-TREASURE":
                self.push("draws", why="treasure", left=3)
            case "KIS-BARGAIN":
                self.s["discount"] += 2
            case "KIS-FAVOUR":
                self.s["favour"] = True
            case "KIS-GUARD":
                self.guard_back()
            case _:
                self.push("fetch", what="enhancement" if card == "KIS-TEACHER" else "gold", source=card)

    def do_use(self, who: str) -> None:
        self.s["used"].append(who)
        if PEOPLE[who]["power"] == "DISCOUNT1":
            self.s["discount"] += 1
        else:
            self.renew()
            self.push("card", deck="harem")

    def do_end(self) -> None:
        for _ in self.s["pending"]:
            self.discard("GEM")
        self.s["pending"], self.s["change"] = [], 0
        self.todo[:] = [{"step": "draws", "why": "fill", "left": 0}]

    def auto_next_turn(self, frame: dict[str, Any]) -> None:
        """HAR-2.8; HAR-A28: three rounds without a card drawn or played, or in Kadines only twenty without growth."""
        s = self.s
        s["idle"] = 0 if s["moved"] else s["idle"] + 1
        s["still"] = 0 if s["grown"] else s["still"] + 1
        stuck = self.opt["win_by"] == "kadines_only" and s["still"] >= 20 * s["seats"]
        if stuck or s["idle"] >= self.opt["stall_rounds"] * s["seats"]:
            self.points("stalled", "HAR-A28")
            return
        s["turn"] = (s["turn"] + 1) % s["seats"]
        s |= {"plays": 0, "pending": [], "discount": 0, "change": 0, "used": []}
        s |= dict.fromkeys(("kismet", "moved", "grown", "favour"), False)
        self.push("turn")

    def auto_dispose(self, frame: dict[str, Any]) -> None:
        self.discard(frame["card"])
        self.ask_again()

    # -- Gems and raids

    def do_roll_gem(self) -> None:
        self.push("gem_roll", rerolled=False)

    def worth(self, roll: int) -> int:
        return int(CARDS["gem_tables"][self.opt["gem_table"]]["values"][str(roll)])

    def gems(self, player: dict[str, Any]) -> int:
        return player["treasury"].get("GEM", 0) if self.opt["gem_roll"] == "one_roll_for_all" else 1

    def gem_roll(self, frame: dict[str, Any], roll: Any) -> None:
        worth = max(map(self.worth, roll if self.s["favour"] else (roll,)))
        if not frame["rerolled"] and self.unused("REROLL_GEM"):
            self.push("reroll", value=worth)
        else:
            self.settle(worth)

    def settle(self, worth: int) -> None:
        for _ in range(self.gems(self.me)):
            put(self.me["treasury"], "GEM", -1)
            if worth:
                self.s["pending"] = sorted([*self.s["pending"], worth])
            else:
                self.discard("GEM")

    def reroll(self, frame: dict[str, Any], verb: str, *who: str) -> None:
        self.todo.pop()
        self.s["used"] += who
        self.push("gem_roll", rerolled=True) if who else self.settle(frame["value"])

    def do_raid(self, card: str, target: int) -> None:
        self.discard(card)
        if self.opt["unguarded_combat"] == "automatic" and not self.players[target]["guards"]:
            self.push("spoils", card=card, target=target)
            return
        self.push("combat", card=card, target=target, boost=0)
        if self.unused("WRATH_PLUS1"):
            self.push("brace", card=card, target=target)

    def brace(self, frame: dict[str, Any], verb: str, *who: str) -> None:
        self.todo.pop()
        self.s["used"] += who
        self.todo[-1]["boost"] = len(who)

    def combat(self, frame: dict[str, Any], rolls: tuple[int, int]) -> None:
        """HAR-8.3, HAR-7.2, HAR-A1."""
        them = self.players[frame["target"]]
        live = [*them["court"], *(them["stars"] if self.opt["kadine_keeps_power"] else ())]
        watchful = any(PEOPLE[who].get("power") == "WATCHFUL" for who in live)
        attack = rolls[0] + MASTER[frame["card"]]["modifier"] + frame["boost"]
        defence = rolls[1] + them["guards"] + watchful
        if attack > defence or (attack == defence and not them["guards"]):
            self.push("spoils", card=frame["card"], target=frame["target"])

    def spoils(self, frame: dict[str, Any], verb: str, *args: Any) -> None:
        self.todo.pop()
        them = self.players[frame["target"]]
        if verb == "break":
            put(self.s["master_discard"], "GUARD", them["guards"])
            them["guards"] = 0
        elif verb == "grab":
            self.push("grab", target=frame["target"], left=args[0])
        else:
            for card in args[0]:
                put(them["treasury"], card, -1)
                put(self.me["treasury"], card)

    def grab(self, frame: dict[str, Any], card: str) -> None:
        them = self.players[frame["target"]]
        put(them["hand"], card, -1)
        put(self.me["hand"], card)
        if frame["left"] > 1 and them["hand"]:
            self.push("grab", target=frame["target"], left=frame["left"] - 1)

    def pick(self, frame: dict[str, Any], verb: str, seat: int) -> None:
        self.todo.pop()
        if frame["power"] == "PICK_CARD":
            self.push("grab", target=seat, left=1)
        else:
            self.players[seat]["guards"] -= 1
            self.discard("GUARD")

    def free_lesson(self, frame: dict[str, Any], verb: str, *args: str) -> None:
        self.todo.pop()
        if args:
            put(self.me["hand"], args[0], -1)
            self.attach(*args)

    def fetch(self, frame: dict[str, Any], verb: str, card: str) -> None:
        self.todo.pop()
        put(self.s["master_discard"], card, -1)
        put(self.me["treasury" if frame["what"] == "gold" else "hand"], card)

    # -- drawing

    def some(self) -> bool:
        return Second(self.s).some()

    def renew(self) -> None:
        """HAR-10.8, HAR-12.1, HAR-12.3: an empty pile is made anew of its discards."""
        s = self.s
        if not s["harem"]["parts"] and s["harem_discard"]:
            self.shuffle("harem")
        if s["master"]["parts"]:
            return
        if self.opt["win_by"] == "kadines_only":
            if any(KIND[card] != "play_now" for card in s["master_discard"]):
                self.shuffle("master")
        elif self.opt["variant"] == "long" and "PN-OVER" in s["aside"]:
            put(s["aside"], "PN-OVER", -1)
            self.shuffle("master", "PN-OVER")

    def shuffle(self, name: str, *more: str) -> None:
        pile, discards = self.s[name], self.s[f"{name}_discard"]
        for part in pile["parts"]:
            for card, n in part.get("fixed", {}).items():
                put(pile["loose"], card, n)
        for card, n in [*discards.items(), *((card, 1) for card in more)]:
            put(pile["loose"], card, n)
        discards.clear()
        pile["parts"] = [{"size": sum(pile["loose"].values())}]

    def auto_draws(self, frame: dict[str, Any]) -> None:
        why, s = frame["why"], self.s
        if sum(self.me["hand"].values()) < 7 if why == "fill" else frame["left"]:
            self.renew()
            master, harem = s["master"]["parts"], s["harem"]["parts"]
            if master if why == "caravan" else master or harem:
                self.todo.append(frame)
                self.push("card", deck="master") if why == "caravan" else self.push("choose_deck", why=why)
                return
        if why in ("fill", "forfeit"):
            self.push("next_turn")

    def choose_deck(self, frame: dict[str, Any], verb: str, *deck: str) -> None:
        self.todo.pop()
        if deck:
            self.push("card", deck=deck[0])
        else:
            self.todo[-1] = {"step": "next_turn"}

    def card(self, frame: dict[str, Any], card: str) -> None:
        s, pile = self.s, self.s[frame["deck"]]
        part = pile["parts"][0]
        put(part["fixed"] if card in part.get("fixed", {}) else pile["loose"], card, -1)
        if not part.get("fixed", True):
            del part["fixed"]
        part["size"] -= 1
        if not part["size"]:
            del pile["parts"][0]
        s["moved"] = True
        run = self.todo[-1]
        if KIND.get(card) != "play_now":
            put(self.me["hand"], card)
            self.renew()
            if run["step"] == "draws" and run["left"]:
                run["left"] -= 1
            return
        if run.get("why") == "fill":
            run["left"] = 1
        if card not in ("PN-SHUFFLE", "PN-OVER"):
            self.renew()
        match card:
            case "PN-LACK":
                self.discard(card)
                if sum(self.me["hand"].values()) > 3:
                    self.push("lack")
            case "PN-CARAVAN":
                self.push("dispose", card=card)
                self.push("draws", why="caravan", left=2)
            case "PN-LEVY":
                self.discard(card)
                gold = min((one for one in self.me["treasury"] if KIND[one] == "gold"), key=value, default="")
                if gold:
                    put(self.me["treasury"], gold, -1)
                    self.discard(gold)
            case "PN-SHUFFLE":
                put(s["aside"], card)
                put(s["aside"], "PN-OVER", -1)
                self.shuffle("master", "PN-OVER")
            case _:
                put(s["aside"], card)
                self.points("points", "HAR-11.2")

    def lack(self, frame: dict[str, Any], verb: str, card: str) -> None:
        put(self.me["hand"], card, -1)
        self.discard(card)
        if sum(self.me["hand"].values()) <= 3:
            self.todo.pop()

    # -- the end

    def points(self, reason: str, rule: str) -> None:
        """HAR-11.2; HAR-A11: what a Gem has rolled counts."""
        for frame in self.todo:
            if frame["step"] == "reroll":
                self.settle(frame["value"])
        self.close()
        self.push("score", reason=reason, cites=rule, gems=[])

    def auto_score(self, frame: dict[str, Any]) -> None:
        s, seat = self.s, len(frame["gems"])
        if seat == s["seats"]:
            self.count(frame)
            return
        self.todo.append({**frame, "gems": [*frame["gems"], sum(s["pending"]) if seat == s["turn"] else 0]})
        gems = self.players[seat]["treasury"].get("GEM", 0)
        if gems:
            self.push("final_roll", seat=seat, left=gems // self.gems(self.players[seat]))

    def final_roll(self, frame: dict[str, Any], roll: int) -> None:
        self.todo[-1]["gems"][-1] += self.gems(self.players[frame["seat"]]) * self.worth(roll)
        if frame["left"] > 1:
            self.push("final_roll", seat=frame["seat"], left=frame["left"] - 1)

    def count(self, frame: dict[str, Any]) -> None:
        """HAR-11.3 to HAR-11.7."""
        keys = []
        for player, gems in zip(self.players, frame["gems"], strict=True):
            cash = gems + sum(GOLD.get(card, 0) * n for card, n in player["treasury"].items())
            trained = sum(sum(skills(who, under, self.s["lost"])) for who, under in player["court"].items())
            keys.append([trained + 15 * len(player["stars"]) + cash // 2, len(player["stars"]), cash])
        self.s["result"] = {
            "reason": frame["reason"],
            "rule": frame["cites"],
            "scores": [key[0] for key in keys],
            "winners": [seat for seat, key in enumerate(keys) if key == max(keys)],
            "ties": [key[1:] for key in keys],
        }


def comparable(saved: dict[str, Any]) -> dict[str, Any]:
    """A saved position without what seats know, and without orders that mean nothing."""
    kept = {name: part for name, part in saved.items() if name not in ("known", "blurred")}
    return kept | {"lost": sorted(saved["lost"], key=str)}
