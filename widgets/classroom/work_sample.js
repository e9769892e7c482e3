// A work sample of a pupil, drawn only from its data, for the teacher page, the board and pupils' pages.

import { renderAvatar } from "./avatars.js";
import { h } from "../page/elements.js";
import { formatPercent, sharesToWholePercents } from "../page/numbers.js";

const SURENESS = { 25: "guessed", 50: "half sure", 75: "fairly sure", 95: "sure" };

function heaps(names, shares, said) {
  const top = Math.max(0.01, ...shares);
  return h(
    "div",
    {
      class: "km-work-sample-piles",
      role: "img",
      style: `--n:${names.length}`,
      "aria-label": names.map((name, i) => `${name}: ${said[i]}`).join("; "),
    },
    names.map((name, i) =>
      h(
        "div",
        {},
        h("span", {}, h("i", { style: `height:${(100 * shares[i]) / top}%` })),
        h("b", { text: name }),
      )
    ),
  );
}

// Cells of a sample space. Cells that the pupil has tapped are filled. The drawing does not show which cells count.
function tappedCells({ columns, rows, cells, tapped }) {
  const wide = columns.length || Math.min(cells.length, 6);
  const at = (i) => columns.length ? `${rows[Math.floor(i / wide)]}, ${columns[i % wide]}: ${cells[i]}` : cells[i];
  return h(
    "div",
    {
      class: "km-work-sample-cells",
      role: "img",
      style: `--n:${wide}`,
      "aria-label": `tapped: ${tapped.map(at).join("; ") || "none"}`,
    },
    cells.map((text, i) => h("i", { class: tapped.includes(i) ? "km-is-on" : null, text })),
  );
}

const PICTURES = {
  chips: ({ names, chips }) => heaps(names, chips, sharesToWholePercents(chips).map((n) => `${n} of 100 chips`)),
  words: ({ text }) => h("blockquote", { text: `“${text}”` }),
  lines: ({ lines }) => h("ul", { class: "km-work-sample-lines" }, lines.map((text) => h("li", { text }))),
  order: ({ lines }) => h("ol", { class: "km-work-sample-lines" }, lines.map((text) => h("li", { text }))),
  rows: ({ rows }) => h("p", { class: "km-work-sample-rows", text: rows.join("  ") }),
  cells: tappedCells,
  model: ({ line, names, shares }) =>
    h(
      "div",
      {},
      h("p", {}, h("code", { text: line })),
      names ? heaps(names, shares, shares.map((share) => `${formatPercent(share)} of the trials`)) : null,
    ),
  game: ({ text }) => h("p", { class: "km-work-sample-game", text }),
  answer: ({ ask, typed, sure }) =>
    h(
      "div",
      { class: "km-work-sample-answer" },
      h("p", { text: ask }),
      h("b", { text: typed.at(-1) }),
      typed.length > 1 ? h("small", { text: `before: ${typed.slice(0, -1).join(", ")}` }) : null,
      h("small", { text: SURENESS[sure] ?? "" }),
    ),
};

export function renderWorkSample(slip) {
  return h(
    "figure",
    { class: "km-work-sample", "data-kind": slip.kind },
    PICTURES[slip.kind](slip),
    h(
      "figcaption",
      {},
      slip.name ? [renderAvatar(slip.face), h("b", { dir: "auto", text: slip.name }), " · "] : null,
      slip.what,
    ),
  );
}
