// The runs of a dashboard: their buttons, the last displayed run, and the course of all runs.

import { drawTrialItems } from "../chart/outcome_chart.js";
import { animateTrial } from "../chart/trial_animation.js";
import { h } from "../page/elements.js";
import { createFrequencyCurve } from "./small_charts.js";
import { MAX_VISIBLE_TRIALS } from "../page/constants.js";
import { TEXTS } from "../page/texts.js";

// Scrolls to the chart above when runs begin. If there is room, the answer stays visible as well.
function watch(runs) {
  const [answer, picture] = [".km-dashboard-answer", ".km-dashboard-chart"].map((one) =>
    runs.closest(".km-dashboard-section").querySelector(one)
  );
  const box = picture?.getBoundingClientRect();
  if (!box || box.top >= 0) return;
  const room = box.bottom - (answer ?? picture).getBoundingClientRect().top <= innerHeight;
  (answer && room ? answer : picture).scrollIntoView({ block: "start" });
}

export function renderSimulation(page, { id, once, often, portions }) {
  // Small numbers of runs are animated: results and dots are displayed only after the dice rest.
  const watched = (n) => n > 0 && n <= MAX_VISIBLE_TRIALS && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const ask = (n) => () => {
    page.stop(id);
    if (watched(n)) el.closest(".km-dashboard-section").dataset.waitingForDice = "";
    page.sendOrQueue({ do: "run", id, n });
  };
  const button = (text, run, lead) =>
    h("button", { type: "button", class: lead && "km-dashboard-go-on-button", text, on: { click: run } });
  const start = () => {
    page.startContinuousRuns(id);
    watch(el);
  };
  const go = button(often, () => (page.running.has(id) ? page.stop(id) : start()), true);
  const clear = button(TEXTS.clear_trials, ask(0));
  const said = h("p", { class: "km-dashboard-said" });
  const unseen = h("p", { class: "km-dashboard-visually-hidden" });
  const course = createFrequencyCurve();
  const tray = h("div", { class: "km-lesson-trial", hidden: true });
  const el = h(
    "div",
    { class: "km-dashboard-runs", "data-id": id, role: "group", "aria-label": TEXTS.simulation },
    h(
      "div",
      { class: "km-dashboard-row" },
      button(once, ask(1)),
      portions.map(({ n, label }) => button(label, ask(n))),
      go,
      clear,
    ),
    tray,
    said,
    course.el,
    unseen,
  );
  page.labels ??= new Map();
  page.labels.set(id, () => {
    const on = page.running.has(id);
    go.textContent = on ? TEXTS.stop : often;
    go.classList.toggle("km-dashboard-is-on", on);
    el.dataset.running = on;
    if (!on && said.textContent && page.touched) page.announceAnswer(said.textContent);
  });
  const told = (shown) => {
    said.textContent = shown.said;
    unseen.textContent = shown.missing;
    unseen.hidden = !shown.missing;
    course.draw(shown.course, shown.exact);
    clear.disabled = !shown.total;
    go.disabled = shown.full;
    if (shown.full) page.stop(id);
  };
  let newest, lying = false;
  const landed = (section) => {
    if (section) delete section.dataset.waitingForDice;
    section?.dispatchEvent(new Event("km-dice-landed"));
    told(newest);
  };
  page.subscribeToBlock(id, async (shown) => {
    newest = shown;
    const section = el.closest("[data-waiting-for-dice]");
    tray.hidden = !shown.seen;
    if (shown.seen) tray.replaceChildren(drawTrialItems(shown.seen.pieces), h("span", { text: shown.seen.say }));
    lying = Boolean(section && shown.seen);
    if (lying) await animateTrial([...tray.firstChild.children], [tray.lastChild]);
    lying = false;
    landed(section);
  });
  // where nothing has come
  page.updates.push(() => !page.sent && !lying && landed(el.closest("[data-waiting-for-dice]")));
  return el;
}
