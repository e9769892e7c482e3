// Forecast ("Call it"): before a roll, the user estimates a probability on a dial. Estimates and outcomes make a curve,
// for this game and for all games in this browser. Before the estimate, nothing else reveals the probability.

import { fillPlaceholders, h } from "../page/elements.js";
import { drawProbabilityPie, roundHundredths, svgFromMarkup } from "../page/drawing.js";
import { formatPercent } from "../page/numbers.js";
import { TEXTS } from "../page/texts.js";

/** @import { ForecastQuestion, Odds, Scene } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const CALLED = "kismet:calls", CALLING = "kismet:call_it";
const MOST_CALLS = 2000; // that are kept
const CALL_BANDS = 5; // groups of what was said
const CALL_SURE = 1.96; // standard deviations of a band of 95%
const percent = (share) => formatPercent(share, 0, TEXTS.lang);
const wholeOf = (share) => Math.round(100 * share);

// [{g: game, b: which one, s: step, p: estimate, x: probability, h: whether it occurred}]. Other entries are omitted.
function parsedCalls(text) {
  try {
    const share = (x) => typeof x === "number" && x >= 0 && x <= 1;
    return JSON.parse(text).filter(({ p, x, h: hit }) => share(p) && share(x) && typeof hit === "boolean");
  } catch {
    return [];
  }
}

// The observed share with its confidence interval (Wilson).
function bandOf(hits, n) {
  const p = hits / n, z = CALL_SURE * CALL_SURE;
  const middle = (p + z / (2 * n)) / (1 + z / n);
  const half = (CALL_SURE * Math.sqrt((p * (1 - p)) / n + z / (4 * n * n))) / (1 + z / n);
  return { p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

// The estimates in groups, each with its observed share.
function calibration(list) {
  const groups = Array.from({ length: CALL_BANDS }, () => []);
  for (const one of list) groups[Math.min(CALL_BANDS - 1, Math.floor(CALL_BANDS * one.p))].push(one);
  const mean = (of, key) => of.reduce((sum, one) => sum + one[key], 0) / of.length;
  return groups.filter((of) => of.length).map((of) => ({
    n: of.length,
    said: mean(of, "p"),
    chance: mean(of, "x"),
    ...bandOf(of.filter((one) => one.h).length, of.length),
  }));
}

export class ForecastTracker {
  /** @param {TableView} view */
  constructor(view) {
    this.view = view;
    const kept = view.loadItem(CALLING);
    // At a shared table, players also forecast the rolls of others. A small table in a lesson has questions of its own.
    this.shared = Boolean(view.model.get("scene").shared);
    this.able = this.shared || Boolean(view.model.get("keep"));
    this.on = this.able && (kept ? kept === "on" : Boolean(globalThis.kismetClass?.joined));
    this.list = parsedCalls(view.loadItem(CALLED));
    this.said = null; // a share, once the dial has been moved
    this.last = null; // what was said of what has just come
    this.whole = false; // over all games
  }

  setEnabled(on) {
    this.on = on;
    this.view.saveItem(CALLING, on ? "on" : "off");
    this.said = null;
    this.view.refreshScene();
    if (on) this.ensureChanceStop();
    else if (!this.shared) this.view.sendRequest({ do: "set_chance_stop", stop: "none" });
  }

  // Makes chance steps stop, so that an outcome to forecast does not appear together with the choice before it.
  ensureChanceStop() {
    const { coach, pause } = this.view.scene;
    if (this.on && !this.shared && !coach && pause === "none") {
      this.view.sendRequest({ do: "set_chance_stop", stop: "rolls" });
    }
  }

  /** @param {Scene} scene */
  pendingTarget(scene) {
    return this.on && !scene.coach && scene.call && !scene.auto ? scene.call : null;
  }

  // The scene without elements that reveal the probability before the estimate.
  /** @param {Scene} scene */
  sceneWithHiddenChances(scene) {
    if (!this.on || scene.coach || scene.past) return scene;
    /** @param {Odds} odds */
    const open = ({ chance }) => !chance && !this.pendingTarget(scene);
    return {
      ...scene,
      odds: scene.odds.filter(open),
      actions: scene.actions.map((action) => ({ ...action, chance: undefined })),
    };
  }

  // Stores the user's first estimate for this chance step, with the outcome.
  /** @param {Scene} before @param {Scene} next */
  recordOutcome(before, next) {
    const call = next.came?.step === before.step + 1 && next.came.call;
    // at a shared table, the last outcome may be a later roll of a bot
    if (!call && this.shared && next.step > before.step) this.said = null;
    if (!call || this.said === null) return;
    const [g, b, s] = [next.game, next.born, before.step];
    this.last = { step: next.step, p: this.said, x: call.share, h: call.hit, label: call.label };
    this.said = null;
    this.list = parsedCalls(this.view.loadItem(CALLED)); // another table may have written there
    if (this.list.some((one) => one.b === b && one.s === s)) return;
    this.list = [...this.list, { g, b, s, p: this.last.p, x: this.last.x, h: this.last.h }].slice(-MOST_CALLS);
    this.view.saveItem(CALLED, JSON.stringify(this.list));
  }

  // Turns forecasts on with one click. The button is where an outcome can be forecast, or could have been.
  toggle() {
    const { scene } = this.view;
    const called = scene.call && !scene.auto || (!this.on && scene.came?.call);
    if (!this.able || !called || scene.coach || scene.past) return null;
    return h(
      "p",
      { class: "km-forecast-switch" },
      this.view.createButton(this.on ? TEXTS.call_off : TEXTS.call_it, "call_it", () => this.setEnabled(!this.on), {
        class: "km-button km-quiet",
        "aria-pressed": String(this.on),
        title: TEXTS.call_hint,
      }),
    );
  }

  // The dial for the estimate. Users drag it or move it with arrow keys.
  /** @param {ForecastQuestion} call */
  drawForecastPanel(call) {
    const said = this.said ?? 0.5;
    const face = h("span", { class: "km-forecast-dial", "aria-hidden": "true" });
    const told = h("b", {});
    const range = h("input", {
      type: "range",
      key: "call",
      min: 0,
      max: 100,
      step: 1,
      value: wholeOf(said),
      "aria-label": fillPlaceholders(TEXTS.call_ask, { label: call.label }),
    });
    const draw = () => {
      const share = Number(range.value) / 100;
      face.replaceChildren(drawProbabilityPie(share, "km-probability-pie km-large-pie"));
      told.textContent = this.said === null ? "?" : percent(share);
      range.setAttribute("aria-valuetext", this.said === null ? TEXTS.call_nothing : percent(share));
    };
    const say = (share) => {
      this.said = Math.round(100 * share) / 100;
      range.value = String(wholeOf(this.said));
      draw();
    };
    range.addEventListener("input", () => say(Number(range.value) / 100));
    const drag = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const box = face.getBoundingClientRect();
      const x = event.clientX - box.left - box.width / 2, y = event.clientY - box.top - box.height / 2;
      const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
      // The dial stops at both ends and does not jump from one to the other.
      const now = this.said ?? 0.5;
      const over = event.type === "pointermove" && Math.abs(turn - now) > 0.5;
      say(over ? Math.round(now) : turn);
      event.preventDefault();
    };
    face.addEventListener("pointerdown", (event) => {
      face.setPointerCapture?.(event.pointerId);
      drag(event);
    });
    face.addEventListener("pointermove", drag);
    draw();
    return h(
      "div",
      { class: "km-odds km-forecast" },
      h("h3", { text: fillPlaceholders(TEXTS.call_ask, { label: call.label }) }),
      h("div", { class: "km-forecast-row" }, face, told),
      range,
      h("p", { text: TEXTS.call_hint }),
    );
  }

  // The estimate, the outcome, and the probability.
  /** @param {Scene} scene */
  drawForecastVerdict(scene) {
    const { last } = this;
    if (!last || last.step !== scene.step) return null;
    const said = { said: percent(last.p), label: last.label, chance: percent(last.x) };
    return h("p", {
      class: "km-forecast-verdict",
      text: fillPlaceholders(last.h ? TEXTS.call_came : TEXTS.call_not, said),
    });
  }

  // The curve at the end of a game: estimates against observed shares.
  drawCalibrationChart() {
    const { view } = this, here = this.list.filter(({ b }) => b === view.scene.born);
    if (!this.list.length || (!here.length && !this.on)) return null;
    const every = this.whole || !here.length;
    const groups = calibration(every ? this.list : here);
    const told = (one) =>
      fillPlaceholders(TEXTS.call_group, {
        n: one.n,
        said: percent(one.said),
        came: percent(one.p),
        low: percent(one.low),
        high: percent(one.high),
        chance: percent(one.chance),
      });
    const most = groups.reduce((best, one) => (one.n > best.n ? one : best));
    const swap = (whole, label) =>
      view.createButton(label, `calls:${whole}`, () => {
        this.whole = whole;
        view.draw();
      }, { class: "km-button", "aria-pressed": String(every === whole) });
    return h(
      "section",
      { class: "km-forecasts" },
      h("h3", { text: fillPlaceholders(TEXTS.call_title, { said: percent(most.said), came: percent(most.p) }) }),
      here.length > 0 && here.length < this.list.length &&
        h("div", { class: "km-row" }, swap(false, TEXTS.call_here), swap(true, TEXTS.call_all)),
      h(
        "div",
        { class: "km-forecast-curve" },
        drawCurve(groups),
        h("ul", {}, groups.map((one) => h("li", { text: told(one) }))),
      ),
    );
  }
}

