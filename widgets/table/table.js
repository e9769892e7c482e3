// Draws any scene (widgets/table/board.py) and sends requests of the user to the kernel. It knows no game.

import { downloadFile } from "../page/sharing.js";
import { isInNotebook, KernelClient } from "../page/client.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { progressStorage, widgetStorageKey } from "../page/storage.js";
import { pageLanguage, renderInLanguage, TEXTS } from "../page/texts.js";
import { previewSentence } from "./preview_drawing.js";
import { clearCellTooltip } from "./cell_map.js";
import { drawCardContent } from "./cards.js";
import { openGoalTabs, tryShowTutorialNotice, tutorialFocusTarget, updateTutorial } from "./tutorial.js";
import { ForecastTracker } from "./forecast.js";
import { addToSavedRuleCoverage, countMetRules, loadMetAndUnderstoodRuleIds } from "./rule_coverage.js";
import { Dialog } from "./dialog.js";
import { drawRefusalReason, updateActionBar } from "./action_bar.js";
import { isFullPageTable, renderBehindCurtain } from "./curtain.js";
import { onReviewUpdate } from "./game_result.js";
import { dayInAddress, dayStorageKey, onDayBots } from "./day_deal.js";
import { scrollToChoices } from "./scroll_to_choices.js";
import { onSceneChange, PLAYBACK_SPEEDS, scheduleAutoPlay } from "./scene_transition.js";
import { updateActionPreview, updateActionPreviewAndOdds } from "./action_preview.js";
import { addTableListeners } from "./table_listeners.js";
import { updateHeader } from "./header.js";
import { cardColourPair, drawCardBack } from "../page/drawing.js";
import { customRendererFor } from "./renderers.js";
import { Animator, prefersReducedMotion } from "./animator.js";
import { updateAccessibleNames } from "./accessible_names.js";
import { HistoryPanel } from "./history.js";
import { drawCardButton } from "./card_button.js";
import { updateMainPanelPreview, updateOddsAndEventsPanel } from "./main_panel.js";
import { updateSelectionMarks } from "./multi_select.js";
import { Sound } from "./sound.js";
import { drawZone, ElementCache, reconcileChildren, updateHand, variantClasses } from "./zones.js";

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

class TableView {
  // `held`: whether the table had the focus before the language changed. If so, the menu gets the focus.
  constructor(model, el, held) {
    this.model = model;
    /** @type {GameTheme} */
    this.theme = model.get("look");
    this.icons = this.theme.icons;
    this.forecasts = new ForecastTracker(this);
    /** @type {Scene} */
    this.scene = this.forecasts.sceneWithHiddenChances(model.get("scene"));
    this.isFullPage = isFullPageTable(model);
    this.store = widgetStorageKey(`kismet:${this.scene.game}`, model);
    this.playbackSpeed = this.loadItem("kismet:pace") in PLAYBACK_SPEEDS
      ? this.loadItem("kismet:pace")
      : prefersReducedMotion()
      ? "step"
      : "fast";
    /** @type {Scene | null} */
    this.peekedScene = null;
    /** @type {string | null} */
    this.selectedId = null;
    /** @type {string | null} */
    this.openZoneId = null; // the player tile that is open
    this.summaryIndex = this.scene.reckoning ? Infinity : 0; // who opens a finished game wants its end
    this.pendingScene = null; // the position that comes when what is in the air lies
    this.autoPlayTimer = 0; // the timer of what goes on by itself
    this.open = new Set();
    this.refusals = new Set();
    this.tabs = new Map();
    this.cardFingerprints = new Map();
    this.elementCache = new ElementCache();
    this.namedElements = new WeakSet();
    this.previewedActionNumber = null;
    /** @type {Map<number, ActionPreview & { since: number } | null>} */
    this.previewByAction = new Map(); // number of an action -> what it would change; null: asked for
    this.selectedItemIds = []; // things of a choice of several, one after the other
    this.hasPanelPreview = false; // whether the stage shows what an action would do
    this.confirmableActionNumber = null; // the action that has been shown and that one touch more does
    this.abortController = new AbortController();
    this.buildElements(el);
    if (this.scene.coach) openGoalTabs(this);
    const came = () => onSceneChange(this);
    model.on("change:scene", came);
    this.client = new KernelClient(model, {
      onMessage: (message) => this.onMessage(message),
      onBusyChange: (on) => this.busy(on),
      onConnectionChange: (lost) =>
        this.showNotice(lost ? { text: isInNotebook() ? TEXTS.lost_cell : TEXTS.lost, lost } : {}),
    });
    this.abortController.signal.addEventListener("abort", () => {
      model.off("change:scene", came);
      this.client.close();
      clearTimeout(this.autoPlayTimer);
      clearTimeout(this.saying);
      this.sound.close();
      this.animator.cancelAll();
    });
    this.draw();
    this.requestStart(held);
    this.forecasts.ensureChanceStop();
  }

