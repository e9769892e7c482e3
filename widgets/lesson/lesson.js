// Draws a lesson that the kernel describes (widgets/lesson/widget.py): a rail with all steps, and the displayed step
// with native controls, charts and the table in their places.

import { drawOutcomeChart, drawOutcomeLegend, drawOutcomeTable } from "../chart/outcome_chart.js";
import { STEP_RENDERERS } from "./step_views.js";
import { hasHomeworkLink, prefixClassCodeOfHomework, renderHomeworkNote } from "./homework.js";
import { createProgressLink, decodeProgressLink, hasProgressLink, progressLinkPayload } from "./progress_link.js";
import { renderMisconceptions } from "./misconceptions_view.js";
import { downloadFile } from "../page/sharing.js";
import { isInNotebook, KernelClient } from "../page/client.js";
import { h } from "../page/elements.js";
import { preventRepeatedEnter, unmodifiedKey } from "../page/keyboard.js";
import { progressStorage, widgetStorageKey } from "../page/storage.js";

let ids = 0;
const KEEP_AFTER = 400; // ms without a move before chips or words that are not put down yet are kept
const NEWER = "You have opened this link before and have continued your work since. This is your newer work.";
const LINKED =
  "This is the work of your link. “My work” below has a button that brings back the work that was here before.";
const SURENESS = "kismet:sureness"; // how sure this reader was, by lesson

class LessonView {
  constructor(model, el) {
    this.model = model;
    this.views = new Map(); // model id -> {el, view}
    this.closed = false;
    this.store = widgetStorageKey(`kismet:lesson:${model.get("lesson")}`, model);
    this.rated = [model.get("lesson"), model.get("place")].filter(Boolean).join(":"); // its entry in SURENESS
    this.root = h("div", { class: "km-lesson", "data-lm-suppress-shortcuts": "true" });
    this.notice = h("p", { class: "km-lesson-notice", role: "alert", hidden: true });
    this.live = h("p", { class: "km-lesson-hidden", role: "status" });
    this.rail = h("nav", { class: "km-lesson-step-list", "aria-label": "Steps of this lesson" });
    this.head = h("h2", { id: `km-lesson-${++ids}`, tabindex: "-1" });
    this.body = h("div", { class: "km-lesson-body" });
    this.bar = h("div", { class: "km-lesson-bar" });
    this.slot = h("div", { class: "km-lesson-slot" });
    this.section = h(
      "section",
      { class: "km-lesson-step", "aria-labelledby": this.head.id },
      this.head,
      this.notice,
      this.body,
      this.bar,
      this.slot,
    );
    this.homework = h("div");
    this.placeHomework();
    this.linked = h("p", { class: "km-lesson-homework", role: "status", hidden: true });
    el.append(this.homework, this.linked);
    this.root.append(this.rail, h("div", { class: "km-lesson-main" }, this.section, this.footer()), this.live);
    el.append(this.root);
    this.listeners = [["change:page", () => this.draw()], ["change:table", () => this.placeTable()]];
    this.client = new KernelClient(model, {
      onMessage: (message) => this.told(message),
      onBusyChange: (on) => this.busy(on),
      onConnectionChange: (lost) => {
        const more = isInNotebook() ? "run the cell again" : "reload the page";
        this.tell(lost ? `The lesson isn’t answering. Your work is saved. To continue, ${more}.` : "");
      },
    });
    for (const [type, run] of this.listeners) model.on(type, run);
    this.root.addEventListener("keydown", (event) => {
      preventRepeatedEnter(event);
      if (unmodifiedKey(event) === "Escape") this.root.querySelector(".km-term-open")?.classList.remove("km-term-open");
    });
    this.root.addEventListener("input", () => this.tell(""));
    this.draw();
    this.placeTable();
    this.inClass = () => this.hold();
    document.addEventListener("kismet:class", this.inClass);
    this.moved = () => {
      if (hasHomeworkLink()) this.placeHomework();
      else this.openLinked();
    };
    addEventListener("hashchange", this.moved); // a link that is pasted into the open page
    this.begin();
  }

  placeHomework() {
    this.homework.replaceChildren(...[renderHomeworkNote(this.model.get("lesson"))].filter(Boolean));
  }

  begin() {
    const elsewhere = { ...this.read(SURENESS) };
    delete elsewhere[this.rated];
    this.send({
      do: "hello",
      saved: this.read(this.store),
      elsewhere,
      teacher: window.kismetClass?.teacher,
    });
    this.hold();
    this.openLinked();
  }

