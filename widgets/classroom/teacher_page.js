// The common part of the teacher's pages: they poll for changes, redraw only these, and set the pace. The secret of the
// room is in the address, after #.

import { CLASS_TEXTS } from "./class_texts.js";
import { darkModeButton, languageButton } from "../page/page_controls.js";
import { BASE_URL, delay, renderTabStorageNotice, requestClassEndpoint } from "./avatars.js";
import { Roster } from "./roster.js";
import { downloadFile } from "../page/sharing.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { preventRepeatedEnter, unmodifiedKeyUnlessRepeated } from "../page/keyboard.js";
import { normalizeLinkAndRemoveSpaces } from "../page/links.js";
import { tabStorage } from "../page/storage.js";

const BEAT = 20; // seconds

// Whether a field has input that a redraw would lose. File fields do not count, because they cannot be restored anyway.
function hasTyped(field) {
  if (field.type === "file") return false;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  return field.tagName === "SELECT" || field.value !== field.defaultValue;
}

export class TeacherPage extends Roster {
  // `asks`: endpoint that returns the data. `store`: key for the view state in this tab. `ui`: initial view state.
  constructor(main, asks, store, ui) {
    super();
    this.main = main;
    this.dataEndpoint = asks;
    this.store = store;
    this.key = normalizeLinkAndRemoveSpaces(location.hash).slice(1);
    this.data = null;
    this.beat = 0;
    this.sending = new Map(); // what is asked -> its answer to come
    this.first = ui;
    this.ui = { ...ui, ...this.kept() };
    this.live = h("p", { class: "km-classboard-is-hidden", role: "status" });
    this.errorElement = h("p", { class: "km-classboard-messages-text", role: "alert", hidden: true });
    this.notice = h("p", { class: "km-classboard-messages-text", role: "status", hidden: true });
    this.waiting = h("div", { class: "km-classboard-is-waiting" });
    this.head = h("header", { class: "km-classboard-head" });
    this.view = h("div", { class: "km-classboard-view" });
    this.foot = h("footer", { class: "km-classboard-foot" });
    new ResizeObserver( // what gets the focus is not under the foot
      () => (document.documentElement.style.scrollPaddingBottom = `${this.foot.offsetHeight}px`),
    ).observe(this.foot);
    const messages = h("div", { class: "km-classboard-messages" }, this.notice, this.waiting, this.errorElement);
    main.append(this.head, messages, this.view, this.foot, ...[renderTabStorageNotice()].filter(Boolean), this.live);
    addEventListener("keydown", (event) => {
      preventRepeatedEnter(event);
      const isElsewhere = event.target.closest?.("input, select, textarea, dialog");
      if (this.data && !isElsewhere && this.pressed(unmodifiedKeyUnlessRepeated(event))) event.preventDefault();
    });
    addEventListener("pointerdown", () => (this.down = true));
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(() => this.released()));
    addEventListener("hashchange", () => location.reload()); // the link of another class
    setInterval(() => this.tick(), 1000);
  }

  kept() {
    try {
      return JSON.parse(tabStorage().getItem(this.store)) ?? {};
    } catch {
      return {};
    }
  }

  // Selections and pasted texts of one class do not apply to another class in the same tab.
  belong({ code, opened }) {
    const of = `${code} ${opened}`;
    if (this.ui.of !== of) this.ui = { ...this.first, of };
  }

  updateViewState(change) {
    Object.assign(this.ui, change);
    try {
      tabStorage().setItem(this.store, JSON.stringify(this.ui));
    } catch { /* more than this browser keeps: it lasts as long as the page */ }
    this.draw();
  }

  // ---- requests to the server ----

  async pollData() {
    this.asking = new AbortController();
    for (let at = ""; this.key;) {
      const { signal } = this.asking;
      try {
        this.data = await requestClassEndpoint(`${this.dataEndpoint}${at}`, { key: this.key, signal });
        this.belong(this.data);
        const { version, age, full } = this.data;
        const isTrouble = age !== undefined || full;
        at = isTrouble ? "" : `?at=${version}`; // until the trouble is over it is asked for anew each second
        this.skew = this.data.now - Date.now() / 1000;
        if (this.away) this.showMessage("");
        this.away = false;
        this.warn();
        this.draw();
        if (isTrouble) await delay(1000);
      } catch (error) {
        if (signal.aborted) return;
        if (error.status === 403) return this.showClassClosed(error.message);
        this.away = true;
        this.showMessage(CLASS_TEXTS.teacher_no_server);
        await delay(1500);
      }
    }
  }

  // Displays a warning about problems of the server's machine while they last.
  warn() {
    const { age, full } = this.data;
    const text = age === undefined
      ? full &&
        CLASS_TEXTS.teacher_disk_full
      : `The database of the class isn’t answering. This was the state ${
        Math.ceil(age)
      } seconds ago. The page keeps trying.`;
    this.notice.textContent = text || "";
    this.notice.hidden = !text;
  }

  // Sends a request. Returns the answer, or null if the server refuses it and the page displays why. A repeated request
  // is sent only once before its answer, so pressing a button twice has a single effect.
  sendRequest(name, tell, file) {
    const asked = JSON.stringify([name, tell, file]);
    const sending = this.sending.get(asked) ?? this.sendOnce(name, tell, file);
    this.sending.set(asked, sending);
    return sending.finally(() => this.sending.delete(asked));
  }

  async sendOnce(name, tell, file) {
    try {
      const answer = await requestClassEndpoint(name, { key: this.key, tell, file });
      this.showMessage("");
      return answer;
    } catch (error) {
      this.showMessage(error.status ? error.message : CLASS_TEXTS.teacher_not_sent);
      return null;
    }
  }

  changeSession(change) {
    return this.sendRequest("change-session", { pace: change });
  }

  showClassClosed(text) {
    this.key = "";
    this.data = null;
    this.head.replaceChildren(languageButton(), darkModeButton());
    this.foot.replaceChildren();
    this.notice.hidden = true;
    this.waiting.replaceChildren();
    this.view.replaceChildren(
      h(
        "div",
        { class: "km-classboard-is-open" },
        h("h1", { text: CLASS_TEXTS.teacher_closed_title }),
        h("p", { text }),
        h("p", {}, h("a", { href: BASE_URL, text: CLASS_TEXTS.teacher_home_link })),
      ),
    );
  }

  showMessage(text) {
    for (const place of [this.errorElement, ...this.main.querySelectorAll("dialog .km-classboard-warning")]) {
      place.textContent = text;
      place.hidden = !text;
    }
  }

  // ---- drawing: only changes, and never under a pressed button ----

  released() {
    this.down = false;
    if (this.late) this.draw();
  }

  draw() {
    if (!this.data) return;
    if (this.down) {
      this.late = true;
      return;
    }
    this.late = false;
    this.redrawIfChanged(this.waiting, [this.data.waiting, this.data.pace.list.length], () => this.waitingKids());
    this.render();
    this.tick();
  }

  redrawIfChanged(place, of, make) {
    const now = JSON.stringify(of);
    if (place.now === now) return;
    place.now = now;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const typed = [...place.querySelectorAll("textarea[data-key], input[data-key], select[data-keep]")].filter(
      hasTyped,
    );
    place.replaceChildren(...make().filter(Boolean));
    for (const before of typed) {
      const field = place.querySelector(`[data-key="${CSS.escape(before.dataset.key)}"]`);
      if (field?.type === "checkbox") field.checked = before.checked;
      else if (field) field.value = before.value;
    }
    if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  button(text, key, run, cls = "", more = {}) {
    return h("button", { type: "button", key, class: cls, ...more, on: { click: run } }, text);
  }

  // Field for opening a file of a class. The file is sent to the endpoint `name`, and `then` is called with the answer.
  fileField(label, key, name, then) {
    return h("input", {
      type: "file",
      accept: ".json,application/json",
      key,
      "aria-label": label,
      on: {
        change: async (event) => {
          const [chosen] = event.target.files;
          const told = chosen && await this.sendRequest(name, null, await chosen.text());
          if (told) then(told);
        },
      },
    });
  }

  // ---- the pace, in the footer of each page ----

  stepAfterLastAllowed() {
    const { pace, steps = [] } = this.data;
    const at = steps.findIndex(({ kind }) => kind === pace.upto);
    return at < 0 ? null : steps[at + 1] ?? null;
  }

  // The step that most pupils have reached. The class is stopped at this step.
  mostCommonStep() {
    const { pupils, steps = [] } = this.data;
    const count = (kind) => pupils.filter((one) => one.step === kind).length;
    return steps.reduce((best, { kind }) => (count(kind) > count(best) ? kind : best), steps[0]?.kind);
  }

  footKids() {
    const { data: { pace, steps = [] } } = this;
    const lesson = steps.length > 0;
    if (pace.paused) {
      return [
        h("b", { class: "km-classboard-is-paused", text: CLASS_TEXTS.teacher_paused_note }),
        this.button(
          CLASS_TEXTS.teacher_resume_button,
          "pause",
          () => this.pause(),
          "km-primary",
          { title: "Key P" },
        ),
      ];
    }
    const held = steps.findIndex(({ kind }) => kind === pace.upto);
    const next = this.stepAfterLastAllowed();
    const gate = steps.map(({ kind, label }, i) =>
      this.button(
        String(i + 1),
        `gate:${kind}`,
        () => this.changeSession({ upto: kind }),
        held >= 0 && i > held ? "km-is-locked" : "km-is-unlocked",
        {
          title: fillPlaceholders(CLASS_TEXTS.teacher_hold_at_hint, { n: `${i + 1}`, step: label }),
          "aria-label": fillPlaceholders(CLASS_TEXTS.teacher_hold_at_label, { n: `${i + 1}`, step: label }),
          "aria-pressed": String(i === held),
        },
      )
    );
    return [
      h(
        "span",
        { class: "km-classboard-clock" },
        h("i"),
        h("b", { role: "timer" }),
        this.button("+1 min", "timer", () => this.more(60), "", { title: "Key T" }),
        pace.ends ? this.button("Stop", "stop", () => this.changeSession({ timer: 0 })) : null,
      ),
      lesson
        ? h("span", {
          class: "km-classboard-held-step",
          role: "group",
          "aria-label": CLASS_TEXTS.teacher_open_steps_label,
        }, gate)
        : null,
      lesson && held < 0
        ? this.button(CLASS_TEXTS.teacher_hold_button, "hold", () => this.hold(), "", {
          title: CLASS_TEXTS.teacher_hold_hint,
        })
        : null,
      lesson && held >= 0
        ? this.button(CLASS_TEXTS.teacher_open_steps_button, "hold", () => this.hold(), "", { title: "Key H" })
        : null,
      lesson && next
        ? this.button(`Open ${steps.indexOf(next) + 1}: ${next.label}`, "next", () => this.openNext(), "km-primary", {
          title: "Key N",
        })
        : null,
      this.button(CLASS_TEXTS.teacher_pause_button, "pause", () => this.pause(), "km-gold", { title: "Key P" }),
    ];
  }

  pause() {
    return this.changeSession({ paused: !this.data.pace.paused });
  }

  hold() {
    return this.changeSession({ upto: this.data.pace.upto ? null : this.mostCommonStep() });
  }

  openNext() {
    const next = this.stepAfterLastAllowed();
    return next && this.changeSession({ upto: next.kind });
  }

  more(seconds) {
    const { ends } = this.data.pace;
    const left = ends ? Math.max(0, Math.round(ends - Date.now() / 1000 - this.skew)) : 0;
    return this.changeSession({ timer: left + seconds });
  }

  tick() {
    const clock = this.foot.querySelector(".km-classboard-clock");
    if (!clock || !this.data) return;
    const { ends, seconds } = this.data.pace;
    const left = ends ? Math.max(0, Math.round(ends - Date.now() / 1000 - this.skew)) : 0;
    clock.querySelector("b").textContent = ends
      ? (left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : CLASS_TEXTS.teacher_time_up)
      : "";
    clock.querySelector("i").style.setProperty("--left", ends && seconds ? left / seconds : 0);
    // some views display times
    const beat = this.timed ? Math.floor(this.now() / BEAT) : 0;
    if (beat !== this.beat) {
      this.beat = beat;
      this.draw();
    }
  }

  // ---- saved files, and the end of a class ----

  async save(name, file, type) {
    const text = await this.sendRequest(name);
    if (text === null) return;
    downloadFile(file, text, type);
  }

  // The title of a rehearsal says that it is a rehearsal, because its pupils are invented.
  titleHeading() {
    const { title, pace } = this.data;
    const isRehearsal = pace.rehearsal !== null;
    return h(
      "h1",
      { class: "km-classboard-title" },
      isRehearsal ? h("small", { class: "km-classboard-rehearsal", text: CLASS_TEXTS.teacher_rehearsal_note }) : null,
      title || CLASS_TEXTS.teacher_title,
    );
  }

  // Buttons for the printed pages of the class's lesson, or of the lesson that `query` names.
  paperButtons(query = "") {
    return [["plan", "lesson-plan-html"], [CLASS_TEXTS.teacher_sheet_name, "lesson-answer-key-html"], [
      "worksheet",
      "worksheet-html",
    ]]
      .map(([paper, name]) =>
        this.button(
          fillPlaceholders(CLASS_TEXTS.teacher_print_button, { paper }),
          `print:${name}`,
          () => this.show(name + query),
        )
      );
  }

  async show(name) {
    const page = open("", "_blank");
    const text = await this.sendRequest(name);
    if (text === null || !page) return page?.close();
    page.location = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  }
}
