// Charts that explain the answer: a grid of two sides, consecutive waits, draws that must all be new, the states of a
// Markov chain, or a tree.

import { TEXTS } from "../page/texts.js";
import { formatPercent } from "../page/numbers.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { faceColour, valueText } from "./device_drawings.js";
import { createSvgElement, isColumnInEvent } from "./result_chart.js";

// Selects the labels to draw: the first, the last, and each label between that is far enough from the labels drawn.
function withRoom(middles, least) {
  const last = middles.length - 1;
  const clear = (one, other) => Math.abs(middles[one] - middles[other]) >= least;
  const written = [0];
  for (let i = 1; i < last; i++) if (clear(i, written.at(-1)) && clear(i, last)) written.push(i);
  if (clear(last, 0)) written.push(last);
  return new Set(written);
}

export function renderPairGrid(why, box) {
  const size = Math.min(
    (box.width - 46) / why.across.reduce((sum, [, w]) => sum + Math.sqrt(w) + 0.3, 0),
    (box.height - 46) / why.up.reduce((sum, [, w]) => sum + Math.sqrt(w) + 0.3, 0),
  );
  const widths = why.across.map(([, w]) => (Math.sqrt(w) + 0.3) * size);
  const heights = why.up.map(([, w]) => (Math.sqrt(w) + 0.3) * size);
  const sum = (all, n) => all.slice(0, n).reduce((a, b) => a + b, 0);
  const [wide, high] = [sum(widths, widths.length), sum(heights, heights.length)];
  const middles = (all) => all.map((one, n) => sum(all, n) + one / 2);
  const longest = Math.max(...why.across.map(([a]) => valueText(a).length));
  const [besides, below] = [withRoom(middles(heights), 14), withRoom(middles(widths), 8 + 8 * longest)];
  const el = createSvgElement("svg", {
    viewBox: `0 0 ${wide + 40} ${high + 40}`,
    width: (wide + 40) * box.larger,
    height: (high + 40) * box.larger,
    role: "img",
    "aria-label": `${why.told} pairs`,
  });
  why.up.forEach(([b, wb], row) => {
    const label = createSvgElement("text", {
      x: 30,
      y: 6 + sum(heights, row) + heights[row] / 2,
      "text-anchor": "end",
      "dominant-baseline": "central",
      class: "km-builder-tick",
    });
    label.textContent = besides.has(row) ? valueText(b) : "";
    el.append(
      label,
      ...why.across.map(([, wa], col) =>
        createSvgElement("rect", {
          x: 36 + sum(widths, col) + (widths[col] - Math.sqrt(wa) * size) / 2,
          y: 6 + sum(heights, row) + (heights[row] - Math.sqrt(wb) * size) / 2,
          width: Math.sqrt(wa) * size,
          height: Math.sqrt(wb) * size,
          rx: 1.5,
          class: why.cells[row][col] === "yes" || +why.cells[row][col] > 0 ? "km-builder-hit" : "km-builder-none",
        })
      ),
    );
  });
  why.across.forEach(([a], col) => {
    const label = createSvgElement("text", {
      x: 36 + sum(widths, col) + widths[col] / 2,
      y: high + 22,
      "text-anchor": "middle",
      class: "km-builder-tick",
    });
    label.textContent = below.has(col) ? valueText(a) : "";
    el.append(label);
  });
  const names = [
    createSvgElement("text", {
      x: 36 + wide / 2,
      y: high + 37,
      "text-anchor": "middle",
      class: "km-builder-axis-name",
    }),
    createSvgElement("text", { x: 9, y: high / 2, class: "km-builder-axis-name" }),
  ];
  names.forEach((name, i) => {
    name.textContent = why.names[i];
  });
  el.append(...names);
  return el;
}

