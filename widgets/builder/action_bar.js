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
      page.task ? [renderActionButton("Check it", () => judge(page), "km-builder-primary")] : [
        renderActionButton("Try once", () => runTrials(page, 1), "", { disabled: !!page.refused }),
        renderActionButton("Predict", () => goToPhase(page, "predict"), "km-builder-primary", {
          disabled: !!page.refused,
        }),
        canShowExact(page) && renderActionButton("Exact", () => goToPhase(page, "exact")),
      ],
    predict: () => [
      h("span", { class: "km-builder-left", text: `${remainingChipCount(page)} chips left` }),
      renderActionButton("That is my prediction", () => goToPhase(page, "run"), "km-builder-primary", {
        disabled: remainingChipCount(page) > 0,
      }),
    ],
    run: () => [
      ...runButtons(page),
      renderActionButton("Exact", () => goToPhase(page, "exact"), canShowExact(page) ? "km-builder-primary" : "", {
        disabled: !canShowExact(page) || page.busy,
        title: canShowExact(page) ? null : `after ${MIN_TRIALS_BEFORE_EXACT} runs`,
      }),
    ],
    exact: () => [
      ...runButtons(page),
      renderActionButton(page.other ? "One picture" : "Compare", () => toggleComparison(page), "", {
        title: "Keep this picture and put another model below it",
      }),
      renderActionButton("Change", () => goToPhase(page, "build"), "km-builder-primary"),
    ],
  }[page.moment];
  const under = {
    build:
      () => (page.refused
        ? null
        : h("p", {}, h("span", { text: "As one line: " }), h("code", { text: page.words.line }))),
    predict: () =>
      h("p", { text: "Many chips mean “this happens often”. Tap a place to add a chip, and − to take one back." }),
    run: () =>
      legendOf([
        hasChips(page) && ["open", "your chips"],
        page.runs.length <= MAX_DOTS
          ? ["dot", "a run, in the colour of what came first"]
          : ["point", "relative frequency, with interval"],
      ]),
    exact: () => (page.trick ? h("p", { class: "km-builder-trick", text: page.trick }) : legendOf([
      ["bar", "exact"],
      page.runs.length > 0 && ["point", `${formatCount(page.runs.length)} runs`],
      hasChips(page) && ["open", "your chips"],
      page.ghost && !page.other && ["ghost", "before"],
    ])),
  }[page.moment];
  return h(
    "footer",
    { class: "km-builder-actions" },
    h(
      "div",
      { class: "km-builder-words" },
      h("p", {
        class: `km-builder-primary-line ${page.refused || (page.notice && !page.fits) ? "km-builder-is-wrong" : ""}`,
        text: page.refused || page.notice || (page.busy ? "Counting all outcomes …" : statusSentence(page)),
      }),
      under(),
    ),
    h("div", { class: "km-builder-buttons" }, acts()),
  );
}

// A lesson says whether this is the experiment.
async function judge(page) {
  const mine = page.settled;
  const { told, error } = await page.request("judge");
  if (mine !== page.settled) return;
  page.fits = told === "";
  page.refuse(error ?? (told || "That is it: the same values, and each as often."));
}

function runButtons(page) {
  const off = { disabled: page.going };
  return [
    renderActionButton("Once", () => runTrials(page, 1), "", off),
    renderActionButton("10", () => runTrials(page, 10), "", { ...off, "aria-label": "10 runs" }),
    renderActionButton("1,000", () => runTrials(page, 1000), "", { ...off, "aria-label": "1,000 runs" }),
    renderActionButton(
      page.going ? "Stop" : "Keep on",
      () => toggleContinuousRuns(page),
      page.going ? "km-builder-primary" : "",
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
