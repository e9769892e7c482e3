// Draws any scene (widgets/table/scene.py) and tells the kernel what is wanted. It knows no game. Stands behind elements.js,
// dialog.js, board.js and odds.js in one module.

const HOVER = 150; // ms on a line of the log before its step is previewed
const PATIENCE = 20_000; // ms without an answer before the page says that the game is lost
const FEW = 5; // actions of one card shown at once
const ARROWS = {
  first: "M5 5h2v14H5ZM19 5v14L8 12Z", back: "M17 5v14L6 12Z", forward: "M7 5v14l11-7Z", last: "M17 5h2v14h-2ZM5 5v14l11-7Z",
};

class View {
  constructor(model, el) {
    this.model = model;
    W = model.get("words");
    this.icons = model.get("icons");
    this.scene = model.get("scene");
    this.inPage = "voila" in document.body.dataset; // a notebook's address belongs to JupyterLab
    this.store = `kismet:${this.scene.game}:${location.pathname}`;
    this.preview = null;
    this.selected = null;
    this.open = new Set();
    this.faces = new Map();
    this.lines = [];
    this.seq = 0;
    this.waiting = new Map();
    this.stop = new AbortController();
    this.build(el);
    const heard = { "change:scene": () => this.arrived(), "msg:custom": (message) => this.told(message) };
    for (const type in heard) model.on(type, heard[type]);
    this.stop.signal.addEventListener("abort", () => Object.keys(heard).forEach((type) => model.off(type, heard[type])));
    this.draw();
    this.hello();
  }

  // ---- talking to the kernel ---------------------------------------------------------------------------------------

  send(message) {
    const seq = ++this.seq;
    if (message.do !== "peek") this.notice({});
    this.waiting.set(seq, setTimeout(() => this.notice({ text: W.lost, lost: true }), PATIENCE));
    this.root.setAttribute("aria-busy", "true");
    this.model.send({ ...message, seq });
  }

