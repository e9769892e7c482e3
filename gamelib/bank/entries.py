"""Loader of questions. A TOML entry contains the texts, and a template or Python code contains the mathematics.

An entry computes the numbers of its template from parameters and from functions of `values.py`. These functions read
the card tables or ask the rules engine, so a question is right for every card set. docs/write-a-question.md documents
the format.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from inspect import getmembers
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from .expressions import TextValue, evaluate, fill_in
from .misconception_list import misconception_list
from .question import Figure, Misconception, Parameter, Question, TreeNode, has_odds_argument, published_odds
from .school_terms import school_terms
from .templates import TEMPLATES, QuestionTemplate

HERE = Path(__file__).parent
Entry = Mapping[str, Any]
TEXTS = ("title", "concept", "level", "prompt")
KEYS = {
    *("id", "rules", "terms", "unit", "hints", "mistakes", "parameters", "figure", "values", "phrases"),
    *("template", "numbers", "labels", "model", "kind", "allows_certainty", "products", *TEXTS),
}
MISTAKE_KEYS = {"misconception", "name", "reply", "answer", "instead", "times", "function"}
FIGURE_TEXTS = ("title", "xlabel", "ylabel", "value")
FIGURE_FLAGS = ("mean", "zero", "step")
FIGURE_MARKS = ("threshold", "marked", "asked")
FIGURE_KEYS = {
    *("chart", "over", "range", "at", "each", "series", "bars", "root", "branches"),
    *(*FIGURE_TEXTS, *FIGURE_FLAGS, *FIGURE_MARKS),
}
PARAMETER_KEYS = {"label", "default", "choices", "range", "names"}


@dataclass(frozen=True, kw_only=True)
class OwnCode:
    """Mathematics of one question in Python. Each given part replaces the same part of the template.

    All functions take the parameters of the question as keyword arguments, and `odds` if they need card tables.
    """

    answer: Callable[..., Any] | None = None
    """The exact answer."""
    answer_by_second_method: Callable[..., Any] | None = None
    """The exact answer by an independent method."""
    run_trial: Callable[..., Any] | None = None
    """One simulated trial: `run_trial(rng, **parameters)`."""
    mistakes: Mapping[str, Callable[..., Fraction]] = field(default_factory=dict)
    """Wrong answers by misconception id, or by the name that the mistake gives as its `function`."""
    text_values: Callable[..., Mapping[str, Any]] | None = None
    """Values for placeholders and expressions."""
    chart_data: Callable[..., Mapping[str, Any]] | None = None
    """Arguments of the chart function in addition to the texts."""
    chance_model: Callable[..., str] | None = None
    """Notation of the chance model, from a mapping of parameters and text values."""


def load_questions(
    path: Path, game: str = "", own_code: Mapping[str, OwnCode] | None = None, values: ModuleType | None = None
) -> list[Question]:
    """Return the questions of a file, in order. Raise ValueError with file, question and key for an invalid entry."""
    texts, entries = load_entries(path)
    if unknown := (own_code or {}).keys() - {entry.get("id") for entry in entries}:
        raise ValueError(f"{_short_path(path)} has no question {min(unknown)!r}, which OWN_CODE has.")
    return [_Loader(path, game, entry, texts, own_code or {}, values).question() for entry in entries]


def load_entries(path: Path) -> tuple[Mapping[str, str], list[Entry]]:
    """Return the shared texts of a question file, and its entries. Raise ValueError if the file is not valid TOML."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{_short_path(path)}: {error}.") from None
    return tables.get("texts", {}), tables.get("question", [])


def _short_path(path: Path) -> str:
    return str(path.relative_to(HERE.parents[1])) if path.is_relative_to(HERE) else path.name


def _call(function: Callable[..., Any], odds: Any, settings: Mapping[str, Any]) -> Any:
    return function(**settings, odds=odds) if has_odds_argument(function) else function(**settings)


@cache
def public_functions(module: ModuleType) -> Mapping[str, Callable[..., Any]]:
    """Return a mapping from names to the functions that a module defines."""
    return dict(getmembers(module, lambda value: callable(value) and value.__module__ == module.__name__))


