// The chart panel: chips before the runs, dots and bars after them, and the lines around the requested values.

import { TEXTS } from "../page/texts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { unmodifiedKey } from "../page/keyboard.js";
import { deviceFaces } from "./model_edits.js";
import { chipGroupLabels, chipProportions, MAX_DOTS, mergedColumnsOrNull, renderResultChart } from "./result_chart.js";
import { remainingChipCount, selectedEventLabel, statusSentence } from "./status_text.js";
import { faceColour } from "./device_drawings.js";
import { PREDICTION_CHIPS } from "../page/constants.js";

export function renderChartPanel(page) {
  return h(
    "section",
    { class: "km-builder-result-chart", "aria-label": "Picture" },
    h("h2", { text: pictureTitle(page) }),
    h("div", { class: "km-builder-plot" }),
  );
}

function pictureTitle(page) {
  if (page.phase === "predict") return TEXTS.chart_title_predict;
  if (page.phase === "run") {
    return page.runs.length > MAX_DOTS ? TEXTS.chart_title_frequencies : TEXTS.chart_title_trials;
  }
  if (page.comparedResult) return TEXTS.chart_title_compare;
  return page.previousExactResult
    ? TEXTS.chart_title_before
    : page.selectedInterval !== null
    ? TEXTS.chart_title_event
    : TEXTS.chart_title_exact;
}

export function updateResultChart(page) {
  const place = page.body.querySelector(".km-builder-plot");
  if (!place || !page.columns) return;
  const box = place.getBoundingClientRect();
  place.replaceChildren();
  if (box.width < 40 || box.height < 40) return;
  if (page.phase === "predict") return chipPlaces(page, place);
  const faces = deviceFaces(page.table, page.table.chain[0]);
  const exactly = page.phase === "exact" && page.exactResult;
  const light = exactly && page.branch !== null && exactly.why?.kind === "tree"
    ? exactly.why.branches[page.branch].bars.map((share) => share * exactly.why.branches[page.branch].chance[0])
    : null;
  const two = exactly && page.comparedResult;
  const before = exactly && (two || page.previousExactResult);
  const own = page.columns;
  const columns = before ? mergedColumnsOrNull(own, before.columns) ?? own : own;
  const at = own.map(({ label }) => columns.findIndex((one) => one.label === label));
  const laid = (values, nothing = 0) => columns.map((_, i) => values?.[at.indexOf(i)] ?? nothing);
  const bars = exactly ? laid(page.exactResult.bars.map(([p]) => p)) : null;
  const others = before
    ? columns.map(({ label }) => before.bars[before.columns.findIndex((one) => one.label === label)] ?? 0)
    : null;
  const line = exactly && page.selectedInterval ? lineOn(page.selectedInterval, at, columns.length) : null;
  const common = { columns, axis: page.modelTexts.axis, line, larger: page.rem() / 16 };
  const tall = two ? Math.max(...others, ...bars, ...page.counts.map((count) => count / (page.runs.length || 1))) : 0;
  const height = two ? box.height / 2 - 12 : box.height;
  const drawn = renderResultChart({
    ...common,
    width: box.width,
    height,
    bars,
    tall,
    chips: two ? [] : laid(chipProportions(own, page.chips)),
    ghost: two ? null : others,
    counts: laid(page.counts),
    n: page.runs.length,
    light: light && laid(light),
    dots: page.runs.length <= MAX_DOTS ? page.runs.map(([i, first]) => [at[i] ?? -1, faceColour(faces, first)]) : [],
  });
  place.append(drawn.el);
  if (two) {
    place.prepend(
      renderResultChart({
        ...common,
        width: box.width,
        height,
        bars: others,
        tall,
        counts: columns.map(() => 0),
        n: 0,
      }).el,
    );
    place.append(
      h("p", { class: "km-builder-two-devices", text: two.line }),
      h("p", { class: "km-builder-two-devices", style: `top:${height}px`, text: page.modelTexts.line }),
    );
  }
  place.append(listed(page));
  if (exactly && page.selectedInterval !== null && !two) {
    for (const side of [0, 1]) lineHandle(page, place, { ...drawn, on: at, all: columns.length }, box, side);
  }
}

// Positions of the lines on an axis with more columns than the model has. A line after the last column of the model
// stays after all columns.
const lineOn = ([low, high], at, all) => [at[low], high === at.length - 1 ? all - 1 : at[high]];

// The chart as a list for screen readers.
function listed(page) {
  return h(
    "ul",
    { class: "km-builder-visually-hidden", "aria-label": TEXTS.chart_bars_label },
    page.columns.map(({ label }, i) =>
      h("li", {
        text: `${label}: ${page.exactResult && page.phase === "exact" ? `${page.exactResult.bars[i][1]}, ` : ""}${
          page.runs.length ? `${page.counts[i]} of ${page.runs.length} runs` : ""
        }`,
      })
    ),
  );
}

