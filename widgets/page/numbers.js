// Numbers in the format for users. A half is rounded away from zero, as in schools and in gamelib/number_format.py.

const LACK = 1e-9; // what binary fractions lack of a half: 0.285 * 100 is 28.499999999999996

export function roundHalfUp(value, digits = 0) {
  const unit = 10 ** digits;
  return Math.sign(value) * Math.floor(Math.abs(value) * unit + 0.5 + LACK) / unit;
}

// Shares rounded to hundredths so that their sum stays the same (largest remainder method).
export function sharesToWholePercents(shares) {
  const exact = shares.map((share) => 100 * share);
  const whole = exact.map((n) => Math.floor(n + LACK));
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const left = roundHalfUp(sum(exact)) - sum(whole);
  const rest = (i) => roundHalfUp(exact[i] - whole[i], 6); // equal remainders stay in order
  const order = [...exact.keys()].sort((a, b) => rest(b) - rest(a));
  for (const i of order.slice(0, left)) whole[i]++;
  return whole;
}

export const formatFixed = (value, digits) => roundHalfUp(value, digits).toFixed(digits);

export const formatCount = (n) => n.toLocaleString("en");

/** @returns {string} */
export const numberTextWithMinusSign = (n) => `${n}`.replace("-", "\u2212");
export const formatSigned = (n) => (n > 0 ? `+${n}` : numberTextWithMinusSign(n));

// The percent sign by language. English has no space before it.
const PERCENT = { de: "\u00a0%" };

/**
 * A share as a percentage. Only 0 is 0%, and only 1 is 100%.
 * @param {number} share
 * @param {number} [digits] decimals
 * @param {string} [language] of the sentence around it
 */
export function formatPercent(share, digits = 0, language = "en") {
  const said = formatFixed(100 * share, digits), least = 10 ** -digits, sign = PERCENT[language] ?? "%";
  if (share > 0 && !+said) return `<\u00a0${formatFixed(least, digits)}${sign}`;
  if (share < 1 && +said === 100) return `>\u00a0${formatFixed(100 - least, digits)}${sign}`;
  return `${said}${sign}`;
}

const SIGNS = {
  "٪": "%",
  "﹪": "%",
  "٫": ".",
  "٬": ",",
  "⁄": "/",
  "∕": "/",
  "∶": ":",
  "≥": ">=",
  "≤": "<=",
  "…": "..",
  "。": ".",
};
const FRACTION = /[\u00bc-\u00be\u2150-\u215e\u2189]|[⁰¹²³⁴-⁹]+[⁄∕/][₀-₉]+/g;
const SINGLE_QUOTES = /[‘’‚‛]/g, DOUBLE_QUOTES = /[“”„‟«»]/g;
const HYPHENS = /[\u2010-\u2014\u2212\ufe63\uff0d]/g;
export const INVISIBLE_CHARACTERS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

// Typed text in plain digits and signs, as typed_text.py reads it.
export function normalizeTypedText(text) {
  return text.replace(INVISIBLE_CHARACTERS, "").replace(FRACTION, (sign) => ` ${sign.normalize("NFKC")} `).replace(
    /[\uff01-\uff5e]/g,
    (sign) => sign.normalize("NFKC"),
  ).replace(/\p{Nd}/gu, digit).replace(HYPHENS, "-").replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(
    /[٪﹪٫٬⁄∕∶≥≤…。]/g,
    (sign) => SIGNS[sign],
  ).trim();
}

// In every script, the ten digits have consecutive codes.
function digit(sign) {
  const plain = sign.normalize("NFKC"), code = plain.codePointAt(0);
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1)) && value < 9) value += 1;
  return String(value);
}
