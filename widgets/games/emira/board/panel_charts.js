// Charts of the main panel: winners as a stacked bar, gold by rounds, cards that bids leave affordable as step lines.

import { fillPlaceholders, h, isolateDirection } from "../../../page/elements.js";
import { roundHundredths, svgFromMarkup } from "../../../page/drawing.js";
import { TEXTS } from "../../../page/texts.js";
import { registerRenderers } from "../../../table/renderers.js";

/**
 * @import {
 *   ColumnPart, OutcomeBar, BidBudgetChart, Card,
 *   StackedColumn, StackedColumnChart, Odds, BidderBudget,
 * } from "./scene.d.ts"
 */
/** @import { OddsRenderer, TableView } from "../../../table/view.d.ts" */

registerRenderers({
  oddsVisibility: {
    /** @param {TableView} view @param {Odds} odds */
    on: (view, { on, rest }) => on.includes(view.selectedId) && !view.peekedScene ? "alone" : Boolean(rest),
  },
  oddsChart: {
    /** @type {OddsRenderer<Odds>} */
    budget: (view, odds) => budgetOf(view, odds.budget),
    /** @type {OddsRenderer<Odds>} */
    columns: (view, odds) => columnsOf(view, odds.columns),
    /** @type {OddsRenderer<Odds>} */
    stack: (view, odds) => odds.stack && comparison(view, odds),
  },
});

// ---- stacked bar by seat

/** @param {TableView} view @param {OutcomeBar[]} bars */
function partsBar(view, bars) {
  const told = bars.map((bar) => `${isolateDirection(bar.label)} ${bar.ways ?? bar.p}`).join(", ");
  return h(
    "div",
    { class: "km-stacked-bar", role: "img", "aria-label": told },
    bars.filter((bar) => bar.share > 0).map((bar) => {
      const count = bar.ways?.match(/^\d+(?= of)/)?.[0] ?? bar.percent; // an exact count, where there is one
      return h("span", {
        class: bar.seat === undefined ? "km-no-bidder" : "",
        style: `flex-grow:${bar.share};${bar.seat === undefined ? "" : `--km-seat:var(--km-seat-${bar.seat % 6})`}`,
        title: `${isolateDirection(bar.label)}: ${bar.ways ?? bar.p}`,
      }, h("b", { text: `${bar.seat === undefined ? "?" : [...bar.label][0]} ${count}` }));
    }),
  );
}

/** @param {TableView} view @param {Odds} odds */
function comparison(view, odds) {
  /** @type {Card} */
  const card = view.cards.get(view.selectedId);
  return [
    partsBar(view, odds.bars),
    card?.then &&
    h(
      "p",
      { class: "km-note" },
      h("span", { text: fillPlaceholders(TEXTS.with_this, { name: card.name }) }),
      " ",
      card.thenSays && h("b", { text: card.thenSays }),
    ),
    card?.then && partsBar(view, card.then),
  ];
}

// ---- stacked amounts, with the amount that a selected card would add

