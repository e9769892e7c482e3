// The chart: one axis for chips, runs and exact bars. Exact bars are filled if they are in the event, otherwise
// hatched. Runs are dots, or points with an interval if there are many. Chips are open bars. The previous model is a
// dashed outline.

import { setPropsAndReturnElement, SVG } from "../page/elements.js";
import { PREDICTION_CHIPS } from "../page/constants.js";

export const MAX_CHIP_GROUPS = 12; // places for chips; more columns are taken together
export const MAX_CHIP_GROUPS_NARROW = 8;
export const MIN_TRIALS_BEFORE_EXACT = 20; // runs before the exact bars may be asked for
const MOST_ON_ONE = 60;
export const MAX_DOTS = 150; // runs that are drawn one by one

export function createSvgElement(tag, props, ...kids) {
  const el = setPropsAndReturnElement(document.createElementNS(SVG, tag), props);
  el.append(...kids.flat(Infinity).filter(Boolean));
  return el;
}

const bandSize = (columns) => Math.ceil(columns.length / (columns.places ?? MAX_CHIP_GROUPS));
export const chipGroupIndex = (columns, columnIndex) => Math.floor(columnIndex / bandSize(columns));
export const chipGroupLabels = (columns, short = false) =>
  Array.from({ length: chipGroupIndex(columns, columns.length - 1) + 1 }, (_, b) => {
    const part = columns.filter((_, i) => chipGroupIndex(columns, i) === b);
    const [first, last] = [part[0].label, part.at(-1).label];
    if (short && first === "more") return `>${columns.at(-2).label.split("–").at(-1)}`;
    if (part.length === 1) return first;
    if (part.at(-1).not_reached) return `${first}${short ? "+" : ` or more, or ${last}`}`;
    return last === "more" ? `${first}${short ? "+" : " or more"}` : `${first}–${last}`;
  });

// Share of the chips on each column. If the columns form groups, the chips of a group are spread over its columns.
export const chipProportions = (columns, chips) =>
  columns.map((_, i) =>
    (chips[chipGroupIndex(columns, i)] ?? 0) / PREDICTION_CHIPS /
    columns.filter((_, j) => chipGroupIndex(columns, j) === chipGroupIndex(columns, i)).length
  );

