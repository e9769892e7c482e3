// Draws a lesson that the kernel describes (widgets/lesson/widget.py): a rail with all steps, and the step looked at with
// native controls, a bench, charts and the table in their places. Stands behind build.js in one module.

let ids = 0;
const KEEP_AFTER = 400; // ms without a move before chips or words that are not put down yet are kept
const SURENESS = "kismet:sureness"; // how sure this reader was, by lesson

class LessonView {
  constructor(model, el) {
    this.model = model;
    this.seq = 0;
    this.pending = new Set();
    this.views = new Map(); // model id -> {el, view}
    this.closed = false;
    this.store = `kismet:lesson:${model.get("lesson")}:${location.pathname}`;
    this.root = h("div", { class: "km-lesson", "data-lm-suppress-shortcuts": "true" });
    this.notice = h("p", { class: "km-l-notice", role: "alert", hidden: true });
    this.live = h("p", { class: "km-l-hidden", role: "status" });
    this.rail = h("nav", { class: "km-l-rail", "aria-label": "Steps of this lesson" });
    this.head = h("h2", { id: `km-l-${++ids}`, tabindex: "-1" });
    this.body = h("div", { class: "km-l-body" });
    this.bar = h("div", { class: "km-l-bar" });
    this.slot = h("div", { class: "km-l-slot" });
    this.section = h("section", { class: "km-l-step", "aria-labelledby": this.head.id }, this.head, this.notice, this.body, this.bar, this.slot);
    this.root.append(this.rail, h("div", { class: "km-l-main" }, this.section, this.footer()), this.live);
    el.append(this.root);
    this.listeners = [["change:page", () => this.draw()], ["change:table", () => this.placeTable()], ["msg:custom", (m) => this.told(m)]];
    for (const [type, run] of this.listeners) model.on(type, run);
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.root.querySelector(".km-term-open")?.classList.remove("km-term-open");
    });
    this.root.addEventListener("input", () => this.tell(""));
    this.draw();
    this.placeTable();
    this.inClass = () => this.hold();
    document.addEventListener("kismet:class", this.inClass);
    this.begin();
  }

  async begin() {
    const brought = await broughtWork();
    const elsewhere = { ...this.read(SURENESS) };
    delete elsewhere[this.model.get("lesson")];
    this.send({ do: "hello", saved: brought ?? this.read(this.store), elsewhere, teacher: window.kismetClass?.teacher });
    this.hold();
  }

  // A class (static/pupil.js) holds everybody at a step, and hears what is done.
  hold() {
    const room = window.kismetClass;
    this.all.hidden = Boolean(room) && !room.mayOpenAll;
    const upto = room?.upto ?? null;
    if (!(room?.joined || this.held !== undefined) || upto === this.held) return;
    this.held = upto;
    this.send({ do: "hold", upto });
  }

  stop() {
    this.closed = true;
    this.keepNot();
    document.removeEventListener("kismet:class", this.inClass);
    for (const [type, run] of this.listeners) this.model.off(type, run);
    for (const { view } of this.views.values()) view?.remove();
  }

  // ---- talking to the kernel ----

  send(message) {
    this.keepNow();
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
      }
    } else if (message.kind === "keep") this.keep(message.data);
    else if (message.kind === "notice") this.tell(message.text);
    else if (message.kind === "progress") this.progress(message);
    else if (message.kind === "file") this.download(message);
    else if (message.kind === "report") window.kismetClass?.report(message.data);
    else if (message.kind === "code") this.handOut("Your result code, to read out or to copy:", message.text);
  }

  tell(text) {
    this.notice.textContent = text;
    this.notice.hidden = !text;
  }

  read(key) {
    try {
      const kept = JSON.parse(keeper().getItem(key));
      return kept && typeof kept === "object" ? kept : null;
    } catch {
      return null; // storage is off, or holds something else
    }
  }

  keep(data) {
    this.tell("");
    try {
      keeper().setItem(this.store, JSON.stringify(data));
      keeper().setItem(SURENESS, JSON.stringify({ ...this.read(SURENESS), [this.model.get("lesson")]: data.rated }));
    } catch {
      // A browser without storage: the lesson lasts as long as the page.
    }
  }

  keepSoon(message) {
    clearTimeout(this.keeping);
    this.late = message;
    this.keeping = setTimeout(() => this.keepNow(), KEEP_AFTER);
  }

  // Who writes and goes on at once loses no word.
  keepNow() {
    const late = this.late;
    this.keepNot();
    if (late) this.send(late());
  }

  keepNot() {
    clearTimeout(this.keeping);
    this.late = null;
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

  // ---- frame ----

  draw() {
    const { step, rail, live } = this.model.get("page");
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.dataset.k;
    const json = JSON.stringify(step);
    const moved = this.kind !== undefined && this.kind !== step.kind;
    if (json !== this.json) this.drawStep(step, moved);
    this.drawRail(rail);
    this.live.textContent = live;
    if (moved) {
      this.head.focus({ preventScroll: true });
      const top = this.root.getBoundingClientRect().top;
      if (top < 0 || this.head.getBoundingClientRect().bottom > innerHeight) this.root.scrollIntoView({ block: "start" });
    } else if (focused && !this.root.contains(document.activeElement)) this.refocus(focused);
  }

  // The same control again; where it is gone, the reply, or else what leads on.
  refocus(key) {
    const reply = () => [...this.body.querySelectorAll(".km-l-good, .km-l-off")].find((el) => !this.replies.includes(el.textContent));
    const place = reply() ?? this.root.querySelector(`[data-k="${CSS.escape(key)}"]:not(:disabled)`) ?? this.body.querySelector(".km-l-good, .km-l-off") ?? this.bar.querySelector("button");
    place?.focus({ preventScroll: true });
  }

  drawStep(step, moved) {
    this.replies = moved ? [] : [...this.body.querySelectorAll(".km-l-good, .km-l-off")].map((el) => el.textContent);
    const open = new Set(moved ? [] : [...this.body.querySelectorAll("details[open]")].map((fold) => fold.dataset.fold));
    const typed = new Map(moved ? [] : [...this.body.querySelectorAll("input[type=text], select")].map((field) => [field.dataset.k, field.value]));
    if (moved) {
      this.tell("");
      this.keepNot();
    }
    this.kind = step.kind;
    this.json = JSON.stringify(step);
    this.head.textContent = step.title;
    this.section.dataset.step = step.kind;
    this.lead = null;
    const drawn = [this[step.kind](step)].flat(Infinity);
    const [told, picture] = [drawn.filter((el) => el && !el.dataset.picture), drawn.filter((el) => el?.dataset.picture)];
    this.body.replaceChildren(h("div", { class: "km-l-told" }, this.prose(step.text), told), ...(picture.length ? [h("div", { class: "km-l-shown" }, picture)] : []));
    this.body.classList.toggle("km-l-two", picture.length > 0);
    for (const fold of this.body.querySelectorAll("details")) if (open.has(fold.dataset.fold)) fold.open = true;
    for (const field of this.body.querySelectorAll("input[type=text], select")) if (typed.has(field.dataset.k) && !field.dataset.own) field.value = typed.get(field.dataset.k);
    const on = step.held && step.done ? h("p", { class: "km-l-gate", text: `You are at the gate. Your teacher opens “${step.next}” for all.` }) : step.next && (step.done || step.ready) ? this.button(step.held ? "I am ready" : `Go on: ${step.next}`, "next", () => this.send({ do: "next" }), { class: this.lead ? null : "km-lead" }) : null;
    this.bar.replaceChildren(...[this.lead, on].filter(Boolean));
  }

  drawRail(rail) {
    const now = JSON.stringify(rail);
    if (now === this.railed) return;
    this.railed = now;
    const said = { done: "done", here: "you are here", open: "open", closed: "not open yet" };
    const item = ({ kind, label, state, done, optional }, i) => h("li", {}, h("button", {
      type: "button", key: `go:${kind}`, class: `km-r-${state}${done ? " km-r-done" : ""}${optional ? " km-r-side" : ""}`, disabled: state === "closed", "aria-current": state === "here" ? "step" : null,
      on: { click: () => this.send({ do: "go", kind }) },
    }, h("i", { "aria-hidden": "true", text: done && state !== "here" ? "✓" : String(i + 1) }), h("span", { class: "km-r-label", text: label }), h("span", { class: "km-l-hidden", text: `(${said[state]}${optional ? ", if you like" : ""})` })));
    this.rail.replaceChildren(h("ol", {}, rail.map(item)));
    this.rail.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  footer() {
    const restart = this.button("Start this lesson again", "restart", () => {
      if (confirm("Start again? Your prediction, runs and answers are given up.")) this.send({ do: "restart" });
    });
    const larger = this.button("Larger, for a projector", "larger", () => document.documentElement.classList.toggle("km-projector"));
    const sheet = this.button("Save the worksheet", "worksheet", () => this.send({ do: "worksheet" }));
    this.all = this.button("Open all steps", "open_all", () => this.send({ do: "open_all", teacher: window.kismetClass?.teacher }));
    const link = this.button("A link to my work", "link", async () => this.handOut("This link holds your work; keep it to go on elsewhere:", await workLink(this.read(this.store))));
    const code = this.button("My result code", "code", () => this.send({ do: "code", face: window.kismetClass?.me?.face }));
    this.handed = h("p", { class: "km-l-handed", role: "status" });
    return h("details", { class: "km-l-fold km-l-foot" }, h("summary", { text: "My work, for teachers, and to start again" }),
      h("div", { class: "km-l-row" }, link, code), this.handed,
      h("p", {}, "The worksheet is for paper. The teacher’s sheet, with likely mistakes and the key, is not on this page: ", h("code", { text: `kismet sheet ${this.model.get("lesson")}` }), " writes it."),
      h("div", { class: "km-l-row" }, sheet, this.all, larger, restart));
  }

  // A text to take along; it is chosen already, so that it can be copied.
  handOut(words, text) {
    const field = h("input", { type: "text", readonly: true, value: text, "aria-label": words });
    this.handed.replaceChildren(words, " ", field);
    field.focus();
    field.select();
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

  // What stands beside the words on a wide page.
  picture(...kids) {
    return h("div", { class: "km-l-picture", "data-picture": "true" }, kids);
  }

  // What a result is worth, as a small table on paper.
  lookup({ lookup }) {
    if (!lookup?.length) return [];
    const row = ([head, ...cells]) => h("tr", {}, h("th", { scope: "row", text: head }), cells.map((text) => h("td", { text })));
    return [h("table", { class: "km-l-lookup" }, h("tbody", {}, lookup.map(row)))];
  }

  bench(data, options) {
    return [benchView(data, options), benchKey(data), options?.pick ? null : benchTable(data)];
  }

  say(text) {
    this.live.textContent = text;
  }

  // ---- the table ----

  opener(label, place) {
    return this.button(label, `open:${place}`, () => {
      this.opening = true;
      this.send({ do: "open", place });
    });
  }

  placeTable() {
    const { model, link, odds, name } = this.model.get("table");
    if (this.board && this.board.id !== model) {
      this.board.entry.view?.remove();
      this.views.delete(this.board.id.slice("IPY_MODEL_".length));
      this.board.frame.remove();
      this.board = null;
    }
    if (!model) return;
    const entry = this.view(model, h("div"));
    const shut = this.button(`Close the ${name}`, "shut", () => this.send({ do: "shut" }));
    const own = h("a", { href: link, text: "Open it on a page of its own" });
    const frame = h("div", { class: `km-l-table${odds ? "" : " km-l-no-odds"}` }, h("div", { class: "km-l-row" }, shut, own), entry.el);
    this.board = { id: model, entry, frame };
    this.slot.append(frame);
    if (!this.opening) return;
    this.opening = false;
    this.say(`The ${name} ${name === "riddles" ? "are" : "is"} open.`);
    shut.focus({ preventScroll: true });
    entry.ready.then(() => frame.scrollIntoView({ block: "start" }));
  }

  // ---- the steps ----

  // What an author has to mend, in the lesson's stead.
  faults(step) {
    return [h("ul", { class: "km-l-lines" }, step.faults.map((text) => h("li", { text }))), h("p", { class: "km-l-muted", text: "For the author: “kismet check” with the file’s name says the same in the terminal. Everybody else: tell your teacher." })];
  }

  example(step) {
    return this.picture(h("p", { class: "km-l-caption", text: step.caption }), this.bench(step.bench));
  }

  play(step) {
    const riddles = step.riddles && this.button("Three riddles on the rules (if you like)", "riddles", () => {
      this.opening = true;
      this.send({ do: "riddles" });
    });
    const whole = step.place || riddles ? h("div", { class: "km-l-row" }, riddles, step.place && this.opener("Play the whole game (if you like)", step.place)) : null;
    if (step.mini) return [this.picture(this.lookup(step), this.mini(step.mini)), whole];
    const calls = step.calls.map((text, n) => this.button(text, `call:${n}`, () => this.send({ do: "call", n })));
    const tray = h("div", { class: "km-l-tray" }, step.pieces.length || step.say ? [pieces(step.pieces), h("span", { text: step.say })] : h("span", { text: "Call it, and see what comes." }));
    return [
      this.picture(this.lookup(step), tray, step.left ? h("fieldset", { class: "km-w-level" }, h("legend", { text: `${step.go}: what will it be?` }), h("div", { class: "km-l-row" }, calls)) : h("p", { text: "Enough by hand. Go on." }),
        h("p", { class: "km-l-muted", text: [step.told, step.score].filter(Boolean).join(" ") })),
      whole,
    ];
  }

  // The mini-table: what lies there, what was said, what may be done. A move of a cell is the cell itself.
  mini({ pieces: list, say, ask, moves, more }) {
    const move = (n) => this.send({ do: "move", n });
    const cells = new Set(list.flatMap(({ grid }) => grid ?? []).map((cell) => cell.move));
    const buttons = moves.map((text, n) => (cells.has(n) ? null : this.button(text, `move:${n}`, () => move(n))));
    return [
      h("div", { class: "km-l-tray km-m" }, list.map((one) => piece(one, move)), h("p", { class: "km-m-say", text: say })),
      moves.length ? h("fieldset", { class: "km-w-level" }, h("legend", { text: ask }), h("div", { class: "km-l-row" }, buttons)) : null,
      more ? h("div", { class: "km-l-row" }, this.button("Once more", "deal", () => this.send({ do: "deal" }))) : null,
    ];
  }

  back(step) {
    return step.place ? h("div", { class: "km-l-row" }, this.opener("Back to the table", step.place)) : null;
  }

  predict(step) {
    const ask = h("p", { class: "km-l-ask", text: step.ask });
    const reason = step.reason ? h("p", { text: `You wrote: “${step.reason}”` }) : null;
    if (step.put) return [ask, reason, this.picture(this.bench(step.bench))];
    const { columns } = step.bench;
    const chips = columns.map((column) => column.chips);
    const left = () => step.all - chips.reduce((sum, n) => sum + n, 0);
    const shown = h("div", { class: "km-l-picture", "data-picture": "true" });
    const rest = h("p", { class: "km-l-left", role: "status" });
    const sum = h("p", { class: "km-l-muted" });
    const why = h("input", { type: "text", maxlength: "300", key: "reason", value: step.reason, autocomplete: "off" });
    this.lead = this.button("That is my guess", "lock", () => {
      this.keepNot();
      this.send({ do: "lock", chips, reason: why.value });
    }, { class: "km-lead" });
    const keep = () => this.keepSoon(() => ({ do: "put", chips, reason: why.value }));
    why.addEventListener("input", keep);
    const fraction = step.manner === "fraction";
    const slider = fraction ? this.slider(step, chips, left, () => moved()) : null;
    const pick = (i, by) => {
      if (by > 0 ? !left() : !chips[i]) return;
      chips[i] += by;
      moved(`${by > 0 ? "chip" : "less"}:${i}`);
    };
    const set = (values) => () => {
      values.forEach((n, i) => (chips[i] = n));
      moved();
    };
    const n = columns.length;
    const even = columns.map((_, i) => Math.floor(step.all / n) + (i < step.all % n ? 1 : 0));
    const tools = h("div", { class: "km-l-row" },
      this.button(fraction ? "Fifty-fifty" : "Spread them evenly", "even", set(even)),
      fraction ? null : this.button("Take all back", "none", set(columns.map(() => 0))));
    const update = () => {
      const data = { ...step.bench, all: step.all, columns: columns.map((column, i) => ({ ...column, chips: chips[i] })) };
      shown.replaceChildren(ask, ...this.lookup(step), benchView(data, { pick: fraction ? null : pick }), ...(slider ? [slider.el] : []), rest, tools);
      slider?.update();
      const n = left();
      rest.textContent = fraction ? (n ? "Move the slider, or say fifty-fifty." : "") : n ? `${n} of ${step.all} chips left. Click a column to put one there.` : "All chips are down.";
      sum.textContent = this.chipsSay(step, chips);
      this.lead.toggleAttribute("data-wait", n > 0);
    };
    const moved = (key) => {
      update();
      if (key) this.root.querySelector(`[data-k="${key}"]`)?.focus({ preventScroll: true });
      keep();
    };
    update();
    return [sum, h("label", { class: "km-l-reason" }, h("span", { text: "Because (one line; you will see it again)" }), why), shown];
  }

  // What the chips say about the question itself.
  chipsSay({ asked, asked_words: words, worth, unit, all }, chips) {
    const down = chips.reduce((total, n) => total + n, 0);
    if (asked) {
      const n = asked.reduce((total, i) => total + chips[i], 0);
      if (!down) return "";
      return `So your chips answer the question so far: “${words}” with ${n} of ${all} chips, ${Math.round((100 * n) / all)}\u00a0%.`;
    }
    if (worth && down) return `Your chips so far say ${(chips.reduce((total, n, i) => total + n * worth[i], 0) / down).toFixed(1)} ${unit} on average.`.replace("  ", " ");
    return "";
  }

  slider(step, chips, left, moved) {
    const [yes, no] = step.bench.columns.map((column) => column.name);
    const range = h("input", { type: "range", min: "0", max: String(step.all), step: "1", key: "chip:0", "aria-label": `Chance of: ${yes}` });
    const said = h("span", { class: "km-l-said" });
    range.addEventListener("input", () => {
      chips[0] = range.valueAsNumber;
      chips[1] = step.all - chips[0];
      moved();
    });
    return {
      el: h("div", { class: "km-l-fraction" }, said, range, h("span", { class: "km-l-muted", text: `The rest is for: ${no}.` })),
      update: () => {
        const open = left() > 0; // the slider stands somewhere, but nothing is said yet
        range.value = open ? step.all / 2 : chips[0];
        range.toggleAttribute("data-wait", open);
        said.textContent = open ? `${yes}: you have not said yet` : `${yes}: ${chips[0]} of ${step.all}, that is ${Math.round((100 * chips[0]) / step.all)}\u00a0%`;
        range.setAttribute("aria-valuetext", said.textContent);
      },
    };
  }

  run(step) {
    const { total } = step.bench;
    const wait = step.enough - total;
    const names = { 1: `${step.go} once`, 10: "10 times", 1000: "1,000 times" };
    const portions = step.portions.map((n) => this.button(names[n], `run:${n}`, () => this.send({ do: "run", n })));
    const last = step.last.at(-1);
    const tray = h("div", { class: "km-l-tray" }, last ? [pieces(last.pieces), h("span", { text: last.say })] : h("span", { text: total ? "Too quick to see." : "Nothing yet." }));
    if (!step.revealed) this.lead = this.button(step.ready ? "Compare with the exact answer" : `Compare (after ${wait} more run${wait === 1 ? "" : "s"})`, "reveal", () => this.send({ do: "reveal" }), { class: "km-lead", "data-wait": !step.ready });
    const fresh = total === this.ran ? [] : step.last.map(({ at }) => at);
    this.ran = total;
    return [
      tray, h("div", { class: "km-l-row", key: "portions" }, portions), runningCurve(step.trail, step.running, step.mean),
      step.unseen.length ? h("ul", { class: "km-l-missing" }, step.unseen.map((text) => h("li", { text }))) : null,
      this.picture(this.bench(step.bench, { runs: true, fresh })),
    ];
  }

  compare(step) {
    return [
      step.thought ? h("p", { class: "km-l-off", text: step.thought }) : null, step.lines.map((text) => h("p", { text })),
      step.reason ? h("p", { text: `You wrote: “${step.reason}”` }) : null, step.missing ? h("p", { class: "km-l-muted", text: step.missing }) : null,
      this.picture(step.caption ? h("p", { class: "km-l-caption", text: step.caption }) : null, this.bench(step.bench)),
    ].flat();
  }

  why(step) {
    const built = buildView(step, (message) => this.send(message), (text) => this.say(text));
    if (!step.ready) return built ?? [];
    const path = (p, i) => h("li", {},
      h("details", { "data-fold": `path:${i}` }, h("summary", {}, h("span", { text: p.label }), h("span", { class: "km-l-term", text: p.sum })),
        h("p", { text: [p.detail, p.term].filter(Boolean).join(" — ") }),
        p.place ? this.opener("See it at the table", p.place) : null));
    const revised = h("input", { type: "text", maxlength: "300", key: "revised", value: step.revised, autocomplete: "off" });
    revised.addEventListener("input", () => this.keepSoon(() => ({ do: "revise", reason: revised.value })));
    return [
      h("p", { class: "km-l-big", text: step.big }), built,
      step.paths.length ? h("details", { class: "km-l-fold", "data-fold": "paths" }, h("summary", { text: step.summary }), h("ul", { class: "km-l-paths" }, step.paths.map(path)), h("p", { class: "km-l-sum", text: step.total })) : h("p", { class: "km-l-sum", text: step.total }),
      h("label", { class: "km-l-reason" }, h("span", { text: step.reason ? `Before, you wrote: “${step.reason}”. What would you write now?` : "Say in one line why it is so." }), revised),
      step.chart ? this.picture(this.chart(step.chart)) : null,
    ];
  }

  change(step) {
    const ask = [...this.lookup(step), h("p", { class: "km-l-ask", text: step.ask })];
    if (!step.guess) return [ask, h("div", { class: "km-l-row" }, step.ways.map(([way, text]) => this.button(text, `way:${way}`, () => this.send({ do: "guess", way }))))];
    const top = Math.max(...step.both.flatMap(({ bench }) => bench.columns.map((column) => column.exact)));
    return [ask, h("p", { class: step.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: step.reply }), ...this.prose(step.because),
      this.picture(step.both.map(({ caption, bench }) => h("div", { class: "km-l-half" }, h("p", { class: "km-l-caption", text: caption }), this.bench(bench, { top }))))];
  }

  rank(step) {
    const ask = h("p", { class: "km-l-ask", text: step.ask });
    if (step.put) return [ask, h("p", { class: step.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: step.reply }), ...this.prose(step.because), this.picture(this.chart(step.chart))];
    const order = [...step.order];
    this.lead = this.button("This is my order", "rank", () => this.send({ do: "rank", order }), { class: "km-lead" });
    return [ask, orderList(step.items, order, ["Less ↑", "More ↓"], (now) => this.send({ do: "arrange", order: now }), (text) => this.say(text))];
  }

  check(step) {
    const items = step.items.map((item, n) => this.item(item, n, step.sure));
    const further = items.filter((_, n) => step.items[n].further);
    const fold = further.length ? h("details", { class: "km-l-fold km-l-further", "data-fold": "further" }, h("summary", { text: "More, if you like" }), further) : null;
    return [items.slice(0, items.length - further.length), fold];
  }

  item(item, n, levels) {
    const sure = h("select", { key: `sure:${n}` }, levels.map(([value, text]) => h("option", { value: String(value), selected: value === item.sure, text })));
    const typed = h("input", { type: "text", key: `typed:${n}`, autocomplete: "off", maxlength: "60", placeholder: item.chance ? "such as 2/5, 0.4 or 40\u00a0%" : "such as 3.4 or 17/5" });
    const rated = item.tries.length ? null : h("label", {}, h("span", { text: "How sure are you? " }), sure);
    const form = h("form", { class: "km-l-item" },
      h("h3", { text: item.title }), ...this.lookup(item), h("p", { text: item.ask }),
      item.tries.length ? h("p", { class: "km-l-muted", text: `You said: ${item.tries.join("; ")}` }) : null,
      item.settled ? null : h("div", { class: "km-l-row" }, h("label", {}, h("span", { text: "Your answer " }), typed), rated,
        h("button", { type: "submit", class: "km-lead", key: `answer:${n}`, text: "Answer" }),
        item.more ? this.button(item.hints.length ? "Next hint" : "Hint", `hint:${n}`, () => this.send({ do: "hint", n })) : null,
        item.may_tell ? this.button("Tell me", `tell:${n}`, () => this.send({ do: "tell", n })) : null),
      item.hints.length ? h("ol", { class: "km-l-hints" }, item.hints.map((text) => h("li", { text }))) : null,
      item.reply ? h("p", { class: item.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: item.reply }) : null,
      item.settled ? h("details", { class: "km-l-fold", "data-fold": `picture:${n}`, on: { toggle: ({ target }) => target.open && !item.chart && this.send({ do: "look", n }) } }, h("summary", { text: "The picture" }), item.exactly ? h("p", { class: "km-l-sum", text: item.exactly }) : null, this.chart(item.chart)) : null,
      item.again ? h("div", { class: "km-l-row" }, this.button("Another like it", `again:${n}`, () => this.send({ do: "again", n }))) : item.settled ? h("p", { class: "km-l-muted", text: "The picture tells all the others." }) : null);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ do: "answer", n, text: typed.value, sure: item.tries.length ? item.sure : Number(sure.value) });
    });
    return form;
  }

  sum(step) {
    const reasons = [step.reason && `Before: “${step.reason}”`, step.revised && `Now: “${step.revised}”`].filter(Boolean);
    return [h("ul", { class: "km-l-lines" }, [...step.lines, ...reasons].map((text) => h("li", { text }))),
      step.onward ? h("p", {}, "Next: ", h("a", { href: step.onward.link, text: step.onward.title })) : h("p", {}, "That was the last lesson. ", h("a", { href: step.home, text: "All pages of Kismet" })),
      step.chart ? this.picture(this.chart(step.chart), this.prose(step.after)) : null];
  }
}

export default {
  render({ model, el }) {
    const view = new LessonView(model, el);
    return () => view.stop();
  },
};
