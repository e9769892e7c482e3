// A bid: typed, set with a slider or chosen from a list, with the money left and the cards that it no longer buys.

import { fillPlaceholders, h, noteParagraph } from "../../../page/elements.js";
import { TEXTS } from "../../../page/texts.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { BidControl, Scene } from "./scene.d.ts" */
/** @import { TableView } from "../../../table/view.d.ts" */

registerRenderers({
  customControl: {
    entry: {
      /** @param {TableView} view @param {Scene} scene */
      show: (view, { entry }) => entryForm(view, entry),
      /** @param {Scene} scene @param {number} n */
      called: ({ entry: { button, first, least, most, step } }, n) =>
        n >= first && n <= first + (most - least) / step && `${button} ${least + (n - first) * step}`,
    },
  },
});

/** @type {WeakMap<TableView, { step: number, value: string }>} */
const TYPED = new WeakMap(); // what has been typed at a table, and at which step

// Dims the cards that are too expensive for the remaining money.
/** @param {TableView} view @param {number | null} left */
function afford(view, left) {
  for (const [id, { cost }] of view.cards) {
    const card = cost === undefined ? null : view.elementByKey(id);
    if (!card) continue;
    card.classList.toggle("km-too-expensive", left !== null && cost > left);
    card.dataset.short = fillPlaceholders(TEXTS.short_of, { n: cost - left });
  }
}

// Form for a number: the actions of one verb, by value. For any other typed value, the page requests the ruling.
/** @param {TableView} view @param {BidControl} entry */
function entryForm(view, entry) {
  const { least, most, step } = entry;
  const id = `${entry.id}:${view.model.model_id ?? ""}`;
  const moved = () => TYPED.get(view)?.step === view.scene.step;
  const typed = moved() ? TYPED.get(view).value : least;
  const number = h("input", {
    type: "number",
    id,
    key: entry.id,
    value: typed,
    min: least,
    max: most,
    step,
    inputmode: "numeric",
  });
  const range = h("input", {
    type: "range",
    key: `${entry.id}:range`,
    value: typed,
    min: least,
    max: most,
    step,
    "aria-label": entry.label,
  });
  const submit = h("button", { type: "submit", key: `${entry.id}:go`, class: "km-button" });
  const answer = h("p", { class: "km-refusal-reason", "data-entry": entry.id, role: "status" });
  const pays = noteParagraph(entry.says);
  const numberOf = (value) => {
    const place = (value - least) / step;
    const may = number.value !== "" && value >= least && value <= most && Number.isInteger(place);
    return may ? entry.first + place : null;
  };
  const leaves = (value) => entry.have - Math.max(0, value - entry.less);
  const tell = () => {
    const bid = Number(number.value);
    const n = numberOf(bid);
    submit.classList.toggle("km-primary", moved()); // the least amount is nobody's choice yet
    if (n !== null && moved()) view.showPreview(n);
    const label = `${entry.button} ${number.value}`.trim();
    submit.textContent = n !== null && view.confirmableActionNumber === n
      ? fillPlaceholders(TEXTS.sure_of, { label })
      : label;
    const due = Math.max(0, bid - entry.less);
    const left = leaves(bid);
    pays.hidden = number.value === "" || bid < least || bid > most; // what cannot be paid leaves nothing
    pays.replaceChildren(fillPlaceholders(entry.says, { due, left }));
    const held = entry.free && !moved() ? entry.have : left; // what nobody has chosen is not taken off either
    const waits = view.scene.coach && !form.matches(".km-highlight"); // what is not there yet dims no card
    afford(view, Number.isFinite(held) && !waits ? held : null);
    const typed = { detail: bid }; // a picture that stands on the number follows it
    for (const el of view.mainPanelEl.querySelectorAll("[data-typed]")) {
      el.dispatchEvent(new CustomEvent("typed", typed));
    }
  };
  const set = (value) => {
    view.confirmableActionNumber = null; // what was shown was another number
    number.value = range.value = value;
    TYPED.set(view, { step: view.scene.step, value });
    tell();
  };
  number.addEventListener("input", () => {
    view.confirmableActionNumber = null;
    range.value = number.value;
    TYPED.set(view, { step: view.scene.step, value: number.value });
    tell();
  });
  range.addEventListener("input", () => set(range.value));
  const marks = entry.ladder.filter((value) => value > least && value < most);
  const ticks = marks.length > 0 &&
    h("datalist", { id: `${id}:ticks` }, marks.map((value) => h("option", { value })));
  if (ticks) range.setAttribute("list", ticks.id);
  const ladder = entry.ladder.map((value) =>
    h(
      "button",
      {
        type: "button",
        key: `${entry.id}:${value}`,
        class: "km-button km-bid-step",
        "aria-label": `${entry.label}: ${value}, ${fillPlaceholders(TEXTS.leaves, { left: leaves(value) })}`,
        on: { click: () => set(value) },
      },
      h("b", { text: value }),
      h("small", { text: fillPlaceholders(TEXTS.leaves, { left: leaves(value) }) }),
    )
  );
  queueMicrotask(tell); // the cards that it dims stand behind it
  const go = (event) => {
    event.preventDefault();
    const value = Number(number.value);
    const n = numberOf(value);
    if (n !== null) view.previewOrPlay(n);
    else view.sendRequest({ do: "play_typed_action", id: entry.id, text: `${entry.verb}(${Math.trunc(value)})` });
  };
  const form = h(
    "form",
    {
      class: `km-bid-control ${entry.free ? "km-is-free" : ""}`,
      novalidate: true,
      "data-first": entry.first,
      "data-count": (most - least) / step + 1,
      on: { submit: go },
    },
    h("label", { for: id, text: entry.label }),
    range,
    ticks || null,
    number,
    h("span", { text: entry.unit }),
    submit,
    h("div", { class: "km-bid-ladder km-is-optional", role: "group", "aria-label": entry.label }, ladder),
    pays,
    answer,
  );
  return form;
}
