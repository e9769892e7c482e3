// Draws a dashboard that the kernel describes (widgets/dashboard/widget.py): native controls, one large answer,
// charts, folds.
// The page sends changed settings one message at a time. While a message is pending, only the newest setting waits.

import { downloadFile, pageUrlWithHash, tryCopyText } from "../page/sharing.js";
import { connectionLostText, KernelClient } from "../page/client.js";
import { h } from "../page/elements.js";
import { preventRepeatedEnter } from "../page/keyboard.js";
import { normalizeLinkAndRemoveSpaces } from "../page/links.js";
import { renderControls } from "./controls.js";
import { createPredictionCover } from "./predictions.js";
import { createProbabilityPie } from "./small_charts.js";
import { renderSimulation } from "./simulation.js";
import { TEXTS } from "../page/texts.js";

const SPEAK_AFTER = 700; // ms without change before the answer is read out
const RUN_EVERY = 120; // ms between two portions of runs

let ids = 0;

class DashboardView {
  constructor(model, el, predictions, touched = false) {
    this.model = model;
    this.el = el;
    this.updates = []; // run with the state after each change
    this.sent = false; // whether a message is on its way
    this.waiting = null; // values to send next
    this.running = new Map(); // id of a runs block -> timer or null
    this.predictions = predictions; // id of an answer -> its state, which outlives a new layout
    this.touched = touched;
    this.closed = false;
    this.views = [];
    this.changed = () => this.update();
    this.moved = (event) => this.openLink(event.newURL);
  }

  start() {
    const { model, el } = this;
    this.notice = h("p", { class: "km-dashboard-notice", role: "alert", hidden: true });
    this.live = h("div", { class: "km-dashboard-is-hidden", role: "status" });
    el.classList.add("km-dashboard");
    el.addEventListener("keydown", preventRepeatedEnter);
    // Otherwise JupyterLab would apply the arrow keys of a slider to the notebook.
    el.addEventListener(
      "keydown",
      (event) => event.ctrlKey || event.metaKey || event.key === "Escape" || event.stopPropagation(),
    );
    el.append(this.notice, ...model.get("sections").map((section) => this.section(section)), this.tools(), this.live);
    this.client = new KernelClient(model, {
      onMessage: (message) => message?.kind === "report" && window.kismetClass?.report(message.data),
      onConnectionChange: (lost) => this.updateConnectionNotice(lost),
    });
    model.on("change:state", this.changed);
    this.update();
    if (this.inPage()) {
      addEventListener("hashchange", this.moved);
      this.openLink(location.href);
    }
    return () => {
      this.closed = true;
      this.client.close();
      model.off("change:state", this.changed);
      removeEventListener("hashchange", this.moved);
      for (const timer of this.running.values()) clearTimeout(timer);
      clearTimeout(this.speaking);
      for (const view of this.views) view.remove();
    };
  }

  // ---- messages to the kernel ----

  async post(message) {
    this.sent = true;
    await this.client.request(message, { isRepeatable: message.do !== "run" });
    this.sent = false;
    this.sendQueued();
    if (!this.sent) this.update();
    for (const [id, timer] of this.running) if (timer === null) this.scheduleNextRun(id);
  }

  updateConnectionNotice(lost) {
    this.notice.textContent = connectionLostText(lost) || this.model.get("state").notice;
    this.notice.hidden = !this.notice.textContent;
  }

  sendValues(values) {
    this.touched = true;
    this.waiting = { ...this.waiting, ...values };
    this.sendQueued();
  }

  sendOrQueue(message) {
    this.touched = true;
    if (!this.sent) this.post(message);
    else (this.queue ??= []).push(message);
  }

  sendQueued() {
    if (this.sent) return;
    if (this.waiting) {
      const values = this.waiting;
      this.waiting = null;
      this.post({ do: "set", values });
    } else if (this.queue?.length) {
      this.post(this.queue.shift());
    }
  }

  // ---- the setting in the page's link, only on a page of our own ----

  inPage() {
    return "voila" in document.body.dataset;
  }

  // Do not read the current address: when this event arrives, the last answer may already have changed the link there.
  openLink(address) {
    const link = normalizeLinkAndRemoveSpaces(new URL(address).hash).slice(1);
    if (link.includes("=") && link !== this.model.get("state").link) this.sendOrQueue({ do: "open", link });
  }