  // ---- messages to the kernel --------------------------------------------------------------------------------------

  sendRequest(message, how) {
    clearTimeout(this.autoPlayTimer);
    if (message.do !== "peek_step") this.showNotice({});
    this.client.request(message, how);
  }

  busy(on) {
    if (on) this.root.setAttribute("aria-busy", "true");
    else {
      this.root.removeAttribute("aria-busy");
      this.resumeAutoPlay();
    }
  }

  requestStart(held) {
    const keep = this.model.get("keep"), link = keep && this.isFullPage ? location.hash : "";
    const day = link && dayInAddress(link);
    const saved = keep ? this.loadSavedGame(day ? dayStorageKey(this) : this.store) : null;
    // A user who returns to a game must not see a new game, or another language, before the saved game is loaded.
    const other = TEXTS.lang !== pageLanguage();
    this.root.classList.toggle("km-has-saved-game", Boolean(saved || day || link.includes("game=") || other));
    this.client.request({ do: "hello", link, saved, ...(day ? { day } : {}) }).then(() => {
      this.root.classList.remove("km-has-saved-game");
      if (held) (this.elementByKey("menu") ?? this.elementByKey("language"))?.focus();
      updateAccessibleNames(this, { includeNamed: true }); // nothing was to be seen before
    });
  }

  loadItem(key) {
    try {
      return progressStorage().getItem(key);
    } catch {
      return null; // storage is off
    }
  }

  saveItem(key, value) {
    try {
      progressStorage().setItem(key, value);
    } catch {
      // A browser without storage still has the link.
    }
  }

  loadSavedGame(key) {
    try {
      return JSON.parse(this.loadItem(key));
    } catch {
      return null; // it holds something else
    }
  }

  /** @param {SavedGame} message */
  saveGame({ data, link, step, met }) {
    addToSavedRuleCoverage(this.scene.game, { met });
    if (this.scene.met) this.updateRuleCoverage({ met: this.scene.met });
    this.address = `game=${link}&step=${step}`;
    this.saveItem(data.day ? dayStorageKey(this) : this.store, JSON.stringify(data));
    const shown = data.day ? `day=${data.day}` : link ? this.address : ""; // no link to hidden cards behind a curtain
    if (this.isFullPage) history.replaceState(history.state, "", `#${shown}`);
  }

  /** @param {any} message */
  onMessage(message) {
    const heard = {
      log: () => this.history.appendLog(message),
      save_game: () => this.saveGame(message),
      notice: () => this.showNotice(message),
      peeked_scene: () => this.history.onPeekedScene(message),
      typed_action_refusal: () => this.showTypedActionRefusal(message),
      rule_coverage: () => this.updateRuleCoverage(message),
      review_update: () => onReviewUpdate(this, message),
      day_bots: () => onDayBots(this, message),
      action_preview: () => this.onActionPreview(message),
      download_file: () => this.downloadFile(message),
    }[message.kind];
    if (heard) heard();
    else this.dialog.show(message);
  }

  /** @param {DownloadFile} file */
  downloadFile(file) {
    downloadFile(file.name, file.text, "application/json");
  }

  // Draws the scene again, to hide the elements that reveal probabilities or to show them.
  refreshScene() {
    this.scene = this.forecasts.sceneWithHiddenChances(this.model.get("scene"));
    this.draw();
  }

  /** @param {Notice & { lost?: boolean }} message */
  showNotice({ text, lost }) {
    this.lost = lost;
    if (tryShowTutorialNotice(this, lost ? "" : text) && !lost) text = "";
    this.noticeEl.hidden = !text;
    this.noticeEl.classList.toggle("km-connection-lost", Boolean(lost));
    this.root.classList.toggle("km-has-answer", Boolean(text) && !lost); // no :has(), which styles all anew
    const reloads = lost && !isInNotebook();
    this.noticeEl.replaceChildren(
      h("span", { text }),
      this.createButton(
        reloads ? TEXTS.reload : TEXTS.close,
        "notice",
        () => (reloads ? location.reload() : this.showNotice({})),
      ),
    );
  }

