// The history: the log (folded to its last line), the timeline, and the variations as a tree.

import { fillPlaceholders, h, icon } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { drawUndoButton } from "./action_bar.js";

/** @import { LogUpdate, PeekedScene } from "./messages.d.ts" */
/** @import { OpponentActionList } from "./summary_types.d.ts" */
/** @import { Scene } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const REPLAY = 1100; // ms that a step of the others stays when it is shown again
const REPLAYS = 15_000; // ms that all of them take at most
const HOVER = 150; // ms on a line of the log before its step is previewed
const ARROWS = {
  first: "M5 5h2v14H5ZM19 5v14L8 12Z",
  back: "M17 5v14L6 12Z",
  forward: "M7 5v14l11-7Z",
  last: "M17 5h2v14h-2ZM5 5v14l11-7Z",
};
const UP = "M4 16 12 7l8 9Z";

// The last action of an opponent that names the viewer, otherwise the opponent's last action. Only the first clause.
/** @param {OpponentActionList} rival */
function briefly({ seat, deeds }) {
  const { text, mine } = deeds.findLast((deed) => deed.mine) ?? deeds.at(-1);
  const [first] = text.split(/[:;.](?:\s|$)/);
  return { seat, mine, text: first.includes(" ") ? `${first}.` : text };
}

export class HistoryPanel {
  /** @param {TableView} view */
  constructor(view) {
    this.view = view;
    this.lines = [];
    /** @type {Map<number, string>} */
    this.telling = new Map();
    /** @type {LogUpdate[]} */
    this.coming = [];
    this.unfolded = false;
    /** @type {{ el: HTMLElement, text: string } | null} */
    this.current = null; // the line of this step
    this.list = h("ol", { class: "km-lines", "data-row": "log" });
    this.list.addEventListener("pointerleave", () => this.endPeek());
    this.tree = h("ul", { class: "km-variation-tree", "aria-label": TEXTS.line });
    this.compare = view.createButton(TEXTS.compare, "compare:log", () => view.openDialog("lines"), {
      title: TEXTS.compare_hint,
      class: "km-button",
    });
    this.strip = h("section", { class: "km-since-last-turn", "aria-label": TEXTS.rivals });
    view.logEl.append(this.strip, h("h2", { text: TEXTS.happened }), this.tree, this.compare, this.list);
    const go = (step) => {
      this.wanting = { step, from: view.scene };
      view.sendRequest({ do: "view_step", step });
    };
    this.slider = h("input", {
      type: "range",
      key: "slider",
      min: 0,
      "aria-label": TEXTS.time,
      on: { input: () => go(Number(this.slider.value)) },
    });
    // If the user clicks before the previous click is answered, the new click continues from the step of that click.
    const at = ({ step }) => (this.wanting?.from === view.scene ? this.wanting.step : step);
    const to = {
      first: () => 0,
      back: (s) => Math.max(0, at(s) - 1),
      forward: (s) => Math.min(s.steps, at(s) + 1),
      last: (s) => s.steps,
    };
    this.arrows = Object.keys(to).map((name) =>
      h("button", {
        type: "button",
        key: `time:${name}`,
        "aria-label": TEXTS[name],
        title: TEXTS[name],
        class: `km-step-button km-at-${name}`,
        on: { click: () => go(to[name](view.scene)) },
      }, icon(ARROWS[name]))
    );
    this.where = h("p", { class: "km-step-label" });
    this.last = h("button", {
      type: "button",
      key: "unfold",
      class: "km-last-line",
      "aria-expanded": "false",
      on: { click: () => this.setLogOpen(!this.unfolded) },
    });
    this.tools = h("div", { class: "km-tools" });
    this.undo = h("div", { class: "km-footer-undo" }); // where the dock has no room for it
    view.timelineEl.append(
      this.undo,
      h("div", { class: "km-playback" }, this.arrows[0], this.arrows[1], this.slider, this.arrows[2], this.arrows[3]),
      this.where,
      this.last,
      this.tools,
    );
  }

  setLogOpen(open) {
    this.unfolded = open;
    this.view.logEl.hidden = !open;
    this.last.setAttribute("aria-expanded", String(open));
    this.drawOpponentActions();
    this.scrollLogToStep();
    if (!open) this.endPeek();
  }

  // Lines for steps that the table does not display yet wait, so that no line reveals an outcome during its animation.
  /** @param {LogUpdate} log */
  appendLog(log) {
    this.coming.push(log);
    if (!this.flushLog()) return;
    // these elements were drawn before the lines arrived
    this.view.mainPanelEl.querySelector(":scope > .km-latest-events")?.replaceWith(this.drawRecentEvents());
    this.markCurrentStep();
    this.scrollLogToStep();
  }

  // Displays new lines. Returns whether there are any.
  flushLog() {
    const due = (log) => log && log.from <= this.view.scene.steps;
    const any = due(this.coming[0]);
    while (due(this.coming[0])) this.add(this.coming.shift());
    return any;
  }

