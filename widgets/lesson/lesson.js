// Draws a lesson that the kernel describes (widgets/lesson/widget.py): a rail with all steps, and the step looked at
// with native controls, a bench, charts and the table in their places.

import { benchKey, benchTable, benchView, piece, pieces, runningCurve } from "../chart/bench.js";
import { buildView, orderList } from "./build.js";
import { broughtWork, workLink } from "./work.js";
import { download } from "../page/carry.js";
import { Client } from "../page/client.js";
import { h, keeper } from "../page/elements.js";
import { fixed, inPercent } from "../page/numbers.js";

let ids = 0;
const KEEP_AFTER = 400; // ms without a move before chips or words that are not put down yet are kept
const SURENESS = "kismet:sureness"; // how sure this reader was, by lesson

class LessonView {
  constructor(model, el) {
    this.model = model;
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
    this.section = h(
      "section",
      { class: "km-l-step", "aria-labelledby": this.head.id },
      this.head,
      this.notice,
      this.body,
      this.bar,
      this.slot,
    );
    this.root.append(this.rail, h("div", { class: "km-l-main" }, this.section, this.footer()), this.live);
    el.append(this.root);
    this.listeners = [["change:page", () => this.draw()], ["change:table", () => this.placeTable()]];
    this.client = new Client(model, {
      heard: (message) => this.told(message),
      busy: (on) => this.busy(on),
      lost: (lost) => this.tell(lost ? "The lesson does not answer. Your work is kept: reload the page to go on." : ""),
    });
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
    this.send({
      do: "hello",
      saved: brought ?? this.read(this.store),
      elsewhere,
      teacher: window.kismetClass?.teacher,
    });
    this.hold();
  }

