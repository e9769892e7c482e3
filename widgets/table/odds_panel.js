// Odds: the exact distribution as bars, values on an axis, or a chart of the game. Bars that the viewer wants are
// filled, others are hatched, and the dashed line is the required value.

import { fillPlaceholders, h, icon } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { drawProbabilityPie, roundHundredths } from "../page/drawing.js";
import { customRendererFor, RENDERERS } from "./renderers.js";

/** @import { ValueAxisChart, Odds, OutcomeSelector, SuccessChance } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

// One distribution. `isResolved`: its outcome is known, and another step is already pending.
/** @param {TableView} view @param {Odds} odds @param {boolean} [isResolved] */
export function drawOddsPanel(view, odds, isResolved) {
  const now = customRendererFor("previewedOdds", odds);
  /** @type {Odds} */
  const shownOdds = now?.(view, odds) ?? odds;
  const turned = shownOdds.card && h("div", { class: "km-odds-card" }, view.drawStaticCard(shownOdds.card, "km-turn"));
  const shown = !(isResolved && customRendererFor("outcomeList", shownOdds)) && drawOddsChart(view, shownOdds);
  return h(
    "div",
    {
      class: `km-odds ${isResolved ? "km-resolved-odds" : ""} ${shownOdds.aside ? "km-odds-aside" : ""} ${
        turned ? "km-odds-of-card" : ""
      } ${oddsClassName(shownOdds, shown)}`,
      "data-follows": now && "",
    },
    isResolved && turned,
    h("h3", {}, h("span", { text: shownOdds.title }), drawBuilderLink(shownOdds)),
    oddsHeaderRenderer(shownOdds)?.show(view, shownOdds),
    !isResolved && turned,
    shown,
    shownOdds.chance && saying(shownOdds.chance),
    shownOdds.text && h("p", { text: shownOdds.text }),
    !view.pendingScene && customRendererFor("oddsFooter", shownOdds)?.(view, shownOdds),
    shownOdds.choose && !view.peekedScene && !view.scene.locked &&
      view.drawDisclosure("choose", TEXTS.choose_outcome, chooser(view, shownOdds.choose)),
  );
}

// Elements that a game displays above the chart of its odds, such as dice.
/** @param {Odds} odds */
export const oddsHeaderRenderer = (odds) => customRendererFor("oddsHeader", odds);

// Link that opens the same chance model in the Builder. It is next to the title, so that it needs no separate line.
/** @param {Odds} odds */
export const drawBuilderLink = ({ model }) =>
  model &&
  h("a", {
    class: "km-open-in-builder",
    href: `../builder.ipynb#m=${encodeURIComponent(model)}`,
    target: "_blank",
    title: TEXTS.build_it,
    "aria-label": TEXTS.build_it,
    text: "⚙",
  });

/** @param {Odds} odds */
export const oddsClassName = (odds, hasChart) => {
  const own = Object.keys(RENDERERS.oddsChart).find((key) => odds[key]);
  if (odds.bars?.some(({ label }) => label.length > 30)) return "km-odds-of-words";
  return hasChart && own ? `km-odds-${own}` : "";
};

/** @param {TableView} view @param {Odds} odds */
export function drawOddsChart(view, odds) {
  const draw = customRendererFor("oddsChart", odds);
  if (draw) return draw(view, odds);
  if (odds.axis) return axisOf(view, odds.axis);
  if (!odds.bars?.length) return null;
  return h(
    "ul",
    { class: "km-bars" },
    odds.bars.map((bar, i) =>
      h(
        "li",
        { class: `km-tone-${bar.tone} ${odds.at === i && !view.pendingScene ? "km-is-active" : ""}`, "data-place": i },
        h("span", { class: "km-bar-name" }, bar.icon && icon(view.icons[bar.icon]), bar.label),
        h(
          "span",
          { class: "km-track", "aria-hidden": "true" },
          h("i", { style: `width:${100 * bar.share}%` }),
          odds.at === i && h("b", { class: "km-ball" }),
        ),
        h(
          "span",
          { class: "km-odds-percent", title: bar.p },
          h("b", { text: bar.percent }),
          h("small", { text: bar.ways ?? bar.p }),
        ),
      )
    ),
  );
}

/** @param {SuccessChance} chance */
const saying = ({ label, weight, total, share, percent }) =>
  h(
    "p",
    { class: "km-odds-pie" },
    drawProbabilityPie(share),
    h(
      "span",
      {},
      `${label} ${TEXTS.in} `,
      h("b", { text: weight }),
      ` ${TEXTS.of} ${total} ${Number.isInteger((100 * weight) / total) ? "=" : "\u2248"} `,
      h("b", { text: percent }),
    ),
  );