class _Loader:
    """Entry of a question file, with the functions that the `Question` of this entry needs."""

    def __init__(
        self,
        path: Path,
        game: str,
        entry: Entry,
        texts: Mapping[str, str],
        own_code: Mapping[str, OwnCode],
        values: ModuleType | None,
    ) -> None:
        self.path, self.game, self.entry, self.id = path, game, entry, str(entry.get("id", "?"))
        self.own = own_code.get(self.id, OwnCode())
        self.functions: Mapping[str, Callable[..., Any]] = public_functions(values) if values else {}
        self._check()
        self.template_class = TEMPLATES[entry["template"]] if "template" in entry else None
        self.parameters = {name: self._parameter(name, table) for name, table in entry.get("parameters", {}).items()}
        self._check_parts()
        self.said = str(entry)
        self.phrases = {name: text for name, text in texts.items() if f"{{{name}}}" in self.said} | entry.get(
            "phrases", {}
        )
        self.needs_answer = "answer" in str({k: entry.get(k) for k in ("mistakes", "values", "phrases", "figure")})
        self.template_at = lru_cache(256)(self._template_at)

    # -- checks

    def fail(self, key: str, why: object) -> ValueError:
        """Return the error for an invalid key, with the reason `why`."""
        return ValueError(f"{_short_path(self.path)}: question {self.id!r}, {key}: {why}.")

    def _check(self) -> None:
        """Check the keys of the entry. Raise ValueError for the first invalid key."""
        entry = self.entry
        for key in ("id", *TEXTS, "terms", "hints", "mistakes", "figure", *(("rules",) if self.game else ())):
            if not entry.get(key):
                raise self.fail(key, "is missing")
        for key in entry:
            if key not in KEYS:
                raise self.fail(key, "is not a key of a question")
        if others := [term for term in entry["terms"] if term not in school_terms()]:
            raise self.fail("terms", f"{others[0]!r} is not in terms.toml")
        if "template" in entry and entry["template"] not in TEMPLATES:
            raise self.fail("template", f"{entry['template']!r} is unknown; the templates are {', '.join(TEMPLATES)}")
        if "template" not in entry:
            for part in ("answer", "answer_by_second_method", "run_trial"):
                if getattr(self.own, part) is None:
                    raise self.fail("template", f"is missing, and OWN_CODE has no {part} for this question")
            if entry.get("kind") not in ("chance", "mean"):
                raise self.fail("kind", 'is "chance" or "mean" for a question without a template')

    def _check_parts(self) -> None:
        """Check the mistakes, numbers and figure of the entry."""
        for number, table in enumerate(self.entry["mistakes"], 1):
            for key in ("misconception", "name", "reply"):
                if not table.get(key):
                    raise self.fail(f"mistake {number}, {key}", "is missing")
            for key in table:
                if key not in MISTAKE_KEYS:
                    raise self.fail(f"mistake {number}, {key}", "is not a key of a mistake")
            if (id := table["misconception"]) not in misconception_list():
                raise self.fail(f"mistake {number}, misconception", f"{id!r} is not in misconceptions.toml")
            if "function" in table and table["function"] not in self.own.mistakes:
                raise self.fail(f"mistake {number}, function", f"OWN_CODE has no mistake {table['function']!r}")
        if self.template_class is not None:
            if "numbers" not in self.entry:
                raise self.fail("numbers", "is missing")
            for name in self.entry["numbers"]:
                if name not in self.template_class.__dataclass_fields__:
                    raise self.fail(f"numbers.{name}", f"the template {self.entry['template']} has no such number")
        self._check_figure()

    def _check_figure(self) -> None:
        figure = self.entry["figure"]
        if "chart" not in figure:
            raise self.fail("figure.chart", "is missing")
        for key in figure.keys() - FIGURE_KEYS:
            raise self.fail(f"figure.{key}", "is not a key of a figure")
        if figure.get("each", "") not in ("", *self.parameters):
            raise self.fail("figure.each", f"{figure['each']!r} is not a parameter")
        if "series" in figure and ("over" not in figure or not figure.keys() & {"range", "at"}):
            raise self.fail("figure.series", "needs `over`, and `range` or `at`")

    # -- parameters and numbers

    def _parameter(self, name: str, table: Entry) -> Parameter:
        key = f"parameters.{name}"
        if name in self.functions:
            raise self.fail(key, "has the name of a function in values.py")
        for unknown in table.keys() - PARAMETER_KEYS:
            raise self.fail(f"{key}.{unknown}", "is not a key of a parameter")
        for needed in ("label", "default"):
            if needed not in table:
                raise self.fail(f"{key}.{needed}", "is missing")
        if "range" in table:
            low, high = table["range"]
            choices = tuple(range(low, high + 1))
        elif "choices" in table:
            choices = tuple(self.evaluate(f"{key}.choices", table["choices"], self.names(None, {}), texts=True))
        else:
            raise self.fail(key, "needs choices or range")
        default = tuple(table["default"]) if isinstance(table["default"], list) else table["default"]
        if default not in choices:
            raise self.fail(f"{key}.default", f"{default!r} is not a choice")
        names = table.get("names", {})
        by_text = {str(choice).lower(): choice for choice in choices}
        if isinstance(names, str):
            names = {
                c: n for c, n in self.evaluate(f"{key}.names", names, self.names(None, {})).items() if c in choices
            }
        elif others := [choice for choice in names if choice.lower() not in by_text]:
            raise self.fail(f"{key}.names", f"{others[0]!r} is not a choice")
        shown = {by_text[str(choice).lower()]: text for choice, text in names.items()}
        return Parameter(default, choices, table["label"], shown)

    def names(self, odds: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the names that an expression may use: functions of `values.py` and parameters."""
        odds = odds or (published_odds(self.game) if self.game else None)

        def with_odds(function: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *args: function(odds, *args)

        functions = {name: with_odds(f) if has_odds_argument(f) else f for name, f in self.functions.items()}
        return functions | dict(settings)

    def evaluate(self, key: str, expression: Any, names: Mapping[str, Any], texts: bool = False) -> Any:
        """Evaluate an expression of the entry. If `texts` is true, a list is returned unchanged."""
        if texts and isinstance(expression, list):
            return expression
        try:
            return evaluate(expression, names)
        except (TypeError, ValueError) as error:
            raise self.fail(key, error) from None

    def _template_at(self, odds: Any, settings: tuple[tuple[str, Any], ...]) -> QuestionTemplate:
        """Return the template with its numbers computed from these parameter values."""
        assert self.template_class is not None
        names = self.names(odds, dict(settings))
        numbers = {
            name: self.evaluate(f"numbers.{name}", value, names) for name, value in self.entry["numbers"].items()
        }
        if "labels" in self.entry:
            numbers["labels"] = tuple(self.entry["labels"])
        try:
            return self.template_class(**numbers)
        except TypeError as error:
            raise self.fail("numbers", error) from None

    def template(self, odds: Any, settings: Mapping[str, Any]) -> QuestionTemplate:
        """Return the template with its numbers computed from these parameter values, or from the cache."""
        return self.template_at(odds, tuple(settings.items()))

    # -- answers

    def answer(self, odds: Any = None, **settings: Any) -> Fraction:
        """Return the exact answer by the formula of the template."""
        return self.template(odds, settings).exact_answer()

    def answer_by_second_method(self, odds: Any = None, **settings: Any) -> Fraction:
        """Return the answer by the second method of the template."""
        return self.template(odds, settings).answer_by_second_method()

    def run_trial(self, rng: Random, odds: Any = None, **settings: Any) -> Any:
        """Return the result of one simulated trial of the template."""
        return self.template(odds, settings).run_trial(rng)

    def mistake(self, number: int, table: Entry) -> Callable[..., Fraction]:
        """Return the function that computes the wrong answer of a mistake.

        The key `answer` contains a formula. The key `instead` changes parameters or numbers of the template, so that
        the wrong answer is the right answer to another question. The key `times` multiplies that answer. Without these
        keys, the Python code of the question or the template computes the wrong answer.
        """
        id, key = table["misconception"], f"mistake {number}"
        if "answer" in table:

            def by_formula(odds: Any = None, **settings: Any) -> Fraction:
                names = self.names(odds, settings) | self.values(odds, settings)
                return Fraction(self.evaluate(f"{key}, answer", table["answer"], names))

            return by_formula
        if "instead" in table:

            def by_other_question(odds: Any = None, **settings: Any) -> Fraction:
                names = self.names(odds, settings)
                changes = {k: self.evaluate(f"{key}, instead", v, names) for k, v in table["instead"].items()}
                other = settings | {k: v for k, v in changes.items() if k in self.parameters}
                numbers = {k: v for k, v in changes.items() if k not in self.parameters}
                wrong = self.template(odds, other).with_numbers(**numbers).exact_answer()
                return Fraction(self.evaluate(f"{key}, times", table.get("times", 1), names) * wrong)

            return by_other_question
        if (name := table.get("function", id)) in self.own.mistakes:
            return self.own.mistakes[name]
        if self.template_class is None or not self.template_class.has_wrong_answer(id):
            raise self.fail(f"{key}, misconception", f"there is no wrong answer for {id!r}; give a formula as `answer`")

        def by_template(odds: Any = None, **settings: Any) -> Fraction:
            return self.template(odds, settings).wrong_answer(id)

        return by_template

    def products(self, odds: Any = None, **settings: Any) -> int:
        """Return the approximate number of multiplications in a computation of the answer by hand."""
        return int(self.evaluate("products", self.entry["products"], self.names(odds, settings)))

    # -- texts and figure

    def values(self, odds: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values by name, from the template, the entry and the Python code of the question."""
        values: dict[str, Any] = {}
        if self.template_class is not None:
            template = self.template(odds, settings)
            values = template.values_for_texts()
        if self.needs_answer:
            values["answer"] = _call(self.own.answer or self.answer, odds, settings)
        if self.own.text_values is not None:
            values |= _call(self.own.text_values, odds, settings)
        names = self.names(odds, settings)
        for name, expression in self.entry.get("values", {}).items():
            values[name] = self.evaluate(f"values.{name}", expression, names | values)
        return values

    def text_values(self, odds: Any = None, **settings: Any) -> dict[str, Any]:
        """Return the values and phrases that texts can use in addition to the parameters."""
        values = self.values(odds, settings)
        if not self.phrases:
            return values
        names, shown = self.names(odds, {}) | values | settings, self.shown(settings, values)
        for name, phrase in self.phrases.items():
            key, text = f"phrases.{name}", phrase
            if isinstance(phrase, Mapping):
                choice = str(self.evaluate(f"{key}.by", phrase["by"], names)).lower()
                if (text := phrase.get(choice, phrase.get("else"))) is None:
                    raise self.fail(key, f"there is no text for {choice!r}")
            values[name] = self.fill(key, text, shown)
            shown[name] = TextValue(values[name])
        return values

    def question_text_values(self, odds: Any = None, **settings: Any) -> dict[str, Any]:
        """Return the values and phrases of the entry, and those values of the template that a text uses.

        Lessons also use the names of these values. Therefore a number of the template that no text uses must not hide
        another name.
        """
        own = {*self.entry.get("values", {}), *self.phrases}
        template = set(self.template(odds, settings).values_for_texts()) if self.template_class else set()
        values = self.text_values(odds, **settings)
        unsaid = {name for name in (template | {"answer"}) - own if f"{{{name}" not in self.said}
        return {name: value for name, value in values.items() if name not in unsaid}

    def shown(self, settings: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, TextValue]:
        """Return the values of all placeholders, as `TextValue` objects."""
        choices = {name: parameter.choice_label(settings[name]) for name, parameter in self.parameters.items()}
        return {name: TextValue(value) for name, value in (choices | dict(values)).items()}

    def fill(self, key: str, text: str, shown: Mapping[str, TextValue]) -> str:
        """Fill in the placeholders of a text."""
        return fill_in(text, shown, f"{_short_path(self.path)}: question {self.id!r}, {key}")

    def chance_model(self, values: Mapping[str, Any], odds: Any = None) -> str:
        """Return the notation of the chance model for the Builder."""
        if self.own.chance_model is not None:
            return str(_call_model(self.own.chance_model, values, odds))
        if "model" in self.entry:
            return self.fill("model", self.entry["model"], {name: TextValue(value) for name, value in values.items()})
        return self.template(odds, {name: values[name] for name in self.parameters}).chance_model_text_or_empty()

    def has_chance_model(self) -> bool:
        """Return whether the question has a chance model for the Builder."""
        if self.own.chance_model is not None or "model" in self.entry:
            return bool(self.entry.get("model", True))
        return self.template_class is not None and self.template_class.has_chance_model

    def picture(self, odds: Any = None, **settings: Any) -> Mapping[str, Any]:
        """Return the arguments of the chart function."""
        figure = self.entry["figure"]
        shown = self.shown(settings, self.text_values(odds, **settings))
        names = self.names(odds, settings) | self.values(odds, settings)
        data: dict[str, Any] = {}
        if self.own.chart_data is not None:
            data |= _call(self.own.chart_data, odds, settings)
        if "series" in figure:
            data["series"] = dict(self._series(figure, odds, settings))
        elif "bars" in figure:
            weights = {self.fill("figure.bars", k, shown): v for k, v in figure["bars"].items()}
            data["dist"] = {k: self.evaluate("figure.bars", v, names) for k, v in weights.items()}
        elif figure["chart"] == "distribution" and "dist" not in data:
            data["dist"] = self.template(odds, settings).distribution()
        if "branches" in figure:
            data["root"] = TreeNode(
                figure["root"], None, "", self._branches(figure["branches"], names, shown), "chance"
            )
        data |= {key: self.fill(f"figure.{key}", figure[key], shown) for key in FIGURE_TEXTS if key in figure}
        data |= {key: figure[key] for key in FIGURE_FLAGS if key in figure}
        for key in FIGURE_MARKS:
            if key in figure:
                at, label = figure[key]
                data[key] = self.evaluate(f"figure.{key}", at, names), self.fill(f"figure.{key}", label, shown)
        return data

    def _branches(
        self, branches: list[Any], names: Mapping[str, Any], shown: Mapping[str, TextValue]
    ) -> tuple[TreeNode, ...]:
        """Return the branches of a tree with label, probability and sub-branches."""
        made = []
        for label, chance, *after in branches:
            children = self._branches(after[0], names, shown) if after else ()
            p = Fraction(self.evaluate("figure.branches", chance, names))
            text = self.fill("figure.branches", label, shown)
            made.append(TreeNode(text, p, "", children, "chance" if children else "end"))
        return tuple(made)

    def _series(self, figure: Entry, odds: Any, settings: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
        """Yield the label and the points of each line of a line chart, with a parameter on the x axis.

        If the figure has the key `each`, there is one line for each choice of the parameter that `each` names.
        """
        axis = figure["over"]
        if "at" in figure:
            places = figure["at"]
        else:
            low, high, *step = self.evaluate("figure.range", figure["range"], self.names(odds, settings))
            places = range(low, high + 1, *step)
        each = figure.get("each")
        lines: list[dict[str, Any]] = [dict(settings)]
        if each is not None:
            lines = [{**settings, each: choice} for choice in self.parameters[each].choices]
        for line in lines:
            for legend, expression in figure["series"].items():
                shown = self.shown(line, self.text_values(odds, **line)) if "{" in legend else {}
                key = f"figure.series.{legend}"
                xs = places
                if isinstance(expression, Mapping):
                    xs, expression = expression["at"], expression["y"]
                points = []
                for x in xs:
                    at = {**line, axis: x}
                    if expression == "answer":
                        points.append((x, _call(self.own.answer or self.answer, odds, at)))
                        continue
                    values = self.values(odds, at if axis in self.parameters else line)
                    names = self.names(odds, {}) | values | at
                    points.append((x, self.evaluate(key, expression, names)))
                yield self.fill(key, legend, shown), points

    def question(self) -> Question:
        """Return the `Question` object, which the pages use."""
        entry, own = self.entry, self.own
        mistakes = tuple(
            Misconception(table["name"], self.mistake(number, table), table["reply"], table["misconception"])
            for number, table in enumerate(entry["mistakes"], 1)
        )
        return Question(
            id=self.id,
            game=self.game,
            title=entry["title"],
            prompt=entry["prompt"],
            concept=entry["concept"],
            terms=tuple(entry["terms"]),
            rules=tuple(entry.get("rules", ())),
            level=entry["level"],
            kind=entry["kind"] if self.template_class is None else self.template_class.kind,
            exact_function=own.answer or self.answer,
            check_function=own.answer_by_second_method or self.answer_by_second_method,
            trial_function=own.run_trial or self.run_trial,
            misconceptions=mistakes,
            hints=tuple(entry["hints"]),
            figure=Figure(entry["figure"]["chart"], self.picture),
            parameters=self.parameters,
            text_values_function=self.question_text_values,
            unit=entry.get("unit", ""),
            model_expression_function=self.chance_model if self.has_chance_model() else None,
            allows_certainty=entry.get("allows_certainty", False),
            products=self.products if "products" in entry else None,
            source=_short_path(self.path),
        )


def _call_model(function: Callable[..., str], values: Mapping[str, Any], odds: Any) -> str:
    return function(values, odds=odds) if has_odds_argument(function) else function(values)
