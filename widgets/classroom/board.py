"""What the teacher's board shows: pupils and their reports in, plain JSON out. No clock, no store, no server here."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gamelib.number_format import format_percent, join_words, round_half_up
from gamelib.tools.confidence_interval import binomial_probabilities, wilson_interval_95

from ..lesson.fit import fit_of_all
from ..lesson.limits import TOLD
from ..lesson.plan import CHIPS
from ..lesson.report import OTHER, RIGHT
from ..page.protocol import Json
from .course import Check, ClassGoal, Course
from .room import CHIPS_AGAIN
from .store import YES, Member

NEAR = 3
"""So many chips misplaced is a good prediction."""
SAME = 2
"""So many chips away from an even spread is one."""
MOST_LINES = 4
"""So many lines of arithmetic stand beside an answer."""
MOST_POOLS = 8
"""So many settings of dashboards get a picture."""
SURE_FROM = 75
"""Per cent from which on somebody is sure."""
HOW = ("own work", "with hints", "told")
"""How somebody came to the last answer of a question: alone, with hints of the page, or after it was told."""
WAYS = ("near the exact chances", "spread evenly", "most on one outcome", "another picture")

Reports = Mapping[int, Json]
Rounds = Sequence[tuple[int, Reports]]
"""The rounds of the class: how many runs each, and what came."""
Votes = Mapping[str, Sequence[Reports]]
"""What about -> the voices of its first vote, and of the one after the talk."""


def board(course: Course, pupils: Sequence[Member], reports: Reports, rounds: Rounds, votes: Votes) -> Json:
    """Everything that a board shows of a lesson; all is given by the pupil's id."""
    plays = rounds[-1][1] if rounds else {}
    return {
        "steps": course.steps,
        "what": course.plan.experiment.what,
        "go": course.plan.experiment.go,
        "pupils": [row(one, reports.get(one.id)) for one in pupils],
        "predictions": predictions(course, list(reports.values()), votes.get(CHIPS_AGAIN, ())),
        "answers": answers(course, list(reports.values()), votes),
        "rolls": rolls(course, pupils, reports),
        "data": data(course, list(reports.values())),
        "round": round_of(course.goal, pupils, plays),
        "games": games(course.goal, rounds),
        "shown": [
            shown(course, one, reports[one.id]) | {"n": one.number, "name": one.name, "exact": course.exact}
            for one in pupils
            if one.consent == YES and one.id in reports
        ],
    }


def row(one: Member, told: Json | None = None) -> Json:
    """A row: who, where, since when; `again`: steps that took more than one try; `shown`: steps that were shown; how
    many answers are right by `own` work or were `hinted`, and how many were `given`."""
    entry: Json = {
        "n": one.number,
        "name": one.name,
        "face": one.face,
        "joined": one.joined,
        "since": one.since,
        "told": one.told,
        "coded": one.coded,
        "consent": one.consent,
        "step": one.step,
        "done": [],
        "again": [],
        "shown": [],
        "hints": 0,
        "runs": 0,
        "put": False,
        "own": 0,
        "hinted": 0,
        "given": 0,
    }
    if told:
        entry |= {"step": told["at"], "done": told["done"], "runs": sum(told["counts"]), "put": bool(told["chips"])}
        entry["shown"] = told.get("shown", [])
        answers = [one for one in told["answers"] if one]
        entry["hints"] = sum(one["hints"] for one in answers)
        right = [how(one) for one in answers if one["now"] == RIGHT]
        entry |= {
            "own": right.count(HOW[0]),
            "hinted": right.count(HOW[1]),
            "given": sum(one["told"] for one in answers),
        }
        if any(one and (one["tries"] > 1 or one.get("more")) for one in told["answers"]):
            entry["again"] = ["check"]
    return entry


# -- predictions ---------------------------------------------------------------------------------


def predictions(course: Course, reports: Sequence[Json], again: Sequence[Reports] = ()) -> Json:
    """All chips of the class over the exact chances, and by how they lie; `after`: those put down once more.

    `shapes` are the groups as they may be told before the exact chances are shown.
    """
    put = [told["chips"] for told in reports if told["chips"]]
    after = [voice["chips"] for voice in again[-1].values()] if again else []
    groups: dict[str, list[list[int]]] = {}
    shapes: dict[str, list[list[int]]] = {}
    for chips in put:
        groups.setdefault(way(course, chips), []).append(chips)
        shapes.setdefault(shape(course, chips), []).append(chips)
    return {
        "names": course.names,
        "exact": course.exact,
        "told": course.told,
        "asked": [i in course.hits for i in range(len(course.names))] if not course.mean else [],
        "put": len(put),
        "lines": _lines(told for told in reports if told["chips"]),
        "class": _mean(put, len(course.names)),
        "off": _off(course, put),
        "own": _own(course, put),
        "after": {
            "put": len(after),
            "class": _mean(after, len(course.names)),
            "off": _off(course, after),
            "own": _own(course, after),
        },
        "most": most(course),
        "came": came_off(course, put, after),
        "answer": str(course.plan.values["exact"]),
        "ask": course.plan.question.prompt_text(**course.plan.settings),
        "groups": [_group(course, words, groups[words]) for words in WAYS if words in groups],
        "shapes": [_group(course, words, shapes[words]) for words in WAYS if words in shapes],
    }


