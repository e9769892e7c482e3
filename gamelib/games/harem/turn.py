"""A turn: play or forfeit, the free sequence of plays, powers and gem rolls, and its end (HAR-2 to HAR-5).

`Main.moves` lists the legal actions and `Main.ruling` explains any other; both ask the same small
predicates (`offers`, `raids.can_raid`, `HaremState.gains`, `HaremState.ready`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ...counts import add, insert, take
from ...fields import among
from ...nodes import Action, Ruling
from ...step import AutoStep, DecisionStep, Frame
from . import offers
from .draws import PLAYS, RUNS, ask_again, no_discard
from .offers import (
    ROLL_GEM,
    bank_first,
    can_draw_harem,
    can_post,
    change_after,
    due,
    engage,
    payments,
    purse,
    wastes_gem,
    wealth,
    worth,
)
from .powers import no_gain, start_power
from .raids import can_raid, start_raid
from .state import MAX_GUARDS, MAX_PLAYS, STILL_ROUNDS

if TYPE_CHECKING:
    from .state import HaremState, Player

OFFERS: Final = {"enhancement": offers.teach, "sultans_wrath": offers.raid, "kismet": offers.fate, "guard": offers.post}
"""Kind of card -> what it offers; Gold, Gems and Jewelry may always be laid down."""

# Final: compiled, a name that is never set again is no look-up.
BEGIN: Final = Action("begin")
FORFEIT: Final = Action("forfeit")
END: Final = Action("end")
TURN_MOVES: Final = [BEGIN, FORFEIT]


class Turn(DecisionStep):
    """Play, or forfeit the whole turn to draw up to three (HAR-2.1)."""

    name = "turn"
    rule = "HAR-2.1"
    on = ("",)
    verbs = {"begin": "", "forfeit": "", "discard": "s"}

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def moves(self, s: HaremState, frame: Frame) -> list[Action]:
        return TURN_MOVES

    def ruling(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        return no_discard(*action.args) if action.verb == "discard" else None

    def take(self, s: HaremState, frame: Frame, action: Action) -> None:
        s.todo.pop()
        s.turns += 1
        if action is BEGIN:
            s.todo.append(MAINS)
            if s.log is not None:
                s.tell("HAR-2.1", "begun", s.turn)
        else:
            s.todo.append(RUNS["forfeit"][3])
            if s.log is not None:
                s.tell("HAR-2.2", "forfeited", s.turn, ("HAR-2.1",))


class Main(DecisionStep):
    """Any number of actions in any order, until END (HAR-2.4)."""

    name = "main"
    rule = "HAR-2.4"
    on = ("",)
    verbs = {**PLAYS, "forfeit": "", "discard": "s"}

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"plays": MAX_PLAYS - s.plays, "fates": 0 if s.kismet else 1}

    # -- legal actions -----------------------------------------------------------------------

    def moves(self, s: HaremState, frame: Frame) -> list[Action]:
        game, player = s.game, s.players[s.turn]
        moves = [END]
        if s.plays < MAX_PLAYS:  # HAR-3.1
            lists, rich, gem = game.lists, wealth(s, player) + s.discount, "GEM" in player.treasury
            for card in player.hand:
                action, offer, base = lists[card]
                if base:
                    if gem:  # HAR-4.4, HAR-A10
                        moves.append(ROLL_GEM)
                        gem = False
                    if base <= rich:
                        moves += engage(s, player, card)
                elif offer is None:
                    moves.append(action)
                else:
                    offer(s, player, card, moves)
        elif not s.kismet:
            for card in player.hand:
                if card in game.fate:
                    offers.fate(s, player, card, moves)
        if player.court or player.stars:
            offers.without_play(s, player, moves)
        return self._allowed(s, player, moves)

    def at_any_time(self, s: HaremState) -> list[Action]:
        """What may be done while cards are drawn: a Kismet card, Jewelry under a companion (HAR-4.9, HAR-9.1)."""
        player, moves = s.players[s.turn], list[Action]()
        if not s.kismet:
            for card in player.hand:
                if card in s.game.fate:
                    offers.fate(s, player, card, moves)
        if player.court:
            offers.adorn(s, player, moves)
        return self._allowed(s, player, moves)

    def _allowed(self, s: HaremState, player: Player, moves: list[Action]) -> list[Action]:
        """Those of these acts that leave a waiting Gem of use, where the option asks for it (HAR-A9)."""
        if s.pending and s.options["gem_must_be_spent"]:
            return [action for action in moves if not wastes_gem(s, player, action)]
        return moves

    # -- why not -----------------------------------------------------------------------------

    def ruling(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        player = s.players[s.turn]
        why = WHY_NOT[action.verb](self, s, player, *action.args)
        if why is None and wastes_gem(s, player, action):
            return Ruling("HAR-A9", "gem_unspent", {"gems": len(s.pending)}, "engage_with_gem")
        return why

    def _not_playable(
        self, s: HaremState, player: Player, card: str, rule: str, kinds: tuple[str, ...]
    ) -> Ruling | None:
        """What every play from the hand needs (HAR-3.1)."""
        if s.game.kind.get(card) not in kinds:
            return Ruling(rule, "wrong_kind", {"card": card})
        if card not in player.hand:
            return Ruling(rule, "not_in_hand", {"card": card})
        if s.plays >= MAX_PLAYS:
            return Ruling("HAR-3.1", "no_play_left", {"limit": MAX_PLAYS, "made": s.plays}, "next_turn")
        return None

    def _not_end(self, s: HaremState, player: Player) -> Ruling | None:
        return None

    def _not_forfeit(self, s: HaremState, player: Player) -> Ruling | None:
        return Ruling("HAR-2.1", "forfeit_late", {}, "next_turn")

    def _not_discard(self, s: HaremState, player: Player, card: str) -> Ruling | None:
        return no_discard(card)

    def _not_bank(self, s: HaremState, player: Player, card: str) -> Ruling | None:
        rule = {"gold": "HAR-4.1", "gem": "HAR-4.2"}.get(s.game.kind.get(card, ""), "HAR-4.3")
        return self._not_playable(s, player, card, rule, ("gold", "gem", "jewelry"))

    def _not_guard(self, s: HaremState, player: Player) -> Ruling | None:
        if not can_post(player):
            return Ruling("HAR-7.1", "guards_full", {"limit": MAX_GUARDS, "have": player.guards}, "lose_guard")
        return self._not_playable(s, player, "GUARD", "HAR-7.1", ("guard",))

    def _not_raised(self, s: HaremState, player: Player, card: str, companion: str, rule: str) -> Ruling | None:
        """What it takes to lay a card under a companion (HAR-6.1, HAR-6.4, HAR-6.6)."""
        if companion in player.stars:
            return Ruling("HAR-6.6", "is_star", {"companion": companion})
        if companion not in player.court:
            remedy = "engage_first" if companion in player.hand else None
            return Ruling(rule, "not_yours", {"companion": companion}, remedy)
        if all(gain.args[1] != companion for gain in s.gains(player, card)):
            return no_gain(s, player, card, companion, "other_companion")
        return None

    def _not_teach(self, s: HaremState, player: Player, card: str, companion: str) -> Ruling | None:
        why = self._not_playable(s, player, card, "HAR-6.1", ("enhancement",))
        return why or self._not_raised(s, player, card, companion, "HAR-6.1")

    def _not_adorn(self, s: HaremState, player: Player, card: str, companion: str) -> Ruling | None:
        if s.game.kind.get(card) != "jewelry":
            return Ruling("HAR-4.9", "wrong_kind", {"card": card})
        if card not in player.treasury:
            return Ruling("HAR-4.9", "not_in_treasury", {"card": card}, bank_first(s, player, card, 1))
        return self._not_raised(s, player, card, companion, "HAR-4.9")

    def _not_engage(self, s: HaremState, player: Player, card: str, paid: tuple[str, ...]) -> Ruling | None:
        why = self._not_playable(s, player, card, "HAR-5.1", ("concubine",))
        if why:
            return why
        cost = s.price(card)
        legal = payments(purse(s, player), s.pending, due(s, card), s.options["payment"] == "any")
        if paid in legal:
            return None
        have = wealth(s, player)
        if have < cost:
            return Ruling(
                "HAR-5.3",
                "too_poor",
                {"card": card, "cost": cost, "have": have, "short": cost - have},
                "roll_gem" if "GEM" in player.treasury else "more_gold",
            )
        money, gems = player.treasury.copy(), [f"GEM:{value}" for value in s.pending]
        for part in paid:
            if part in gems:
                gems.remove(part)
            elif part in s.game.money and part in money:
                take(money, part)
            else:
                return Ruling("HAR-5.3", "cannot_pay_with", {"card": part}, "roll_gem" if part == "GEM" else None)
        pays = s.change + worth(s, paid)
        if pays < cost:
            return Ruling("HAR-5.3", "pays_too_little", {"card": card, "cost": cost, "worth": pays}, "pay_more")
        if tuple(sorted(paid)) in {tuple(sorted(cards)) for cards in legal}:
            return Ruling("HAR-5.3", "order", {})  # the same cards in another order are not another action
        spare = min(s.game.money[part] for part in paid if part in s.game.money)
        return Ruling("HAR-5.4", "superfluous", {"cost": cost, "worth": pays, "spare": spare}, "pay_less")

    def _not_raid(self, s: HaremState, player: Player, card: str, target: int) -> Ruling | None:
        why = self._not_playable(s, player, card, "HAR-8.1", ("sultans_wrath",))
        if why:
            return why
        if target not in s.others(s.turn):
            return Ruling("HAR-8.1", "no_target", {"target": target})
        if not can_raid(s, card, target):
            remedy = "other_target" if any(can_raid(s, card, seat) for seat in s.others(s.turn)) else None
            return Ruling("HAR-8.2", "nothing_there", {"card": card, "target": target}, remedy)
        return None

    def _not_fate(self, s: HaremState, player: Player, card: str) -> Ruling | None:
        if s.game.kind.get(card) != "kismet":
            return Ruling("HAR-9.1", "wrong_kind", {"card": card})
        if card not in player.hand:
            return Ruling("HAR-9.1", "not_in_hand", {"card": card})
        if s.kismet:
            return Ruling("HAR-3.1", "fate_limit", {}, "next_turn")
        return None if s.game.can_fate[card](s, player) else Ruling("HAR-9.3", "no_effect", {"card": card})

    def _not_roll_gem(self, s: HaremState, player: Player) -> Ruling | None:
        if "GEM" not in player.treasury:
            return Ruling("HAR-4.4", "no_gem", {}, bank_first(s, player, "GEM", 2))
        if not any(card in s.game.companions for card in player.hand):  # HAR-A10
            return Ruling("HAR-4.4", "nothing_to_buy", {}, "draw_companion")
        if s.plays >= MAX_PLAYS:
            return Ruling("HAR-4.4", "no_play_to_engage", {"limit": MAX_PLAYS, "made": s.plays}, "next_turn")
        return None

    def _not_power(self, s: HaremState, player: Player, companion: str, powers: tuple[str, ...]) -> Ruling | None:
        if s.game.once.get(companion) not in powers:
            return Ruling("HAR-5.7", "no_power", {"companion": companion})
        if companion in s.used:
            return Ruling("HAR-5.7", "power_used", {"companion": companion}, "next_turn")
        if companion not in s.ready(player):
            rule = "HAR-6.6" if companion in player.stars else "HAR-5.7"
            return Ruling(rule, "no_power", {"companion": companion})
        return None

    def _not_use(self, s: HaremState, player: Player, companion: str) -> Ruling | None:
        why = self._not_power(s, player, companion, ("DISCOUNT1", "HAREM_DRAW"))
        if why is None and s.game.once[companion] == "HAREM_DRAW" and not can_draw_harem(s):
            return Ruling("HAR-10.8", "harem_empty", {}, "harem_discard")
        return why

    def _not_move(self, s: HaremState, player: Player, holder: str, lesson: str, giver: str, to: str) -> Ruling | None:
        why = self._not_power(s, player, holder, ("MOVE_ENH",))
        if why:
            return why
        if s.game.kind.get(lesson) != "enhancement":
            return Ruling("HAR-5.7", "moves_lessons", {"card": lesson})
        if giver in player.stars:
            return Ruling("HAR-6.6", "is_star", {"companion": giver})
        if lesson not in player.court.get(giver, ()):
            return Ruling("HAR-5.7", "nothing_to_move", {"card": lesson, "companion": giver})
        if giver == to:
            return Ruling("HAR-5.7", "moves_to_another", {"card": lesson, "companion": giver})
        return self._not_raised(s, player, lesson, to, "HAR-5.7")

    # -- doing -------------------------------------------------------------------------------

    def take(self, s: HaremState, frame: Frame, action: Action) -> None:
        # a discount moves no card, and a draw says so itself; a Lesson can go to and fro for ever (HAR-A28)
        if action is not END and action.verb not in ("use", "move"):
            s.moved = True
        DO[action.verb](s, s.players[s.turn], *action.args)


def do_bank(s: HaremState, player: Player, card: str) -> None:
    s.plays += 1
    s.play_from_hand(s.turn, card)
    insert(player.treasury, card)
    if s.log is not None:
        rule = {"gold": "HAR-4.1", "gem": "HAR-4.2", "jewelry": "HAR-4.3"}[s.game.kind[card]]
        s.tell(rule, "banked", s.turn, ("HAR-3.1", "HAR-3.3"), card=card)


def do_guard(s: HaremState, player: Player) -> None:
    s.plays += 1
    s.play_from_hand(s.turn, "GUARD")
    player.guards += 1
    if s.log is not None:
        s.tell("HAR-7.1", "guarded", s.turn, ("HAR-3.1",), watch=player.guards)


def do_teach(s: HaremState, player: Player, card: str, companion: str) -> None:
    s.plays += 1
    s.play_from_hand(s.turn, card)
    if s.log is not None:
        s.tell("HAR-6.1", "taught", s.turn, ("HAR-3.1",), card=card, companion=companion)
    s.grown = True
    s.attach(s.turn, card, companion)


def do_adorn(s: HaremState, player: Player, card: str, companion: str) -> None:
    take(player.treasury, card)
    if s.log is not None:
        s.tell("HAR-4.9", "adorned", s.turn, ("HAR-3.2",), card=card, companion=companion)
    s.grown = True
    s.attach(s.turn, card, companion)


def do_engage(s: HaremState, player: Player, card: str, paid: tuple[str, ...]) -> None:
    cost = s.price(card)
    change = change_after(s, card, paid)
    pays = s.change + worth(s, paid)
    for part in paid:
        if part.startswith("GEM:"):
            left = list(s.pending)
            left.remove(int(part[4:]))
            s.pending = tuple(left)
            add(s.master_discard, "GEM")
        else:
            take(player.treasury, part)
            add(s.master_discard, part)
    if s.log is not None:
        if cost != s.game.companions[card].base:
            s.tell("HAR-5.2", "discounted", s.turn, base=s.game.companions[card].base, cost=cost)
        also = ("HAR-5.3", "HAR-4.12") + (("HAR-4.10",) if any(part in s.game.jewelry for part in paid) else ())
        spare = pays - cost - change
        also += ("HAR-5.4",) if spare else ()
        code = "paid_over" if spare else "paid" if paid else "paid_by_change"
        s.tell("HAR-5.1", code, s.turn, also, card=card, cards=paid, cost=cost, spare=spare)
        if change != s.change:
            s.tell("HAR-A14", "change_used" if change < s.change else "change_left", s.turn, change=change)
    s.change = change
    s.plays += 1
    s.grown = True
    s.discount = 0
    s.play_from_hand(s.turn, card)
    player.set_court(card, ())
    if s.log is not None:
        also = ("HAR-5.9",) if s.plays < MAX_PLAYS else ()
        s.tell("HAR-5.5", "engaged", s.turn, also, companion=card, skills=s.skills(player, card))
    s.promote(s.turn, card)
    if s.result is None:
        start_power(s, player, card)


def do_raid(s: HaremState, player: Player, card: str, target: int) -> None:
    s.plays += 1
    s.play_from_hand(s.turn, card)
    add(s.master_discard, card)
    if s.log is not None:
        s.tell("HAR-8.1", "raided", s.turn, ("HAR-3.1", "HAR-8.10", "HAR-2.9"), card=card, target=target)
    start_raid(s, card, target)


def do_fate(s: HaremState, player: Player, card: str) -> None:
    s.kismet = True
    s.play_from_hand(s.turn, card)
    if s.log is not None:
        also = ("HAR-3.1", "HAR-9.2") if s.game.effects[card] == "treasure" else ("HAR-3.1",)
        s.tell("HAR-9.1", "fated", s.turn, also, card=card)
    s.push("dispose", card)
    match s.game.effects[card]:
        case "treasure":
            s.push("draws", "treasure", 3)
        case "bargain":
            s.discount += 2
        case "favour":
            s.favour = True
        case "guard":
            take(s.master_discard, "GUARD")
            player.guards += 1
            if s.log is not None:
                s.tell("HAR-9.1", "guard_back", s.turn, watch=player.guards)
        case "teacher":
            s.push("fetch", "enhancement", card)
        case "merchant":
            s.push("fetch", "gold", card)


def do_roll_gem(s: HaremState, player: Player) -> None:
    s.push("gem_roll", False)


def do_use(s: HaremState, player: Player, companion: str) -> None:
    s.used += (companion,)
    if s.log is not None:
        also = ("HAR-3.2", "HAR-6.6") if companion in player.stars else ("HAR-3.2",)
        s.tell("HAR-5.7", "power", s.turn, also, companion=companion, power=s.game.once[companion])
    if s.game.once[companion] == "DISCOUNT1":
        s.discount += 1
    else:
        s.push("harem_draw")


def do_move(s: HaremState, player: Player, holder: str, lesson: str, giver: str, to: str) -> None:
    s.used += (holder,)
    s.take_away(player, giver, lesson)
    if s.log is not None:
        s.tell("HAR-5.7", "moved", s.turn, ("HAR-3.2",), companion=holder, card=lesson, giver=giver, to=to)
        also = ("HAR-A18",) if any(s.lost_points(giver)) else ()
        s.tell("HAR-6.2", "trained", s.turn, also, companion=giver, total=sum(s.skills(player, giver)))
    s.attach(s.turn, lesson, to)


def do_end(s: HaremState, player: Player) -> None:
    s.todo.pop()
    if s.pending:
        add(s.master_discard, "GEM", len(s.pending))
        if s.log is not None:
            s.tell("HAR-4.7", "gems_lost", s.turn, ("HAR-2.5",), gems=len(s.pending))
        s.pending = ()
    if s.change:
        if s.log is not None:
            s.tell("HAR-A14", "change_lost", s.turn, change=s.change)
        s.change = 0
    if s.log is not None:
        also = ("HAR-3.4", "HAR-4.11") if not s.plays and not s.kismet else ("HAR-4.11",)
        s.tell("HAR-2.5", "turn_closed", s.turn, also)
    s.todo.append(RUNS["fill"][0])


DO: Final[dict[str, Callable[..., None]]] = {
    "bank": do_bank,
    "guard": do_guard,
    "teach": do_teach,
    "adorn": do_adorn,
    "engage": do_engage,
    "raid": do_raid,
    "fate": do_fate,
    "roll_gem": do_roll_gem,
    "use": do_use,
    "move": do_move,
    "end": do_end,
}


WHY_NOT: dict[str, Callable[..., Ruling | None]] = {verb: getattr(Main, f"_not_{verb}") for verb in Main.verbs}


class NextTurn(AutoStep):
    """The turn passes clockwise, unless nothing moves any more (HAR-2.8, HAR-A28)."""

    name = "next_turn"
    rule = "HAR-2.8"
    on = ("",)

    def take(self, s: HaremState, frame: Frame, choice: None) -> None:
        s.todo.pop()
        s.idle = 0 if s.moved else s.idle + 1
        s.still = 0 if s.grown else s.still + 1
        stalled = s.idle >= s.options["stall_rounds"] * s.seats
        if stalled or (s.still >= STILL_ROUNDS * s.seats and s.options["win_by"] == "kadines_only"):
            if s.log is not None:
                rounds = s.options["stall_rounds"] if stalled else STILL_ROUNDS
                s.tell("HAR-A28", "stalled" if stalled else "stuck", None, rounds=rounds)
            s.end_by_points("stalled", "HAR-A28")
            return
        s.turn = (s.turn + 1) % s.seats
        s.new_turn()
        if s.log is not None:
            s.tell("HAR-2.8", "next_turn", s.turn, ("HAR-1.1",))
        s.todo.append(TURNS)


class Dispose(AutoStep):
    """A card that has been carried out goes to the master discard (HAR-9.1, HAR-10.3)."""

    name = "dispose"
    rule = "HAR-9.1"
    fields = {"card": among("a master card", lambda s: s.game.master_counts)}
    on = ("main", "draws", "free_lesson", "fetch", "pick", "reroll", "brace", "spoils")

    def take(self, s: HaremState, frame: Frame, choice: None) -> None:
        s.todo.pop()
        add(s.master_discard, frame.card)
        if s.log is not None and frame.card in s.game.stays:
            s.tell("HAR-10.3", "carried_out", s.turn, card=frame.card)
        ask_again(s)


TURN: Final = Turn()
MAIN: Final = Main()
TURNS: Final = TURN.frame()
MAINS: Final = MAIN.frame()
