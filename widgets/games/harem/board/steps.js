// A histogram of whole numbers: filled is what one who looks wants, the dashed line is what is needed.

import { fill, h } from "../../../page/elements.js";
import { round } from "../../../page/kit.js";
import { number } from "../../../page/numbers.js";
import { W } from "../../../page/words.js";
import { bring } from "../../../table/looks.js";

/** @import { Odds, ValueHistogram } from "./scene.d.ts" */
/** @import { Picture } from "../../../table/view.d.ts" */

bring({
  pictures: {
    /** @type {Picture<Odds>} */
    steps: (view, { steps, at }) => histogram(steps, at),
  },
  places: {
    /** @param {Odds} odds */
    steps: ({ steps: { from, weights } }) => weights.map((weight, i) => [from + i, number(from + i), weight]),
  },
});

/** @param {ValueHistogram} steps @param {number} at */
function histogram({ label, from, need, weights, total, below, left, right }, at) {
  const top = Math.max(...weights);
  const every = weights.length > 12 ? 2 : 1;
  const needs = need !== undefined &&
    (below ? fill(W.need_less, { n: number(need - 1) }) : fill(W.need_more, { n: number(need) }));
  const wanted = (x) => need === undefined || (below ? x < need : x >= need);
  const columns = weights.map((weight, i) => {
    const x = from + i;
    return h(
      "span",
      {
        class: `km-col ${wanted(x) ? "km-hit" : ""} ${x === need ? "km-need" : ""}`,
        title: `${number(x)}: ${fill(W.ways_of, { weight, total })}`,
        "data-place": x,
      },
      h(
        "span",
        { class: "km-bar", style: `height:${round((100 * weight) / top)}%` },
        at === x && h("b", { class: "km-ball" }),
      ),
      h("small", { text: x % every === 0 || x === need ? number(x) : "" }),
    );
  });
  const tall = Math.max(weights[0], weights.at(-1)) > 0.6 * top; // what is written above the ends needs room
  const under = tall && (at === from || at === from + weights.length - 1); // a ball reaches into what is written
  const end = (said, side) => said && h("span", { class: `km-end-${side}` }, h("b", { text: said[0] }), " ", said[1]);
  return h(
    "figure",
    {
      class: "km-hist km-figure",
      role: "img",
      "aria-label": [left?.join(" "), right?.join(" "), label, needs].filter(Boolean).join("; "),
    },
    h("span", { class: `km-ends ${below ? "km-below" : ""}` }, end(left, "left"), end(right, "right")),
    h("span", { class: `km-cols ${tall ? "km-tall" : ""} ${under ? "km-underend" : ""}` }, columns),
    h("figcaption", {}, label, needs && [": ", h("b", { text: needs })]),
  );
}
