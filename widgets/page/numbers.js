// Numbers as people read them: a half is rounded away from nought, as in schools (gamelib/numbers.py does the same).

const LACK = 1e-9; // what binary fractions lack of a half: 0.285 * 100 is 28.499999999999996

export function halfUp(value, digits = 0) {
  const unit = 10 ** digits;
  return Math.sign(value) * Math.floor(Math.abs(value) * unit + 0.5 + LACK) / unit;
}

export const fixed = (value, digits) => halfUp(value, digits).toFixed(digits);

export const counted = (n) => n.toLocaleString("en");

export const number = (n) => `${n}`.replace("-", "\u2212");
export const signed = (n) => (n > 0 ? `+${n}` : number(n));

export const inPercent = (share, digits = 0, gap = "\u00a0") => `${fixed(100 * share, digits)}${gap}%`;
