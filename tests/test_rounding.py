"""Rounding and signs follow school rules, in one module per language. Other code rounds only coordinates."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gamelib.number_format import (
    NO_BREAK_SPACE,
    count_with_noun,
    first_nonzero_decimal_place,
    format_fixed,
    format_number,
    format_percent,
    format_percents_with_sum,
    format_precise_percent,
    format_signed,
    round_half_up,
    round_to_int,
)
from tests.conftest import ROOT

DENO = Path(sys.executable).with_name("deno")

ROUNDED = {
    "widgets/classroom/class_board.py": "points of a curve",
    "widgets/classroom/class_report.py": "a column of a file for other programs",
    "widgets/classroom/server/class_service.py": "the age of an answer",
    "widgets/lesson/page_data.py": "points of a curve",
    "widgets/page/static_picture.py": "parts of a colour",
    "widgets/lesson/progress_report.py": "points of a curve",
    "widgets/lesson/outcome_chart.py": "where a band is drawn",
    "widgets/lesson/result_codes.py": "a count that is packed into a code",
    "widgets/table/board.py": "how long a bar is",
    "widgets/dashboard/run_report.py": "points of a curve",
    "widgets/dashboard/lab/game_statistics.py": "what is kept in a file",
    "widgets/dashboard/live_simulation.py": "when a picture is drawn",
    "widgets/games/hadara/board/wheel.py": "places of a drawing",
    "widgets/games/wishes/board/board.py": "how high a bar is",
    "widgets/games/wishes/board/shapes.py": "places of a drawing",
    "widgets/games/wishes/dashboards/closing.py": "a column of a file for other programs",
    "gamelib/bank/templates.py": "a mistake of questions",
    "gamelib/tools/confidence_interval.py": "an example",
}
"""Files that call round(), with the purpose. No result is displayed as a number."""
FORMATTED = {
    "gamelib/number_format.py": "here it is",
    "widgets/chart/thumbnails.py": "places of a drawing",
    "widgets/page/static_picture.py": "places of a drawing",
    "widgets/site/term_pictures.py": "places of a drawing",
    "gamelib/dist.py": "how long a bar is",
    "widgets/site/static_site/build.py": "megabytes on a terminal",
}
"""Files whose f-strings round decimals."""
SCRIPTS = {
    "widgets/page/numbers.js": "here it is",
    "widgets/dashboard/predictions.js": "whole percentage points",
    "widgets/builder/status_text.js": "whole chips",
    "widgets/classroom/shared_table/tables_results.js": "mean points with one decimal",
    "widgets/page/drawing.js": "places of a drawing",
    "widgets/table/zones.js": "places of a drawing",
    "widgets/table/forecast.js": "a dial of whole per cent",
    "widgets/chart/outcome_chart.js": "places of a drawing",
    "widgets/chart/chips.js": "pixels of a drag",
    "widgets/classroom/board_charts.js": "places of a drawing",
    "widgets/builder/result_chart.js": "sizes of a drawing",
    "widgets/builder/phases.js": "runs in one go",
    "widgets/builder/drag_handles.js": "places of a drawing",
    "widgets/builder/explanation_charts.js": "places of a drawing",
    "widgets/classroom/class_membership.js": "seconds that are left",
    "widgets/classroom/teacher_page.js": "seconds that are left",
    "widgets/site/static_site/browser/host.js": "megabytes",
    "widgets/site/static_site/browser/live.js": "megabytes, and seconds that it took",
}


def sources(ending: str) -> list[Path]:
    return [
        path
        for folder in ("gamelib", "widgets")
        for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
        if "node_modules" not in path.parts
    ]


def test_no_page_rounds_by_itself() -> None:
    """Check the calls. Half-even rounding of round() and format() would give 31.2% for 5/16."""
    rounds, formats = set(), set()
    for path in sources("py"):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round":
                rounds.add(name)
            if isinstance(node, ast.FormattedValue) and node.format_spec:
                spec = "".join(str(part.value) for part in ast.walk(node.format_spec) if isinstance(part, ast.Constant))
                if re.search(r"\.\d*[f%eg]?$", spec):
                    formats.add(name)
    assert rounds <= set(ROUNDED), rounds - set(ROUNDED)
    assert formats <= set(FORMATTED), formats - set(FORMATTED)
    scripts = {
        path.relative_to(ROOT).as_posix()
        for path in sources("js")
        if re.search(r"\bMath\.round\(|\.toFixed\(|\.toPrecision\(", path.read_text(encoding="utf-8"))
    }
    assert scripts <= set(SCRIPTS), scripts - set(SCRIPTS)


ONCE = {
    "js": {
        r"toLocaleString|Intl\.|replace\(\s*[\"/]-[\"/],": "widgets/page/numbers.js",
        r"clipboard\.write|execCommand\(\W*copy|\bdownload:|\.download\b|msSave": "widgets/page/sharing.js",
    },
    "py": {r"""replace\(["']-["'], ?["'](\u2212|\\u2212)""": "gamelib/number_format.py"},
}
"""Files in which a module formats numbers for its language: signs and thousands, saved files, copied texts."""


@pytest.mark.parametrize("ending", ONCE)
def test_signs_files_and_copies_have_one_place(ending: str) -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sources(ending)}
    for pattern, place in ONCE[ending].items():
        assert [name for name, text in texts.items() if re.search(pattern, text)] == [place]


@pytest.mark.parametrize("eighths", range(1, 80))
def test_a_half_goes_away_from_nought_in_every_form(eighths: int) -> None:
    p = Fraction(eighths, 80)
    up = (p.numerator * 2000 // p.denominator + 1) // 2  # thousandths, halves up
    assert format_precise_percent(p) == f"{up // 10}.{up % 10}%"
    assert round_half_up(-p, 3) == -round_half_up(p, 3)
    assert round_to_int(p * 20) == int(p * 20 + Fraction(1, 2))
    assert format_fixed(p, 1) == str(round_half_up(p, 1))


def test_words_for_rounded_numbers() -> None:
    assert (format_number(0.25, 1), format_number(2.5, 0), format_number(1200, 0), format_number(1.0, 1)) == (
        "0.3",
        "3",
        "1200",
        "1",
    )
    assert (format_signed(0.25), format_signed(-0.25), format_signed(0.04), format_signed(-0.04), format_signed(2)) == (
        "+0.3",
        "−0.3",
        "0.0",
        "0.0",
        "+2.0",
    )
    assert (round_to_int(0.5), round_to_int(-2.5), round_to_int(Fraction(7, 2)), round_half_up(1250, -2)) == (
        1,
        -3,
        4,
        1300,
    )
    assert format_percent(Fraction(5, 40)) == "13%"


SHARES = sorted(
    {
        *(Fraction(k, n) for n in (1, 3, 7, 36, 80, 200, 216, 1296, 2000) for k in range(n + 1)),
        *(Fraction(10) ** -n * k for n in (2, 3, 4, 5, 9, 15, 300) for k in (1, 4, 5, 6)),
        *(1 - Fraction(10) ** -n * k for n in (2, 3, 4, 5, 9, 15) for k in (1, 4, 5, 6)),
        *(Fraction(k, 200) + sign * Fraction(1, 10**7) for k in range(1, 200) for sign in (1, -1)),
    }
)
"""Probabilities of all sizes, tiny, nearly 1, with half of the last digit, and values close to these."""


def in_percent(p: Fraction, digits: int) -> str:
    """Return a percentage with so many digits, never 0 or 100 for another value."""
    said, least = round_half_up(100 * p, digits), round_half_up(Fraction(10) ** -digits, digits)
    if p > 0 and not said:
        return f"<{NO_BREAK_SPACE}{least}%"
    if p < 1 and said == 100:
        return f">{NO_BREAK_SPACE}{100 - least}%"
    return f"{said}%"


def test_scripts_tell_a_percentage_as_python_does() -> None:
    assert [format_percent(p) for p in SHARES] == [in_percent(p, 0) for p in SHARES]
    numbers = ROOT / "widgets/page/numbers.js"
    script = (
        f'import {{ formatPercent }} from "{numbers.as_uri()}"; const all = {json.dumps(list(map(float, SHARES)))};'
        "console.log(JSON.stringify([0, 1, 2].map((digits) => all.map((share) => formatPercent(share, digits)))"
        '.concat([[formatPercent(0.6, 0, "de")]])));'
    )
    run = subprocess.run([DENO, "eval", script], capture_output=True, text=True, timeout=120, check=True)
    *plain, german = json.loads(run.stdout)
    assert german == [f"60{NO_BREAK_SPACE}%"], "German has a space before the sign, English has none"
    for digits, said in enumerate(plain):
        wrong = [(p, js) for p, js in zip(SHARES, said, strict=True) if js != in_percent(p, digits)]
        assert not wrong, (digits, wrong[:5])


def test_whole_hundredths_add_up_to_a_hundred() -> None:
    script = (ROOT / "widgets/page/numbers.js").as_uri()
    shares = [[1 / 3] * 3, [1 / 8, 3 / 8, 3 / 8, 1 / 8], [1 / 6] * 6, [0.285, 0.715], [0.5, 0.25]]
    code = (
        f"import {{ sharesToWholePercents }} from {script!r};"
        f"console.log(JSON.stringify({json.dumps(shares)}.map(sharesToWholePercents)))"
    )
    ran = subprocess.run([DENO, "eval", "--no-config", code], capture_output=True, text=True, check=True)
    whole = [[34, 33, 33], [13, 38, 37, 12], [17, 17, 17, 17, 16, 16], [29, 71], [50, 25]]
    assert json.loads(ran.stdout) == whole
    told = [format_percents_with_sum([Fraction(share).limit_denominator(1000) for share in row]) for row in shares]
    assert told == [[f"{n}%" for n in row] for row in whole]
    tiny = [Fraction(1, 500), Fraction(1, 500), Fraction(249, 250)]
    assert format_percents_with_sum(tiny) == [f"<{NO_BREAK_SPACE}1%"] * 2 + [f">{NO_BREAK_SPACE}99%"]


def test_the_first_digit_that_is_not_zero() -> None:
    for place in range(1, 9):
        assert first_nonzero_decimal_place(Fraction(1, 10**place)) == place
        assert first_nonzero_decimal_place(Fraction(9, 10**place)) == place
    assert first_nonzero_decimal_place(Fraction(7, 2)) == 0


def test_a_noun_after_one_is_singular() -> None:
    assert [count_with_noun(n, "gem") for n in (0, 1, 2)] == ["0 gems", "1 gem", "2 gems"]