// ---- values on one axis: one end is certain, the other is not

/** @param {TableView} view @param {ValueAxisChart} axis */
function axisOf(view, { rows, unit }) {
  const all = [0, ...rows.map(({ value }) => value)];
  const low = Math.min(...all), high = Math.max(...all, low + 1);
  const at = (value) => `${roundHundredths((100 * (value - low)) / (high - low))}%`;
  const best = Math.max(...rows.map(({ value }) => value));
  return h(
    "figure",
    {
      class: "km-value-axis",
      role: "img",
      "aria-label": rows.map(({ label, shown, text }) => `${label}: ${shown} ${unit}, ${text}`).join("; "),
    },
    rows.map((row) =>
      h(
        "div",
        {
          class: `${row.sure ? "km-is-certain" : ""} ${row.gain ? "km-is-gain" : ""} ${
            row.value === best ? "km-is-best-value" : ""
          }`,
        },
        h("span", {}, h("b", { text: row.label }), " ", h("small", { text: row.text })),
        h(
          "span",
          { class: "km-value-axis-line" },
          h("i", { class: "km-value-axis-zero", style: `left:${at(0)}` }),
          h("i", {
            class: "km-value-axis-range",
            style: `left:${at(Math.min(0, row.value))};width:${
              roundHundredths((100 * Math.abs(row.value)) / (high - low))
            }%`,
          }),
        ),
        h("b", { class: "km-big", text: row.shown }),
      )
    ),
    h("figcaption", { text: unit }),
  );
}

// ---- selecting an outcome

/** @param {TableView} view @param {OutcomeSelector[]} parts */
function chooser(view, parts) {
  const selects = parts.map((part, i) => {
    const select = h("select", { key: `part:${i}` });
    const groups = new Map();
    for (const { value, label, group } of part.options) {
      const option = h("option", { value, text: label });
      if (!group) select.append(option);
      else {
        if (!groups.has(group)) select.append(groups.set(group, h("optgroup", { label: group })).get(group));
        groups.get(group).append(option);
      }
    }
    return select;
  });
  const go = () =>
    view.sendRequest({ do: "choose_outcome", values: selects.map((select) => select.value), step: view.scene.step });
  return h(
    "div",
    { class: "km-odds-choice" },
    parts.map((part, i) => h("label", { class: "km-field" }, h("span", { text: part.label }), selects[i])),
    view.createButton(TEXTS.set_outcome, "set", go),
  );
}

// All possible outcomes, as in the chart: place, name and weight.
/** @param {Odds} odds @returns {[number, string, number][]} */
const placesOf = (odds) =>
  customRendererFor("outcomeList", odds)?.(odds) ?? (odds.bars ?? []).map(({ label, share }, i) => [i, label, share]);

// Control for replacing the last outcome by another one, which users select from the places of the chart.
/** @param {TableView} view @param {Odds} outcomeOdds */
export function drawReplaceOutcomeSelect(view, outcomeOdds) {
  const others = placesOf(outcomeOdds).filter(([place, , weight]) => place !== outcomeOdds.at && weight > 0);
  if (!others.length || view.scene.locked) return null;
  const go = ({ target }) =>
    view.sendRequest({ do: "replace_outcome", place: Number(target.value), step: view.scene.step });
  return h(
    "label",
    { class: "km-replace-outcome", title: TEXTS.had_it_hint },
    h("span", { text: TEXTS.had_it }),
    h("select", { key: "had", on: { change: go } }, [
      h("option", { value: "", text: "\u2026" }),
      ...others.map(([place, label]) => h("option", { value: place, text: label })),
    ]),
  );
}

// The chart can be touched as well: another bar becomes the outcome, and the drawing of the roll leads to the
// choice of another number.
/** @param {TableView} view @param {HTMLElement} el @param {Odds} outcomeOdds */
export function enableOutcomeReplacement(view, el, outcomeOdds) {
  if (view.scene.locked) return;
  for (const [place, what, weight] of placesOf(outcomeOdds)) {
    const bar = place !== outcomeOdds.at && weight > 0 && el.querySelector(`[data-place="${place}"]`);
    if (!bar) continue;
    bar.classList.add("km-odds-clickable");
    bar.title = fillPlaceholders(TEXTS.had_it_been, { what });
    bar.addEventListener("click", () => view.sendRequest({ do: "replace_outcome", place, step: view.scene.step }));
  }
  for (const thrown of el.querySelectorAll(".km-odds-header [data-thrown]")) {
    thrown.classList.add("km-odds-clickable");
    thrown.title = TEXTS.had_it;
    thrown.addEventListener("click", () => {
      const choice = view.elementByKey("had");
      choice?.focus();
      choice?.showPicker?.();
    });
  }
}
