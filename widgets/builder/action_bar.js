// The foot of the page: what is so now, and what can be done.

import { h } from "../page/elements.js";
import { formatCount } from "../page/numbers.js";
import { canShowExact, goToPhase, runTrials, toggleComparison, toggleContinuousRuns } from "./phases.js";
import { MAX_DOTS, MIN_TRIALS_BEFORE_EXACT } from "./result_chart.js";
import { hasChips, remainingChipCount, statusSentence } from "./status_text.js";

export function renderActionButton(text, run, look = "", more = {}) {
  return h("button", {
    type: "button",
    class: `km-builder-button ${look}`,
    key: `b-${text}`,
    text,
    on: { click: run },
    ...more,
  });
}

export function renderActionBar(page) {
  const acts = {
    build: () =>
      page.task ? [renderActionButton("Check my model", () => judge(page), "km-builder-primary")] : [
        renderActionButton("Try once", () => runTrials(page, 1), "", { disabled: !!page.modelError }),
        renderActionButton("Predict", () => goToPhase(page, "predict"), "km-builder-primary", {
          disabled: !!page.modelError,
        }),
        canShowExact(page) && renderActionButton("Exact", () => goToPhase(page, "exact")),
      ],
    predict: () => [
      h("span", { class: "km-builder-left", text: `${remainingChipCount(page)} chips left` }),
      renderActionButton("This is my prediction", () => goToPhase(page, "run"), "km-builder-primary", {
        disabled: remainingChipCount(page) > 0,
      }),
    ],
    run: () => [
      ...runButtons(page),
      renderActionButton("Exact", () => goToPhase(page, "exact"), canShowExact(page) ? "km-builder-primary" : "", {
        disabled: !canShowExact(page) || page.busy,
        title: canShowExact(page) ? null : `available after ${MIN_TRIALS_BEFORE_EXACT} runs`,
      }),
    ],
    exact: () => [
      ...runButtons(page),
      renderActionButton(page.comparedResult ? "One chart" : "Compare", () => toggleComparison(page), "", {
        title: "Keep this chart and compare it with another model",
      }),
      renderActionButton("Change", () => goToPhase(page, "build"), "km-builder-primary"),
    ],
  }[page.phase];
  const under = {
    build:
      () => (page.modelError
        ? null
        : h("p", {}, h("span", { text: "The model as one line: " }), h("code", { text: page.modelTexts.line }))),
    predict: () =>
      h("p", { text: "Many chips mean “this happens often”. Tap a column to add a chip, or tap − to take one back." }),
    run: () =>
      legendOf([
        hasChips(page) && ["open", "your chips"],
        page.runs.length <= MAX_DOTS
          ? ["dot", "one trial, in the colour of its first value"]
          : ["point", "relative frequency with its confidence interval"],
      ]),
    exact: () => (page.unfairGameNote ? h("p", { class: "km-builder-trick", text: page.unfairGameNote }) : legendOf([
      ["bar", "exact"],
      page.runs.length > 0 && ["point", `${formatCount(page.runs.length)} runs`],
      hasChips(page) && ["open", "your chips"],
      page.previousExactResult && !page.comparedResult && ["ghost", "before"],
    ])),
  }[page.phase];
  return h(
    "footer",
    { class: "km-builder-actions" },
    h(
      "div",
      { class: "km-builder-words" },
      h("p", {
        class: `km-builder-primary-line ${
          page.modelError || (page.notice && !page.isTaskSolved) ? "km-builder-is-wrong" : ""
        }`,
        text: page.modelError || page.notice ||
          (page.busy ? "Kismet is counting all outcomes …" : statusSentence(page)),
      }),
      under(),
    ),
    h("div", { class: "km-builder-buttons" }, acts()),
  );
}

// A lesson says whether this is the experiment.
async function judge(page) {
  const mine = page.modelRevision;
  const { told, error } = await page.request("judge");
  if (mine !== page.modelRevision) return;
  page.isTaskSolved = told === "";
  page.refuse(error ?? (told || "Correct: your model gives the same values with the same probabilities."));
}

function runButtons(page) {
  const off = { disabled: page.isRunningContinuously };
  return [
    renderActionButton("Once", () => runTrials(page, 1), "", off),
    renderActionButton("10", () => runTrials(page, 10), "", { ...off, "aria-label": "10 runs" }),
    renderActionButton("1,000", () => runTrials(page, 1000), "", { ...off, "aria-label": "1,000 runs" }),
    renderActionButton(
      page.isRunningContinuously ? "Stop" : "Keep running",
      () => toggleContinuousRuns(page),
      page.isRunningContinuously ? "km-builder-primary" : "",
    ),
  ];
}

function legendOf(parts) {
  return h(
    "p",
    { class: "km-builder-legend" },
    parts.filter(Boolean).map(([look, text]) =>
      h("span", {}, h("i", { class: `km-builder-key-${look}`, "aria-hidden": "true" }), text)
    ),
  );
}