def most(course: Course) -> str:
    """What comes most often, in a sentence: one outcome, several alike, or all alike."""
    top = max(course.chances)
    names = [f"“{name}”" for name, p in zip(course.names, course.chances, strict=True) if p == top]
    often = format_percent(top)
    if len(names) == len(course.names):
        return f"All come equally often: each with {often}."
    if len(names) > 1:
        return f"{join_words(names)} come most often: each with {often}."
    return f"{names[0]} comes most often: {often}."


def came_off(course: Course, put: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> str:
    """How many chips lay wrong: those of the pupils, each for itself, and those of all heaps together."""
    if not after:
        return ""
    return (
        f"Of 100 chips of a pupil {_own(course, put)} lay on the wrong place on average, and {_own(course, after)} "
        f"do now. All heaps together: {_off(course, put)}, and now {_off(course, after)}."
    )


def _group(course: Course, words: str, put: Sequence[Sequence[int]]) -> Json:
    return {"words": words, "n": len(put), "chips": _mean(put, len(course.names))}


def way(course: Course, chips: Sequence[int]) -> str:
    """How a prediction looks beside the exact chances."""
    return WAYS[0] if course.lies(chips)[0] <= NEAR else shape(course, chips)


def shape(course: Course, chips: Sequence[int]) -> str:
    """How a prediction looks by itself."""
    if course.lies(chips)[1] <= SAME:
        return WAYS[1]
    return WAYS[2] if 2 * max(chips) >= CHIPS else WAYS[3]


def _mean(put: Sequence[Sequence[int]], columns: int) -> list[float]:
    """The share of all chips on each outcome."""
    return [sum(chips[i] for chips in put) / (CHIPS * len(put)) if put else 0.0 for i in range(columns)]


def _off(course: Course, put: Sequence[Sequence[int]]) -> int:
    """Of 100 chips of all heaps together, how many lie on the wrong place: errors to both sides cancel out."""
    return int(
        round_half_up(50 * sum(abs(a - b) for a, b in zip(_mean(put, len(course.names)), course.exact, strict=True)))
    )


def _own(course: Course, put: Sequence[Sequence[int]]) -> int:
    """Of 100 chips of a pupil, how many lie on the wrong place, on average."""
    off = [course.lies(chips)[0] for chips in put]
    return int(round_half_up(sum(off) * 100 / (CHIPS * len(off)))) if off else 0


def how(answer: Json) -> str:
    """How a pupil has come to an answer."""
    return HOW[2] if answer["told"] else HOW[1] if answer["hints"] else HOW[0]


# -- answers -------------------------------------------------------------------------------------


def answers(course: Course, reports: Sequence[Json], votes: Votes | None = None) -> list[Json]:
    """Of each question: how many answered, what the first answers stand for, each with how sure they were, and how the
    class has voted on it, before and after a talk."""
    gathered = []
    for number, check in enumerate(course.votable):
        asked = number < len(course.checks)
        tried = [told["answers"][number] for told in reports if told["answers"][number]] if asked else []
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
                rows.append(
                    {
                        "words": words,
                        "reply": reply,
                        "sure": first,
                        "right": meant == RIGHT,
                        "now": sum(one["now"] == meant for one in tried),
                        "said": sum(one["first"] == meant and one.get("said", False) for one in tried),
                        "lines": _lines(one for one in tried if one["first"] == meant),
                    }
                )
        gathered.append(
            {
                "title": check.title,
                "ask": check.ask,
                "riddle": not asked,
                "link": check.link,
                "exact": check.exact,
                "rows": rows,
                "tried": len(tried),
                "right": sum(one["first"] == RIGHT for one in tried),
                "after": sum(one["now"] == RIGHT for one in tried),
                "told": sum(one["told"] for one in tried),
                "how": [sum(how(one) == words and one["now"] == RIGHT for one in tried) for words in HOW],
                "sure_wrong": sum(one["first"] != RIGHT and one["sure"] >= SURE_FROM for one in tried),
                "still": sum(one["now"] != RIGHT and one["sure"] >= SURE_FROM for one in tried),
                "options": [_option(check, text, meant) for text, meant in check.options],
                "votes": [_voices(check, voices) for voices in (votes or {}).get(str(number), ())],
            }
        )
    return gathered


def _lines(answers: Iterable[Json]) -> list[str]:
    """Lines of arithmetic that pupils have written, each once, those of most pupils first."""
    written = Counter(line for one in answers for line in dict.fromkeys(one.get("lines", ())))
    return [line for line, _ in written.most_common(MOST_LINES)]


def _option(check: Check, text: str, meant: int) -> Json:
    mistake = check.mistakes[meant] if meant > RIGHT else None
    return {
        "text": text,
        "right": meant == RIGHT,
        "words": mistake.name if mistake else "",
        "reply": mistake.reply if mistake else "",
    }


def _voices(check: Check, voices: Reports) -> Json:
    """A vote: how many spoke, and for each option how sure those were who took it."""
    rows = [
        sorted((one["sure"] for one in voices.values() if one["meant"] == meant), reverse=True)
        for _, meant in check.options
    ]
    return {"n": len(voices), "sure": rows}


# -- rolls ---------------------------------------------------------------------------------------


def rolls(course: Course, pupils: Sequence[Member], reports: Reports) -> Json:
    """All runs of the lesson in one picture: each pupil's share as it ran, and the class together."""
    own = [(one, reports[one.id]) for one in pupils if one.id in reports and sum(reports[one.id]["counts"])]
    counts = [sum(told["counts"][i] for one, told in own if not one.coded) for i in range(len(course.names))]
    hits = sum(told["counts"][i] for _, told in own for i in course.hits)
    total = sum(sum(told["counts"]) for _, told in own)
    lines = [_line(course.goal, one, told) for one, told in own]
    return _picture(course.goal, counts, hits, total, lines)


def data(course: Course, reports: Sequence[Json]) -> list[Json]:
    """What pupils have tallied themselves, all tallies of one model together; a model without any is left out.

    `says`: how often the model itself is as far off.
    """
    models = list(course.plan.step("data").more["models"].items()) if course.plan.has("data") else []
    rolls = []
    for number, (words, made) in enumerate(models):
        own = [told["data"][1] for told in reports if told.get("data") and told["data"][0] == number]
        counts = [sum(column) for column in zip(*own, strict=True)]
        if not sum(counts):
            continue
        dist = made.outcomes()
        rolls.append(
            {
                "words": words,
                "names": [made.name(outcome) for outcome in dist],
                "counts": counts,
                "exact": [float(dist.p(outcome)) for outcome in dist],
                "hit": list(range(len(dist))),
                "total": sum(counts),
                "pupils": len(own),
                "says": fit_of_all(tuple(counts), tuple(dist.p(outcome) for outcome in dist)).says,
            }
        )
    return rolls


def _line(goal: ClassGoal, one: Member, told: Json) -> Json:
    runs = sum(told["counts"])
    share = sum(told["counts"][i] for i in goal.hits) / runs
    return {
        "n": one.number,
        "face": one.face,
        "share": share,
        "runs": runs,
        "trail": [] if goal.mean else told["trail"],
    }


def pools(pupils: Sequence[Member], told: Sequence[tuple[int, str, Json]]) -> list[Json]:
    """The runs of dashboards, those of one setting in one picture; the settings that most have chosen come first.
    `said`: how many of them a pupil's browser alone has told of."""
    members = {one.id: one for one in pupils}
    gathered: dict[str, Json] = {}
    for pupil, setting, said in told:
        page = setting.partition("#")[0]
        if pupil in members and sum(said["counts"]):
            about = said["about"]
            pool = gathered.setdefault(json.dumps([page, about]), {"page": page, "about": about, "own": []})
            pool["own"].append((members[pupil], said))
    pictures = []
    for id, pool in gathered.items():
        about, own = pool["about"], pool["own"]
        goal = ClassGoal(*(about[name] for name in ("names", "exact", "hits", "words", "share")))
        counts = [sum(said["counts"][i] for _, said in own) for i in range(len(goal.names))]
        picture = _picture(
            goal, counts, sum(counts[i] for i in goal.hits), sum(counts), [_line(goal, one, said) for one, said in own]
        )
        pictures.append(
            {
                "id": f"{zlib.crc32(id.encode()):08x}",
                "page": pool["page"],
                "ask": about["ask"],
                "line": about.get("line", ""),
                "said": sum(said.get("said", False) for _, said in own),
                **picture,
            }
        )
    return sorted(pictures, key=lambda one: (-len(one["pupils"]), -one["total"]))[:MOST_POOLS]


def models(pupils: Sequence[Member], told: Sequence[tuple[int, str, Json]], sent: Sequence[str]) -> list[Json]:
    """Who has run a model of one's own in the Builder, by the last one; its picture only with the pupil's yes."""
    last, rows = own_models(told, sent), []
    for one in pupils:
        if one.id in last:
            row: Json = {"n": one.number, "name": one.name, "face": one.face, "consent": one.consent, "picture": None}
            if one.consent == YES:
                about, counts = last[one.id]["about"], last[one.id]["counts"]
                row["picture"] = {
                    "line": about["line"],
                    "ask": about["ask"],
                    "names": about["names"],
                    "counts": counts,
                    "exact": about["exact"],
                    "hit": about["hits"],
                    "total": sum(counts),
                    "said": last[one.id].get("said", False),
                }
            rows.append(row)
    return rows


def own_models(told: Sequence[tuple[int, str, Json]], sent: Sequence[str]) -> dict[int, Json]:
    """By the pupil's id: the runs of the last model that the teacher has not sent."""
    return {pupil: said for pupil, _, said in told if said["about"].get("line") not in sent}


def shown_model(one: Member, said: Json) -> Json:
    """A pupil's own model, as other pupils may see it: no name, nothing exact."""
    total = sum(said["counts"])
    return {
        "face": one.face,
        "names": said["about"]["names"],
        "chips": [],
        "runs": total,
        "counts": [n / total for n in said["counts"]],
        "line": said["about"]["line"],
    }


def games(goal: ClassGoal, rounds: Rounds) -> Json:
    """Rounds in which everybody made one run: how many of the class had a hit, among how many that could have been."""
    once = [plays for rolls, plays in rounds if rolls == 1 and plays]
    won = [{"n": len(plays), "hits": sum(one["at"][0] in goal.hits for one in plays.values())} for plays in once]
    if not won:
        return {"won": [], "chances": []}
    n, p = won[-1]["n"], goal.share
    return {"won": won, "chances": binomial_probabilities(n, p)}


def round_of(goal: ClassGoal, pupils: Sequence[Member], plays: Reports) -> Json:
    """What came in a round of the class, as a picture like that of all runs."""
    own = [(one, plays[one.id]["at"]) for one in pupils if one.id in plays]
    counts = Counter(at for _, came in own for at in came)
    hits = sum(at in goal.hits for _, came in own for at in came)
    lines = []
    for one, came in own:
        hit = [at in goal.hits for at in came]
        trail = [sum(hit[: n + 1]) / (n + 1) for n in range(len(hit))]
        lines.append(
            {
                "n": one.number,
                "face": one.face,
                "share": trail[-1],
                "runs": len(came),
                "trail": trail,
                "say": plays[one.id]["say"],
                "at": came[-1],
            }
        )
    return _picture(goal, [counts[i] for i in range(len(goal.names))], hits, counts.total(), lines)


def _picture(goal: ClassGoal, counts: list[int], hits: int, total: int, lines: list[Json]) -> Json:
    return {
        "names": goal.names,
        "counts": counts,
        "exact": goal.exact,
        "hit": goal.hits,
        "words": goal.words,
        "hits": hits,
        "total": total,
        "share": goal.share,
        "band": list(wilson_interval_95(hits, total)) if total else [],
        "pupils": lines,
        "together": together(lines),
    }


def together(lines: Sequence[Json]) -> list[list[float]]:
    """The share of the class as if all made their first run, then all their second, and so on: [runs, share]."""
    points = []
    for k in range(1, max((len(line["trail"]) for line in lines), default=0) + 1):
        runs = sum(min(k, len(line["trail"])) for line in lines)
        hits = sum(
            line["trail"][min(k, len(line["trail"])) - 1] * min(k, len(line["trail"]))
            for line in lines
            if line["trail"]
        )
        points.append([runs, round(hits / runs, 4)])
    last = [sum(line["runs"] for line in lines), sum(line["share"] * line["runs"] for line in lines)]
    if last[0] and (not points or last[0] > points[-1][0]) and all(line["runs"] >= TOLD for line in lines):
        points.append([last[0], round(last[1] / last[0], 4)])
    return points


def shown(course: Course, one: Member, told: Json) -> Json:
    """The picture of a pupil who lets the class see it, as other pupils may see it: no name, nothing exact."""
    total = sum(told["counts"])
    return {
        "face": one.face,
        "names": course.names,
        "chips": [n / CHIPS for n in told["chips"]],
        "runs": total,
        "counts": [n / total for n in told["counts"]] if total else [],
    }