  // Opening a link with work loses nothing: the previous work on this page is kept as the "other work". If a user has
  // continued the work of this link and opens the link again, the continued work is displayed.
  async openLinked() {
    if (!hasProgressLink()) return;
    const link = progressLinkPayload(), kept = this.read(this.store);
    const isNewer = Boolean(kept?.seen?.length) && this.read(`${this.store}:link`)?.text === link;
    const work = await decodeProgressLink(link);
    if (isNewer && !this.other) this.write(`${this.store}:other`, work);
    const isTaken = !isNewer && await this.take(work);
    if (isTaken) this.write(`${this.store}:link`, { text: link });
    this.linked.textContent = isNewer ? NEWER : isTaken && this.other ? LINKED : "";
    this.linked.hidden = !this.linked.textContent;
    this.change.hidden = !this.other;
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  get other() {
    return this.read(`${this.store}:other`);
  }

  // Continues with other work on this lesson. The current work becomes the other work. Returns whether this was
  // possible.
  async take(work) {
    this.keepNow();
    const before = this.read(this.store);
    const taken = await this.client.request({ do: "import_progress", work, teacher: window.kismetClass?.teacher });
    if (taken && before?.seen?.length) this.write(`${this.store}:other`, before);
    return Boolean(taken);
  }

  // A class (classroom/class_membership.js) can stop all pupils at a step. It receives reports of their work.
  hold() {
    const room = window.kismetClass;
    this.all.hidden = Boolean(room) && !room.mayOpenAll;
    const held = { upto: room?.lastAllowedStep ?? null, start: room?.startStep ?? null };
    const now = JSON.stringify(held);
    if (!(room?.joined || this.held !== undefined) || now === this.held) return;
    this.held = now;
    this.send({ do: "set_last_allowed_step", ...held });
  }

  stop() {
    this.closed = true;
    this.keepNot();
    document.removeEventListener("kismet:class", this.inClass);
    removeEventListener("hashchange", this.moved);
    for (const [type, run] of this.listeners) this.model.off(type, run);
    this.client.close();
    for (const { view } of this.views.values()) view?.remove();
  }

  // ---- messages to the kernel ----

  send(message, how) {
    this.keepNow();
    this.client.request(message, how);
  }

  busy(on) {
    if (on) this.root.setAttribute("aria-busy", "true");
    else {
      this.root.removeAttribute("aria-busy");
      this.root.querySelector("progress")?.remove();
    }
  }

  told(message) {
    if (message.kind === "save_progress") this.keep(message.data);
    else if (message.kind === "notice") this.tell(message.text);
    else if (message.kind === "progress") this.progress(message);
    else if (message.kind === "download_file") downloadFile(message.name, message.text, "text/html");
    else if (message.kind === "report") this.report(message.data);
    else if (message.kind === "ratings") this.keepSureness(message.data);
    else if (message.kind === "misconceptions") {
      this.ideas.replaceChildren(renderMisconceptions(message.data, (lesson) => `${lesson}.ipynb`));
    } else if (message.kind === "result_code") {
      this.placeHomework(); // its day may have ended since the page was opened
      this.handOut(
        "Your result code, to read out or to copy:",
        prefixClassCodeOfHomework(this.model.get("lesson"), message.text),
      );
    }
  }

  // Sends a report to the class, with the data for continuing on another device.
  report(data) {
    window.kismetClass?.report(data, { place: this.store, saved: this.read(this.store) });
  }

  tell(text) {
    this.notice.textContent = text;
    this.notice.hidden = !text;
  }

  read(key) {
    try {
      const kept = JSON.parse(progressStorage().getItem(key));
      return kept && typeof kept === "object" ? kept : null;
    } catch {
      return null; // storage is off, or holds something else
    }
  }

  write(key, data) {
    try {
      progressStorage().setItem(key, JSON.stringify(data));
    } catch {
      // The browser has no storage, so the work is lost when the page is closed.
    }
  }

  keep(data) {
    this.tell("");
    this.write(this.store, data);
    this.write(SURENESS, { ...this.read(SURENESS), [this.rated]: data.rated });
  }

  // Stores the confidence ratings from a result code like those of one more lesson.
  keepSureness(data) {
    this.write(SURENESS, { code: data, [this.rated]: this.read(this.store)?.rated ?? [] });
    this.handed.replaceChildren("This chart now includes how sure you felt in the answers of that code.");
  }

  keepSoon(message) {
    clearTimeout(this.keeping);
    this.late = message;
    this.keeping = setTimeout(() => this.keepNow(), KEEP_AFTER);
  }

  // Saves a text at once, so that a user who writes and continues loses no word.
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
    const row = this.root.querySelector("[data-key=portions]");
    if (!row) return;
    const bar = row.querySelector("progress") ??
      row.appendChild(h("progress", { max: of, "aria-label": "Trials done" }));
    bar.value = done;
  }

