"""Data of the teacher's board: input are pupils and their reports, output is plain JSON.

The functions read no clock, no store and no server.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NotRequired, TypedDict

from gamelib.number_format import format_percent, join_words, round_half_up
from gamelib.tools.confidence_interval import binomial_probabilities, wilson_interval_95

from ..lesson.goodness_of_fit import compare_class_data_with_model
from ..lesson.lesson_definition import PREDICTION_CHIPS
from ..lesson.limits import REPORTED_TRIALS
from ..lesson.progress_report import CORRECT, OTHER_DIAGNOSIS
from ..page.protocol import Json
from .class_lesson import ClassLesson, ClassQuestion, ExactOutcomes
from .class_store import GIVEN, Member, PageReport
from .session_state import PREDICTION_VOTE

MAX_DISTANCE_FOR_GOOD = 3
"""Maximum number of misplaced chips of a good prediction."""
MAX_DISTANCE_FOR_EVEN = 2
"""Maximum distance of an even prediction from an even spread, in chips."""
MAX_EXPRESSIONS = 4
"""Maximum number of lines of arithmetic next to an answer."""
MAX_PAGE_SETTINGS = 8
"""Maximum number of dashboard settings with a picture."""
MIN_SURE_CONFIDENCE = 75
"""Confidence in per cent from which a pupil counts as sure."""
SUPPORT_LEVELS = ("without help", "with hints", "told")
"""Support for the last answer to a question: alone, with hints of the page, or after the answer was shown."""
PREDICTION_GROUPS = ("close to the exact probabilities", "spread evenly", "most on one outcome", "another picture")

Reports = Mapping[int, Json]
Rounds = Sequence[tuple[int, Reports]]
"""Rounds of the class: number of trials per pupil, and results."""
Votes = Mapping[str, Sequence[Reports]]
"""Subject of a vote -> the votes of the first ballot and of the ballot after the discussion."""


class TrialsPicture(TypedDict):
    """Data of a chart of trials: outcome counts, hits of the event, exact probabilities, and a line per pupil."""

    names: list[str]
    counts: list[int]
    exact: list[float]
    hit: list[int]
    """Indices of the outcomes in the event."""
    words: str
    """Label of the event."""
    hits: int
    total: int
    share: float
    """Exact probability of the event."""
    band: list[float]
    """Confidence interval of the probability."""
    pupils: list[Json]
    """Share and running share of each pupil."""
    together: list[list[float]]
    """Running share of the class, as [trials, share]."""


class AnonymousPicture(TypedDict):
    """Data of a pupil's chart without the name: a prediction with trials, or an own model with trials."""

    face: int
    names: list[str]
    chips: list[float]
    runs: int
    counts: list[float]
    line: NotRequired[str]


class RoundHits(TypedDict):
    """Number of pupils with a hit and of participants, in a class round with one trial per pupil."""

    n: int
    hits: int


class SingleTrialRounds(TypedDict):
    """Hits in the class rounds with one trial per pupil, and the probability of each possible count of the last."""

    won: list[RoundHits]
    chances: list[float]


class LessonBoardData(TypedDict):
    """Data of the teacher's board for a lesson."""

    steps: list[Json]
    what: str
    go: str
    pupils: list[Json]
    predictions: Json
    answers: list[Json]
    rolls: TrialsPicture
    data: list[Json]
    round: TrialsPicture
    games: SingleTrialRounds
    shown: list[Json]


