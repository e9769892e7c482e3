// Draws a lesson that the kernel describes (widgets/lesson/widget.py): one section a step, native controls, charts and the
// table in their places. Stands behind elements.js in one module. A step is drawn anew only when it has changed.

let ids = 0;
const KEEP_AFTER = 400; // ms without a move before chips that are not put down yet are kept

class LessonView {
  constructor(model, el) {
    this.model = model;
    this.seq = 0;
    this.pending = new Set();
    this.parts = new Map(); // kind of step -> {section, body, slot, json}
    this.views = new Map(); // model id -> {el, view}
    this.closed = false;
    this.store = `kismet:lesson:${model.get("lesson")}:${location.pathname}`;
    this.root = h("div", { class: "km-lesson", "data-lm-suppress-shortcuts": "true" });
    this.notice = h("p", { class: "km-l-notice", role: "alert", hidden: true });
    this.live = h("p", { class: "km-l-hidden", role: "status" });
    this.outline = h("nav", { class: "km-l-outline", "aria-label": "Steps of this lesson" });
    this.steps = h("div", { class: "km-l-steps" });
    this.foot = this.footer();
    this.root.append(this.notice, this.outline, this.steps, this.foot, this.live);
    el.append(this.root);
    this.listeners = [["change:page", () => this.draw()], ["change:table", () => this.placeTable()], ["msg:custom", (m) => this.told(m)]];
    for (const [type, run] of this.listeners) model.on(type, run);
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.root.querySelector(".km-term-open")?.classList.remove("km-term-open");
    });
    this.root.addEventListener("input", () => this.tell(""));
    this.draw();
    this.placeTable();
    this.send({ do: "hello", saved: this.kept() });
  }

  stop() {
    this.closed = true;
    clearTimeout(this.keeping);
    for (const [type, run] of this.listeners) this.model.off(type, run);
    for (const { view } of this.views.values()) view?.remove();
  }

  // ---- talking to the kernel ----

  send(message) {
    const seq = ++this.seq;
    this.pending.add(seq);
    this.root.setAttribute("aria-busy", "true");
    this.model.send({ ...message, seq });
  }

  told(message) {
    if (message.kind === "done") {
      this.pending.delete(message.seq);
      if (!this.pending.size) {
        this.root.removeAttribute("aria-busy");
        this.root.querySelector("progress")?.remove();
        this.moveOn();
      }
    } else if (message.kind === "keep") this.keep(message.data);
    else if (message.kind === "notice") this.tell(message.text);
    else if (message.kind === "progress") this.progress(message);
    else if (message.kind === "file") this.download(message);
  }

  tell(text) {
    this.notice.textContent = text;
    this.notice.hidden = !text;
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.store));
    } catch {
      return null; // storage is off, or holds something else
    }
  }

  keep(data) {
    this.tell("");
    try {
      localStorage.setItem(this.store, JSON.stringify(data));
    } catch {
      // A browser without storage: the lesson lasts as long as the page.
    }
  }

  progress({ done, of }) {
    const row = this.root.querySelector("[data-k=portions]");
    if (!row) return;
    const bar = row.querySelector("progress") ?? row.appendChild(h("progress", { max: of, "aria-label": "Runs made" }));
    bar.value = done;
  }

  download({ name, text }) {
    const link = h("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "text/html" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // After a deed that opens the next step, the reader is taken there.
  moveOn() {
    const heading = this.next && this.parts.get(this.next)?.section.querySelector("h2");
    this.next = null;
    if (!heading) return;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start", behavior: "auto" });
  }

  then(kind, message) {
    this.next = kind;
    this.send(message);
  }

  // ---- frame ----

  draw() {
    const { steps, live } = this.model.get("page");
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.dataset.k;
    const beside = focused && this.beside(active);
    for (const step of steps) this.drawStep(step);
    this.drawOutline(steps);
    this.live.textContent = live;
    if (!focused || this.root.contains(document.activeElement)) return;
    const same = this.root.querySelector(`[data-k="${CSS.escape(focused)}"]:not(:disabled)`);
    if (same) same.focus({ preventScroll: true });
    else if (!this.next) beside()?.focus();
  }

  // Where a reader goes on whose control is gone: at the reply to it, or else at the next control there.
  beside(active) {
    const { section } = this.parts.get(active.closest("[data-step]")?.dataset.step) ?? {};
    const n = section ? [...section.querySelectorAll("form")].indexOf(active.closest("form")) : -1;
    return () => {
      const place = section?.querySelectorAll("form")[n] ?? section;
      return place?.querySelector(".km-l-good, .km-l-off") ?? place?.querySelector("button:not(:disabled)");
    };
  }

  drawStep(step) {
    let part = this.parts.get(step.kind);
    if (!part) {
      const id = `km-l-${++ids}`;
      const head = h("h2", { id, tabindex: "-1", text: step.title });
      const body = h("div", { class: "km-l-body" });
      const slot = h("div", { class: "km-l-slot" });
      part = { id, body, slot, json: "", section: h("section", { class: "km-l-step", "data-step": step.kind, "aria-labelledby": id }, head, body, slot) };
      this.parts.set(step.kind, part);
      this.steps.append(part.section);
    }
    const json = JSON.stringify(step);
    if (json === part.json) return;
    part.json = json;
    part.section.classList.toggle("km-l-locked", Boolean(step.locked));
    const open = new Set([...part.body.querySelectorAll("details[open]")].map((fold) => fold.dataset.fold));
    const kids = step.locked
      ? [h("p", { class: "km-l-muted", text: step.locked })]
      : [...this.prose(step.text), ...[this[step.kind](step)].flat()];
    part.body.replaceChildren(...kids.filter(Boolean));
    for (const fold of part.body.querySelectorAll("details")) if (open.has(fold.dataset.fold)) fold.open = true;
  }

  drawOutline(steps) {
    const now = steps.map((step) => `${step.title}|${Boolean(step.locked)}`).join();
    if (now === this.outlined) return;
    this.outlined = now;
    const go = (kind) => (event) => {
      event.preventDefault();
      const head = this.parts.get(kind).section.querySelector("h2");
      head.focus({ preventScroll: true });
      head.scrollIntoView({ block: "start" });
    };
    this.outline.replaceChildren(h("ol", {}, steps.map((step) =>
      h("li", {}, h("a", { href: `#${this.parts.get(step.kind).id}`, class: step.locked ? "km-l-muted" : null, text: step.title.replace(/^\d+\. /, ""), "aria-label": step.locked ? `${step.title}, not open yet` : step.title, on: { click: go(step.kind) } })))));
  }

  footer() {
    const restart = this.button("Start this lesson again", "restart", () => {
      if (confirm("Start again? Your prediction, runs and answers are given up.")) this.then("predict", { do: "restart" });
    });
    const sheet = this.button("Save the teacher's sheet", "sheet", () => this.send({ do: "sheet" }));
    return h("details", { class: "km-l-fold km-l-foot" }, h("summary", { text: "For teachers, and to start again" }),
      h("p", { text: "The sheet holds aims, likely wrong answers, prompts to talk about, and the key. It is made to be printed." }),
      h("div", { class: "km-l-row" }, sheet, restart));
  }

  // ---- small parts ----

  button(label, key, run, props = {}) {
    return h("button", { type: "button", key, text: label, ...props, on: { click: run } });
  }

  prose(paragraphs = []) {
    return paragraphs.map((spans) => h("p", {}, spans.map((span) => this.span(span))));
  }

  span({ t, b, why }) {
    if (!why) return b ? h("b", { text: t }) : h("span", { text: t });
    const id = `km-l-${++ids}`;
    const tip = h("span", { id, role: "tooltip", class: "km-tip", text: why });
    const term = h("button", { type: "button", class: "km-term-word", "aria-describedby": id, text: t });
    const both = h("span", { class: "km-term" }, term, tip);
    const show = () => {
      for (const other of this.root.querySelectorAll(".km-term-open")) other.classList.remove("km-term-open");
      both.classList.add("km-term-open");
      tip.style.translate = "0";
      const edge = this.root.getBoundingClientRect().right;
      tip.style.translate = `${Math.min(0, edge - tip.getBoundingClientRect().right)}px`;
    };
    const hide = () => both.classList.remove("km-term-open");
    for (const type of ["mouseenter", "focusin", "click"]) both.addEventListener(type, show);
    for (const type of ["mouseleave", "focusout"]) both.addEventListener(type, hide);
    return both;
  }

  chart(name) {
    if (!name) return null;
    return this.view(this.model.get("charts")[name], h("div", { class: "km-l-chart" })).el;
  }

  // The view of another widget, made once.
  view(ref, el) {
    const id = ref.slice("IPY_MODEL_".length);
    if (!this.views.has(id)) {
      const entry = { el, view: null };
      this.views.set(id, entry);
      const manager = this.model.widget_manager;
      entry.ready = Promise.resolve(manager.get_model(id)).then((model) => manager.create_view(model)).then((view) => {
        if (this.closed || this.views.get(id) !== entry) view.remove();
        else {
          entry.view = view;
          el.append(view.el);
        }
      });
    }
    return this.views.get(id);
  }

  // ---- the table ----

  opener(label, place, at) {
    return this.button(label, `open:${place}`, () => {
      this.opening = true;
      this.send({ do: "open", place, at });
    });
  }

  placeTable() {
    const { at, model, link } = this.model.get("table");
    if (this.board && this.board.id !== model) {
      this.board.entry.view?.remove();
      this.views.delete(this.board.id.slice("IPY_MODEL_".length));
      this.board.frame.remove();
      this.board = null;
    }
    if (!model || !this.parts.has(at)) return;
    const entry = this.view(model, h("div"));
    const shut = this.button("Close the table", "shut", () => this.then(at, { do: "shut" }));
    const own = h("a", { href: link, text: "Open it on a page of its own" });
    const frame = h("div", { class: "km-l-table" }, h("div", { class: "km-l-row" }, shut, own), entry.el);
    this.board = { id: model, entry, frame };
    this.parts.get(at).slot.append(frame);
    if (!this.opening) return;
    this.opening = false;
    this.live.textContent = "The table is open.";
    shut.focus({ preventScroll: true });
    entry.ready.then(() => frame.scrollIntoView({ block: "start" }));
  }

  // ---- the steps ----

  example(step) {
    return this.chart(step.chart);
  }

  play(step) {
    return h("div", { class: "km-l-row" }, this.opener("Play here", step.place, "play"));
  }

  back(step) {
    return h("div", { class: "km-l-row" }, this.opener("Back to the table", step.place, "back"));
  }

  predict(step) {
    const ask = h("p", { class: "km-l-ask", text: step.ask });
    if (step.put) {
      const told = step.names.map((name, i) => (step.chips[i] ? `${name}: ${step.chips[i]}` : "")).filter(Boolean).join(", ");
      return [ask, h("p", { text: step.manner === "fraction" ? `You said: ${step.names[0]}, with a chance of ${Math.round((100 * step.chips[0]) / step.all)} %.` : `Your ${step.all} chips: ${told}.` })];
    }
    const chips = [...step.chips];
    const left = h("p", { class: "km-l-left" });
    const sum = h("p", { class: "km-l-muted" });
    const why = h("input", { type: "text", maxlength: "300", key: "reason", value: step.reason, autocomplete: "off" });
    const lock = this.button("This is my prediction", "lock", () => {
      clearTimeout(this.keeping);
      this.then(this.left(chips, step) ? null : "run", { do: "lock", chips, reason: why.value });
    }, { class: "km-lead" });
    const keepSoon = () => {
      clearTimeout(this.keeping);
      this.keeping = setTimeout(() => this.send({ do: "put", chips, reason: why.value }), KEEP_AFTER);
    };
    why.addEventListener("input", keepSoon);
    const rows = step.manner === "fraction" ? [this.fractionRow(step, chips)] : step.names.map((name, i) => this.chipRow(step, chips, i));
    const update = () => {
      for (const row of rows) row.update();
      const rest = this.left(chips, step);
      left.textContent = step.manner === "fraction" ? (rest ? "Move the slider, or say fifty-fifty." : "") : rest ? `${rest} of ${step.all} chips left to put down.${rest === step.all ? ` Move a slider: each chip says ${Math.round(100 / step.all)} %.` : ""}` : "All chips are down.";
      sum.textContent = this.sum(step, chips);
      lock.toggleAttribute("data-wait", rest > 0);
    };
    for (const row of rows) row.moved = () => {
      update();
      keepSoon();
    };
    const set = (values) => () => {
      values.forEach((n, i) => (chips[i] = n));
      update();
      keepSoon();
    };
    const n = step.names.length;
    const even = step.names.map((_, i) => Math.floor(step.all / n) + (i < step.all % n ? 1 : 0));
    const tools = h("div", { class: "km-l-row" },
      this.button(step.manner === "fraction" ? "Fifty-fifty" : "Spread them evenly", "even", set(even)),
      step.manner === "fraction" ? null : this.button("Take all back", "none", set(step.names.map(() => 0))));
    update();
    return [ask, left,
      h("fieldset", { class: "km-l-chips" }, h("legend", { text: step.manner === "fraction" ? "Your chance" : `Chips on: ${step.what}` }), rows.map((row) => row.el)),
      sum, tools, h("label", { class: "km-l-reason" }, h("span", { text: "Because (in one line, if you like)" }), why), h("div", { class: "km-l-row" }, lock)];
  }

  // What the chips say about the question itself.
  sum({ asked, asked_words: words, worth, all }, chips) {
    const down = chips.reduce((total, n) => total + n, 0);
    if (asked) {
      const n = asked.reduce((total, i) => total + chips[i], 0);
      return `So your chips answer the question so far: “${words}” with ${n} of ${all} chips, ${Math.round((100 * n) / all)}\u00a0%.`;
    }
    if (worth && down) return `Your chips so far have a mean of ${(chips.reduce((total, n, i) => total + n * worth[i], 0) / down).toFixed(1)}.`;
    return "";
  }

  left(chips, step) {
    return step.all - chips.reduce((sum, n) => sum + n, 0);
  }

  chipRow(step, chips, i) {
    const name = step.names[i];
    const range = h("input", { type: "range", min: "0", max: String(step.all), step: "1", key: `chip:${i}`, "aria-label": `Chips on ${name}` });
    const dots = h("span", { class: "km-l-dots", "aria-hidden": "true" });
    const row = {
      el: h("div", { class: "km-l-chiprow" }, h("span", { class: "km-l-name", text: name }), range, dots),
      moved: null,
      update: () => {
        range.value = chips[i];
        range.setAttribute("aria-valuetext", `${chips[i]} chips, ${this.left(chips, step)} left`);
        dots.textContent = chips[i] ? `${chips[i]} ` : "0 ";
        dots.append(h("i", { style: `--n:${chips[i]}` }));
      },
    };
    range.addEventListener("input", () => {
      chips[i] = Math.min(range.valueAsNumber, chips[i] + this.left(chips, step)); // no more than there are
      row.moved();
    });
    return row;
  }

  fractionRow(step, chips) {
    const range = h("input", { type: "range", min: "0", max: String(step.all), step: "1", key: "chip:0", "aria-label": `Chance of: ${step.names[0]}` });
    const said = h("span", { class: "km-l-said" });
    const row = {
      el: h("div", { class: "km-l-fraction" }, said, range, h("span", { class: "km-l-muted", text: `The rest is for: ${step.names[1]}.` })),
      moved: null,
      update: () => {
        const open = this.left(chips, step) > 0; // the slider stands somewhere, but nothing is said yet
        range.value = open ? step.all / 2 : chips[0];
        range.toggleAttribute("data-wait", open);
        said.textContent = open ? `${step.names[0]}: you have not said yet` : `${step.names[0]}: ${chips[0]} of ${step.all}, that is ${Math.round((100 * chips[0]) / step.all)} %`;
        range.setAttribute("aria-valuetext", said.textContent);
      },
    };
    range.addEventListener("input", () => {
      chips[0] = range.valueAsNumber;
      chips[1] = step.all - chips[0];
      row.moved();
    });
    return row;
  }

  run(step) {
    const top = Math.max(...step.chips.map((n) => n / step.all), ...step.counts.map((n) => n / Math.max(1, step.total)), 0.05);
    const width = (share) => `${(100 * share) / top}%`;
    const [bet, told] = step.manner === "fraction" ? ["guess", (n) => `${Math.round((100 * n) / step.all)} %`] : ["chips", String];
    const row = (name, i) => {
      const lane = h("div", { class: "km-l-lane" }, h("i", { class: "km-l-bar", style: `width:${width(step.chips[i] / step.all)}` }));
      if (step.counts[i]) lane.append(h("i", { class: "km-l-dot", style: `left:${width(step.counts[i] / step.total)}` }));
      const count = step.counts[i] ? String(step.counts[i]) : step.total ? "not yet" : "–";
      return h("tr", { class: step.counts[i] || !step.total ? null : "km-l-unseen" }, h("th", { scope: "row", text: name }), h("td", { text: told(step.chips[i]) }), h("td", { text: count }), h("td", { class: "km-l-track", "aria-hidden": "true" }, lane));
    };
    const head = h("tr", {}, ["", bet, "runs"].map((text, i) => h("th", { scope: "col", text: i ? text : step.what })), h("td", { class: "km-l-key", "aria-hidden": "true", text: `▭ ${bet}  ○ runs` }));
    const portions = step.portions.map((n) => this.button(n === 1 ? "Run once" : `Run ${n.toLocaleString("en")}`, `run:${n}`, () => this.send({ do: "run", n })));
    const wait = step.enough - step.total;
    return [
      h("div", { class: "km-l-row", key: "portions" }, portions),
      h("p", { class: "km-l-last", text: step.total ? `${step.total.toLocaleString("en")} run${step.total === 1 ? "" : "s"} so far. ${step.last}` : "No run yet." }),
      h("table", { class: "km-l-runs" }, h("caption", { class: "km-l-hidden", text: `Your ${bet} and the runs so far` }), h("thead", {}, head), h("tbody", {}, step.names.map(row))),
      step.missing.length ? h("ul", { class: "km-l-missing" }, step.missing.map((text) => h("li", { text }))) : null,
      step.revealed ? null : h("div", { class: "km-l-row" }, this.button(step.ready ? "Show the exact answer" : `Show the exact answer (after ${wait} more run${wait === 1 ? "" : "s"})`, "reveal", () => this.then(step.ready ? "compare" : null, { do: "reveal" }), { class: "km-lead", "data-wait": !step.ready })),
    ];
  }

  compare(step) {
    return [this.chart(step.chart), ...step.lines.map((text) => h("p", { text })), ...this.prose(step.score), step.missing ? h("p", { class: "km-l-muted", text: step.missing }) : null];
  }

  why(step) {
    const path = (p, i) => h("li", {},
      h("details", { "data-fold": `path:${i}` }, h("summary", {}, h("span", { text: p.label }), h("span", { class: "km-l-term", text: p.sum })),
        h("p", { text: [p.detail, p.term].filter(Boolean).join(" — ") }),
        p.place ? this.opener("See it at the table", p.place, "why") : null));
    return [h("p", { class: "km-l-big", text: step.big }),
      h("details", { class: "km-l-fold", "data-fold": "paths" }, h("summary", { text: step.summary }), h("ul", { class: "km-l-paths" }, step.paths.map(path)),
        h("p", { class: "km-l-sum", text: step.total })), this.chart(step.chart)];
  }

  change(step) {
    const ask = h("p", { class: "km-l-ask", text: step.ask });
    if (!step.guess) return [ask, h("div", { class: "km-l-row" }, step.ways.map(([way, text]) => this.button(text, `way:${way}`, () => this.send({ do: "guess", way }))))];
    const select = h("select", { key: "look" }, step.choices.map((text, i) => h("option", { value: String(i), selected: i === step.value, text })));
    select.addEventListener("change", () => this.send({ do: "look", n: Number(select.value) }));
    return [ask, h("p", { class: step.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: step.reply }),
      h("label", { class: "km-l-reason" }, h("span", { text: step.label }), select), h("p", { class: "km-l-big", text: step.answer }), this.chart(step.chart)];
  }

  rank(step) {
    const ask = h("p", { class: "km-l-ask", text: step.ask });
    if (step.put) return [ask, h("p", { class: step.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: step.reply }), this.chart(step.chart)];
    const order = [...step.order];
    const list = h("ol", { class: "km-l-order" });
    const move = (i, by) => {
      [order[i], order[i + by]] = [order[i + by], order[i]];
      fill();
      const item = list.children[i + by];
      (item.querySelector(by < 0 ? "[data-way=up]:not(:disabled)" : "[data-way=down]:not(:disabled)") ?? item.querySelector("button:not(:disabled)")).focus();
      this.live.textContent = `${step.items[order[i + by]]} is at place ${i + by + 1}.`;
      this.send({ do: "arrange", order });
    };
    const fill = () => list.replaceChildren(...order.map((n, i) => h("li", {}, h("span", { text: step.items[n] }),
      h("button", { type: "button", "data-way": "up", text: "Less ↑", disabled: i === 0, "aria-label": `Less ↑, ${step.items[n]}`, on: { click: () => move(i, -1) } }),
      h("button", { type: "button", "data-way": "down", text: "More ↓", disabled: i === order.length - 1, "aria-label": `More ↓, ${step.items[n]}`, on: { click: () => move(i, 1) } }))));
    fill();
    return [ask, list, h("div", { class: "km-l-row" }, this.button("This is my order", "rank", () => this.send({ do: "rank", order }), { class: "km-lead" }))];
  }

  check(step) {
    return [...step.items.map((item, n) => this.item(item, n, step.sure)), ...(step.chart ? [this.chart(step.chart), ...this.prose(step.after)] : [])];
  }

  item(item, n, levels) {
    const name = `km-l-${++ids}`;
    const options = item.options.map((text, i) => {
      const tried = item.tries.includes(i);
      const mark = tried ? (item.right && i === item.tries.at(-1) ? "right" : "tried") : null;
      return h("label", { class: mark && `km-l-${mark}` }, h("input", { type: "radio", name, value: String(i), key: `option:${n}:${i}`, disabled: item.right || tried, checked: mark === "right" }), h("span", { text: mark ? `${text} (${mark})` : text }));
    });
    const sure = h("select", { key: `sure:${n}` }, levels.map(([value, text]) => h("option", { value: String(value), selected: value === item.sure, text })));
    const form = h("form", { class: "km-l-item" },
      h("h3", { text: item.title }),
      h("fieldset", {}, h("legend", { text: item.ask }), options),
      item.right ? null : h("div", { class: "km-l-row" }, item.tries.length ? null : h("label", {}, h("span", { text: "How sure are you? " }), sure), h("button", { type: "submit", class: "km-lead", key: `answer:${n}`, text: "Answer" }), item.more ? this.button(item.hints.length ? "Next hint" : "Hint", `hint:${n}`, () => this.send({ do: "hint", n })) : null),
      item.hints.length ? h("ol", { class: "km-l-hints" }, item.hints.map((text) => h("li", { text }))) : null,
      item.reply ? h("p", { class: item.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: item.reply }) : null,
      item.chart && item.right ? h("details", { class: "km-l-fold", "data-fold": `picture:${n}` }, h("summary", { text: "The picture" }), item.exactly ? h("p", { class: "km-l-sum", text: item.exactly }) : null, this.chart(item.chart)) : null,
      item.right ? h("div", { class: "km-l-row" }, this.button("Another like it", `again:${n}`, () => this.send({ do: "again", n }))) : null,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = form.querySelector("input:checked:not(:disabled)");
      if (chosen) this.send({ do: "answer", n, choice: Number(chosen.value), sure: item.tries.length ? item.sure : Number(sure.value) });
      else this.tell("Choose one of the answers first.");
    });
    return form;
  }
}

export default {
  render({ model, el }) {
    const view = new LessonView(model, el);
    return () => view.stop();
  },
};
