// The action bar at the foot of the page: the current state and the possible actions.

import { TEXTS } from "../page/texts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { formatCount } from "../page/numbers.js";
import { canShowExact, goToPhase, runTrials, toggleComparison, toggleContinuousRuns } from "./phases.js";
import { MAX_DOTS, MIN_TRIALS_BEFORE_EXACT } from "./result_chart.js";
import { hasChips, remainingChipCount, statusSentence } from "./status_text.js";

export function renderActionButton(text, onClick, extraClass = "", extraProps = {}) {
  return h("button", {
    type: "button",
    class: `km-builder-button ${extraClass}`,
    key: `b-${text}`,
    text,
    on: { click: onClick },
    ...extraProps,
  });
}

export function renderActionBar(page) {
  const acts = {
    build: () =>
      page.task ? [renderActionButton(TEXTS.action_check, () => judge(page), "km-builder-primary")] : [
        renderActionButton(TEXTS.action_try_once, () => runTrials(page, 1), "", { disabled: !!page.modelError }),
        renderActionButton("Predict", () => goToPhase(page, "predict"), "km-builder-primary", {
          disabled: !!page.modelError,
        }),
        canShowExact(page) && renderActionButton("Exact", () => goToPhase(page, "exact")),
      ],
    predict: () => [
      h("span", {
        class: "km-builder-left",
        text: fillPlaceholders(TEXTS.chips_left, { n: `${remainingChipCount(page)}` }),
      }),
      renderActionButton(TEXTS.action_confirm_prediction, () => goToPhase(page, "run"), "km-builder-primary", {
        disabled: remainingChipCount(page) > 0,
      }),
    ],
    run: () => [
      ...runButtons(page),
      renderActionButton("Exact", () => goToPhase(page, "exact"), canShowExact(page) ? "km-builder-primary" : "", {
        disabled: !canShowExact(page) || page.busy,
        title: canShowExact(page)
          ? null
          : fillPlaceholders(TEXTS.exact_available_after, { n: `${MIN_TRIALS_BEFORE_EXACT}` }),
      }),
    ],
    exact: () => [
      ...runButtons(page),
      renderActionButton(page.comparedResult ? TEXTS.action_one_chart : "Compare", () => toggleComparison(page), "", {
        title: TEXTS.action_compare_hint,
      }),
      renderActionButton("Change", () => goToPhase(page, "build"), "km-builder-primary"),
    ],
  }[page.phase];
  const under = {
    build:
      () => (page.modelError
        ? null
        : h("p", {}, h("span", { text: `${TEXTS.model_line_lead} ` }), h("code", { text: page.modelTexts.line }))),
    predict: () => h("p", { text: TEXTS.predict_how }),
    run: () =>
      legendOf([
        hasChips(page) && ["open", TEXTS.legend_chips],
        page.runs.length <= MAX_DOTS ? ["dot", TEXTS.legend_trial] : ["point", TEXTS.legend_interval],
      ]),
    exact: () => (page.unfairGameNote ? h("p", { class: "km-builder-trick", text: page.unfairGameNote }) : legendOf([
      ["bar", "exact"],
      page.runs.length > 0 && ["point", `${formatCount(page.runs.length)} runs`],
      hasChips(page) && ["open", TEXTS.legend_chips],
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
          (page.busy ? TEXTS.busy_counting : statusSentence(page)),
      }),
      under(),
    ),
    h("div", { class: "km-builder-buttons" }, acts()),
  );
}

// In a lesson, the kernel judges whether the pupil's model is the experiment of the task.
async function judge(page) {
  const mine = page.modelRevision;
  const { told, error } = await page.request("judge");
  if (mine !== page.modelRevision) return;
  page.isTaskSolved = told === "";
  page.refuse(error ?? (told || TEXTS.task_correct));
}

function runButtons(page) {
  const off = { disabled: page.isRunningContinuously };
  return [
    renderActionButton("Once", () => runTrials(page, 1), "", off),
    renderActionButton("10", () => runTrials(page, 10), "", { ...off, "aria-label": "10 runs" }),
    renderActionButton("1,000", () => runTrials(page, 1000), "", { ...off, "aria-label": "1,000 runs" }),
    renderActionButton(
      page.isRunningContinuously ? "Stop" : TEXTS.action_keep_running,
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
