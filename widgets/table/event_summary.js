// The latest events at the table, as small scenes in the main panel, one after the other.

import { h, icon } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { drawCardImage, starMarkup, svgFromMarkup } from "../page/drawing.js";
import { prefersReducedMotion } from "./animator.js";

const RISES = 1900; // ms that a star is looked at

/** @import { EventSummary, EventSummaryCard, ValueRowSection, ValueRow } from "./summary_types.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const COUNTS = 900, COUNT = 5000; // ms for each step of the count, and for all of them at most
const FADES = 240; // ms that a line of it takes to be there
const MOMENTS = { slow: 4000, fast: 1800 }; // ms that a scene stays when others play on by themselves
const READ = 2500, LETTER = 45; // ms, and for each letter, that one stays which is to be read

/** @param {TableView} view @param {EventSummary} moment */
export const summaryDuration = (view, moment) =>
  moment.stop ? READ + LETTER * view.mainPanelEl.textContent.length : MOMENTS[view.playbackSpeed];

/** @param {TableView} view */
export const currentSummary = (view) => (view.peekedScene ? undefined : view.scene.moments?.[view.summaryIndex]);

/** @param {TableView} view */
export function showNextSummary(view) {
  view.summaryIndex += 1;
  view.draw();
  if (currentSummary(view)) animateSummaryBars(view);
  else if (view.scene.reckoning) animateFinalScoring(view);
  view.resumeAutoPlay();
}

/** @param {TableView} view @param {EventSummary} moment */
export function drawEventSummary(view, moment) {
  const all = view.scene.moments;
  const at = view.summaryIndex;
  const last = at === all.length - 1;
  const label = all.length > 1 ? `${TEXTS.go_on} (${at + 1}/${all.length})` : TEXTS.go_on;
  return h(
    "div",
    { class: `km-event-summary ${moment.parts.length ? "km-has-sections" : ""}` },
    h(
      "div",
      { class: "km-event-summary-header" },
      moment.card && h("span", { class: "km-arch" }, drawCardImage(moment.card, view.theme, view.icons)),
      h(
        "div",
        {},
        h("h3", { text: moment.title }),
        moment.card?.text && h("p", { text: moment.card.text }),
        moment.text && h("p", { text: moment.text }),
        moment.rule && view.createRuleButton(moment.rule, "moment"),
      ),
    ),
    moment.parts.map((part, i) => drawValueRowSection(view, part, i, moment.parts.length > 1)),
    moment.verdict && h("p", { class: "km-verdict", text: moment.verdict }),
    view.createButton(last ? TEXTS.go_on : label, "moment", () => showNextSummary(view), { class: "km-button" }),
  );
}

/** @param {TableView} view @param {ValueRowSection} part @param {number} i @param {boolean} [numbered] */
export const drawValueRowSection = (view, part, i, numbered) =>
  h(
    "div",
    { class: `km-value-section ${part.rows.some(({ look }) => look === "best") ? "km-has-best" : ""}`, "data-part": i },
    part.label &&
      h(
        "h4",
        {},
        numbered && h("b", { text: i + 1 }),
        part.icon && icon(view.icons[part.icon]),
        h("span", { text: part.label }),
        part.note && h("small", { text: part.note }),
      ),
    h("ul", {}, part.rows.map((row) => drawValueRow(view, row))),
  );

// A row for a seat, or for a kind of item. A row for a kind of item can have the pawn of a seat.
/** @param {TableView} view @param {ValueRow} row */
export function drawValueRow(view, row) {
  const bar = row.of
    ? Array.from(
      { length: row.of },
      (_, i) => h("i", { class: `km-place ${i < row.n ? "km-is-full" : ""} ${i + 1 === row.mark ? "km-goal" : ""}` }),
    )
    : row.share !== undefined &&
      h(
        "i",
        { class: "km-value-length", style: `width:${100 * row.share}%` },
        row.first > 0 && h("i", { style: `width:${(100 * row.first) / (row.share || 1)}%` }),
      );
  const thing = row.seat === undefined;
  const sign = !thing
    ? view.drawPawn(row.seat)
    : row.kind
    ? h("span", { class: "km-value-image" }, drawCardImage(row, view.theme, view.icons))
    : icon(view.icons[row.icon]);
  return h(
    "li",
    {
      class: [row.look && `km-is-${row.look}`, thing && "km-has-image", row.wide && "km-wide-value-row"].filter(Boolean)
        .join(" "),
    },
    sign,
    h("span", { dir: "auto", text: thing ? row.label : view.scene.names[row.seat] }),
    !row.wide && h("span", { class: "km-value-bar", "aria-hidden": "true" }, bar),
    row.value !== undefined && h("b", { text: row.value }),
    (row.text || row.pawn !== undefined) && h("small", {}, row.pawn !== undefined && view.drawPawn(row.pawn), row.text),
  );
}

// The bars grow in parts: first the values of all seats, then further values of seats that are equal so far.
/** @param {TableView} view */
export function animateSummaryBars(view) {
  if (currentSummary(view).star) rise(view, currentSummary(view).card);
  for (const part of view.mainPanelEl.querySelectorAll(".km-value-section")) {
    [...part.querySelectorAll(".km-value-length")].forEach((bar, i) =>
      view.animator.animate(bar, [{ transform: "scaleX(0)", transformOrigin: "left" }, {
        transform: "none",
        transformOrigin: "left",
      }], { duration: 320, delay: 700 * part.dataset.part + 70 * i, easing: "cubic-bezier(.2,.75,.2,1)" })
    );
  }
}

