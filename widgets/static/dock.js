// The dock: the question, or what the chosen card says and offers, with every action that no card has; chances stand on them.

// Looks of the dock by what it holds; as :has() they would cost the whole table a new layout at each change.
const HOLDS = { "km-with-entry": ":scope > .km-entry", "km-about": ":scope > .km-question[role]", "km-with-lead": ".km-lead", "km-acts2": ".km-actions > :nth-child(2)",
  "km-acts3": ".km-actions > :nth-child(3)", "km-btns2": ":scope > .km-actions > .km-btn ~ .km-btn", "km-with-undo": ":scope > .km-actions > [data-k='undo']" };
const FEW = 5; // actions of one card shown at once

function actionButton(view, action, where) {
  const { scene } = view;
  const was = scene.was?.n === action.n && !view.preview;
  const chance = action.chance?.percent;
  const pays = action.brings?.pays?.map(({ seat, text }) => `${scene.names[seat]} ${text}`);
  const name = [action.label, chance, pays?.join(", "), action.note, was ? W.as_then : ""].filter(Boolean).join(", ");
  const lead = action.lead || (where === "bar" && scene.actions.length === 1 && !scene.entries.length);
  const button = view.button("", `${where}:${action.label}`, () => view.act(action.n), { class: `km-btn ${lead ? "km-lead" : ""} ${chance ? "km-chancy" : ""}`, "aria-label": name, "data-n": action.n });
  button.append(...words([action.chance && dial(action.chance.share), h("span", { text: action.label }), chance && h("b", { text: chance }),
    action.brings?.pays && paysOf(view, action.brings.pays), action.note && h("small", { text: action.note }), was && h("small", { class: "km-was", text: W.as_then })]));
  if (action.would) foresee(view, button, action.n);
  return button;
}

function drawDock(view, scene) {
  const card = view.cards.get(view.selected);
  // Where a number is asked, what a card of the hand says stands beside the question.
  const beside = card && scene.entries.length > 0 && !card.does && !card.why && view.hand.querySelector(".km-selected");
  const kids = card && !view.preview && !beside ? aboutCard(view, card) : theQuestion(view, scene, beside && card);
  view.ask.replaceChildren(...kids.flat().filter(Boolean));
  for (const [look, part] of Object.entries(HOLDS)) view.ask.classList.toggle(look, Boolean(view.ask.querySelector(part)));
  for (const row of view.ask.querySelectorAll(".km-actions")) row.classList.toggle("km-six", Boolean(row.children[5]?.matches(".km-btn")));
}

function theQuestion(view, scene, beside) {
  const real = view.scene;
  const past = real.step < real.steps;
  const notes = [];
  if (view.preview) notes.push(note(fill(W.preview, { step: view.peekStep }), "past"));
  else if (past) notes.push(h("p", { class: "km-past" }, h("span", { text: real.past }), real.was && ` ${fill(W.past_was, { choice: real.was.label })}`));
  const [, title, more] = scene.ask.match(/^(.*?[?.!])\s+(.+)$/s) ?? [null, scene.ask, ""];
  const only = !view.preview && !past && real.actions.length === 1 && !real.entries.length && !scene.hint && W.only_one;
  // The question stands far from what is to be clicked.
  const away = !view.preview && real.actions.length > 1 && !real.bar.length && !real.entries.length && !view.hand.querySelector(".km-play, .km-act") && view.root.querySelector(".km-play") && W.click_lit;
  const below = [more, away, view.preview ? "" : real.hint, only, view.preview ? "" : real.lines[real.line].note].filter(Boolean).join(" ");
  const text = h("div", { class: "km-question" }, notes,
    h("h2", { text: title, tabindex: "-1", key: "ask" }),
    h("p", {}, words([beside ? h("span", {}, h("b", { text: beside.name }), `: ${beside.text ?? ""}`)
      : below && h("span", { text: below }), scene.askRule && view.ruleButton(scene.askRule, "ask")])));
  if (view.preview) return [text];
  const bar = real.bar.map((n) => actionButton(view, view.actions.get(n), "bar"));
  const controls = real.controls.map((control) => view.button(control.label, `control:${control.do}`,
    () => view.send({ ...control, label: undefined, lead: undefined }), { class: `km-btn ${control.lead ? "km-lead" : ""}` }));
  if (real.undo) controls.push(view.button(W.undo, "undo", () => view.send({ do: "undo" }), { class: "km-btn km-quiet", title: W.undo_hint }));
  const more_ways = bar.splice(8);
  return [text, bar.length + controls.length > 0 && h("div", { class: "km-actions" }, bar, controls,
    more_ways.length && view.fold("more:bar", fill(W.more_ways, { n: more_ways.length }), h("div", { class: "km-actions" }, more_ways))),
    real.entries.map((entry) => entryForm(view, entry))];
}

