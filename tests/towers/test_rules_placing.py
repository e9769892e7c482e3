"""Placing a card (TOW-3)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from gamelib.games.towers.geometry import (
    ALL_CELLS,
    CELL_NUMBER,
    CELLS,
    EDGE_CELLS,
    FULL_MASK,
    CardSize,
    PlacementGeometry,
    cells_to_mask,
    covered_cell_tables,
    half_turn_mask,
)
from gamelib.games.towers.placement import placement_refusals
from tests.rules import rule
from tests.towers.build import GAME, cells, give, gone, occupy, play, put, refused, table, told

# Where a card of side A may go on a tower, and which other cells must then hold no symbol.
TABLE = {
    "LG": {"CG": "CE CN", "CN": "CE", "CE": "", "NE": "CE", "LE": "CE NE"},
    "NG": {"CE": "NE", "NE": "CE LE", "LE": "NE"},
    "CG": {"LG": "LE LN", "CE": "LE NE", "NE": "LE", "LE": "", "LN": "LE"},
    "LN": {"CG": "CN", "CN": "CE CG", "CE": "CN"},
    "CN": {"LG": "LN", "LE": "LN", "LN": "LE LG"},
    "LE": {"LG": "CG NG", "NG": "CG", "CG": "", "CN": "CG", "CE": "CG CN"},
    "NE": {"LG": "NG", "NG": "CG LG", "CG": "NG"},
    "CE": {"LG": "", "NG": "LG", "CG": "LG NG", "LE": "LG LN", "LN": "LG"},
}
SIDES = {"A": 0, "B": 1}
ALL = set(CELLS)


def lone(alignment: str, seat: int, occupied: str = "", suit: str = "KEY", **options):
    """Where a lone card may go on the Hammers tower."""
    s = table(mover=seat, **options)
    card = f"{suit}-{alignment}"
    give(s, seat, card)
    occupy(s, "Hammers", occupied)
    return s, cells(s, seat, card, "Hammers")


@rule("TOW-3.1", "TOW-4.4")
def test_only_own_cards_on_open_towers() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    give(s, 1, "KEY-CE")
    gone(s, "Books")
    assert refused(s, "place(KEY-CE,Keys,LG)").code == "not_your_card"
    assert refused(s, "place(STAR-CE,Keys,LG)").code == "not_your_card"
    assert refused(s, "place(HAMMER-N,Keys,LG)").code == "neutral_card"
    ruling = refused(s, "place(KEY-LG,Books,CE)")
    assert (ruling.code, ruling.rule) == ("tower_closed", "TOW-3.1")
    assert [r.code for r in placement_refusals(s, 0, "STAR-CE", "Books", "CE")] == ["not_your_card", "tower_closed"]


@rule("TOW-3.2")
def test_any_suit_may_go_on_any_tower() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    assert all(cells(s, 0, "KEY-LG", suit) == set(TABLE["LG"]) for suit in GAME.suits)


@rule("TOW-3.3", "TOW-A5")
def test_side_b_reads_the_opposite_alignment() -> None:
    for alignment in CELLS:
        opposite = CELLS[(CELL_NUMBER[alignment] + 4) % 8]
        assert lone(alignment, 0)[1] == set(TABLE[alignment])
        assert lone(alignment, 1)[1] == set(TABLE[opposite])
        assert lone(alignment, 1, rotate_by_side=False)[1] == set(TABLE[alignment])


@rule("TOW-3.3")
def test_the_sides_mirror_each_other_on_all_256_masks() -> None:
    geometry = GAME.geometry()
    for mask in range(256):
        assert half_turn_mask(half_turn_mask(mask)) == mask
        assert geometry.is_closed_mask[mask] == geometry.is_closed_mask[half_turn_mask(mask)]
        for lying in ALL_CELLS:
            seen = geometry.open_cell_masks[lying][mask]
            assert geometry.open_cell_masks[(lying + 4) % 8][half_turn_mask(mask)] == half_turn_mask(seen)


@rule("TOW-3.4", "TOW-A3")
def test_a_symbol_goes_to_one_of_eight_cells_but_never_its_own() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    for choice in ("place(KEY-LG,Keys,N)", "place(KEY-LG,Swords,LG)"):
        ruling = refused(s, choice)
        assert ruling.code == "no_such_place"
        assert "The Dance on" in GAME.describe(ruling)
    for alignment in CELLS:
        assert alignment not in lone(alignment, 0)[1]
    event = told(play(s, "place(KEY-LG,Keys,NE)"), "placed")
    assert event.values == {"card": "KEY-LG", "tower": "Keys", "cell": "NE"}


@rule("TOW-3.5", "TOW-A2")
@pytest.mark.parametrize("size", GAME.card_sizes, ids=lambda size: size.name)
def test_the_table_follows_from_the_rectangles(size: CardSize) -> None:
    geometry = PlacementGeometry(size)
    for lying, cell in product(ALL_CELLS, ALL_CELLS):
        found = TABLE[CELLS[lying]].get(CELLS[cell])
        assert geometry.hides_foundation[lying][cell] is (found is None)
        if found is not None:
            assert geometry.covered_cell_masks[lying][cell] == cells_to_mask(found.split())


@rule("TOW-3.5", "TOW-3.7")
def test_w3_a_corner_card_on_an_empty_tower() -> None:
    s, found = lone("LG", 0, suit="HAMMER")
    assert found == {"CG", "CN", "CE", "NE", "LE"}
    for cell in ("LG", "NG", "LN"):
        ruling = refused(s, f"place(HAMMER-LG,Hammers,{cell})")
        assert (ruling.code, ruling.rule) == ("covers_foundation", "TOW-3.5")
        assert ruling.remedy == "fits_at"


@rule("TOW-3.3", "TOW-3.7")
def test_w4_the_same_from_side_b_and_an_edge_card() -> None:
    assert lone("LG", 1)[1] == {"LE", "LN", "LG", "NG", "CG"}
    assert lone("NG", 0)[1] == {"LE", "NE", "CE"}
    assert lone("NG", 1)[1] == {"LG", "NG", "CG"}


@rule("TOW-3.7")
def test_corners_have_five_cells_and_edges_three() -> None:
    for alignment in CELLS:
        assert len(lone(alignment, 0)[1]) == (5 if len(alignment.replace("N", "")) == 2 else 3)


@rule("TOW-3.6", "TOW-3.13")
def test_w5_a_corner_symbol_blocks() -> None:
    found = {(side, a): lone(a, seat, "CG")[1] for side, seat in SIDES.items() for a in CELLS}
    fitting = {key: where for key, where in found.items() if where}
    assert fitting == {("A", "LG"): {"CN"}, ("A", "CE"): {"NG"}, ("B", "CE"): {"CN"}, ("B", "LG"): {"NG"}}


@rule("TOW-3.5", "TOW-3.6")
def test_w7_three_in_a_row() -> None:
    found = {a: lone(a, 0, "LG NG CG")[1] for a in CELLS}
    assert {a: where for a, where in found.items() if where} == {"LG": {"CN"}, "CG": {"LN"}}
    s, _ = lone("LE", 0, "LG NG CG")
    ruling = refused(s, "place(KEY-LE,Hammers,CN)")
    assert (ruling.code, ruling.values["covered"]) == ("covers_symbol", ("CG",))
    assert ruling.remedy == "fits_nowhere"
    assert "The Winged Serpent" not in GAME.describe(ruling)
    assert "CG" in GAME.describe(ruling)


@rule("TOW-3.5")
def test_every_covered_symbol_is_named() -> None:
    s, _ = lone("LE", 0, "NG CG CN")
    ruling = refused(s, "place(KEY-LE,Hammers,LG)")
    assert ruling.values["covered"] == ("NG", "CG")


@rule("TOW-3.6", "TOW-A4")
def test_next_to_means_side_by_side_and_king_adds_four_diagonals() -> None:
    s, found = lone("NG", 0, "CN", suit="STAR")
    assert found == {"CE"}
    ruling = refused(s, "place(STAR-NG,Hammers,NE)")
    assert (ruling.code, ruling.rule) == ("not_next_to_a_symbol", "TOW-3.6")
    assert ruling.values["taken"] == ("CN",)
    assert lone("NG", 0, "CN", adjacency="king")[1] == {"CE", "NE"}
    king = GAME.geometry("king")
    plain = GAME.geometry()
    extra = {
        (CELLS[a], CELLS[b])
        for a in ALL_CELLS
        for b in ALL_CELLS
        if (king.neighbour_masks[a] & ~plain.neighbour_masks[a]) >> b & 1
    }
    pairs = {("NG", "CN"), ("CN", "NE"), ("NE", "LN"), ("LN", "NG")}
    assert extra == pairs | {(b, a) for a, b in pairs}


@rule("TOW-3.8")
def test_a_taken_cell_stays_taken() -> None:
    s, _ = lone("LG", 0, "CE")
    ruling = refused(s, "place(KEY-LG,Hammers,CE)")
    assert (ruling.code, ruling.rule) == ("cell_taken", "TOW-3.8")


@rule("TOW-3.9")
def test_a_neutral_card_can_never_be_placed() -> None:
    s = table()
    s.caches[0] = ("KEY-N",)  # it never happens; the reason is there for a table that asks
    for cell in CELLS:
        (ruling,) = placement_refusals(s, 0, "KEY-N", "Hammers", cell)
        assert (ruling.code, ruling.rule) == ("neutral_card", "TOW-3.9")
    size = GAME.card_sizes[0]
    assert all(size.is_symbol_covered((x, y), (0, 0)) for x in (-1, 0, 1) for y in (-1, 0, 1))


@rule("TOW-3.10")
def test_bodies_may_overlap_where_there_is_no_symbol() -> None:
    s, found = lone("LG", 0, "NG")
    assert "CG" in found  # its body lies on the middle of the card at NG only if that shows no symbol
    s = table()
    give(s, 0, "KEY-NG")
    put(s, "Hammers", ("HAMMER-NE", 0, "NG"))  # centre (0, 2)
    put(s, "Hammers", ("HAMMER-CE", 0, "LG"))  # centre (-2, 2): the rectangles overlap
    a = s.geometry.size.rectangle((0, 2))
    b = s.geometry.size.rectangle((-2, 2))
    assert b[0] + b[2] > a[0]
    shown = ("TOW-3.2", "TOW-3.3", "TOW-3.10", "TOW-9.2", "TOW-3.7")
    assert told(play(s, "place(KEY-NG,Keys,NE)"), "placed").related_rules == shown


@rule("TOW-3.11")
def test_symbols_form_one_arc() -> None:
    for mask in GAME.geometry().reachable_masks:
        starts = [i for i in ALL_CELLS if mask >> i & 1 and not mask >> (i - 1) % 8 & 1]
        assert len(starts) == (0 if mask in (0, FULL_MASK) else 1)
    assert len(GAME.geometry().reachable_masks) == 58
    assert len(GAME.geometry("king").reachable_masks) == 133


@rule("TOW-3.12")
def test_a_free_corner_beside_a_taken_edge() -> None:
    fits = GAME.geometry().open_cell_masks
    # arcs that end on the edge NG, with the corner CG free and everything beyond it free or taken
    for length in range(1, 8):
        arc = sum(1 << (1 - i) % 8 for i in range(length))
        if arc >> 2 & 1:
            continue
        takes = {CELLS[a] for a in ALL_CELLS if fits[a][arc] >> 2 & 1}
        edge_free, corner_free = not arc >> 3 & 1, not arc >> 4 & 1
        expected = {"LE"} | ({"LN"} if edge_free else set()) | ({"LG"} if edge_free and corner_free else set())
        assert takes == expected


@rule("TOW-3.13")
def test_a_free_edge_beside_a_taken_corner() -> None:
    fits = GAME.geometry().open_cell_masks
    for length in range(1, 7):
        arc = sum(1 << (2 - i) % 8 for i in range(length))  # it ends on the corner CG; CN is free
        takes = {CELLS[a] for a in ALL_CELLS if fits[a][arc] >> 3 & 1}
        assert takes == ({"LG"} if not arc >> 4 & 1 else set())


@rule("TOW-3.4", "TOW-3.5", "TOW-A2")
def test_free_bodies_need_only_an_empty_cell_next_to_a_symbol() -> None:
    for alignment in CELLS:
        assert lone(alignment, 0, body="free")[1] == ALL
        assert lone(alignment, 1, "CG CN", body="free")[1] == {"NG", "CE"}
    free = GAME.geometry(body="free")
    assert [mask for mask in sorted(free.reachable_masks) if free.is_closed_mask[mask]] == [FULL_MASK]


@rule("TOW-3.5")
def test_the_reasons_stand_in_order() -> None:
    s, _ = lone("LG", 0, "LG NG CG")
    found = [r.code for r in placement_refusals(s, 0, "KEY-LG", "Hammers", "LG")]
    assert found == ["cell_taken", "covers_foundation", "covers_symbol"]
    found = [r.code for r in placement_refusals(s, 0, "STAR-CE", "Hammers", "CE")]
    assert found == ["not_your_card", "covers_foundation", "covers_symbol", "not_next_to_a_symbol"]


def test_fits_and_faults_say_the_same_everywhere() -> None:
    for adjacency, body in product(("orthogonal", "king"), ("geometric", "free")):
        geometry = GAME.geometry(adjacency, body)
        for lying, cell, mask in product(ALL_CELLS, ALL_CELLS, range(256)):
            assert (not geometry.placement_faults(lying, cell, mask)) is bool(
                geometry.open_cell_masks[lying][mask] >> cell & 1
            )


@rule("TOW-3.5", "TOW-3.6")
def test_refusals_count_the_symbols_right() -> None:
    for occupied, cell, words in (
        ("CE", "CG", "would hide 1 symbol at CE."),
        ("CN CE", "CG", "would hide 2 symbols at CN and CE."),
        ("LG", "CE", "CE on Hammers: it isn’t next to another symbol. A symbol is at LG."),
        ("LG NG", "CE", "CE on Hammers: it isn’t next to another symbol. Symbols are at LG and NG."),
    ):
        s, _ = lone("LG", 0, occupied)
        assert words in GAME.describe(refused(s, f"place(KEY-LG,Hammers,{cell})"))


def facts(geometry: PlacementGeometry) -> dict[str, bool]:
    """Whether what a rule says without its last sentence, on options, is true of these tables."""
    hidden, on_foundation = covered_cell_tables(geometry.size)
    corners = [cell for cell in ALL_CELLS if cell not in EDGE_CELLS]
    fits = [
        (lying, cell, mask)
        for mask in geometry.reachable_masks
        for lying in ALL_CELLS
        for cell in ALL_CELLS
        if geometry.open_cell_masks[lying][mask] >> cell & 1
    ]
    takes = Counter((mask, cell) for _, cell, mask in fits)

    def taken(mask: int, cell: int) -> int:
        return mask >> cell % 8 & 1

    open_places = [(mask, cell) for mask in geometry.reachable_masks for cell in ALL_CELLS if not taken(mask, cell)]
    beside = [(mask, cell) for mask, cell in open_places if taken(mask, cell - 1) or taken(mask, cell + 1)]
    return {
        "TOW-3.5": not any(hidden[lying][cell] & mask or on_foundation[lying][cell] for lying, cell, mask in fits),
        "TOW-3.6": all(taken(mask, cell - 1) or taken(mask, cell + 1) for _, cell, mask in fits if mask),
        "TOW-3.7": all(geometry.open_cell_masks[a][0].bit_count() == (3 if a in EDGE_CELLS else 5) for a in ALL_CELLS),
        "TOW-3.11": all(
            sum(taken(mask, cell) > taken(mask, cell - 1) for cell in ALL_CELLS) <= 1
            for mask in geometry.reachable_masks
        ),
        "TOW-3.12": all(
            ((cell + 4) % 8, cell, mask) in fits and takes[mask, cell] <= 3 for mask, cell in beside if cell in corners
        ),
        "TOW-3.13": all(
            takes[mask, cell] == 1 - (taken(mask, cell - 1) and taken(mask, cell + 1))
            for mask, cell in beside
            if cell in EDGE_CELLS
        ),
        "TOW-5.2": all(
            geometry.is_closed_mask[mask]
            == (mask == FULL_MASK or mask in [FULL_MASK ^ 1 << edge for edge in EDGE_CELLS])
            for mask in geometry.reachable_masks
        ),
    }


@rule(*facts(GAME.geometry()))
def test_texts_on_placing_name_the_options_that_change_them() -> None:
    """A text is true by the default options; each option that makes it false by itself is named in it."""
    assert all(facts(GAME.geometry()).values())
    for option, other in (("adjacency", "king"), ("body", "free")):
        for id, is_true in facts(GAME.geometry(**{option: other})).items():
            told = GAME.rules[id]
            assert is_true or (option in told.options and " option" in told.text), (id, option)
    for id, is_true in facts(GAME.geometry("king", "free")).items():
        assert is_true or " option" in GAME.rules[id].text, id


def test_every_rule_with_an_option_says_what_it_does() -> None:
    for entry in GAME.rules.values():
        assert not entry.options or any(word in entry.text.lower() for word in ("option", "switch")), entry.id
