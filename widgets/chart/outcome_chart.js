// The chart of a lesson: outcomes as columns with chips, runs and exact probabilities, and the dice, coins and cards of
// a run. The data comes from widgets/lesson/outcome_chart.py.

import { h, SVG } from "../page/elements.js";
import { formatCount, formatFixed, formatPercent, numberTextWithMinusSign } from "../page/numbers.js";

function shape(tag, attributes, ...kids) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...kids);
  return el;
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export function drawDie(n, isOwn) {
  const pips = (PIPS[n] ?? []).map((at) =>
    shape("circle", { cx: 8 + 8 * (at % 3), cy: 8 + 8 * Math.floor(at / 3), r: 2.7 })
  );
  return shape(
    "svg",
    { class: `km-trial-die${isOwn ? " km-trial-die-own" : ""}`, viewBox: "0 0 32 32" },
    shape("rect", { x: 1, y: 1, width: 30, height: 30, rx: 6 }),
    ...pips,
  );
}

// Spaces in a row, such as the rounds of a caravan.
const track = (spaces) =>
  h(
    "ol",
    { class: "km-minigame-track" },
    spaces.map(({ text, hit }) =>
      h("li", { class: text ? (hit ? "km-trial-hit" : "km-trial-miss") : null, text: text ?? "" })
    ),
  );

// An amount on a line from the minimum to the maximum, with zero as the goal.
function account({ account: now, from, to, unit }) {
  const at = (value) => `${(100 * (value - from)) / (to - from)}%`;
  const [low, high] = [Math.min(0, now), Math.max(0, now)];
  return h(
    "div",
    { class: "km-minigame-account" },
    h(
      "div",
      { class: "km-minigame-line" },
      h("i", {
        class: now < 0 ? "km-minigame-owed" : "km-minigame-own",
        style: `left:${at(low)};width:calc(${at(high)} - ${at(low)})`,
      }),
      h("i", { class: "km-minigame-zero", style: `left:${at(0)}` }),
    ),
    h("b", { text: `${numberTextWithMinusSign(now)} ${unit}` }),
  );
}

// Cells in a square. A cell with a possible move is a button.
function cellsGrid({ grid, name }, move) {
  const width = Math.sqrt(grid.length);
  const cell = (one) => {
    const look = `km-minigame-cell${one.state ? ` km-minigame-${one.state}` : ""}`;
    if (one.move === undefined) return h("span", { class: look, text: one.text ?? "" });
    return h("button", {
      type: "button",
      key: `move:${one.move}`,
      class: `${look} km-minigame-open`,
      "aria-label": one.name,
      on: { click: () => move(one.move) },
    });
  };
  return h(
    "figure",
    { class: "km-minigame-grid" },
    h("div", { style: `--columns:${width}` }, grid.map(cell)),
    name ? h("figcaption", { text: name }) : null,
  );
}

// One item of a run: see Piece in widgets/lesson/experiment.py.
export function drawTrialItem(item, onMove) {
  if (item.row) return h("span", { class: "km-trial-row" }, item.row.map((one) => drawTrialItem(one)));
  if (item.track) return track(item.track);
  if (item.account !== undefined) return account(item);
  if (item.grid) return cellsGrid(item, onMove);
  if (item.gap) return h("i", { class: "km-trial-gap" });
  if (item.die) return drawDie(item.die, item.own);
  if (item.coin) return h("i", { class: `km-trial-coin${item.hit ? " km-trial-hit" : ""}`, text: item.coin });
  if (item.ball) return h("i", { class: `km-trial-ball km-trial-ball-${item.ball}` });
  if (item.round) {
    return h("i", { class: `km-trial-round${item.hit ? " km-trial-hit" : ""}`, text: item.hit ? item.round : "✗" });
  }
  const tint = item.tint ? ` km-trial-tint-${item.tint}` : "";
  return h("i", {
    class: `km-trial-card${item.hit ? " km-trial-hit" : ""}${item.card ? "" : " km-trial-back"}${tint}`,
    text: item.card,
  });
}

export const drawTrialItems = (list) =>
  h("span", { class: "km-trial-row", "aria-hidden": "true" }, list.map((one) => drawTrialItem(one)));

const parts = (n, all) => `${((100 * n) / all).toFixed(2)}%`;

// Frame of the columns, with a footer below each.
export function renderBenchFrame({ columns, what }, plot, feet, isPicture = false) {
  const hidden = isPicture ? "true" : null;
  return h(
    "div",
    { class: `km-outcomes${columns.length > 10 ? " km-outcomes-has-many" : ""}`, style: `--columns:${columns.length}` },
    h("div", { class: "km-outcomes-plot", "aria-hidden": hidden }, plot),
    h("div", { class: "km-outcomes-axis-labels", "aria-hidden": hidden }, feet),
    h("p", { class: "km-outcomes-label", text: what }),
  );
}

