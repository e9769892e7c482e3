// The teacher's board: it asks for what has changed, draws the view that is chosen, and sends what the teacher does.
// The room's secret stands behind # in the address. Stands behind elements.js, faces.js and pictures.js in one module.

const TABS = ["Join", "Progress", "Predictions", "Answers", "Rolls", "End"];
const STUCK = 180; // seconds without a move after which somebody may need the teacher
const UI = "kismet:board";

class Board {
  constructor(main) {
    this.main = main;
    this.key = location.hash.slice(1);
    this.data = null;
    this.ui = { tab: "Join", names: true, front: false, level: 0, source: "lesson", replies: false, ...this.kept() };
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
    else this.begin();
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

  async begin() {
    const { local } = await classAsk("here").catch(() => ({}));
    const open = this.button("Open a class", "open", async () => {
      try {
        const { secret } = await classAsk("open", { tell: {} });
        this.key = secret;
        history.replaceState(null, "", `#${secret}`);
        this.view.replaceChildren();
        this.follow();
      } catch (error) {
        this.tell(error.message);
      }
    }, "km-lead");
    this.view.replaceChildren(h("div", { class: "km-x-open" }, h("h1", { text: "A class of your own" }),
      h("p", { text: "Pupils join with six dice, without accounts. Everything stays on this machine, and is deleted when you close the class." }),
      local ? open : h("p", { text: "A class is opened at the machine that runs Kismet, or there by: kismet class. Its own link leads to the board from everywhere." })));
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
        this.tell("");
        this.draw();
      } catch (error) {
        if (signal.aborted) return;
        if (error.status === 403) return this.gone(error.message);
        this.tell("The server does not answer. Nothing is lost; trying again.");
        await rest(1500);
      }
    }
  }

  async send(name, tell) {
    try {
      return await classAsk(name, { key: this.key, tell });
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
    this.view.replaceChildren(h("div", { class: "km-x-open" }, h("h1", { text: "This class is closed." }), h("p", { text }), h("p", {}, h("a", { href: BASE, text: "All pages of Kismet" }))));
  }

  tell(text) {
    this.said.textContent = text;
    this.said.hidden = !text;
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
    this.part(this.view, [{ ...data, version: 0, now: 0 }, ui], () => [this[ui.tab.toLowerCase()]()].flat());
    this.view.dataset.tab = ui.tab;
    this.tick();
  }

  part(place, of, make) {
    const now = JSON.stringify(of);
    if (place.now === now) return;
    place.now = now;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.k : null;
    const typed = [...place.querySelectorAll("input[type=text]")].map((field) => [field.dataset.k, field.value]);
    place.replaceChildren(...make().filter(Boolean));
    for (const [key, value] of typed) place.querySelectorAll(`[data-k="${key}"]`).forEach((field) => (field.value = value));
    if (focused) place.querySelector(`[data-k="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  button(text, key, run, cls = "", more = {}) {
    return h("button", { type: "button", key, class: cls, ...more, on: { click: run } }, text);
  }

  headKids() {
    const { data, ui } = this;
    return [
      h("h1", { class: "km-x-title", text: data.title || "Your class" }),
      h("nav", { "aria-label": "Views" }, TABS.map((tab, i) => this.button(tab, `tab:${tab}`, () => this.set({ tab }), tab === ui.tab ? "km-here" : "", { "aria-current": tab === ui.tab ? "page" : null, title: `Key ${i + 1}` }))),
      h("span", { class: "km-x-room" }, h("small", { text: "room " }), codeDice(data.code), h("b", { text: ` ${data.pupils.length}`, "aria-label": `${data.pupils.length} pupils` })),
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
    const { data: { pace, steps = [], lesson } } = this;
    if (pace.paused) return [h("b", { class: "km-x-paused", text: "All eyes are at the front." }), this.button("Go on", "pause", () => this.pause(), "km-lead", { title: "Key P" })];
    const held = steps.findIndex(({ kind }) => kind === pace.upto);
    const next = this.next();
    const gate = steps.map(({ kind, label }, i) => this.button(String(i + 1), `gate:${kind}`, () => this.pace({ upto: kind }), held >= 0 && i > held ? "km-shut" : "km-open", { title: `Hold all at ${i + 1}: ${label}`, "aria-label": `Hold all at step ${i + 1}, ${label}`, "aria-pressed": String(i === held) }));
    return [
      h("span", { class: "km-x-clock" }, h("i"), h("b", { role: "timer" }), this.button("+1 min", "timer", () => this.more(60), "", { title: "Key T" }), pace.ends ? this.button("Stop", "stop", () => this.pace({ timer: 0 })) : null),
      lesson ? h("span", { class: "km-x-gate", role: "group", "aria-label": "Steps that are open" }, gate) : null,
      lesson && held < 0 ? this.button("Hold all", "hold", () => this.hold(), "", { title: "Key H: nobody goes past the step where most are" }) : null,
      lesson && held >= 0 ? this.button("Open all steps", "hold", () => this.hold(), "", { title: "Key H" }) : null,
      lesson && next ? this.button(`Open ${steps.indexOf(next) + 1}: ${next.label}`, "next", () => this.openNext(), "km-lead", { title: "Key N" }) : null,
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
    clock.querySelector("b").textContent = ends ? (left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "Time is up") : "";
    clock.querySelector("i").style.setProperty("--left", ends && seconds ? left / seconds : 0);
    if (this.ui.tab === "Progress" && !(++this.beat % 20)) this.draw();
  }

  beat = 0;

  // ---- keys ----

  pressed(event) {
    if (!this.data || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const { ui } = this;
    const keys = {
      p: () => this.pause(), h: () => this.hold(), n: () => this.openNext(), t: () => this.more(60), g: () => this.round(10), o: () => this.round(1),
      m: () => this.set({ names: !ui.names }), c: () => this.set({ front: !ui.front }), f: () => this.set({ projector: !ui.projector }),
      r: () => this.set({ level: (ui.level + 1) % 3 }),
    };
    const tab = TABS[Number(event.key) - 1];
    const run = tab ? () => this.set({ tab }) : keys[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
    this.live.textContent = tab ?? "";
  }

  // ---- the views ----

  name(one) {
    return this.ui.names ? one.name : "";
  }

  namesButton() {
    return this.button(this.ui.names ? "Hide names" : "Show names", "names", () => this.set({ names: !this.ui.names }), "", { title: "Key M" });
  }

  address() {
    const here = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    return (here && this.data.hosts[0]) || new URL(BASE, location.href).href;
  }

  join() {
    const { data } = this;
    const lessons = Object.entries(data.lessons);
    const choose = h("select", { key: "lesson", "aria-label": "Lesson of the class", on: { change: (event) => event.target.value && this.send("change", { lesson: event.target.value }) } },
      h("option", { value: "", text: "Choose a lesson …", disabled: true, selected: !data.lesson }), lessons.map(([id, title]) => h("option", { value: id, text: title, selected: id === data.lesson })));
    const alone = !data.hosts.length && /^(localhost|127\.)/.test(location.hostname);
    return [
      h("section", { class: "km-card km-x-come" }, h("h2", { text: "Come in with six dice." }),
        h("p", { class: "km-x-address", text: `${this.address().replace(/^http:\/\//, "")}join` }), h("p", { class: "km-x-big" }, codeDice(data.code)),
        h("div", { class: "km-x-scan" }, h("img", { src: `${BASE}class/qr.svg?path=${encodeURIComponent("join")}`, alt: "QR picture of the address", width: "220", height: "220" }),
          h("p", {}, "or scan this.", h("br"), h("b", { text: "No account, no real name:" }), h("br"), "the game gives you one.")),
        alone ? h("p", { class: "km-x-warn", text: "This machine is in no network: only its own browser can join." }) : null),
      h("section", { class: "km-x-in" }, h("div", { class: "km-x-row" }, h("p", { class: "km-x-count" }, h("b", { text: String(data.pupils.length) }), data.pupils.length === 1 ? " has come in" : " have come in"), choose, this.namesButton(),
        this.button(data.pace.locked ? "Open the door" : "Lock the door", "lock", () => this.pace({ locked: !data.pace.locked }))),
        h("ul", { class: "km-cloth km-x-faces" }, data.pupils.map((one) => h("li", {}, face(one.face), h("b", { text: this.name(one) }))),
          data.pupils.length ? null : h("li", { class: "km-x-empty", text: "Nobody yet. Faces appear here as pupils come in." })),
        data.lesson ? null : h("p", { class: "km-x-warn", text: "Choose the lesson: pupils who are in go there by themselves." })),
    ];
  }

  // ---- progress ----

  now() {
    return Date.now() / 1000 + this.skew;
  }

  atGate(one) {
    return this.data.pace.upto && one.step === this.data.pace.upto && one.done.includes(one.step);
  }

  progress() {
    const { data, ui } = this;
    if (!data.lesson) return this.join();
    const stops = data.steps.map(({ kind, label }, i) => {
      const there = data.pupils.filter((one) => one.step === kind || (!one.step && !i));
      return h("div", { class: "km-x-stop" }, h("span", { class: "km-x-crowd" }, there.map((one) => face(one.face))),
        h("i", { class: there.length ? "km-some" : "", text: there.length || "" }), h("small", { text: `${i + 1} ${label}` }));
    });
    const road = h("section", { class: "km-cloth km-x-road", "aria-label": "Where everybody is", tabindex: "0" }, stops);
    const shown = data.shown.map((one) => h("section", { class: "km-card km-x-own" }, h("div", { class: "km-x-row" }, h("span", { class: "km-x-face" }, face(one.face)), h("h2", { text: ui.names ? `The picture of ${one.name}` : "One picture of the class" }), this.button("Put it away", `away:${one.n}`, () => this.send("ask", { pupil: one.n, show: false }))),
      ownPicture(one), h("p", {}, h("i", { class: "km-k km-k-chips" }), " chips  ", h("i", { class: "km-k km-k-exact" }), ` exact  ${one.runs ? `— ${one.runs} runs` : ""}`)));
    const view = this.button(ui.front ? "My view" : "Class view", "front", () => this.set({ front: !ui.front }), "", { title: "Key C" });
    if (ui.front) return [road, ...shown, h("div", { class: "km-x-row" }, view)];
    const stuck = data.pupils.filter((one) => !one.coded && this.now() - one.told > STUCK && !this.atGate(one)).sort((a, b) => a.told - b.told);
    const gate = data.pupils.filter((one) => this.atGate(one));
    const rows = [...data.pupils].sort((a, b) => stuck.includes(b) - stuck.includes(a));
    return [road, ...shown, h("div", { class: "km-x-two" }, this.rows(rows, stuck), h("aside", {},
      h("div", { class: "km-x-row" }, h("h2", { text: stuck.length ? `${stuck.length} may need you` : "All are moving" }), view),
      stuck.slice(0, 5).map((one) => h("p", { class: "km-card km-x-stuck" }, h("span", { class: "km-x-face" }, face(one.face)), h("span", {}, h("b", { text: this.name(one) }), ` ${this.label(one.step)}, ${this.minutes(one)}`))),
      gate.length ? h("p", { class: "km-card", text: `${gate.length} at the gate, all done so far` }) : null,
      h("p", { class: "km-x-key" }, h("i", { class: "km-mark km-done", text: "✓" }), " done ", h("i", { class: "km-mark km-twice", text: "✓" }), " second try ", h("i", { class: "km-mark km-now" }), " here"),
      this.namesButton()))];
  }

  label(kind) {
    const at = this.data.steps.findIndex((step) => step.kind === kind);
    return at < 0 ? "not begun" : `${at + 1} ${this.data.steps[at].label}`;
  }

  minutes(one) {
    return `${Math.floor((this.now() - one.told) / 60)} min`;
  }

  rows(pupils, stuck) {
    const { steps } = this.data;
    const mark = (one, kind) => {
      if (one.step === kind && stuck.includes(one)) return h("i", { class: "km-mark km-wait", text: this.minutes(one) });
      if (one.done.includes(kind)) return h("i", { class: `km-mark ${one.again.includes(kind) ? "km-twice" : "km-done"}`, text: "✓" });
      return h("i", { class: one.step === kind ? "km-mark km-now" : "km-mark" });
    };
    const told = (one, kind) => (one.done.includes(kind) ? "done" : one.step === kind ? "here" : "not yet");
    const row = (one) => h("tr", { class: stuck.includes(one) ? "km-x-late" : "" },
      h("th", { scope: "row" }, h("span", { class: "km-x-face" }, face(one.face)), h("span", { text: this.name(one) || `Pupil ${one.n}` })),
      steps.map(({ kind }) => h("td", { "aria-label": told(one, kind) }, mark(one, kind))),
      h("td", {}, one.coded ? h("small", { text: "by code" }) : this.button(["Show", "Asked", "Shown", "No"][one.consent], `show:${one.n}`, () => this.send("ask", { pupil: one.n, show: one.consent === 0 || one.consent === 3 }), "km-small", { title: "Ask to show this picture to all" }),
        this.button("×", `remove:${one.n}`, () => confirm(`Take ${one.name} out of the class? What was told is deleted.`) && this.send("remove", { pupil: one.n }), "km-small", { "aria-label": `Take ${one.name} out of the class` })));
    const half = pupils.length > 10 ? Math.ceil(pupils.length / 2) : pupils.length;
    const head = () => h("thead", {}, h("tr", {}, h("th", {}), steps.map(({ label }, i) => h("th", { scope: "col", title: label, "aria-label": label, text: String(i + 1) })), h("th", {})));
    return h("div", { class: "km-card km-x-rows" }, [pupils.slice(0, half), pupils.slice(half)].filter((part) => part.length).map((part) => h("table", {}, head(), h("tbody", {}, part.map(row)))));
  }

  // ---- predictions ----

  predictions() {
    const { data, ui } = this;
    if (!data.lesson) return this.join();
    const { predictions: p } = data;
    const most = p.exact.indexOf(Math.max(...p.exact));
    const title = ui.level > 1 ? `“${p.names[most]}” comes most often: ${of100(p.exact[most])} in 100.` : p.ask;
    const words = ui.level > 1 ? `The class put ${of100(p.class[most])} in 100 on it. The exact answer: ${p.answer}.` : `${p.put} of ${data.pupils.length} have put down their chips.`;
    const steps = [["Reveal the guesses", 1], ["Lay the exact bars behind", 2], ["Cover them", 0]][ui.level];
    const plot = ui.level ? chipColumns(p, ui.level) : h("div", { class: "km-x-cover" }, h("b", { text: String(p.put) }), h("span", { text: "predictions lie under the cloth" }));
    return [
      h("div", { class: "km-x-row km-x-say" }, h("div", {}, h("h2", { text: title }), h("p", { text: words })), this.button(steps[0], "level", () => this.set({ level: steps[1] }), "km-lead", { title: "Key R" })),
      h("div", { class: "km-x-two km-x-wide" }, h("section", { class: "km-cloth km-x-plot" }, plot, h("p", { class: "km-x-what", text: data.what })),
        h("aside", {}, ui.level ? [h("h2", { text: "Ways of thinking" }), p.groups.map((group) => h("div", { class: "km-card km-x-group" }, tinyColumns(group.chips), h("p", {}, h("b", { text: String(group.n) }), h("br"), group.words))),
          h("p", { class: "km-x-key" }, h("i", { class: "km-k km-k-chips" }), " chips of the class, of 100", ui.level > 1 ? [h("br"), h("i", { class: "km-k km-k-exact" }), " exact, of 100"] : null)] : null)),
    ];
  }

  // ---- answers ----

  answers() {
    const { data, ui } = this;
    if (!data.lesson) return this.join();
    if (!data.answers.length) return [h("h2", { text: "This lesson asks no questions." })];
    const at = Math.min(ui.question ?? 0, data.answers.length - 1);
    const found = data.answers[at];
    const letters = "ABCDEFGH";
    const picks = data.answers.map((one, i) => this.button(`${i + 1} (${one.tried})`, `question:${i}`, () => this.set({ question: i }), i === at ? "km-here" : "", { "aria-pressed": String(i === at), title: one.title }));
    const rows = found.rows.map((row, i) => h("section", { class: `km-card km-x-answer${row.right ? " km-x-right" : ""}` }, h("i", { class: "km-x-letter", text: letters[i] }), h("h3", { text: row.words }), h("b", { class: "km-x-n", text: String(row.sure.length) }),
      h("span", { class: "km-x-dots", role: "img", "aria-label": `${row.sure.filter((sure) => sure >= 75).length} sure, ${row.sure.filter((sure) => sure === 50).length} half sure, ${row.sure.filter((sure) => sure < 50).length} guessed` }, row.sure.map(sureDot)), ui.replies && row.reply ? h("p", { text: row.reply }) : h("p")));
    const part = found.tried ? found.right / found.tried : 0;
    return [
      h("div", { class: "km-x-row km-x-say" }, h("div", {}, h("h2", { text: found.title }), h("p", { text: `${found.tried} first answers, everyone with other numbers. For example: ${found.ask}${ui.replies ? ` ${found.exact}.` : ""}` })),
        h("span", { class: "km-x-picks" }, picks), this.button(ui.replies ? "Hide the key" : "Show the key", "replies", () => this.set({ replies: !ui.replies }), "km-lead")),
      ...rows,
      h("div", { class: "km-x-row" }, h("p", { class: "km-x-key" }, sureDot(95), " sure ", sureDot(50), " half sure ", sureDot(25), " guessed "), h("p", {}, h("b", { text: String(found.sure_wrong) }), " sure and wrong"),
        found.tried > 3 && part > 1 / 3 && part < 2 / 3 ? h("p", { class: "km-x-talk" }, `${found.right} of ${found.tried} are right: let neighbours talk. `, this.button("2 minutes", "talk", () => this.pace({ timer: 120 }), "km-lead")) : null),
    ];
  }

  // ---- rolls ----

  round(rolls) {
    this.set({ source: "round", tab: "Rolls" });
    return this.pace({ round: rolls });
  }

  rolls() {
    const { data, ui } = this;
    if (!data.lesson) return this.join();
    const inRound = ui.source === "round" && data.pace.round > 0;
    const found = inRound ? data.round : data.rolls;
    const words = `${found.hits} of ${found.total} ${found.total === 1 ? "run" : "runs"}: ${found.words}`;
    const one = inRound && found.pupils.every((line) => line.runs === 1);
    const source = data.pace.round ? h("span", { class: "km-x-picks" }, [["lesson", "Lesson"], ["round", "Round"]].map(([name, text]) => this.button(text, `source:${name}`, () => this.set({ source: name }), ui.source === name ? "km-here" : "", { "aria-pressed": String(ui.source === name) }))) : null;
    return [
      h("div", { class: "km-x-row km-x-say" }, h("div", {}, h("h2", { text: one ? `Everybody once: ${data.go.toLowerCase()}` : "Alone it jumps, together it settles." }), h("p", { text: inRound ? `${found.pupils.length} of ${data.pupils.length} have done it.` : "Everybody’s runs of the lesson land in one picture." })),
        h("span", { class: "km-x-dial", style: `--p:${found.total ? found.hits / found.total : 0}` }), h("p", { class: "km-x-sum" }, h("b", { text: found.total ? percent(found.hits / found.total) : "–" }), h("span", {}, words, h("br"), `exact: ${percent(found.share, 1)}`)), source,
        this.button("Once each", "round:1", () => this.round(1), "", { title: "Everybody makes one run (key O)" }), this.button("Ten each", "round:10", () => this.round(10), "km-lead", { title: "Everybody makes ten runs (key G)" }),
        data.pace.rolls ? this.button("End", "round:0", () => this.pace({ round: 0 })) : null),
      h("ul", { class: "km-x-strip" }, found.pupils.map((line) => h("li", { class: line.share >= 0.5 ? "km-hit" : "km-miss" }, face(line.face), h("b", { text: one ? (line.share ? "✓" : "✗") : String(Math.round(line.share * line.runs)) })))),
      h("div", { class: "km-x-half" }, h("section", { class: "km-card" }, h("h3", { text: data.what }), fellColumns(found), h("p", { class: "km-x-key", text: "open bars: exact" })),
        h("section", { class: "km-card" }, h("h3", { text: `Share of “${found.words}”` }), settling(found, true))),
    ];
  }

  // ---- the end ----

  end() {
    const { data, ui } = this;
    const answers = data.answers ?? [];
    const bar = (label, n, of, cls) => h("div", { class: "km-x-bar" }, h("small", { text: label }), h("span", {}, h("i", { class: cls, style: `width:${of ? (100 * n) / of : 0}%` })), h("b", { text: `${n} of ${of}` }));
    const code = h("input", { type: "text", key: "code", maxlength: "80", autocomplete: "off", placeholder: "ABCDE-12345-…", "aria-label": "Result code" });
    const name = h("input", { type: "text", key: "who", maxlength: "24", autocomplete: "off", placeholder: "name (if you like)", "aria-label": "Name of the pupil" });
    const paste = async (event) => {
      event.preventDefault();
      const came = await this.send("code", { text: code.value, name: name.value });
      if (!came) return;
      this.live.textContent = `${came.name} is on the board.`;
      for (const field of this.view.querySelectorAll("input[type=text]")) field.value = "";
    };
    const withNames = ui.names ? "names=1" : "";
    return [
      h("h2", { text: data.lesson ? `What ${data.pupils.length} pupils have found` : "The class" }),
      data.lesson ? h("div", { class: "km-x-three" },
        h("section", { class: "km-card" }, h("h3", { text: "How far they came" }), data.steps.map(({ kind, label }) => bar(label, data.pupils.filter((one) => one.done.includes(kind)).length, data.pupils.length, "km-p-hit"))),
        h("section", { class: "km-card" }, h("h3", { text: "Right, before and after" }), answers.map((one) => [h("p", { text: one.title }), bar("first answer", one.right, one.tried, "km-p-chips"), bar("in the end", one.after, one.tried, "km-p-hit")])),
        h("section", { class: "km-card" }, h("h3", { text: "Sure, and wrong" }), answers.map((one) => [h("p", { text: one.title }), h("p", { class: "km-x-sum" }, h("b", { text: `${one.sure_wrong} → ${one.still}` }))]))) : null,
      h("div", { class: "km-x-three" },
        h("section", { class: "km-card" }, h("h3", { text: "Take it along" }), h("p", { text: ui.names ? "With names and reasons." : "Without names." }), h("div", { class: "km-x-row" },
          this.button("Table (CSV)", "csv", () => this.save(`csv?${withNames}`, `class-${data.code}.csv`, "text/csv")), this.button("Page to print", "paper", () => this.show(`paper?${withNames}`)), this.button("Teacher’s sheet", "sheet", () => this.show("sheet")), this.namesButton())),
        h("form", { class: "km-card", on: { submit: paste } }, h("h3", { text: "Result codes" }), h("p", { text: "From pupils who could not join: under “My work” their lesson gives one." }), h("div", { class: "km-x-row" }, code, name, h("button", { type: "submit", key: "paste", text: "Put on the board" }))),
        h("section", { class: "km-card" }, h("h3", { text: "Close the class" }), h("p", { text: "Names, chips, runs and answers are deleted. Until then they are kept, even if the machine is switched off." }), this.button("Close and delete", "close", () => this.close(), "km-red"))),
      h("p", { class: "km-x-key", text: "Keys: 1 to 6 views, P eyes to the front, H hold, N open next, T one minute more, R reveal, O once each, G ten each, M names, C class view, F projector." }),
      h("div", { class: "km-x-row" }, this.button(ui.projector ? "Ordinary size" : "Projector size", "projector", () => this.set({ projector: !ui.projector }), "", { title: "Key F" }), data.lesson ? h("a", { class: "km-button", href: lessonPage(data.lesson), target: "_blank", text: "The lesson, all steps" , on: { click: () => sessionStorage.setItem("kismet:teacher", data.teacher) } }) : null),
    ];
  }

  async save(name, file, type) {
    const text = await this.send(name);
    if (text === null) return;
    const link = h("a", { download: file, href: URL.createObjectURL(new Blob([text], { type })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async show(name) {
    const page = open("", "_blank");
    const text = await this.send(name);
    if (text === null || !page) return page?.close();
    page.location = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  }

  async close() {
    if (!confirm("Close the class? Take the table along first if you want to keep it.") || !confirm("Everything that was told is deleted now. Really?")) return;
    this.asking.abort();
    if (await this.send("close", {})) this.gone("Everything that was told in it is deleted.");
    else this.follow();
  }
}

new Board(document.getElementById("km-main"));
