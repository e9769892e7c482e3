// Texts of the page about the model, its runs and its exact answer.

import { fillPlaceholders } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { formatCount } from "../page/numbers.js";
import { DEVICE_LABELS, partAt } from "./model_edits.js";
import { chipGroupIndex, isColumnInEvent, MIN_TRIALS_BEFORE_EXACT } from "./result_chart.js";
import { valueText } from "./device_drawings.js";
import { PREDICTION_CHIPS } from "../page/constants.js";

// Title and question that were opened with a model. Both are empty after the model has changed.
export function captionOrBlankIfModelChanged({ caption, modelTexts }) {
  return caption.line === modelTexts.line ? caption : { title: "", asks: "" };
}

export function lastTrialText(page) {
  const gave = page.last.steps.map(({ place, values, drawn }) =>
    `${DEVICE_LABELS[partAt(page.table, place).dev] ?? "again"} ${values.slice(0, 12).map(valueText).join(", ")}${
      drawn > 12 ? ` and ${drawn - 12} more` : ""
    }`
  );
  return `${gave.join("; ")}: ${page.last.value === null ? "did not end" : valueText(page.last.value)}`;
}

export function selectedEventLabel(page) {
  const { columns, selectedInterval: line } = page;
  if (line !== null && line[1] === columns.length - 1) {
    if (line[0] === columns.length - 1) return columns[line[0]].label;
    return columns.at(-1).not_reached
      ? fillPlaceholders(TEXTS.event_or_more_or, { x: columns[line[0]].label, last: columns.at(-1).label })
      : fillPlaceholders(TEXTS.value_or_more, { x: columns[line[0]].label });
  }
  if (line !== null && !line[0]) return fillPlaceholders(TEXTS.event_or_less, { x: columns[line[1]].label });
  if (line !== null) return `from ${columns[line[0]].label} to ${columns[line[1]].label}`;
  return columns?.some(({ label }) => label === "yes") ? "yes" : "";
}

function hitsOf(page) {
  return page.columns.reduce(
    (sum, _, i) => sum + (isColumnInEvent(page.columns, page.selectedInterval, i) ? page.counts[i] : 0),
    0,
  );
}

export function selectedEventProbability(page) {
  if (!page.exactResult) return null;
  if (page.selectedInterval !== null) {
    const [low, high] = page.selectedInterval;
    return high === page.columns.length - 1
      ? page.exactResult.at_least[low]
      : page.intervalProbabilities.get(`${low} ${high}`) ?? null;
  }
  const yes = page.columns.findIndex(({ label }) => label === "yes");
  return yes >= 0 ? page.exactResult.bars[yes] : null;
}

export function statusSentence(page) {
  const n = page.runs.length;
  if (page.phase === "build") return `${page.modelTexts.chain}. ${page.modelTexts.ask}`;
  if (page.phase === "predict") {
    return page.columns?.length > 2 || page.columns?.[0]?.label !== "yes"
      ? TEXTS.status_each_result
      : TEXTS.status_yes_or_no;
  }
  if (page.phase === "run") {
    return n
      ? `${formatCount(n)} ${n === 1 ? "run" : "runs"}${
        Object.keys(page.chips).length && n >= MIN_TRIALS_BEFORE_EXACT ? ". Was your prediction good?" : "."
      }`
      : TEXTS.status_run;
  }
  const told = selectedEventProbability(page);
  if (!told) {
    return page.exactResult?.mean
      ? fillPlaceholders(TEXTS.status_average, { mean: page.exactResult.mean })
      : page.modelTexts.ask;
  }
  const share = n
    ? `: ${formatCount(hitsOf(page))} of your ${formatCount(n)} ${n === 1 ? "run" : "runs"}. Exact: `
    : ": ";
  return `${selectedEventLabel(page)[0].toUpperCase()}${selectedEventLabel(page).slice(1)}${share}${told[1]}.`;
}

export function hasChips(page) {
  return Object.values(page.chips).some(Boolean);
}

export function remainingChipCount(page) {
  return PREDICTION_CHIPS - Object.values(page.chips).reduce((sum, n) => sum + n, 0);
}

// Number of chips on wrong columns compared with the exact bars: half of the sum of all differences.
export function predictionVerdict(page) {
  if (!hasChips(page) || !page.exactResult) return null;
  const wanted = {};
  page.exactResult.bars.forEach(([p], i) => {
    const group = chipGroupIndex(page.columns, i);
    wanted[group] = (wanted[group] ?? 0) + p * PREDICTION_CHIPS;
  });
  const off = Object.entries(wanted).reduce((sum, [group, n]) => sum + Math.abs(n - (page.chips[group] ?? 0)), 0) / 2;
  const n = Math.round(off);
  const text = page.exactResult.verdicts[n === 0 ? "all_right" : n === 1 ? "one_wrong" : "wrong"];
  return text.replace("{n}", n).replace("{chips}", PREDICTION_CHIPS);
}
