// The result of a game: points by source, points over the game with changes of the lead, and luck compared with its
// expectation.

import { fillPlaceholders, h, joinWithSpaces, noteParagraph } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { roundHundredths, svgFromMarkup } from "../page/drawing.js";
import { drawDayResult } from "./day_deal.js";
import { RENDERERS } from "./renderers.js";
import { drawValueRowSection } from "./event_summary.js";

/** @import { ScoreHistory, SeatLuck, Blunder, ReviewPanel, SeatScore } from "./summary_types.d.ts" */
/** @import { Scene } from "./scene.d.ts" */
/** @import { ReviewUpdate } from "./messages.d.ts" */
/** @import { TableView } from "./view.d.ts" */

// The points of each item in scoring order, below the bars, so that the bars can be compared easily.
/** @param {TableView} view @param {SeatScore} row @param {string[]} kinds */
const broughtBy = (view, { seat, name, parts }, kinds) => {
  const named = parts.filter(({ of }) => of?.length);
  return named.length > 0 && h(
    "li",
    {},
    joinWithSpaces([view.drawPawn(seat), h("b", { text: name })]),
    h(
      "ul",
      {},
      named.map(({ label, of, tone }) =>
        h(
          "li",
          { class: `km-tone-${tone}`, "data-part": kinds.indexOf(label) },
          h("i"),
          h("b", { text: `${label}: ` }),
          of.map(({ label: thing, said }) => `${thing}: ${said}`).join(", "),
        )
      ),
    ),
  );
};

// All sources of points in scoring order. A seat may have points from only some of them.
/** @param {SeatScore[]} rows */
function sourcesInOrder(rows) {
  const labels = [];
  for (const { parts } of rows) {
    let at = 0;
    for (const { label } of parts) {
      if (!labels.includes(label)) labels.splice(at, 0, label);
      at = labels.indexOf(label) + 1;
    }
  }
  return labels;
}

const BREATH = 10; // ms between two portions of a review, in which a click comes first

// `last`: elements of the last chance step.
/** @param {TableView} view @param {Scene} scene @param {HTMLElement[]} last */
export function drawGameResult(view, scene, last) {
  const { rows, curve, luck, more, review, day } = scene.reckoning;
  const sum = (row, sign) => row.parts.reduce((all, { points }) => all + Math.max(0, sign * points), 0);
  const less = Math.max(0, ...rows.map((row) => sum(row, -1)));
  const all = Math.max(1, less + Math.max(...rows.map((row) => sum(row, 1))));
  const kinds = new Map(rows.flatMap((row) => row.parts).map(({ label, tone }) => [label, tone]));
  const labels = sourcesInOrder(rows);
  const part = (one) =>
    h("i", {
      class: `km-tone-${one.tone} ${one.points < 0 ? "km-is-negative" : ""}`,
      style: `width:${(100 * Math.abs(one.points)) / all}%`,
      title: `${one.label}: ${one.said}`,
      "data-part": labels.indexOf(one.label),
      text: one.said,
    });
  const order = [...rows].sort((a, b) => Number(b.wins) - Number(a.wins) || b.score - a.score);
  const bars = order.map((row) =>
    h(
      "li",
      { class: row.wins ? "km-is-winner" : "", "data-seat": row.seat },
      joinWithSpaces([
        view.drawPawn(row.seat),
        h("b", { dir: "auto", text: row.name }),
        h("span", { class: "km-score", text: row.said }),
        row.wins && h("span", { class: "km-chip", text: TEXTS.wins }),
      ]),
      h(
        "span",
        {
          class: "km-score-sources",
          role: "img",
          "aria-label": row.parts.map(({ label, said }) => `${label} ${said}`).join(", ") || TEXTS.points,
        },
        less > 0 && h("u", { style: `width:${(100 * (less - sum(row, -1))) / all}%` }),
        row.parts.filter(({ points }) => points < 0).map(part),
        row.parts.filter(({ points }) => points > 0).map(part),
      ),
    )
  );
  const legend = kinds.size > 1 &&
    h(
      "p",
      { class: "km-legend" },
      labels.map((label) => h("span", { class: `km-tone-${kinds.get(label)}` }, h("i"), label)),
    );
  const brought = rows.map((row) => broughtBy(view, row, labels)).filter(Boolean);
  const better = review && [h("h3", { text: TEXTS.review }), drawReview(view, review)];
  const room = !more.length; // below the reckoning, so that it is in sight at once
  return h(
    "section",
    { class: "km-game-result" },
    h(
      "div",
      {},
      h("h3", { text: TEXTS.reckoning }),
      h("ol", { class: "km-scores" }, bars),
      legend || null,
      day && drawDayResult(view, day),
      brought.length > 0 && h("ul", { class: "km-counted" }, brought),
      Object.entries(RENDERERS.resultSection).map(([key, draw]) => scene.reckoning[key] && draw(view, scene.reckoning)),
      more.length > 0 && h("div", { "data-share": 1 }, more.map((part) => drawValueRowSection(view, part, 0))),
      view.forecasts.drawCalibrationChart(),
      room && better,
      last,
    ),
    h(
      "div",
      {},
      curve && [h("h3", { text: curve.points.length > 1 ? TEXTS.curve : TEXTS.curve_alone }), scoreCurve(view, curve)],
      luck?.length && [h("h3", { text: TEXTS.luck }), luckTable(view, luck)],
      !room && better,
    ),
  );
}

