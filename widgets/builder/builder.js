// The Builder: canvas with the chain, palette, chart, explanation. The page keeps the model table, its undo history and
// its runs. The kernel (widgets/builder/widget.py) reads, runs and solves the model. The browser and the page's link
// store the model.

import { connectionLostText, KernelClient } from "../page/client.js";
import { h } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { isControlKey, preventRepeatedEnter, unmodifiedKey } from "../page/keyboard.js";
import { renderCanvas } from "./canvas.js";
import { goToPhase } from "./phases.js";
import { renderActionBar } from "./action_bar.js";
import { partAt } from "./model_edits.js";
import { renderPhaseHeader } from "./header.js";
import {
  openLinkedOrSavedModel,
  openModelFromClass,
  restoreTrials,
  saveModel,
  saveTrialsForTab,
} from "./model_storage.js";
import { renderChartPanel, updateResultChart } from "./chart_panel.js";
import { renderPalette } from "./palette.js";
import { renderAnswerPanel } from "./answer_panel.js";
import { fitLabels } from "./device_drawings.js";

const ONCE = new Set(["judge"]); // what may not be asked twice: a lesson counts what it has judged
const MOST_BROUGHT = 12; // models whose runs are kept

// Results of a model so far. `sealed` is the description of this model that the kernel has signed.
const nothing = () => ({ columns: null, runs: [], counts: [], chips: {}, last: null, sealed: null });

class BuilderPage {
  constructor(model, el) {
    Object.assign(TEXTS, model.get("words"));
    this.model = model;
    this.el = el;
    this.phase = "build";
    this.tab = "things";
    this.tabStops = {}; // of the Tab key, in each group of the shelf
    this.selectedPath = null; // path of a thing, "ask", or null
    this.undoStack = [];
    this.redoStack = [];
    this.modelRevision = 0; // counts changes, so that late answers to old questions are dropped
    this.textsRevision = 0; // the change whose words are known
    this.resultsByModel = new Map(); // by line: undo and a change taken back find runs and guess again
    // true if exact bars were shown and the model has changed little since: exact bars then need no runs before
    this.hasSeenExact = false;
    this.resetResults();
    const start = model.get("start");
    this.modelTexts = this.began = start;
    this.task = start.task;
    this.table = start.table;
    this.caption = { line: start.line, title: start.title, asks: start.asks }; // it belongs to this model only
    this.unfairGameNote = "";
    this.previousExactResult = null;
    this.comparedResult = null;
    this.client = new KernelClient(model, {
      onMessage: (message) => message?.kind === "notice" && (this.said = message.text),
      onConnectionChange: (lost) => this.refuse(connectionLostText(lost)),
    });
    this.resized = () => {
      clearTimeout(this.soon);
      this.soon = setTimeout(() => {
        if (this.measured() !== this.fitted) this.fit(); // and no button is drawn anew under a finger
      }, 80);
    };
    this.moved = () => openLinkedOrSavedModel(this);
    this.inClass = () => openModelFromClass(this);
    this.leaves = () => saveTrialsForTab(this);
    this.laid = () => { // a lesson has laid another model on the cloth
      const told = model.get("start");
      if (told.line !== this.modelTexts.line) this.applyModel(told.table, told, { keep: true });
    };
  }

  // Sends a request and returns the answer, with `error` if the kernel refuses.
  async request(kind, more = {}) {
    const message = { do: kind, model: this.table, ...more };
    return await this.client.request(message, { isRepeatable: !ONCE.has(kind) }) ?? { error: this.said };
  }

  resetResults() {
    Object.assign(this, nothing());
    this.exactResult = null;
    this.check = "";
    this.selectedInterval = null;
    this.intervalProbabilities = new Map(); // chances between two lines, as they were asked for
    this.branch = null;
    this.modelError = this.notice = "";
    this.isTaskSolved = this.isRunningContinuously = false;
    this.queuedTrialCount = 0; // runs that were asked for meanwhile
  }

  // Applies a new model table and draws it at once. The kernel then returns texts, or the reason why it is invalid.
  async applyModel(table, told = null, { keep = false } = {}) {
    const same = JSON.stringify(table) === JSON.stringify(this.table);
    if (same && !told) return;
    if (!keep && !same) {
      this.undoStack.push(this.table);
      this.redoStack = [];
      if (this.undoStack.length > 100) this.undoStack.shift();
    }
    const before = this.exactResult && this.columns &&
      {
        columns: this.columns,
        bars: this.exactResult.bars.map(([p]) => p),
        line: this.modelTexts.line,
      };
    if (before) this.previousExactResult = before;
    if (told) this.hasSeenExact = false;
    this.storeResults();
    this.table = table;
    if (this.selectedPath && this.selectedPath !== "ask" && !partAt(table, this.selectedPath)) this.selectedPath = null;
    const moment = this.phase;
    this.resetResults();
    const mine = ++this.modelRevision;
    this.draw();
    const words = told ?? await this.request("read", { model: table });
    if (mine !== this.modelRevision) return;
    if (words.error) this.modelError = words.error;
    else {
      this.modelTexts = words;
      this.table = words.table;
      this.textsRevision = mine;
      this.modelError = "";
      if (!told && !this.columns) Object.assign(this, this.resultsByModel.get(words.line));
      saveModel(this);
    }
    this.draw();
    this.say(this.modelError || `${this.modelTexts.chain}. ${this.modelTexts.ask}`);
    if (!this.modelError && moment !== "build") await goToPhase(this, moment === "exact" ? "exact" : "run");
  }

