// The Builder: cloth with the chain, shelf, picture, why. The page keeps the model's table, its past and its runs; the
// kernel (widgets/builder/widget.py) reads, runs and solves it. The browser and the page's link keep the model.

import { h, keeper } from "../page/elements.js";
import { star, svg } from "../page/kit.js";
import { ballsOf, colourOf, facesSaid, onRim, saidValue, sectors, thingOf, tokenOf, wayThing } from "./things.js";
import {
  around,
  at,
  facesOf,
  FRESH,
  KINDS,
  MOST_THINGS,
  moved,
  ROADS,
  steps,
  ticketOf,
  TICKETS,
  withAsk,
  withFaces,
  without,
  withThing,
  withWay,
} from "./edits.js";
import { askHandles, forkHandles, partHandles } from "./handles.js";
import { BANDS, bands, CHIPS, DOTS, NARROW_BANDS, plot, shape, wantedAt } from "./picture.js";
import { whyGrid, whyTree } from "./why.js";
import { comesFrom, decides, falls, pause, still } from "./motion.js";
import { gallerySheet, lineSheet, numbersSheet } from "./sheets.js";

const TRAIL = 30; // runs that a class sees one by one
const ENOUGH = 20; // runs before the exact bars may be asked for
const KEPT = "kismet-builder";
const MOMENTS = ["build", "predict", "run", "exact"];
const ROAD = { build: "Build", predict: "Predict", run: "Run", exact: "Exact" };

