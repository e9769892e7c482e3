// The predict step: chips on columns or a slider, a line for calculations, and a reason.

import { drawOutcomeChart } from "../chart/outcome_chart.js";
import { createChipBench } from "../chart/chips.js";
import { h } from "../page/elements.js";
import { unmodifiedKeyUnlessRepeated } from "../page/keyboard.js";
import { formatFixed, formatPercent } from "../page/numbers.js";
import { MAX_ANSWER_LENGTH, MAX_REASON_LENGTH } from "../page/constants.js";

const LOCK = "This is my prediction";

// An input line for calculations before the prediction.
function thinkingLine(view, { lines }, slider) {
  const typed = h("input", {
    type: "text",
    key: "thinking",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: MAX_ANSWER_LENGTH,
  });
  const work = () => view.send({ do: "add_expression", text: typed.value });
  typed.addEventListener("keydown", (event) => {
    if (unmodifiedKeyUnlessRepeated(event) !== "Enter") return;
    event.preventDefault();
    work();
  });
  return h(
    "details",
    { class: "km-lesson-collapsible", "data-fold": "thinking", open: lines.length > 0 },
    h("summary", { text: "You can work something out here" }),
    h(
      "div",
      { class: "km-lesson-row" },
      h(
        "label",
        { class: "km-lesson-typed" },
        h("span", { text: `Your line${slider ? "; the slider moves to it" : ""} ` }),
        typed,
      ),
      view.button("= Work it out", "think-on", work, { title: "Works out a calculation: + − × / ^ ( ) choose" }),
    ),
    view.lines(lines),
  );
}

// The answer to the lesson's question that follows from the chips.
function chipsSay({ asked, asked_words: words, worth, unit, all }, chips) {
  const down = chips.reduce((total, n) => total + n, 0);
  if (asked) {
    const n = asked.reduce((total, i) => total + chips[i], 0);
    if (!down) return "";
    return `With your chips, your answer is: “${words}” with ${n} of ${all} chips, ${formatPercent(n / all)}.`;
  }
  if (worth && down) {
    return `Your chips so far give ${
      formatFixed(chips.reduce((total, n, i) => total + n * worth[i], 0) / down, 1)
    } ${unit} on average.`.replace("  ", " ");
  }
  return "";
}

function chanceSlider(step, chips, left, moved) {
  const [yes, no] = step.bench.columns.map((column) => column.name);
  const range = h("input", {
    type: "range",
    min: "0",
    max: String(step.all),
    step: "1",
    key: "chip:0",
    "aria-label": `Probability of: ${yes}`,
  });
  const said = h("span", { class: "km-lesson-trial-text" });
  range.addEventListener("input", () => {
    chips[0] = range.valueAsNumber;
    chips[1] = step.all - chips[0];
    moved();
  });
  return {
    el: h(
      "div",
      { class: "km-lesson-fraction" },
      said,
      range,
      h("span", { class: "km-lesson-muted", text: `The rest is the probability of: ${no}.` }),
    ),
    update: () => {
      const open = left() > 0; // the slider stands somewhere, but nothing is said yet
      range.value = open ? step.all / 2 : chips[0];
      range.toggleAttribute("data-wait", open);
      said.textContent = open
        ? `${yes}: you haven’t answered yet`
        : `${yes}: ${chips[0]} of ${step.all}, that is ${formatPercent(chips[0] / step.all)}`;
      range.setAttribute("aria-valuetext", said.textContent);
    },
  };
}

export function renderPredictStep(view, step) {
  // The text above asks for the input of the board. The question of the lesson is only a part of it.
  const ask = h(
    "details",
    { class: "km-lesson-collapsible", "data-fold": "question" },
    h("summary", { text: "The question of this lesson" }),
    h("p", { text: step.ask }),
  );
  const reason = step.reason ? h("p", { text: `You wrote: “${step.reason}”` }) : null;
  if (step.put) return [ask, reason, view.lines(step.lines), view.picture(view.lookup(step), view.bench(step.bench))];
  const { columns } = step.bench;
  const chips = columns.map((column) => column.chips);
  const left = () => step.all - chips.reduce((sum, n) => sum + n, 0);
  const shown = h("div", { class: "km-lesson-figure", "data-picture": "true" });
  const rest = h("p", { class: "km-lesson-left-column", role: "status" });
  const sum = h("p", { class: "km-lesson-muted" });
  const why = h("input", {
    type: "text",
    maxlength: MAX_REASON_LENGTH,
    key: "reason",
    value: step.reason,
    autocomplete: "off",
  });
  view.lead = view.button(LOCK, "lock", () => {
    view.keepNot();
    view.send({ do: "submit_prediction", chips, reason: why.value });
  }, { class: "km-primary" });
  const keep = () => view.keepSoon(() => ({ do: "set_chips_and_reason", chips, reason: why.value }));
  why.addEventListener("input", keep);
  const fraction = step.manner === "fraction";
  const slider = fraction ? chanceSlider(step, chips, left, () => moved()) : null;
  const heaps = fraction ? null : createChipBench(step.bench, chips, step.all, () => moved());
  const set = (values) => () => {
    values.forEach((n, i) => (chips[i] = n));
    heaps?.show();
    moved();
  };
  const n = columns.length;
  const even = columns.map((_, i) => Math.floor(step.all / n) + (i < step.all % n ? 1 : 0));
  const tools = h(
    "div",
    { class: "km-lesson-row" },
    view.button(fraction ? "Fifty-fifty" : "Spread them evenly", "even", set(even)),
    fraction ? null : view.button("Take all back", "none", set(columns.map(() => 0))),
  );
  const plot = h("div", {}, heaps?.el);
  shown.append(...view.lookup(step), plot, ...(slider ? [slider.el] : []), rest, tools);
  const update = () => {
    if (fraction) {
      const now = columns.map((column, i) => ({ ...column, chips: chips[i] }));
      plot.replaceChildren(drawOutcomeChart({ ...step.bench, all: step.all, columns: now }));
    }
    slider?.update();
    const n = left();
    rest.textContent = fraction
      ? (n ? "Move the slider, or choose fifty-fifty." : "")
      : n
      ? `${n} of ${step.all} chips left. Tap a column, hold it, or drag its number.`
      : "You have placed all your chips.";
    sum.textContent = chipsSay(step, chips);
    view.lead.textContent = n && !fraction ? `This is my prediction (${n} chip${n === 1 ? "" : "s"} left)` : LOCK;
    view.lead.toggleAttribute("data-wait", n > 0);
  };
  const moved = () => {
    update();
    keep();
  };
  update();
  return [
    sum,
    ask,
    thinkingLine(view, step, fraction),
    h(
      "label",
      { class: "km-lesson-reason" },
      h("span", { text: "My reason, in one line (you will see it again)" }),
      why,
    ),
    shown,
  ];
}
