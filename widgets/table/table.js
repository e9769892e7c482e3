// Draws any scene (widgets/table/board.py) and tells the kernel what is wanted. It knows no game.

import { downloadFile } from "../page/sharing.js";
import { isInNotebook, KernelClient } from "../page/client.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { progressStorage, widgetStorageKey } from "../page/storage.js";
import { pageLanguage, renderInLanguage, TEXTS } from "../page/texts.js";
import { previewSentence } from "./preview_drawing.js";
import { clearCellTooltip } from "./cell_map.js";
import { drawCardContent } from "./cards.js";
import { drawTutorial, openGoalTabs, showTutorialNotice, tutorialFocusTarget } from "./tutorial.js";
import { ForecastTracker } from "./forecast.js";
import { addRuleCoverage, loadRuleCoverage } from "./rule_coverage.js";
import { Dialog } from "./dialog.js";
import { drawActionBar, drawRefusalReason } from "./action_bar.js";
import { onReviewUpdate } from "./game_result.js";
import { hideOverflowingTexts, markScrollAreas } from "./overflow.js";
import { onSceneChange, PLAYBACK_SPEEDS, scheduleAutoPlay } from "./scene_transition.js";
import { drawPreview, updatePreview } from "./action_preview.js";
import { addTableListeners } from "./table_listeners.js";
import { drawHeader } from "./header.js";
import { cardColours, drawCardBack } from "../page/drawing.js";
import { rendererFor } from "./renderers.js";
import { Animator, prefersReducedMotion } from "./animator.js";
import { updateAccessibleNames } from "./accessible_names.js";
import { HistoryPanel } from "./history.js";
import { drawCardButton } from "./card_button.js";
import { drawMainPanel, drawMainPanelPreview } from "./main_panel.js";
import { drawSelectionMarks } from "./multi_select.js";
import { Sound } from "./sound.js";
import { drawHand, drawZone, ElementCache, reconcileChildren, variantClasses } from "./zones.js";

/**
 * @import {
 *   ActionPreview, TypedActionRefusal, SavedGame,
 *   RuleCoverage, Notice, DownloadFile,
 * } from "./messages.d.ts"
 */
/** @import { Card, MapCell, ActionOffer, Scene, RefusalReason } from "./scene.d.ts" */
/** @import { GameTheme } from "../page/drawing_types.d.ts" */
/** @import { Selectable } from "./view.d.ts" */

const GAME = { lang: "en" }; // what a game says of itself
const SEEN = 200; // ms after which what an act would change has been seen
const REST = 120; // ms on an act before the kernel is asked what it would change
const SPOKEN = 1000; // ms between two announcements