  /** @param {LogUpdate} log */
  add({ from, lines }) {
    while (this.lines.length && this.lines.at(-1).step >= from) this.lines.pop().el.remove();
    const stay = (step) => {
      clearTimeout(this.hovering); // who stays at a step wants no preview of it
      this.view.sendRequest({ do: "view_step", step });
    };
    for (const { s: step, t: text, r: rule, a: also = [] } of lines) {
      const key = `${step}:${this.lines.length}`;
      const el = h(
        "li",
        {},
        this.view.createButton(text, `line:${key}`, () => stay(step), {
          class: "km-line",
          "aria-label": `${step ? fillPlaceholders(TEXTS.step, { step }) : TEXTS.setup}: ${text}`,
        }),
        h("span", { class: "km-rules" }, [rule, ...also].map((id, i) => this.view.createRuleButton(id, `${key}:${i}`))),
      );
      for (const stop of el.querySelectorAll("button")) stop.tabIndex = -1; // one stop for all; arrows go on
      el.addEventListener("pointermove", (event) => this.peekOnHover(step, event));
      this.lines.push({ step, el, text, rule });
      this.list.prepend(el); // the newest on top
    }
  }

  markCurrentStep() {
    const { step, since } = this.view.scene;
    let current = null;
    for (const line of this.lines) {
      line.el.className = line.step === step
        ? "km-current-step"
        : line.step > step
        ? "km-later-step"
        : line.step > since
        ? "km-is-new"
        : "";
      line.el.firstChild.tabIndex = -1;
      if (line.step <= step) current = line;
    }
    if (current) current.el.firstChild.tabIndex = 0;
    this.current = current;
    const others = !this.view.peekedScene && this.view.scene.rivals?.length
      ? this.view.scene.rivals.map(briefly)
      : null;
    this.drawOpponentActions();
    // the result is displayed after the scoring
    this.drawLastLine(this.view.root.classList.contains("km-is-counting") ? [] : others);
  }

  // Scrolls the unfolded log to the line of this step.
  scrollLogToStep() {
    if (this.unfolded && this.current) this.list.scrollTop = this.current.el.offsetTop - 8;
  }

  // Displays the last line of the log, or instead of it the actions of the seats in `others`.
  drawLastLine(others) {
    const said = this.current?.text ?? TEXTS.setup;
    this.last.replaceChildren(
      icon(UP),
      others
        ? h("span", { class: "km-event-text km-opponents-line" }, others.map((one) => this.drawOpponentLine(one)))
        : h("span", { class: "km-event-text", text: said }),
      h("span", { class: "km-events-label", "data-label": TEXTS.happened, "aria-hidden": "true" }),
    );
    this.last.setAttribute("aria-label", `${others?.map(({ text }) => text).join(" ") ?? said} ${TEXTS.happened}`);
  }

  // The actions of another seat, on one line.
  drawOpponentLine({ seat, text }) {
    return h("span", {}, this.view.drawPawn(seat), " ", h("span", { text }), " ");
  }

  // Above the unfolded log: a list of all actions of the opponents, which users can replay.
  drawOpponentActions() {
    const list = this.unfolded && this.drawOpponentList();
    this.strip.hidden = !list;
    const head = list &&
      h("div", { class: "km-row" }, h("h2", { text: TEXTS.rivals }), this.replayButton("replay:log"));
    this.strip.replaceChildren(...(list ? [head, list] : []));
  }

  replayButton(key, look = "") {
    return this.view.createButton(TEXTS.replay, key, () => this.replay(), { class: `km-button ${look}` });
  }

  // All actions of the opponents since a person last chose, one row per seat, with reasons.
  drawOpponentList() {
    const { rivals = [] } = this.view.scene;
    return rivals.length > 0 && h(
      "ul",
      { class: "km-opponent-actions", "aria-label": TEXTS.rivals },
      rivals.map(({ seat, deeds }) =>
        h(
          "li",
          {},
          this.view.drawPawn(seat),
          h(
            "span",
            {},
            deeds.map(({ step, text, why }) =>
              h(
                "span",
                { class: this.view.peekedScene && step === this.view.peekedStep ? "km-is-current" : "" },
                `${text} `,
                why && h("small", { text: `${why} ` }),
              )
            ),
          ),
        )
      ),
    );
  }

  // Displays the steps of the opponents one after another, and then the current step again.
  replay() {
    const { rivals, step: last } = this.view.scene;
    const steps = [...new Set(rivals.flatMap(({ deeds }) => deeds.map(({ step }) => step)))].sort((a, b) => a - b);
    const pace = Math.min(REPLAY, REPLAYS / steps.length);
    this.telling = new Map(rivals.flatMap(({ deeds }) => deeds.map(({ step, text }) => [step, text])));
    clearTimeout(this.playing);
    const show = (i) => {
      if (this.view.scene.step !== last || i === steps.length) return this.endPeek();
      this.wanted = steps[i];
      this.view.sendRequest({ do: "peek_step", step: steps[i] });
      this.playing = setTimeout(() => show(i + 1), pace);
    };
    show(0);
  }