// A star rises over the whole table, pauses, and sinks onto the main panel.
/** @param {TableView} view @param {EventSummaryCard} card */
function rise({ animator: motion, mainPanelEl: odds, root, theme: look, icons }, card) {
  const to = odds.querySelector(".km-arch")?.getBoundingClientRect();
  if (prefersReducedMotion() || !to?.width) return;
  const base = root.getBoundingClientRect();
  const size = Math.min(base.width, base.height) * 0.5;
  const at = { x: base.width / 2 - size / 2, y: base.height / 2 - size / 2 };
  const rays = svgFromMarkup(
    "-50 -50 100 100",
    starMarkup(12, 49, 30, 0, 0, 'class="km-spotlight-rays"'),
    "km-spotlight-burst",
    "xMidYMid meet",
  );
  const face = h(
    "div",
    {
      class: "km-spotlight-card",
      style: `left:${at.x}px;top:${at.y}px;width:${size}px;height:${size}px`,
    },
    rays,
    h("span", {}, drawCardImage(card, look, icons)),
  );
  const dark = h("div", { class: "km-spotlight-backdrop" });
  motion.overlay.append(dark, face);
  motion.sounds("star", 200);
  const dx = to.left - base.left + to.width / 2 - base.width / 2;
  const dy = to.top - base.top + to.height / 2 - base.height / 2;
  motion.animate(dark, [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }], {
    duration: RISES,
    easing: "linear",
    fill: "both",
  });
  motion.animate(rays, [{ transform: "rotate(0deg)" }, { transform: "rotate(60deg)" }], {
    duration: RISES,
    easing: "linear",
  });
  motion.animate(face, [
    { transform: "translateY(20%) scale(.3)", opacity: 0 },
    { transform: "none", opacity: 1, offset: 0.25 },
    { transform: "none", opacity: 1, offset: 0.7 },
    { transform: `translate(${dx}px,${dy}px) scale(${to.width / size})`, opacity: 0 },
  ], { duration: RISES, fill: "both" })?.finished.catch(() => {}).then(() => {
    face.remove();
    dark.remove();
  });
}

// Animation of the final scoring. Source by source, the bars of all seats grow with the points of each item next to
// them, then the sums appear, and then the winner. Until then, seats are in their order, and nothing else reveals the
// result.
/** @param {TableView} view */
export function animateFinalScoring(view) {
  const { animator: motion, mainPanelEl: odds } = view;
  const rows = [...odds.querySelectorAll(".km-scores > li")];
  const kinds = new Set(view.scene.reckoning.rows.flatMap(({ parts }) => parts.map(({ label }) => label)));
  const all = Math.max(1, kinds.size), step = Math.min(COUNTS, COUNT / all);
  const sums = step * all, wins = sums + 700;
  for (const bar of odds.querySelectorAll(".km-score-sources > i")) {
    const at = Number(bar.dataset.part);
    motion.animate(bar, [{ transform: "scaleX(0)", transformOrigin: "left", opacity: 0 }, {
      transform: "none",
      transformOrigin: "left",
      opacity: 1,
    }], { duration: 0.7 * step, delay: step * at });
  }
  const ends = wins + 820;
  for (const line of odds.querySelectorAll(".km-counted [data-part]")) {
    // if there is little space, the next source takes its place
    const next = getComputedStyle(line.parentElement).display === "grid" && line.nextElementSibling?.dataset.part;
    const from = step * Number(line.dataset.part) / ends, to = next ? step * Number(next) / ends : 1;
    motion.animate(line, [
      { opacity: 0 },
      { opacity: 0, offset: from },
      { opacity: 1, offset: Math.min(to, from + FADES / ends) },
      { opacity: 1, offset: to },
      { opacity: next ? 0 : 1, offset: to },
      { opacity: next ? 0 : 1 },
    ], { duration: ends, easing: "linear" });
  }
  for (const late of odds.querySelectorAll(".km-game-result [data-share]")) {
    motion.animate(late, [{ opacity: 0 }, { opacity: 1 }], {
      duration: FADES,
      delay: sums * Number(late.dataset.share),
    });
  }
  const places = rows.map(({ offsetTop }) => offsetTop);
  const seats = rows.map(({ dataset }) => Number(dataset.seat)).sort((a, b) => a - b);
  for (const row of rows) {
    const aside = places[seats.indexOf(Number(row.dataset.seat))] - row.offsetTop;
    motion.animate(row, [{ transform: `translateY(${aside}px)` }, { transform: "none" }], {
      duration: 500,
      delay: wins,
    });
    motion.animate(row.querySelector(".km-score"), [{ opacity: 0 }, { opacity: 1 }], { duration: 240, delay: sums });
    motion.animate(row.querySelector(".km-chip"), [{ opacity: 0, transform: "scale(2.2)" }, {
      opacity: 1,
      transform: "none",
    }], { duration: 420, delay: wins + 400, easing: "cubic-bezier(.3,1.5,.5,1)" });
  }
  if (rows.length) motion.sounds("star", wins + 400);
  motion.whenFinished().then(() => told(view));
}

// After the scoring, the result is displayed in all places.
/** @param {TableView} view */
function told(view) {
  if (!view.root.classList.contains("km-is-counting")) return;
  view.root.classList.remove("km-is-counting");
  view.history.markCurrentStep();
  view.announce(view.scene.live);
}