/** @param {TableView} view @param {StackedColumnChart} columns */
function columnsOf(view, { axis, cols, legend, line }) {
  /** @type {Card} */
  const card = view.cards.get(view.selectedId);
  const adds = card?.adds ?? [];
  /** @type {StackedColumn[]} */
  const all = Array.from(
    { length: Math.max(cols.length, adds.length) },
    (_, i) => cols[i] ?? { label: String(Number(cols[0].label) + i), total: 0, parts: [] },
  );
  const top = Math.max(1, line?.value ?? 0, ...all.map(({ total }, i) => total + (adds[i] ?? 0)));
  const high = (value) => `${roundHundredths((100 * value) / top)}%`;
  return h(
    "figure",
    { class: "km-column-amounts" },
    h(
      "p",
      { class: "km-legend" },
      legend.map(({ label, tone }) => h("span", { class: `km-tone-${tone}` }, h("i"), label)),
      line?.value > 0 && h("span", { class: "km-reference-line-label" }, h("i"), `${line.label} ${line.value}`),
    ),
    h(
      "div",
      {
        class: "km-bar-row",
        role: "img",
        "aria-label": all.map(({ label, total }, i) => `${axis} ${label}: ${total}${adds[i] ? ` + ${adds[i]}` : ""}`)
          .join(", "),
      },
      all.map(({ parts, total }, i) =>
        h(
          "span",
          {},
          h("b", { text: adds[i] ? `+${adds[i]}` : total }),
          adds[i] && h("i", { class: "km-previewed-part", style: `height:${high(adds[i])}` }),
          [...parts].reverse().map(/** @param {ColumnPart} part */ ({ value, tone }) =>
            h("i", { class: `km-tone-${tone}`, style: `height:${high(value)}` })
          ),
        )
      ),
      line?.value > 0 && h("i", { class: "km-reference-line", style: `bottom:${high(line.value)}` }),
    ),
    h("div", { class: "km-column-labels", "aria-hidden": "true" }, all.map(({ label }) => h("span", { text: label }))),
    h("figcaption", { text: axis }),
  );
}

// ---- cards that can be bought after a bid

/** @param {BidderBudget} purse @param {number} bid */
const bought = ({ have, less, costs }, bid) => {
  const left = have - Math.max(0, bid - less);
  return left < 0 ? null : costs.filter((cost) => cost <= left).length;
};

/** @param {TableView} view @param {BidBudgetChart} budget */
function budgetOf(view, { rows, stands, of }) {
  const most = Math.max(...rows.map(({ have, less }) => have + less), 10);
  const x = (bid) => roundHundredths((1000 * bid) / most);
  const lines = rows.map((row) => {
    const end = row.have + row.less;
    let path = "M0 100";
    for (let bid = 0; bid <= end; bid += 10) {
      path += `L${x(bid)} ${roundHundredths(100 - (92 * bought(row, bid)) / (of || 1))}H${x(Math.min(end, bid + 10))}`;
    }
    const own = row.seat === view.scene.viewer;
    return h(
      "div",
      { class: "km-bid-stairs", style: `--km-seat:var(--km-seat-${row.seat % 6})` },
      view.drawPawn(row.seat),
      h("span", { dir: "auto", text: own ? TEXTS.you_short : row.who }),
      h(
        "span",
        { class: "km-bid-steps" },
        svgFromMarkup("0 0 1000 100", `<path d="${path}L${x(end)} 100Z"/>`, "km-bid-stairs-shape", "none"),
        h("b", { class: "km-bid-purchase", "data-row": JSON.stringify(row), "data-of": of }),
      ),
    );
  });
  const figure = h(
    "figure",
    {
      class: "km-bid-budget",
      "data-most": most,
      "data-typed": "",
      style: `--standing-bid:${stands / most}`,
      on: { typed: ({ detail }) => tellBudget(figure, detail) },
    },
    lines,
    stands > 0 && h("i", { class: "km-standing-bid" }),
    h("i", { class: "km-bid-line" }),
    h("div", { class: "km-bid-scale" }, h("small", { text: stands || "" }), h("i"), h("small")),
  );
  tellBudget(figure, Math.max(10, stands + 10));
  return figure;
}

function tellBudget(figure, bid) {
  figure.style.setProperty("--bid", Math.min(1, bid / figure.dataset.most));
  figure.querySelector(".km-bid-scale").lastChild.textContent = fillPlaceholders(TEXTS.your_bid, { bid });
  for (const place of figure.querySelectorAll(".km-bid-purchase")) {
    const many = bought(JSON.parse(place.dataset.row), bid);
    place.textContent = many === null
      ? TEXTS.cannot_bid
      : fillPlaceholders(TEXTS.can_buy, { n: many, of: place.dataset.of });
  }
}
