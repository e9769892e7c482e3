// The risks of a turn, one per row, above the chart of the selected risk.

import { fillPlaceholders, h } from "../../../page/elements.js";
import { drawProbabilityPie } from "../../../page/drawing.js";
import { TEXTS } from "../../../page/texts.js";
import { drawBuilderLink, drawOddsChart, oddsClassName } from "../../../table/odds_panel.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { Odds } from "./scene.d.ts" */
/** @import { TableView } from "../../../table/view.d.ts" */

registerRenderers({ oddsList: { act: { picked: riskPicked, show: riskRows } } });

/** @type {WeakMap<TableView, { step: number, line: number, act: number }>} */
const ASKED = new WeakMap(); // the risk that was asked for last at a table, and where

/** @param {TableView} view */
function pointedAt(view) {
  const { step, line, act } = ASKED.get(view) ?? {};
  return step === view.scene.step && line === view.scene.line ? act : undefined;
}

/** @param {TableView} view @param {number} act */
function showRisk(view, act) {
  const { step, line } = view.scene;
  ASKED.set(view, { step, line, act });
  const held = [...view.cards.values()].find((card) => card.does?.includes(act));
  if (held) view.selectedId = held.id;
  view.draw();
}

// The risk that the user has opened, otherwise the risk of the selected card.
/** @param {TableView} view @param {Odds[]} risks */
function riskPicked(view, risks) {
  const held = view.cards.get(view.selectedId);
  const asked = risks.find((odds) => odds.act === pointedAt(view));
  return asked && (!held?.does || held.does.includes(asked.act))
    ? asked
    : risks.find((odds) => held?.does?.includes(odds.act)) ?? asked;
}

// All risks of this turn, one per row. The chart below shows the selected risk.
/** @param {TableView} view @param {Odds[]} risks @param {Odds} shown */
function riskRows(view, risks, shown) {
  const rows = risks.map((odds) =>
    h(
      "button",
      {
        type: "button",
        class: "km-risk",
        key: `risk:${odds.act}`,
        "aria-pressed": String(odds === shown),
        on: { click: () => showRisk(view, odds.act) },
      },
      drawProbabilityPie(odds.chance.share),
      h("span", {}, h("b", { text: odds.title }), " ", h("small", { text: odds.text })),
      " ",
      h(
        "span",
        { class: "km-risk-share" },
        odds.chance.percent,
        " ",
        h("small", { text: fillPlaceholders(TEXTS.ways_of, odds.chance) }),
      ),
    )
  );
  const picture = shown && drawOddsChart(view, shown);
  return [
    h("h3", {}, h("span", { text: TEXTS.may_decide }), shown && drawBuilderLink(shown)),
    h("div", { class: "km-risks" }, rows),
    shown && h("div", { class: `km-odds ${oddsClassName(shown, picture)}` }, picture),
  ];
}