// The columns of two models on one axis. null if no axis fits both, for example single numbers and groups of ten.
export function mergedColumnsOrNull(columns, otherColumns) {
  const all = [...columns, ...otherColumns.filter(({ label }) => !columns.some((one) => one.label === label))];
  if (all.length === columns.length) return columns;
  const binned = all.some(({ low, high }) => low !== high);
  if (binned || all.length > MOST_ON_ONE) return null;
  const rank = ({ low }) => (low === null ? Infinity : typeof low === "number" ? low : 0);
  return all.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

// Whether a column is in the requested event: between the lines, a yes, or any column without a question. A line is the
// first column of the event, or [first, last].
export const isColumnInEvent = (
  columns,
  line,
  i,
) => (line !== null
  ? i >= line[0] && i <= line[1]
  : columns[0]?.label === "yes" || columns[0]?.label === "no"
  ? columns[i].label === "yes"
  : null);

// Data for a picture of the runs: counts by column, number of runs, colours of the first items.
export function renderResultChart(
  {
    width,
    height,
    columns,
    bars = null,
    ghost = null,
    counts,
    n,
    dots = [],
    chips = [],
    line = null,
    axis,
    tall = 0,
    light = null,
    larger = 1,
  },
) {
  const foot = 40 * larger;
  const [left, right, top] = [10, 26 * larger, 26 * larger]; // right of the last column is room for a handle
  const room = width - left - right;
  const step = room / columns.length;
  const high = height - foot - top;
  const shares = counts.map((count) => (n ? count / n : 0));
  const each = n > 0 && n <= MAX_DOTS && !bars;
  const most = Math.max(tall, ...(bars ?? [0]), ...shares, ...chips, ...(ghost ?? [0]), each ? 6 / n : 0, 0.02) *
    1.06;
  const y = (share) => top + high * (1 - share / most);
  const x = (i) => left + step * i;
  const bar = Math.min(step * 0.8, 90);
  const mid = (i) => x(i) + step / 2;
  const id = `km-builder-h${Math.round(width)}x${Math.round(height)}`;
  const el = createSvgElement(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, class: "km-builder-plot-svg", "aria-hidden": "true" },
    createSvgElement(
      "defs",
      {},
      createSvgElement(
        "pattern",
        { id, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        createSvgElement("rect", { width: 3, height: 7, class: "km-builder-miss-fill" }),
      ),
    ),
  );
  if (bars) {
    bars.forEach((share, i) => {
      const hit = isColumnInEvent(columns, line, i);
      const box = { x: mid(i) - bar / 2, width: bar, y: y(share), height: Math.max(0, y(0) - y(share)), rx: 2 };
      el.append(
        createSvgElement("rect", {
          ...box,
          class: hit === null ? "km-builder-bar" : hit ? "km-builder-hit" : "km-builder-miss",
          ...(hit === false && { fill: `url(#${id})` }),
        }),
      );
      if (light?.[i]) {
        el.append(
          createSvgElement("rect", {
            ...box,
            y: y(light[i]),
            height: Math.max(0, y(0) - y(light[i])),
            class: "km-builder-light",
          }),
        );
      }
    });
  }
  ghost?.forEach((share, i) =>
    share > 0 &&
    el.append(
      createSvgElement("rect", {
        x: mid(i) - bar / 2 - 3,
        width: bar + 6,
        y: y(share),
        height: y(0) - y(share),
        rx: 3,
        class: "km-builder-previous",
      }),
    )
  );
  chips.forEach((share, i) =>
    share > 0 &&
    el.append(
      createSvgElement("path", {
        d: `M${mid(i) - bar / 2 - 2} ${y(0)}V${y(share)}H${mid(i) + bar / 2 + 2}V${y(0)}`,
        class: "km-builder-is-open",
      }),
    )
  );
  if (each) {
    const tallest = Math.max(...counts, 1);
    const radius = Math.max(2.2, Math.min(step * 0.36, 17, ((high * (tallest / n)) / most / tallest) * 0.49));
    const level = columns.map(() => 0);
    for (const [i, colour] of dots) {
      if (i < 0) continue;
      const cy = y((level[i] + 0.5) / n);
      level[i] += 1;
      el.append(createSvgElement("circle", { cx: mid(i), cy, r: radius, fill: colour, class: "km-builder-dot" }));
    }
  } else if (n) {
    shares.forEach((share, i) => {
      if (!bars && share) {
        el.append(
          createSvgElement("rect", {
            x: mid(i) - bar / 2,
            width: bar,
            y: y(share),
            height: y(0) - y(share),
            rx: 2,
            class: "km-builder-runs",
          }),
        );
      }
      const spread = 1.96 * Math.sqrt((Math.max(share, 1 / n) * (1 - Math.min(share, 1 - 1 / n))) / n);
      el.append(
        createSvgElement("line", {
          x1: mid(i),
          x2: mid(i),
          y1: y(Math.min(most, share + spread)),
          y2: y(Math.max(0, share - spread)),
          class: "km-builder-chip-group",
        }),
        createSvgElement("circle", { cx: mid(i), cy: y(share), r: Math.min(6, step * 0.3), class: "km-builder-point" }),
      );
    });
  }
  el.append(createSvgElement("line", { x1: left, x2: width - right, y1: y(0), y2: y(0), class: "km-builder-axis" }));
  const columnsOf = ({ label }) => ((label.length * 8 + 6) * larger) / step; // that a label takes
  const skip = Math.max(1, ...columns.filter((one) => !one.not_reached).map((one) => Math.ceil(columnsOf(one))));
  const isLastWide = skip > 1 || columnsOf(columns.at(-1)) > 1;
  columns.forEach(({ label }, i) => {
    if (i % skip && i !== columns.length - 1) return;
    if (i !== columns.length - 1 && columns.length - 1 - i < skip && i) return;
    const text = createSvgElement("text", {
      x: mid(i),
      y: height - foot + 17 * larger,
      "text-anchor": i === columns.length - 1 && isLastWide ? "end" : "middle",
      class: "km-builder-tick",
      ...(i === columns.length - 1 && isLastWide && { x: x(i) + step }),
    });
    text.textContent = label;
    el.append(text);
  });
  const name = createSvgElement("text", {
    x: width / 2,
    y: height - 5 * larger,
    "text-anchor": "middle",
    class: "km-builder-axis-name",
  });
  name.textContent = axis;
  el.append(name);
  return { el, at: (i) => x(i), edge: (px) => Math.round((px - left) / step), floor: y(0), most };
}
