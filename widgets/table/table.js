// Draws any scene (widgets/table/scene.py) and tells the kernel what is wanted. It knows no game.

import { download } from "../page/carry.js";
import { Client } from "../page/client.js";
import { fill, h, keeper } from "../page/elements.js";
import { useWords, W } from "../page/words.js";
import { aheadSaid } from "./ahead.js";
import { spinsOf, turnSpins, unpoint } from "./board.js";
import { faceOf } from "./cards.js";
import { coachFocus, coachOpens, coachSays, drawCoach } from "./coach.js";
import { Calls } from "./calls.js";
import { cover, covered } from "./coverage.js";
import { Dialog } from "./dialog.js";
import { drawDock, reasonOf } from "./dock.js";
import { countUp, reviewed } from "./end.js";
import { fitWords, markScroll, SCROLLS } from "./fit.js";
import { drawForesight, foresee } from "./foresight.js";
import { drawHead } from "./head.js";
import { backOf, coloursOf } from "../page/kit.js";
import { LOOKS } from "./looks.js";
import { momentDue, MOMENTS, nextMoment, showMoment } from "./moments.js";
import { Motion, still } from "./motion.js";
import { Past } from "./past.js";
import { drawFalling, drawStage, fallsIn, lookAhead, onlyBall, showCame } from "./stage.js";
import { isTaken, markTaken, takeThing } from "./sets.js";
import { Sound } from "./sound.js";
import { drawHand, Drawn, drawZone, looksOf, settle } from "./zones.js";

/** @import { Ahead, Answer, Keep, Met, Notice, SavedFile } from "./messages.d.ts" */
/** @import { Card, Cell, Entry, Offer, Scene, Why } from "./scene.d.ts" */
/** @import { Look } from "../page/drawn.d.ts" */
/** @import { Thing } from "./view.d.ts" */

const SEEN = 200; // ms after which what an act would change has been seen
const REST = 120; // ms on an act before the kernel is asked what it would change
const SPOKEN = 1000; // ms between two announcements
const PACES = { step: null, slow: 1500, fast: 450 }; // ms between two steps of others

class View {
  constructor(model, el) {
    this.model = model;
    useWords(model.get("words"));
    /** @type {Look} */
    this.look = model.get("look");
    this.icons = this.look.icons;
    this.calls = new Calls(this);
    /** @type {Scene} */
    this.scene = this.calls.veil(model.get("scene"));
    // else the page is JupyterLab's, or that of a lesson
    this.inPage = "voila" in document.body.dataset && model.get("keep");
    this.store = `kismet:${this.scene.game}:${location.pathname}`;
    this.pace = this.recall("kismet:pace") in PACES ? this.recall("kismet:pace") : still() ? "step" : "fast";
    /** @type {Scene | null} */
    this.preview = null;
    /** @type {string | null} */
    this.selected = null;
    this.moment = this.scene.reckoning ? Infinity : 0; // who opens a finished game wants its end
    this.open = new Set();
    this.refusals = new Set();
    this.tabs = new Map();
    this.faces = new Map();
    this.drawn = new Drawn();
    this.labelled = new WeakSet();
    this.foreseen = null;
    /** @type {Map<number, Ahead & { since: number } | null>} */
    this.aheads = new Map(); // number of an action -> what it would change; null: asked for
    this.taken = []; // things of a choice of several, one after the other
    this.ahead = false; // whether the stage shows what an action would do
    this.armed = null; // the action that has been shown and that one touch more does
    this.stop = new AbortController();
    this.build(el);
    if (this.scene.coach) coachOpens(this);
    const arrived = () => this.arrived();
    model.on("change:scene", arrived);
    this.client = new Client(model, {
      heard: (message) => this.told(message),
      busy: (on) => this.busy(on),
      lost: (lost) => this.notice(lost ? { text: W.lost, lost } : {}),
    });
    this.stop.signal.addEventListener("abort", () => {
      model.off("change:scene", arrived);
      this.client.close();
      clearTimeout(this.soon);
      clearTimeout(this.saying);
      this.sound.close();
      this.motion.cut();
    });
    this.draw();
    this.hello();
  }