class BuilderPage {
  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.waiting = new Map();
    this.seq = 0;
    this.moment = "build";
    this.tab = "things";
    this.chosen = null; // path of a thing, "ask", or null
    this.past = [];
    this.future = [];
    this.settled = 0; // counts changes, so that late answers to old questions are dropped
    this.fresh();
    const start = model.get("start");
    this.words = start;
    this.task = start.task;
    this.table = start.table;
    this.title = start.title;
    this.asks = start.asks;
    this.trick = "";
    this.ghost = null;
    this.other = null;
    this.hears = (content) => this.hear(content);
    this.resized = () => {
      clearTimeout(this.soon);
      this.soon = setTimeout(() => this.drawPicture(), 80);
    };
    this.moved = () => this.openLink();
    this.inClass = () => this.takeFromClass();
    this.laid = () => { // a lesson has laid another model on the cloth
      const told = model.get("start");
      if (told.line !== this.words.line) this.settle(told.table, told, { keep: true });
    };
  }

  // ---- talking to the kernel ----

  request(kind, more = {}) {
    const id = ++this.seq;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.model.send({ do: kind, id, seq: id, model: this.table, ...more });
    });
  }

  hear(content) {
    if (content?.kind === "notice") this.said = content.text;
    if (content?.kind === "done") {
      this.waiting.get(content.seq)?.({ error: this.said ?? "The page lost its Python for a moment. Try again." });
      this.waiting.delete(content.seq);
    } else if (this.waiting.has(content?.id)) {
      const answer = this.waiting.get(content.id);
      this.waiting.delete(content.id);
      answer(content);
    }
  }

  // ---- the model and its past ----

  fresh() {
    this.columns = null;
    this.runs = [];
    this.counts = [];
    this.chips = {};
    this.exactly = null;
    this.check = "";
    this.last = null;
    this.line = null;
    this.amid = new Map(); // chances between two lines, as they were asked for
    this.branch = null;
    this.refused = this.notice = "";
    this.sealed = null; // what a class is told of this model
    this.fits = this.going = false;
  }

  // A new table: drawn at once, then read by the kernel, which says its words or what is wrong with it.
  async settle(table, told = null, { keep = false } = {}) {
    if (JSON.stringify(table) === JSON.stringify(this.table) && !told) return;
    if (!keep) {
      this.past.push(this.table);
      this.future = [];
      if (this.past.length > 100) this.past.shift();
    }
    const before = this.exactly && this.columns &&
      {
        labels: this.columns.map(({ label }) => label),
        bars: this.exactly.bars.map(([p]) => p),
        line: this.words.line,
      };
    if (before) this.ghost = before;
    this.table = table;
    if (this.chosen && this.chosen !== "ask" && !at(table, this.chosen)) this.chosen = null;
    const moment = this.moment;
    this.fresh();
    const mine = ++this.settled;
    this.draw();
    const words = told ?? await this.request("read", { model: table });
    if (mine !== this.settled) return;
    if (words.error) this.refused = words.error;
    else {
      this.words = words;
      this.table = words.table;
      this.refused = "";
      this.remember();
    }
    this.draw();
    this.say(this.refused || `${this.words.chain}. ${this.words.ask}`);
    if (!this.refused && moment !== "build") await this.go(moment === "exact" ? "exact" : "run");
  }

  change(table) {
    this.trick = "";
    return this.settle(table);
  }

  undo(from, to) {
    const table = from.pop();
    if (!table) return;
    to.push(this.table);
    this.settle(table, null, { keep: true });
  }

  takeModel(one) {
    this.title = one.title;
    this.asks = one.asks;
    this.exactly = null; // another model has nothing before it
    this.ghost = null;
    this.moment = "build";
    this.chosen = null;
    this.trick = one.trick ?? "";
    const trick = this.trick;
    this.request("read", { model: one.line }).then((told) => this.settle(told.table, told)).then(() => {
      this.trick = trick;
    });
  }

  remember() {
    if (this.model.get("start").own) return;
    try {
      keeper().setItem(KEPT, JSON.stringify({ line: this.words.line, title: this.title, asks: this.asks }));
    } catch { /* a browser that keeps nothing */ }
    if (this.inPage() && this.past.length) {
      history.replaceState(history.state, "", `#m=${encodeURIComponent(this.words.line)}`);
    }
  }

  inPage() {
    return "voila" in document.body.dataset && !this.task;
  }

  linkOf(line) {
    return `${location.href.split("#")[0]}#m=${encodeURIComponent(line)}`;
  }

  // A link holds the line; who opens one predicts first. Else what this browser built last.
  async openLink() {
    const found = this.inPage() && /#m=(.+)$/.exec(location.hash);
    let kept = null;
    try {
      if (!found && !this.model.get("start").own && this.inPage()) kept = JSON.parse(keeper().getItem(KEPT));
    } catch { /* nothing kept, or not by this page */ }
    let line = kept?.line;
    try {
      if (found) line = decodeURIComponent(found[1]);
    } catch {
      line = "?";
    }
    if (!line || line === this.words.line) return;
    const told = await this.request("read", { model: line });
    if (told.error) {
      if (found) this.refuse(`This link holds no model: ${told.error}`);
      return;
    }
    this.title = kept?.title ?? "";
    this.asks = kept?.asks ?? "";
    await this.settle(told.table, told, { keep: true });
    if (found) this.go("predict");
  }

  // ---- a class ----

  // The model that the teacher has sent to all; what one had built before is one step back.
  async takeFromClass() {
    const { pace, lesson } = window.kismetClass ?? {};
    const line = this.inPage() && pace?.lesson === lesson && pace?.model;
    if (!line || line === this.sent) return;
    this.sent = line;
    if (line === this.words.line) return this.go("predict");
    const told = await this.request("read", { model: line });
    if (told.error) return;
    this.title = "The model of your class";
    this.asks = told.ask;
    await this.settle(told.table, told);
    this.go("predict");
  }

  // All runs of the class come together on its board, under words that the kernel has sealed.
  async tellClass() {
    const room = window.kismetClass;
    if (!room?.joined || !this.inPage()) return;
    const mine = this.settled;
    this.sealed ??= await this.request("about");
    if (mine !== this.settled || !this.sealed?.about) return;
    const { about, seal } = this.sealed;
    const { hits } = JSON.parse(about);
    let had = 0;
    const ran = this.runs.filter(([i]) => i >= 0);
    const trail = ran.slice(0, TRAIL).map(([i], n) => (had += hits.includes(i)) / (n + 1));
    if (ran.length) room.report({ about, seal, counts: this.counts, trail });
  }

  refuse(text) {
    this.notice = text;
    this.draw();
    this.say(text);
  }

  // ---- moments ----

  async go(moment) {
    if (this.refused) return;
    this.notice = "";
    const mine = this.settled;
    if (moment !== "build" && !this.columns) {
      const told = await this.request("columns");
      if (mine !== this.settled) return;
      if (told.error) return this.refuse(told.error);
      this.columns = told.columns;
      this.columns.places = this.narrow() ? NARROW_BANDS : BANDS;
      this.counts = this.columns.map(() => 0);
    }
    if (moment === "exact" && !this.exactly) {
      this.busy = true;
      this.draw();
      const told = await this.request("exact");
      this.busy = false;
      if (mine !== this.settled) return;
      if (told.error) {
        this.notice = told.error;
        moment = this.moment === "exact" ? "run" : this.moment;
      } else {
        this.exactly = told;
        const numeric = typeof told.columns[0]?.low === "number" && told.columns.length > 2;
        this.line = numeric ? this.line ?? [this.firstLine(told), told.columns.length - 1] : null;
        this.request("check").then((checked) => {
          if (mine !== this.settled || checked.error) return;
          this.check = checked.told;
          this.draw();
        });
      }
    }
    this.moment = moment;
    this.draw();
    this.say(this.sentence());
  }

  firstLine({ bars }) {
    let sum = 0;
    const i = bars.findIndex(([p]) => (sum += p) > 0.62);
    return Math.min(Math.max(1, i + 1), bars.length - 1);
  }

  async play(n, { seen = n === 1 } = {}) {
    if (this.playing || this.refused) return;
    if (this.moment === "build" || this.moment === "predict") await this.go("run");
    if (!this.columns) return;
    this.playing = true;
    const mine = this.settled;
    const told = await this.request("run", { n });
    this.playing = false;
    if (mine !== this.settled) return;
    if (told.error) return this.refuse(told.error);
    told.at.forEach((i, k) => {
      this.runs.push([i, told.first[k]]);
      if (i >= 0) this.counts[i] += 1;
    });
    this.last = told.run;
    this.tellClass();
    this.draw();
    this.say(n === 1 ? this.lastSaid() : this.sentence());
    if (seen && !still()) await this.show();
  }

  async keep() {
    this.going = !this.going;
    this.draw();
    while (this.going && !this.closed) {
      await this.play(Math.min(1000, Math.max(5, Math.round(this.runs.length / 12))), { seen: false });
      await pause(still() ? 400 : 120);
      if (this.runs.length > 200000) this.going = false;
    }
    this.draw();
  }

  // The last run as a motion: each thing decides, its values fly to the ticket, the dot falls.
  async show() {
    this.playing = true;
    let delay = 0;
    const all = [];
    for (const step of this.last.steps) {
      const thing = this.root.querySelector(`.km-b-cloth [data-path="${step.place}"]`);
      if (!thing) continue;
      const part = at(this.table, step.place);
      all.push(decides(thing, part.dev ?? "bag", delay));
      const tokens = [...this.root.querySelectorAll(`.km-b-token[data-from="${step.place}"]`)];
      tokens.forEach((token, i) =>
        all.push(comesFrom(token, thing.querySelector(".km-b-thing"), delay + 620 + i * 110))
      );
      delay += 300;
    }
    const dots = [...this.root.querySelectorAll(".km-b-dot")];
    const dot = dots.at(-1);
    if (dot && this.runs.length <= DOTS) {
      dot.style.opacity = 0;
      await Promise.all(all);
      dot.style.opacity = "";
      await falls(dot);
    } else await Promise.all(all);
    this.playing = false;
  }

  lastSaid() {
    const gave = this.last.steps.map(({ place, values, drawn }) =>
      `${KINDS[at(this.table, place).dev] ?? "again"} ${values.slice(0, 12).map(saidValue).join(", ")}${
        drawn > 12 ? ` and ${drawn - 12} more` : ""
      }`
    );
    return `${gave.join("; ")}: ${this.last.value === null ? "did not end" : saidValue(this.last.value)}`;
  }

  // ---- words ----

  wanted() {
    const { columns, line } = this;
    if (line !== null && line[1] === columns.length - 1) return `${columns[line[0]].label} or more`;
    if (line !== null && !line[0]) return `${columns[line[1]].label} or less`;
    if (line !== null) return `from ${columns[line[0]].label} to ${columns[line[1]].label}`;
    return columns?.some(({ label }) => label === "yes") ? "yes" : "";
  }

  hits() {
    return this.columns.reduce((sum, _, i) => sum + (wantedAt(this.columns, this.line, i) ? this.counts[i] : 0), 0);
  }

  toldExact() {
    if (!this.exactly) return null;
    if (this.line !== null) {
      const [low, high] = this.line;
      return high === this.columns.length - 1 ? this.exactly.at_least[low] : this.amid.get(`${low} ${high}`) ?? null;
    }
    const yes = this.columns.findIndex(({ label }) => label === "yes");
    return yes >= 0 ? this.exactly.bars[yes] : null;
  }

  sentence() {
    const n = this.runs.length;
    if (this.moment === "build") return `${this.words.chain}. ${this.words.ask}`;
    if (this.moment === "predict") {
      return this.columns?.length > 2 || this.columns?.[0]?.label !== "yes"
        ? "How often does each come?"
        : "How often yes, how often no?";
    }
    if (this.moment === "run") {
      return n
        ? `${n.toLocaleString("en")} ${n === 1 ? "run" : "runs"}${
          Object.keys(this.chips).length && n >= ENOUGH ? ". Does your guess hold?" : "."
        }`
        : "Run it, and watch where it falls.";
    }
    const told = this.toldExact();
    if (!told) return this.exactly?.mean ? `On average ${this.exactly.mean}.` : this.words.ask;
    const share = n
      ? `: ${this.hits().toLocaleString("en")} of your ${n.toLocaleString("en")} ${n === 1 ? "run" : "runs"}. Exact: `
      : ": ";
    return `${this.wanted()[0].toUpperCase()}${this.wanted().slice(1)}${share}${told[1]}.`;
  }

  say(text) {
    if (this.live.textContent !== text) this.live.textContent = text;
  }

  // ---- drawing ----

  start() {
    this.live = h("div", { class: "km-b-sr", role: "status" });
    this.root = h("div", { class: "km-b" });
    this.body = h("div", { class: "km-b-app" });
    this.root.append(this.body, this.live);
    this.el.append(this.root);
    if (this.inPage()) {
      this.root.classList.add("km-b-whole");
      document.body.classList.add("km-b-page");
      addEventListener("hashchange", this.moved);
      document.addEventListener("kismet:class", this.inClass);
    }
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.model.on("msg:custom", this.hears);
    this.model.on("change:start", this.laid);
    this.sizes = new ResizeObserver(this.resized);
    this.sizes.observe(this.root);
    this.draw();
    this.openLink().then(this.inClass);
    return () => {
      this.closed = true;
      this.going = false;
      this.model.off("msg:custom", this.hears);
      this.model.off("change:start", this.laid);
      removeEventListener("hashchange", this.moved);
      document.removeEventListener("kismet:class", this.inClass);
      document.body.classList.remove("km-b-page");
      this.sizes.disconnect();
    };
  }

  key(event) {
    const key = event.key.toLowerCase();
    if (
      (event.ctrlKey || event.metaKey) && (key === "z" || key === "y") && !/INPUT|TEXTAREA/.test(event.target.tagName)
    ) {
      event.preventDefault();
      if (key === "y" || event.shiftKey) this.undo(this.future, this.past);
      else this.undo(this.past, this.future);
    }
    if (event.key === "Escape" && this.chosen && !this.root.querySelector("dialog[open]")) {
      this.chosen = null;
      this.draw();
    }
    if (!event.ctrlKey && !event.metaKey && event.key !== "Escape") event.stopPropagation(); // JupyterLab would take it
  }

  narrow() {
    return this.root.clientWidth < 62 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  draw() {
    const kept = document.activeElement?.closest?.(".km-b") === this.root ? document.activeElement.dataset.k : null;
    this.body.className = `km-b-app km-b-${this.moment}`;
    this.body.replaceChildren(
      ...[
        this.head(),
        this.cloth(),
        this.moment === "build" ? this.shelf() : this.picturePlace(),
        this.moment === "exact" && this.side(),
        this.dock(),
      ].filter(Boolean),
    );
    if (kept) this.body.querySelector(`[data-k="${CSS.escape(kept)}"]:not(:disabled)`)?.focus({ preventScroll: true });
    this.drawPicture();
  }

  button(text, run, look = "", more = {}) {
    return h("button", {
      type: "button",
      class: `km-b-btn ${look}`,
      key: `b-${text}`,
      text,
      on: { click: run },
      ...more,
    });
  }

  head() {
    const here = MOMENTS.indexOf(this.moment);
    const start = this.model.get("start");
    const home = this.inPage() &&
      h(
        "a",
        {
          class: "km-b-home",
          href: start.back?.[1] ?? "index.ipynb",
          "aria-label": start.back?.[0] ?? "Kismet: to the start",
          title: start.back?.[0] ?? "Kismet",
        },
        svg(
          "0 0 24 24",
          star(8, 11, 7.5, 12, 12, 'fill="#e69f00" stroke="#1e2140" stroke-width="1"') +
            '<circle cx="12" cy="12" r="3.4" fill="#1e2140"/>',
          "km-b-flower",
        ),
      );
    const open = {
      predict: !this.refused,
      run: !this.refused,
      exact: !this.refused && this.runs.length >= ENOUGH,
      build: true,
    };
    return h(
      "header",
      { class: "km-b-head" },
      home,
      this.task
        ? h("p", { class: "km-b-asks", text: this.asks })
        : h("h1", { text: this.title || "Build your own chance" }),
      !this.task && h(
        "nav",
        { class: "km-b-road", "aria-label": "the way" },
        h(
          "ol",
          {},
          MOMENTS.map((moment, i) =>
            h(
              "li",
              {},
              h(
                "button",
                {
                  type: "button",
                  key: `road-${moment}`,
                  class: i < here ? "km-b-done" : "",
                  "aria-current": i === here ? "step" : null,
                  disabled: !open[moment],
                  title: moment === "exact" && !open.exact ? `after ${ENOUGH} runs` : null,
                  on: { click: () => this.go(moment) },
                },
                h("i", { "aria-hidden": "true", text: i < here ? "✓" : `${i + 1}` }),
                h("span", { text: ROAD[moment] }),
              ),
            )
          ),
        ),
      ),
      h(
        "div",
        { class: "km-b-tools" },
        this.moment === "build" &&
          h("button", {
            type: "button",
            class: "km-b-btn",
            key: "undo",
            "aria-label": "Undo",
            title: "Undo",
            text: "↶",
            disabled: !this.past.length,
            on: { click: () => this.undo(this.past, this.future) },
          }),
        this.moment === "build" &&
          h("button", {
            type: "button",
            class: "km-b-btn",
            key: "redo",
            "aria-label": "Redo",
            title: "Redo",
            text: "↷",
            disabled: !this.future.length,
            on: { click: () => this.undo(this.future, this.past) },
          }),
        !this.task && this.model.get("models").length > 0 &&
          this.button("Models", () => gallerySheet(this), "", { title: "Finished models" }),
        !this.task &&
          this.button("Text", () => !this.refused && lineSheet(this), "", { title: "As a line, a link, in Python" }),
        this.moment !== "build" && this.button("Numbers", () => numbersSheet(this)),
      ),
    );
  }

  // -- the cloth --

  cloth() {
    const chain = this.table.chain;
    const items = [];
    const below = this.moment === "build" && this.chosen && this.narrow() && this.chosen !== "ask"
      ? steps(this.chosen)[1]
      : -1;
    chain.forEach((part, i) => {
      if (i) items.push(this.rope());
      items.push(h("li", {}, part.if ? this.fork(part, `chain[${i}]`) : this.thing(part, `chain[${i}]`)));
      if (i === below) items.push(h("li", {}, this.handles()));
    });
    if (this.moment === "build" && chain.length < MOST_THINGS && !this.model.get("start").parts.length) {
      items.push(
        this.rope(),
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "km-b-free",
              key: "free",
              on: {
                click: () => {
                  this.tab = "things";
                  this.draw();
                  this.body.querySelector(".km-b-part")?.focus();
                },
              },
            },
            h("b", { "aria-hidden": "true", text: "+" }),
            h("span", { text: "a part" }),
          ),
        ),
      );
    }
    items.push(this.rope(), h("li", {}, this.ticket()));
    return h(
      "section",
      { class: "km-b-cloth", "aria-label": "The machine" },
      this.asks && this.moment === "build" && !this.task && h("p", { class: "km-b-asks", text: this.asks }),
      h("ol", { class: "km-b-chain", "data-n": chain.length }, items),
      this.moment === "build" && this.chosen && below < 0 && this.handles(),
    );
  }

  rope() {
    return h(
      "li",
      { class: "km-b-rope", "aria-hidden": "true" },
      svg(
        "0 0 70 20",
        '<path d="M2 10C14 2 22 18 36 9S54 8 58 10" fill="none" stroke="#7d5300" stroke-width="5"/>' +
          '<path d="M2 10C14 2 22 18 36 9S54 8 58 10" fill="none" stroke="#e9a91f" stroke-width="3" ' +
          'stroke-dasharray="4 2.500"/>' +
          '<path d="M56 4L68 10L56 16Z" fill="#e9a91f" stroke="#7d5300"/>',
        "km-b-ropepic",
        "xMidYMid meet",
      ),
    );
  }

  thing(part, path, small = false) {
    const faces = facesOf(this.table, part);
    const step = this.moment === "build" ? null : this.last?.steps.find(({ place }) => place === path);
    const chosen = this.chosen === path && this.moment === "build";
    const more = [
      part.until && `until ${part.until.join(" or ")}`,
      part.draw === "back" && "goes back",
      part.draw?.startsWith("add") && "goes back with one more",
      (part.dev === "bag" || part.dev === "deck") && !part.draw && "stays out",
      part.plus && `adds ${saidValue(part.plus)}`,
    ].filter(Boolean);
    const kind = KINDS[part.dev] ?? `Again ${part.again}`;
    const label = `${kind}: ${
      faces.slice(0, 12).map(([face, weight]) => (weight > 1 ? `${weight} times ${saidValue(face)}` : saidValue(face)))
        .join(", ")
    }${faces.length > 12 ? ` and ${faces.length - 12} more` : ""}; ${part.n ?? "any number of"} ${
      part.n === 1 ? "time" : "times"
    }${more.length ? `, ${more.join(", ")}` : ""}${
      step ? `; it gave ${step.values.slice(0, 20).map(saidValue).join(", ")}` : ""
    }`;
    const name = part.dev === "coin"
      ? "Toss"
      : part.dev === "d"
      ? "Roll"
      : part.dev === "spin"
      ? "Spin"
      : part.dev === "deck"
      ? "Draw"
      : "Take";
    const drawing = thingOf(part, faces, step);
    const many = (part.dev === "d" || part.dev === "coin") && part.n > 1 && part.n < 5 && !part.until && !small;
    const el = h(
      "div",
      { class: `km-b-dev ${small ? "km-b-small" : ""}`, "data-path": path, "data-chosen": chosen ? "" : null },
      h(
        this.moment === "build" ? "button" : "div",
        {
          class: `km-b-thing ${many ? "km-b-several" : ""}`,
          "data-n": many ? part.n : null,
          key: `thing-${path}`,
          ...(this.moment === "build"
            ? { type: "button", "aria-expanded": `${chosen}`, on: { click: () => this.choose(path) } }
            : { role: "img", "aria-label": label }),
        },
        this.moment === "build" && h("span", { class: "km-b-sr", text: label }),
        many
          ? Array.from(
            { length: part.n },
            (_, i) => thingOf(part, faces, step && { ...step, values: [step.values[i]] }),
          )
          : drawing,
        part.n > 1 && !many && !part.until &&
          h("b", { class: "km-b-times", "aria-hidden": "true", text: `×${part.n}` }),
        part.until && h("b", { class: "km-b-times", "aria-hidden": "true", text: "↻" }),
      ),
      !small &&
        h(
          "span",
          { class: "km-b-lab", "aria-hidden": "true" },
          h("b", {
            text: `${name}${part.n > 1 && !part.until ? ` ${part.n}` : ""}${
              part.name && this.table.ask.what === "-" ? ` (${part.name})` : ""
            }`,
          }),
          h("small", {
            text: more.join(", ") ||
              (part.dev === "spin" ? `${faces.length} sectors` : facesSaid(part, faces)),
          }),
        ),
    );
    if (chosen && part.dev === "spin") this.edges(el.querySelector(".km-b-thing"), faces, path);
    if (chosen && part.dev === "bag") this.ballDeeds(el.querySelector(".km-b-thing"), faces, path);
    if (this.moment === "build" && !small) this.draggable(el.querySelector(".km-b-thing"), path);
    return el;
  }

  fork(part, path) {
    const chosen = this.chosen === path && this.moment === "build";
    const steps = this.last?.steps ?? [];
    return h(
      "div",
      { class: "km-b-fork", "data-chosen": chosen ? "" : null },
      h(this.moment === "build" ? "button" : "span", {
        type: this.moment === "build" ? "button" : null,
        key: `thing-${path}`,
        class: "km-b-forkhead",
        "aria-label": `Fork: ${part.if.map(([condition]) => `if ${condition}`).join(", ")}`,
        on: this.moment === "build" ? { click: () => this.choose(path) } : null,
      }, wayThing("if")),
      h(
        "ul",
        {},
        part.if.map(([condition, inner], b) =>
          h(
            "li",
            {
              class:
                this.moment !== "build" && this.last && !steps.some(({ place }) => place.startsWith(`${path}.if[${b}]`))
                  ? "km-b-off"
                  : "",
            },
            h("span", {
              class: "km-b-cond",
              text: condition === "else" ? "else" : `if ${condition.replace(">=", "≥ ").replace("<=", "≤ ")}`,
            }),
            inner.map((
              one,
              i,
            ) => (one.if ? h("span", { text: "…" }) : this.thing(one, `${path}.if[${b}][1][${i}]`, true))),
          )
        ),
      ),
    );
  }

  ticket() {
    const ticket = ticketOf(this.table.ask);
    const chosen = this.chosen === "ask" && this.moment === "build";
    const tokens = this.moment !== "build" && this.last
      ? this.last.steps.flatMap(({ place, values, plus }) => {
        const part = at(this.table, place);
        const faces = facesOf(this.table, part);
        return [
          ...values.slice(-14).map((value) =>
            h("i", { class: "km-b-token", "data-from": place }, tokenOf(part, faces, value))
          ),
          plus ? h("i", { class: "km-b-plus", text: `${plus > 0 ? "+" : "−"}${Math.abs(plus)}` }) : null,
        ];
      })
      : [];
    return h(
      "div",
      { class: "km-b-ticket", "data-chosen": chosen ? "" : null },
      h(
        this.moment === "build" ? "button" : "div",
        {
          class: "km-b-ticketface",
          key: "thing-ask",
          ...(this.moment === "build"
            ? { type: "button", "aria-expanded": `${chosen}`, on: { click: () => this.choose("ask") } }
            : {}),
        },
        h("b", { text: this.refused ? TICKETS[ticket] ?? ticket : this.words.ask }),
        tokens.length
          ? h(
            "span",
            { class: "km-b-tokens" },
            tokens,
            h("output", { text: this.last.value === null ? "…" : `= ${saidValue(this.last.value)}` }),
          )
          : h("small", { text: this.moment === "build" ? "the question" : "" }),
      ),
    );
  }

  choose(path) {
    this.chosen = this.chosen === path ? null : path;
    this.draw();
    this.body.querySelector(".km-b-hand")?.scrollIntoView({ block: "nearest" });
  }

  handles() {
    const change = (table) => this.change(table);
    const isAsk = this.chosen === "ask";
    const part = !isAsk && at(this.table, this.chosen);
    const rows = isAsk
      ? askHandles(this.table, change)
      : part.if
      ? forkHandles(this.table, this.chosen, change)
      : partHandles(this.table, this.chosen, change);
    const last = !isAsk && this.table.chain.length < 2 && /^chain\[\d+\]$/.test(this.chosen);
    return h(
      "div",
      { class: "km-b-hand", role: "group", "aria-label": "handles" },
      rows,
      !isAsk &&
        h(
          "span",
          { class: "km-b-row km-b-ends" },
          h("button", {
            type: "button",
            key: "earlier",
            "aria-label": "earlier in the chain",
            text: "◀",
            on: { click: () => change(moved(this.table, this.chosen, -1)) },
          }),
          h("button", {
            type: "button",
            key: "later",
            "aria-label": "later in the chain",
            text: "▶",
            on: { click: () => change(moved(this.table, this.chosen, 1)) },
          }),
          h("button", {
            type: "button",
            key: "off",
            text: "take it off",
            disabled: last,
            on: {
              click: () => {
                const gone = this.chosen;
                this.chosen = null;
                change(without(this.table, gone));
              },
            },
          }),
        ),
    );
  }

  // The edges of a spinner: dragged, or moved by arrows, one part at a time.
  edges(thing, faces, path) {
    if (faces.length < 2 || faces.length > 8) return;
    const all = faces.reduce((sum, [, weight]) => sum + weight, 0);
    const shift = (i, by) => {
      const j = (i + 1) % faces.length;
      const [from, to] = [faces[i][1] + by, faces[j][1] - by];
      if (from < 1 || to < 1) return false;
      this.change(
        withFaces(
          this.table,
          path,
          (now) => now.map(([face, weight], k) => [face, k === i ? from : k === j ? to : weight]),
        ),
      );
      return true;
    };
    sectors(faces).forEach(({ to, weight, value }, i) => {
      const [x, y] = onRim(to, 45);
      const knob = h("span", {
        class: "km-b-knob",
        style: `left:${x}%;top:${y}%`,
        role: "slider",
        tabindex: "0",
        key: `knob-${i}`,
        "aria-label": `edge after ${saidValue(value)}`,
        "aria-valuenow": weight,
        "aria-valuemin": 1,
        "aria-valuemax": all - 1,
        "aria-valuetext": `${weight} of ${all} parts`,
      });
      knob.addEventListener("keydown", (event) => {
        const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (by) {
          event.preventDefault();
          shift(i, by);
        }
      });
      knob.addEventListener("click", (event) => event.stopPropagation());
      knob.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        event.stopPropagation();
        knob.focus();
        const box = thing.getBoundingClientRect();
        let moved_ = 0;
        const move = (e) => {
          const turn =
            (Math.atan2(e.clientX - box.left - box.width / 2, -(e.clientY - box.top - box.height / 2)) / 2 / Math.PI +
              2) % 1;
          let by = Math.round((turn - (to % 1)) * all);
          if (by > all / 2) by -= all;
          if (by < -all / 2) by += all;
          by = Math.max(1 - weight, Math.min(faces[(i + 1) % faces.length][1] - 1, by));
          moved_ = by;
          const [kx, ky] = onRim(to + by / all, 45);
          knob.style.left = `${kx}%`;
          knob.style.top = `${ky}%`;
        };
        const up = () => {
          removeEventListener("pointermove", move);
          removeEventListener("pointerup", up);
          if (moved_) shift(i, moved_);
        };
        addEventListener("pointermove", move);
        addEventListener("pointerup", up);
      });
      thing.parentElement.append(knob);
    });
  }

  // A ball is taken out by a tap on it; by keys the steppers below do the same.
  ballDeeds(thing, faces, path) {
    thing.addEventListener("click", (event) => {
      const ball = event.target.closest?.("circle");
      if (!ball?.getAttribute("stroke")) return;
      const i = [...thing.querySelectorAll("circle[stroke]")].indexOf(ball);
      const value = ballsOf(faces)[i];
      if (value === undefined || faces.reduce((sum, [, weight]) => sum + weight, 0) < 2) return;
      event.stopImmediatePropagation();
      this.change(
        withFaces(this.table, path, (now) => now.map(([face, weight]) => [face, face === value ? weight - 1 : weight])),
      );
    }, true);
  }

  // Dragged from the shelf or along the chain, and dropped where it shall lie; a tap does the same at the end.
  draggable(el, from, kind = null) {
    el.addEventListener("pointerdown", (event) => {
      if (event.button || event.target.closest(".km-b-knob")) return;
      const [x0, y0] = [event.clientX, event.clientY];
      let ghost = null;
      const move = (e) => {
        if (!ghost && Math.hypot(e.clientX - x0, e.clientY - y0) > 9) {
          ghost = el.querySelector("svg").cloneNode(true);
          ghost.classList.add("km-b-dragged");
          this.root.append(ghost);
        }
        if (ghost) {
          ghost.style.transform = `translate(${e.clientX - 40}px, ${e.clientY - 40}px)`;
          e.preventDefault();
        }
      };
      const up = (e) => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", up);
        removeEventListener("pointercancel", up);
        if (!ghost) return;
        ghost.remove();
        el.addEventListener("click", (c) => c.stopImmediatePropagation(), { capture: true, once: true });
        setTimeout(() => el.dispatchEvent(new Event("settled")), 0);
        const cloth = this.body.querySelector(".km-b-cloth").getBoundingClientRect();
        if (
          e.type === "pointercancel" || e.clientX < cloth.left || e.clientX > cloth.right || e.clientY < cloth.top ||
          e.clientY > cloth.bottom
        ) return;
        const down = this.narrow();
        const things = [...this.body.querySelectorAll(".km-b-chain > li > [data-path], .km-b-chain > li > .km-b-fork")];
        const index = things.filter((one) => {
          const box = one.getBoundingClientRect();
          return down ? box.top + box.height / 2 < e.clientY : box.left + box.width / 2 < e.clientX;
        }).length;
        if (kind) this.add(kind, index);
        else {
          const i = steps(from)[1];
          this.change(moved(this.table, from, index > i ? index - 1 - i : index - i));
        }
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
      addEventListener("pointercancel", up);
    });
  }

  // -- the shelf --

  add(name, index) {
    const things = this.table.chain;
    const full = (text) => this.refuse(text);
    if (KINDS[name]) {
      if (things.length >= MOST_THINGS) return full(`A chain has at most ${MOST_THINGS} things.`);
      const next = withThing(this.table, name, index);
      this.chosen = `chain[${index ?? things.length}]`;
      return this.change(next);
    }
    if (ROADS[name]) {
      if (name !== "until" && things.length >= MOST_THINGS) return full(`A chain has at most ${MOST_THINGS} things.`);
      const chosen = this.chosen && this.chosen !== "ask" && !at(this.table, this.chosen).if
        ? this.chosen
        : `chain[${things.findLastIndex((part) => !part.if)}]`;
      const next = withWay(this.table, name, chosen);
      const [, i] = around(next, chosen);
      this.chosen = name === "until" ? chosen : chosen.replace(/\[\d+\]$/, `[${i + 1}]`);
      return this.change(next);
    }
    this.chosen = "ask";
    return this.change(withAsk(this.table, name));
  }

  shelf() {
    const given = this.model.get("start").parts;
    const allowed = (names) => Object.entries(names).filter(([name]) => !given.length || given.includes(name));
    const part = (name, label, drawing, pressed) => {
      const el = h(
        "button",
        {
          type: "button",
          class: `km-b-part ${drawing ? "" : "km-b-slip"}`,
          key: `part-${name}`,
          "aria-pressed": pressed === undefined ? null : `${pressed}`,
          on: { click: () => this.add(name) },
        },
        drawing,
        h("span", { text: label }),
      );
      if (KINDS[name]) this.draggable(el, null, name);
      return h("li", {}, el);
    };
    const ticket = ticketOf(this.table.ask);
    const groups = [
      [
        "things",
        "Things",
        allowed(KINDS).map(([name, label]) => part(name, label, thingOf(FRESH[name](), FRESH[name]().faces, null))),
      ],
      ["ways", "Ways", allowed(ROADS).map(([name, label]) => part(name, label, wayThing(name)))],
      ["questions", "Questions", allowed(TICKETS).map(([name, label]) => part(name, label, null, ticket === name))],
    ].filter(([, , parts]) => parts.length);
    return h(
      "section",
      { class: "km-b-shelf", "aria-label": "Shelf", "data-tab": this.tab },
      h(
        "div",
        { class: "km-b-tabs" },
        groups.map(([key, label]) =>
          h("button", {
            type: "button",
            key: `tab-${key}`,
            "aria-pressed": `${this.tab === key}`,
            text: label,
            on: {
              click: () => {
                this.tab = key;
                this.draw();
              },
            },
          })
        ),
      ),
      groups.map(([key, label, parts]) =>
        h("div", { class: "km-b-group", "data-group": key }, h("h2", { text: label }), h("ul", {}, parts))
      ),
    );
  }

  // -- the picture --

  picturePlace() {
    return h(
      "section",
      { class: "km-b-picture", "aria-label": "Picture" },
      h("h2", { text: this.pictureTitle() }),
      h("div", { class: "km-b-plot" }),
    );
  }

  pictureTitle() {
    if (this.moment === "predict") return "Put your chips where you think the runs will fall";
    if (this.moment === "run") {
      return this.runs.length > DOTS ? "The runs, each with its 95 % band" : "Each run falls on its place";
    }
    return this.ghost
      ? "Bars: exact now. Dashed: before"
      : this.line !== null
      ? "Filled: what you ask for. Move the line"
      : "All ways counted";
  }

  drawPicture() {
    const place = this.body.querySelector(".km-b-plot");
    if (!place || !this.columns) return;
    const box = place.getBoundingClientRect();
    if (box.width < 40 || box.height < 40) return;
    place.replaceChildren();
    const { columns } = this;
    if (this.moment === "predict") return this.chipPlaces(place);
    const faces = facesOf(this.table, this.table.chain[0]);
    const exactly = this.moment === "exact" && this.exactly;
    const same = (other) => other && columns.map(({ label }) => other.bars[other.labels.indexOf(label)] ?? 0);
    const light = exactly && this.branch !== null && exactly.why?.kind === "tree"
      ? exactly.why.branches[this.branch].bars.map((share) => share * exactly.why.branches[this.branch].chance[0])
      : null;
    const two = exactly && this.other;
    const bars = exactly ? this.exactly.bars.map(([p]) => p) : null;
    const common = { columns, axis: this.words.axis, chips: this.chips, line: exactly ? this.line : null };
    const tall = two ? Math.max(...two.bars, ...bars) : 0;
    const height = two ? box.height / 2 - 12 : box.height;
    const drawn = plot({
      ...common,
      width: box.width,
      height,
      bars,
      tall,
      ghost: exactly && !two ? same(this.ghost) : null,
      counts: this.counts,
      n: this.runs.length,
      light,
      dots: this.runs.length <= DOTS ? this.runs.map(([i, first]) => [i, colourOf(faces, first)]) : [],
    });
    place.append(drawn.el);
    if (two) {
      place.prepend(
        plot({
          ...common,
          chips: {},
          width: box.width,
          height,
          bars: same(two),
          tall,
          counts: columns.map(() => 0),
          n: 0,
        }).el,
      );
      place.prepend(h("p", { class: "km-b-two", text: `Above: ${two.line}` }));
    }
    place.append(this.listed());
    if (exactly && this.line !== null && !two) {
      for (const side of [0, 1]) this.lineHandle(place, drawn, box, side);
    }
  }

  // The picture as a list, for those who hear it.
  listed() {
    return h(
      "ul",
      { class: "km-b-sr", "aria-label": "the bars" },
      this.columns.map(({ label }, i) =>
        h("li", {
          text: `${label}: ${this.exactly && this.moment === "exact" ? `${this.exactly.bars[i][1]}, ` : ""}${
            this.counts[i]
          } of ${this.runs.length} runs`,
        })
      ),
    );
  }

  // What is asked for begins at one handle and ends at the other; at rest the other stands behind the last column.
  lineHandle(place, drawn, box, side) {
    const { columns } = this;
    const last = columns.length - 1;
    const [low, high] = this.line;
    const [least, most] = side ? [low, low ? last : last - 1] : [high === last ? 1 : 0, high];
    const set = (i) => {
      const next = Math.max(least, Math.min(most, i));
      if (next === this.line[side]) return;
      this.line = side ? [this.line[0], next] : [next, this.line[1]];
      this.draw();
      this.ask();
    };
    const x = Math.max(0, Math.min(box.width - 23, drawn.at(this.line[side] + side)));
    const far = x > box.width * 0.6;
    const told = side ? (high === last ? "no upper bound" : `at most ${columns[high].label}`) : this.wanted();
    const knob = h(
      "button",
      {
        type: "button",
        class: `km-b-line ${side ? "km-b-upper" : ""}`,
        key: side ? "upper" : "line",
        role: "slider",
        style: `left:${x}px;height:${drawn.floor}px`,
        "aria-label": side ? "up to here" : "what you ask for",
        "aria-valuenow": this.line[side],
        "aria-valuemin": least,
        "aria-valuemax": most,
        "aria-valuetext": told,
      },
      !side && h("span", { class: `km-b-linetag ${far ? "km-b-far" : ""}`, text: told }),
      h("i", { "aria-hidden": "true", text: "⟷" }),
    );
    knob.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (by) {
        event.preventDefault();
        set(this.line[side] + by);
      }
    });
    knob.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const rect = place.getBoundingClientRect();
      const move = (e) => set(Math.round(((e.clientX - rect.left) / rect.width) * columns.length) - side);
      const up = () => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", up);
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
    });
    place.append(knob);
  }

  // The chance between two lines is the kernel's to say; that from a line on came with the bars.
  async ask() {
    const [low, high] = this.line;
    const mine = this.settled;
    const name = `${low} ${high}`;
    if (high < this.columns.length - 1 && !this.amid.has(name)) {
      const { told, error } = await this.request("between", { low, high });
      if (mine !== this.settled || error) return;
      this.amid.set(name, told);
      this.draw();
    }
    if (`${this.line}` === `${[low, high]}`) this.say(this.sentence());
  }

  chipPlaces(place) {
    const names = bands(this.columns);
    const left = this.chipsLeft();
    const put = (b, by) => {
      const have = this.chips[b] ?? 0;
      if (by > 0 ? !this.chipsLeft() : !have) return;
      this.chips = { ...this.chips, [b]: have + by };
      this.draw();
      this.say(`${names[b]}: ${have + by} of ${CHIPS} chips; ${this.chipsLeft()} left`);
    };
    place.append(
      h(
        "div",
        { class: "km-b-places", role: "group", "aria-label": "places for chips" },
        names.map((label, b) =>
          h(
            "div",
            { class: "km-b-place" },
            h(
              "button",
              {
                type: "button",
                class: "km-b-spot",
                key: `chip-${b}`,
                "aria-label": `put a chip on ${label}; ${this.chips[b] ?? 0} there`,
                on: {
                  click: () => put(b, 1),
                  keydown: (event) => {
                    if (event.key === "-" || event.key === "Backspace") {
                      event.preventDefault();
                      put(b, -1);
                    }
                  },
                },
              },
              Array.from({ length: this.chips[b] ?? 0 }, () => h("i", { class: "km-b-chip" })),
              left > 0 && h("i", { class: "km-b-chip km-b-next" }),
            ),
            h("b", { text: label }),
            h("button", {
              type: "button",
              class: "km-b-less",
              key: `less-${b}`,
              "aria-label": `one chip less on ${label}`,
              disabled: !this.chips[b],
              text: "−",
              on: { click: () => put(b, -1) },
            }),
          )
        ),
      ),
      h("p", { class: "km-b-axisword", text: this.words.axis }),
    );
  }

  chipsLeft() {
    return CHIPS - Object.values(this.chips).reduce((sum, n) => sum + n, 0);
  }

  // -- beside the exact picture --

  side() {
    const told = this.exactly;
    if (!told) return null;
    const answer = this.toldExact();
    const faces = facesOf(this.table, this.table.chain[0]);
    const [x, y] = answer ? [Math.sin(2 * Math.PI * answer[0]), -Math.cos(2 * Math.PI * answer[0])] : [];
    const why = told.why;
    return h(
      "aside",
      { class: "km-b-side", "aria-label": "Exact" },
      h(
        "div",
        { class: "km-b-answer" },
        answer &&
          shape(
            "svg",
            { viewBox: "-1.1 -1.1 2.2 2.2", class: "km-b-dial", "aria-hidden": "true" },
            shape("circle", { r: 1, class: "km-b-dialrim" }),
            shape("path", {
              class: "km-b-hit",
              d: answer[0] >= 1
                ? "M0-.94A.94.94 0 1 1-.001-.94Z"
                : `M0 0V-.94A.94.94 0 ${answer[0] > 0.5 ? 1 : 0} 1 ${0.94 * x} ${0.94 * y}Z`,
            }),
          ),
        h(
          "p",
          {},
          answer && h("b", { class: "km-b-big", text: answer[1] }),
          answer &&
            h("span", {
              text: ` ${
                [
                  answer[3] && `${answer[3]} ways`,
                  answer[2] && answer[2] !== answer[3].replace(" of ", "/") && answer[2],
                ].filter(Boolean).join(" = ")
              }`,
            }),
          told.mean &&
            h("span", {
              class: "km-b-mean",
              text: `on average ${told.mean}${told.spread ? `, spread ${told.spread}` : ""}`,
            }),
          told.never &&
            h("span", {
              class: "km-b-mean",
              text: `never ends: ${told.never[1]}${told.never[2] ? ` (${told.never[2]})` : ""}`,
            }),
          told.ratio &&
            h("span", { class: "km-b-mean", text: `from there on each is ${told.ratio} of the one before` }),
        ),
      ),
      why &&
        h(
          "div",
          { class: "km-b-why" },
          h("h2", {
            text: why.kind === "grid" ? `Why: ${why.names[0]} against ${why.names[1]}` : "Why: by what comes first",
          }),
          why.kind === "grid"
            ? h(
              "div",
              { class: "km-b-grid" },
              whyGrid(why, {
                width: this.narrow() ? Math.min(340, this.root.clientWidth - 40) : 380,
                height: this.narrow() ? 300 : Math.max(180, this.root.clientHeight - 455),
              }),
            )
            : whyTree(why, {
              columns: this.columns,
              line: this.line,
              faces,
              picked: this.branch,
              pick: (i) => {
                this.branch = i;
                this.draw();
              },
            }),
          why.kind === "grid" &&
            h("p", {
              class: "km-b-small-print",
              text: `${why.told} equally likely pairs. A square is as large as it has ways.`,
            }),
        ),
      h("p", { class: "km-b-small-print", text: `${told.how[0].toUpperCase()}${told.how.slice(1)}. ${this.check}` }),
    );
  }

  // -- the dock --

  dock() {
    const acts = {
      build: () =>
        this.task ? [this.button("Check it", () => this.judge(), "km-b-lead")] : [
          this.button("Try once", () => this.play(1), "", { disabled: !!this.refused }),
          this.button("Predict", () => this.go("predict"), "km-b-lead", { disabled: !!this.refused }),
        ],
      predict: () => [
        h("span", { class: "km-b-left", text: `${this.chipsLeft()} chips left` }),
        this.button("That is my guess", () => this.go("run"), "km-b-lead", { disabled: this.chipsLeft() > 0 }),
      ],
      run: () => [
        ...this.runButtons(),
        this.button("Exact", () => this.go("exact"), this.runs.length >= ENOUGH ? "km-b-lead" : "", {
          disabled: this.runs.length < ENOUGH || this.busy,
          title: this.runs.length < ENOUGH ? `after ${ENOUGH} runs` : null,
        }),
      ],
      exact: () => [
        ...this.runButtons(),
        this.button(this.other ? "One picture" : "Compare", () => this.compare(), "", {
          title: "Keep this picture and put another model below it",
        }),
        this.button("Change", () => this.go("build"), "km-b-lead"),
      ],
    }[this.moment];
    const under = {
      build:
        () => (this.refused
          ? null
          : h("p", {}, h("span", { text: "As one line: " }), h("code", { text: this.words.line }))),
      predict: () => h("p", { text: "Many chips say “this comes often”. Tap a place, − takes one back." }),
      run: () =>
        this.legend([
          this.hasChips() && ["open", "your chips"],
          this.runs.length <= DOTS
            ? ["dot", "a run, in the colour of what came first"]
            : ["point", "share of the runs, with band"],
        ]),
      exact: () => (this.trick ? h("p", { class: "km-b-trick", text: this.trick }) : this.legend([
        ["bar", "exact"],
        ["point", `${this.runs.length.toLocaleString("en")} runs`],
        this.hasChips() && ["open", "your chips"],
        this.ghost && !this.other && ["ghost", "before"],
      ])),
    }[this.moment];
    return h(
      "footer",
      { class: "km-b-dock" },
      h(
        "div",
        { class: "km-b-words" },
        h("p", {
          class: `km-b-lead-line ${this.refused || (this.notice && !this.fits) ? "km-b-wrong" : ""}`,
          text: this.refused || this.notice || (this.busy ? "Counting all ways …" : this.sentence()),
        }),
        under(),
      ),
      h("div", { class: "km-b-acts" }, acts()),
    );
  }

  // A lesson says whether this is the experiment.
  async judge() {
    const mine = this.settled;
    const { told, error } = await this.request("judge");
    if (mine !== this.settled) return;
    this.fits = told === "";
    this.refuse(error ?? (told || "That is it: the same values, and each as often."));
  }

  hasChips() {
    return Object.values(this.chips).some(Boolean);
  }

  runButtons() {
    const off = { disabled: this.going };
    return [
      this.button("Once", () => this.play(1), "", off),
      this.button("10", () => this.play(10), "", { ...off, "aria-label": "10 runs" }),
      this.button("1,000", () => this.play(1000), "", { ...off, "aria-label": "1,000 runs" }),
      this.button(this.going ? "Stop" : "Keep on", () => this.keep(), this.going ? "km-b-lead" : ""),
    ];
  }

  legend(parts) {
    return h(
      "p",
      { class: "km-b-legend" },
      parts.filter(Boolean).map(([look, text]) =>
        h("span", {}, h("i", { class: `km-b-key-${look}`, "aria-hidden": "true" }), text)
      ),
    );
  }

  compare() {
    this.other = this.other ? null : {
      labels: this.columns.map(({ label }) => label),
      bars: this.exactly.bars.map(([p]) => p),
      line: this.words.line,
    };
    if (this.other) {
      this.refuse("Kept. Now change one thing, or take another model: both stand on one scale.");
      this.moment = "exact";
    }
    this.draw();
  }
}

export default {
  render({ model, el }) {
    return new BuilderPage(model, el).start();
  },
};