  // The latest lines of the log, for the main panel while it has no pending odds.
  drawRecentEvents() {
    const { step, rivals, coach } = this.view.scene;
    if (coach?.passed?.length && !this.view.peekedScene) {
      return h(
        "div",
        { class: "km-latest-events km-tutorial-latest" },
        h("h3", { text: TEXTS.coach_since }),
        h("ul", {}, coach.passed.map((text) => h("li", { text }))),
      );
    }
    if (rivals?.length && !this.view.peekedScene) {
      return h(
        "div",
        { class: "km-latest-events" },
        h("h3", { text: coach?.since ? TEXTS.coach_since : TEXTS.rivals }),
        this.drawOpponentList(),
      );
    }
    const news = this.lines.filter((line) => line.step <= step).slice(-7).reverse();
    return h(
      "div",
      { class: "km-latest-events" },
      h("h3", { text: TEXTS.happened }),
      h("ul", {}, news.map(({ text }) => h("li", { text }))),
    );
  }

  // If the page moves under a pointer that rests, no step is requested.
  peekOnHover(step, { movementX, movementY }) {
    if ((!movementX && !movementY) || step === this.wanted) return;
    clearTimeout(this.hovering);
    this.wanted = step;
    if (step === this.view.scene.step) this.endPeek();
    else this.hovering = setTimeout(() => this.view.sendRequest({ do: "peek_step", step }), HOVER);
  }

  endPeek() {
    clearTimeout(this.hovering);
    clearTimeout(this.playing);
    this.wanted = null;
    this.telling.clear();
    if (!this.view.peekedScene) return;
    this.view.peekedScene = null;
    this.view.draw();
  }

  /** @param {PeekedScene} peek */
  onPeekedScene({ step, scene }) {
    if (step !== this.wanted) return;
    this.view.peekedStep = step;
    const told = this.telling.get(step); // shown again, it is what was done that is told
    this.view.peekedScene = told ? { ...scene, ask: told, askRule: "" } : scene;
    this.view.draw();
  }

  // Each variation is a track from its branch step (round mark) to its end. The viewed step is filled.
  /** @param {Scene} scene */
  drawVariationTree({ lines, line: now, step }) {
    this.tree.hidden = lines.length < 2;
    this.compare.hidden = this.tree.hidden;
    const most = Math.max(1, ...lines.map(({ steps }) => steps));
    const at = (of) => `${(100 * of) / most}%`;
    this.tree.replaceChildren(...(this.tree.hidden ? [] : lines).map(({ label, parted, steps, note: told }, i) => {
      const button = this.view.createButton(
        "",
        `branch:${i}`,
        () => this.view.sendRequest({ do: "switch_variation", line: i }),
        {
          class: "km-variation-branch",
          "aria-pressed": String(i === now),
          title: told || label,
        },
      );
      button.append(
        h("span", { text: label }),
        " ",
        h(
          "span",
          { class: "km-variation-path", "aria-hidden": "true" },
          h("i", { style: `left:${at(parted ?? 0)};right:${at(most - steps)}` }),
          parted !== null && h("b", { style: `left:${at(parted)}` }),
          i === now && h("b", { class: "km-is-on", style: `left:${at(step)}` }),
        ),
      );
      return h("li", {}, button);
    }));
  }

  draw() {
    const { view } = this;
    const { scene } = view;
    this.slider.max = String(scene.steps);
    this.slider.value = String(scene.step);
    this.slider.setAttribute("aria-valuetext", fillPlaceholders(TEXTS.step_of, scene));
    this.arrows.forEach((arrow, i) => (arrow.disabled = i < 2 ? scene.step === 0 : scene.step === scene.steps));
    this.drawVariationTree(scene);
    const agenda = scene.agenda.join(" \u203a ");
    this.where.replaceChildren(
      h("b", { text: fillPlaceholders(TEXTS.step_of, scene) }),
      h("span", { class: "km-agenda", title: `${TEXTS.agenda}: ${agenda}`, text: agenda }),
    );
    this.undo.replaceChildren(...(scene.coach || view.peekedScene ? [] : [drawUndoButton(view, "undo:low")]));
    this.tools.replaceChildren(...[
      scene.lines.length > 1 &&
      h("select", {
        key: "lines",
        "aria-label": TEXTS.line,
        on: { change: (e) => view.sendRequest({ do: "switch_variation", line: Number(e.target.value) }) },
      }, scene.lines.map((line, i) => h("option", { value: i, text: line.label, selected: i === scene.line }))),
      scene.lines.length > 1 &&
      view.createButton(TEXTS.compare, "compare", () => view.openDialog("lines"), {
        title: TEXTS.compare_hint,
        class: "km-button km-label-if-room",
      }),
      scene.rivals?.length > 0 && this.replayButton("replay", "km-label-if-room"),
      !scene.locked &&
      view.createButton(TEXTS.what_if, "what_if", () => view.sendRequest({ do: "view_last_choice" }), {
        title: TEXTS.what_if_hint,
        class: "km-button",
      }),
    ].filter(Boolean));
  }
}
