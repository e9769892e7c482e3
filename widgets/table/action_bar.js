// The action bar: the question, or the text and actions of the selected card, and actions without a card, with chances
// on them.

import { fillPlaceholders, h, icon, joinWithSpaces, noteParagraph } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { cardContentRenderers } from "./cards.js";
import { addPreviewListeners } from "./action_preview.js";
import { drawProbabilityPie } from "../page/drawing.js";
import { customRendererFor } from "./renderers.js";
import { matchingSelectionOption, selectionError } from "./multi_select.js";

/** @import { Card, MapCell, ActionOffer, Scene, RefusalReason } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

// Classes of the action bar by its content. As :has() selectors, they would cost a layout of the whole table each time.
const HOLDS = {
  "km-with-entry": ":scope > .km-bid-control",
  "km-about-card": ":scope > .km-question[role]",
  "km-with-lead": ".km-primary",
  "km-two-actions": ".km-actions > :nth-child(2)",
  "km-three-actions": ".km-actions > :nth-child(3)",
  "km-several-buttons": ":scope > .km-actions > .km-button ~ .km-button",
};
const CROSS = "m6 4 6 6 6-6 2 2-6 6 6 6-2 2-6-6-6 6-2-2 6-6-6-6Z";
const BACK = "M9 5 3 10.500 9 16v-3.700h5.500a3.200 3.200 0 0 1 0 6.400H8v2.300h6.500a5.500 5.500 0 0 0 0-11H9Z";
const FEW = 5; // actions of one card shown at once

/** @param {TableView} view @param {ActionOffer} action @param {string} where */
export function drawActionButton(view, action, where) {
  const { scene } = view;
  const was = scene.was?.n === action.n && !view.peekedScene;
  const chance = action.chance?.percent;
  const brings = customRendererFor("actionEffect", action);
  const ofWhat = chance && `${chance}: ${action.chance.label}`;
  const name = [action.label, ofWhat, brings?.said?.(view, action), action.note, was ? TEXTS.as_then : ""].filter(
    Boolean,
  )
    .join(", ");
  const lead = action.lead || view.confirmableActionNumber === action.n || where === "set" ||
    (where === "bar" && scene.actions.length === 1 && !customRendererFor("customControl", scene));
  const button = view.createButton(
    "",
    `${where}:${action.label}`,
    (event) => view.onActionClick(action.n, event, where),
    {
      class: `km-button ${lead ? "km-primary" : ""} ${chance ? "km-has-chance" : ""}`,
      "aria-label": name,
      "data-n": action.n,
    },
  );
  button.append(
    ...joinWithSpaces([
      action.chance && drawProbabilityPie(action.chance.share),
      h("span", { text: action.label }),
      chance && h("b", {}, chance, h("span", { class: "km-chance-of", text: `: ${action.chance.label}` })),
      brings?.show?.(view, action),
      action.note && h("small", { text: action.note }),
      was && h("small", { class: "km-earlier-label", text: TEXTS.as_then }),
    ]),
  );
  return addPreviewListeners(view, button, action.n);
}

/** @param {TableView} view @param {Scene} scene */
export function updateActionBar(view, scene) {
  const card = view.cards.get(view.selectedId);
  // If the action bar has an input control, the text of a selected hand card appears next to the question.
  const beside = card && customRendererFor("customControl", scene) && !card.does && !card.why &&
    view.handEl.querySelector(".km-selected");
  const kids = card && !view.peekedScene && !beside ? aboutCard(view, card) : theQuestion(view, scene, beside && card);
  view.questionEl.replaceChildren(...kids.flat().filter(Boolean));
  for (const [look, part] of Object.entries(HOLDS)) {
    view.questionEl.classList.toggle(look, Boolean(view.questionEl.querySelector(part)));
  }
  view.undoEl.replaceChildren(...(scene.coach || view.peekedScene ? [] : [drawUndoButton(view)]));
  for (const row of view.questionEl.querySelectorAll(".km-actions")) {
    row.classList.toggle("km-six-actions", Boolean(row.children[5]?.matches(".km-button")));
  }
}

