// A histogram of integers. Bars that the viewer wants are filled, and the dashed line is the required value.

import { fillPlaceholders, h } from "../../../page/elements.js";
import { roundHundredths } from "../../../page/drawing.js";
import { numberTextWithMinusSign } from "../../../page/numbers.js";
import { TEXTS } from "../../../page/texts.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { Odds, ValueHistogram } from "./scene.d.ts" */
/** @import { OddsRenderer } from "../../../table/view.d.ts" */

registerRenderers({
  oddsChart: {
    /** @type {OddsRenderer<Odds>} */
    steps: (view, { steps, at }) => histogram(steps, at),
  },
  outcomeList: {
    /** @param {Odds} odds */
    steps: ({ steps: { from, weights } }) =>
      weights.map((weight, i) => [from + i, numberTextWithMinusSign(from + i), weight]),
  },
});

/** @param {ValueHistogram} steps @param {number} at */
function histogram({ label, from, need, weights, total, below, left, right }, at) {
  const top = Math.max(...weights);
  const every = weights.length > 12 ? 2 : 1;
  const needs = need !== undefined &&
    (below
      ? fillPlaceholders(TEXTS.need_less, { n: numberTextWithMinusSign(need - 1) })
      : fillPlaceholders(TEXTS.need_more, { n: numberTextWithMinusSign(need) }));
  const wanted = (x) => need === undefined || (below ? x < need : x >= need);
  const columns = weights.map((weight, i) => {
    const x = from + i;
    return h(
      "span",
      {
        class: `km-histogram-column ${wanted(x) ? "km-hit" : ""} ${x === need ? "km-histogram-threshold" : ""}`,
        title: `${numberTextWithMinusSign(x)}: ${fillPlaceholders(TEXTS.ways_of, { weight, total })}`,
        "data-place": x,
      },
      h(
        "span",
        { class: "km-bar", style: `height:${roundHundredths((100 * weight) / top)}%` },
        at === x && h("b", { class: "km-ball" }),
      ),
      h("small", { text: x % every === 0 || x === need ? numberTextWithMinusSign(x) : "" }),
    );
  });
  const tall = Math.max(weights[0], weights.at(-1)) > 0.6 * top; // what is written above the ends needs room
  const under = tall && (at === from || at === from + weights.length - 1); // a ball reaches into what is written
  const end = (said, side) =>
    said && h("span", { class: `km-histogram-end-${side}` }, h("b", { text: said[0] }), " ", said[1]);
  return h(
    "figure",
    {
      class: "km-histogram km-figure",
      role: "img",
      "aria-label": [left?.join(" "), right?.join(" "), label, needs].filter(Boolean).join("; "),
    },
    h("span", { class: `km-histogram-ends ${below ? "km-ends-below" : ""}` }, end(left, "left"), end(right, "right")),
    h(
      "span",
      { class: `km-histogram-columns ${tall ? "km-is-tall" : ""} ${under ? "km-has-end-below" : ""}` },
      columns,
    ),
    h("figcaption", {}, label, needs && [": ", h("b", { text: needs })]),
  );
}