  // ---- talking to the kernel ---------------------------------------------------------------------------------------

  send(message, how) {
    clearTimeout(this.soon);
    if (message.do !== "peek") this.notice({});
    this.client.ask(message, how);
  }

  busy(on) {
    if (on) this.root.setAttribute("aria-busy", "true");
    else {
      this.root.removeAttribute("aria-busy");
      this.goOn();
    }
  }

  hello() {
    const keep = this.model.get("keep");
    this.send({ do: "hello", link: keep && this.inPage ? location.hash : "", saved: keep ? this.kept() : null });
  }

  recall(key) {
    try {
      return keeper().getItem(key);
    } catch {
      return null; // storage is off
    }
  }

  remember(key, value) {
    try {
      keeper().setItem(key, value);
    } catch {
      // A browser without storage still has the link.
    }
  }

  kept() {
    try {
      return JSON.parse(this.recall(this.store));
    } catch {
      return null; // it holds something else
    }
  }

  /** @param {Keep} message */
  keep({ data, link, step, met }) {
    cover(this.scene.game, { met });
    this.address = `game=${link}&step=${step}`;
    this.remember(this.store, JSON.stringify(data));
    if (this.inPage) history.replaceState(history.state, "", `#${this.address}`);
  }

  /** @param {any} message */
  told(message) {
    const heard = {
      log: () => this.past.extend(message),
      keep: () => this.keep(message),
      notice: () => this.notice(message),
      peek: () => this.past.peeked(message),
      why: () => this.answerEntry(message),
      met: () => this.meet(message),
      review: () => reviewed(this, message),
      ahead: () => this.foretold(message),
      file: () => this.carry(message),
    }[message.kind];
    if (heard) heard();
    else this.dialog.show(message);
  }

  /** @param {SavedFile} file */
  carry(file) {
    download(file.name, file.text, "application/json");
  }

  arrived() {
    this.land();
    const next = this.calls.veil(this.model.get("scene"));
    this.calls.landed(this.scene, next);
    if (!fallsIn(this, next)) return this.show(next);
    // What has come is known here already and told nowhere before it has landed.
    this.falling = next;
    this.root.classList.add("km-falling");
    drawFalling(this, next);
    showCame(this);
    this.motion.done().then(() => this.falling === next && this.land());
  }

  // What is in the air lies; a tap or a key does not wait for it.
  land() {
    const next = this.falling;
    if (!next) return;
    this.falling = null;
    this.root.classList.remove("km-falling");
    this.show(next, true);
    this.goOn();
  }

  // What tells chances is put away, or comes back.
  veil() {
    this.scene = this.calls.veil(this.model.get("scene"));
    this.draw();
  }

  /** @param {Scene} next @param {boolean} [landed] */
  show(next, landed = false) {
    const before = this.scene;
    this.motion.cut();
    const lay = this.motion.look(this.cards), spins = spinsOf(this.root);
    const slides = Object.values(LOOKS.slides).map(({ from, show }) => [show, from(this.root)]);
    this.scene = next;
    this.preview = null;
    this.aheads.clear();
    this.armed = null;
    if (this.scene.coach && this.scene.coach.n !== before.coach?.n) coachOpens(this);
    if (this.scene.reckoning) this.found = this.scene.reckoning.review.found;
    const live = Math.abs(this.scene.step - before.step) === 1;
    if (this.scene.step !== before.step || this.scene.line !== before.line) {
      this.risk = undefined;
      this.taken = [];
      this.moment = this.scene.reckoning && !live ? Infinity : 0;
    }
    this.draw();
    if (momentDue(this) && !this.moment) showMoment(this);
    if (live && next.reckoning && !before.reckoning && !momentDue(this)) countUp(this);
    this.past.mark(true);
    this.say(this.scene.live);
    const one = this.scene.line === before.line && Math.abs(this.scene.step - before.step) <= 2;
    if (one && this.scene.viewer === before.viewer && this.scene.everything === before.everything) {
      this.motion.settle(lay, this.cards, (back) => backOf(back, this.look, this.icons));
    }
    if (one) {
      for (const [slide, was] of slides) slide(this, was);
      turnSpins(this, spins);
    }
    const came = this.scene.came?.step === this.scene.step && this.scene.step > before.step;
    if (came && !(landed && onlyBall(this.scene.came))) showCame(this, landed);
  }