// Estimates from left to right, observed shares upwards. On the dashed line, 70 of 100 events estimated at 70% occur.
function drawCurve(groups) {
  const x = (share) => roundHundredths(34 + 160 * share), y = (share) => roundHundredths(166 - 160 * share);
  const ticks = [0, 0.5, 1].map((share) =>
    `<text x="${x(share)}" y="182" text-anchor="middle">${wholeOf(share)}</text>` +
    `<text x="28" y="${y(share) + 4}" text-anchor="end">${wholeOf(share)}</text>`
  );
  const marks = groups.map(({ said, p, low, high, n }) =>
    `<path class="km-forecast-interval" d="M${x(said)} ${y(low)}V${y(high)}"/>` +
    `<circle class="km-forecast-dot" cx="${x(said)}" cy="${y(p)}" r="${
      roundHundredths(4 + Math.min(5, Math.sqrt(n)))
    }"/>`
  );
  const line = groups.map(({ said, p }, i) => `${i ? "L" : "M"}${x(said)} ${y(p)}`).join("");
  const axes =
    `<path class="km-forecast-axis" d="M34 6V166H194"/><path class="km-forecast-diagonal" d="M34 166L194 6"/>`;
  return h(
    "figure",
    { "aria-hidden": "true" },
    svgFromMarkup(
      "0 0 204 188",
      `${axes}<path class="km-forecast-line" d="${line}"/>${marks.join("")}${ticks.join("")}`,
      "km-forecast-chart",
      "xMidYMid meet",
    ),
    h("figcaption", { text: TEXTS.call_axes }),
  );
}
