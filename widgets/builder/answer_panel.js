// The panel next to the exact chart: the answer and its explanation.

import { TEXTS } from "../page/texts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { deviceFaces } from "./model_edits.js";
import { createSvgElement } from "./result_chart.js";
import { predictionVerdict, selectedEventProbability } from "./status_text.js";
import {
  renderAllDifferentChart,
  renderMarkovChainTable,
  renderMeanWaitsInSequence,
  renderPairGrid,
  renderProbabilityTree,
} from "./explanation_charts.js";

export function renderAnswerPanel(page) {
  const told = page.exactResult;
  if (!told) return null;
  const answer = selectedEventProbability(page);
  const [x, y] = answer ? [Math.sin(2 * Math.PI * answer[0]), -Math.cos(2 * Math.PI * answer[0])] : [];
  const why = told.why;
  const verdict = predictionVerdict(page);
  return h(
    "aside",
    { class: "km-builder-answer-panel", "aria-label": "Exact" },
    h(
      "div",
      { class: "km-builder-answer" },
      answer &&
        createSvgElement(
          "svg",
          { viewBox: "-1.1 -1.1 2.2 2.2", class: "km-builder-pie", "aria-hidden": "true" },
          createSvgElement("circle", { r: 1, class: "km-builder-pie-rim" }),
          createSvgElement("path", {
            class: "km-builder-hit",
            d: answer[0] >= 1
              ? "M0-.94A.94.94 0 1 1-.001-.94Z"
              : `M0 0V-.94A.94.94 0 ${answer[0] > 0.5 ? 1 : 0} 1 ${0.94 * x} ${0.94 * y}Z`,
          }),
        ),
      h(
        "p",
        {},
        answer && h("b", { class: "km-builder-large", text: answer[1] }),
        answer &&
          h("span", {
            text: ` ${
              [
                answer[3] && `${answer[3]} outcomes`,
                answer[2] && answer[2] !== answer[3].replace(" of ", "/") && answer[2],
              ].filter(Boolean).join(" = ")
            }`,
          }),
        told.mean &&
          h("span", {
            class: "km-builder-mean",
            text: fillPlaceholders(told.spread ? TEXTS.answer_mean_and_spread : TEXTS.answer_mean, told),
          }),
        told.never &&
          h("span", {
            class: "km-builder-mean",
            text: fillPlaceholders(TEXTS.answer_never, {
              p: `${told.never[1]}${told.never[2] ? ` (${told.never[2]})` : ""}`,
            }),
          }),
        told.ratio &&
          h("span", {
            class: "km-builder-mean",
            text: fillPlaceholders(TEXTS.answer_ratio, { ratio: told.ratio }),
          }),
      ),
    ),
    verdict && h("p", { class: "km-builder-verdict", text: verdict }),
    why && h("div", { class: "km-builder-explanation" }, whyShown(page, why, answer)),
    h("p", {
      class: "km-builder-small-print",
      text: `${told.how[0].toUpperCase()}${told.how.slice(1)}. ${page.check}`,
    }),
  );
}

function whyShown(page, why, answer) {
  const narrow = page.narrow();
  const larger = page.rem() / 16;
  const width = narrow
    ? Math.min(340 * larger, page.root.clientWidth / (page.hasTwoColumns() ? 2 : 1) - 40)
    : 380 * larger;
  const tall = Math.max(180, page.root.clientHeight - 455);
  const heading = (text) => h("h2", { text: `Why: ${text}` });
  if (why.kind === "grid") {
    return [
      heading(`${why.names[0]} against ${why.names[1]}`),
      h(
        "div",
        { class: "km-builder-grid" },
        renderPairGrid(why, { width: width / larger, height: narrow ? 300 : tall / larger, larger }),
      ),
      h("p", {
        class: "km-builder-small-print",
        text: fillPlaceholders(TEXTS.why_pairs_note, { pairs: `${why.told}` }),
      }),
    ];
  }
  if (why.kind === "waits") {
    return [
      heading(why.waits.length > 1 ? TEXTS.why_collect : TEXTS.why_wait),
      renderMeanWaitsInSequence(why, width - 190),
    ];
  }
  if (why.kind === "new") {
    return [
      heading(TEXTS.why_all_different),
      renderAllDifferentChart(why, { width: width - 10, height: narrow ? 110 * larger : tall - 60 }),
    ];
  }
  if (why.kind === "chain") return [heading(TEXTS.why_chain), renderMarkovChainTable(why)];
  const pick = (i) => {
    page.branch = i;
    page.draw();
  };
  const { columns, selectedInterval: line, branch: picked } = page;
  const faces = deviceFaces(page.table, page.table.chain[0]);
  return [
    heading(TEXTS.why_tree),
    renderProbabilityTree(why, { columns, line, faces, answer, picked, pick }),
  ];
}