// A reason: what the rule asks, what is so now, what would help.
function reasonOf({ text, cuts }) {
  if (!cuts) return h("span", { text });
  const letters = [...text]; // as Python counts them
  const [says, now, remedy] = [[0, cuts[0]], [cuts[0], cuts[1]], [cuts[1]]].map(([from, to]) => letters.slice(from, to).join("").trim());
  return h("span", { class: "km-reason" }, h("span", { text: says.replace(/;$/, ".") }),
    now && [" ", h("span", { class: "km-so" }, h("b", { text: W.why_now }), ` ${now}`)], remedy && [" ", h("span", { class: "km-remedy", text: remedy })]);
}

// What a card says, what it offers, or why it offers nothing now.
function aboutCard(view, card) {
  const aimed = card.slot ? [...view.actions.values()].filter((action) => action.to === card.id).map(({ n }) => n) : [];
  const does = (card.does ?? aimed).map((n) => actionButton(view, view.actions.get(n), "do"));
  const rest = does.splice(card.casts ? 0 : FEW);
  const why = view.because ?? card.why;
  const because = (ruling, key, label) => h("p", { class: "km-why" }, label && h("b", { text: `${label}: ` }), reasonOf(ruling), " ", view.ruleButton(ruling.rule, key));
  const said = why ? because(why, "why") : h("p", {}, h("span", { text: [card.text, card.warn, card.list?.join(" \u00b7 "), rest.length && card.casts && W.lit].filter(Boolean).join(" \u00b7 ") }), " ",
    card.rule && view.ruleButton(card.rule, "about"));
  return [
    h("div", { class: "km-question", role: "group", "aria-label": card.name },
      h("h2", { tabindex: "-1", key: "ask", text: why ? fill(W.why_not, { name: card.name }) : card.ask ?? card.name }), said,
      !view.at(card.id)?.closest(".km-acts") && card.refused?.map((one, i) => because(one.why, `refused:${i}`, one.label))),
    h("div", { class: "km-actions" }, does,
      rest.length && view.fold(`more:${card.id}`, fill(card.casts ? W.all_ways : W.more_ways, { n: rest.length }), h("div", { class: "km-actions" }, rest)),
      view.button(W.back_to_question, "let_go", () => view.select(card.id), { class: "km-btn km-quiet" })),
    view.scene.entries.map((entry) => entryForm(view, entry))];
}

// A number to be chosen: the actions of one verb, by value. What is typed beyond them is asked for its ruling.
function entryForm(view, entry) {
  const { least, most, step } = entry;
  const id = `${entry.id}:${view.model.model_id ?? ""}`;
  const typed = view.typed?.step === view.scene.step && view.typed.id === entry.id ? view.typed.value : least;
  const number = h("input", { type: "number", id, key: entry.id, value: typed, min: least, max: most, step, inputmode: "numeric" });
  const range = h("input", { type: "range", key: `${entry.id}:range`, value: typed, min: least, max: most, step, "aria-label": entry.label });
  const submit = h("button", { type: "submit", class: "km-btn km-lead" });
  const answer = h("p", { class: "km-why", "data-entry": entry.id, role: "status" });
  const pays = note(entry.says);
  const tell = () => {
    const bid = Number(number.value);
    view.typed = { step: view.scene.step, id: entry.id, value: number.value };
    submit.textContent = `${entry.button ?? entry.label} ${number.value}`.trim();
    const due = Math.max(0, bid - entry.less);
    const left = entry.have - due;
    if (pays) pays.hidden = number.value === "" || bid < least || bid > most; // what cannot be paid leaves nothing
    pays?.replaceChildren(fill(entry.says, { due, left }));
    view.afford(Number.isFinite(left) ? left : null);
    tellBudget(view.odds, bid);
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
    view.button(value, `${entry.id}:${value}`, () => set(value), { "aria-label": `${entry.label}: ${value}`, class: "km-btn" }));
  if (pays) queueMicrotask(tell); // the cards that it dims stand behind it
  const go = (event) => {
    event.preventDefault();
    const value = Number(number.value);
    const place = (value - least) / step;
    if (number.value !== "" && value >= least && value <= most && Number.isInteger(place)) view.act(entry.first + place);
    else view.send({ do: "try", id: entry.id, text: `${entry.verb}(${Math.trunc(value)})` });
  };
  return h("form", { class: "km-entry", novalidate: true, "data-first": entry.first, "data-count": (most - least) / step + 1, on: { submit: go } },
    h("label", { for: id, text: entry.label }), range, number, entry.unit && h("span", { text: entry.unit }),
    submit,
    ladder && h("div", { class: "km-ladder", role: "group", "aria-label": entry.label }, ladder), pays, answer);
}