// Review of the viewer's decisions in the background. The page requests each portion, and goes on with anything else
// meanwhile.
/** @param {TableView} view @param {ReviewPanel} review */
function drawReview(view, { ask, about, found }) {
  const now = view.reviewProgress ?? found, worst = now?.worst ?? [];
  /** @param {Blunder} mistake */
  const go = ({ step, go: label, title, lines }) =>
    h(
      "li",
      {},
      h("b", { text: title }),
      view.drawDisclosure(`review_why:${step}`, TEXTS.review_why, lines.map((text) => h("p", { text }))),
      view.createButton(label, `review:${step}`, () => view.sendRequest({ do: "view_step", step }), {
        class: "km-button",
      }),
    );
  return h(
    "section",
    { class: "km-review", "aria-label": TEXTS.review },
    now
      ? [
        h("p", { text: now.said }),
        !now.over && h("progress", { max: now.of, value: now.done, "aria-label": TEXTS.review }),
        worst.length > 0 && h("ol", {}, worst.map(go)),
        now.habits.length > 0 &&
        [h("h4", { text: TEXTS.review_habits }), h("ul", {}, now.habits.map((text) => h("li", { text })))],
      ]
      : [
        noteParagraph(about),
        view.createButton(
          ask,
          "review",
          () => view.client.request({ do: "review_decisions", begin: true }, { isBackground: true }),
          {
            class: "km-button",
          },
        ),
      ],
  );
}

/** @param {TableView} view @param {ReviewUpdate} message */
export function onReviewUpdate(view, { found }) {
  const seen = view.scene.reckoning && found.seat === view.scene.viewer;
  if (seen) view.reviewProgress = found;
  const old = view.root.querySelector(".km-review");
  const key = old?.contains(document.activeElement) && document.activeElement.dataset.key;
  const fresh = JSON.stringify(found) !== view.previousReviewText;
  view.previousReviewText = JSON.stringify(found);
  if (seen && old && fresh) old.replaceWith(drawReview(view, view.scene.reckoning.review));
  if (key) (view.elementByKey(key) ?? view.root.querySelector(".km-review button"))?.focus({ preventScroll: true });
  if (found.over) view.announce(found.said);
  else askOn(view);
}

/** @param {TableView} view */
function askOn(view) {
  setTimeout(() => {
    if (view.abortController.signal.aborted) return;
    if (document.hidden) askOn(view);
    else view.client.request({ do: "review_decisions" }, { isBackground: true });
  }, BREATH);
}

const APART = 16; // % of the height of the curve that a pawn needs

// Places of pawns, moved so that none covers another.
function apart(places) {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]), moved = [];
  order.forEach((i, n) => (moved[i] = n ? Math.max(places[i], moved[order[n - 1]] + APART) : places[i]));
  const over = Math.max(0, Math.max(...moved) - 100);
  return moved.map((place) => place - over);
}

// Points of each seat during the game. A mark is a change of the lead, and a click on it opens this step.
/** @param {TableView} view @param {ScoreHistory} curve */
function scoreCurve(view, { steps, points, turns }) {
  const last = Math.max(1, steps.at(-1)), all = points.flat(), top = Math.max(1, ...all), low = Math.min(0, ...all);
  const x = (step) => (100 * step) / last, y = (value) => 50 - (46 * (value - low)) / (top - low) - 2;
  const lines = points.map((row, seat) => {
    const path = row.map((
      value,
      i,
    ) => (i
      ? `H${roundHundredths(x(steps[i]))}V${roundHundredths(y(value))}`
      : `M${roundHundredths(x(steps[i]))} ${roundHundredths(y(value))}`)
    ).join("");
    return `<path d="${path}" class="km-score-curve km-score-curve-${seat % 6}" vector-effect="non-scaling-stroke"/>`;
  });
  const at = apart(points.map((row) => 2 * y(row.at(-1))));
  const ends = points.map((_, seat) =>
    h("span", { class: "km-score-curve-end", style: `top:${at[seat]}%` }, view.drawPawn(seat))
  );
  const marks = turns.map(({ step, seat, text }) =>
    h("button", {
      type: "button",
      key: `turn:${step}`,
      class: "km-lead-change",
      title: text,
      "aria-label": `${fillPlaceholders(TEXTS.step, { step })}: ${text}`,
      style: `left:${x(step)}%;top:${2 * y(points[seat][steps.findLastIndex((at) => at <= step)])}%`,
      on: { click: () => view.sendRequest({ do: "view_step", step }) },
    })
  );
  return h(
    "figure",
    { class: "km-curve" },
    svgFromMarkup("0 0 100 50", lines.join(""), "km-score-curves", "none"),
    ends,
    marks,
  );
}

/** @param {TableView} view @param {SeatLuck[]} luck */
function luckTable(view, luck) {
  return h(
    "table",
    { class: "km-luck" },
    h(
      "thead",
      {},
      h("tr", {}, ["", ...luck[0].cells.map(({ label }) => label)].map((text) => h("th", { scope: "col", text }))),
    ),
    h(
      "tbody",
      {},
      luck.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, view.drawPawn(row.seat), " ", h("bdi", { text: row.name })),
          row.cells.map(({ got, expected, more }) =>
            h(
              "td",
              {},
              h("b", { text: more }),
              h("small", { text: ` ${fillPlaceholders(TEXTS.luck_told, { got, expected })}` }),
            )
          ),
        )
      ),
    ),
  );
}