  resumeAutoPlay() {
    scheduleAutoPlay(this);
  }

  // ---- the frame ---------------------------------------------------------------------------------------------------

  buildElements(el) {
    this.dialog = new Dialog(this);
    /** @type {(name: string, tag?: any, props?: object, ...kids: HTMLElement[]) => any} */
    const part = (name, tag = "div", props = {}, ...kids) => h(tag, { class: `km-table-${name}`, ...props }, kids);
    this.root = h(
      "section",
      { class: "km-table km-tabletop", lang: TEXTS.lang, "aria-label": this.scene.title },
      this.headerEl = part("header", "header"),
      this.noticeEl = part("notice", "div", { role: "alert", hidden: true }),
      this.canvasEl = h(
        "div",
        { class: "km-canvas" },
        this.opponentsEl = part("others", "div", GAME),
        this.ownEl = part("mine", "div", GAME),
        h(
          "div",
          { class: "km-action-bar" },
          this.tutorialEl = part("tutorial", "section", { hidden: true, "aria-label": TEXTS.coach }),
          this.questionEl = part("question", "section", { "aria-label": TEXTS.question }),
          this.undoEl = part("undo"),
        ),
        this.handEl = part("hand", "div", GAME),
        part(
          "side",
          "div",
          {},
          this.centerEl = part("middle", "div", GAME),
          this.mainPanelEl = part("odds", "section", { "aria-label": TEXTS.may_happen, tabindex: "0" }),
        ),
        this.logEl = part("log", "section", { hidden: true, "aria-label": TEXTS.happened }),
      ),
      this.timelineEl = part("timeline", "footer"),
      this.liveEl = part("live-region", "p", { role: "status" }),
      this.dialog.el,
      this.fileInput = part("file", "input", {
        type: "file",
        accept: ".json,application/json",
        hidden: true,
        "aria-label": TEXTS.open,
      }),
    );
    this.page = h("div", { class: `km-page ${this.isFullPage ? "km-full-page" : ""}` }, this.root);
    if (this.isFullPage) document.body.classList.add("km-has-table");
    this.sound = new Sound(this);
    this.animator = new Animator(this.root, (kind, delay) => this.sound.play(kind, delay));
    this.history = new HistoryPanel(this);
    el.append(this.page);
    addTableListeners(this);
  }

  setProjectorMode(on) {
    document.documentElement.classList.toggle("km-projector", on);
    this.refreshLayout(true);
  }

  createButton(label, key, run, props = {}) {
    return h("button", { type: "button", key, text: label, ...props, on: { click: run } });
  }

  createRuleButton(id, key) {
    const label = fillPlaceholders(TEXTS.rule, { id });
    return this.createButton(id, `rule:${key}`, () => this.sendRequest({ do: "open_dialog", dialog: "rule", id }), {
      class: "km-rule",
      "aria-label": label,
    });
  }

  /** @param {number} seat */
  drawPawn(seat) {
    return h("span", {
      class: "km-pawn",
      "aria-hidden": "true",
      style: `--km-seat:var(--km-seat-${seat % 6})`,
      text: [...this.scene.names[seat]][0],
    });
  }

  /** @param {Card} card @param {string} cls */
  drawStaticCard(card, cls) {
    return h(
      "div",
      { class: `km-card ${cls} ${card.person ? "km-person" : ""}`, style: this.cardColourStyle(card) },
      card.back ? drawCardBack(card.back, this.theme, this.icons) : drawCardContent(this, card),
    );
  }