def lesson_board_data(
    course: ClassLesson, pupils: Sequence[Member], reports: Reports, rounds: Rounds, votes: Votes
) -> LessonBoardData:
    """Return the data of the teacher's board for a lesson. Reports, round results and votes are by pupil id."""
    plays = rounds[-1][1] if rounds else {}
    return {
        "steps": course.step_summaries,
        "what": course.definition.experiment.outcome_label,
        "go": course.definition.experiment.run_button_label,
        "pupils": [pupil_progress_row(one, reports.get(one.id)) for one in pupils],
        "predictions": prediction_summary(course, list(reports.values()), votes.get(PREDICTION_VOTE, ())),
        "answers": question_summaries(course, list(reports.values()), votes),
        "rolls": lesson_trials_picture(course, pupils, reports),
        "data": own_data_by_model(course, list(reports.values())),
        "round": class_round_trials_picture(course.exact_outcomes, pupils, plays),
        "games": hit_counts_by_single_trial_round(course.exact_outcomes, rounds),
        "shown": [
            {
                **anonymous_prediction_picture(course, one, reports[one.id]),
                "n": one.number,
                "name": one.name,
                "exact": course.probabilities,
            }
            for one in pupils
            if one.consent == GIVEN and one.id in reports
        ],
    }


def pupil_progress_row(member: Member, report: Json | None = None) -> Json:
    """Return the row of a pupil on the teacher's board: name, step and times.

    `again` lists steps with more than one try, and `shown` lists steps whose solution was displayed. `own`
    counts answers that are correct without help, `hinted` those that are correct with hints, and `given` those that
    the page displayed.
    """
    entry: Json = {
        "n": member.number,
        "name": member.name,
        "face": member.avatar,
        "joined": member.joined_at,
        "since": member.step_reached_at,
        "told": member.last_report_at,
        "coded": member.has_joined_by_result_code,
        "consent": member.consent,
        "step": member.step,
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
    if report:
        entry |= {
            "step": report["at"],
            "done": report["done"],
            "runs": sum(report["counts"]),
            "put": bool(report["chips"]),
        }
        entry["shown"] = report.get("shown", [])
        answers = [one for one in report["answers"] if one]
        entry["hints"] = sum(one["hints"] for one in answers)
        right = [support_level_of_answer(one) for one in answers if one["now"] == CORRECT]
        entry |= {
            "own": right.count(SUPPORT_LEVELS[0]),
            "hinted": right.count(SUPPORT_LEVELS[1]),
            "given": sum(one["told"] for one in answers),
        }
        if any(one and (one["tries"] > 1 or one.get("more")) for one in report["answers"]):
            entry["again"] = ["check"]
    return entry


# -- predictions ---------------------------------------------------------------------------------


def prediction_summary(course: ClassLesson, reports: Sequence[Json], second_votes: Sequence[Reports] = ()) -> Json:
    """Return the chips of the class, the exact probabilities, and groups of pupils with similar predictions.

    `after` has the predictions of the second vote. `shapes` are groups by the shape of a prediction alone, so the board
    may display them before the exact answer.
    """
    put = [told["chips"] for told in reports if told["chips"]]
    after = [voice["chips"] for voice in second_votes[-1].values()] if second_votes else []
    groups: dict[str, list[list[int]]] = {}
    shapes: dict[str, list[list[int]]] = {}
    for chips in put:
        groups.setdefault(prediction_group(course, chips), []).append(chips)
        shapes.setdefault(prediction_shape_group(course, chips), []).append(chips)
    return {
        "names": course.column_names,
        "exact": course.probabilities,
        "told": course.probability_texts,
        "asked": [i in course.counted_outcome_indices for i in range(len(course.column_names))]
        if not course.has_mean_answer
        else [],
        "put": len(put),
        "lines": _lines(told for told in reports if told["chips"]),
        "class": _mean(put, len(course.column_names)),
        "off": _off(course, put),
        "own": _own(course, put),
        "after": {
            "put": len(after),
            "class": _mean(after, len(course.column_names)),
            "off": _off(course, after),
            "own": _own(course, after),
        },
        "most": most_likely_outcome_text(course),
        "came": prediction_error_text(course, put, after),
        "answer": str(course.definition.prose_values["exact"]),
        "ask": course.definition.question.prompt_text(**course.definition.settings),
        "groups": [_group(course, words, groups[words]) for words in PREDICTION_GROUPS if words in groups],
        "shapes": [_group(course, words, shapes[words]) for words in PREDICTION_GROUPS if words in shapes],
    }


def most_likely_outcome_text(course: ClassLesson) -> str:
    """Return a sentence that names the most likely outcome, several equally likely ones, or all outcomes."""
    top = max(course.exact_probabilities)
    names = [f"“{name}”" for name, p in zip(course.column_names, course.exact_probabilities, strict=True) if p == top]
    often = format_percent(top)
    if len(names) == len(course.column_names):
        return f"All of them are equally common: {often} each."
    if len(names) > 1:
        return f"{join_words(names)} are the most common: {often} each."
    return f"{names[0]} is the most common: {often}."


def prediction_error_text(
    course: ClassLesson, first_predictions: Sequence[Sequence[int]], second_predictions: Sequence[Sequence[int]]
) -> str:
    """Return a sentence about the number of misplaced chips, on average per pupil and for all predictions together."""
    if not second_predictions:
        return ""
    return (
        f"On average, {_own(course, first_predictions)} of a pupil’s 100 chips were in the wrong place, and "
        f"now {_own(course, second_predictions)} are. All predictions together: "
        f"{_off(course, first_predictions)}, and now {_off(course, second_predictions)}."
    )


def _group(course: ClassLesson, words: str, put: Sequence[Sequence[int]]) -> Json:
    return {"words": words, "n": len(put), "chips": _mean(put, len(course.column_names))}


def prediction_group(course: ClassLesson, chips: Sequence[int]) -> str:
    """Return the name of the group for a prediction, compared with the exact probabilities."""
    return (
        PREDICTION_GROUPS[0]
        if course.distances_from_exact_and_even(chips)[0] <= MAX_DISTANCE_FOR_GOOD
        else prediction_shape_group(course, chips)
    )


def prediction_shape_group(course: ClassLesson, chips: Sequence[int]) -> str:
    """Return the name of the group for a prediction, by the shape of the prediction alone."""
    if course.distances_from_exact_and_even(chips)[1] <= MAX_DISTANCE_FOR_EVEN:
        return PREDICTION_GROUPS[1]
    return PREDICTION_GROUPS[2] if 2 * max(chips) >= PREDICTION_CHIPS else PREDICTION_GROUPS[3]


def _mean(put: Sequence[Sequence[int]], columns: int) -> list[float]:
    """Return the class's proportion of chips on each outcome."""
    return [sum(chips[i] for chips in put) / (PREDICTION_CHIPS * len(put)) if put else 0.0 for i in range(columns)]


def _off(course: ClassLesson, put: Sequence[Sequence[int]]) -> int:
    """Return the number of misplaced chips per 100 chips after adding up all predictions.

    In the sum, errors of pupils in opposite directions cancel out.
    """
    return int(
        round_half_up(
            50
            * sum(abs(a - b) for a, b in zip(_mean(put, len(course.column_names)), course.probabilities, strict=True))
        )
    )


def _own(course: ClassLesson, put: Sequence[Sequence[int]]) -> int:
    """Return the mean number of misplaced chips per 100 chips, computed for each pupil separately."""
    off = [course.distances_from_exact_and_even(chips)[0] for chips in put]
    return int(round_half_up(sum(off) * 100 / (PREDICTION_CHIPS * len(off)))) if off else 0


def support_level_of_answer(answer: Json) -> str:
    """Return the support level of an answer: how much help the pupil had."""
    return SUPPORT_LEVELS[2] if answer["told"] else SUPPORT_LEVELS[1] if answer["hints"] else SUPPORT_LEVELS[0]


# -- answers -------------------------------------------------------------------------------------


def question_summaries(course: ClassLesson, reports: Sequence[Json], votes: Votes | None = None) -> list[Json]:
    """Return the summary of each question for the teacher's board.

    A summary has the number of answers, the diagnoses and the confidence of the first answers, and the votes
    before and after a discussion.
    """
    gathered = []
    for number, check in enumerate(course.votable_questions):
        asked = number < len(course.check_questions)
        tried = [told["answers"][number] for told in reports if told["answers"][number]] if asked else []
        rows = []
        for meant in (CORRECT, *range(len(check.misconceptions)), OTHER_DIAGNOSIS):
            first = sorted((one["sure"] for one in tried if one["first"] == meant), reverse=True)
            if meant == CORRECT:
                words, reply = "Right", ""
            elif meant == OTHER_DIAGNOSIS:
                words, reply = "Another answer", "Ask one of them to explain how they found it."
            else:
                words, reply = check.misconceptions[meant].name, check.misconceptions[meant].reply
            if first or meant >= CORRECT:
                rows.append(
                    {
                        "words": words,
                        "reply": reply,
                        "sure": first,
                        "right": meant == CORRECT,
                        "now": sum(one["now"] == meant for one in tried),
                        "said": sum(one["first"] == meant and one.get("said", False) for one in tried),
                        "lines": _lines(one for one in tried if one["first"] == meant),
                    }
                )
        gathered.append(
            {
                "title": check.title,
                "ask": check.prompt,
                "riddle": not asked,
                "link": check.link,
                "exact": check.exact,
                "rows": rows,
                "tried": len(tried),
                "right": sum(one["first"] == CORRECT for one in tried),
                "after": sum(one["now"] == CORRECT for one in tried),
                "told": sum(one["told"] for one in tried),
                "how": [
                    sum(support_level_of_answer(one) == words and one["now"] == CORRECT for one in tried)
                    for words in SUPPORT_LEVELS
                ],
                "sure_wrong": sum(one["first"] != CORRECT and one["sure"] >= MIN_SURE_CONFIDENCE for one in tried),
                "still": sum(one["now"] != CORRECT and one["sure"] >= MIN_SURE_CONFIDENCE for one in tried),
                "options": [_option(check, text, meant) for text, meant in check.options],
                "votes": [_voices(check, voices) for voices in (votes or {}).get(str(number), ())],
            }
        )
    return gathered


def _lines(answers: Iterable[Json]) -> list[str]:
    """Return the arithmetic expressions that pupils wrote, without duplicates, most frequent first."""
    written = Counter(line for one in answers for line in dict.fromkeys(one.get("lines", ())))
    return [line for line, _ in written.most_common(MAX_EXPRESSIONS)]


def _option(check: ClassQuestion, text: str, meant: int) -> Json:
    mistake = check.misconceptions[meant] if meant > CORRECT else None
    return {
        "text": text,
        "right": meant == CORRECT,
        "words": mistake.name if mistake else "",
        "reply": mistake.reply if mistake else "",
    }


def _voices(check: ClassQuestion, votes: Reports) -> Json:
    """Return the summary of a vote: the number of votes, and the voters' confidence for each option."""
    rows = [
        sorted((one["sure"] for one in votes.values() if one["meant"] == meant), reverse=True)
        for _, meant in check.options
    ]
    return {"n": len(votes), "sure": rows}


# -- rolls ---------------------------------------------------------------------------------------


def lesson_trials_picture(course: ClassLesson, pupils: Sequence[Member], reports: Reports) -> TrialsPicture:
    """Return the chart of all trials of the lesson: the running share of hits for each pupil and for the class."""
    own = [(one, reports[one.id]) for one in pupils if one.id in reports and sum(reports[one.id]["counts"])]
    counts = [
        sum(told["counts"][i] for one, told in own if not one.has_joined_by_result_code)
        for i in range(len(course.column_names))
    ]
    hits = sum(told["counts"][i] for _, told in own for i in course.counted_outcome_indices)
    total = sum(sum(told["counts"]) for _, told in own)
    lines = [_line(course.exact_outcomes, one, told) for one, told in own]
    return _picture(course.exact_outcomes, counts, hits, total, lines)


def own_data_by_model(course: ClassLesson, reports: Sequence[Json]) -> list[Json]:
    """Return the counts of the pupils' own data, added up for each model. Models without counts are omitted.

    `says` is a sentence about random samples from the model. It gives the proportion of samples that deviate from
    the model at least as much as these counts.
    """
    models = (
        list(course.definition.require_step("data").extra_data["models"].items())
        if course.definition.has_step("data")
        else []
    )
    rolls = []
    for number, (words, made) in enumerate(models):
        own = [told["data"][1] for told in reports if told.get("data") and told["data"][0] == number]
        counts = [sum(column) for column in zip(*own, strict=True)]
        if not sum(counts):
            continue
        dist = made.exact_distribution()
        rolls.append(
            {
                "words": words,
                "names": [made.outcome_name(outcome) for outcome in dist],
                "counts": counts,
                "exact": [float(dist.p(outcome)) for outcome in dist],
                "hit": list(range(len(dist))),
                "total": sum(counts),
                "pupils": len(own),
                "says": compare_class_data_with_model(
                    tuple(counts), tuple(dist.p(outcome) for outcome in dist)
                ).verdict_text,
            }
        )
    return rolls


def _line(goal: ExactOutcomes, member: Member, report: Json) -> Json:
    runs = sum(report["counts"])
    share = sum(report["counts"][i] for i in goal.counted_outcome_indices) / runs
    return {
        "n": member.number,
        "face": member.avatar,
        "share": share,
        "runs": runs,
        "trail": [] if goal.has_mean_answer else report["trail"],
    }


def dashboard_trials_by_setting(pupils: Sequence[Member], page_reports: Sequence[PageReport]) -> list[Json]:
    """Return the trials on dashboards, with one chart for each setting. Settings with the most pupils come first.

    `said` is the number of pupils whose trials have no signature of a kernel.
    """
    members = {one.id: one for one in pupils}
    gathered: dict[str, Json] = {}
    for pupil, setting, said in page_reports:
        page = setting.partition("#")[0]
        if pupil in members and sum(said["counts"]):
            about = said["about"]
            pool = gathered.setdefault(json.dumps([page, about]), {"page": page, "about": about, "own": []})
            pool["own"].append((members[pupil], said))
    pictures: list[Json] = []
    for id, pool in gathered.items():
        about, own = pool["about"], pool["own"]
        goal = ExactOutcomes(*(about[name] for name in ("names", "exact", "hits", "words", "share")))
        counts = [sum(said["counts"][i] for _, said in own) for i in range(len(goal.outcome_names))]
        picture = _picture(
            goal,
            counts,
            sum(counts[i] for i in goal.counted_outcome_indices),
            sum(counts),
            [_line(goal, one, said) for one, said in own],
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
    return sorted(pictures, key=lambda one: (-len(one["pupils"]), -one["total"]))[:MAX_PAGE_SETTINGS]


def pupil_model_rows(
    pupils: Sequence[Member], page_reports: Sequence[PageReport], shared_models: Sequence[str]
) -> list[Json]:
    """Return a row for each pupil who ran an own model in the Builder, with the last model of the pupil.

    A row has a chart only with the consent of the pupil.
    """
    last, rows = latest_own_models(page_reports, shared_models), []
    for one in pupils:
        if one.id in last:
            row: Json = {"n": one.number, "name": one.name, "face": one.avatar, "consent": one.consent, "picture": None}
            if one.consent == GIVEN:
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


def latest_own_models(page_reports: Sequence[PageReport], shared_models: Sequence[str]) -> dict[int, Json]:
    """Return each pupil's trials of the last Builder model that is not the teacher's, by pupil id."""
    return {one.pupil_id: one.data for one in page_reports if one.data["about"].get("line") not in shared_models}


def anonymous_model_picture(member: Member, model_report: Json) -> AnonymousPicture:
    """Return the chart of a pupil's own model for other pupils, without a name and without exact values."""
    total = sum(model_report["counts"])
    return {
        "face": member.avatar,
        "names": model_report["about"]["names"],
        "chips": [],
        "runs": total,
        "counts": [n / total for n in model_report["counts"]],
        "line": model_report["about"]["line"],
    }


def hit_counts_by_single_trial_round(exact_outcomes: ExactOutcomes, rounds: Rounds) -> SingleTrialRounds:
    """Return the results of class rounds with one trial per pupil: numbers of hits and of participants."""
    once = [plays for rolls, plays in rounds if rolls == 1 and plays]
    won: list[RoundHits] = [
        {"n": len(plays), "hits": sum(one["at"][0] in exact_outcomes.counted_outcome_indices for one in plays.values())}
        for plays in once
    ]
    if not won:
        return {"won": [], "chances": []}
    n, p = won[-1]["n"], exact_outcomes.event_probability
    return {"won": won, "chances": binomial_probabilities(n, p)}


def class_round_trials_picture(
    exact_outcomes: ExactOutcomes, pupils: Sequence[Member], round_reports: Reports
) -> TrialsPicture:
    """Return the chart of the trials in a class round, with a line for each pupil."""
    own = [(one, round_reports[one.id]["at"]) for one in pupils if one.id in round_reports]
    counts = Counter(at for _, came in own for at in came)
    hits = sum(at in exact_outcomes.counted_outcome_indices for _, came in own for at in came)
    lines = []
    for one, came in own:
        hit = [at in exact_outcomes.counted_outcome_indices for at in came]
        trail = [sum(hit[: n + 1]) / (n + 1) for n in range(len(hit))]
        lines.append(
            {
                "n": one.number,
                "face": one.avatar,
                "share": trail[-1],
                "runs": len(came),
                "trail": trail,
                "say": round_reports[one.id]["say"],
                "at": came[-1],
            }
        )
    return _picture(
        exact_outcomes, [counts[i] for i in range(len(exact_outcomes.outcome_names))], hits, counts.total(), lines
    )


def _picture(goal: ExactOutcomes, counts: list[int], hits: int, total: int, lines: list[Json]) -> TrialsPicture:
    return {
        "names": goal.outcome_names,
        "counts": counts,
        "exact": goal.probabilities,
        "hit": goal.counted_outcome_indices,
        "words": goal.event_text,
        "hits": hits,
        "total": total,
        "share": goal.event_probability,
        "band": list(wilson_interval_95(hits, total)) if total else [],
        "pupils": lines,
        "together": class_running_frequency(lines),
    }


def class_running_frequency(pupil_curves: Sequence[Json]) -> list[list[float]]:
    """Return the class's running share of hits, as pairs of the number of trials and the share.

    The trials are ordered by number: the first trial of all pupils, then the second trial, and so on.
    """
    points = []
    for k in range(1, max((len(line["trail"]) for line in pupil_curves), default=0) + 1):
        runs = sum(min(k, len(line["trail"])) for line in pupil_curves)
        hits = sum(
            line["trail"][min(k, len(line["trail"])) - 1] * min(k, len(line["trail"]))
            for line in pupil_curves
            if line["trail"]
        )
        points.append([runs, round(hits / runs, 4)])
    last = [sum(line["runs"] for line in pupil_curves), sum(line["share"] * line["runs"] for line in pupil_curves)]
    if (
        last[0]
        and (not points or last[0] > points[-1][0])
        and all(line["runs"] >= REPORTED_TRIALS for line in pupil_curves)
    ):
        points.append([last[0], round(last[1] / last[0], 4)])
    return points


def anonymous_prediction_picture(course: ClassLesson, member: Member, report: Json) -> AnonymousPicture:
    """Return the prediction chart of a pupil who consented, without a name and without exact values."""
    total = sum(report["counts"])
    return {
        "face": member.avatar,
        "names": course.column_names,
        "chips": [n / PREDICTION_CHIPS for n in report["chips"]],
        "runs": total,
        "counts": [n / total for n in report["counts"]] if total else [],
    }
