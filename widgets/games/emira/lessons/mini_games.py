"""Mini-games of the lessons on Emira."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from gamelib.bank.emira import caravan_returns, objectives, princesses
from gamelib.bank.emira.caravans_and_upkeep import NAMES
from gamelib.games.emira.card_tables import TALENTS, match_talents
from gamelib.number_format import count_with_noun, use_minus_sign

from ....lesson.experiment import MiniGameView, TrialItem
from ....page.card_overrides import game_with_served_cards
from .positions import GAME, princess_talents

odds = game_with_served_cards("emira").odds

NEXT_ROUND_ACTION = ("Next round",)
UNASSIGNED_ACTION = "Nobody is left for this task"


def _way(cash: int, kind: str, spaces: Sequence[bool | None]) -> tuple[TrialItem, ...]:
    """Return the cash of a caravan and the state of each round: paid, lost, or still to come (None)."""
    caravan = odds.caravan_row(kind)
    shown = [{} if pays is None else {"text": f"+{caravan.income}" if pays else "✗", "hit": pays} for pays in spaces]
    most = max(caravan.income * caravan.spaces - caravan.cost, caravan.income)
    return ({"account": cash, "from": -caravan.cost, "to": most, "unit": "gold"}, {"track": shown})


# -- when is the price back ----------------------------------------------------------------------


def payback_game(rng: Random, moves: Sequence[int], kind: str, one_in: int, rounds: int) -> MiniGameView:
    """Create a mini-game. The task is to predict whether a caravan pays back its price within a number of rounds."""
    caravan = odds.caravan_row(kind)
    calls = f"Paid back within {rounds} rounds", "Later"
    if not moves:
        say = f"You pay {caravan.cost} gold. Each round that pays gives you {caravan.income} gold."
        return MiniGameView(
            _way(-caravan.cost, kind, [None] * rounds), say, "When will you have your gold back?", calls
        )
    paid: list[bool] = []
    cash = -caravan.cost
    for _ in moves[1:]:
        paid.append(rng.randrange(one_in) > 0)
        cash += caravan.income * paid[-1]
    pieces = _way(cash, kind, [*paid, *[None] * (rounds - len(paid))])
    if cash >= 0:
        good = (len(paid) <= rounds) == (moves[0] == 0)
        return MiniGameView(
            pieces,
            f"The cost is paid back in round {len(paid)}. You said “{calls[moves[0]].lower()}”: "
            f"{'right' if good else 'not this time'}.",
        )
    stopped = "" if not paid or paid[-1] else "The trade was stopped, so you got nothing. "
    return MiniGameView(pieces, f"{stopped}You still need {-cash} gold.", "Will the next round pay?", NEXT_ROUND_ACTION)


# -- slow or fast --------------------------------------------------------------------------------

CHOICE = ("SS", "SF")


def _walk(kind: str, stopped: set[int], rounds: int) -> Iterator[tuple[int, bool]]:
    """Yield the cash after each round, and whether the round was paid, until the caravan has no spaces left."""
    caravan, left = odds.caravan_row(kind), odds.caravan_row(kind).spaces
    cash = -caravan.cost
    for number in range(1, rounds + 1):
        if not left:
            return
        pays = number not in stopped
        left -= pays
        cash += caravan.income * pays
        yield cash, pays


def caravan_choice_game(
    rng: Random, moves: Sequence[int], kind: str, rival_event_cards: int, horizon: int
) -> MiniGameView:
    """Create a mini-game.

    The task is to choose the slow or the fast caravan. Then the rounds pass one by one, some of them without income.
    """
    cuts = sum(
        card < odds.interrupt_copies()
        for card in rng.sample(range(caravan_returns.event_count_outside_own_hand()), rival_event_cards)
    )
    stopped = set(rng.sample(range(1, horizon + 1), cuts))
    if not moves:
        caravans = [odds.caravan_row(one) for one in CHOICE]
        offers = (
            f"{NAMES[one].capitalize()}: {caravan.cost} gold, pays {caravan.spaces} times {caravan.income}"
            for one, caravan in zip(CHOICE, caravans, strict=True)
        )
        say = (
            f"There are {horizon} rounds left. The other players have {rival_event_cards} event cards, and "
            f"some of them can stop the trade."
        )
        return MiniGameView(({"track": [{}] * horizon},), say, "Which caravan do you buy?", tuple(offers))
    mine, other = CHOICE[moves[0]], CHOICE[1 - moves[0]]
    seen = list(_walk(mine, stopped, len(moves) - 1))
    cash = seen[-1][0] if seen else -odds.caravan_row(mine).cost
    spaces = [pays for _, pays in seen]
    pieces = _way(cash, mine, [*spaces, *[None] * (horizon - len(spaces))])
    whole = list(_walk(mine, stopped, horizon))
    if len(seen) < len(whole):
        interrupted = "An Interrupt stopped the trade, so you got nothing this round."
        say = "" if not seen else "The caravan paid." if spaces[-1] else interrupted
        return MiniGameView(
            pieces,
            say or f"You paid {odds.caravan_row(mine).cost} gold.",
            "Will the next round pay?",
            NEXT_ROUND_ACTION,
        )
    *_, (net, _) = _walk(other, stopped, horizon)
    told = f"more, {_signed(net)}" if net > cash else f"less, {_signed(net)}" if net < cash else "just as much"
    is_done = spaces.count(True) == odds.caravan_row(mine).spaces
    done = "The caravan has paid all its incomes" if is_done else "The game is over"
    return MiniGameView(
        pieces,
        f"{done}. You have earned {_signed(cash)} gold. With the same cards, the {NAMES[other]} one would "
        f"have earned {told}.",
    )


def _signed(net: int) -> str:
    return use_minus_sign(net)


# -- a task for each -----------------------------------------------------------------------------


def task_assignment_game(rng: Random, moves: Sequence[int], card: str, size: int) -> MiniGameView:
    """Create a mini-game. The task is to assign each task of the card to one artist of a hand, or to nobody."""
    hand = rng.sample(sorted(GAME.tables.princesses), size)
    able = princess_talents(hand)
    need = odds.alternative_talent_combinations(card)[0]
    asked = [t for t, count in enumerate(need) for _ in range(count)]
    shown = [princesses.SHOWN[TALENTS[t]] for t in asked]
    given: dict[int, int] = {}
    for task, move in zip(range(len(asked)), moves, strict=False):
        free = [n for n in range(size) if n not in given and asked[task] in able[n]]
        if move < len(free):
            given[free[move]] = task
    pieces = tuple(_artist(hand[n], able[n], shown[given[n]] if n in given else "") for n in range(size))
    if len(moves) < len(asked):
        task = len(moves)
        idle = [n for n in range(size) if n not in given and asked[task] in able[n]]
        say = f"Your card asks for {', '.join(shown)}. Each artist can do at most one task."
        return MiniGameView(
            pieces, say, f"Who does {shown[task]}?", (*(GAME.texts.card_name(hand[n]) for n in idle), UNASSIGNED_ACTION)
        )
    if len(given) == len(asked):
        return MiniGameView(pieces, "Every task has a different artist, so the card is covered.")
    left = " and ".join(shown[task] for task in range(len(asked)) if task not in given.values())
    if match_talents(list(able), need) is not None:
        return MiniGameView(
            pieces,
            f"Nobody is left for {left}. But there was a way to cover the card. Who could have done another task?",
        )
    if objectives.is_fulfilled_counting_twice(card, list(able), odds=odds):
        return MiniGameView(
            pieces,
            f"Nobody is left for {left}. Every talent is there, but somebody would have to do two tasks.",
        )
    return MiniGameView(
        pieces, f"Nobody is left for {left}. These {count_with_noun(size, 'artist')} can’t cover the card."
    )


def _artist(name: str, able: tuple[int, ...], task: str) -> TrialItem:
    talents = ", ".join(princesses.SHOWN[TALENTS[t]] for t in able) or "no talent"
    does = f" → {task}" if task else ""
    return {"card": f"{GAME.texts.card_name(name)}: {talents}{does}", "hit": bool(task)}