// Draws consecutive waits. The width of a wait is its mean. Its text is the probability that the next draw ends it.
/** @returns {Element[]} the list of the waits, and a line with their sum */
export function renderMeanWaitsInSequence({ waits, told: totalText }, width) {
  const most = Math.max(...waits.map(({ mean }) => mean[0]));
  const one = waits.length === 1;
  return [
    h(
      "ol",
      { class: "km-builder-waiting-times" },
      waits.map(({ end, mean }, i) =>
        h(
          "li",
          {},
          h("b", { "aria-hidden": "true", text: one ? "↻" : `${i + 1}` }),
          h("span", { text: `${end[1] === "1" ? "immediately" : `${end[1]} each time`}` }),
          h("i", { "aria-hidden": "true", style: `--w:${Math.round((width * mean[0]) / most)}px` }),
          h("span", { class: "km-builder-explanation-text", text: mean[1] }),
        )
      ),
    ),
    h("p", {
      class: "km-builder-small-print",
      text: one
        ? fillPlaceholders(TEXTS.why_wait_sum, { p: waits[0].end[1], mean: totalText })
        : `${waits.length} waits, one after the other: ${joinedSum(waits.map(({ mean }) => mean[1]))} = ${totalText}.`,
    }),
  ];
}

const joinedSum = (parts) =>
  parts.length > 8 ? `${parts.slice(0, 3).join(" + ")} + … + ${parts.at(-1)}` : parts.join(" + ");

// Draws that must all be new: the probability that this still holds after each draw, and its factors.
export function renderAllDifferentChart({ of, still }, { width, height }) {
  const step = width / still.length;
  const el = createSvgElement(
    "svg",
    {
      viewBox: `0 0 ${width} ${height + 20}`,
      width,
      height: height + 20,
      role: "img",
      "aria-label": TEXTS.why_all_different_label,
    },
    still.map((share, i) =>
      createSvgElement("rect", {
        x: i * step + step * 0.1,
        width: step * 0.8,
        y: height - (height - 4) * share,
        height: (height - 4) * share,
        class: "km-builder-hit",
      })
    ),
    createSvgElement("line", { x1: 0, x2: width, y1: height / 2 + 2, y2: height / 2 + 2, class: "km-builder-half" }),
    createSvgElement("line", { x1: 0, x2: width, y1: height, y2: height, class: "km-builder-axis" }),
    [0, still.length - 1].map((i) => {
      const text = createSvgElement("text", {
        x: i ? width : 0,
        y: height + 16,
        "text-anchor": i ? "end" : "start",
        class: "km-builder-tick",
      });
      text.textContent = `${i + 1}`;
      return text;
    }).slice(0, still.length),
  );
  const factors = still.map((_, i) => `${of - i}/${of}`);
  const told = factors.length > 4 ? [...factors.slice(0, 3), "…", factors.at(-1)] : factors;
  return [
    el,
    h("p", {
      class: "km-builder-small-print",
      text: `Each must miss all before it: ${told.join(" × ")} = ${
        formatPercent(still.at(-1), 1)
      }. The line is one half.`,
    }),
  ];
}

const ENDS = { yes: "✓", no: "✗", end: "■" };
const ENDS_SAID = { yes: "yes", no: "no", end: "over" };

