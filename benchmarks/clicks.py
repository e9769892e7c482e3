"""Count a person's clicks in whole games, and those of them that decide nothing.

The person chooses like the heuristic bot and plays against heuristic bots. Each choice counts as one click. A roll that
waits for a click also counts. A choice needs a second click if its card offers several actions, or if the action spends
something and has a preview. A choice with only one legal action decides nothing. Run `python -m benchmarks.clicks`.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import gamelib
from gamelib import Action, Chance, Decision, End
from gamelib.playouts import choose_action
from widgets.table.action_preview import preview_action_sequence
from widgets.table.board import make_board, zone_cards
from widgets.table.players import HUMAN
from widgets.table.session import GameSession

from .timing import fewest

GAMES_EACH = fewest(6)
MOST_CLICKS = 3000


def clicks(game_id: str, seed: int) -> Counter[str]:
    """Count the clicks of one game: choices, rolls, items selected first, and choices without alternative (`alone`)."""
    found: Counter[str] = Counter()
    play = GameSession(gamelib.game(game_id), rng=Random(seed))
    play.chance_stop = "none"  # as a table begins
    play.play_until_human()
    found["open"] = 1  # the click on "Deal" or "Continue to my turn"
    rng = Random(seed + 1)
    while not isinstance(play.state.node, End) and sum(found.values()) < MOST_CLICKS:
        node = play.state.node
        if play.can_auto_advance():
            play.play_next_step()
        elif isinstance(node, Chance):
            found["rolls"] += 1
            play.resolve_chance()
        else:
            _choose(play, node, rng, found)
    return found


def _goes_on(play: GameSession, action: Action) -> bool:
    """Return whether this action repeats the previous one, and one click could have played the whole series."""
    before = make_board(play.record.state_at(play.step - 2), play.viewer, play.is_full_view, play.names)
    return action in before.visible_actions and bool(before.repeat_until_done_label(action))


def _choose(play: GameSession, node: Decision, rng: Random, found: Counter[str]) -> None:
    board = make_board(play.state, play.viewer, play.is_full_view, play.names)
    action = choose_action(play.state, play.game.bots["thumb"], rng)
    alone = len(board.visible_actions) == 1
    if action == board.turn_opening_action():  # a click on the card to be played plays both actions
        play.play_or_branch(action)
        if not isinstance(play.state.node, Decision) or play.players[play.state.node.seat] != HUMAN:
            found["choices"] += 1
            return
        _choose(play, play.state.node, rng, found)
        return
    n = board.visible_actions.index(action)
    takes = board.multi_pick_item_ids(action)
    if takes:  # a click on each item and on the button. The last item of an order needs no click
        found["things"] += len(takes)
    zones = board.build_scene()["zones"]
    offered = [card for zone in zones for card in zone_cards(zone) if n in card.get("does", ())]
    same = play.record.choices[-2:-1] == [action] and bool(
        board.repeat_until_done_label(action) or _goes_on(play, action)
    )
    found["choices"] += not same  # one click plays the whole series of equal actions
    found["alone"] += alone
    acts = any(
        group.get("look") == "acts" and any(n in card.get("does", ()) for card in group.get("items", ()))
        for zone in zones
        for group in zone["groups"]
    )
    if acts:
        pass  # each action has its own button
    elif offered and len(offered[0]["does"]) > 1:
        found["things"] += 1
    elif offered:
        found["shown first"] += preview_action_sequence(play, [action])["spends"]
    play.play_or_branch(action)


def main(games: int = GAMES_EACH) -> None:
    """Print mean numbers of clicks for some games of each kind."""
    for game_id in gamelib.all_games():
        total: Counter[str] = Counter()
        for seed in range(games):
            total += clicks(game_id, seed)
        every = sum(n for what, n in total.items() if what != "alone")
        parts = ", ".join(f"{what} {n / games:.1f}" for what, n in sorted(total.items()))
        alone = total["alone"] / games
        print(f"{game_id:8} {every / games:6.1f} clicks a game, of which {alone:.1f} decide nothing ({parts})")


if __name__ == "__main__":
    main()
