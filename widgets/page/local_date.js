// Dates at the reader's place: the deal of the day changes at local midnight.

/** Today, for example "2026-11-30". */
export function localDate() {
  const now = new Date(), two = (n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** A date in words. @param {string} language @param {string} day */
export function longDateIn(language, day) {
  const locale = language === "en" ? "en-GB" : language; // 30 November 2026
  return new Date(`${day}T12:00`).toLocaleDateString(locale, { dateStyle: "long" });
}
