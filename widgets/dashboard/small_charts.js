// The two small charts of a dashboard: a probability as a pie, and the course of its runs.

import { h, SVG } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";

const draw = (tag, props) => {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) el.setAttribute(name, value);
  return el;
};

// A probability as a pie with its percentage. The pie is empty if the answer is not a probability.
export function createProbabilityPie() {
  const svg = draw("svg", { viewBox: "-1.1 -1.1 2.2 2.2", "aria-hidden": "true" });
  const part = draw("path", { class: "km-dashboard-hit" });
  svg.append(draw("circle", { r: 1, class: "km-dashboard-pie-edge" }), part);
  const said = h("span", { class: "km-dashboard-percent" });
  const el = h("span", { class: "km-dashboard-pie", hidden: true }, svg, said);
  const turn = (share) => {
    el.hidden = share === undefined;
    if (el.hidden) return;
    const [p, words] = share;
    const [x, y] = [Math.sin(2 * Math.PI * p), -Math.cos(2 * Math.PI * p)];
    part.setAttribute(
      "d",
      p >= 1 ? "M0-.94A.94.94 0 1 1-.001-.94Z" : `M0 0V-.94A.94.94 0 ${p > 0.5 ? 1 : 0} 1 ${0.94 * x} ${0.94 * y}Z`,
    );
    said.textContent = words;
  };
  return { el, turn };
}

// Curve of the share of successes over the runs, with the exact share. Later runs get less width per run.
export function createFrequencyCurve() {
  const svg = draw("svg", { viewBox: "0 0 100 40", preserveAspectRatio: "none", "aria-hidden": "true" });
  const [line, goal] = [
    draw("polyline", { class: "km-dashboard-running-curve" }),
    draw("line", { class: "km-dashboard-exact-line", x1: 0, x2: 100 }),
  ];
  svg.append(goal, line);
  const caption = h("figcaption", {
    class: "km-dashboard-small",
    text: TEXTS.running_frequency,
  });
  const el = h("figure", { class: "km-dashboard-frequencies", hidden: true }, svg, caption);
  const place = (share) => 38 - 36 * share;
  return {
    el,
    draw(course = [], exact = 0) {
      el.hidden = course.length < 2;
      const last = Math.log(course.at(-1)?.[0] ?? 1) || 1;
      line.setAttribute(
        "points",
        course.map(([n, share]) => `${(100 * Math.log(n)) / last},${place(share)}`).join(" "),
      );
      for (const end of ["y1", "y2"]) goal.setAttribute(end, place(exact));
    },
  };
}
