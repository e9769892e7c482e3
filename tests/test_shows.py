"""Rule examples: every rule of every game has a step that cites the rule."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random

import pytest

import gamelib
from gamelib import Action, Chance, Decision, End
from gamelib.bank.rule_examples import (
    DIFFERENCE_KINDS,
    RuleExample,
    citation_kind_of,
    extra_picture_groups,
    missing_example_reason_by_rule,
    no_refusal_reason_by_rule,
    picture_elements_by_rule,
    reachable_unmet_rule,
    refusal_example_by_rule,
    rule_examples,
    substitute_rule_by_nonrefusing_rule,
)
from gamelib.playouts import choose_action, random_bot
from tests.conformance import PACKAGES, TAUGHT
from tools.find_shows import NO_REASON, by_hand
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import board_class
from widgets.table.rule_example import (
    NO_GROUPS,
    PREFIX_FACT,
    boards_before_and_after,
    group_cards,
    group_changes,
    player_fact_changes,
    rule_example_display,
)

MOST_WITHOUT = 0.03
ENDS = {"harem": "11.", "emira": "12.", "hadara": "15.", "towers": "7.", "wishes": "13."}
NO_END = {
    "HAR-11.4",  # the rolls before it
    "TOW-7.9",  # counts turns
}
NO_SETUP = {"HAR-1.1", "HAD-1.4", "TOW-1.7"}  # turns go round; what “card” means; less than none
NOT_THERE = ("not_in_hand", "wrong_kind", "each_once")
SAYS_WHERE = {"EMI-3.1"}
INCOME = {"emira": "EMI-4.1"}
WITH_INCOME = {
    "EMI-2.1",
    "EMI-11.1",  # rounds and their first players go on to it
    "EMI-3.2",
    "EMI-14.5",
    "EMI-14.8",
    "EMI-14.11",  # about events before it, or about it
    "EMI-14.15",  # what is not turned up after it
    "EMI-15.4",
    "EMI-15.7",
    "EMI-15.8",
    "EMI-15.10",
    "EMI-A01",  # double rounds
}
SETUP_VERBS = {"keep", "side"}
RIDES = tomllib.loads((Path(__file__).parent / "rides.toml").read_text(encoding="utf-8"))


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


@cache
def displays(name):
    """Return rule -> example as its page gets it, for a game."""
    return {rule: rule_example_display(show) for rule, show in rule_examples(gamelib.game(name)).items()}


def test_every_rule_has_a_show_or_a_reason(game):
    found, without = rule_examples(game), missing_example_reason_by_rule(game)
    assert sorted({*found, *without}) == sorted(game.rules)
    assert not set(found) & set(without)
    assert len(without) <= MOST_WITHOUT * len(game.rules)
    assert all(len(why) > 20 for why in without.values()), without


def test_each_show_is_played_and_its_step_cites_the_rule(game):
    wrong = {}
    for rule, show in rule_examples(game).items():
        try:
            how = citation_kind_of(show)
        except ValueError as error:
            how = str(error)
        if how != show.citation_kind:
            wrong[rule] = f"{how}, not {show.citation_kind}"
        assert show.citation_kind in DIFFERENCE_KINDS
        if show.step is not None and show.ruling is None:
            assert show.after != show.before()
    assert not wrong, wrong


def test_each_show_is_laid_out_for_its_page(game):
    """Check that it has a picture that no other rule has: pieces, values of a seat, or their changes."""
    drawn = defaultdict(list)
    for rule, made in displays(game.id).items():
        assert made["step"]["told"], rule
        assert any(line["cites"] for line in made["step"]["told"]), rule
        for one in made.get("refused", ()):
            assert one["rule"] in game.rules
        for part in (*made.get("before", ()), *made.get("after", ())):
            assert {"items", "board"} & set(part["group"]), (rule, part)
        seen_of = [made.get(part) for part in ("before", "after", "facts", "changes")]
        assert any(seen_of), rule
        drawn[repr(seen_of)].append(rule)
    assert not [rules for rules in drawn.values() if len(rules) > 1]
    assert set(picture_elements_by_rule(game)) <= set(rule_examples(game))


def test_each_board_of_a_show_is_laid_out_once(game, monkeypatch):
    board, laid = board_class(game.id), []
    layout = board.build_scene
    monkeypatch.setattr(board, "build_scene", lambda self: laid.append(self) or layout(self))
    for show in list(rule_examples(game).values())[::9]:
        rule_example_display(show)
    assert laid
    assert len(laid) == len(set(map(id, laid)))


def test_what_is_looked_at_lies_on_the_table(game):
    """Check that each displayed element is a group, a value of a seat, or a piece. Omitted elements must not matter."""
    for rule, entries in picture_elements_by_rule(game).items():
        show = rule_examples(game)[rule]
        boards = boards_before_and_after(
            show, next((int(entry[1:]) for entry in entries if entry.startswith("~")), None)
        )
        zones = [zone for board in boards for zone in board.build_scene()["zones"]]
        groups = [group for zone in zones for group in zone["groups"]]
        there = {group["id"] for group in groups} | {
            f"#{card['id']}" for group in groups for card in group_cards(group)
        }
        has = {
            f"@{fact.get('icon') or fact['label']}:{zone.get('seat')}"
            for zone in zones
            for fact in zone.get("facts", ())
        }
        lies = {
            id
            for id in (entry.rstrip("!=<>") for entry in entries)
            if any(board.rule_picture_group(id) for board in boards)
        }
        steps = (
            zip(show.lead_in_states, map(game.parse_choice, (*show.lead_in_steps, show.choice)), strict=True)
            if show.choice
            else ()
        )
        rolled = [
            boards_before_and_after(RuleExample(game, rule, game.position_text(state), str(show.choice), ""))[
                0
            ].rule_picture_group_after_outcome(step)
            for state, step in steps
            if isinstance(state.node, Chance)
        ]
        lies |= {fell["id"] for fell in rolled if fell is not None}
        for entry in entries:
            if entry.startswith("-@"):
                assert player_fact_changes(*boards, DEFAULT_PLAYER_NAMES) != player_fact_changes(
                    *boards, DEFAULT_PLAYER_NAMES, [entry[1:]]
                ), (rule, entry)
            elif entry not in (PREFIX_FACT, NO_GROUPS) and not entry.startswith(("choice:", "~")):
                assert entry.removeprefix("-").rstrip("!=<>") in there | has | lies, (rule, entry)


def test_all_that_is_looked_at_is_drawn(game):
    """Check that no group of an author is omitted for lack of room."""
    for rule, entries in picture_elements_by_rule(game).items():
        made = displays(game.id)[rule]
        groups = [part["group"] for part in (*made["before"], *made["after"])]
        drawn = {group["id"] for group in groups} | {
            f"#{card['id']}" for group in groups for card in group_cards(group)
        }
        asked = {entry.rstrip("!=<>") for entry in entries if entry[0] not in "-~@" and not entry.startswith("choice:")}
        assert asked <= drawn, (rule, asked - drawn)


def test_what_the_next_seat_chooses_from_stands_under_its_name():
    made = displays("hadara")["HAD-17.4"]
    assert made["ask"].startswith("Cem, ")
    assert made["then"].startswith("Ada, ")
    assert {part["title"] for part in made["after"] if part["group"]["id"] == "choice:pick"} == {"Ada"}


def test_what_lies_beside_the_table_says_what_the_game_says():
    """Check that figures and seats come from the game, and that a piece without a picture is refused."""
    game = gamelib.game("wishes")
    after = displays("wishes")["WIS-12.8"]["after"][-1]
    assert after["group"]["items"][0]["name"] == DEFAULT_PLAYER_NAMES[rule_examples(game)["WIS-12.8"].after.first]
    costs = [card["big"] for card in displays("wishes")["WIS-A14"]["before"][0]["group"]["items"]]
    assert costs == [str(game.tables.wares[ware].cost) for ware in rule_examples(game)["WIS-A14"].before().wares[0]]
    assert board_class("wishes").piece_image("dragon") is None
    assert board_class("hadara").piece_image("green:tile") == {"kind": "green", "icon": "tile"}


def test_what_a_card_beside_the_table_of_emira_says_is_what_is_swapped_then():
    """Check the picture of a swap. The author lists the preferences before it, and the game gives those after it."""
    game = gamelib.game("emira")
    wanted = [card["big"] for card in displays("emira")["EMI-14.5"]["before"][-1]["group"]["items"]]
    kinds = ("appearance", "status", "palace", "gold")
    assert wanted == [kinds[n] for n in game.tables.princesses["Hind"].preferences]


def test_figures_beside_the_table_of_hadara_are_those_of_the_game():
    """Check figures of the game.

    They are the parts of a track, of the coins of a sale and of a tile, the cards for each number of players, and
    the boxed cards.
    """
    game = gamelib.game("hadara")

    def big(rule, id, when="before"):
        parts = displays("hadara")[rule][when]
        cards = next(part["group"]["items"] for part in parts if part["group"]["id"] == id)
        return [int(card.get("big") or card["count"]) for card in cards]

    after = {rule: rule_examples(game)[rule].after for rule in ("HAD-2.6", "HAD-16.1", "HAD-A22")}
    assert sum(big("HAD-2.6", "parts:0:military", "after")) == after["HAD-2.6"].tracks[0][1]
    assert (
        sum(big("HAD-16.1", "sale")) == after["HAD-16.1"].coins[1] - rule_examples(game)["HAD-16.1"].before().coins[1]
    )
    steps = next(event.values["bonus"] for event in rule_examples(game)["HAD-16.5"].events if event.code == "faceup")
    assert sum(big("HAD-16.5", "statue_tile")) == steps
    assert big("HAD-18.1", "with_players", "after") == [game.position(f"{n} seats").deck_size(0) for n in (2, 3, 4, 5)]
    assert big("HAD-1.5", "ready", "after") == [3] * 5
    assert big("HAD-1.5", "boxed", "after") == [2] * 5
    tens, rest = big("HAD-A22", "markers:2:food", "after")
    assert (tens, rest) == (10, after["HAD-A22"].tracks[2][3] - 50)


def test_what_is_listed_beside_the_table_is_looked_at(game):
    named = {entry.rstrip("!=<>") for entries in picture_elements_by_rule(game).values() for entry in entries}
    assert set(extra_picture_groups(game)) <= named


def test_each_show_changes_something_that_is_seen(game):
    """Check that a piece, a value of a seat or the question changes. A refused step changes nothing."""
    still = []
    for rule, show in rule_examples(game).items():
        if show.step is None or show.ruling is not None:
            continue
        made, boards = displays(game.id)[rule], boards_before_and_after(show)
        found = group_changes(show, *boards, picture_elements_by_rule(game).get(show.rule, ()))
        if not (
            found.new_or_changed_ids
            or found.action_or_changed_ids - set(found.offer_target_and_item_ids)
            or made["changes"]
            or made.get("then")
        ):
            still.append(rule)
    assert not still


def test_each_refusal_beside_a_show_is_by_its_rule(game):
    found = refusal_example_by_rule(game)
    assert found
    for rule, one in found.items():
        assert one.ruling is not None, rule
        assert one.ruling.rule == substitute_rule_by_nonrefusing_rule(game).get(rule, rule)
        assert one.ruling.code not in NO_REASON


def test_no_refusal_says_only_that_a_card_is_none_for_this(game):
    """Check the refusals. “That is not in your hand” is about no rule, unless the rule says where the card must be."""
    only = {rule for rule, one in refusal_example_by_rule(game).items() if one.ruling and one.ruling.code in NOT_THERE}
    assert only <= SAYS_WHERE


def test_each_rule_refuses_something_or_it_is_said_why_not(game):
    own, by, none = (
        refusal_example_by_rule(game),
        substitute_rule_by_nonrefusing_rule(game),
        no_refusal_reason_by_rule(game),
    )
    rules = sorted(id for id, rule in game.rules.items() if not rule.question)
    assert sorted({*own, *by, *none} & set(rules)) == rules
    assert not set(own) & set(none)
    assert not set(by) & set(none)
    assert set(by.values()) <= set(own)
    assert len({(one.position, one.choice) for one in own.values()}) == len(own)  # each has an act of its own
    for rule, show in rule_examples(game).items():
        if show.ruling is None and show.step is not None:
            made = displays(game.id)[rule]
            assert bool(made["unrefused"]) is (rule in none), rule
            assert rule in none or game.rules[rule].question or made["refused"], rule


def test_what_is_written_by_hand_stays_when_shows_are_found_anew(game):
    above, below = by_hand(game)
    assert above.startswith("# ")
    by_hand_alone = {"unrefused", "refused_by", "look", "refused_look", "only", "told", "beside", "other"}
    assert set(tomllib.loads(above + below)) <= by_hand_alone
    assert tomllib.loads(below)["unrefused"]


def test_no_show_tells_of_nothing(game):
    """Check for texts such as “Gains 0 camels”, which show no rule."""
    empty = re.compile(
        r"\b(gains|loses|pays|scores|gets|feeds|takes) 0\b|: 0 points for|makes 0 points|nothing to lose"
        r"|has no effect|no Gold to lose|discarded: nothing|, 0 owners|: 0 points, then"
    )
    found = {}
    for rule, show in rule_examples(game).items():
        if not game.rules[rule].question and show.ruling is None:
            first = next(line["text"] for line in displays(game.id)[rule]["step"]["told"] if line["cites"])
            if empty.search(first):
                found[rule] = first
    assert not found


def test_a_show_ends_before_the_next_income(game):
    """Check the end. A payment of a later rule would appear among the changes of this rule."""
    late = set()
    for rule, show in rule_examples(game).items():
        events = [event.rule for event in show.events] if show.ruling is None else []
        pays = next((n for n, id in enumerate(events) if id == INCOME.get(game.id)), len(events))
        about = [n for n, event in enumerate(show.events) if rule in (event.rule, *event.related_rules)]
        if about and about[0] < pays < len(events) and not rule.startswith("EMI-4."):
            late.add(rule)
    assert late <= WITH_INCOME


def test_the_rule_of_a_show_is_the_one_that_decides(game):
    """Check that the event or refusal cites the rule first. The exceptions are listed and were read once."""
    also = {
        rule
        for rule, show in rule_examples(game).items()
        if show.citation_kind in ("also", "asked") and not game.rules[rule].question
    }
    codes = [
        (event.code, {event.rule, *event.related_rules})
        for show in rule_examples(game).values()
        for event in show.events
    ]
    for rule in sorted(also):
        mine = {event.code for event in rule_examples(game)[rule].events if rule in event.related_rules}
        without = any(code in mine and rule not in cited for code, cited in codes)
        assert without or rule in RIDES.get(game.id, ()), f"{rule} comes with each {sorted(mine)}: does it decide?"


def test_rules_of_the_end_show_an_end_and_those_of_the_setup_a_setup(game):
    for rule, show in rule_examples(game).items():
        name = rule.partition("-")[2]
        if name.startswith(ENDS.get(game.id, "none")) and rule not in NO_END:
            assert isinstance(show.after.node, End), rule
        if name.startswith("1.") and rule not in NO_SETUP and show.step is not None and show.ruling is None:
            assert not isinstance(show.step, Action) or show.step.verb in SETUP_VERBS, rule


def test_a_rule_is_shown_by_a_ruling_of_its_own_only_where_it_settles_another(game):
    for rule, show in rule_examples(game).items():
        assert show.citation_kind != "settles" or game.rules[rule].question, rule


def test_what_follows_a_show_can_be_written_down_and_read_back(game):
    rng = Random(f"{game.id}/written")
    for show in rule_examples(game).values():
        s = show.before()
        for _ in range(3):
            if not s.agenda_frames or (isinstance(s.node, Decision) and not len(s.legal)):
                break  # over, or a position that no game comes to
            assert game.position(game.position_text(s)) == s, (show.rule, game.position_text(s))
            s.apply(choose_action(s, random_bot, rng) if isinstance(s.node, Decision) else s.node.sample(rng))


@pytest.mark.parametrize("name", TAUGHT)
def test_a_rule_within_reach_is_told_by_the_action(name):
    game = gamelib.game(name)
    s, rng, met, found = game.start(seats=game.seats[-1]), Random(7), set(), 0
    while s.agenda_frames and found < 5:
        if isinstance(s.node, Decision):
            near = reachable_unmet_rule(s.seen_by(s.node.seat), met, rng)
            if near is not None:
                rule, action = near
                assert rule not in met
                s.apply(action)
                assert rule in {event.rule for event in s.events}
                met.add(rule)
                found += 1
                continue
        s.apply(choose_action(s, random_bot, rng) if isinstance(s.node, Decision) else s.node.sample(rng))
    assert found == 5