  keepLink(link) {
    this.firstLink ??= link;
    this.touched ||= link !== this.firstLink;
    if (this.inPage() && this.touched) history.replaceState(history.state, "", `#${link}`);
  }

  // ---- drawing ----

  update() {
    const state = this.model.get("state");
    this.notice.textContent = state.notice;
    this.notice.hidden = !state.notice;
    for (const update of this.updates) update(state);
    if (!this.sent) this.keepLink(state.link);
  }

  section({ title, side, main }) {
    const heading = title && h("h2", { id: `km-dashboard-${++ids}`, text: title });
    return h(
      "section",
      { class: "km-dashboard-section", "aria-labelledby": heading && heading.id },
      heading,
      h("div", { class: "km-dashboard-side" }, side.map((block) => this.block(block))),
      h("div", { class: "km-dashboard-main" }, main.map((block) => this.block(block))),
    );
  }

  tools() {
    const said = h("span", { class: "km-dashboard-small", role: "status" });
    const copy = async () => {
      const address = pageUrlWithHash(this.model.get("state").link);
      const taken = await tryCopyText(address);
      if (!taken) history.replaceState(history.state, "", address);
      said.textContent = TEXTS[taken ? "link_copied" : "link_in_address"];
    };
    const build = h("a", { class: "km-dashboard-build", text: TEXTS.open_builder, hidden: true });
    this.updates.push((state) => {
      build.hidden = !state.model || !this.inPage();
      build.href = `../builder.ipynb#m=${encodeURIComponent(state.model ?? "")}`;
    });
    return h(
      "div",
      { class: "km-dashboard-row km-dashboard-tools" },
      h("button", {
        type: "button",
        text: TEXTS.start_again,
        on: {
          click: () => {
            this.stopAll();
            this.waiting = null;
            this.sendOrQueue({ do: "reset" });
          },
        },
      }),
      this.inPage() && h("button", { type: "button", text: TEXTS.copy_link, on: { click: copy } }),
      build,
      said,
    );
  }

  block(block) {
    return this[block.kind](block);
  }

  // Calls `draw` with the content of the block whenever it has changed.
  subscribeToBlock(id, draw) {
    let last = null;
    this.updates.push((state) => {
      const text = JSON.stringify(state.shown[id] ?? {});
      if (text !== last) draw(state.shown[id] ?? {});
      last = text;
    });
  }

  answer({ id, isProbability }) {
    const lead = h("p", { class: "km-dashboard-primary" });
    const big = h("p", { class: "km-dashboard-large" });
    const more = h("p", { class: "km-dashboard-more-button" });
    const pie = createProbabilityPie();
    const speak = () => this.announceAnswer(`${lead.textContent} ${big.textContent}`);
    const kept = this.predictions[id] ??= {};
    const prediction = createPredictionCover(isProbability, kept, speak);
    let first = true;
    this.subscribeToBlock(id, (shown) => {
      lead.textContent = shown.lead;
      big.textContent = shown.big;
      big.classList.toggle("km-dashboard-is-long", shown.big.length > 24);
      more.textContent = shown.more;
      more.hidden = !shown.more;
      pie.turn(shown.share);
      if (!prediction.cover(shown) && !first) speak();
      first = false;
    });
    return h(
      "div",
      { class: "km-dashboard-answer", "data-id": id },
      lead,
      h("div", { class: "km-dashboard-row" }, pie.el, big),
      more,
      prediction.el,
    );
  }

