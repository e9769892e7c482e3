"""What the teacher's board shows: pupils and their reports in, plain JSON out. No clock, no store, no server here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..chart.look import band95
from ..lesson.plan import CHIPS
from ..lesson.report import OTHER, RIGHT, TRAIL
from ..lesson.score import misplaced, shares, spread
from ..page import Json
from .course import Course
from .store import YES, Member

NEAR = 3
"""So many chips misplaced is a good prediction."""
SAME = 2
"""So many chips away from an even spread is one."""
SURE_FROM = 75
"""Per cent from which on somebody is sure."""
WAYS = ("near the exact chances", "spread evenly", "most on one outcome", "another picture")

Reports = Mapping[int, Json]


def board(course: Course, pupils: Sequence[Member], reports: Reports, plays: Reports) -> Json:
    """Everything that a board shows of a lesson; `reports` and `plays` by the pupil's id."""
    return {
        "steps": course.steps,
        "what": course.plan.experiment.what,
        "go": course.plan.experiment.go,
        "pupils": [_pupil(one, reports.get(one.id)) for one in pupils],
        "predictions": predictions(course, list(reports.values())),
        "answers": answers(course, list(reports.values())),
        "rolls": rolls(course, pupils, reports),
        "round": round_of(course, pupils, plays),
        "shown": [_shown(course, one, reports[one.id]) for one in pupils if one.consent == YES and one.id in reports],
    }


def _pupil(one: Member, told: Json | None) -> Json:
    """A row: who, where, since when; `again`: steps that took more than one try."""
    row: Json = {"n": one.number, "name": one.name, "face": one.face, "since": one.since, "told": one.told,
                 "coded": one.coded, "consent": one.consent, "step": one.step, "done": [], "again": [],
                 "runs": 0, "put": False}  # fmt: skip
    if told:
        row |= {"step": told["at"], "done": told["done"], "runs": sum(told["counts"]), "put": bool(told["chips"])}
        if any(one and one["tries"] > 1 for one in told["answers"]):
            row["again"] = ["check"]
    return row


# -- predictions ---------------------------------------------------------------------------------


def predictions(course: Course, reports: Sequence[Json]) -> Json:
    """All chips of the class over the exact chances, and by how they lie."""
    put = [told["chips"] for told in reports if told["chips"]]
    groups: dict[str, list[list[int]]] = {}
    for chips in put:
        groups.setdefault(way(course, chips), []).append(chips)
    return {
        "names": course.names,
        "exact": course.exact,
        "told": course.told,
        "asked": [i in course.hits for i in range(len(course.names))] if not course.mean else [],
        "put": len(put),
        "class": _mean(put, len(course.names)),
        "answer": str(course.plan.values["exact"]),
        "ask": course.plan.question.ask(**course.plan.settings),
        "groups": [{"words": words, "n": len(groups[words]), "chips": _mean(groups[words], len(course.names))}
                   for words in WAYS if words in groups],
    }  # fmt: skip


def way(course: Course, chips: Sequence[int]) -> str:
    """How a prediction looks."""
    names, exact = course.plan.bets()
    said = shares(dict(zip(names, chips, strict=True)))
    even = shares(spread(names, CHIPS))
    if misplaced(said, exact, CHIPS) <= NEAR:
        return WAYS[0]
    if misplaced(said, even, CHIPS) <= SAME:
        return WAYS[1]
    return WAYS[2] if 2 * max(chips) >= CHIPS else WAYS[3]


def _mean(put: Sequence[Sequence[int]], columns: int) -> list[float]:
    """The share of all chips on each outcome."""
    return [sum(chips[i] for chips in put) / (CHIPS * len(put)) if put else 0.0 for i in range(columns)]


# -- answers -------------------------------------------------------------------------------------