  storeResults() {
    if (!this.columns || this.textsRevision !== this.modelRevision) return;
    const { line } = this.modelTexts;
    this.resultsByModel.delete(line);
    this.resultsByModel.set(line, Object.fromEntries(Object.keys(nothing()).map((key) => [key, this[key]])));
    if (this.resultsByModel.size > MOST_BROUGHT) this.resultsByModel.delete(this.resultsByModel.keys().next().value);
  }

  change(table) {
    this.unfairGameNote = "";
    return this.applyModel(table);
  }

  undo(from, to) {
    const table = from.pop();
    if (!table) return;
    to.push(this.table);
    this.applyModel(table, null, { keep: true });
  }

  openGalleryModel(one) {
    this.exactResult = null; // another model has nothing before it
    this.previousExactResult = null;
    this.phase = "build";
    this.selectedPath = null;
    this.unfairGameNote = one.trick ?? "";
    const trick = this.unfairGameNote;
    this.request("read", { model: one.line }).then((told) => {
      this.caption = { line: told.line, title: one.title, asks: one.asks };
      return this.applyModel(told.table, told);
    }).then(() => {
      this.unfairGameNote = trick;
    });
  }

  isWholePage() {
    return "voila" in document.body.dataset && !this.task;
  }

  refuse(text) {
    this.notice = text;
    this.draw();
    this.say(text);
  }

  say(text) {
    if (this.live.textContent !== text) this.live.textContent = text;
  }

  start() {
    this.live = h("div", { class: "km-builder-visually-hidden", role: "status" });
    this.root = h("div", { class: "km-builder" });
    this.body = h("div", { class: "km-builder-app" });
    this.root.append(this.body, this.live);
    this.el.append(this.root);
    if (this.isWholePage()) {
      this.root.classList.add("km-builder-full-page");
      document.body.classList.add("km-builder-page");
      addEventListener("hashchange", this.moved);
      document.addEventListener("kismet:class", this.inClass);
    }
    addEventListener("pagehide", this.leaves);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.model.on("change:start", this.laid);
    this.sizes = new ResizeObserver(this.resized);
    this.sizes.observe(this.root);
    this.draw();
    openLinkedOrSavedModel(this).then(() => restoreTrials(this)).then(this.inClass);
    return () => {
      this.leaves();
      this.closed = true;
      this.isRunningContinuously = false;
      this.client.close();
      this.model.off("change:start", this.laid);
      removeEventListener("hashchange", this.moved);
      removeEventListener("pagehide", this.leaves);
      document.removeEventListener("kismet:class", this.inClass);
      document.body.classList.remove("km-builder-page");
      this.sizes.disconnect();
    };
  }

  key(event) {
    preventRepeatedEnter(event);
    const again = isControlKey(event, "y") || (event.shiftKey && isControlKey(event, "z"));
    if ((again || isControlKey(event, "z")) && !/INPUT|TEXTAREA/.test(event.target.tagName)) {
      event.preventDefault();
      if (again) this.undo(this.redoStack, this.undoStack);
      else this.undo(this.undoStack, this.redoStack);
    }
    if (unmodifiedKey(event) === "Escape" && this.selectedPath && !this.root.querySelector("dialog[open]")) {
      this.selectedPath = null;
      this.draw();
    }
    if (!event.ctrlKey && !event.metaKey && event.key !== "Escape") event.stopPropagation(); // JupyterLab would take it
  }

  // A narrow page has one column. With two columns, chart and explanation have half of the width each (responsive.css).
  narrow() {
    return this.widthInRem() < 62;
  }

  hasTwoColumns() {
    return this.widthInRem() >= 40 && this.narrow();
  }

  widthInRem() {
    return this.root.clientWidth / this.rem();
  }

  rem() {
    return parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  draw() {
    const focus = this.body.contains(document.activeElement) && document.activeElement;
    const both = this.comparedResult && this.phase === "exact";
    this.body.className = `km-builder-app km-builder-${this.phase} ${both ? "km-builder-two-columns" : ""}`;
    this.body.replaceChildren(
      ...[
        renderPhaseHeader(this),
        renderCanvas(this),
        this.phase === "build" ? renderPalette(this) : renderChartPanel(this),
        this.phase === "exact" && renderAnswerPanel(this),
        renderActionBar(this),
      ].filter(Boolean),
    );
    this.fit();
    const plot = this.body.querySelector(".km-builder-plot"); // its size hangs on words above and below it, too
    if (plot) this.sizes.observe(plot);
    if (focus) this.focusOn(focus.dataset.key);
  }

  // Keeps the keyboard focus on the control with this key. If it no longer exists, the next control gets the focus.
  focusOn(key) {
    const found = key && this.body.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
    const next = {
      build: `[data-key="${CSS.escape(`thing-${this.selectedPath ?? "chain[0]"}`)}"]`,
      predict: '[data-key="chip-0"]',
      run: '[data-key="b-Once"]',
      exact: '.km-builder-line, [data-key="b-Compare"]',
    }[this.phase];
    (found || this.body.querySelector(next))?.focus({ preventScroll: true });
  }

  measured() {
    const sizes = [this.root, this.body.querySelector(".km-builder-plot")].map((el) =>
      el && [el.clientWidth, el.clientHeight]
    );
    return `${sizes} ${this.rem()}`;
  }

  // Updates the parts that depend on the available space.
  fit() {
    this.fitted = this.measured();
    fitLabels(this.body);
    updateResultChart(this);
  }
}

export default {
  render({ model, el }) {
    return new BuilderPage(model, el).start();
  },
};
