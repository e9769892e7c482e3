"""Normalization of typed text: plain signs replace special signs from phones, word processors and other scripts.

`numbers.js` does the same in the browser, for text that a page parses itself.
"""

from __future__ import annotations

import re
import unicodedata

from gamelib.validation import UNSEEN

SIGNS = {
    **dict.fromkeys("‐‑‒–—−﹣－", "-"),
    **dict.fromkeys("“”„‟«»＂", '"'),
    **dict.fromkeys("‘’‚‛＇", "'"),
    "≥": ">=",
    "≤": "<=",
    "⁄": "/",
    "∕": "/",
    "∶": ":",
    "٪": "%",
    "﹪": "%",
    "٫": ".",
    "٬": ",",
    "…": "..",
    "。": ".",
}
_SIGN = re.compile("|".join(map(re.escape, SIGNS)))
_FRACTION = re.compile("[¼½¾⅐-⅞↉]|[⁰¹²³⁴-⁹]+[⁄∕/][₀-₉]+")


def replace_lookalike_signs(text: str) -> str:
    """Replace signs that look like plain digits, spaces, quotes, minus and comparison signs.

    Letters and superscript digits stay the same.

    >>> replace_lookalike_signs("３３⅓％"), replace_lookalike_signs("D6 ≥ −2")
    ('33 1/3 %', 'D6 >= -2')
    """
    text = UNSEEN.sub("", text)
    text = _FRACTION.sub(lambda sign: f" {unicodedata.normalize('NFKC', sign[0])} ", text)
    return _SIGN.sub(lambda sign: SIGNS[sign[0]], "".join(map(_plain_sign, text)))


def _plain_sign(sign: str) -> str:
    if sign.isspace():
        return sign if sign in "\n\r\t" else " "
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    return unicodedata.normalize("NFKC", sign) if "\uff01" <= sign <= "\uff5e" else sign