// Table of a Markov chain. A row is a state: its values so far, its transitions, and its expected value.
export function renderMarkovChainTable({ places, mean }) {
  const said = ({ label }) => label.map(valueText).join(" ") || "start";
  const worthOf = (to) => (ENDS[to] ? (to === "yes" ? "1" : "0") : places[to].worth);
  const faces = places[0].arcs.map(([value]) => value);
  const table = h(
    "table",
    { class: "km-builder-chaintable" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [
          TEXTS.why_chain_last,
          ...faces.map((value) => `then ${valueText(value)}`),
          mean ? TEXTS.why_chain_draws : "chance",
        ]
          .map((
            text,
          ) => h("th", { scope: "col", text })),
      ),
    ),
    h(
      "tbody",
      {},
      places.map((place) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", text: said(place) }),
          place.arcs.map(([, , to]) =>
            h(
              "td",
              { class: ENDS[to] ? `km-builder-end km-builder-end-${to}` : "" },
              ENDS[to]
                ? [
                  h("span", { "aria-hidden": "true", text: ENDS[to] }),
                  h("span", { class: "km-builder-visually-hidden", text: ENDS_SAID[to] }),
                ]
                : h("span", { text: said(places[to]) }),
            )
          ),
          h("td", { class: "km-builder-explanation-text", text: place.worth }),
        )
      ),
    ),
  );
  const [start] = places;
  const parts = start.arcs.map(([, chance, to]) => `${chance} × ${worthOf(to)}`).join(" + ").replaceAll(
    " × ",
    "\u00a0×\u00a0",
  );
  return [
    table,
    h("p", {
      class: "km-builder-small-print",
      text: `Each row is the mean of where it leads${mean ? ", and one draw more" : ""}. From the start: ${
        mean ? "1 + " : ""
      }${parts} = ${start.worth}.`,
    }),
  ];
}

// Contribution of a branch to the requested event: its fraction, or the share of the columns between two lines.
const among = ({ at_least: least, bars }, [low, high]) =>
  high === bars.length - 1
    ? least[low]
    : formatPercent(bars.slice(low, high + 1).reduce((sum, share) => sum + share, 0), 1);

// The width of a branch is its probability. It ends in a small chart. A selected branch shows its share in all bars.
export function renderProbabilityTree(why, { columns, line, faces, answer, picked, pick }) {
  const most = Math.max(...why.branches.flatMap(({ bars }) => bars));
  const yes = columns.findIndex(({ label }) => label === "yes");
  const paths = why.branches.map((branch) => {
    const told = line !== null ? among(branch, line) : yes >= 0 ? branch.each[yes] : "";
    return told === "never" ? "" : told === "always" ? branch.chance[1] : told && `${branch.chance[1]} × ${told}`;
  });
  const list = h(
    "ul",
    { class: "km-builder-tree" },
    why.branches.map((branch, i) => {
      const face = faces.find(([value]) => `${value}` === branch.label)?.[0];
      const hill = createSvgElement(
        "svg",
        {
          viewBox: `0 0 ${columns.length * 10} 40`,
          preserveAspectRatio: "none",
          class: "km-builder-distribution",
          "aria-hidden": "true",
        },
        branch.bars.map((share, j) =>
          createSvgElement("rect", {
            x: j * 10 + 1,
            width: 8,
            y: 39 - 38 * (share / most),
            height: 38 * (share / most) + 0.01,
            class: {
              true: "km-builder-hit",
              false: "km-builder-miss-bar",
              null: "km-builder-bar",
            }[isColumnInEvent(columns, line, j)],
          })
        ),
        createSvgElement("line", { x1: 0, x2: columns.length * 10, y1: 39.5, y2: 39.5, class: "km-builder-axis" }),
      );
      const told = line !== null ? among(branch, line) : yes >= 0 ? branch.each[yes] : "";
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            key: `branch-${i}`,
            "aria-pressed": `${picked === i}`,
            on: { click: () => pick(picked === i ? null : i) },
          },
          h("span", { class: "km-builder-branch-limb", style: `--w:${Math.max(2, branch.chance[0] * 26)}px` }),
          h("b", {
            style: face === undefined ? null : `--c:${faceColour(faces, face)}`,
            text: valueText(branch.label),
          }),
          h("span", { class: "km-builder-chance", text: branch.chance[1] }),
          hill,
          told && h("span", { class: "km-builder-explanation-text", text: told }),
        ),
      );
    }),
  );
  const sum = paths.filter(Boolean).join(" + ");
  const plain = answer && sum !== answer[2] && sum && sum.length < 60 && !sum.includes("%") && answer[2];
  return [list, plain && h("p", { class: "km-builder-small-print", text: `${sum} = ${answer[2]}` })];
}