  // What others do goes on by itself at the chosen pace, until somebody here is to choose or is struck.
  goOn() {
    clearTimeout(this.soon);
    if (this.falling) return;
    const pause = PACES[this.pace];
    if (pause === null || this.preview || this.dialog.el.open) return;
    if (momentDue(this)) {
      if (this.scene.auto && !momentDue(this).stop) this.soon = setTimeout(() => nextMoment(this), MOMENTS[this.pace]);
      return;
    }
    if (!this.scene.auto) return;
    this.soon = setTimeout(async () => {
      await this.motion.done();
      if (this.scene.auto && !this.client.waiting && !this.preview && !this.stop.signal.aborted) {
        this.send({ do: "next" });
      }
    }, pause);
  }

  /** @param {Notice & { lost?: boolean }} message */
  notice({ text, lost }) {
    this.lost = lost;
    if (coachSays(this, lost ? "" : text) && !lost) text = "";
    this.strip.hidden = !text;
    this.strip.replaceChildren(
      h("span", { text }),
      this.button(lost ? W.reload : W.close, "notice", () => (lost ? location.reload() : this.notice({}))),
    );
  }

  // ---- the frame ---------------------------------------------------------------------------------------------------

  build(el) {
    this.dialog = new Dialog(this);
    /** @type {(name: string, tag?: any, props?: object) => any} */
    const part = (name, tag = "div", props = {}) => h(tag, { class: `km-t-${name}`, ...props });
    this.root = h(
      "section",
      { class: "km-table", "aria-label": this.scene.title },
      this.head = part("head", "header"),
      this.strip = part("strip", "div", { role: "alert", hidden: true }),
      this.cloth = h(
        "div",
        { class: "km-cloth" },
        this.others = part("others"),
        this.middle = part("middle"),
        this.mine = part("mine"),
        h(
          "div",
          { class: "km-dock" },
          this.coach = part("coach", "section", { hidden: true, "aria-label": W.coach }),
          this.ask = part("ask", "section", { "aria-label": W.question }),
          this.undo = part("undo"),
        ),
        this.hand = part("hand"),
        this.odds = part("odds", "section", { "aria-label": W.may_happen, tabindex: "0" }),
        this.log = part("log", "section", { hidden: true, "aria-label": W.happened }),
      ),
      this.time = part("time", "footer"),
      this.live = part("live", "p", { role: "status" }),
      this.dialog.el,
      this.file = part("file", "input", {
        type: "file",
        accept: ".json,application/json",
        hidden: true,
        "aria-label": W.open,
      }),
    );
    this.page = h("div", { class: `km-page ${this.inPage ? "km-whole" : ""}` }, this.root);
    if (this.inPage) document.body.classList.add("km-hastable");
    this.sound = new Sound(this);
    this.motion = new Motion(this.root, (kind, delay) => this.sound.play(kind, delay));
    const landing = { capture: true, signal: this.stop.signal };
    this.root.addEventListener("pointerdown", () => this.land(), landing);
    this.past = new Past(this);
    this.file.addEventListener("change", () => this.readFile());
    // Before JupyterLab hears them on the document: there a plain letter or arrow would change the notebook.
    addEventListener("keydown", (event) => {
      const here = this.root.contains(event.target) || (this.inPage && event.target === document.body);
      const back = (event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input, textarea");
      if (!here || event.altKey || ((event.ctrlKey || event.metaKey) && !back)) return;
      event.stopPropagation();
      if (back) {
        event.preventDefault();
        return this.at("undo")?.click();
      }
      if (this.falling) {
        event.preventDefault();
        return this.land();
      }
      this.key(event);
    }, { capture: true, signal: this.stop.signal });
    el.append(this.page);
    const rolled = ({ target }) => target.matches?.(SCROLLS) && markScroll(target);
    this.root.addEventListener("scroll", rolled, { capture: true, passive: true });
    this.odds.addEventListener(
      "mouseleave",
      () => this.ahead && !this.middle.matches(":focus-within") && unpoint(this),
    );
    const size = new ResizeObserver(() => {
      if (this.inPage && !this.introduced) this.introduce(); // not before it stands in the page
      this.point(true);
    });
    size.observe(this.root);
    addEventListener("hashchange", () => {
      const link = location.hash;
      if (!this.inPage || link.slice(1) === this.address) return;
      history.replaceState(history.state, "", `#${this.address ?? ""}`); // a link that is refused does not stay here
      this.send({ do: "open_link", values: { link } });
    }, { signal: this.stop.signal });
    this.stop.signal.addEventListener("abort", () => size.disconnect());
    if (new URLSearchParams(location.search).has("projector")) this.enlarge(true);
  }

  // The words above the table are read once; then the table has the whole page.
  introduce() {
    this.introduced = true;
    const text = this.page.closest(".km-cell")?.previousElementSibling;
    if (!text?.querySelector("h1")) return;
    const seen = `kismet:seen:${this.scene.game}`;
    text.classList.add("km-intro");
    const hide = () => {
      text.classList.add("km-read");
      this.remember(seen, "1");
    };
    if (this.recall(seen)) return hide();
    text.append(this.button(W.begin_here, "begin", () => {
      hide();
      this.focus("ask");
    }, { class: "km-btn km-lead" }));
    this.page.addEventListener("click", hide, { once: true });
    this.page.addEventListener("keydown", (event) => event.key === "Escape" && hide(), { signal: this.stop.signal });
  }

  enlarge(on) {
    document.documentElement.classList.toggle("km-projector", on);
    this.point(true);
  }

  button(label, key, run, props = {}) {
    return h("button", { type: "button", key, text: label, ...props, on: { click: run } });
  }

  ruleButton(id, key) {
    const label = fill(W.rule, { id });
    return this.button(id, `rule:${key}`, () => this.send({ do: "dialog", dialog: "rule", id }), {
      class: "km-rule",
      "aria-label": label,
    });
  }

  /** @param {number} seat */
  pawn(seat) {
    return h("span", {
      class: "km-pawn",
      "aria-hidden": "true",
      style: `--km-seat:var(--km-seat-${seat % 6})`,
      text: [...this.scene.names[seat]][0],
    });
  }

  /** @param {Card} card @param {string} cls */
  face(card, cls) {
    return h(
      "div",
      { class: `km-card ${cls} ${card.person ? "km-person" : ""}`, style: this.colours(card) },
      card.back ? backOf(card.back, this.look, this.icons) : faceOf(this, card),
    );
  }

  colours(card) {
    const [deep, bright] = coloursOf(card, this.look);
    return `--k:${deep};--b:${bright}`;
  }

  latest() {
    return this.past.latest();
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------

  draw() {
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const key = active?.dataset.k;
    const scene = this.preview ?? this.scene;
    const faces = new Map();
    this.clear();
    this.shown = scene;
    this.actions = new Map(scene.actions.map((action) => [action.n, action]));
    /** @type {Map<string, Thing>} */
    this.cards = new Map();
    for (const zone of scene.zones) {
      for (const { id, label, origin, warns } of zone.facts) {
        if (origin) {
          this.cards.set(id, { id, name: label, text: [origin, warns].filter(Boolean).join(" "), fact: true });
        }
      }
      for (const group of zone.groups) {
        for (
          const card of [...(group.items ?? []), ...(group.board?.cells ?? []), ...(group.head ? [group.head] : [])]
        ) {
          this.cards.set(card.id, card);
          faces.set(card.id, `${card.name}|${card.big}|${card.count}|${card.list}`);
        }
      }
    }
    const old = this.faces;
    this.changed = new Set(old.size ? [...faces].filter(([id, face]) => old.get(id) !== face).map(([id]) => id) : []);
    this.faces = faces;
    if (!this.cards.has(this.selected)) this.selected = null;
    this.root.classList.toggle("km-preview", Boolean(this.preview));
    const kind = this.preview ? "" : scene.kind;
    if (this.root.dataset.kind !== kind) this.labelled = new WeakSet(); // other words of a card are seen
    this.root.dataset.layout = scene.layout;
    this.root.dataset.kind = kind;
    drawHead(this);
    for (const area of ["others", "middle", "mine"]) {
      const zones = scene.zones.filter((zone) => zone.area === area);
      settle(this[area], zones.map((zone) => drawZone(this, zone)));
      this[area].className = `km-t-${area} ${zones.length > 1 ? "km-zones2" : ""} ${looksOf(zones)}`;
      this[area].style.setProperty("--km-n", zones.length);
    }
    drawHand(this, scene);
    this.cloth.className = `km-cloth ${this.middle.querySelector(".km-group") ? "" : "km-nomiddle"} ${
      this.others.firstChild ? "" : "km-alone"
    } ${this.middle.querySelector(".km-play") ? "km-asked-there" : ""} ${looksOf(scene.zones)}`;
    this.root.classList.toggle("km-holding", Boolean(this.hand.querySelector(".km-selected")));
    for (const card of this.root.querySelectorAll(".km-idle")) {
      card.classList.toggle("km-rest", !this.scene.actions.length);
    }
    drawStage(this, scene);
    drawDock(this, scene);
    markTaken(this);
    this.past.draw();
    this.past.mark();
    drawCoach(this);
    if (this.armed !== null && !this.preview) drawForesight(this, this.armed);
    this.point();
    if (active && !this.root.contains(document.activeElement)) this.focus(key);
  }

  // What has been put on top of what is drawn goes, for that may stay.
  clear() {
    this.foresee(null);
    if (this.root.querySelector(".km-cast")) unpoint(this);
    for (const card of this.root.querySelectorAll(".km-short")) card.classList.remove("km-short");
    for (const card of this.root.querySelectorAll(".km-changed")) card.classList.remove("km-changed");
    // lit here and there, and dimmed
    if (this.scene.coach || this.root.matches(".km-coached")) this.drawn = new Drawn();
    this.drawn.begin();
  }

  at(key, more = "") {
    return this.root.querySelector(`[data-k="${CSS.escape(key ?? "")}"]${more}`);
  }

  focus(key) {
    const same = this.at(key, ":not(:disabled)");
    // Rather the next card than "End the turn", and the question than "Bid": Enter twice must not end it, nor bid.
    const next = same ?? coachFocus(this) ?? this.ask.querySelector(this.scene.entries.length ? "h2" : ".km-lead") ??
      this.hand.querySelector("button.km-act") ?? this.hand.querySelector(".km-play") ??
      this.root.querySelector(".km-play") ?? this.ask.querySelector(".km-actions button") ??
      this.ask.querySelector("h2");
    this.placing = true;
    next.focus({ preventScroll: true });
    this.placing = false;
  }

  dialogFor(dialog) {
    this.open.delete("menu");
    this.at("menu")?.closest("details")?.removeAttribute("open");
    const values = dialog === "rules" ? { met: [...covered(this.scene.game).met] } : {};
    this.send({ do: "dialog", dialog, values });
  }

  act(n) {
    this.selected = null;
    this.armed = null;
    this.send({ do: "act", n, step: this.scene.step, line: this.scene.line });
  }

  /** @param {Answer} message */
  answerEntry({ id, rule, ...why }) {
    const answer = this.ask.querySelector(`[data-entry="${CSS.escape(id ?? "")}"]`);
    answer?.replaceChildren(reasonOf(why), " ", this.ruleButton(rule, "entry"));
  }

  // Who is told why not has met that rule.
  /** @param {Why} why */
  refused(why) {
    if (!why?.rule || this.refusals.has(why.rule)) return;
    this.refusals.add(why.rule);
    this.send({ do: "refused", rule: why.rule });
  }

  /** @param {Met} message */
  meet({ met: [met, all] }) {
    this.scene.met = [met, all];
    for (const key of ["met", "met2"]) {
      const button = this.at(key);
      if (button) button.textContent = fill(W.rules_met, { met, all });
    }
  }

  // What would be left dims the cards that it no longer buys.
  afford(left) {
    for (const [id, { cost }] of this.cards) {
      const card = cost === undefined ? null : this.at(id);
      if (!card) continue;
      card.classList.toggle("km-short", left !== null && cost > left);
      card.dataset.short = fill(W.short_of, { n: cost - left });
    }
  }

  // What is spoken comes at most once a second; what came meanwhile follows in one.
  say(text) {
    if (!text) return;
    const wait = (this.spoken ?? -SPOKEN) + SPOKEN - performance.now();
    this.unsaid = wait > 0 && this.unsaid ? `${this.unsaid} ${text}` : text;
    clearTimeout(this.saying);
    const speak = () => {
      this.spoken = performance.now();
      this.live.textContent = this.unsaid;
      this.unsaid = "";
    };
    if (wait > 0) this.saying = setTimeout(speak, wait);
    else speak();
  }

  // An action of this number; one of an entry is called by its value.
  /** @param {number | null} n @returns {Offer | undefined} */
  actionOf(n) {
    /** @param {Entry} entry */
    const of = ({ first, least, most, step }) => n >= first && n <= first + (most - least) / step;
    const entry = this.scene.entries.find(of);
    const value = entry && entry.least + (n - entry.first) * entry.step;
    return entry && n !== null ? { n, label: `${entry.button ?? entry.label} ${value}` } : this.actions.get(n);
  }

  // What an action would change, shown where it stands; null: as things are, or what has been touched once.
  foresee(n) {
    n ??= this.armed;
    clearTimeout(this.asking);
    if (n === this.foreseen) return;
    this.foreseen = n;
    drawForesight(this, n);
    const asks = n !== null && this.actionOf(n) && !this.aheads.has(n) && !this.preview && !this.scene.coach;
    if (asks) this.asking = setTimeout(() => this.askAhead(n), REST);
  }

  askAhead(n) {
    this.aheads.set(n, null);
    this.client.ask({ do: "foresee", n, step: this.scene.step, line: this.scene.line }, { quiet: true });
  }

  // The first touch shows what spends something or cannot be taken back, the second does it; the kernel says which.
  // What spends nothing is `seen` by resting on it, too.
  touch(n) {
    if (this.armed === n || this.scene.coach) return this.act(n);
    const seen = this.foreseen === n && performance.now() - (this.aheads.get(n)?.since ?? Infinity) > SEEN;
    this.send({ do: "touch", n, seen, step: this.scene.step, line: this.scene.line });
  }

  // A button says what it does and has shown it under a pointer or the focus; a finger points with its first touch.
  commit(n, event) {
    return event.pointerType === "touch" ? this.touch(n) : this.act(n);
  }

  /** @param {Ahead} message */
  foretold(message) {
    if (message.step !== this.scene.step || this.falling) return;
    this.aheads.set(message.n, { ...message, since: performance.now() });
    if (message.held) {
      this.armed = message.n;
      this.selected = [...this.cards.values()].find((card) => card.does?.includes(message.n))?.id ?? null;
      this.draw();
      this.say(aheadSaid(message, this.actionOf(message.n)));
    } else if (this.foreseen === message.n) drawForesight(this, message.n);
  }

  /** @param {Offer | null} action */
  lookAhead(action) {
    lookAhead(this, action);
  }

  showRisk(n) {
    this.risk = n;
    const held = [...this.cards.values()].find((card) => card.does?.includes(n));
    if (held) this.selected = held.id;
    this.draw();
  }

  // ---- cards -------------------------------------------------------------------------------------------------------

  // One stop of the Tab key a row; arrows go on from there.
  oneStop(row) {
    const all = [...row.querySelectorAll("button")];
    const stop = all.find((one) => one.matches(".km-selected, .km-target")) ??
      all.find((one) => one.matches(".km-act")) ?? all.find((one) => one.matches(".km-play")) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
    return row;
  }

  // The one action of the selected card that is aimed at this place, if there is just one.
  aimed(id) {
    const card = this.cards.get(this.selected);
    if (!card?.does || this.preview) return null;
    const found = card.does.map((n) => this.actions.get(n)).filter((action) => action.to === id);
    return found.length === 1 ? found[0] : null;
  }

  // Why the selected card may not go to this place.
  barred(id) {
    return this.preview ? null : this.cards.get(this.selected)?.barred?.find(({ at }) => at.includes(id));
  }

  fits(id) {
    return this.cards.get(this.selected)?.fits?.includes(id);
  }

  // A card or a cell.
  /** @param {Cell} card @param {string} kind @param {object} extra */
  place(card, kind, extra, ...kids) {
    const aimed = this.aimed(card.id);
    const barred = this.barred(card.id);
    const fits = !aimed && this.fits(card.id);
    const selected = this.selected === card.id;
    const state = this.preview ? "" : card.state;
    const classes = [
      kind,
      `km-tone-${card.tone ?? "s5"}`,
      state && `km-${state}`,
      !state && "km-idle",
      aimed && "km-target",
      fits && "km-fits",
      card.warn && "km-warn",
      selected && "km-selected",
      this.changed.has(card.id) && "km-changed",
    ];
    const { name, count, big, unit, skills, list = [], text } = card;
    const shown = [
      name,
      count > 1 && `\u00d7${count}`,
      big !== undefined && `${big} ${unit ?? ""}`.trim(),
      ...(skills ? list : []),
      text,
    ];
    const said = [
      ...shown,
      ...(skills ?? []).map((skill) => `${skill.label} ${skill.value}`),
      ...(skills ? [] : list),
      card.back && W.closed,
      card.places && fill(W.full_of, { n: card.places.full, of: card.places.of }),
      state === "play" && W.can_use,
      state === "dim" && W.cannot_use,
      card.warn,
      aimed?.label,
      barred?.text,
    ];
    const button = h("button", {
      type: "button",
      key: card.id,
      class: classes.filter(Boolean).join(" "),
      "aria-expanded": String(selected),
      "aria-label": said.filter(Boolean).join(", "),
      "data-said": card.slot ? null : said.filter(Boolean).join(", "),
      style: this.colours(card),
      ...extra,
      on: { click: (event) => this.pick(card, event) },
    }, kids);
    const [only] = card.does ?? [];
    return card.does?.length === 1 && !card.casts ? foresee(this, button, only) : button;
  }

  // A touch of a card shows, or does, its one action, or what the chosen card does at the place it is aimed at. A card
  // held over a board falls on a lit cell; a finger points first, as it cannot hover.
  /** @param {Cell} card @param {PointerEvent} event */
  pick(card, event) {
    if (isTaken(this, card)) return takeThing(this, card);
    const aimed = this.aimed(card.id);
    const held = card.slot && this.cards.get(this.selected)?.casts;
    const pointed = this.pointed === card.id;
    this.pointed = card.id;
    if (held && !aimed) return this.triedAt(card.id, this.barred(card.id));
    if (held && event.pointerType === "touch" && !pointed) return;
    if (aimed) this.act(aimed.n);
    else if (card.does?.length === 1 && !card.casts && !this.preview) this.touch(card.does[0]);
    else this.select(card.id, !event.detail, this.barred(card.id));
  }

  // In a first game it may be the goal to be told why not.
  /** @param {string} id @param {Why} why */
  triedAt(id, why) {
    if (why && this.scene.coach) this.send({ do: "asked_why", id });
  }

  // `told`: why the card chosen before may not go there.
  /** @param {string} id @param {boolean} [byKey] @param {Why} [told] */
  select(id, byKey, told) {
    this.pointed = null;
    this.because = told;
    this.armed = null;
    this.selected = this.selected === id ? null : id;
    const card = this.cards.get(this.selected);
    this.draw();
    if (card) this.triedAt(id, told ?? card.why);
    if (card) this.refused(told ?? card.why);
    if (card) this.say((told ?? card.why)?.text ?? card.text ?? card.name);
    if (byKey && card?.casts) {
      const cells = [...this.root.querySelectorAll(".km-cell:is(.km-target, .km-lit)")].filter((cell) =>
        cell.checkVisibility()
      );
      (cells.find((cell) => cell.matches(".km-lit")) ?? cells[0])?.focus();
    } else if (byKey && card?.does) this.ask.querySelector(".km-actions button")?.focus();
  }

  // The name of a card begins with the words that it shows here, in their order, for those who say what they see.
  relabel(all) {
    const cards = [...this.root.querySelectorAll("[data-said]")].filter((card) => all || !this.labelled.has(card));
    const seen = cards.map((card) => card.innerText.replace(/\s+/g, " ").trim());
    cards.forEach((card, i) => {
      const { said } = card.dataset;
      this.labelled.add(card);
      const rest = said.split(", ").filter((part) => !seen[i].includes(part)); // what is seen is said once
      card.setAttribute("aria-label", !seen[i] || said.startsWith(seen[i]) ? said : [seen[i], ...rest].join(", "));
    });
  }

  // The dock points at the chosen card of the hand.
  point(resized) {
    this.root.classList.toggle("km-aheading", Boolean(this.odds.querySelector(":scope > .km-ahead")));
    fitWords(this);
    this.relabel(resized);
    const card = this.selected && this.hand.querySelector(".km-selected");
    const dock = this.ask.getBoundingClientRect();
    this.ask.classList.toggle("km-nib", Boolean(card));
    if (!card) return;
    const at = card.getBoundingClientRect();
    this.ask.style.setProperty("--km-at", `${at.left + at.width / 2 - dock.left}px`);
  }

  fold(key, label, ...kids) {
    const fold = h("details", { open: this.open.has(key) }, h("summary", { key, text: label }), kids);
    fold.addEventListener("toggle", () => (fold.open ? this.open.add(key) : this.open.delete(key)));
    return fold;
  }

  // ---- keys --------------------------------------------------------------------------------------------------------

  key(event) {
    const { target } = event;
    if (this.dialog.el.open) return;
    if (event.key === "Escape") {
      if (this.at("menu")?.closest("details").open) this.at("menu").closest("details").open = false;
      else if (this.selected) {
        const id = this.selected;
        this.select(id);
        this.focus(id);
      } else if (this.preview) this.past.leave();
      else if (this.past.unfolded) this.past.unfold(false);
      else if (this.scene.step < this.scene.steps) this.send({ do: "go", step: this.scene.steps });
      else return;
      event.preventDefault();
      return;
    }
    const typing = target.matches("input, select, textarea");
    if (event.key === "?" && !typing) {
      event.preventDefault();
      return this.dialogFor("keys");
    }
    if (event.key === "0" && !typing) {
      this.ask.querySelector(".km-actions button:not(.km-let-go)")?.focus();
      return;
    }
    if (/^[1-9]$/.test(event.key) && !target.matches("input, select, textarea")) {
      const acts = this.hand.querySelectorAll("button.km-act");
      const card = (acts.length ? acts : this.hand.querySelectorAll(".km-card"))[Number(event.key) - 1];
      card?.focus({ preventScroll: true });
      card?.click();
      return;
    }
    if (event.key === "Enter" && target.matches("body, h2, section")) {
      this.ask.querySelector(".km-actions .km-lead")?.click();
    }
    const row = target.closest("[data-row]");
    if (!row || target.closest(".km-tip")) return;
    // from line to line; left and right go to rules too
    const log = row === this.past.list && event.key.match(/Up|Down/);
    const stops = [
      ...row.querySelectorAll(log ? ".km-line" : ".km-card, .km-piece, .km-cell, .km-act, .km-line, .km-rule"),
    ].filter((stop) => stop.checkVisibility() && !stop.closest(".km-tip"));
    const at = stops.indexOf(target);
    const move = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: stops.length - 1,
    }[event.key];
    if (at < 0 || move === undefined) return;
    event.preventDefault();
    const next = stops[Math.min(Math.max(move, 0), stops.length - 1)];
    target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  // ---- files -------------------------------------------------------------------------------------------------------

  async readFile() {
    const [file] = this.file.files;
    this.file.value = "";
    if (!file) return;
    if (file.size > 1_000_000) return this.notice({ text: W.too_large });
    try {
      this.send({ do: "open", text: await file.text() });
    } catch {
      this.notice({ text: W.not_text });
    }
  }
}

export default {
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.stop.abort();
  },
};
