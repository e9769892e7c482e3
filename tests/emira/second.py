"""A second engine for the end of a round of Emira: artists choose, wait, move on, are paid for and win.

It is written from the rulebook and the rulings, on the saved form of a position, and shares nothing with the game but
the card table. `Second` plays from phase 6 to the first question of the next round.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parents[2] / "gamelib" / "games" / "emira" / "cards.toml"
CARDS = tomllib.loads(TABLE.read_text(encoding="utf-8"))
WISHES = {row["id"]: row["preferences"] for row in CARDS["princess"]}
TALENTS = {row["id"]: row["talents"] for row in CARDS["princess"]}
POINTS = {row["id"]: row["points"] for row in CARDS["status"]}
OBJECTIVES = {row["id"]: row for row in CARDS["objective"]}
INCOME = {row["id"]: row["base_income"]["surplus"] for row in CARDS["colour"]}
ENOUGH = {5: (4, 6), 4: (5, 7), 3: (6, 8)}
LENT = {"Nadia": 0, "Layla": 1}
Ask = Callable[[str, int, list[str]], str]


def upkeep_of(name: str) -> int:
    return {"Janan": 100, "Zafirah": 0}.get(name, 50)


class Second:
    """The tables of a position; `ask(kind, seat, choices)` answers questions and draws who departs."""

    def __init__(self, saved: dict[str, Any], ask: Ask) -> None:
        self.ask, self.n, self.opt = ask, saved["seats"], saved["options"]
        for name, value in deepcopy(saved).items():
            setattr(self, name, value)
        self.advanced = self.opt["advanced"]
        self.waiting_cards = sum(part["size"] for part in self.pile["parts"])
        self.refuser = -1 if self.refuser is None else self.refuser
        self.own = [[row[k] - (lender in home) for k, lender in enumerate((*LENT, ""))] for row, home in self.rows()]
        self.sets = [row[3] for row in self.looks]
        self.paid_up, self.result = False, None

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def rows(self) -> Any:
        return zip(self.looks, self.homes, strict=True)

    def order(self) -> list[int]:
        return [(self.first + i) % self.n for i in range(self.n)]

    # -- what a host is worth ------------------------------------------------------------------

    def kinds(self, seat: int) -> list[int]:
        return [n + (lender in self.homes[seat]) for n, lender in zip(self.own[seat], (*LENT, ""), strict=True)]

    def recount(self) -> None:
        """Sets: all that break are given back; then those who wait take one, in order, as long as there are any."""
        whole = [min(self.kinds(seat)) for seat in range(self.n)]
        self.sets = [min(pair) for pair in zip(self.sets, whole, strict=True)]
        for seat in self.order():
            free = 12 - sum(self.sets) - sum(row[4] for row in self.looks)
            self.sets[seat] += min(free, whole[seat] - self.sets[seat])

    def worth(self, seat: int, what: str) -> float:
        if what == "appearance":
            return sum(self.kinds(seat)) + self.sets[seat] + int(self.looks[seat][4])
        if what == "status":
            return sum(POINTS[card] for card in self.honours[seat]) + sum(
                name in self.homes[seat] for name in ("Halimah", "Rasha")
            )
        return float(self.sections[seat] + self.track[seat] / 2 if what == "palace" else self.gold[seat])

    def has_room(self, seat: int) -> bool:
        return len(self.homes[seat]) < 2 + self.sections[seat] + self.guests[seat]

    def suitor(self, name: str) -> int | None:
        """The host whom she joins as things are, or None."""
        locked = [lost == self.round for lost in self.lost]
        seats = list(range(self.n))
        if name == "Sidi":
            most = max(len(home) for home in self.homes)
            best = [seat for seat in seats if len(self.homes[seat]) == most]
            return best[0] if most and len(best) == 1 else None
        wishes = WISHES[name][::-1] if name in self.swapped else WISHES[name]
        if name == "Xenia" and self.refuser >= 0:  # sent to the richest opponent
            wishes = ["gold", "appearance"]
            seats.remove(self.refuser)
            locked = [one and not self.opt["xenia_moves_to_hind_locked"] for one in locked]
        seats = [seat for seat in seats if self.has_room(seat) and not locked[seat]]
        for wish in wishes:
            top = max((self.worth(seat, wish) for seat in seats), default=0)
            seats = [seat for seat in seats if self.worth(seat, wish) == top]
        return seats[0] if len(seats) == 1 else None

    def look_again(self, auction: bool = False) -> None:
        """Undecided artists: whom gold concerns looks at any time, the others in the auction phase."""
        free = auction or self.opt["undecided_look"] == "always"
        while True:
            for name in self.undecided:
                seat = self.suitor(name) if free or "gold" in WISHES[name] else None
                if seat is not None:
                    self.undecided.remove(name)
                    self.join(seat, name)
                    break
            else:
                return

    # -- coming and going ----------------------------------------------------------------------

    def join(self, seat: int, name: str) -> None:
        home = self.homes[seat]
        if name == "Sidi":
            taken = self.ask("send", seat, home)
            self.gone += ["Sidi", taken]
            self.leave(seat, taken)
            return
        if self.paid_up:
            self.late[seat].append(name)
        elif "Suleika" in home:
            self.surcharge[seat] += 1
        home.append(name)
        if name in LENT:
            self.recount()
        if name == "Xenia":
            self.xenia = self.refuser = -1
            if self.paid_up and self.opt["late_xenia_gift"] == "at_once":
                self.first_gift(seat)
        first = name not in self.once[seat]
        if name in ("Samira", "Zahrah", "Hind") or (self.advanced and name in ("Albina", "Firyal")):
            self.once[seat] += [name] * first
            if first:
                self.cost(seat, name)

    def cost(self, seat: int, name: str) -> None:
        """What she takes the first time."""
        if name == "Hind":
            self.lost[seat] = self.round + 1
        elif name in ("Albina", "Firyal"):
            self.track[seat] = max(-2, self.track[seat] - 1)
        elif name == "Zahrah" and self.honours[seat]:
            self.honours[seat].remove(self.ask("drop", seat, sorted(set(self.honours[seat]))))
        elif name == "Samira" and any(self.own[seat]):
            names = ["beauty", "manners", "dress"]
            kinds = [kind for kind, n in zip(names, self.own[seat], strict=True) if n]
            self.own[seat][names.index(self.ask("give", seat, kinds))] -= 1
            self.recount()

    def leave(self, seat: int, name: str) -> None:
        self.homes[seat].remove(name)
        if name in self.late[seat]:
            self.late[seat].remove(name)
        self.swapped.pop(name, None)
        if name == "Suleika":
            self.surcharge[seat] = 0
        if name == "Xenia":
            self.xenia = -1
        if name == "Hind" and self.opt["hind_leaves_early"] == "free" and self.lost[seat] > self.round:
            self.lost[seat] = 0
        self.recount()

    # -- phase 7 -------------------------------------------------------------------------------

    def due(self, seat: int) -> int:
        return sum(map(upkeep_of, self.homes[seat])) + 100 * int(self.surcharge[seat])

    def first_gift(self, seat: int) -> None:
        """A gift under a new host; if it cannot be paid with the upkeep, Xenia and only Xenia leaves for good."""
        if self.gold[seat] >= 250 + (self.unpaid[seat] if self.paid_up else self.due(seat)):
            self.gold[seat] -= 250
            self.xenia = 2
            return
        home = self.homes[seat]
        if "Suleika" in home[: home.index("Xenia")] and "Xenia" not in self.late[seat]:
            self.surcharge[seat] -= 1
        self.leave(seat, "Xenia")
        self.gone.append("Xenia")

    def host_of_xenia(self) -> int | None:
        return next((seat for seat, home in enumerate(self.homes) if "Xenia" in home), None)

    def visit_xenia(self) -> None:
        seat = self.host_of_xenia()
        if seat is None:
            return
        if self.xenia > 0:
            self.xenia -= 1
            return
        if self.xenia < 0:
            self.first_gift(seat)
            self.look_again()
            return
        if self.ask("gift_or_not", seat, ["gift", "refuse"] if self.gold[seat] >= 250 else ["refuse"]) == "gift":
            self.gold[seat] -= 250
            self.xenia = 2
        else:
            swapped = dict(self.swapped)
            self.leave(seat, "Xenia")
            self.swapped, self.refuser = swapped, seat
            to = self.suitor("Xenia")
            if to is None:
                self.undecided.append("Xenia")
            else:
                self.join(to, "Xenia")
                self.first_gift(to)
        self.look_again()
        late = self.host_of_xenia()
        if late is not None and self.xenia < 0:
            self.first_gift(late)
            self.look_again()

    def pay(self) -> None:
        dues = [self.due(seat) for seat in range(self.n)]
        self.late = [[] for _ in range(self.n)]
        self.paid = [due <= gold for due, gold in zip(dues, self.gold, strict=True)]
        start = [list(home) for home in self.homes]
        jealous = [100 * int(n) for n in self.surcharge]
        self.unpaid = [0 if paid or not self.advanced else due for due, paid in zip(dues, self.paid, strict=True)]
        for seat in range(self.n):
            self.gold[seat] = self.gold[seat] - dues[seat] if self.paid[seat] else self.gold[seat] * self.advanced
        self.paid_up = True
        self.look_again()
        for seat in self.order():
            if not self.paid[seat]:
                self.departures(seat, start[seat], jealous[seat])

    def departures(self, seat: int, start: list[str], jealous: int) -> None:
        gone = 0
        while True:
            here = [name for name in start if name in self.homes[seat]]
            if self.advanced:
                self.unpaid[seat] = sum(map(upkeep_of, here)) + jealous * ("Suleika" in here)
                if self.gold[seat] >= self.unpaid[seat]:
                    self.gold[seat] -= self.unpaid[seat]
                    self.unpaid[seat] = 0
                    break
            elif gone or not here:
                break
            self.leave(seat, self.ask("depart", seat, here))
            gone += 1
            if not self.advanced:
                self.waiting_cards += 1
            if self.advanced:  # the debt is smaller already when others look
                here = [name for name in start if name in self.homes[seat]]
                self.unpaid[seat] = sum(map(upkeep_of, here)) + jealous * ("Suleika" in here)
            self.look_again()
        if self.advanced:
            self.waiting_cards += gone
            self.look_again()

    # -- the end of a round --------------------------------------------------------------------

    def covers(self, seat: int) -> bool:
        """The talents of the card, a different artist for each: every assignment is tried."""
        row = OBJECTIVES[self.aims[seat]]
        needs = [talent for talent, n in row["fixed"].items() for _ in range(n)]
        for counts in set(permutations(row.get("flexible", ()))):
            units = needs + [t for t, n in zip(row.get("among", ()), counts, strict=True) for _ in range(n)]
            if self.assign(units, self.homes[seat]):
                return True
        return False

    def assign(self, units: list[str], home: list[str]) -> bool:
        if not units:
            return True
        able = [name for name in home if units[0] in TALENTS[name]]
        return any(self.assign(units[1:], [other for other in home if other != name]) for name in able)

    def can_pay(self, seat: int) -> bool:
        """This round's upkeep, of those who came late too."""
        home, late = self.homes[seat], self.late[seat]
        beside = sum("Suleika" in home[: home.index(name)] for name in late)
        return bool(self.paid[seat] and self.gold[seat] >= sum(map(upkeep_of, late)) + 100 * beside)

    def points(self, seat: int) -> tuple[float, float, int]:
        lent = 0 if self.opt["lent_in_tie_break"] else sum(name in self.homes[seat] for name in LENT)
        level = self.worth(seat, "appearance") - lent + self.worth(seat, "status")
        level += self.sections[seat] + self.camels[seat] + self.track[seat] / 2
        return 2 * len(self.homes[seat]) + 3 * self.covers(seat), level, int(self.gold[seat])

    def best(self, seats: list[int]) -> tuple[int, ...]:
        top = max(self.points(seat) for seat in seats)
        return tuple(seat for seat in seats if self.points(seat) == top)

    def nobody_comes(self) -> bool:
        if self.waiting_cards or self.later or self.undecided or self.host_of_xenia() is not None:
            return False
        return all(
            self.gold[seat] + self.income(seat) >= sum(map(upkeep_of, self.homes[seat])) for seat in range(self.n)
        )

    def income(self, seat: int) -> int:
        pays = zip((150, 300, 250, 500), self.pawns[seat], strict=True)
        return int(INCOME[self.colours[seat]]) + sum(each * len(row) for each, row in pays)

    def finish_round(self) -> None:
        for name in self.active:
            seat = self.suitor(name)
            if seat is None:
                self.undecided.append(name)
            else:
                self.join(seat, name)
                self.look_again()
        self.visit_xenia()
        self.pay()
        self.first = (self.first + 1) % self.n
        least, most = ENOUGH[self.n]
        able = [
            seat
            for seat, home in enumerate(self.homes)
            if self.can_pay(seat) and (len(home) >= most or (len(home) >= least and self.covers(seat)))
        ]
        dry, self.dry = self.dry, self.nobody_comes()
        if able:
            self.result = self.best(able) if self.advanced else tuple(able)
        elif dry and self.dry:
            self.result = self.best(list(range(self.n)))
        else:
            self.next_round()

    def next_round(self) -> None:
        self.round += 1
        self.surcharge = [0] * self.n
        self.paid_up, self.active = False, []
        even = self.n == 3 and self.round % 2 == 0
        self.look_again()
        asked = any(self.hands[seat] and self.lost[seat] != self.round for seat in range(self.n))
        if asked and not even and (self.round > 1 or self.advanced):
            return
        self.gold = [self.gold[seat] + self.income(seat) for seat in range(self.n)]
        self.look_again()
        if even:
            self.look_again(auction=True)

    def told(self) -> dict[str, Any]:
        """What can be compared with the saved form of the game's own position."""
        names = ("gold", "homes", "undecided", "xenia", "refuser", "lost", "late", "paid", "honours", "track", "first")
        told = {name: getattr(self, name) for name in names}
        looks = [[*self.kinds(seat), self.sets[seat], self.looks[seat][4]] for seat in range(self.n)]
        gone = sorted(self.gone)
        return {**told, "looks": looks, "gone": gone, "winners": self.result, "round": self.round}
