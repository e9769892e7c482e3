"""A model in words: what is done, what is asked, and the same in five lines of Python."""

from __future__ import annotations

import re

from ..numbers import capital, joined
from .data import Ask, Draw, Fork, Machine, stop_kind
from .errors import words
from .notation import line_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(n: int) -> str:
    """A number of things in words, up to twelve."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else f"{n:,}"


def said_stop(stop: str) -> str:
    """What ends a wait: "a 6 comes"."""
    told, kind = words()["stops"], stop_kind(stop)
    if kind == "record":
        return told[kind].format(n=counted(int(stop[6:] or 1)))
    if kind == "times":
        n, _, x = stop.partition("*")
        return told[kind].format(n=counted(int(n)), x=said_condition(x))
    if kind == "pattern":
        return told[kind].format(x=joined(stop.split(".")))
    return told[kind].format(x=said_condition(stop))


def said_condition(condition: str) -> str:
    """A condition on one value: "5 or more", "red"."""
    for op in (">=", "<=", ">", "<", "="):
        if condition.startswith(op):
            return words()["compares"][op].format(x=condition[len(op) :])
    return condition


def said_part(part: Draw | Fork) -> str:
    """What one thing of the chain does, without a capital."""
    does = words()["does"]
    if isinstance(part, Fork):
        return does["fork"]
    key = "again" if part.again else part.kind
    many = part.n is not None and part.n > 1 and not part.until
    told = does[f"{key}s" if many else key].format(n=counted(part.n or 1), name=part.again)
    if part.step > 0:
        told = does["add"].format(told=told, k=counted(part.step))
    elif part.how == "back" and many:
        told = does["back"].format(told=told)
    if part.plus:
        told = does["plus" if part.plus > 0 else "minus"].format(told=told, plus=abs(part.plus))
    if part.name and part.name.islower() and len(part.name) == 1:
        told = does["name"].format(told=told, name=part.name)
    if part.until:
        told = does["until"].format(told=told, stop=" or ".join(map(said_stop, part.until)))
        if part.n is not None:
            told = does["most"].format(told=told, n=counted(part.n))
    return told


def said_chain(machine: Machine) -> str:
    """The chain in one sentence, without a full stop: "Spin, then take two from the bag"."""
    told = ", then ".join(said_part(part).removeprefix("then ") for part in machine.chain)
    return capital(told)


def _of(ask: Ask, section: str) -> str:
    told = words()[section]
    if ask.table:
        return told["worth"]
    if isinstance(ask.arg, tuple):
        plain = ask.cmp is not None and ask.cmp[0] == ">" and ask.cmp[1] == 0
        return told["beats" if plain else "gap"].format(a=ask.arg[0], b=ask.arg[1])
    key = "run_of" if ask.what == "run" and ask.arg is not None and "run_of" in told else ask.what
    return told[key].format(arg=said_condition(str(ask.arg)))


def said_compare(ask: Ask) -> str:
    """The comparison in words, "" if there is none: "8 or more"."""
    if ask.cmp is None:
        return ""
    op, bound = ask.cmp
    x, y = bound if isinstance(bound, tuple) else (bound, "")
    return words()["compares"][op].format(x=x, y=y)


def said_ask(ask: Ask) -> str:
    """The question: "What is the sum?"."""
    if ask.cmp is None or (isinstance(ask.arg, tuple) and ask.cmp == (">", 0) and not ask.table):
        return _of(ask, "asks")
    if ask.what == "differ":
        return words()["asks"]["shared" if ask.cmp[1] == "no" else "differ"]
    return words()["asks"]["compared"].format(what=said_axis(ask), cmp=said_compare(ask))


def said_axis(ask: Ask) -> str:
    """What the picture's axis shows: "the sum"."""
    return _of(ask, "axes")


def python(machine: Machine) -> str:
    """The same model in a few lines of Python; where `Dist` says it in so many, with `Dist`."""
    parts = machine.chain
    ask = machine.ask
    draws = [part for part in parts if isinstance(part, Draw) and not part.until and not part.again and part.step == 0]
    simple = len(draws) == len(parts) <= 2 and not ask.table and (ask.cmp is None or ask.cmp[0] in (">=", ">"))
    every = [face for part in draws for face in part.values]
    simple = (
        simple and all(isinstance(face, int) for face in every) and len(every) * sum(p.n or 1 for p in draws) < 5000
    )
    if not simple or not (ask.what == "sum" or (isinstance(ask.arg, tuple) and ask.arg[0] != ask.arg[1])):
        asked = 'answer.p("yes")' if ask.cmp or ask.what in ("differ", "ends") else "answer.dist"
        return (
            "import gamelib\n\n"
            f"model = gamelib.model({line_of(machine)!r})\nanswer = model.exact()\n{asked}, answer.mean, answer.how\n"
        )
    called: list[str] = []
    for part in draws:
        free = (letter for letter in "abcd" if letter not in (*called, *(draw.group for draw in draws)))
        called.append(part.group if re.fullmatch("[A-Za-z]", part.group) else next(free))
    of = dict(zip((part.group for part in draws), called, strict=True))
    names = called
    lines = ["from gamelib import Dist", ""]
    for name, part in zip(names, draws, strict=True):
        faces = dict(part.faces)
        plain = list(faces) == list(range(1, len(faces) + 1)) and set(faces.values()) == {1}
        dist = (
            f"Dist.dice({part.n}, {len(faces)})"
            if plain
            else f"Dist({faces})" + (f".times({part.n})" if part.n != 1 else "")
        )
        plus = f" + {part.plus}" if part.plus > 0 else f" - {-part.plus}" if part.plus else ""
        lines.append(f"{name} = {dist}{plus}")
    if isinstance(ask.arg, tuple):
        total = f"({of[ask.arg[0]]} - {of[ask.arg[1]]})"
    else:
        total = f"({' + '.join(names)})" if len(names) > 1 else names[0]
    if ask.cmp:
        op, bound = ask.cmp
        lines.append(f"{total}.at_least({bound + (op == '>')})")
    else:
        lines.append(total)
    return "\n".join(lines) + "\n"