  // ---- frame ----

  draw() {
    const { step, rail, live } = this.model.get("page");
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.dataset.key;
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

  // Asks which of the matching misconceptions it was.
  which(choices, of) {
    if (!choices?.length) return null;
    return h(
      "div",
      { class: "km-lesson-row km-lesson-which", role: "group", "aria-label": "Which of these was your idea?" },
      choices.map(([choice, text]) =>
        this.button(
          text,
          `think:${of.n ?? ""}:${choice}`,
          () => this.send({ do: "confirm_misconception", ...of, choice }),
        )
      ),
    );
  }

  // Focuses the same control again. If the control is gone, focuses the reply, or otherwise the continue button.
  refocus(key) {
    const reply = () =>
      [...this.body.querySelectorAll(".km-lesson-feedback-right, .km-lesson-feedback-wrong")].find((el) =>
        !this.replies.includes(el.textContent)
      );
    const place = reply() ?? this.root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`) ??
      this.body.querySelector(".km-lesson-feedback-right, .km-lesson-feedback-wrong") ??
      this.bar.querySelector("button");
    place?.focus({ preventScroll: true });
  }

  drawStep(step, moved) {
    this.replies = moved
      ? []
      : [...this.body.querySelectorAll(".km-lesson-feedback-right, .km-lesson-feedback-wrong")].map((el) =>
        el.textContent
      );
    const open = new Set(
      moved ? [] : [...this.body.querySelectorAll("details[open]")].map((fold) => fold.dataset.fold),
    );
    const typed = new Map(
      moved
        ? []
        : [...this.body.querySelectorAll("input[type=text], select")].map((field) => [field.dataset.key, field.value]),
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
    const drawn = [STEP_RENDERERS[step.kind](this, step)].flat(Infinity);
    const [told, picture] = [
      drawn.filter((el) => el && !el.dataset.picture),
      drawn.filter((el) => el?.dataset.picture),
    ];
    this.body.replaceChildren(
      h("div", { class: "km-lesson-text-column" }, this.prose(step.text), this.more(step.more), told),
      ...(picture.length ? [h("div", { class: "km-lesson-figure-column" }, picture)] : []),
    );
    this.body.classList.toggle("km-lesson-two-columns", picture.length > 0);
    for (const fold of this.body.querySelectorAll("details")) if (open.has(fold.dataset.fold)) fold.open = true;
    for (const field of this.body.querySelectorAll("input[type=text], select")) {
      if (typed.has(field.dataset.key) && !field.dataset.own) field.value = typed.get(field.dataset.key);
    }
    const on = step.held && step.done
      ? h("p", {
        class: "km-lesson-held-note",
        text: `This step is locked for now. Your teacher opens “${step.next}” for everybody.`,
      })
      : step.next && (step.done || step.ready)
      ? this.button(step.held ? "I am ready" : `Continue: ${step.next}`, "next", () => this.send({ do: "next_step" }), {
        class: this.lead ? null : "km-primary",
      })
      : null;
    const leave = step.leave && !step.held
      ? this.button(
        "Stop here and go to the summary",
        "leave",
        () => this.send({ do: "go_to_step", kind: "sum" }),
        {
          class: "km-quiet",
        },
      )
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
            class: `km-step-list-${state}${done ? " km-step-list-done" : ""}${shown ? " km-step-list-shown" : ""}${
              optional ? " km-step-list-side" : ""
            }`,
            disabled: state === "closed",
            "aria-current": state === "here" ? "step" : null,
            on: { click: () => this.send({ do: "go_to_step", kind }) },
          },
          h("i", { "aria-hidden": "true", text: done && state !== "here" ? (shown ? "–" : "✓") : String(i + 1) }),
          h("span", { class: "km-step-list-label", text: label }),
          h("span", {
            class: "km-lesson-hidden",
            text: `(${said[state]}${shown ? ", as it was shown" : ""}${optional ? ", if you like" : ""})`,
          }),
        ),
      );
    this.rail.replaceChildren(h("ol", {}, rail.map(item)));
    this.rail.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  footer() {
    const restart = this.button("Start this lesson again", "restart", () => {
      if (confirm("Do you want to start again? This deletes your prediction, trials and answers.")) {
        this.send({ do: "restart" });
      }
    });
    const larger = this.button(
      "Enlarge for a projector",
      "larger",
      () => document.documentElement.classList.toggle("km-projector"),
    );
    const sheet = this.button("Save the worksheet", "worksheet", () => this.send({ do: "download_worksheet" }));
    this.all = this.button(
      "Open all steps",
      "open_all",
      () => this.send({ do: "unlock_steps", teacher: window.kismetClass?.teacher }),
    );
    const link = this.button(
      "A link to my work",
      "link",
      async () =>
        this.handOut(
          "This link contains your work. Keep it to continue on another device:",
          await createProgressLink(this.read(this.store)),
        ),
    );
    const code = this.button(
      "My result code",
      "code",
      () => this.send({ do: "create_result_code", face: window.kismetClass?.me?.face }),
    );
    this.change = this.button("Switch to my other work", "other", async () => {
      if (await this.take(this.other)) this.linked.hidden = true;
    }, { hidden: !this.other });
    this.handed = h("p", { class: "km-lesson-handed-in", role: "status" });
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
        class: "km-lesson-row",
        on: {
          submit: (event) => {
            event.preventDefault();
            this.send({ do: "import_ratings", text: brought.value });
          },
        },
      },
      h("label", {}, h("span", { text: "A result code of mine, from another day: " }), brought),
      h("button", { type: "submit", key: "bring", text: "Continue with it" }),
    );
    this.ideas = h("div", { role: "status" });
    return h(
      "details",
      { class: "km-lesson-collapsible km-lesson-foot" },
      h("summary", { text: "My work, for teachers, start again" }),
      h("div", { class: "km-lesson-row" }, link, code, this.change),
      this.handed,
      bring,
      this.codesForm(),
      this.ideas,
      h(
        "p",
        {},
        "The worksheet is for paper. The teacher’s sheet, with likely mistakes and the key, isn’t on this page. Run ",
        h("code", { text: `kismet sheet ${this.model.get("lesson")}` }),
        " to make it.",
      ),
      h("div", { class: "km-lesson-row" }, sheet, this.all, larger, restart),
    );
  }

  // Form for result codes of this pupil from other lessons. It combines the answers of all these lessons.
  codesForm() {
    const texts = this.model.get("texts");
    const codes = h("textarea", { key: "codes", rows: "2", autocomplete: "off", spellcheck: "false" });
    const submit = (event) => {
      event.preventDefault();
      this.send({ do: "summarize_result_codes", text: codes.value });
    };
    return h(
      "form",
      { class: "km-lesson-row", on: { submit } },
      h("label", {}, h("span", { text: texts.codes_label }), codes),
      h("button", { type: "submit", key: "ideas", text: texts.codes_button }),
    );
  }

  // Displays a text for the user to copy. The text is already selected.
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

  // Optional further text.
  more(paragraphs) {
    if (!paragraphs?.length) return [];
    const fold = { class: "km-lesson-collapsible", "data-fold": "more" };
    return [h("details", fold, h("summary", { text: "More about this" }), this.prose(paragraphs))];
  }

  span({ t, b, why }) {
    if (!why) return b ? h("b", { text: t }) : h("span", { text: t });
    const id = `km-lesson-${++ids}`;
    const tip = h("span", { id, role: "tooltip", class: "km-term-tip", text: why });
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
    return this.view(this.model.get("charts")[name], h("div", { class: "km-lesson-chart" })).el;
  }

  // The view of another widget. It is created only once.
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

  // A figure that is next to the text on a wide page.
  picture(...kids) {
    return h("div", { class: "km-lesson-figure", "data-picture": "true" }, kids);
  }

  // A small table on paper: the value of each result.
  lookup({ lookup }) {
    if (!lookup?.length) return [];
    const row = ([head, ...cells]) =>
      h("tr", {}, h("th", { scope: "row", text: head }), cells.map((text) => h("td", { text })));
    return [h("table", { class: "km-lesson-lookup" }, h("tbody", {}, lookup.map(row)))];
  }

  bench(data, options) {
    return [drawOutcomeChart(data, options), drawOutcomeLegend(data), drawOutcomeTable(data)];
  }

  say(text) {
    this.live.textContent = text;
  }

  // ---- the table ----

  opener(label, place) {
    return this.button(label, `open:${place}`, () => {
      this.opening = true;
      this.send({ do: "open_table", place });
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
    const shut = this.button(`Close the ${name}`, "shut", () => this.send({ do: "close_table" }));
    const own = h("a", { href: link, text: "Open it on its own page" });
    const frame = h(
      "div",
      { class: `km-lesson-table${odds ? "" : " km-lesson-no-odds"}` },
      h("div", { class: "km-lesson-row" }, shut, own),
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

  // A calculation, each step on its own line.
  lines(lines) {
    if (!lines?.length) return null;
    return h(
      "ul",
      { class: "km-lesson-thinking-prompt", "aria-label": "Your lines" },
      lines.map((text) => h("li", { text })),
    );
  }
}

export default {
  render({ model, el }) {
    const view = new LessonView(model, el);
    return () => view.stop();
  },
};