  cardColourStyle(card) {
    const [deep, bright] = cardColourPair(card, this.theme);
    return `--card-dark:${deep};--card-bright:${bright}`;
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------

  draw() {
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const key = active?.dataset.key;
    const scene = this.peekedScene ?? this.scene;
    const faces = new Map();
    this.clearOverlays();
    this.drawnScene = scene;
    this.actions = new Map(scene.actions.map((action) => [action.n, action]));
    /** @type {Map<string, Selectable>} */
    this.cards = new Map();
    this.zoneByCard = new Map();
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
          this.zoneByCard.set(card.id, zone.id);
          faces.set(card.id, `${card.name}|${card.big}|${card.count}|${card.list}`);
        }
      }
    }
    const old = this.cardFingerprints;
    this.changedIds = new Set(
      old.size ? [...faces].filter(([id, face]) => old.get(id) !== face).map(([id]) => id) : [],
    );
    this.cardFingerprints = faces;
    if (!this.cards.has(this.selectedId)) this.selectedId = null;
    this.root.classList.toggle("km-preview", Boolean(this.peekedScene));
    const kind = this.peekedScene ? "" : scene.kind;
    if (this.root.dataset.kind !== kind) this.namedElements = new WeakSet(); // other words of a card are seen
    this.root.dataset.game = scene.game;
    this.root.dataset.layout = scene.layout;
    this.root.dataset.kind = kind;
    updateHeader(this);
    const areas = { others: this.opponentsEl, middle: this.centerEl, mine: this.ownEl };
    for (const [area, element] of Object.entries(areas)) {
      const zones = scene.zones.filter((zone) => zone.area === area);
      reconcileChildren(element, zones.map((zone) => drawZone(this, zone)));
      element.className = `km-table-${area} ${zones.length > 1 ? "km-several-zones" : ""} ${variantClasses(zones)}`;
      element.style.setProperty("--km-n", zones.length);
    }
    updateHand(this, scene);
    this.canvasEl.className = `km-canvas ${this.centerEl.querySelector(".km-group") ? "" : "km-no-center"} ${
      this.opponentsEl.firstChild ? "" : "km-no-opponents"
    } ${this.centerEl.querySelector(".km-play") ? "km-choice-in-center" : ""} ${
      this.centerEl.querySelector(".km-pile.km-play") ? "km-choice-of-piles" : ""
    } ${variantClasses(scene.zones)}`;
    this.root.classList.toggle("km-holds-selected", Boolean(this.handEl.querySelector(".km-selected")));
    for (const card of this.root.querySelectorAll(".km-idle")) {
      card.classList.toggle("km-is-resting", !this.scene.actions.length);
    }
    updateOddsAndEventsPanel(this, scene);
    if (this.panelStep !== scene.step) this.mainPanelEl.scrollTop = 0;
    this.panelStep = scene.step;
    updateActionBar(this, scene);
    updateSelectionMarks(this);
    this.history.draw();
    this.history.markCurrentStep();
    updateTutorial(this);
    if (this.confirmableActionNumber !== null && !this.peekedScene) {
      updateActionPreview(this, this.confirmableActionNumber);
    }
    this.refreshLayout();
    if (active && !this.root.contains(document.activeElement)) this.focusKey(key);
  }

  // Removes everything that was added to drawn elements, because a redraw may use these elements again.
  clearOverlays() {
    clearTimeout(this.asking);
    if (this.previewedActionNumber !== null) updateActionPreview(this, null);
    this.previewedActionNumber = this.confirmableActionNumber;
    if (this.root.querySelector(".km-map-overlay, .km-described-cell")) clearCellTooltip(this);
    for (const card of this.root.querySelectorAll(".km-too-expensive")) card.classList.remove("km-too-expensive");
    for (const card of this.root.querySelectorAll(".km-changed")) card.classList.remove("km-changed");
    // the tutorial highlights and dims parts of the table
    if (this.scene.coach || this.root.matches(".km-in-tutorial")) this.elementCache = new ElementCache();
    this.elementCache.begin();
  }

  elementByKey(key, more = "") {
    return this.root.querySelector(`[data-key="${CSS.escape(key ?? "")}"]${more}`);
  }

  focusKey(key) {
    const same = this.elementByKey(key, ":not(:disabled)");
    // Focus the next card, not "End the turn", and the question, not "Bid". A second Enter then neither ends nor bids.
    const next = same ?? tutorialFocusTarget(this) ??
      this.questionEl.querySelector(customRendererFor("customControl", this.scene) ? "h2" : ".km-primary") ??
      this.handEl.querySelector("button.km-action") ?? this.handEl.querySelector(".km-play") ??
      this.root.querySelector(".km-play") ?? this.questionEl.querySelector(".km-actions button") ??
      this.questionEl.querySelector("h2");
    this.isPlacing = true;
    next.focus({ preventScroll: true });
    this.isPlacing = false;
  }

  openDialog(dialog, preset = {}) {
    this.open.delete("menu");
    this.elementByKey("menu")?.closest("details")?.removeAttribute("open");
    const values = dialog === "rules" ? { met: [...loadMetAndUnderstoodRuleIds(this.scene.game).met] } : preset;
    this.sendRequest({ do: "open_dialog", dialog, values });
  }

  playAction(n) {
    this.selectedId = null;
    this.openZoneId = null;
    this.confirmableActionNumber = null;
    this.sendRequest({ do: "play_action", n, step: this.scene.step, line: this.scene.line });
  }

  /** @param {TypedActionRefusal} message */
  showTypedActionRefusal({ id, rule, ...why }) {
    const answer = this.questionEl.querySelector(`[data-entry="${CSS.escape(id ?? "")}"]`);
    answer?.replaceChildren(drawRefusalReason(why), " ", this.createRuleButton(rule, "entry"));
  }

  // Reports that a refusal was read, so that its rule counts as encountered.
  /** @param {RefusalReason} why */
  reportRefusal(why) {
    if (!why?.rule || this.refusals.has(why.rule)) return;
    this.refusals.add(why.rule);
    this.sendRequest({ do: "report_refusal", rule: why.rule });
  }

  /** @param {RuleCoverage} message */
  updateRuleCoverage({ met: [metHere, all] }) {
    this.scene.met = [metHere, all];
    const met = countMetRules(this.scene.game, metHere);
    for (const key of ["met", "met2"]) {
      const button = this.elementByKey(key);
      if (button) button.textContent = fillPlaceholders(TEXTS.rules_met, { met, all });
    }
  }

  // Announces a text for screen readers, at most once a second. Texts that arrive meanwhile are announced together.
  announce(text) {
    if (!text) return;
    const wait = (this.spoken ?? -SPOKEN) + SPOKEN - performance.now();
    this.unsaid = wait > 0 && this.unsaid ? `${this.unsaid} ${text}` : text;
    clearTimeout(this.saying);
    const speak = () => {
      this.spoken = performance.now();
      this.liveEl.textContent = this.unsaid;
      this.unsaid = "";
    };
    if (wait > 0) this.saying = setTimeout(speak, wait);
    else speak();
  }

  // The action with this number. If the action belongs to a game's control in the action bar, the game names it.
  /** @param {number | null} n @returns {ActionOffer | undefined} */
  actionByNumber(n) {
    const label = n !== null && customRendererFor("customControl", this.scene)?.called(this.scene, n);
    return label ? { n, label } : this.actions.get(n);
  }

  // Previews an action at the place of its effect. With null: current values, or the preview of an action touched once.
  showPreview(n) {
    n ??= this.confirmableActionNumber;
    clearTimeout(this.asking);
    if (n === this.previewedActionNumber) return;
    this.previewedActionNumber = n;
    updateActionPreviewAndOdds(this, n);
    const asks = n !== null && this.actionByNumber(n) && !this.previewByAction.has(n) && !this.peekedScene &&
      !this.scene.coach;
    if (asks) this.asking = setTimeout(() => this.requestPreview(n), REST);
  }

  requestPreview(n) {
    this.previewByAction.set(n, null);
    this.client.request({ do: "preview_action", n, step: this.scene.step, line: this.scene.line }, {
      isBackground: true,
    });
  }

  // The first touch previews an action that spends something or cannot be undone, and the second one plays it. The
  // kernel decides which. An action that spends nothing is also `seen` by resting the pointer on it.
  previewOrPlay(n, seen = this.hasSeenPreview(n)) {
    if (this.confirmableActionNumber === n || this.scene.coach) return this.playAction(n);
    this.sendRequest({ do: "preview_or_play", n, seen, step: this.scene.step, line: this.scene.line });
  }

  hasSeenPreview(n) {
    return this.previewedActionNumber === n &&
      performance.now() - (this.previewByAction.get(n)?.since ?? Infinity) > SEEN;
  }

  // A button names its action and has previewed it under the pointer or the focus. A finger points with its first
  // touch. A click next to the question before the preview counts as a first touch, so spending is previewed first.
  onActionClick(n, event, where) {
    if (event.pointerType === "touch") return this.previewOrPlay(n);
    return where === "bar" && !this.hasSeenPreview(n) ? this.previewOrPlay(n, true) : this.playAction(n);
  }

  /** @param {ActionPreview} message */
  onActionPreview(message) {
    if (message.step !== this.scene.step || this.pendingScene) return;
    this.previewByAction.set(message.n, { ...message, since: performance.now() });
    if (message.held) {
      this.confirmableActionNumber = message.n;
      this.selectedId = [...this.cards.values()].find((card) => card.does?.includes(message.n))?.id ?? null;
      this.draw();
      this.announce(previewSentence(message, this.actionByNumber(message.n)));
    } else if (this.previewedActionNumber === message.n) updateActionPreviewAndOdds(this, message.n);
  }

  /** @param {ActionOffer | null} action */
  updateMainPanelPreview(action) {
    updateMainPanelPreview(this, action);
  }

  // ---- cards -------------------------------------------------------------------------------------------------------

  // In each row, only one element is a stop of the Tab key. Arrow keys move to the others.
  makeRovingTabStop(row) {
    const all = [...row.querySelectorAll("button")];
    const stop = all.find((one) => one.matches(".km-selected, .km-target")) ??
      all.find((one) => one.matches(".km-action")) ?? all.find((one) => one.matches(".km-play")) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
    return row;
  }

  // The action of the selected card on this target, if there is exactly one.
  actionOnTarget(id) {
    const card = this.cards.get(this.selectedId);
    if (!card?.does || this.peekedScene) return null;
    const found = card.does.map((n) => this.actions.get(n)).filter((action) => action.to === id);
    return found.length === 1 ? found[0] : null;
  }

  // The reason why the selected card cannot go to this place.
  blockedCellReason(id) {
    return this.peekedScene ? null : this.cards.get(this.selectedId)?.barred?.find(({ at }) => at.includes(id));
  }

  canAcceptSelected(id) {
    return this.cards.get(this.selectedId)?.fits?.includes(id);
  }

  // Reports that the user has read a reason. In a tutorial, this may be the goal.
  /** @param {string} id @param {RefusalReason} why */
  reportReasonRead(id, why) {
    if (why && this.scene.coach) this.sendRequest({ do: "report_reason_read", id });
  }

  // A card or a cell.
  /** @param {MapCell} card @param {string} kind @param {object} extra */
  drawCardButton(card, kind, extra, ...kids) {
    return drawCardButton(this, card, kind, extra, kids);
  }

  // `told`: the reason why the card selected before cannot go to this card's place.
  /** @param {string} id @param {boolean} [byKey] @param {RefusalReason} [told] */
  selectCard(id, byKey, told) {
    this.touchedId = null;
    this.selectedCardRefusal = told;
    this.confirmableActionNumber = null;
    this.selectedId = this.selectedId === id ? null : id;
    const card = this.cards.get(this.selectedId);
    this.draw();
    if (card) this.reportReasonRead(id, told ?? card.why);
    if (card) this.reportRefusal(told ?? card.why);
    if (card) this.announce((told ?? card.why)?.text ?? card.text ?? card.name);
    if (byKey && card?.fits) {
      const cells = [...this.root.querySelectorAll(".km-cell:is(.km-target, .km-highlight)")].filter((cell) =>
        cell.checkVisibility()
      );
      (cells.find((cell) => cell.matches(".km-highlight")) ?? cells[0])?.focus();
    } else if (byKey && card?.does) this.questionEl.querySelector(".km-actions button")?.focus();
  }

  refreshLayout(resized) {
    this.root.classList.toggle(
      "km-shows-preview",
      Boolean(this.mainPanelEl.querySelector(":scope > .km-placement-preview")),
    );
    scrollToChoices(this.root);
    updateAccessibleNames(this, { includeNamed: resized });
  }

  drawDisclosure(key, label, ...kids) {
    const fold = h("details", { open: this.open.has(key) }, h("summary", { key, text: label }), kids);
    fold.addEventListener("toggle", () => (fold.open ? this.open.add(key) : this.open.delete(key)));
    return fold;
  }
}

export default {
  render(shown) {
    return renderInLanguage(shown, (model, el, held) =>
      renderBehindCurtain(model, el, held, (isFocused) => {
        const view = new TableView(model, el, isFocused);
        return () => view.abortController.abort();
      }));
  },
};
