// Narrow cards and tokens of a player. Charts for pairs of items and for discards.

import { h, icon } from "../../../page/elements.js";
import { drawCardBack, drawCardImage } from "../../../page/drawing.js";
import { registerRenderers } from "../../../table/renderers.js";
import { drawValueRow } from "../../../table/event_summary.js";

/** @import { Card, DiscardOption, Odds, PairGrid } from "./scene.d.ts" */
/** @import { OddsRenderer, CardRenderer, TableView } from "../../../table/view.d.ts" */

registerRenderers({
  pieceContent: {
    // small cards that overlap
    /** @type {CardRenderer<Card>} */
    slivers: (
      view,
      card,
    ) => [card.back ? drawCardBack(card.back, view.theme, view.icons) : drawCardImage(card, view.theme, view.icons)],
    // filled or free places: an image, or an icon with its number
    /** @type {CardRenderer<Card>} */
    tokens: (
      view,
      card,
    ) => [card.icon && icon(view.icons[card.icon]), card.big !== undefined && h("b", { text: card.big })],
  },
  previewedOdds: {
    /** @param {TableView} view @param {Odds} odds */
    acts: (view, odds) => ({ ...odds, ...(odds.acts[view.previewedActionNumber] ?? odds.acts[odds.first]) }),
  },
  oddsFooter: {
    /** @type {OddsRenderer<Odds>} */
    rows: (view, { rows: { label, rows, text } }) => [
      h(
        "div",
        { class: "km-value-section" },
        h("h4", { text: label }),
        h("ul", {}, rows.map((row) => drawValueRow(view, row))),
      ),
      text && h("p", { text }),
    ],
  },
  oddsChart: {
    /** @type {OddsRenderer<Odds>} */
    pairs: (view, odds) => pairsOf(odds.pairs),
    /** @type {OddsRenderer<Odds>} */
    leaves: (view, odds) => leavesOf(view, odds.leaves),
  },
});

// Chart of all pairs of these items. A pair belongs to the event if one of its two items does.
/** @param {PairGrid} pairs */
function pairsOf({ items, label }) {
  const cell = (a, b) => h("td", { class: a.hit || b.hit ? "km-hit" : "km-not" });
  return h(
    "table",
    { class: "km-pair-grid", role: "img", "aria-label": label, style: `--n:${items.length - 1}` },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        items.slice(1).map(({ text, hit }) => h("th", { class: hit ? "km-hit" : "", text })),
      ),
    ),
    h(
      "tbody",
      {},
      items.slice(0, -1).map((a, i) =>
        h(
          "tr",
          {},
          h("th", { class: a.hit ? "km-hit" : "", text: a.text }),
          Array.from({ length: i }, () => h("td", { "aria-hidden": "true" })),
          items.slice(i + 1).map((b) => cell(a, b)),
        )
      ),
    ),
  );
}

// Losses for each item that may be discarded: one small square for each lost step or point.
/** @param {TableView} view @param {DiscardOption[]} rows */
const leavesOf = (view, rows) =>
  h(
    "ul",
    { class: "km-discard-chart" },
    rows.map(({ label, parts, text, look, act }) =>
      h(
        "li",
        {
          class: `${look ? `km-is-${look}` : ""} ${
            act !== undefined && act === view.previewedActionNumber ? "km-is-active" : ""
          }`,
        },
        h("span", { text: label }),
        h(
          "span",
          { class: "km-count-squares", "aria-hidden": "true" },
          parts.flatMap(({ kind, n }) =>
            Array.from({ length: n }, () => h("i", { style: view.cardColourStyle({ kind }) }))
          ),
        ),
        h("small", { text }),
      )
    ),
  );