def answers(course: Course, reports: Sequence[Json]) -> list[Json]:
    """Of each question: how many answered, and what the first answers stand for, each with how sure they were."""
    found = []
    for number, check in enumerate(course.checks):
        tried = [told["answers"][number] for told in reports if told["answers"][number]]
        rows = []
        for meant in (RIGHT, *range(len(check.mistakes)), OTHER):
            first = sorted((one["sure"] for one in tried if one["first"] == meant), reverse=True)
            if meant == RIGHT:
                words, reply = "Right", ""
            elif meant == OTHER:
                words, reply = "Another answer", "Let one of them tell how it was found."
            else:
                words, reply = check.mistakes[meant].name, check.mistakes[meant].reply
            if first or meant >= RIGHT:
                rows.append({"words": words, "reply": reply, "sure": first, "right": meant == RIGHT,
                             "now": sum(one["now"] == meant for one in tried)})  # fmt: skip
        found.append({
            "title": check.title, "ask": check.ask, "exact": check.exact, "rows": rows, "tried": len(tried),
            "right": sum(one["first"] == RIGHT for one in tried),
            "after": sum(one["now"] == RIGHT and not one["told"] for one in tried),
            "sure_wrong": sum(one["first"] != RIGHT and one["sure"] >= SURE_FROM for one in tried),
            "still": sum(one["now"] != RIGHT and one["sure"] >= SURE_FROM for one in tried),
        })  # fmt: skip
    return found


# -- rolls ---------------------------------------------------------------------------------------


def rolls(course: Course, pupils: Sequence[Member], reports: Reports) -> Json:
    """All runs of the lesson in one picture: each pupil's share as it ran, and the class together."""
    own = [(one, reports[one.id]) for one in pupils if one.id in reports and sum(reports[one.id]["counts"])]
    counts = [sum(told["counts"][i] for one, told in own if not one.coded) for i in range(len(course.names))]
    hits = sum(told["counts"][i] for _, told in own for i in course.hits)
    total = sum(sum(told["counts"]) for _, told in own)
    lines = [_line(course, one, told) for one, told in own]
    return _picture(course, counts, hits, total, lines)


def _line(course: Course, one: Member, told: Json) -> Json:
    runs = sum(told["counts"])
    share = sum(told["counts"][i] for i in course.hits) / runs
    return {"n": one.number, "face": one.face, "share": share, "runs": runs,
            "trail": [] if course.mean else told["trail"]}  # fmt: skip


def round_of(course: Course, pupils: Sequence[Member], plays: Reports) -> Json:
    """What came in a round of the class, as a picture like that of all runs."""
    own = [(one, plays[one.id]["at"]) for one in pupils if one.id in plays]
    counts = Counter(at for _, came in own for at in came)
    hits = sum(at in course.hits for _, came in own for at in came)
    lines = []
    for one, came in own:
        hit = [at in course.hits for at in came]
        trail = [sum(hit[: n + 1]) / (n + 1) for n in range(len(hit))]
        lines.append({"n": one.number, "face": one.face, "share": trail[-1], "runs": len(came), "trail": trail,
                      "say": plays[one.id]["say"]})  # fmt: skip
    return _picture(course, [counts[i] for i in range(len(course.names))], hits, counts.total(), lines)


def _picture(course: Course, counts: list[int], hits: int, total: int, lines: list[Json]) -> Json:
    return {
        "names": course.names, "counts": counts, "exact": course.exact, "hit": course.hits, "words": course.hit_words,
        "hits": hits, "total": total, "share": course.share,
        "band": list(band95(hits, total)) if total else [], "pupils": lines, "together": together(lines),
    }  # fmt: skip


def together(lines: Sequence[Json]) -> list[list[float]]:
    """The share of the class as if all made their first run, then all their second, and so on: [runs, share]."""
    found = []
    for k in range(1, max((len(line["trail"]) for line in lines), default=0) + 1):
        runs = sum(min(k, len(line["trail"])) for line in lines)
        hits = sum(line["trail"][min(k, len(line["trail"])) - 1] * min(k, len(line["trail"])) for line in lines
                   if line["trail"])  # fmt: skip
        found.append([runs, round(hits / runs, 4)])
    last = [sum(line["runs"] for line in lines), sum(line["share"] * line["runs"] for line in lines)]
    if last[0] and (not found or last[0] > found[-1][0]) and all(line["runs"] >= TRAIL for line in lines):
        found.append([last[0], round(last[1] / last[0], 4)])
    return found


def _shown(course: Course, one: Member, told: Json) -> Json:
    """The picture of a pupil who lets the class see it."""
    total = sum(told["counts"])
    own = sum((Fraction(told["chips"][i], CHIPS) for i in course.hits), Fraction(0)) if told["chips"] else None
    return {"n": one.number, "name": one.name, "face": one.face, "names": course.names, "exact": course.exact,
            "chips": [n / CHIPS for n in told["chips"]], "runs": total,
            "counts": [n / total for n in told["counts"]] if total else [],
            "own": float(own) if own is not None else None}  # fmt: skip