// The columns. `fresh` are the columns of the latest runs. `top` is the minimum share that the scale reaches, so
// that two charts next to each other can have the same scale.
export function drawOutcomeChart(data, { fresh = [], runs = false, top = 0 } = {}) {
  const { columns, total } = data;
  const chips = (column) => (data.all ? (column.chips ?? 0) / data.all : 0);
  const most = Math.max(0, ...columns.map((column) => column.count ?? 0));
  const whole = Math.max(11, 1.25 * most, 1.15 * total * Math.max(...columns.map(chips)));
  const share = 1.06 *
    Math.max(
      0.05,
      top,
      ...columns.map((c) => Math.max(chips(c), c.exact ?? 0, total ? (c.band?.[1] ?? c.count / total) : 0)),
    );
  const high = (part) => (runs ? parts(part * total, whole) : parts(part, share));
  const single = runs && most > 20;
  const marks = (column, i) => {
    const found = [];
    if (column.exact) {
      found.push(
        h("i", {
          class: `km-outcomes-exact${column.asked ? " km-outcomes-in-event" : ""}`,
          style: `height:${high(column.exact)}`,
        }),
      );
    }
    if (column.chips !== undefined && data.all && (!runs || total)) {
      found.push(h("i", { class: "km-outcomes-is-open", style: `height:${high(chips(column))}` }));
    }
    if (!runs && column.band) {
      found.push(
        h("i", {
          class: "km-outcomes-interval",
          style: `bottom:${high(column.band[0])};height:${high(column.band[1] - column.band[0])}`,
        }),
      );
    }
    if (runs && !single) {
      const late = fresh.filter((at) => at === i).length;
      for (let k = 0; k < column.count; k++) {
        const order = k - (column.count - late);
        found.push(
          h("i", {
            class: `km-outcomes-dot${order >= 0 ? " km-outcomes-falling-dot" : ""}`,
            style: `bottom:${parts(k + 0.5, whole)};--wait:${Math.max(0, order) * 90}ms`,
          }),
        );
      }
    } else if (column.count) {
      found.push(h("i", { class: "km-outcomes-dot", style: `bottom:${high(column.count / total)}` }));
    }
    return found;
  };
  const foot = (column) =>
    h(
      "span",
      { class: `km-outcomes-axis-label${column.asked ? " km-outcomes-wanted" : ""}` },
      h("b", { text: column.name }),
      h("small", { text: column.told ?? (total ? formatCount(column.count) : "·") }),
    );
  const column = (one, i) =>
    h("span", { class: "km-outcomes-col" }, h("span", { class: "km-outcomes-track" }, marks(one, i)));
  return renderBenchFrame(data, columns.map(column), columns.map(foot), true);
}

// The legend: the meaning of the marks, and their totals.
export function drawOutcomeLegend(data) {
  const has = (name) => data.columns.some((column) => column[name] !== undefined);
  const runs = data.total
    ? `${formatCount(data.total)} ${data.own ? "of yours" : data.total === 1 ? "result" : "results"}${
      has("band") ? ", with intervals" : ""
    }`
    : "";
  const keys = [
    has("chips") && data.all ? h("span", {}, h("i", { class: "km-outcomes-key-open" }), "chips") : null,
    runs ? h("span", {}, h("i", { class: "km-outcomes-key-dot" }), runs) : null,
    has("exact") ? h("span", {}, h("i", { class: "km-outcomes-key-exact" }), "exact value") : null,
    data.note
      ? h(
        "span",
        {},
        data.columns.some((column) => column.asked) ? h("i", { class: "km-outcomes-key-in-event" }) : null,
        h("b", { text: data.note }),
      )
      : null,
  ];
  return h("p", { class: "km-outcomes-key" }, keys);
}

// The data of the chart as a table, for users who cannot see the columns or who want the numbers.
export function drawOutcomeTable(data) {
  const of = { chips: (c) => String(c.chips), count: (c) => formatCount(c.count), told: (c) => c.told };
  const heads = { chips: "chips", count: "results", told: "exact value" };
  const shown = Object.keys(of).filter((name) =>
    data.columns[0]?.[name] !== undefined && (name !== "count" || data.total) && (name !== "chips" || data.all)
  );
  return h(
    "details",
    { class: "km-lesson-collapsible", "data-fold": "table" },
    h("summary", { text: "As a table" }),
    h(
      "table",
      { class: "km-lesson-runs" },
      h(
        "thead",
        {},
        h("tr", {}, [data.what, ...shown.map((name) => heads[name])].map((text) => h("th", { scope: "col", text }))),
      ),
      h(
        "tbody",
        {},
        data.columns.map((column) =>
          h(
            "tr",
            {},
            h("th", { scope: "row", text: column.name }),
            shown.map((name) => h("td", { text: of[name](column) })),
          )
        ),
      ),
    ),
  );
}

// Curve of the share or the mean over the runs. It fluctuates less as runs continue.
export function drawRunningCurve(trail, words, mean) {
  if (trail.length < 2) return null;
  const [W0, H0, left] = [300, 96, 6];
  const last = trail.at(-1);
  const values = trail.map(([, value]) => value);
  const [low, top] = mean ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const x = (n) => left + (Math.log(n) / Math.log(Math.max(10, last[0]))) * (W0 - 2 * left);
  const y = (value) => H0 - 6 - ((value - low) / (top - low || 1)) * (H0 - 12);
  const line = trail.map(([n, value], i) => `${i ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const now = mean ? formatFixed(last[1], 2) : formatPercent(last[1]);
  const said = `${mean ? "Mean so far" : `Relative frequency of “${words}” so far`}: ${now} after ${
    formatCount(last[0])
  } trials`;
  const grid = mean
    ? []
    : [0, 0.5, 1].map((at) => shape("path", { class: "km-running-curve-grid", d: `M${left} ${y(at)}H${W0 - left}` }));
  const svg = shape(
    "svg",
    { viewBox: `0 0 ${W0} ${H0}`, class: "km-outcomes-curve", role: "img", "aria-label": said },
    ...grid,
    shape("path", { class: "km-running-curve-line", d: line }),
    shape("circle", { cx: x(last[0]), cy: y(last[1]), r: 4 }),
  );
  return h("figure", { class: "km-lesson-curve" }, svg, h("figcaption", { text: said }));
}
