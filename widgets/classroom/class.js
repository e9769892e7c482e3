// The teacher's board: it asks for what has changed, draws the view that is chosen, and sends what the teacher does.
// The room's secret stands behind # in the address.

import { BASE, classAsk, codeDice, ownerKey, rest } from "./faces.js";
import { drop } from "./pictures.js";
import { Views } from "./views.js";
import { download } from "../page/carry.js";
import { h } from "../page/elements.js";

const TABS = ["Join", "Progress", "Predictions", "Answers", "Rolls", "End"];
const UI = "kismet:board";
const BEAT = 20; // seconds

class Board extends Views {
  constructor(main) {
    super();
    this.main = main;
    ownerKey(); // goes from the address
    this.key = location.hash.slice(1);
    this.data = null;
    this.ui = {
      tab: "Join",
      names: true,
      front: false,
      level: 0,
      source: "lesson",
      replies: false,
      votes: false,
      ...this.kept(),
    };
    this.live = h("p", { class: "km-x-hidden", role: "status" });
    this.said = h("p", { class: "km-x-said", role: "alert", hidden: true });
    this.head = h("header", { class: "km-x-head" });
    this.view = h("div", { class: "km-x-view" });
    this.foot = h("footer", { class: "km-x-foot" });
    main.append(this.head, this.said, this.view, this.foot, this.live);
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("pointerdown", () => (this.down = true));
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(() => this.released()));
    setInterval(() => this.tick(), 1000);
    if (this.key) this.follow();
    else this.offer();
  }

  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(UI)) ?? {};
    } catch {
      return {};
    }
  }

  set(change) {
    Object.assign(this.ui, change);
    sessionStorage.setItem(UI, JSON.stringify(this.ui));
    this.draw();
  }

  // ---- talking to the server ----

  async offer() {
    const { local } = await classAsk("here", { key: ownerKey() }).catch(() => ({}));
    const asked = new URLSearchParams(location.search);
    const [lesson, model] = ["lesson", "model"].map((name) => asked.get(name) ?? "");
    const open = this.button("Open a class", "open", async () => {
      try {
        const { secret } = await classAsk("open", { key: ownerKey(), tell: { lesson } });
        this.key = secret;
        history.replaceState(null, "", `${location.pathname}#${secret}`);
        if (model) await this.pace({ model });
        this.view.replaceChildren();
        this.follow();
      } catch (error) {
        this.tell(error.message);
      }
    }, "km-lead");
    this.view.replaceChildren(
      h(
        "div",
        { class: "km-x-open" },
        h("h1", { text: "A class of your own" }),
        h("p", {
          text: "Pupils join with a code of dice, without accounts. Everything stays on this machine, and is deleted " +
            "when you close the class.",
        }),
        lesson ? h("p", { text: "It begins with the page you came from." }) : null,
        local ? open : h("p", {
          text: "A class is opened by who started Kismet: in the browser that it opened, by the address that it " +
            "printed (To open a class …), or by: kismet class. A class that is open has its own link, which " +
            "leads to the board from everywhere.",
        }),
      ),
    );
    open.focus();
  }

  async follow() {
    this.asking = new AbortController();
    for (let at = ""; this.key;) {
      const { signal } = this.asking;
      try {
        this.data = await classAsk(`board${at}`, { key: this.key, signal });
        at = `?at=${this.data.version}`;
        this.skew = this.data.now - Date.now() / 1000;
        if (this.away) this.tell("");
        this.away = false;
        this.draw();
      } catch (error) {
        if (signal.aborted) return;
        if (error.status === 403) return this.gone(error.message);
        this.away = true;
        this.tell("The server does not answer. Nothing is lost; trying again.");
        await rest(1500);
      }
    }
  }

  async send(name, tell) {
    try {
      const answer = await classAsk(name, { key: this.key, tell });
      this.tell("");
      return answer;
    } catch (error) {
      this.tell(error.status ? error.message : "That did not arrive. Try again.");
      return null;
    }
  }

  pace(change) {
    return this.send("change", { pace: change });
  }

  gone(text) {
    this.key = "";
    this.data = null;
    this.head.replaceChildren();
    this.foot.replaceChildren();
    this.view.replaceChildren(
      h(
        "div",
        { class: "km-x-open" },
        h("h1", { text: "This class is closed." }),
        h("p", { text }),
        h("p", {}, h("a", { href: BASE, text: "All pages of Kismet" })),
      ),
    );
  }

  tell(text) {
    for (const place of [this.said, ...this.main.querySelectorAll("dialog .km-x-warn")]) {
      place.textContent = text;
      place.hidden = !text;
    }
  }

  // ---- drawing: only what has changed, and never under a pressed button ----

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
    const { data, ui } = this;
    document.documentElement.toggleAttribute("data-projector", Boolean(ui.projector));
    this.part(this.head, [data.title, data.code, data.pupils.length, ui.tab], () => this.headKids());
    this.part(this.foot, [data.pace, data.steps, ui.tab], () => this.footKids());
    this.part(this.view, [{ ...data, version: 0, now: 0 }, ui, this.beat], () => [this[ui.tab.toLowerCase()]()].flat());
    // before there is a lesson all views lead there
    this.view.dataset.tab = data.lesson || ui.tab === "End" ? ui.tab : "Join";
    if (ui.tab === "Rolls" && this.inRound) this.fall();
    this.tick();
  }

  // In a round a ball falls from each face that has just played into the column of what came.
  fall() {
    const { pace: { rounds }, round: { pupils } } = this.data;
    const [number] = rounds.at(-1);
    if (this.fell?.number !== number) this.fell = { number, of: new Set() };
    const faces = this.view.querySelectorAll(".km-x-strip li");
    const columns = this.view.querySelectorAll(".km-p-fell .km-p-track");
    pupils.filter((line) => !this.fell.of.has(line.n)).forEach((line, i) => {
      this.fell.of.add(line.n);
      drop(faces[pupils.indexOf(line)], columns[line.at], 30 * i);
    });
  }

  part(place, of, make) {
    const now = JSON.stringify(of);
    if (place.now === now) return;
    place.now = now;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.k : null;
    const typed = [...place.querySelectorAll("textarea")].map((field) => [field.dataset.k, field.value]);
    place.replaceChildren(...make().filter(Boolean));
    for (const [key, value] of typed) {
      place.querySelectorAll(`[data-k="${key}"]`).forEach((field) => (field.value = value));
    }
    if (focused) place.querySelector(`[data-k="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  button(text, key, run, cls = "", more = {}) {
    return h("button", { type: "button", key, class: cls, ...more, on: { click: run } }, text);
  }

  headKids() {
    const { data, ui } = this;
    return [
      h("h1", { class: "km-x-title", text: data.title || "Your class" }),
      h(
        "nav",
        { "aria-label": "Views" },
        TABS.map((tab, i) =>
          this.button(tab, `tab:${tab}`, () => this.set({ tab }), tab === ui.tab ? "km-here" : "", {
            "aria-current": tab === ui.tab ? "page" : null,
            title: `Key ${i + 1}`,
          })
        ),
      ),
      h(
        "span",
        { class: "km-x-room" },
        h("small", { text: "room " }),
        codeDice(data.code),
        h("b", { text: ` ${data.pupils.length}`, "aria-label": `${data.pupils.length} pupils` }),
      ),
    ];
  }

  next() {
    const { pace, steps = [] } = this.data;
    const at = steps.findIndex(({ kind }) => kind === pace.upto);
    return at < 0 ? null : steps[at + 1] ?? null;
  }

  // The step at which most are: there a class is held.
  crowd() {
    const { pupils, steps = [] } = this.data;
    const count = (kind) => pupils.filter((one) => one.step === kind).length;
    return steps.reduce((best, { kind }) => (count(kind) > count(best) ? kind : best), steps[0]?.kind);
  }

  footKids() {
    const { data: { pace, steps = [] } } = this;
    const lesson = steps.length > 0;
    if (pace.paused) {
      return [
        h("b", { class: "km-x-paused", text: "All eyes are at the front." }),
        this.button(
          "Go on",
          "pause",
          () => this.pause(),
          "km-lead",
          { title: "Key P" },
        ),
      ];
    }
    const held = steps.findIndex(({ kind }) => kind === pace.upto);
    const next = this.next();
    const gate = steps.map(({ kind, label }, i) =>
      this.button(
        String(i + 1),
        `gate:${kind}`,
        () => this.pace({ upto: kind }),
        held >= 0 && i > held ? "km-shut" : "km-open",
        {
          title: `Hold all at ${i + 1}: ${label}`,
          "aria-label": `Hold all at step ${i + 1}, ${label}`,
          "aria-pressed": String(i === held),
        },
      )
    );
    return [
      h(
        "span",
        { class: "km-x-clock" },
        h("i"),
        h("b", { role: "timer" }),
        this.button("+1 min", "timer", () => this.more(60), "", { title: "Key T" }),
        pace.ends ? this.button("Stop", "stop", () => this.pace({ timer: 0 })) : null,
      ),
      lesson ? h("span", { class: "km-x-gate", role: "group", "aria-label": "Steps that are open" }, gate) : null,
      lesson && held < 0
        ? this.button("Hold all", "hold", () => this.hold(), "", {
          title: "Key H: nobody goes past the step where most are",
        })
        : null,
      lesson && held >= 0 ? this.button("Open all steps", "hold", () => this.hold(), "", { title: "Key H" }) : null,
      lesson && next
        ? this.button(`Open ${steps.indexOf(next) + 1}: ${next.label}`, "next", () => this.openNext(), "km-lead", {
          title: "Key N",
        })
        : null,
      this.button("Eyes to the front", "pause", () => this.pause(), "km-gold", { title: "Key P" }),
    ];
  }

  pause() {
    return this.pace({ paused: !this.data.pace.paused });
  }

  hold() {
    return this.pace({ upto: this.data.pace.upto ? null : this.crowd() });
  }

  openNext() {
    const next = this.next();
    return next && this.pace({ upto: next.kind });
  }

  more(seconds) {
    const { ends } = this.data.pace;
    const left = ends ? Math.max(0, Math.round(ends - Date.now() / 1000 - this.skew)) : 0;
    return this.pace({ timer: left + seconds });
  }

  tick() {
    const clock = this.foot.querySelector(".km-x-clock");
    if (!clock || !this.data) return;
    const { ends, seconds } = this.data.pace;
    const left = ends ? Math.max(0, Math.round(ends - Date.now() / 1000 - this.skew)) : 0;
    clock.querySelector("b").textContent = ends
      ? (left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "Time is up")
      : "";
    clock.querySelector("i").style.setProperty("--left", ends && seconds ? left / seconds : 0);
    // what these views say of time
    const beat = ["Join", "Progress"].includes(this.ui.tab) ? Math.floor(this.now() / BEAT) : 0;
    if (beat !== this.beat) {
      this.beat = beat;
      this.draw();
    }
  }

  beat = 0;

  // ---- keys ----

  pressed(event) {
    if (
      !this.data || event.ctrlKey || event.metaKey || event.altKey ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
    ) return;
    const { ui } = this;
    const keys = {
      p: () => this.pause(),
      h: () => this.hold(),
      n: () => this.openNext(),
      t: () => this.more(60),
      g: () => this.round(10),
      o: () => this.round(1),
      m: () => this.set({ names: !ui.names }),
      c: () => this.set({ front: !ui.front }),
      f: () => this.set({ projector: !ui.projector }),
      r: () => this.reveal(),
      v: () => this.voteKey(),
    };
    const tab = TABS[Number(event.key) - 1];
    const run = tab ? () => this.set({ tab }) : keys[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
    this.live.textContent = tab ?? "";
  }

  // ---- what is kept, and the end ----

  async save(name, file, type) {
    const text = await this.send(name);
    if (text === null) return;
    download(file, text, type);
  }

  async show(name) {
    const page = open("", "_blank");
    const text = await this.send(name);
    if (text === null || !page) return page?.close();
    page.location = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  }

  async close() {
    if (
      !confirm("Close the class? Take the table along first if you want to keep it.") ||
      !confirm("Everything that was told is deleted now. Really?")
    ) return;
    this.asking.abort();
    if (await this.send("close", {})) this.gone("Everything that was told in it is deleted.");
    else this.follow();
  }
}

new Board(document.getElementById("km-main"));