// The requested interval begins at one handle and ends at the other. Initially, the second one is after the last
// column.
function lineHandle(page, place, drawn, box, side) {
  const { columns } = page;
  const last = columns.length - 1;
  const [low, high] = page.selectedInterval;
  const [least, most] = side ? [low, low ? last : last - 1] : [high === last ? 1 : 0, high];
  const set = (i) => {
    const next = Math.max(least, Math.min(most, i));
    if (next === page.selectedInterval[side]) return;
    page.selectedInterval = side ? [page.selectedInterval[0], next] : [next, page.selectedInterval[1]];
    page.draw();
    askBetween(page);
  };
  const [x, end] = lineOn(page.selectedInterval, drawn.on, drawn.all).map((i, k) =>
    Math.max(0, Math.min(box.width - 23, drawn.at(i + k)))
  );
  const told = side
    ? (high === last ? TEXTS.event_no_upper_limit : fillPlaceholders(TEXTS.event_at_most, { x: columns[high].label }))
    : selectedEventLabel(page);
  const knob = h(
    "button",
    {
      type: "button",
      class: `km-builder-line ${side ? "km-builder-upper" : ""}`,
      key: side ? "upper" : "line",
      role: "slider",
      style: `left:${side ? end : x}px;height:${drawn.floor}px`,
      "aria-label": side ? TEXTS.event_upper_handle : TEXTS.event_lower_handle,
      "aria-valuenow": page.selectedInterval[side],
      "aria-valuemin": least,
      "aria-valuemax": most,
      "aria-valuetext": told,
    },
    !side && h("span", { class: "km-builder-line-label", text: told }),
    h("i", { "aria-hidden": "true", text: "⟷" }),
  );
  knob.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[unmodifiedKey(event)];
    if (by) {
      event.preventDefault();
      set(page.selectedInterval[side] + by);
    }
  });
  knob.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const rect = place.getBoundingClientRect();
    const move = (e) => {
      const edge = drawn.edge(e.clientX - rect.left);
      const own = drawn.on.findIndex((i) => i >= edge);
      set((own < 0 ? columns.length : own) - side);
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  });
  place.append(knob);
  const tag = knob.querySelector(".km-builder-line-label");
  if (!tag) return;
  const room = tag.offsetWidth + 2.2 * page.rem(); // the words stand where the other handle leaves room, or not at all
  tag.classList.toggle("km-builder-is-far", end - x < room);
  tag.hidden = end - x < room && x < room;
}

// The kernel computes the probability between two lines. The probability from one line on was sent with the bars.
async function askBetween(page) {
  const [low, high] = page.selectedInterval;
  const mine = page.modelRevision;
  const name = `${low} ${high}`;
  if (high < page.columns.length - 1 && !page.intervalProbabilities.has(name)) {
    const { told, error } = await page.request("between", { low, high });
    if (mine !== page.modelRevision || error) return;
    page.intervalProbabilities.set(name, told);
    page.draw();
  }
  if (`${page.selectedInterval}` === `${[low, high]}`) page.say(statusSentence(page));
}

function chipPlaces(page, place) {
  const names = chipGroupLabels(page.columns, page.narrow());
  const left = remainingChipCount(page);
  const put = (b, by) => {
    const have = page.chips[b] ?? 0;
    if (by > 0 ? !remainingChipCount(page) : !have) return;
    page.chips = { ...page.chips, [b]: have + by };
    page.draw();
    page.say(`${names[b]}: ${have + by} of ${PREDICTION_CHIPS} chips; ${remainingChipCount(page)} left`);
  };
  place.append(
    h(
      "div",
      { class: "km-builder-chart-panels", role: "group", "aria-label": TEXTS.chip_columns_label },
      names.map((label, b) =>
        h(
          "div",
          { class: "km-builder-chart-panel" },
          h(
            "button",
            {
              type: "button",
              class: "km-builder-drop-place",
              key: `chip-${b}`,
              "aria-label": fillPlaceholders(TEXTS.chip_add, { x: label, n: `${page.chips[b] ?? 0}` }),
              on: {
                click: () => put(b, 1),
                keydown: (event) => {
                  if (event.key === "-" || unmodifiedKey(event) === "Backspace") {
                    event.preventDefault();
                    put(b, -1);
                  }
                },
              },
            },
            Array.from({ length: page.chips[b] ?? 0 }, () => h("i", { class: "km-builder-chip" })),
            left > 0 && h("i", { class: "km-builder-chip km-builder-next-button" }),
          ),
          h("b", { text: label }),
          h("button", {
            type: "button",
            class: "km-builder-less-button",
            key: `less-${b}`,
            "aria-label": fillPlaceholders(TEXTS.chip_remove, { x: label }),
            disabled: !page.chips[b],
            text: "−",
            on: { click: () => put(b, -1) },
          }),
        )
      ),
    ),
    h("p", { class: "km-builder-axis-word", text: page.modelTexts.axis }),
  );
}
