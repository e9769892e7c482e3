// Draws any scene (widgets/table/scene.py) and tells the kernel what is wanted. It knows no game. Stands behind the other
// scripts of the table in one module.

const PATIENCE = 20_000; // ms without an answer before the page says that the game is lost
const PACES = { step: null, slow: 1500, fast: 450 }; // ms between two steps of others

class View {
  constructor(model, el) {
    this.model = model;
    W = model.get("words");
    this.look = model.get("look");
    this.icons = this.look.icons;
    this.scene = model.get("scene");
    this.inPage = "voila" in document.body.dataset && model.get("keep"); // else the page is JupyterLab's, or that of a lesson
    this.store = `kismet:${this.scene.game}:${location.pathname}`;
    this.pace = this.recall("kismet:pace") in PACES ? this.recall("kismet:pace") : still() ? "step" : "fast";
    this.preview = null;
    this.selected = null;
    this.moment = this.scene.reckoning ? Infinity : 0; // who opens a finished game wants its end
    this.open = new Set();
    this.refusals = new Set();
    this.tabs = new Map();
    this.faces = new Map();
    this.drawn = new Drawn();
    this.labelled = new WeakSet();
    this.foreseen = null;
    this.seq = 0;
    this.waiting = new Map();
    this.stop = new AbortController();
    this.build(el);
    if (this.scene.coach) coachOpens(this);
    const heard = { "change:scene": () => this.arrived(), "msg:custom": (message) => this.told(message) };
    for (const type in heard) model.on(type, heard[type]);
    this.stop.signal.addEventListener("abort", () => {
      Object.keys(heard).forEach((type) => model.off(type, heard[type]));
      clearTimeout(this.soon);
      this.motion.cut();
    });
    this.draw();
    this.hello();
  }

  // ---- talking to the kernel ---------------------------------------------------------------------------------------

