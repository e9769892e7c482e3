// Draws a dashboard that the kernel describes (widgets/dashboard/widget.py): native controls, one large answer,
// charts, folds.
// The page sends what a control is set to, one message at a time; the newest setting waits while one is on its way.

import { pieces } from "../chart/bench.js";
import { addressWith, copied, download, signed } from "../page/carry.js";
import { Client } from "../page/client.js";
import { h, SVG } from "../page/elements.js";

const SPEAK_AFTER = 700; // ms without change before the answer is read out
const RUN_EVERY = 120; // ms between two portions of runs
const TABS_FROM = 4; // controls from which on a phone shows one at a time
const HOLD = [400, 70]; // ms until a held step button repeats, and between its steps

let ids = 0;

const draw = (tag, props) => {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) el.setAttribute(name, value);
  return el;
};

// A chance as a pie with its percentage; empty where the answer is no chance.
function dial() {
  const svg = draw("svg", { viewBox: "-1.1 -1.1 2.2 2.2", "aria-hidden": "true" });
  const part = draw("path", { class: "km-d-hit" });
  svg.append(draw("circle", { r: 1, class: "km-d-dial-edge" }), part);
  const said = h("span", { class: "km-d-percent" });
  const el = h("span", { class: "km-d-dial", hidden: true }, svg, said);
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

// The share of successes run by run, on its way to the exact one. The widths of the steps shrink as the runs grow.
function shares() {
  const svg = draw("svg", { viewBox: "0 0 100 40", preserveAspectRatio: "none", "aria-hidden": "true" });
  const [line, goal] = [
    draw("polyline", { class: "km-d-course" }),
    draw("line", { class: "km-d-goal", x1: 0, x2: 100 }),
  ];
  svg.append(goal, line);
  const caption = h("figcaption", { class: "km-d-small", text: "share of successes, run by run; dashed: exact" });
  const el = h("figure", { class: "km-d-shares", hidden: true }, svg, caption);
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

// What begins to run is watched: the picture above comes back into sight, with the answer where both have room.
function watch(runs) {
  const [answer, picture] = [".km-d-answer", ".km-d-chart"].map((one) =>
    runs.closest(".km-d-section").querySelector(one)
  );
  const box = picture?.getBoundingClientRect();
  if (!box || box.top >= 0) return;
  const room = box.bottom - (answer ?? picture).getBoundingClientRect().top <= innerHeight;
  (answer && room ? answer : picture).scrollIntoView({ block: "start" });
}

class Page {
  constructor(model, el, touched = false) {
    this.model = model;
    this.el = el;
    this.updates = []; // run with the state after each change
    this.sent = false; // whether a message is on its way
    this.waiting = null; // values to send next
    this.running = new Map(); // id of a runs block -> timer or null
    this.touched = touched;
    this.closed = false;
    this.views = [];
    this.changed = () => this.update();
    this.moved = (event) => this.openLink(event.newURL);
  }

  start() {
    const { model, el } = this;
    this.notice = h("p", { class: "km-d-notice", role: "alert", hidden: true });
    this.live = h("div", { class: "km-d-hidden", role: "status" });
    el.classList.add("km-dash");
    // JupyterLab would take the arrow keys of a slider for the notebook's.
    el.addEventListener(
      "keydown",
      (event) => event.ctrlKey || event.metaKey || event.key === "Escape" || event.stopPropagation(),
    );
    el.append(this.notice, ...model.get("sections").map((section) => this.section(section)), this.tools(), this.live);
    this.client = new Client(model, {
      heard: (message) => message?.kind === "report" && window.kismetClass?.report(message.data),
      lost: (lost) => this.lost(lost),
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

  // ---- talking to the kernel ----

  async post(message) {
    this.sent = true;
    await this.client.ask(message, { again: message.do !== "run" });
    this.sent = false;
    this.flush();
    if (!this.sent) this.update();
    for (const [id, timer] of this.running) if (timer === null) this.again(id);
  }

  lost(lost) {
    this.notice.textContent = lost ? "This page does not answer. Reload it to go on." : this.model.get("state").notice;
    this.notice.hidden = !this.notice.textContent;
  }

  set(values) {
    this.touched = true;
    this.waiting = { ...this.waiting, ...values };
    this.flush();
  }

  ask(message) {
    this.touched = true;
    if (!this.sent) this.post(message);
    else (this.queue ??= []).push(message);
  }

  flush() {
    if (this.sent) return;
    if (this.waiting) {
      const values = this.waiting;
      this.waiting = null;
      this.post({ do: "set", values });
    } else if (this.queue?.length) {
      this.post(this.queue.shift());
    }
  }

  // ---- the setting in the page's link: only where the page is ours alone ----

  inPage() {
    return "voila" in document.body.dataset;
  }

  // Not the present address: by the time of the event the last answer may have written its own link there.
  openLink(address) {
    const link = new URL(address).hash.slice(1);
    if (link.includes("=") && link !== this.model.get("state").link) this.ask({ do: "open", link });
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
    const heading = title && h("h2", { id: `km-d-${++ids}`, text: title });
    return h(
      "section",
      { class: "km-d-section", "aria-labelledby": heading && heading.id },
      heading,
      h("div", { class: "km-d-side" }, side.map((block) => this.block(block))),
      h("div", { class: "km-d-main" }, main.map((block) => this.block(block))),
    );
  }

  tools() {
    const said = h("span", { class: "km-d-small", role: "status" });
    const copy = async () => {
      const address = addressWith(this.model.get("state").link);
      const taken = await copied(address);
      if (!taken) history.replaceState(history.state, "", address);
      said.textContent = taken ? "Copied." : "The link now stands in the address bar.";
    };
    const build = h("a", { class: "km-d-build", text: "Open in the Builder", hidden: true });
    this.updates.push((state) => {
      build.hidden = !state.model || !this.inPage();
      build.href = `../builder.ipynb#m=${encodeURIComponent(state.model ?? "")}`;
    });
    return h(
      "div",
      { class: "km-d-row km-d-tools" },
      h("button", {
        type: "button",
        text: "Start again",
        on: {
          click: () => {
            this.stopAll();
            this.waiting = null;
            this.ask({ do: "reset" });
          },
        },
      }),
      this.inPage() && h("button", { type: "button", text: "Copy link to this setting", on: { click: copy } }),
      build,
      said,
    );
  }

  block(block) {
    return this[block.kind](block);
  }

  // Calls back with what the block shows, when that has changed.
  shows(id, draw) {
    let last = null;
    this.updates.push((state) => {
      const text = JSON.stringify(state.shown[id] ?? {});
      if (text !== last) draw(state.shown[id] ?? {});
      last = text;
    });
  }

  answer({ id }) {
    const lead = h("p", { class: "km-d-lead" });
    const big = h("p", { class: "km-d-big" });
    const more = h("p", { class: "km-d-more" });
    const pie = dial();
    let first = true;
    this.shows(id, (shown) => {
      lead.textContent = shown.lead;
      big.textContent = shown.big;
      big.classList.toggle("km-d-long", shown.big.length > 24);
      more.textContent = shown.more;
      more.hidden = !shown.more;
      pie.turn(shown.share);
      if (!first) this.speak(`${shown.lead} ${shown.big}`);
      first = false;
    });
    return h("div", { class: "km-d-answer", "data-id": id }, lead, h("div", { class: "km-d-row" }, pie.el, big), more);
  }

  speak(text) {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => (this.live.textContent = text), SPEAK_AFTER);
  }

  text({ id }) {
    const el = h("div", { class: "km-d-text", "data-id": id });
    this.shows(id, ({ lines = [] }) => el.replaceChildren(...lines.map((line) => h("p", { text: line }))));
    return el;
  }

  table({ id }) {
    const caption = h("caption");
    const head = h("thead");
    const body = h("tbody");
    const el = h(
      "div",
      { class: "km-d-scroll", "data-id": id, tabindex: 0, role: "region" },
      h("table", {}, caption, head, body),
    );
    this.shows(id, ({ caption: words = "", columns = [], rows = [], marked }) => {
      caption.textContent = words;
      el.setAttribute("aria-label", words);
      el.hidden = !rows.length;
      el.classList.toggle("km-d-many", columns.length > 5); // on a phone a row of these becomes a short list
      head.replaceChildren(h("tr", {}, columns.map((text) => (text ? h("th", { scope: "col", text }) : h("td")))));
      body.replaceChildren(
        ...rows.map((row, i) =>
          h(
            "tr",
            { class: i === marked && "km-d-marked" },
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
    this.shows(id, (shown) => {
      file = shown;
      button.textContent = shown.label;
    });
    button.addEventListener("click", () => {
      download(file.name, file.text, "text/csv");
    });
    return button;
  }

  chart({ id }) {
    const el = h("div", { class: "km-d-chart", "data-id": id });
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
    this.shows(id, (shown) => (label.textContent = shown.label));
    return h(
      "details",
      { class: "km-d-fold", "data-id": id },
      label,
      h("div", {}, parts.map((part) => this.block(part))),
    );
  }

  columns({ parts }) {
    return h(
      "div",
      { class: "km-d-columns" },
      parts.map((part) => h("div", {}, part.map((block) => this.block(block)))),
    );
  }

  // ---- controls ----

  controls({ controls }) {
    const made = controls.map((control) => this[control.kind](control));
    const many = controls.length >= TABS_FROM && controls.some(({ kind }) => kind !== "switch");
    return h(
      "div",
      { class: `km-d-controls${many ? " km-d-many-controls" : ""}` },
      many && this.tabs(controls, made),
      made,
    );
  }

  // On a phone many controls are one at a time: each has a tab with its name and what it is set to.
  tabs(controls, made) {
    const told = (
      control,
      value,
    ) => (control.options
      ? control.options.find((option) => option.value === value)?.label
      : typeof value === "boolean"
      ? (value ? "yes" : "no")
      : `${control.signed ? signed(value) : value}`);
    const pick = (at) =>
      [...made, ...buttons].forEach((el, i) => {
        const on = i % made.length === at;
        el.classList.toggle("km-d-on", on);
        if (i >= made.length) el.setAttribute("aria-pressed", String(on));
      });
    const buttons = controls.map((control, i) => {
      const value = h("b");
      this.follows(control.name, (now) => (value.textContent = told(control, now)));
      return h(
        "button",
        { type: "button", on: { click: () => pick(i) } },
        h("span", { text: control.label.replace(/:$/, "") }),
        " ",
        value,
      );
    });
    pick(0);
    return h("div", {
      class: "km-d-tabs",
      role: "group",
      "aria-label": "What to change",
      style: `--columns:${controls.length % 3 ? 2 : 3}`,
    }, buttons);
  }

  // Writes the kernel's value into a control once nothing is on its way that would change it again.
  follows(name, write) {
    let first = true;
    this.updates.push((state) => {
      if (!first && (this.sent || this.waiting)) return;
      first = false;
      write(state.values[name], state.problems[name] ?? "");
    });
  }

  // A number in a sentence: two buttons step it, a slider sweeps it. On a phone the slider lies unseen on the number.
  slider({ name, label, before, after, one, least, most, signed: sign }) {
    const input = h("input", { type: "range", name, min: least, max: most, step: 1 });
    const [start, number, unit] = [h("span"), h("b"), h("span")];
    const steps = [-1, 1].map((step) => this.step(input, step, label));
    const say = () => {
      const n = input.valueAsNumber;
      number.textContent = sign ? signed(n) : `${n}`;
      start.textContent = before && `${before} `;
      unit.textContent = ` ${n === 1 ? one : after}`.trimEnd();
      input.setAttribute("aria-label", `${start.textContent}${number.textContent}${unit.textContent}`);
      input.setAttribute("aria-valuetext", `${number.textContent}${unit.textContent}`);
      steps[0].disabled = n === least;
      steps[1].disabled = n === most;
    };
    input.addEventListener("input", () => {
      say();
      this.set({ [name]: input.valueAsNumber });
    });
    this.follows(name, (value) => {
      input.value = value;
      say();
    });
    const pill = h("span", { class: "km-d-step" }, steps[0], number, steps[1]);
    return h("div", { class: "km-d-slider" }, h("span", { class: "km-d-words" }, start, pill, unit), input);
  }

  // Held down, it goes on by itself.
  step(input, by, label) {
    const once = () => {
      input.value = input.valueAsNumber + by;
      input.dispatchEvent(new Event("input"));
    };
    let timer = null;
    const end = () => clearTimeout(timer);
    const again = (wait) => (timer = setTimeout(() => {
      once();
      again(HOLD[1]);
    }, wait));
    return h("button", {
      type: "button",
      "aria-label": `${label}: one ${by < 0 ? "less" : "more"}`,
      text: by < 0 ? "−" : "+",
      on: {
        click: (event) => event.detail || once(),
        pointerdown: () => {
          once();
          again(HOLD[0]);
        },
        pointerup: end,
        pointerleave: end,
        pointercancel: end,
      },
    });
  }

  choice({ name, label, options }) {
    const group = `km-d-${++ids}`;
    const inputs = options.map(({ value, label: text }) => {
      const input = h("input", {
        type: "radio",
        name: group,
        value,
        on: { change: () => this.set({ [name]: value }) },
      });
      return [input, h("label", {}, input, h("span", { text }))];
    });
    this.follows(name, (value) => {
      for (const [input] of inputs) input.checked = input.value === value;
    });
    const short = options.every((option) => option.label.length < 10);
    return h(
      "fieldset",
      { class: `km-d-choice${short ? " km-d-short" : ""}`, "data-name": name },
      h("legend", { text: label }),
      h("div", {}, inputs.map(([, el]) => el)),
    );
  }

  // Things in the order in which they matter; those left out can be added.
  order({ name, label, options }) {
    const list = h("ol");
    const rest = h("div", { class: "km-d-row" });
    const group = h("fieldset", { class: "km-d-order", "data-name": name }, h("legend", { text: label }), list, rest);
    const words = Object.fromEntries(options.map((option) => [option.value, option.label]));
    let now = null;
    const change = (value, focus) => {
      write(value);
      this.set({ [name]: value });
      const buttons = [...group.querySelectorAll("button")];
      (buttons.find((one) => one.dataset.for === focus && !one.disabled) ?? buttons.find((one) => !one.disabled))
        ?.focus();
    };
    const button = (text, told, of, value) =>
      h("button", { type: "button", text, "aria-label": told, "data-for": of, on: { click: () => change(value, of) } });
    const item = (one, i) => {
      const [without, up] = [now.filter((other) => other !== one), [...now]];
      if (i) up.splice(i - 1, 2, one, now[i - 1]);
      const raise = button("↑", `${words[one]}: up`, `up:${one}`, up);
      raise.disabled = !i;
      return h(
        "li",
        {},
        h("span", { text: words[one] }),
        raise,
        button("×", `${words[one]}: leave out`, `out:${one}`, without),
      );
    };
    const write = (value) => {
      if (now && value.join() === now.join()) return;
      now = [...value];
      list.replaceChildren(...now.map(item));
      const left = options.filter((option) => !now.includes(option.value));
      rest.replaceChildren(
        ...left.map((option) =>
          button(`+ ${option.label}`, `Add: ${option.label}`, `up:${option.value}`, [...now, option.value])
        ),
      );
    };
    this.follows(name, write);
    return group;
  }

  switch({ name, label }) {
    const input = h("input", { type: "checkbox", name, on: { change: () => this.set({ [name]: input.checked }) } });
    this.follows(name, (value) => (input.checked = value));
    return h("label", { class: "km-d-switch" }, input, h("span", { text: label }));
  }

  numbers({ name, label, least, most, fields, presets }) {
    const problem = h("p", { id: `km-d-${++ids}`, class: "km-d-problem", role: "alert" });
    const inputs = fields.map((field) =>
      h("input", {
        type: "text",
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: 6,
        "aria-label": field.label,
        "aria-describedby": problem.id,
        on: {
          input: (event) => event.target.value.trim() && send(),
          change: () => send(),
          keydown: (event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            const value = Number(event.target.value) + step;
            if (!step || !(value >= least && value <= most)) return;
            event.preventDefault();
            event.target.value = value;
            send();
          },
        },
      })
    );
    const send = () => this.set({ [name]: inputs.map((input) => input.value) });
    const buttons = presets.map((preset) =>
      h("button", {
        type: "button",
        text: preset.label,
        on: {
          click: () => {
            inputs.forEach((input, i) => (input.value = preset.value[i]));
            send();
          },
        },
      })
    );
    this.follows(name, (value, said) => {
      problem.textContent = said;
      problem.hidden = !said;
      inputs.forEach((input, i) => {
        const bad = said &&
          !(/^\s*\d+\s*$/.test(input.value) && Number(input.value) >= least && Number(input.value) <= most);
        if (bad) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
        if (!said && Number(input.value) !== value[i] | input.value === "") input.value = value[i];
      });
      presets.forEach((preset, i) =>
        buttons[i].setAttribute("aria-pressed", String(!said && preset.value.join() === value.join()))
      );
    });
    return h(
      "fieldset",
      { class: "km-d-numbers", "data-name": name },
      h("legend", { text: label }),
      buttons.length > 0 && h("div", { class: "km-d-row" }, buttons),
      h(
        "div",
        { class: "km-d-fields" },
        fields.map((field, i) => h("label", {}, h("span", { "aria-hidden": "true", text: field.short }), inputs[i])),
      ),
      problem,
    );
  }

  // ---- runs ----

  runs({ id, once, often, portions }) {
    const ask = (n) => () => {
      this.stop(id);
      this.ask({ do: "run", id, n });
    };
    const button = (text, run, lead) =>
      h("button", { type: "button", class: lead && "km-d-go", text, on: { click: run } });
    const start = () => {
      this.go(id);
      watch(el);
    };
    const go = button(often, () => (this.running.has(id) ? this.stop(id) : start()), true);
    const clear = button("Clear", ask(0));
    const said = h("p", { class: "km-d-said" });
    const unseen = h("p", { class: "km-d-unseen" });
    const course = shares();
    const tray = h("div", { class: "km-l-tray", hidden: true });
    const el = h(
      "div",
      { class: "km-d-runs", "data-id": id, role: "group", "aria-label": "Simulation" },
      h(
        "div",
        { class: "km-d-row" },
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
    this.labels ??= new Map();
    this.labels.set(id, () => {
      const on = this.running.has(id);
      go.textContent = on ? "Stop" : often;
      go.classList.toggle("km-d-on", on);
      el.dataset.running = on;
      if (!on && said.textContent && this.touched) this.speak(said.textContent);
    });
    this.shows(id, (shown) => {
      said.textContent = shown.said;
      unseen.textContent = shown.missing;
      unseen.hidden = !shown.missing;
      course.draw(shown.course, shown.exact);
      tray.hidden = !shown.seen;
      if (shown.seen) tray.replaceChildren(pieces(shown.seen.pieces), h("span", { text: shown.seen.say }));
      clear.disabled = !shown.total;
      go.disabled = shown.full;
      if (shown.full) this.stop(id);
    });
    return el;
  }

  go(id) {
    this.running.set(id, null);
    this.labels.get(id)();
    this.ask({ do: "run", id, n: null });
  }

  // The page asks for each portion, so nothing runs on when it is closed or out of sight.
  again(id) {
    const next = () => {
      if (document.hidden) this.running.set(id, setTimeout(next, 1000));
      else {
        this.running.set(id, null);
        this.ask({ do: "run", id, n: null });
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
  let stop = new Page(model, el).start();
  // Another layout, such as that of another game: the page is drawn anew, and the choice just made keeps the focus.
  const anew = () => {
    const from = el.contains(document.activeElement) && document.activeElement.closest("[data-name]")?.dataset.name;
    stop();
    el.replaceChildren();
    stop = new Page(model, el, true).start(); // the address is behind the setting, and follows it
    if (from) el.querySelector(`[data-name="${from}"] :checked`)?.focus();
  };
  model.on("change:sections", anew);
  return () => {
    model.off("change:sections", anew);
    stop();
  };
}

export default { render };