/** @param {TableView} view @param {Scene} scene @param {Card | false} beside */
function theQuestion(view, scene, beside) {
  const real = view.scene;
  const past = real.step < real.steps;
  const notes = [];
  if (view.peekedScene) {
    notes.push(
      noteParagraph(
        real.coach ? TEXTS.coach_replay : fillPlaceholders(TEXTS.preview, { step: view.peekedStep }),
        "past-step",
      ),
    );
  } else if (past) {
    notes.push(
      h(
        "p",
        { class: "km-past-step" },
        h("span", { text: real.past }),
        real.was && ` ${fillPlaceholders(TEXTS.past_was, { choice: real.was.label })}`,
      ),
    );
  }
  const [, title, more] = scene.ask.match(/^(.*?[?.!])\s+(.+)$/s) ?? [null, scene.ask, ""];
  const asks = customRendererFor("customControl", real);
  const only = !view.peekedScene && !past && real.actions.length === 1 && !asks && !scene.hint && TEXTS.only_one;
  // True if the elements to click are far from the question.
  const away = !view.peekedScene && real.actions.length > 1 && !real.bar.length && !asks &&
    !view.handEl.querySelector(".km-play, .km-action") && view.root.querySelector(".km-play") && TEXTS.click_lit;
  const below = [
    more,
    away,
    !view.peekedScene && real.sets?.label,
    !view.peekedScene && setsWhyNot(view),
    view.peekedScene ? "" : real.hint,
    only,
  ]
    .filter(Boolean).join(" ");
  const text = h(
    "div",
    { class: "km-question" },
    notes,
    h("h2", { lang: scene.askLang ?? "en", text: title, tabindex: "-1", key: "ask" }),
    h(
      "p",
      {},
      joinWithSpaces([
        beside
          ? h("span", {}, h("b", { text: beside.name }), `: ${beside.text ?? ""}`)
          : below && h("span", { text: below }),
        scene.askRule && view.createRuleButton(scene.askRule, "ask"),
        !view.peekedScene && bothWays(view, real.lines[real.line]),
      ]),
    ),
  );
  if (view.peekedScene) return [text];
  const taken = real.sets && matchingSelectionOption(view);
  const bar = real.bar.map((n) => drawActionButton(view, view.actions.get(n), "bar"));
  if (taken) bar.unshift(drawActionButton(view, view.actions.get(taken.n), "set"));
  const controls = real.controls.map((control) =>
    view.createButton(
      control.label,
      `control:${control.do}${control.n ?? control.step ?? ""}`,
      () =>
        view.sendRequest({
          ...control,
          label: undefined,
          lead: undefined,
          step: control.step ?? real.step,
          line: real.line,
        }),
      { class: `km-button ${control.lead ? "km-primary" : ""}` },
    )
  );
  const more_ways = bar.splice(8);
  return [
    text,
    bar.length + controls.length > 0 &&
    h(
      "div",
      { class: past ? "km-actions km-at-past-step" : "km-actions" },
      past ? [controls, bar] : [bar, controls], // in the past, its ways out come first
      more_ways.length &&
        view.drawDisclosure(
          "more:bar",
          fillPlaceholders(TEXTS.more_ways, { n: more_ways.length }),
          h("div", { class: "km-actions" }, more_ways),
        ),
    ),
    asks?.show(view, real),
  ];
}

// For a variation that branched off another one: a button that opens the comparison of both.
const bothWays = (view, { note: told }) =>
  told && view.createButton(TEXTS.fork_both, "fork", () => view.openDialog("lines"), { class: "km-rule", title: told });

const setsWhyNot = (view) => view.scene.sets && selectionError(view);

