// Deal of the day: the date in the address, the results of the bots, and the line to share.

import { fillPlaceholders, h, noteParagraph } from "../page/elements.js";
import { tryCopyText } from "../page/sharing.js";
import { pageLanguage, TEXTS } from "../page/texts.js";
import { localDate, longDateIn } from "../page/local_date.js";

/** @import { DayBots, DayResult, DayScore } from "./summary_types.d.ts" */
/** @import { DayBotsUpdate } from "./messages.d.ts" */
/** @import { TableView } from "./view.d.ts" */

/** @param {string} day */
export const longDate = (day) => longDateIn(pageLanguage(), day);

// The game on the deal of the day is stored under a separate key, so that the other game of this page is not lost.
/** @param {TableView} view */
export const dayStorageKey = (view) => `${view.store}:day`;

// "#day" opens today's deal, and "#day=2026-11-30" opens the deal of that date.
/** @param {string} hash */
export const dayInAddress = (hash) => {
  const found = /^#day(?:=([\d-]+))?$/.exec(hash);
  return found ? found[1] ?? localDate() : "";
};

/** @param {TableView} view */
export function openDayDeal(view) {
  view.open.delete("menu");
  view.sendRequest({ do: "open_day_deal", day: localDate(), saved: view.loadSavedGame(dayStorageKey(view)) });
}

/** @param {TableView} view @param {DayResult} result */
export function drawDayResult(view, result) {
  const { own, attempt } = result, day = view.scene.day;
  const bots = view.dayBots?.day === day ? view.dayBots : result.bots;
  if (!bots.over && view.askedDayBots !== day) {
    view.askedDayBots = day;
    continueDayBots(view);
  }
  const scores = [own, ...bots.scores], points = scores.map(({ score }) => score);
  const low = Math.min(...points), span = Math.max(...points) - low;
  const place = (score) => span ? (100 * (score - low)) / span : 50;
  /** @param {DayScore} one */
  const row = (one) =>
    h(
      "li",
      { class: one === own ? "km-day-own" : "" },
      h("span", { text: one.label }),
      h("span", { class: "km-day-track", "aria-hidden": "true" }, h("i", { style: `left:${place(one.score)}%` })),
      h("b", { text: one.said }),
      one.wins && h("span", { class: "km-chip", text: TEXTS.wins }),
    );
  const done = h("span", { role: "status" });
  const copy = async () => {
    const line = shareLine(view, own, bots, attempt);
    const isCopied = await tryCopyText(line);
    done.replaceChildren(isCopied ? TEXTS.copied : h("textarea", { readonly: true, rows: 3, value: line }));
    if (!isCopied) done.querySelector("textarea").select();
  };
  return h(
    "section",
    { class: "km-day-result" },
    h("h3", { text: fillPlaceholders(TEXTS.day_of, { date: longDate(day) }) }),
    noteParagraph(TEXTS.day_about),
    h("ol", {}, scores.map(row), !bots.over && h("li", {}, h("span", { text: TEXTS.day_plays }))),
    attempt > 1 && noteParagraph(fillPlaceholders(TEXTS.day_attempt_note, { n: attempt })),
    h("div", { class: "km-row" }, view.createButton(TEXTS.day_copy, "day_copy", copy, { class: "km-button" }), done),
  );
}

/** @param {TableView} view @param {DayScore} own @param {DayBots} bots @param {number} attempt */
function shareLine(view, own, bots, attempt) {
  const named = [{ ...own, label: TEXTS.day_me }, ...bots.scores];
  const line = fillPlaceholders(TEXTS.day_share, {
    game: view.scene.title,
    date: longDate(view.scene.day),
    results: named.map(({ label, said }) => fillPlaceholders(TEXTS.day_score, { who: label, points: said })).join(", "),
    attempt: attempt > 1 ? fillPlaceholders(TEXTS.day_attempt, { n: attempt }) : TEXTS.day_attempt_1,
  });
  return view.isFullPage ? `${line} ${location.href.split("#")[0]}#day=${view.scene.day}` : line;
}

/** @param {TableView} view */
const continueDayBots = (view) => view.client.request({ do: "continue_day_bots" }, { isBackground: true });

/** @param {TableView} view @param {DayBotsUpdate} message */
export function onDayBots(view, message) {
  const isNew = view.dayBots?.scores.length !== message.scores.length || view.dayBots?.day !== message.day;
  view.dayBots = message;
  const old = view.root.querySelector(".km-day-result"), result = view.scene.reckoning?.day;
  if (isNew && old && result && view.scene.day === message.day) {
    const hasFocus = old.contains(document.activeElement);
    old.replaceWith(drawDayResult(view, result));
    if (hasFocus) view.elementByKey("day_copy")?.focus({ preventScroll: true });
  }
  if (!message.over) setTimeout(() => view.abortController.signal.aborted || continueDayBots(view), 10);
}