  hello() {
    const keep = this.model.get("keep");
    this.send({ do: "hello", link: keep && this.inPage ? location.hash : "", saved: keep ? this.kept() : null });
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.store));
    } catch {
      return null; // storage is off, or holds something else
    }
  }

  keep({ data, link, step }) {
    this.address = `game=${link}&step=${step}`;
    try {
      localStorage.setItem(this.store, JSON.stringify(data));
    } catch {
      // A browser without storage still has the link.
    }
    if (this.inPage) history.replaceState(history.state, "", `#${this.address}`);
  }

  told(message) {
    if (message.kind === "done") {
      clearTimeout(this.waiting.get(message.seq));
      this.waiting.delete(message.seq);
      if (!this.waiting.size) this.root.removeAttribute("aria-busy");
      if (this.lost) this.notice({});
      return;
    }
    const heard = { log: "extendLog", keep: "keep", notice: "notice", peek: "peeked", why: "answerEntry", file: "download" }[message.kind];
    if (heard) this[heard](message);
    else this.dialog.show(message);
  }

  arrived() {
    this.scene = this.model.get("scene");
    this.preview = null;
    this.draw();
    this.markLog(true);
    this.live.textContent = this.scene.live;
  }

  notice({ text, lost }) {
    this.lost = lost;
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
      part("strip", "div", { role: "alert", hidden: true }),
      part("head", "header"),
      part("ask", "section"),
      part("mine"),
      h("aside", { class: "km-t-side" }, part("odds", "section"), part("log", "section")),
      part("middle"),
      part("others"),
      part("time", "footer"),
      part("live", "p", { role: "status" }),
      this.dialog.el,
      part("file", "input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": W.open }),
    );
    this.file.addEventListener("change", () => this.readFile());
    // Before JupyterLab hears them on the document: there a plain letter or arrow would change the notebook.
    addEventListener("keydown", (event) => {
      if (!this.root.contains(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      this.key(event);
    }, { capture: true, signal: this.stop.signal });
    const head = h("h2", { text: W.happened });
    this.list = h("ol", { class: "km-lines", "data-row": "log" });
    this.list.addEventListener("mouseleave", () => this.leave());
    this.log.append(head, this.list);
    this.buildTime();
    el.append(this.root);
    const width = new ResizeObserver(() => this.placeTray());
    width.observe(this.root);
    addEventListener("hashchange", () => {
      const link = location.hash;
      if (!this.inPage || link.slice(1) === this.address) return;
      history.replaceState(history.state, "", `#${this.address ?? ""}`); // a link that is refused does not stay here
      this.send({ do: "open_link", values: { link } });
    }, { signal: this.stop.signal });
    this.stop.signal.addEventListener("abort", () => width.disconnect());
  }

  button(label, key, run, props = {}) {
    return h("button", { type: "button", key, text: label, ...props, on: { click: run } });
  }

  ruleButton(id, key) {
    const label = fill(W.rule, { id });
    return this.button(id, `rule:${key}`, () => this.send({ do: "dialog", dialog: "rule", id }), { class: "km-rule", "aria-label": label });
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------

  draw() {
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const key = active?.dataset.k;
    const scene = this.preview ?? this.scene;
    const faces = new Map();
    this.shown = scene;
    this.live_actions = !this.preview;
    this.actions = new Map(scene.actions.map((action) => [action.n, action]));
    this.cards = new Map();
    for (const zone of scene.zones)
      for (const group of zone.groups)
        for (const card of [...(group.items ?? []), ...(group.board?.cells ?? [])]) {
          this.cards.set(card.id, card);
          faces.set(card.id, `${card.name}|${card.big}|${card.count}|${card.list}`);
        }
    const old = this.faces;
    this.changed = new Set(old.size ? [...faces].filter(([id, face]) => old.get(id) !== face).map(([id]) => id) : []);
    this.faces = faces;
    if (!this.cards.has(this.selected)) this.selected = null;
    this.root.classList.toggle("km-preview", Boolean(this.preview));
    this.drawHead();
    this.drawAsk(scene);
    for (const area of ["others", "middle", "mine"])
      this[area].replaceChildren(...scene.zones.filter((zone) => zone.area === area).map((zone) => this.zone(zone)));
    drawOdds(this, scene);
    this.drawTime();
    if (!this.preview) this.odds.style.height = "";
    this.markLog();
    this.placeTray();
    if (active && !this.root.contains(document.activeElement)) this.focus(key);
  }

  at(key, more = "") {
    return this.root.querySelector(`[data-k="${CSS.escape(key ?? "")}"]${more}`);
  }

  focus(key) {
    const same = this.at(key, ":not(:disabled)");
    // Rather the next card than "End the turn", and the question than "Bid": Enter twice must not end it, nor bid.
    const next = same ?? this.ask.querySelector(this.scene.entries.length ? "h2" : ".km-lead") ?? this.mine.querySelector(".km-play")
      ?? this.ask.querySelector(".km-actions button") ?? this.ask.querySelector("h2");
    next.focus({ preventScroll: !!same });
  }

  drawHead() {
    const { scene } = this;
    const who = scene.asked === undefined || scene.asked === null ? "" : fill(W.turn_of, { who: scene.names[scene.asked] });
    const facts = [`${scene.seats} ${W.seats.toLowerCase()}`, ...scene.facts, who].filter(Boolean);
    const seat = h("select", { key: "seat", on: { change: (e) => this.send({ do: "look", seat: Number(e.target.value) }) } },
      scene.names.map((name, i) => h("option", { value: i, text: name, selected: i === scene.viewer })));
    const views = [[false, W.mine_only], [true, W.see_all]].map(([all, label]) =>
      h("label", { class: "km-switch" },
        h("input", { type: "radio", name: `see${this.model.model_id ?? ""}`, key: `see:${all}`, checked: all === scene.everything,
          on: { change: () => this.send({ do: "look", everything: all }) } }),
        h("span", { text: label })));
    const [met, all] = scene.met;
    this.head.replaceChildren(
      h("p", { class: "km-t-title" }, h("b", { text: scene.title }), ...facts.map((fact) => h("span", { text: fact }))),
      h("div", { class: "km-row" },
        h("label", { class: "km-field" }, h("span", { text: W.look_as }), seat),
        h("div", { class: "km-switches", role: "group", "aria-label": W.look_as }, views),
        this.button(fill(W.rules_met, { met, all }), "met", () => this.dialogFor("rules")),
        this.button(W.seats, "people", () => this.dialogFor("people")),
        this.button(W.vocabulary, "words", () => this.dialogFor("words")),
        this.button(W.new_game, "new", () => this.dialogFor("new"))),
    );
  }

  drawAsk(scene) {
    const real = this.scene;
    const kids = [];
    const past = real.step < real.steps;
    if (this.preview) kids.push(note(fill(W.preview, { step: this.peekStep }), "past"));
    else if (past) {
      kids.push(note(real.past, "past"));
      if (real.was) kids.push(note(fill(W.past_was, { choice: real.was.label })));
    }
    // Where the log is far below, what has just happened stands here; a reader's ears have it from the live region.
    if (!this.preview && real.said) kids.push(h("p", { class: "km-said", "aria-hidden": "true", text: real.said }));
    const title = h("h2", { text: scene.ask, tabindex: "-1", key: "ask" });
    kids.push(h("div", { class: "km-question" }, title, scene.askRule && this.ruleButton(scene.askRule, "ask")));
    if (!this.preview) {
      if (real.scores) kids.push(this.scores(real.scores));
      if (!past && real.actions.length === 1 && !real.entries.length) kids.push(note(W.only_one));
      const bar = real.bar.map((n) => this.actionButton(this.actions.get(n), "bar"));
      const controls = real.controls.map((control) =>
        this.button(control.label, `control:${control.do}`, () => this.send({ ...control, label: undefined, lead: undefined }), { class: control.lead ? "km-lead" : "" }));
      kids.push(note(real.hint));
      if (bar.length + controls.length) kids.push(h("div", { class: "km-actions" }, bar, controls));
      kids.push(...real.entries.map((entry) => this.entry(entry)));
      kids.push(note(real.lines[real.line].note));
    }
    this.ask.replaceChildren(...kids.filter(Boolean));
  }

  dialogFor(dialog) {
    this.send({ do: "dialog", dialog });
  }

  scores(scores) {
    return h("ol", { class: "km-scores" }, [...scores].sort((a, b) => b.score - a.score).map((one) =>
      h("li", { class: one.wins ? "km-wins" : "" }, h("b", { text: one.name }), ` ${one.score} ${W.points}`,
        one.wins && h("span", { class: "km-chip", text: W.wins }))));
  }

  act(n) {
    this.selected = null;
    this.send({ do: "act", n, step: this.scene.step, line: this.scene.line });
  }

  actionButton(action, where) {
    const was = this.scene.was?.n === action.n && !this.preview;
    const name = [action.label, action.note, was ? W.as_then : ""].filter(Boolean).join(", ");
    const button = this.button(action.label, `${where}:${action.label}`, () => this.act(action.n),
      { class: action.lead || (where === "bar" && this.scene.actions.length === 1 && !this.scene.entries.length) ? "km-lead" : "", "aria-label": name });
    if (action.note) button.append(" ", h("small", { text: action.note }));
    if (was) button.append(" ", h("small", { class: "km-was", text: W.as_then }));
    return button;
  }

  // A number to be chosen: the actions of one verb, by value. What is typed beyond them is asked for its ruling.
  entry(entry) {
    const { least, most, step } = entry;
    const id = `${entry.id}:${this.model.model_id ?? ""}`;
    const number = h("input", { type: "number", id, key: entry.id, value: least, min: least, max: most, step, inputmode: "numeric" });
    const range = h("input", { type: "range", key: `${entry.id}:range`, value: least, min: least, max: most, step, "aria-label": entry.label });
    const answer = h("p", { class: "km-why", "data-entry": entry.id, role: "status" });
    const pays = note(entry.says);
    const tell = () => {
      const bid = Number(number.value);
      const due = Math.max(0, bid - entry.less);
      if (pays) pays.hidden = number.value === "" || bid < least || bid > most; // what cannot be paid leaves nothing
      pays?.replaceChildren(fill(entry.says, { due, left: entry.have - due }));
    };
    const set = (value) => {
      number.value = range.value = value;
      tell();
    };
    number.addEventListener("input", () => {
      range.value = number.value;
      tell();
    });
    range.addEventListener("input", () => set(range.value));
    const ladder = entry.ladder?.map((value) =>
      this.button(value, `${entry.id}:${value}`, () => set(value), { "aria-label": `${entry.label}: ${value}` }));
    if (pays) tell();
    const go = (event) => {
      event.preventDefault();
      const value = Number(number.value);
      const place = (value - least) / step;
      if (number.value !== "" && value >= least && value <= most && Number.isInteger(place)) this.act(entry.first + place);
      else this.send({ do: "try", id: entry.id, text: `${entry.verb}(${Math.trunc(value)})` });
    };
    return h("form", { class: "km-entry", novalidate: true, on: { submit: go } },
      h("label", { for: id, text: entry.label }), range, number, entry.unit && h("span", { text: entry.unit }),
      h("button", { type: "submit", class: "km-lead", text: entry.button ?? entry.label }),
      ladder && h("div", { class: "km-ladder", role: "group", "aria-label": entry.label }, ladder), pays, answer);
  }

  answerEntry({ id, text, rule }) {
    const answer = this.ask.querySelector(`[data-entry="${CSS.escape(id ?? "")}"]`);
    answer?.replaceChildren(h("span", { text }), this.ruleButton(rule, "entry"));
  }

  // ---- zones and cards ---------------------------------------------------------------------------------------------

  zone(zone) {
    const aimed = this.aimed(zone.id);
    const role = this.scene.roles[zone.seat];
    return h("section", { class: `km-zone ${zone.now ? "km-now" : ""}`, "aria-label": zone.title },
      h("header", {},
        h("h3", { text: zone.title }),
        role && h("span", { class: "km-role", text: role }),
        h("ul", { class: "km-facts" }, zone.facts.map((fact) => this.fact(fact))),
        aimed && this.actionButton(aimed, "aim")),
      zone.groups.map((group) => this.group(group)));
  }

  fact(fact) {
    const text = fact.of ? `${fact.value}/${fact.of}` : `${fact.value}`;
    return h("li", { title: fact.label, class: fact.score ? "km-score" : "" }, fact.icon && icon(this.icons[fact.icon]),
      h("span", { class: "km-hidden", text: `${fact.label}: ` }), h("span", { text }));
  }

  group(group) {
    const body = group.board ? drawBoard(this, group) : this.cardRow(group);
    return h("div", { class: `km-group ${group.small ? "km-small" : ""} ${group.wide ? "km-wide" : ""}` },
      group.label && h("h4", { text: group.label }), body, note(group.note));
  }

  cardRow(group) {
    if (!group.items.length) return note(group.empty ?? "", "empty");
    const row = h("div", { class: "km-cards", role: "group", "aria-label": group.label, "data-row": group.id },
      group.items.map((card) => this.card(card)));
    return this.oneStop(row);
  }

  // One stop of the Tab key a row; arrows go on from there.
  oneStop(row) {
    const all = [...row.querySelectorAll("button")];
    const stop = all.find((one) => one.matches(".km-selected, .km-target")) ?? all.find((one) => one.matches(".km-play")) ?? all[0];
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

  // A card or a cell: a click selects it or, if the selected card is aimed at it, acts. Its name begins with the words
  // that it shows, in their order, for those who say what they see.
  place(card, kind, extra, ...kids) {
    const aimed = this.aimed(card.id);
    const barred = this.barred(card.id);
    const fits = !aimed && this.cards.get(this.selected)?.fits?.includes(card.id);
    const selected = this.selected === card.id;
    const state = this.preview ? "" : card.state;
    const classes = [kind, `km-tone-${card.tone ?? "s5"}`, card.back && "km-back", state && `km-${state}`, aimed && "km-target", fits && "km-fits",
      selected && "km-selected", this.changed.has(card.id) && "km-changed"];
    const { name, count, big, unit, skills, list = [], text } = card;
    const shown = [name, count > 1 && `×${count}`, big !== undefined && `${big} ${unit ?? ""}`.trim(), ...(skills ? list : []), text];
    const said = [...shown, ...(skills ?? []).map((skill) => `${skill.label} ${skill.value}`), ...(skills ? [] : list), card.back && W.closed,
      state === "play" && W.can_use, state === "dim" && W.cannot_use, aimed?.label, barred?.text];
    return h("button", { key: card.id, class: classes.filter(Boolean).join(" "), "aria-expanded": String(selected),
      "aria-label": said.filter(Boolean).join(", "), ...extra, on: { click: (event) => this.pick(card, event) } }, words(kids));
  }

  // A card held over a board falls on a lit cell; a finger points first, as it cannot hover.
  pick(card, event) {
    const aimed = this.aimed(card.id);
    const held = card.slot && this.cards.get(this.selected)?.casts;
    const pointed = this.pointed === card.id;
    this.pointed = card.id;
    if (held && (!aimed || (event.pointerType === "touch" && !pointed))) return;
    if (aimed) this.act(aimed.n);
    else this.select(card.id, !event.detail);
  }

  card(card) {
    const { big, count, skills, list, text } = card;
    return this.place(card, "km-card", {},
      h("span", { class: "km-card-top" }, icon(this.icons[card.icon ?? "deck"]),
        words([h("span", { class: "km-name", text: card.name }), count > 1 && h("span", { class: "km-count", text: `×${count}` })])),
      big !== undefined && h("span", { class: `km-big ${String(big).length > 3 ? "km-long" : ""}` }, words([String(big), card.unit && h("small", { text: card.unit })])),
      skills && h("span", { class: "km-skills" }, skills.map((skill) => this.skill(skill))),
      skills && list?.length && h("span", { class: "km-under", text: `+ ${list.join(" + ")}` }),
      text && h("span", { class: "km-text", text }));
  }

  skill({ letter, value, of }) {
    return h("span", { "data-letter": letter, "data-value": value }, h("i", { class: "km-dots" },
      Array.from({ length: of }, (_, i) => h("i", { class: i < value ? "km-on" : "" }))));
  }

  select(id, byKey) {
    this.pointed = null;
    this.selected = this.selected === id ? null : id;
    const card = this.cards.get(this.selected);
    this.draw();
    this.root.querySelector(".km-tray")?.scrollIntoView({ block: "nearest" }); // it may lie behind the timeline
    if (card) this.live.textContent = card.why ? `${card.why.text}` : card.text ?? card.name;
    if (byKey && card?.casts) this.root.querySelector(".km-cell.km-target")?.focus();
  }

  // What a card offers, or why it offers nothing, opens below the row the card is in.
  placeTray() {
    this.root.querySelector(".km-tray")?.remove();
    const card = this.cards?.get(this.selected);
    const at = card && this.at(card.id);
    if (!at) return;
    const tray = this.tray(card);
    if (at.classList.contains("km-cell")) {
      at.closest(".km-board").append(tray);
      return;
    }
    let last = at;
    while (last.nextElementSibling && (card.casts || last.nextElementSibling.offsetTop <= at.offsetTop + 8)) last = last.nextElementSibling;
    tray.style.setProperty("--km-at", `${at.offsetLeft + at.offsetWidth / 2 - at.parentElement.firstElementChild.offsetLeft}px`);
    last.after(tray);
  }

  tray(card) {
    const aimed = card.slot ? [...this.actions.values()].filter((action) => action.to === card.id).map(({ n }) => n) : [];
    const does = this.preview ? [] : (card.does ?? aimed).map((n) => this.actionButton(this.actions.get(n), "do"));
    const rest = does.splice(card.casts ? 0 : FEW);
    return h("div", { class: `km-tray ${card.casts ? "km-held" : ""}`, role: "group", "aria-label": card.name },
      h("p", {}, h("b", { text: card.name }), card.text ? ` · ${card.text}` : ""),
      note(card.list?.join(" · ")),
      card.why && !this.preview && h("p", { class: "km-why" }, h("span", { text: card.why.text }), this.ruleButton(card.why.rule, "why")),
      does.length && h("div", { class: "km-actions" }, does),
      note(rest.length && card.casts && W.lit),
      rest.length && this.fold(`more:${card.id}`, fill(card.casts ? W.all_ways : W.more_ways, { n: rest.length }), h("div", { class: "km-actions" }, rest)));
  }

  fold(key, label, ...kids) {
    const fold = h("details", { open: this.open.has(key) }, h("summary", { key, text: label }), kids);
    fold.addEventListener("toggle", () => (fold.open ? this.open.add(key) : this.open.delete(key)));
    return fold;
  }

  // ---- what happened -----------------------------------------------------------------------------------------------

  extendLog({ from, lines }) {
    while (this.lines.length && this.lines.at(-1).step >= from) this.lines.pop().el.remove();
    for (const { s: step, t: text, r: rule, a: also = [] } of lines) {
      const key = `${step}:${this.lines.length}`;
      const el = h("li", {},
        this.button(text, `line:${key}`, () => this.send({ do: "go", step }), { class: "km-line",
          "aria-label": `${step ? fill(W.step, { step }) : W.setup}: ${text}` }),
        h("span", { class: "km-rules" }, [rule, ...also].map((id, i) => this.ruleButton(id, `${key}:${i}`))));
      for (const stop of el.querySelectorAll("button")) stop.tabIndex = -1; // one stop for all; arrows go on
      el.addEventListener("mouseenter", () => this.hover(step));
      this.lines.push({ step, el });
      this.list.append(el);
    }
    this.markLog(true);
  }

  markLog(scroll) {
    const { step, since } = this.scene;
    let current = null;
    for (const { el, step: at } of this.lines) {
      el.className = at === step ? "km-current" : at > step ? "km-later" : at > since ? "km-new" : "";
      el.firstChild.tabIndex = -1;
      if (at <= step) current = el;
    }
    if (current) current.firstChild.tabIndex = 0;
    if (current && scroll) this.list.scrollTop = current.offsetTop + current.offsetHeight - this.list.clientHeight + 8;
  }

  hover(step) {
    clearTimeout(this.hovering);
    this.wanted = step;
    if (step === this.scene.step) this.leave();
    else this.hovering = setTimeout(() => this.send({ do: "peek", step }), HOVER);
  }

  leave() {
    clearTimeout(this.hovering);
    this.wanted = null;
    if (!this.preview) return;
    this.preview = null;
    this.draw();
  }

  peeked({ step, scene }) {
    if (step !== this.wanted) return;
    if (!this.preview) this.odds.style.height = `${this.odds.getBoundingClientRect().height}px`; // the log below stays under the pointer
    this.peekStep = step;
    this.preview = scene;
    this.draw();
  }

  // ---- the time line -----------------------------------------------------------------------------------------------

  buildTime() {
    const go = (step) => this.send({ do: "go", step });
    this.slider = h("input", { type: "range", key: "slider", min: 0, "aria-label": W.time, on: { input: () => go(Number(this.slider.value)) } });
    const to = { first: () => 0, back: (s) => s.step - 1, forward: (s) => s.step + 1, last: (s) => s.steps };
    this.arrows = Object.keys(to).map((name) => h("button", { key: `time:${name}`, "aria-label": W[name], title: W[name],
      class: "km-arrow", on: { click: () => go(to[name](this.scene)) } }, icon(ARROWS[name])));
    const [first, back, forward, last] = this.arrows;
    this.where = h("p", { class: "km-where" });
    this.tools = h("div", { class: "km-tools" });
    this.time.append(h("div", { class: "km-run" }, first, back, this.slider, forward, last), this.where, this.tools);
  }

  drawTime() {
    const { scene } = this;
    this.slider.max = scene.steps;
    this.slider.value = scene.step;
    this.slider.setAttribute("aria-valuetext", fill(W.step_of, scene));
    this.arrows.forEach((arrow, i) => (arrow.disabled = i < 2 ? scene.step === 0 : scene.step === scene.steps));
    const agenda = scene.agenda.join(" › ");
    this.where.replaceChildren(h("b", { text: fill(W.step_of, scene) }),
      h("span", { class: "km-agenda", title: `${W.agenda}: ${agenda}`, text: agenda }));
    this.tools.replaceChildren(...[
      scene.lines.length > 1 && h("select", { key: "lines", "aria-label": W.line, on: { change: (e) => this.send({ do: "line", line: Number(e.target.value) }) } },
        scene.lines.map((line, i) => h("option", { value: i, text: line.label, selected: i === scene.line }))),
      this.button(W.what_if, "what_if", () => this.send({ do: "what_if" }), { title: W.what_if_hint }),
      this.button(W.save, "save", () => this.send({ do: "save" })),
      this.button(W.open, "open", () => this.file.click()),
      this.button(W.link, "link", () => this.dialogFor("link")),
    ].filter(Boolean));
  }

  key(event) {
    const { target } = event;
    if (event.key === "Escape" && !this.dialog.el.open) {
      if (this.selected) {
        const id = this.selected;
        this.select(id);
        this.focus(id);
      } else if (this.preview) this.leave();
      else if (this.scene.step < this.scene.steps) this.send({ do: "go", step: this.scene.steps });
      else return;
      event.preventDefault();
      return;
    }
    const row = target.closest("[data-row]");
    if (!row || target.closest(".km-tray, .km-tip")) return;
    const log = row === this.list && event.key.match(/Up|Down/); // from line to line; left and right go to rules too
    const stops = [...row.querySelectorAll(log ? ".km-line" : ".km-card, .km-cell, .km-line, .km-rule")].filter((stop) => stop.checkVisibility() && !stop.closest(".km-tip"));
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