  // A class (classroom/pupil.js) holds everybody at a step, and hears what is done.
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
    this.client.close();
    for (const { view } of this.views.values()) view?.remove();
  }

  // ---- talking to the kernel ----

  send(message, how) {
    this.keepNow();
    this.client.ask(message, how);
  }

  busy(on) {
    if (on) this.root.setAttribute("aria-busy", "true");
    else {
      this.root.removeAttribute("aria-busy");
      this.root.querySelector("progress")?.remove();
    }
  }

  told(message) {
    if (message.kind === "keep") this.keep(message.data);
    else if (message.kind === "notice") this.tell(message.text);
    else if (message.kind === "progress") this.progress(message);
    else if (message.kind === "file") download(message.name, message.text, "text/html");
    else if (message.kind === "report") window.kismetClass?.report(message.data);
    else if (message.kind === "sureness") this.keepSureness(message.data);
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

  // What a code has brought along counts as one more lesson.
  keepSureness(data) {
    try {
      keeper().setItem(
        SURENESS,
        JSON.stringify({ code: data, [this.model.get("lesson")]: this.read(this.store)?.rated ?? [] }),
      );
    } catch {
      // A browser without storage: it lasts as long as the page.
    }
    this.handed.replaceChildren("What your code says about being sure counts here now.");
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
      if (top < 0 || this.head.getBoundingClientRect().bottom > innerHeight) {
        this.root.scrollIntoView({ block: "start" });
      }
    } else if (focused && !this.root.contains(document.activeElement)) this.refocus(focused);
  }

  // Which of the thoughts that fit it was.
  which(choices, of) {
    if (!choices?.length) return null;
    return h(
      "div",
      { class: "km-l-row km-l-which", role: "group", "aria-label": "Which of these did you think?" },
      choices.map(([choice, text]) =>
        this.button(text, `think:${of.n ?? ""}:${choice}`, () => this.send({ do: "think", ...of, choice }))
      ),
    );
  }

  // The same control again; where it is gone, the reply, or else what leads on.
  refocus(key) {
    const reply = () =>
      [...this.body.querySelectorAll(".km-l-good, .km-l-off")].find((el) => !this.replies.includes(el.textContent));
    const place = reply() ?? this.root.querySelector(`[data-k="${CSS.escape(key)}"]:not(:disabled)`) ??
      this.body.querySelector(".km-l-good, .km-l-off") ?? this.bar.querySelector("button");
    place?.focus({ preventScroll: true });
  }

  drawStep(step, moved) {
    this.replies = moved ? [] : [...this.body.querySelectorAll(".km-l-good, .km-l-off")].map((el) => el.textContent);
    const open = new Set(
      moved ? [] : [...this.body.querySelectorAll("details[open]")].map((fold) => fold.dataset.fold),
    );
    const typed = new Map(
      moved
        ? []
        : [...this.body.querySelectorAll("input[type=text], select")].map((field) => [field.dataset.k, field.value]),
    );
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
    const [told, picture] = [
      drawn.filter((el) => el && !el.dataset.picture),
      drawn.filter((el) => el?.dataset.picture),
    ];
    this.body.replaceChildren(
      h("div", { class: "km-l-told" }, this.prose(step.text), told),
      ...(picture.length ? [h("div", { class: "km-l-shown" }, picture)] : []),
    );
    this.body.classList.toggle("km-l-two", picture.length > 0);
    for (const fold of this.body.querySelectorAll("details")) if (open.has(fold.dataset.fold)) fold.open = true;
    for (const field of this.body.querySelectorAll("input[type=text], select")) {
      if (typed.has(field.dataset.k) && !field.dataset.own) field.value = typed.get(field.dataset.k);
    }
    const on = step.held && step.done
      ? h("p", { class: "km-l-gate", text: `You are at the gate. Your teacher opens “${step.next}” for all.` })
      : step.next && (step.done || step.ready)
      ? this.button(step.held ? "I am ready" : `Go on: ${step.next}`, "next", () => this.send({ do: "next" }), {
        class: this.lead ? null : "km-lead",
      })
      : null;
    const leave = step.leave && !step.held
      ? this.button("Enough for today: sum up", "leave", () => this.send({ do: "go", kind: "sum" }))
      : null;
    this.bar.replaceChildren(...[this.lead, on, leave].filter(Boolean));
  }

  drawRail(rail) {
    const now = JSON.stringify(rail);
    if (now === this.railed) return;
    this.railed = now;
    const said = { done: "done", here: "you are here", open: "open", closed: "not open yet" };
    const item = ({ kind, label, state, done, shown, optional }, i) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            key: `go:${kind}`,
            class: `km-r-${state}${done ? " km-r-done" : ""}${shown ? " km-r-shown" : ""}${
              optional ? " km-r-side" : ""
            }`,
            disabled: state === "closed",
            "aria-current": state === "here" ? "step" : null,
            on: { click: () => this.send({ do: "go", kind }) },
          },
          h("i", { "aria-hidden": "true", text: done && state !== "here" ? (shown ? "–" : "✓") : String(i + 1) }),
          h("span", { class: "km-r-label", text: label }),
          h("span", {
            class: "km-l-hidden",
            text: `(${said[state]}${shown ? ", as it was shown" : ""}${optional ? ", if you like" : ""})`,
          }),
        ),
      );
    this.rail.replaceChildren(h("ol", {}, rail.map(item)));
    this.rail.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  footer() {
    const restart = this.button("Start this lesson again", "restart", () => {
      if (confirm("Start again? Your prediction, runs and answers are given up.")) this.send({ do: "restart" });
    });
    const larger = this.button(
      "Larger, for a projector",
      "larger",
      () => document.documentElement.classList.toggle("km-projector"),
    );
    const sheet = this.button("Save the worksheet", "worksheet", () => this.send({ do: "worksheet" }));
    this.all = this.button(
      "Open all steps",
      "open_all",
      () => this.send({ do: "open_all", teacher: window.kismetClass?.teacher }),
    );
    const link = this.button(
      "A link to my work",
      "link",
      async () =>
        this.handOut("This link holds your work; keep it to go on elsewhere:", await workLink(this.read(this.store))),
    );
    const code = this.button(
      "My result code",
      "code",
      () => this.send({ do: "code", face: window.kismetClass?.me?.face }),
    );
    this.handed = h("p", { class: "km-l-handed", role: "status" });
    const brought = h("input", {
      type: "text",
      key: "sureness",
      maxlength: "120",
      autocomplete: "off",
      spellcheck: "false",
    });
    const bring = h(
      "form",
      {
        class: "km-l-row",
        on: {
          submit: (event) => {
            event.preventDefault();
            this.send({ do: "sureness", text: brought.value });
          },
        },
      },
      h("label", {}, h("span", { text: "A result code of mine, from another day: " }), brought),
      h("button", { type: "submit", key: "bring", text: "Go on with it" }),
    );
    return h(
      "details",
      { class: "km-l-fold km-l-foot" },
      h("summary", { text: "My work, for teachers, and to start again" }),
      h("div", { class: "km-l-row" }, link, code),
      this.handed,
      bring,
      h(
        "p",
        {},
        "The worksheet is for paper. The teacher’s sheet, with likely mistakes and the key, is not on this page: ",
        h("code", { text: `kismet sheet ${this.model.get("lesson")}` }),
        " writes it.",
      ),
      h("div", { class: "km-l-row" }, sheet, this.all, larger, restart),
    );
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
      tip.style.left = "0";
      const edge = this.root.getBoundingClientRect().right;
      tip.style.left = `${Math.min(0, edge - tip.getBoundingClientRect().right)}px`;
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
    const row = ([head, ...cells]) =>
      h("tr", {}, h("th", { scope: "row", text: head }), cells.map((text) => h("td", { text })));
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
    const frame = h(
      "div",
      { class: `km-l-table${odds ? "" : " km-l-no-odds"}` },
      h("div", { class: "km-l-row" }, shut, own),
      entry.el,
    );
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
    return [
      h("ul", { class: "km-l-lines" }, step.faults.map((text) => h("li", { text }))),
      h("p", {
        class: "km-l-muted",
        text: "For the author: “kismet check” with the file’s name says the same in the terminal. Everybody else: " +
          "tell your teacher.",
      }),
    ];
  }

  example(step) {
    return this.picture(h("p", { class: "km-l-caption", text: step.caption }), this.bench(step.bench));
  }

  play(step) {
    const riddles = step.riddles && this.button("Three riddles on the rules (if you like)", "riddles", () => {
      this.opening = true;
      this.send({ do: "riddles" });
    });
    const whole = step.place || riddles
      ? h(
        "div",
        { class: "km-l-row" },
        riddles,
        step.place && this.opener("Play the whole game (if you like)", step.place),
      )
      : null;
    if (step.mini) return [this.picture(this.lookup(step), this.mini(step.mini)), whole];
    const calls = step.calls.map((text, n) => this.button(text, `call:${n}`, () => this.send({ do: "call", n })));
    const tray = h(
      "div",
      { class: "km-l-tray" },
      step.pieces.length || step.say
        ? [pieces(step.pieces), h("span", { text: step.say })]
        : h("span", { text: "Call it, and see what comes." }),
    );
    return [
      this.picture(
        this.lookup(step),
        tray,
        step.left
          ? h(
            "fieldset",
            { class: "km-w-level" },
            h("legend", { text: `${step.go}: what will it be?` }),
            h("div", { class: "km-l-row" }, calls),
          )
          : h("p", { text: "Enough by hand. Go on." }),
        h("p", { class: "km-l-muted", text: [step.told, step.score].filter(Boolean).join(" ") }),
      ),
      whole,
    ];
  }

  // The mini-table: what lies there, what was said, what may be done. A move of a cell is the cell itself.
  mini({ pieces: list, say, ask, moves, more }) {
    const move = (n) => this.send({ do: "move", n });
    const cells = new Set(list.flatMap(({ grid }) => grid ?? []).map((cell) => cell.move));
    const buttons = moves.map((text, n) => (cells.has(n) ? null : this.button(text, `move:${n}`, () => move(n))));
    return [
      h(
        "div",
        { class: "km-l-tray km-m" },
        list.map((one) => piece(one, move)),
        h("p", { class: "km-m-say", text: say }),
      ),
      moves.length
        ? h("fieldset", { class: "km-w-level" }, h("legend", { text: ask }), h("div", { class: "km-l-row" }, buttons))
        : null,
      more ? h("div", { class: "km-l-row" }, this.button("Once more", "deal", () => this.send({ do: "deal" }))) : null,
    ];
  }

  back(step) {
    return step.place ? h("div", { class: "km-l-row" }, this.opener("Back to the table", step.place)) : null;
  }

  machine(step) {
    return [
      this.view(this.model.get("charts").machine, h("div", { class: "km-l-machine" })).el,
      step.right ? h("p", { class: "km-l-good", tabindex: "-1", text: step.reply }) : null,
      step.show_me
        ? h(
          "div",
          { class: "km-l-row" },
          this.button("Show me", "show_machine", () => this.send({ do: "show_machine" })),
        )
        : null,
    ];
  }

  predict(step) {
    const ask = h("p", { class: "km-l-ask", text: step.ask });
    const reason = step.reason ? h("p", { text: `You wrote: “${step.reason}”` }) : null;
    if (step.put) return [ask, reason, this.lines(step.lines), this.picture(this.bench(step.bench))];
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
    const tools = h(
      "div",
      { class: "km-l-row" },
      this.button(fraction ? "Fifty-fifty" : "Spread them evenly", "even", set(even)),
      fraction ? null : this.button("Take all back", "none", set(columns.map(() => 0))),
    );
    const update = () => {
      const data = {
        ...step.bench,
        all: step.all,
        columns: columns.map((column, i) => ({ ...column, chips: chips[i] })),
      };
      shown.replaceChildren(
        ask,
        ...this.lookup(step),
        benchView(data, { pick: fraction ? null : pick }),
        ...(slider ? [slider.el] : []),
        rest,
        tools,
      );
      slider?.update();
      const n = left();
      rest.textContent = fraction
        ? (n ? "Move the slider, or say fifty-fifty." : "")
        : n
        ? `${n} of ${step.all} chips left. Click a column to put one there.`
        : "All chips are down.";
      sum.textContent = this.chipsSay(step, chips);
      this.lead.toggleAttribute("data-wait", n > 0);
    };
    const moved = (key) => {
      update();
      if (key) this.root.querySelector(`[data-k="${key}"]`)?.focus({ preventScroll: true });
      keep();
    };
    update();
    return [
      sum,
      this.thinking(step, fraction),
      h("label", { class: "km-l-reason" }, h("span", { text: "Because (one line; you will see it again)" }), why),
      shown,
    ];
  }

  // What was worked out, line by line.
  lines(lines) {
    if (!lines?.length) return null;
    return h("ul", { class: "km-l-thinking", "aria-label": "Your lines" }, lines.map((text) => h("li", { text })));
  }

  // A line to think on, before the prediction is put down.
  thinking({ lines }, slider) {
    const typed = h("input", {
      type: "text",
      key: "thinking",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: "120",
      placeholder: "such as 1-(5/6)^2",
    });
    const work = () => this.send({ do: "line", text: typed.value });
    typed.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      work();
    });
    return h(
      "details",
      { class: "km-l-fold", "data-fold": "thinking", open: lines.length > 0 },
      h("summary", { text: "A line to reckon on, if you like" }),
      h(
        "div",
        { class: "km-l-row" },
        h(
          "label",
          { class: "km-l-typed" },
          h("span", { text: `Your line${slider ? "; the slider moves to it" : ""} ` }),
          typed,
        ),
        this.button("= Work it out", "think-on", work, { title: "Works a line out: + − × / ^ ( ) choose" }),
      ),
      this.lines(lines),
    );
  }

  // What the chips say about the question itself.
  chipsSay({ asked, asked_words: words, worth, unit, all }, chips) {
    const down = chips.reduce((total, n) => total + n, 0);
    if (asked) {
      const n = asked.reduce((total, i) => total + chips[i], 0);
      if (!down) return "";
      return `So your chips answer the question so far: “${words}” with ${n} of ${all} chips, ${inPercent(n / all)}.`;
    }
    if (worth && down) {
      return `Your chips so far say ${
        fixed(chips.reduce((total, n, i) => total + n * worth[i], 0) / down, 1)
      } ${unit} on average.`.replace("  ", " ");
    }
    return "";
  }

  slider(step, chips, left, moved) {
    const [yes, no] = step.bench.columns.map((column) => column.name);
    const range = h("input", {
      type: "range",
      min: "0",
      max: String(step.all),
      step: "1",
      key: "chip:0",
      "aria-label": `Chance of: ${yes}`,
    });
    const said = h("span", { class: "km-l-said" });
    range.addEventListener("input", () => {
      chips[0] = range.valueAsNumber;
      chips[1] = step.all - chips[0];
      moved();
    });
    return {
      el: h(
        "div",
        { class: "km-l-fraction" },
        said,
        range,
        h("span", { class: "km-l-muted", text: `The rest is for: ${no}.` }),
      ),
      update: () => {
        const open = left() > 0; // the slider stands somewhere, but nothing is said yet
        range.value = open ? step.all / 2 : chips[0];
        range.toggleAttribute("data-wait", open);
        said.textContent = open
          ? `${yes}: you have not said yet`
          : `${yes}: ${chips[0]} of ${step.all}, that is ${inPercent(chips[0] / step.all)}`;
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
    const tray = h(
      "div",
      { class: "km-l-tray" },
      last
        ? [pieces(last.pieces), h("span", { text: last.say })]
        : h("span", { text: total ? "Too quick to see." : "Nothing yet." }),
    );
    if (!step.revealed) {
      this.lead = this.button(
        step.ready ? "Compare with the exact answer" : `Compare (after ${wait} more run${wait === 1 ? "" : "s"})`,
        "reveal",
        () => this.send({ do: "reveal" }),
        { class: "km-lead", "data-wait": !step.ready },
      );
    }
    const fresh = total === this.ran ? [] : step.last.map(({ at }) => at);
    this.ran = total;
    return [
      tray,
      h("div", { class: "km-l-row", key: "portions" }, portions),
      runningCurve(step.trail, step.running, step.mean),
      step.unseen.length ? h("ul", { class: "km-l-missing" }, step.unseen.map((text) => h("li", { text }))) : null,
      this.picture(this.bench(step.bench, { runs: true, fresh })),
    ];
  }

  compare(step) {
    return [
      step.thought ? h("p", { class: "km-l-off", tabindex: "-1", text: step.thought }) : null,
      this.which(step.which, {}),
      step.lines.map((text) => h("p", { text })),
      step.reason ? h("p", { text: `You wrote: “${step.reason}”` }) : null,
      this.lines(step.thinking),
      step.missing ? h("p", { class: "km-l-muted", text: step.missing }) : null,
      this.picture(step.caption ? h("p", { class: "km-l-caption", text: step.caption }) : null, this.bench(step.bench)),
    ].flat();
  }

  why(step) {
    const built = buildView(step, (message) => this.send(message), (text) => this.say(text));
    if (!step.ready) return built ?? [];
    const path = (p, i) =>
      h(
        "li",
        {},
        h(
          "details",
          { "data-fold": `path:${i}` },
          h("summary", {}, h("span", { text: p.label }), h("span", { class: "km-l-term", text: p.sum })),
          h("p", { text: [p.detail, p.term].filter(Boolean).join(" — ") }),
          p.place ? this.opener("See it at the table", p.place) : null,
        ),
      );
    const revised = h("input", {
      type: "text",
      maxlength: "300",
      key: "revised",
      value: step.revised,
      autocomplete: "off",
    });
    revised.addEventListener("input", () => this.keepSoon(() => ({ do: "revise", reason: revised.value })));
    return [
      h("p", { class: "km-l-big", text: step.big }),
      built,
      step.paths.length
        ? h(
          "details",
          { class: "km-l-fold", "data-fold": "paths" },
          h("summary", { text: step.summary }),
          h("ul", { class: "km-l-paths" }, step.paths.map(path)),
          h("p", { class: "km-l-sum", text: step.total }),
        )
        : h("p", { class: "km-l-sum", text: step.total }),
      h(
        "label",
        { class: "km-l-reason" },
        h("span", {
          text: step.reason
            ? `Before, you wrote: “${step.reason}”. What would you write now?`
            : "Say in one line why it is so.",
        }),
        revised,
      ),
      step.chart ? this.picture(this.chart(step.chart)) : null,
    ];
  }

  change(step) {
    const ask = [...this.lookup(step), h("p", { class: "km-l-ask", text: step.ask })];
    if (!step.guess) {
      return [
        ask,
        h(
          "div",
          { class: "km-l-row" },
          step.ways.map(([way, text]) => this.button(text, `way:${way}`, () => this.send({ do: "guess", way }))),
        ),
      ];
    }
    const top = Math.max(...step.both.flatMap(({ bench }) => bench.columns.map((column) => column.exact)));
    return [
      ask,
      h("p", { class: step.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: step.reply }),
      ...this.prose(step.because),
      this.picture(
        step.both.map(({ caption, bench }) =>
          h("div", { class: "km-l-half" }, h("p", { class: "km-l-caption", text: caption }), this.bench(bench, { top }))
        ),
      ),
    ];
  }

  // Own data: what one has, a number for each outcome, and what the model says to it.
  data(step) {
    let model = step.model;
    const place = h("div", { class: "km-l-tally" });
    const fields = () => [...place.querySelectorAll("input")];
    const fill = (values) =>
      place.replaceChildren(
        ...step.models[model][1].map((name, i) =>
          h(
            "label",
            {},
            h("span", { text: name }),
            h("input", { type: "number", min: "0", max: "600", key: `tally:${i}`, value: String(values[i] ?? 0) }),
          )
        ),
      );
    const choose = h(
      "select",
      {
        key: "model",
        on: {
          change: () => {
            model = choose.selectedIndex;
            fill([]);
          },
        },
      },
      step.models.map(([words], i) => h("option", { value: String(i), selected: i === model, text: words })),
    );
    fill(step.tally);
    this.lead = this.button(
      "How often is the model this far off?",
      "fit",
      () => this.send({ do: "data", model, counts: fields().map((field) => Number(field.value || 0)) }),
      {
        class: step.verdict ? null : "km-lead",
      },
    );
    return [
      h("label", {}, h("span", { text: "I have " }), choose),
      place,
      step.verdict ? h("p", { class: "km-l-good", tabindex: "-1", text: step.verdict }) : null,
      step.bench ? this.picture(this.bench(step.bench)) : null,
    ];
  }

  rank(step) {
    const ask = h("p", { class: "km-l-ask", text: step.ask });
    if (step.put) {
      return [
        ask,
        h("p", { class: step.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: step.reply }),
        ...this.prose(step.because),
        this.picture(this.chart(step.chart)),
      ];
    }
    const order = [...step.order];
    this.lead = this.button("This is my order", "rank", () => this.send({ do: "rank", order }), { class: "km-lead" });
    return [
      ask,
      orderList(
        step.items,
        order,
        ["Less ↑", "More ↓"],
        (now) => this.send({ do: "arrange", order: now }),
        (text) => this.say(text),
      ),
    ];
  }

  check(step) {
    const items = step.items.map((item, n) => this.item(item, n, step.sure));
    const further = items.filter((_, n) => step.items[n].further);
    const fold = further.length
      ? h(
        "details",
        { class: "km-l-fold km-l-further", "data-fold": "further" },
        h("summary", { text: "More, if you like" }),
        further,
      )
      : null;
    return [items.filter((_, n) => !step.items[n].further), fold];
  }

  item(item, n, levels) {
    const sure = h(
      "select",
      { key: `sure:${n}`, required: true },
      h("option", { value: "", selected: true, text: "choose …" }),
      levels.map(([value, text]) => h("option", { value: String(value), text })),
    );
    const typed = h("input", {
      type: "text",
      key: `typed:${n}`,
      autocomplete: "off",
      maxlength: "120",
      placeholder: item.chance ? "such as 2/5, 40\u00a0% or 1-(5/6)^2" : "such as 3.4 or (1+6)/2",
    });
    const rated = item.tries.length ? null : h("label", {}, h("span", { text: "How sure are you? " }), sure);
    const line = this.button("= Work it out", `line:${n}`, () => this.send({ do: "line", n, text: typed.value }), {
      title: "Works a line out without answering: + − × / ^ ( ) choose",
    });
    const form = h(
      "form",
      { class: "km-l-item", novalidate: true, "data-n": n },
      h("h3", { text: item.elsewhere ? `Outside of games: ${item.title}` : item.title }),
      ...this.lookup(item),
      item.more_work
        ? h("p", { class: "km-l-muted", text: "More to reckon than the others: for who likes it." })
        : null,
      h("p", { text: item.ask }),
      item.tries.length ? h("p", { class: "km-l-muted", text: `You said: ${item.tried.join("; ")}` }) : null,
      this.lines(item.lines),
      item.settled ? null : h(
        "div",
        { class: "km-l-row" },
        h("label", { class: "km-l-typed" }, h("span", { text: "Your answer " }), typed),
        line,
        rated,
        h("button", { type: "submit", class: "km-lead", key: `answer:${n}`, text: "Answer" }),
        item.more
          ? this.button(item.hints.length ? "Next hint" : "Hint", `hint:${n}`, () => this.send({ do: "hint", n }))
          : null,
        item.may_tell ? this.button("Tell me", `tell:${n}`, () => this.send({ do: "tell", n })) : null,
      ),
      item.hints.length ? h("ol", { class: "km-l-hints" }, item.hints.map((text) => h("li", { text }))) : null,
      item.reply ? h("p", { class: item.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: item.reply }) : null,
      this.which(item.which, { n }),
      this.smaller(item, n),
      item.settled
        ? h(
          "details",
          {
            class: "km-l-fold",
            "data-fold": `picture:${n}`,
            on: { toggle: ({ target }) => target.open && !item.chart && this.send({ do: "look", n }) },
          },
          h("summary", { text: "The picture" }),
          item.exactly ? h("p", { class: "km-l-sum", text: item.exactly }) : null,
          this.chart(item.chart),
        )
        : null,
      item.again
        ? h(
          "div",
          { class: "km-l-row" },
          this.button("Another like it", `again:${n}`, () => this.send({ do: "again", n })),
        )
        : item.settled
        ? h("p", { class: "km-l-muted", text: "The picture tells all the others." })
        : null,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ do: "answer", n, text: typed.value, sure: item.tries.length ? item.sure : Number(sure.value) });
    });
    return form;
  }

  // Downwards from a wrong answer: two steps, or the same question with smaller numbers, and back.
  smaller({ may_go_down: may, smaller, steps }, n) {
    if (may) {
      const words = steps ? "In two steps" : "Easier numbers first";
      const down = this.button(words, `down:${n}`, () => this.send({ do: "down", n }));
      return h("div", { class: "km-l-row" }, down);
    }
    if (!smaller) return null;
    const typed = h("input", {
      type: "text",
      key: `small:${n}:${smaller.before.length}`,
      autocomplete: "off",
      maxlength: "120",
    });
    const say = () => this.send({ do: "small", n, text: typed.value });
    typed.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      say();
    });
    return h(
      "div",
      { class: "km-l-smaller", role: "group", "aria-label": smaller.steps ? "In two steps" : "With easier numbers" },
      h("p", {
        class: "km-l-muted",
        text: smaller.steps
          ? "Two steps on the way to your question:"
          : smaller.smaller
          ? "The same with smaller numbers:"
          : "Yours are the smallest numbers there are. The same once more, with others:",
      }),
      smaller.before.map(([ask, said]) => h("p", {}, `${ask} `, h("b", { text: said }))),
      h("p", { text: smaller.ask }),
      smaller.said ? h("p", { class: "km-l-muted", text: `You said: ${smaller.said}` }) : null,
      smaller.right ? null : h(
        "div",
        { class: "km-l-row" },
        h("label", {}, h("span", { text: smaller.steps ? "This step " : "With these numbers " }), typed),
        this.button("Try it", `try:${n}`, say),
      ),
      smaller.reply
        ? h("p", { class: smaller.right ? "km-l-good" : "km-l-off", tabindex: "-1", text: smaller.reply })
        : null,
    );
  }

  sum(step) {
    const reasons = [step.reason && `Before: “${step.reason}”`, step.revised && `Now: “${step.revised}”`].filter(
      Boolean,
    );
    return [
      h("ul", { class: "km-l-lines" }, [...step.lines, ...reasons].map((text) => h("li", { text }))),
      step.onward
        ? h("p", {}, "Next: ", h("a", { href: step.onward.link, text: step.onward.title }))
        : h("p", {}, "That was the last lesson. ", h("a", { href: step.home, text: "All pages of Kismet" })),
      step.chart ? this.picture(this.chart(step.chart), this.prose(step.after)) : null,
    ];
  }
}

export default {
  render({ model, el }) {
    const view = new LessonView(model, el);
    return () => view.stop();
  },
};