  send(message) {
    const seq = ++this.seq;
    clearTimeout(this.soon);
    if (message.do !== "peek") this.notice({});
    this.waiting.set(seq, setTimeout(() => this.notice({ text: W.lost, lost: true }), PATIENCE));
    this.root.setAttribute("aria-busy", "true");
    this.model.send({ ...message, seq });
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

  keep({ data, link, step, met }) {
    cover(this.scene.game, { met });
    this.address = `game=${link}&step=${step}`;
    this.remember(this.store, JSON.stringify(data));
    if (this.inPage) history.replaceState(history.state, "", `#${this.address}`);
  }

  told(message) {
    if (message.kind === "done") {
      if (!this.waiting.has(message.seq)) return; // what goes on in the background keeps nobody waiting
      clearTimeout(this.waiting.get(message.seq));
      this.waiting.delete(message.seq);
      if (!this.waiting.size) {
        this.root.removeAttribute("aria-busy");
        this.goOn();
      }
      if (this.lost) this.notice({});
      return;
    }
    const heard = {
      log: () => this.past.extend(message), keep: () => this.keep(message), notice: () => this.notice(message), peek: () => this.past.peeked(message),
      why: () => this.answerEntry(message), met: () => this.meet(message), review: () => reviewed(this, message), file: () => this.download(message),
    }[message.kind];
    if (heard) heard();
    else this.dialog.show(message);
  }

  arrived() {
    const before = this.scene;
    this.motion.cut();
    const lay = this.motion.look(this.cards), pins = pinsOf(this.root), spins = spinsOf(this.root);
    this.scene = this.model.get("scene");
    this.preview = null;
    if (this.scene.coach && this.scene.coach.n !== before.coach?.n) coachOpens(this);
    if (this.scene.reckoning) this.found = this.scene.reckoning.review.found;
    const live = Math.abs(this.scene.step - before.step) === 1;
    if (this.scene.step !== before.step || this.scene.line !== before.line) this.risk = undefined;
    if (this.scene.step !== before.step || this.scene.line !== before.line) this.moment = this.scene.reckoning && !live ? Infinity : 0;
    this.draw();
    if (momentDue(this) && !this.moment) showMoment(this);
    this.past.mark(true);
    this.live.textContent = this.scene.live;
    const one = this.scene.line === before.line && Math.abs(this.scene.step - before.step) <= 2;
    if (one && this.scene.viewer === before.viewer && this.scene.everything === before.everything)
      this.motion.settle(lay, this.cards, (back) => backOf(back, this.look, this.icons));
    if (one) {
      slidePins(this, pins);
      turnSpins(this, spins);
    }
    if (this.scene.came && this.scene.came.step === this.scene.step && this.scene.step > before.step) showCame(this);
  }

  // What others do goes on by itself at the chosen pace, until somebody here is to choose or is struck.
  goOn() {
    clearTimeout(this.soon);
    const pause = PACES[this.pace];
    if (pause === null || this.preview || this.dialog.el.open) return;
    if (momentDue(this)) {
      if (this.scene.auto && !momentDue(this).stop) this.soon = setTimeout(() => nextMoment(this), MOMENTS[this.pace]);
      return;
    }
    if (!this.scene.auto) return;
    this.soon = setTimeout(async () => {
      await this.motion.done();
      if (this.scene.auto && !this.waiting.size && !this.preview && !this.stop.signal.aborted) this.send({ do: "next" });
    }, pause);
  }

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
    const part = (name, tag = "div", props = {}) => (this[name] = h(tag, { class: `km-t-${name}`, ...props }));
    this.root = h(
      "section",
      { class: "km-table", "aria-label": this.scene.title },
      part("head", "header"),
      part("strip", "div", { role: "alert", hidden: true }),
      (this.cloth = h("div", { class: "km-cloth" },
        part("others"), part("middle"), part("mine"), h("div", { class: "km-dock" }, part("coach", "section", { hidden: true, "aria-label": W.coach }), part("ask", "section", { "aria-label": W.question })), part("hand"), part("odds", "section", { "aria-label": W.may_happen, tabindex: "0" }),
        part("log", "section", { hidden: true, "aria-label": W.happened }))),
      part("time", "footer"),
      part("live", "p", { role: "status" }),
      this.dialog.el,
      part("file", "input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": W.open }),
    );
    this.page = h("div", { class: `km-page ${this.inPage ? "km-whole" : ""}` }, this.root);
    if (this.inPage) document.body.classList.add("km-hastable");
    this.motion = new Motion(this.root);
    this.past = new Past(this);
    this.file.addEventListener("change", () => this.readFile());
    // Before JupyterLab hears them on the document: there a plain letter or arrow would change the notebook.
    addEventListener("keydown", (event) => {
      const here = this.root.contains(event.target) || (this.inPage && event.target === document.body);
      if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      this.key(event);
    }, { capture: true, signal: this.stop.signal });
    el.append(this.page);
    this.odds.addEventListener("mouseleave", () => this.ahead && !this.middle.matches(":focus-within") && unpoint(this));
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
    text.append(this.button(W.begin_here, "begin", () => { hide(); this.focus("ask"); }, { class: "km-btn km-lead" }));
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
    return this.button(id, `rule:${key}`, () => this.send({ do: "dialog", dialog: "rule", id }), { class: "km-rule", "aria-label": label });
  }

  pawn(seat) {
    return h("span", { class: "km-pawn", "aria-hidden": "true", style: `--km-seat:var(--km-seat-${seat % 6})`, text: [...this.scene.names[seat]][0] });
  }

  face(card, cls) {
    return h("div", { class: `km-card ${cls} ${card.person ? "km-person" : ""}`, style: this.colours(card) },
      card.back ? backOf(card.back, this.look, this.icons) : faceOf(this, card));
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
    this.cards = new Map();
    for (const zone of scene.zones)
      for (const group of zone.groups)
        for (const card of [...(group.items ?? []), ...(group.board?.cells ?? []), ...(group.head ? [group.head] : [])]) {
          this.cards.set(card.id, card);
          faces.set(card.id, `${card.name}|${card.big}|${card.count}|${card.list}`);
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
    this.cloth.className = `km-cloth ${this.middle.querySelector(".km-group") ? "" : "km-nomiddle"} ${this.others.firstChild ? "" : "km-alone"} ${looksOf(scene.zones)}`;
    this.root.classList.toggle("km-holding", Boolean(this.hand.querySelector(".km-selected")));
    for (const card of this.root.querySelectorAll(".km-idle")) card.classList.toggle("km-rest", !this.scene.actions.length);
    drawStage(this, scene);
    drawDock(this, scene);
    this.past.draw();
    this.past.mark();
    drawCoach(this);
    this.point();
    if (active && !this.root.contains(document.activeElement)) this.focus(key);
  }

  // What has been put on top of what is drawn goes, for that may stay.
  clear() {
    this.foresee(null);
    if (this.root.querySelector(".km-cast")) unpoint(this);
    for (const card of this.root.querySelectorAll(".km-short")) card.classList.remove("km-short");
    for (const card of this.root.querySelectorAll(".km-changed")) card.classList.remove("km-changed");
    if (this.scene.coach || this.root.matches(".km-coached")) this.drawn = new Drawn(); // lit here and there, and dimmed
    this.drawn.begin();
  }

  at(key, more = "") {
    return this.root.querySelector(`[data-k="${CSS.escape(key ?? "")}"]${more}`);
  }

  focus(key) {
    const same = this.at(key, ":not(:disabled)");
    // Rather the next card than "End the turn", and the question than "Bid": Enter twice must not end it, nor bid.
    const next = same ?? coachFocus(this) ?? this.ask.querySelector(this.scene.entries.length ? "h2" : ".km-lead") ?? this.hand.querySelector("button.km-act") ?? this.hand.querySelector(".km-play")
      ?? this.root.querySelector(".km-play") ?? this.ask.querySelector(".km-actions button") ?? this.ask.querySelector("h2");
    next.focus({ preventScroll: true });
  }

  dialogFor(dialog) {
    this.open.delete("menu");
    this.at("menu")?.closest("details")?.removeAttribute("open");
    const values = dialog === "rules" ? { met: [...covered(this.scene.game).met] } : {};
    this.send({ do: "dialog", dialog, values });
  }

  act(n) {
    this.selected = null;
    this.send({ do: "act", n, step: this.scene.step, line: this.scene.line });
  }

  answerEntry({ id, rule, ...why }) {
    const answer = this.ask.querySelector(`[data-entry="${CSS.escape(id ?? "")}"]`);
    answer?.replaceChildren(reasonOf(why), " ", this.ruleButton(rule, "entry"));
  }

  // Who is told why not has met that rule.
  refused(why) {
    if (!why?.rule || this.refusals.has(why.rule)) return;
    this.refusals.add(why.rule);
    this.send({ do: "refused", rule: why.rule });
  }

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

  // What an action would change, shown where it stands; null: as things are.
  foresee(n) {
    if (n === this.foreseen) return;
    this.foreseen = n;
    drawForesight(this, this.actions.get(n));
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
    const stop = all.find((one) => one.matches(".km-selected, .km-target")) ?? all.find((one) => one.matches(".km-act")) ?? all.find((one) => one.matches(".km-play")) ?? all[0];
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
  place(card, kind, extra, ...kids) {
    const aimed = this.aimed(card.id);
    const barred = this.barred(card.id);
    const fits = !aimed && this.fits(card.id);
    const selected = this.selected === card.id;
    const state = this.preview ? "" : card.state;
    const classes = [kind, `km-tone-${card.tone ?? "s5"}`, state && `km-${state}`, !state && "km-idle", aimed && "km-target", fits && "km-fits",
      card.warn && "km-warn", selected && "km-selected", this.changed.has(card.id) && "km-changed"];
    const { name, count, big, unit, skills, list = [], text } = card;
    const shown = [name, count > 1 && `\u00d7${count}`, big !== undefined && `${big} ${unit ?? ""}`.trim(), ...(skills ? list : []), text];
    const said = [...shown, ...(skills ?? []).map((skill) => `${skill.label} ${skill.value}`), ...(skills ? [] : list), card.back && W.closed,
      state === "play" && W.can_use, state === "dim" && W.cannot_use, card.warn, aimed?.label, barred?.text];
    const button = h("button", { type: "button", key: card.id, class: classes.filter(Boolean).join(" "), "aria-expanded": String(selected),
      "aria-label": said.filter(Boolean).join(", "), "data-said": card.slot ? null : said.filter(Boolean).join(", "), style: this.colours(card), ...extra, on: { click: (event) => this.pick(card, event) } }, kids);
    const [only] = card.does ?? [];
    return card.does?.length === 1 && !card.casts && this.actions.get(only)?.would ? foresee(this, button, only) : button;
  }

  // One click does what has one meaning: the one action of a card, or the place that the chosen card is aimed at. A card
  // held over a board falls on a lit cell; a finger points first, as it cannot hover.
  pick(card, event) {
    const aimed = this.aimed(card.id);
    const held = card.slot && this.cards.get(this.selected)?.casts;
    const pointed = this.pointed === card.id;
    this.pointed = card.id;
    if (held && !aimed) return this.triedAt(card.id, this.barred(card.id));
    if (held && event.pointerType === "touch" && !pointed) return;
    if (aimed) this.act(aimed.n);
    else if (card.does?.length === 1 && !card.casts && !this.preview) this.act(card.does[0]);
    else this.select(card.id, !event.detail, this.barred(card.id));
  }

  // In a first game it may be the goal to be told why not.
  triedAt(id, why) {
    if (why && this.scene.coach) this.send({ do: "asked_why", id });
  }

  // `told`: why the card chosen before may not go there.
  select(id, byKey, told) {
    this.pointed = null;
    this.because = told;
    this.selected = this.selected === id ? null : id;
    const card = this.cards.get(this.selected);
    this.draw();
    if (card) this.triedAt(id, told ?? card.why);
    if (card) this.refused(told ?? card.why);
    if (card) this.live.textContent = (told ?? card.why)?.text ?? card.text ?? card.name;
    if (byKey && card?.casts) {
      const cells = [...this.root.querySelectorAll(".km-cell:is(.km-target, .km-lit)")].filter((cell) => cell.checkVisibility());
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
      card.setAttribute("aria-label", !seen[i] || said.startsWith(seen[i]) ? said : `${seen[i]}, ${said}`);
    });
  }

  // The dock points at the chosen card of the hand.
  point(resized) {
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
    if (/^[1-9]$/.test(event.key) && !target.matches("input, select, textarea")) {
      const acts = this.hand.querySelectorAll("button.km-act");
      const card = (acts.length ? acts : this.hand.querySelectorAll(".km-card"))[Number(event.key) - 1];
      card?.focus({ preventScroll: true });
      card?.click();
      return;
    }
    if (event.key === "Enter" && target.matches("body, h2, section")) this.ask.querySelector(".km-actions .km-lead")?.click();
    const row = target.closest("[data-row]");
    if (!row || target.closest(".km-tip")) return;
    const log = row === this.past.list && event.key.match(/Up|Down/); // from line to line; left and right go to rules too
    const stops = [...row.querySelectorAll(log ? ".km-line" : ".km-card, .km-piece, .km-cell, .km-act, .km-line, .km-rule")].filter((stop) => stop.checkVisibility() && !stop.closest(".km-tip"));
    const at = stops.indexOf(target);
    const move = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (at < 0 || move === undefined) return;
    event.preventDefault();
    const next = stops[Math.min(Math.max(move, 0), stops.length - 1)];
    target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  // ---- files -------------------------------------------------------------------------------------------------------

  download({ name, text }) {
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url));
  }

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