  announceAnswer(text) {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => (this.live.textContent = text), SPEAK_AFTER);
  }

  text({ id }) {
    const el = h("div", { class: "km-dashboard-text", "data-id": id });
    this.subscribeToBlock(id, ({ lines = [] }) => el.replaceChildren(...lines.map((line) => h("p", { text: line }))));
    return el;
  }

  table({ id }) {
    const caption = h("caption");
    const head = h("thead");
    const body = h("tbody");
    const el = h(
      "div",
      { class: "km-dashboard-scroll", "data-id": id, tabindex: 0, role: "region" },
      h("table", {}, caption, head, body),
    );
    this.subscribeToBlock(id, ({ caption: words = "", columns = [], rows = [], marked }) => {
      caption.textContent = words;
      el.setAttribute("aria-label", words);
      el.hidden = !rows.length;
      // on a phone, a row with many columns becomes a short list
      el.classList.toggle("km-dashboard-has-many", columns.length > 5);
      head.replaceChildren(h("tr", {}, columns.map((text) => (text ? h("th", { scope: "col", text }) : h("td")))));
      body.replaceChildren(
        ...rows.map((row, i) =>
          h(
            "tr",
            { class: i === marked && "km-dashboard-is-marked" },
            row.map((text, j) =>
              h(j ? "td" : "th", { scope: j ? null : "row", "data-column": j ? columns[j] : null, text })
            ),
          )
        ),
      );
    });
    return el;
  }

  download({ id }) {
    const button = h("button", { type: "button", "data-id": id });
    let file = {};
    this.subscribeToBlock(id, (shown) => {
      file = shown;
      button.textContent = shown.label;
    });
    button.addEventListener("click", () => {
      downloadFile(file.name, file.text, "text/csv");
    });
    return button;
  }

  chart({ id }) {
    const el = h("div", { class: "km-dashboard-chart", "data-id": id });
    const manager = this.model.widget_manager;
    const ref = this.model.get("charts")[id].slice("IPY_MODEL_".length);
    Promise.resolve(manager.get_model(ref))
      .then((model) => manager.create_view(model))
      .then((view) => {
        if (this.closed) view.remove();
        else {
          this.views.push(view);
          el.append(view.el);
        }
      });
    return el;
  }

  fold({ id, parts }) {
    const label = h("summary");
    this.subscribeToBlock(id, (shown) => (label.textContent = shown.label));
    return h(
      "details",
      { class: "km-dashboard-collapsible", "data-id": id },
      label,
      h("div", {}, parts.map((part) => this.block(part))),
    );
  }

  columns({ parts }) {
    return h(
      "div",
      { class: "km-dashboard-columns" },
      parts.map((part) => h("div", {}, part.map((block) => this.block(block)))),
    );
  }

  controls(block) {
    return renderControls(this, block);
  }

  runs(block) {
    return renderSimulation(this, block);
  }

  // Writes the kernel's value into a control, unless a message with a newer value is still pending.
  subscribeToValue(name, write) {
    let first = true;
    this.updates.push((state) => {
      if (!first && (this.sent || this.waiting)) return;
      first = false;
      write(state.values[name], state.problems[name] ?? "");
    });
  }

  // ---- runs ----

  startContinuousRuns(id) {
    this.running.set(id, null);
    this.labels.get(id)();
    this.sendOrQueue({ do: "run", id, n: null });
  }

  // The page requests each portion of runs, so that no run continues while the page is closed or hidden.
  scheduleNextRun(id) {
    const next = () => {
      if (document.hidden) this.running.set(id, setTimeout(next, 1000));
      else {
        this.running.set(id, null);
        this.sendOrQueue({ do: "run", id, n: null });
      }
    };
    this.running.set(id, setTimeout(next, RUN_EVERY));
  }

  stop(id) {
    if (!this.running.has(id)) return;
    clearTimeout(this.running.get(id));
    this.running.delete(id);
    if (this.queue) this.queue = this.queue.filter((message) => message.id !== id || message.n !== null);
    this.labels.get(id)();
  }

  stopAll() {
    for (const id of this.running.keys()) this.stop(id);
  }
}

function render({ model, el }) {
  const predictions = {};
  Object.assign(TEXTS, model.get("words"));
  let stop = new DashboardView(model, el, predictions).start();
  // For a new layout, such as that of another game, the page is redrawn. The control used last keeps the focus.
  const anew = () => {
    const from = el.contains(document.activeElement) && document.activeElement.closest("[data-name]")?.dataset.name;
    stop();
    el.replaceChildren();
    stop = new DashboardView(model, el, predictions, true).start(); // the address is behind the setting, and follows it
    if (from) el.querySelector(`[data-name="${from}"] :checked`)?.focus();
  };
  model.on("change:sections", anew);
  return () => {
    model.off("change:sections", anew);
    stop();
  };
}

export default { render };