class View {
  // `held`: it had the focus in other words, and the menu has it then.
  constructor(model, el, held) {
    this.model = model;
    /** @type {GameTheme} */
    this.look = model.get("look");
    this.icons = this.look.icons;
    this.calls = new ForecastTracker(this);
    /** @type {Scene} */
    this.scene = this.calls.veil(model.get("scene"));
    // else the page is JupyterLab's, that of a lesson, or has another table before this one: the address is not ours
    this.inPage = "voila" in document.body.dataset && model.get("keep") && !model.get("place");
    this.store = widgetStorageKey(`kismet:${this.scene.game}`, model);
    this.pace = this.recall("kismet:pace") in PLAYBACK_SPEEDS
      ? this.recall("kismet:pace")
      : prefersReducedMotion()
      ? "step"
      : "fast";
    /** @type {Scene | null} */
    this.preview = null;
    /** @type {string | null} */
    this.selected = null;
    this.moment = this.scene.reckoning ? Infinity : 0; // who opens a finished game wants its end
    this.falling = null; // the position that comes when what is in the air lies
    this.soon = 0; // the timer of what goes on by itself
    this.open = new Set();
    this.refusals = new Set();
    this.tabs = new Map();
    this.faces = new Map();
    this.drawn = new ElementCache();
    this.labelled = new WeakSet();
    this.foreseen = null;
    /** @type {Map<number, ActionPreview & { since: number } | null>} */
    this.aheads = new Map(); // number of an action -> what it would change; null: asked for
    this.taken = []; // things of a choice of several, one after the other
    this.ahead = false; // whether the stage shows what an action would do
    this.armed = null; // the action that has been shown and that one touch more does
    this.stop = new AbortController();
    this.build(el);
    if (this.scene.coach) openGoalTabs(this);
    const came = () => onSceneChange(this);
    model.on("change:scene", came);
    this.client = new KernelClient(model, {
      heard: (message) => this.told(message),
      busy: (on) => this.busy(on),
      lost: (lost) => this.notice(lost ? { text: isInNotebook() ? TEXTS.lost_cell : TEXTS.lost, lost } : {}),
    });
    this.stop.signal.addEventListener("abort", () => {
      model.off("change:scene", came);
      this.client.close();
      clearTimeout(this.soon);
      clearTimeout(this.saying);
      this.sound.close();
      this.motion.cut();
    });
    this.draw();
    this.hello(held);
    this.calls.wait();
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

  hello(held) {
    const keep = this.model.get("keep"), link = keep && this.inPage ? location.hash : "";
    const saved = keep ? this.kept() : null;
    // Who comes back to a game does not see how one begins before it is there, nor other words than those chosen.
    const other = TEXTS.lang !== pageLanguage();
    this.root.classList.toggle("km-has-saved-game", Boolean(saved || link.includes("game=") || other));
    this.client.ask({ do: "hello", link, saved }).then(() => {
      this.root.classList.remove("km-has-saved-game");
      if (held) (this.at("menu") ?? this.at("language"))?.focus();
      updateAccessibleNames(this, true); // nothing was to be seen before
    });
  }

  recall(key) {
    try {
      return progressStorage().getItem(key);
    } catch {
      return null; // storage is off
    }
  }

  remember(key, value) {
    try {
      progressStorage().setItem(key, value);
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

  /** @param {SavedGame} message */
  keep({ data, link, step, met }) {
    addRuleCoverage(this.scene.game, { met });
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
      review: () => onReviewUpdate(this, message),
      ahead: () => this.foretold(message),
      file: () => this.carry(message),
    }[message.kind];
    if (heard) heard();
    else this.dialog.show(message);
  }

  /** @param {DownloadFile} file */
  carry(file) {
    downloadFile(file.name, file.text, "application/json");
  }

  // What tells chances is put away, or comes back.
  veil() {
    this.scene = this.calls.veil(this.model.get("scene"));
    this.draw();
  }

  /** @param {Notice & { lost?: boolean }} message */
  notice({ text, lost }) {
    this.lost = lost;
    if (showTutorialNotice(this, lost ? "" : text) && !lost) text = "";
    this.strip.hidden = !text;
    this.strip.classList.toggle("km-connection-lost", Boolean(lost));
    this.root.classList.toggle("km-has-answer", Boolean(text) && !lost); // no :has(), which styles all anew
    const reloads = lost && !isInNotebook();
    this.strip.replaceChildren(
      h("span", { text }),
      this.button(
        reloads ? TEXTS.reload : TEXTS.close,
        "notice",
        () => (reloads ? location.reload() : this.notice({})),
      ),
    );
  }

  goOn() {
    scheduleAutoPlay(this);
  }

  // ---- the frame ---------------------------------------------------------------------------------------------------

  build(el) {
    this.dialog = new Dialog(this);
    /** @type {(name: string, tag?: any, props?: object) => any} */
    const part = (name, tag = "div", props = {}) => h(tag, { class: `km-table-${name}`, ...props });
    this.root = h(
      "section",
      { class: "km-table km-tabletop", lang: TEXTS.lang, "aria-label": this.scene.title },
      this.head = part("header", "header"),
      this.strip = part("notice", "div", { role: "alert", hidden: true }),
      this.cloth = h(
        "div",
        { class: "km-canvas" },
        this.others = part("others", "div", GAME),
        this.middle = part("middle", "div", GAME),
        this.mine = part("mine", "div", GAME),
        h(
          "div",
          { class: "km-action-bar" },
          this.coach = part("tutorial", "section", { hidden: true, "aria-label": TEXTS.coach }),
          this.ask = part("question", "section", { "aria-label": TEXTS.question }),
          this.undo = part("undo"),
        ),
        this.hand = part("hand", "div", GAME),
        this.odds = part("odds", "section", { "aria-label": TEXTS.may_happen, tabindex: "0" }),
        this.log = part("log", "section", { hidden: true, "aria-label": TEXTS.happened }),
      ),
      this.time = part("timeline", "footer"),
      this.live = part("live-region", "p", { role: "status" }),
      this.dialog.el,
      this.file = part("file", "input", {
        type: "file",
        accept: ".json,application/json",
        hidden: true,
        "aria-label": TEXTS.open,
      }),
    );
    this.page = h("div", { class: `km-page ${this.inPage ? "km-full-page" : ""}` }, this.root);
    if (this.inPage) document.body.classList.add("km-has-table");
    this.sound = new Sound(this);
    this.motion = new Animator(this.root, (kind, delay) => this.sound.play(kind, delay));
    this.past = new HistoryPanel(this);
    el.append(this.page);
    addTableListeners(this);
  }

  enlarge(on) {
    document.documentElement.classList.toggle("km-projector", on);
    this.point(true);
  }

  button(label, key, run, props = {}) {
    return h("button", { type: "button", key, text: label, ...props, on: { click: run } });
  }

  ruleButton(id, key) {
    const label = fillPlaceholders(TEXTS.rule, { id });
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
      card.back ? drawCardBack(card.back, this.look, this.icons) : drawCardContent(this, card),
    );
  }

  colours(card) {
    const [deep, bright] = cardColours(card, this.look);
    return `--card-dark:${deep};--card-bright:${bright}`;
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------

  draw() {
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const key = active?.dataset.key;
    const scene = this.preview ?? this.scene;
    const faces = new Map();
    this.clear();
    this.shown = scene;
    this.actions = new Map(scene.actions.map((action) => [action.n, action]));
    /** @type {Map<string, Selectable>} */
    this.cards = new Map();
    this.homes = new Map();
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
          this.homes.set(card.id, zone.id);
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
    drawHeader(this);
    for (const area of ["others", "middle", "mine"]) {
      const zones = scene.zones.filter((zone) => zone.area === area);
      reconcileChildren(this[area], zones.map((zone) => drawZone(this, zone)));
      this[area].className = `km-table-${area} ${zones.length > 1 ? "km-several-zones" : ""} ${variantClasses(zones)}`;
      this[area].style.setProperty("--km-n", zones.length);
    }
    drawHand(this, scene);
    this.cloth.className = `km-canvas ${this.middle.querySelector(".km-group") ? "" : "km-no-center"} ${
      this.others.firstChild ? "" : "km-no-opponents"
    } ${this.middle.querySelector(".km-play") ? "km-choice-in-center" : ""} ${
      this.middle.querySelector(".km-pile.km-play") ? "km-choice-of-piles" : ""
    } ${variantClasses(scene.zones)}`;
    this.root.classList.toggle("km-holds-selected", Boolean(this.hand.querySelector(".km-selected")));
    for (const card of this.root.querySelectorAll(".km-idle")) {
      card.classList.toggle("km-is-resting", !this.scene.actions.length);
    }
    drawMainPanel(this, scene);
    drawActionBar(this, scene);
    drawSelectionMarks(this);
    this.past.draw();
    this.past.mark();
    drawTutorial(this);
    if (this.armed !== null && !this.preview) drawPreview(this, this.armed);
    this.point();
    if (active && !this.root.contains(document.activeElement)) this.focus(key);
  }

  // What has been put on top of what is drawn goes, for that may stay.
  clear() {
    clearTimeout(this.asking);
    if (this.foreseen !== null) drawPreview(this, null);
    this.foreseen = this.armed;
    if (this.root.querySelector(".km-map-overlay, .km-described-cell")) clearCellTooltip(this);
    for (const card of this.root.querySelectorAll(".km-too-expensive")) card.classList.remove("km-too-expensive");
    for (const card of this.root.querySelectorAll(".km-changed")) card.classList.remove("km-changed");
    // lit here and there, and dimmed
    if (this.scene.coach || this.root.matches(".km-in-tutorial")) this.drawn = new ElementCache();
    this.drawn.begin();
  }

  at(key, more = "") {
    return this.root.querySelector(`[data-key="${CSS.escape(key ?? "")}"]${more}`);
  }

  focus(key) {
    const same = this.at(key, ":not(:disabled)");
    // Rather the next card than "End the turn", and the question than "Bid": Enter twice must not end it, nor bid.
    const next = same ?? tutorialFocusTarget(this) ??
      this.ask.querySelector(rendererFor("asks", this.scene) ? "h2" : ".km-primary") ??
      this.hand.querySelector("button.km-action") ?? this.hand.querySelector(".km-play") ??
      this.root.querySelector(".km-play") ?? this.ask.querySelector(".km-actions button") ??
      this.ask.querySelector("h2");
    this.placing = true;
    next.focus({ preventScroll: true });
    this.placing = false;
  }

  dialogFor(dialog) {
    this.open.delete("menu");
    this.at("menu")?.closest("details")?.removeAttribute("open");
    const values = dialog === "rules" ? { met: [...loadRuleCoverage(this.scene.game).met] } : {};
    this.send({ do: "dialog", dialog, values });
  }

  act(n) {
    this.selected = null;
    this.armed = null;
    this.send({ do: "act", n, step: this.scene.step, line: this.scene.line });
  }

  /** @param {TypedActionRefusal} message */
  answerEntry({ id, rule, ...why }) {
    const answer = this.ask.querySelector(`[data-entry="${CSS.escape(id ?? "")}"]`);
    answer?.replaceChildren(drawRefusalReason(why), " ", this.ruleButton(rule, "entry"));
  }

  // Who is told why not has met that rule.
  /** @param {RefusalReason} why */
  refused(why) {
    if (!why?.rule || this.refusals.has(why.rule)) return;
    this.refusals.add(why.rule);
    this.send({ do: "refused", rule: why.rule });
  }

  /** @param {RuleCoverage} message */
  meet({ met: [met, all] }) {
    this.scene.met = [met, all];
    for (const key of ["met", "met2"]) {
      const button = this.at(key);
      if (button) button.textContent = fillPlaceholders(TEXTS.rules_met, { met, all });
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

  // An action of this number; one that is asked for in the dock is called by its game.
  /** @param {number | null} n @returns {ActionOffer | undefined} */
  actionOf(n) {
    const label = n !== null && rendererFor("asks", this.scene)?.called(this.scene, n);
    return label ? { n, label } : this.actions.get(n);
  }

  // What an action would change, shown where it stands; null: as things are, or what has been touched once.
  foresee(n) {
    n ??= this.armed;
    clearTimeout(this.asking);
    if (n === this.foreseen) return;
    this.foreseen = n;
    updatePreview(this, n);
    const asks = n !== null && this.actionOf(n) && !this.aheads.has(n) && !this.preview && !this.scene.coach;
    if (asks) this.asking = setTimeout(() => this.askAhead(n), REST);
  }

  askAhead(n) {
    this.aheads.set(n, null);
    this.client.ask({ do: "foresee", n, step: this.scene.step, line: this.scene.line }, { quiet: true });
  }

  // The first touch shows what spends something or cannot be taken back, the second does it; the kernel says which.
  // What spends nothing is `seen` by resting on it, too.
  touch(n, seen = this.hasSeen(n)) {
    if (this.armed === n || this.scene.coach) return this.act(n);
    this.send({ do: "touch", n, seen, step: this.scene.step, line: this.scene.line });
  }

  hasSeen(n) {
    return this.foreseen === n && performance.now() - (this.aheads.get(n)?.since ?? Infinity) > SEEN;
  }

  // A button says what it does and has shown it under a pointer or the focus; a finger points with its first touch.
  // Who clicks one beside the question before that has had no touch yet: what spends something is shown first.
  commit(n, event, where) {
    if (event.pointerType === "touch") return this.touch(n);
    return where === "bar" && !this.hasSeen(n) ? this.touch(n, true) : this.act(n);
  }

  /** @param {ActionPreview} message */
  foretold(message) {
    if (message.step !== this.scene.step || this.falling) return;
    this.aheads.set(message.n, { ...message, since: performance.now() });
    if (message.held) {
      this.armed = message.n;
      this.selected = [...this.cards.values()].find((card) => card.does?.includes(message.n))?.id ?? null;
      this.draw();
      this.say(previewSentence(message, this.actionOf(message.n)));
    } else if (this.foreseen === message.n) updatePreview(this, message.n);
  }

  /** @param {ActionOffer | null} action */
  lookAhead(action) {
    drawMainPanelPreview(this, action);
  }

  // ---- cards -------------------------------------------------------------------------------------------------------

  // One stop of the Tab key a row; arrows go on from there.
  oneStop(row) {
    const all = [...row.querySelectorAll("button")];
    const stop = all.find((one) => one.matches(".km-selected, .km-target")) ??
      all.find((one) => one.matches(".km-action")) ?? all.find((one) => one.matches(".km-play")) ?? all[0];
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

  // In a first game it may be the goal to be told why not.
  /** @param {string} id @param {RefusalReason} why */
  triedAt(id, why) {
    if (why && this.scene.coach) this.send({ do: "asked_why", id });
  }

  // A card or a cell.
  /** @param {MapCell} card @param {string} kind @param {object} extra */
  place(card, kind, extra, ...kids) {
    return drawCardButton(this, card, kind, extra, kids);
  }

  // `told`: why the card chosen before may not go there.
  /** @param {string} id @param {boolean} [byKey] @param {RefusalReason} [told] */
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
    if (byKey && card?.fits) {
      const cells = [...this.root.querySelectorAll(".km-cell:is(.km-target, .km-highlight)")].filter((cell) =>
        cell.checkVisibility()
      );
      (cells.find((cell) => cell.matches(".km-highlight")) ?? cells[0])?.focus();
    } else if (byKey && card?.does) this.ask.querySelector(".km-actions button")?.focus();
  }

  // The dock points at the chosen card of the hand.
  point(resized) {
    this.root.classList.toggle("km-shows-preview", Boolean(this.odds.querySelector(":scope > .km-placement-preview")));
    hideOverflowingTexts(this);
    this.past.fit();
    updateAccessibleNames(this, resized);
    const card = this.selected && this.hand.querySelector(".km-selected");
    const dock = this.ask.getBoundingClientRect();
    this.ask.classList.toggle("km-action-bar-pointer", Boolean(card));
    if (!card) return;
    const at = card.getBoundingClientRect();
    this.ask.style.setProperty("--km-at", `${at.left + at.width / 2 - dock.left}px`);
  }

  fold(key, label, ...kids) {
    const fold = h("details", { open: this.open.has(key) }, h("summary", { key, text: label }), kids);
    fold.addEventListener("toggle", () => {
      if (!fold.open) return this.open.delete(key);
      this.open.add(key);
      markScrollAreas(fold);
    });
    return fold;
  }
}

export default {
  render(shown) {
    return renderInLanguage(shown, (model, el, held) => {
      const view = new View(model, el, held);
      return () => view.stop.abort();
    });
  },
};
