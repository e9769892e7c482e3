"""Check the names of functions and constants. `python -m tools.check_names` prints each name that breaks a rule.

1. The name of a public function, an exported function of a script or a script file is not a single participle,
   preposition, pronoun or third-person verb.
2. A function that returns `bool` has the name of a predicate, for example `is_open` or `playable`.
3. The name of a limit begins with `MAX_` or `MIN_`.

`EXCEPTIONS` lists the names that may break a rule, with the reason for each.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("gamelib", "widgets")
BARE_WORD = re.compile(
    # participles
    "been|begun|bought|bound|brought|built|caught|chosen|come|dealt|done|drawn|fallen|felt|found|given|gone|got|grown|"
    "heard|held|hidden|kept|known|laid|led|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|stood|taken|taught|"
    "thought|thrown|told|won|worn|written|"
    # prepositions, pronouns, adverbs
    "about|above|across|after|against|ahead|all|along|among|around|at|away|before|behind|below|beneath|beside|between|"
    "beyond|by|down|each|either|else|enough|ever|every|for|from|here|how|in|into|least|less|like|many|may|mine|more|most|"
    "much|near|never|nothing|of|off|on|once|only|other|others|out|over|own|past|rather|same|since|so|some|soon|still|such|"
    "than|that|them|then|there|these|they|this|those|through|till|to|together|too|under|until|up|upon|what|when|where|"
    "whether|which|while|who|whole|whose|with|within|without|yet|"
    # verbs
    "asks|begins|comes|ends|falls|fits|gets|gives|goes|hears|holds|keeps|lies|makes|says|sees|shows|takes|tells"
)
NOT_PARTICIPLES = frozenset({"embed", "feed", "need", "seed", "speed"})
PREDICATE = re.compile(
    r"_?(is|has|have|can|could|should|must|may|needs|allows|accepts|matches|contains|exists|equals|wins|was|are|does|did)"
    r"(_|$)|\w+(able|ible)$"
)
LIMIT = re.compile(r"_?(MOST|LONGEST|LEAST|LARGEST|SHORTEST|FEWEST|HIGHEST|LOWEST)(_|$)")
EXPORT = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)
MAX_OTHER_BOOL_FUNCTIONS = 34
"""Functions that return `bool` under another name. This number only falls."""
EXCEPTIONS = {
    "gamelib/bank/entries.py: shown": "the values that a text shows, paired with `said`",
    "gamelib/bank/rule_examples.py: after": "pair of `before`",
    "gamelib/bank/rule_examples.py: before": "pair of `after`",
    "gamelib/chance/model_data.py: how": "the key `how` of a chance model",
    "gamelib/dist.py: given": "the notation P(A given B)",
    "widgets/table/tutorial.py: guided": "key of the scene",
    "widgets/table/tutorial.py: shown": "key of the scene",
}


def is_bare(name: str) -> bool:
    """Return whether a name is a single word that the first rule forbids.

    >>> [is_bare(name) for name in ("told", "asked", "within", "seed", "told_value")]
    [True, True, True, False, False]
    """
    is_participle = name.endswith("ed") and len(name) > 4 and "_" not in name and name not in NOT_PARTICIPLES
    return is_participle or bool(BARE_WORD.fullmatch(name))


def bad_names(source: str) -> Iterator[tuple[int, str, str]]:
    r"""Yield (line, name, rule) for each name of a module that breaks a rule.

    >>> list(bad_names("MOST_DICE = 3\ndef open() -> bool: ...\ndef told(): ..."))
    [(2, 'open', 'bool'), (3, 'told', 'bare'), (1, 'MOST_DICE', 'limit')]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if is_bare(node.name):
                yield node.lineno, node.name, "bare"
            returns_bool = isinstance(node.returns, ast.Name) and node.returns.id == "bool"
            if returns_bool and not node.name.startswith("__") and not PREDICATE.match(node.name):
                yield node.lineno, node.name, "bool"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and LIMIT.match(node.id):
            yield node.lineno, node.id, "limit"


def bad_script_names(stem: str, source: str) -> Iterator[tuple[int, str, str]]:
    """Yield (line, name, rule) if the file name breaks a rule, and for each export that breaks a rule.

    >>> list(bad_script_names("told", "export const MOST_DICE = 3;"))
    [(1, 'told', 'bare'), (1, 'MOST_DICE', 'limit')]
    """
    if is_bare(stem):
        yield 1, stem, "bare"
    for match in EXPORT.finditer(source):
        line = 1 + source.count("\n", 0, match.start())
        if match[1].islower() and is_bare(match[1]):
            yield line, match[1], "bare"
        if LIMIT.match(match[1]):
            yield line, match[1], "limit"


def main() -> int:
    """Print the names that break a rule. Return the exit code: 1 if there are any, otherwise 0."""
    found: list[str] = []
    bools: list[str] = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            for line, name, rule in bad_names(path.read_text(encoding="utf-8")):
                if f"{place}: {name}" not in EXCEPTIONS:
                    (bools if rule == "bool" else found).append(f"{place}:{line}: {name} ({rule})")
        for path in sorted((ROOT / package).rglob("*.js")):
            place = path.relative_to(ROOT).as_posix()
            names = bad_script_names(path.stem, path.read_text(encoding="utf-8"))
            found += (f"{place}:{line}: {name} ({rule})" for line, name, rule in names)
    if len(bools) > MAX_OTHER_BOOL_FUNCTIONS:
        found += [f"{len(bools)} functions that return bool, at most {MAX_OTHER_BOOL_FUNCTIONS} may:", *bools]
    print("\n".join(found), end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
