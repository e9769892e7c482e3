"""What the printed text tells of the cards: the house deck must bear it out, whatever changes in cards.toml."""

from __future__ import annotations

import tomllib

from tests.harem.build import GAME

TABLES = tomllib.loads((GAME.folder / "cards.toml").read_text(encoding="utf-8"))


def of(kind: str) -> list[dict]:
    return [row for row in TABLES["master"] if row["type"] == kind]


def raised(row: dict) -> dict[str, int]:
    """The skills that a lesson or an ornament raises."""
    return {skill: row[skill] for skill in "DSC" if row.get(skill)}


def points(kind: str, skill: str) -> int:
    return sum(row["count"] * row.get(skill, 0) for row in of(kind))


def test_the_decks_have_their_printed_sizes_and_cards():
    assert sum(row["count"] for row in TABLES["master"]) == 81
    assert len(TABLES["harem"]) == 20
    counts = {row["id"]: row["count"] for row in TABLES["master"]}
    assert counts["GUARD"] == 2 * GAME.seats[-1], "the most that can stand"
    assert counts["PN-SHUFFLE"] == counts["PN-OVER"] == 1
    assert min(counts[card] for card in ("KIS-TREASURE", "PN-LACK", "PN-CARAVAN")) >= 1
    assert {row["value"] for row in of("gold")} == {1, 2, 3}


def test_lessons_and_ornaments():
    """Lessons of one and of two points are named, some raise exactly two skills; what adorns raises the third."""
    lessons = [raised(row) for row in of("enhancement")]
    assert {1, 2} <= {own["S"] for own in lessons if own.keys() == {"S"}}
    assert {len(own) for own in lessons} == {1, 2}
    assert max(max(own.values()) for own in lessons) <= 3, "from 1 to 4: a larger one could never be used"
    assert points("jewelry", "D") == points("jewelry", "S") == 0
    assert points("jewelry", "C") > points("enhancement", "C"), "the third skill mostly by ornaments"
    assert min(points("enhancement", skill) for skill in "DS") > points("enhancement", "C")
    assert 4 in {row["value"] for row in of("jewelry")}


def test_raids():
    """Some are weak; one takes two gold at most and cards instead; the more gold, the weaker."""
    rows = sorted(of("sultans_wrath"), key=lambda row: row["modifier"])
    raids = [(row["modifier"], dict(row["modes"])) for row in rows]
    assert raids[0][0] < 0 < raids[-1][0]
    assert any(modes.get("gold") == 2 and "hand" in modes for _, modes in raids)
    gold = [modes["gold"] for _, modes in raids if "gold" in modes]
    assert gold == sorted(gold, reverse=True)
    assert all(len(modes) >= 2 for _, modes in raids)


def test_gems():
    """Some rolls are worth nothing, one 4, the best more than two of the dearest Gold; the mean is that of one."""
    for name in ("A", "B"):
        values = TABLES["gem_tables"][name]["values"].values()
        assert {0, 4} <= set(values)
        assert max(values) > 6
        assert list(values) == sorted(values)


def test_companions():
    rows = TABLES["harem"]
    skills = [tuple(row[skill] for skill in "DSC") for row in rows]
    assert {points for own in skills for points in own} == {1, 2, 3, 4}
    assert len(set(skills)) == 20
    assert any(row["base"] == 6 for row in rows)
    assert max(row["base"] for row in rows) < 12
    powers = [row["power"] for row in rows if "power" in row]
    assert sum(power != "WATCHFUL" for power in powers) > 10, "most act once, or once a turn"
    assert "MOVE_ENH" in powers


def test_what_we_chose_is_marked():
    """Only what the text names is `printed`: no count but those of the two cards that there are once."""
    printed = {row["id"] for row in TABLES["master"] if row["source"]["count"] != "house"}
    assert printed == {"PN-SHUFFLE", "PN-OVER"}
    assert {row["source"] for row in TABLES["harem"]} == {"house"}
    named = {row["id"] for row in of("enhancement") if row["source"]["others"] != "house"}
    assert named == {"ENH-S1"}