// The undo button is always displayed. If undo is not possible, the button says why.
/** @param {TableView} view */
export function drawUndoButton(view, key = "undo") {
  const { undo, undoWhy } = view.scene;
  const why = () => view.showNotice({ text: undoWhy });
  return h(
    "button",
    {
      type: "button",
      key,
      class: `km-button km-quiet ${undo ? "" : "km-no-undo"}`,
      title: undo ? TEXTS.undo_hint : undoWhy,
      "aria-label": undo ? TEXTS.undo : `${TEXTS.undo}: ${undoWhy}`,
      on: { click: () => (undo ? view.sendRequest({ do: "undo" }) : why()) },
    },
    icon(BACK),
    h("span", { text: TEXTS.undo }),
  );
}

// A reason for a refusal: what the rule requires, the facts now, and the remedy. `cuts`: ends of the first two parts.
/** @param {Pick<RefusalReason, "text" | "cuts">} why */
export function drawRefusalReason({ text, cuts: partEnds }) {
  if (!partEnds) return h("span", { text });
  const letters = [...text]; // as Python counts them
  const [says, now, remedy] = [[0, partEnds[0]], [partEnds[0], partEnds[1]], [partEnds[1]]].map(([from, to]) =>
    letters.slice(from, to).join("").trim()
  );
  return h(
    "span",
    { class: "km-reason" },
    h("span", { text: says.replace(/;$/, ".") }),
    now && [" ", h("span", { class: "km-reason-now", text: now })],
    remedy && [" ", h("span", { class: "km-remedy", text: remedy })],
  );
}

// The text and the actions of a card, or the reason why it has no action now.
/** @param {TableView} view @param {MapCell} card */
function aboutCard(view, card) {
  const aimed = card.slot ? [...view.actions.values()].filter((action) => action.to === card.id).map(({ n }) => n) : [];
  const does = (card.does ?? aimed).map((n) => drawActionButton(view, view.actions.get(n), "do"));
  const rest = does.splice(card.fits ? 0 : FEW);
  const why = view.selectedCardRefusal ?? card.why;
  const because = (ruling, key, label) =>
    h(
      "p",
      { class: "km-refusal-reason" },
      label && h("b", { text: `${label}: ` }),
      drawRefusalReason(ruling),
      " ",
      view.createRuleButton(ruling.rule, key),
    );
  const said = why ? because(why, "why") : h(
    "p",
    {},
    h("span", {
      text: [
        card.text,
        cardContentRenderers(card)?.said?.(card),
        card.list?.join(" \u00b7 "),
        rest.length && card.fits && TEXTS.lit,
      ]
        .filter(Boolean)
        .join(" \u00b7 "),
    }),
    " ",
    card.rule && view.createRuleButton(card.rule, "about"),
  );
  return [
    h(
      "div",
      { class: "km-question", role: "group", "aria-label": card.name },
      h("h2", {
        tabindex: "-1",
        key: "ask",
        text: why ? fillPlaceholders(TEXTS.why_not, { name: card.name }) : card.name,
      }),
      said,
      !view.elementByKey(card.id)?.closest(".km-action-cards") &&
        card.refused?.map((one, i) => because(one.why, `refused:${i}`, one.label)),
    ),
    h(
      "div",
      { class: "km-actions" },
      does,
      rest.length &&
        view.drawDisclosure(
          `more:${card.id}`,
          fillPlaceholders(card.fits ? TEXTS.all_ways : TEXTS.more_ways, { n: rest.length }),
          h("div", { class: "km-actions" }, rest),
        ),
      h("button", {
        type: "button",
        key: "let_go",
        class: "km-button km-quiet km-clear-selection",
        "aria-label": TEXTS.back_to_question,
        title: TEXTS.back_to_question,
        on: { click: () => view.selectCard(card.id) },
      }, icon(CROSS)),
    ),
    customRendererFor("customControl", view.scene)?.show(view, view.scene),
  ];
}
