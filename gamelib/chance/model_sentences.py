"""Descriptions of a chance model in English and in Python code."""

from __future__ import annotations

import re
from typing import TypedDict

from ..number_format import capitalize_first, join_words
from .errors import model_texts
from .model_data import BranchStage, DrawStage, ModelSpec, StatisticSpec, stop_kind
from .notation import format_line

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number_word(n: int) -> str:
    """Return a number as a word, up to twelve."""
    return NUMBER_WORDS[n] if 0 <= n < len(NUMBER_WORDS) else f"{n:,}"


def describe_stop_condition(stop: str) -> str:
    """Return a stop condition as a text, for example "you get 6"."""
    told, kind = model_texts()["stops"], stop_kind(stop)
    if kind == "record":
        return told[kind].format(n=number_word(int(stop[6:] or 1)))
    if kind == "times":
        n, _, x = stop.partition("*")
        return told[kind].format(n=number_word(int(n)), x=describe_condition(x))
    if kind == "pattern":
        return told[kind].format(x=join_words(stop.split(".")))
    return told[kind].format(x=describe_condition(stop))


def describe_condition(condition: str) -> str:
    """Return a condition on one value as a text: "5 or more", "red"."""
    for op in (">=", "<=", ">", "<", "="):
        if condition.startswith(op):
            return model_texts()["compares"][op].format(x=condition[len(op) :])
    return condition


def describe_stage(stage: DrawStage | BranchStage) -> str:
    """Return one stage of the chain as a text without a capital."""
    does = model_texts()["does"]
    if isinstance(stage, BranchStage):
        return does["fork"]
    key = "again" if stage.source_name else stage.device
    many = stage.draw_count is not None and stage.draw_count > 1 and not stage.stop_conditions
    told = does[f"{key}s" if many else key].format(n=number_word(stage.draw_count or 1), name=stage.source_name)
    if stage.weight_change > 0:
        told = does["add"].format(told=told, k=number_word(stage.weight_change))
    elif stage.replacement_mode == "back" and many:
        told = does["back"].format(told=told)
    if stage.offset:
        told = does["plus" if stage.offset > 0 else "minus"].format(told=told, plus=abs(stage.offset))
    if stage.name and stage.name.islower() and len(stage.name) == 1:
        told = does["name"].format(told=told, name=stage.name)
    if stage.stop_conditions:
        told = does["until"].format(told=told, stop=" or ".join(map(describe_stop_condition, stage.stop_conditions)))
        if stage.draw_count is not None:
            told = does["most"].format(told=told, n=number_word(stage.draw_count))
    return told


def describe_stages(spec: ModelSpec) -> str:
    """Return the chain as one sentence without a full stop: "Spin, then draw two from the bag"."""
    told = ", then ".join(describe_stage(stage).removeprefix("then ") for stage in spec.stages)
    return capitalize_first(told)


def _of(ask: StatisticSpec, section: str) -> str:
    told = model_texts()[section]
    if ask.value_table:
        return told["worth"]
    if isinstance(ask.argument, tuple):
        plain = ask.comparison is not None and ask.comparison[0] == ">" and ask.comparison[1] == 0
        return told["beats" if plain else "gap"].format(a=ask.argument[0], b=ask.argument[1])
    key = "run_of" if ask.name == "run" and ask.argument is not None and "run_of" in told else ask.name
    return told[key].format(arg=describe_condition(str(ask.argument)))


def describe_comparison(statistic: StatisticSpec) -> str:
    """Return the comparison as a text such as "8 or more", or "" if there is none."""
    if statistic.comparison is None:
        return ""
    op, bound = statistic.comparison
    x, y = bound if isinstance(bound, tuple) else (bound, "")
    return model_texts()["compares"][op].format(x=x, y=y)


def describe_question(statistic: StatisticSpec) -> str:
    """Return the question of a model, for example "What is the sum?"."""
    if statistic.comparison is None or (
        isinstance(statistic.argument, tuple) and statistic.comparison == (">", 0) and not statistic.value_table
    ):
        return _of(statistic, "asks")
    if statistic.name == "differ":
        return model_texts()["asks"]["shared" if statistic.comparison[1] == "no" else "differ"]
    return model_texts()["asks"]["compared"].format(what=axis_label(statistic), cmp=describe_comparison(statistic))


def axis_label(statistic: StatisticSpec) -> str:
    """Return the axis label of the statistic, for example "the sum"."""
    return _of(statistic, "axes")


def not_reached_label(limit: int) -> str:
    """Return the label of a wait that ends without the awaited value: "not in 5"."""
    return model_texts()["predictions"]["not_reached"].format(n=limit)


class PredictionResultTexts(TypedDict):
    """Sentences about a prediction result, with {n} and {chips}: all chips right, one wrong, or several wrong."""

    all_right: str
    one_wrong: str
    wrong: str


def prediction_result_texts() -> PredictionResultTexts:
    """Return the sentences about the result of a prediction."""
    texts = model_texts()["predictions"]
    return {"all_right": texts["all_right"], "one_wrong": texts["one_wrong"], "wrong": texts["wrong"]}


def python_code(spec: ModelSpec) -> str:
    """Return Python code for the model. The code uses `Dist` if this makes it no longer."""
    parts = spec.stages
    ask = spec.statistic
    draws = [
        stage
        for stage in parts
        if isinstance(stage, DrawStage)
        and not stage.stop_conditions
        and not stage.source_name
        and stage.weight_change == 0
    ]
    simple = (
        len(draws) == len(parts) <= 2
        and not ask.value_table
        and (ask.comparison is None or ask.comparison[0] in (">=", ">"))
    )
    every = [face for stage in draws for face in stage.values]
    simple = (
        simple
        and all(isinstance(face, int) for face in every)
        and len(every) * sum(p.draw_count or 1 for p in draws) < 5000
    )
    if not simple or not (
        ask.name == "sum" or (isinstance(ask.argument, tuple) and ask.argument[0] != ask.argument[1])
    ):
        asked = 'answer.p("yes")' if ask.comparison or ask.name in ("differ", "ends") else "answer.dist"
        return (
            "import gamelib\n\n"
            f"model = gamelib.model({format_line(spec)!r})\nanswer = model.exact()\n{asked}, answer.mean, answer.how\n"
        )
    called: list[str] = []
    for stage in draws:
        free = (letter for letter in "abcd" if letter not in (*called, *(draw.group for draw in draws)))
        called.append(stage.group if re.fullmatch("[A-Za-z]", stage.group) else next(free))
    of = dict(zip((stage.group for stage in draws), called, strict=True))
    names = called
    lines = ["from gamelib import Dist", ""]
    for name, stage in zip(names, draws, strict=True):
        faces = dict(stage.faces)
        plain = list(faces) == list(range(1, len(faces) + 1)) and set(faces.values()) == {1}
        dist = (
            f"Dist.dice({stage.draw_count}, {len(faces)})"
            if plain
            else f"Dist({faces})" + (f".times({stage.draw_count})" if stage.draw_count != 1 else "")
        )
        plus = f" + {stage.offset}" if stage.offset > 0 else f" - {-stage.offset}" if stage.offset else ""
        lines.append(f"{name} = {dist}{plus}")
    if isinstance(ask.argument, tuple):
        total = f"({of[ask.argument[0]]} - {of[ask.argument[1]]})"
    else:
        total = f"({' + '.join(names)})" if len(names) > 1 else names[0]
    if ask.comparison:
        op, bound = ask.comparison
        lines.append(f"{total}.p_at_least({bound + (op == '>')})")
    else:
        lines.append(total)
    return "\n".join(lines) + "\n"
