// Every possible choice as a button with its consequences. For an illegal choice, the reason is displayed.

import { h, joinWithSpaces } from "../../../page/elements.js";
import { drawProbabilityPie } from "../../../page/drawing.js";
import { TEXTS } from "../../../page/texts.js";
import { drawCard, drawChange } from "../../../table/cards.js";
import { addPreviewListeners } from "../../../table/action_preview.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { Card, ValueChange, Group, ActionOffer } from "./scene.d.ts" */
/** @import { BlockedAction } from "../../../table/scene.d.ts" */
/** @import { TableView } from "../../../table/view.d.ts" */

registerRenderers({
  groupBody: { acts: drawActs },
  actionEffect: {
    would: {
      /** @param {ActionOffer} action */
      would: ({ would }) => would,
    },
  },
  cardContent: { signs: { look: signedLook, show: drawSigns } },
});

// Effects of a card as icons instead of its text, or the text if icons cannot express it.
/** @param {Card} card */
function signedLook({ signs, effect }) {
  return signs.length ? `km-signs-shown ${effect ? "km-event-text" : ""}` : "";
}

/** @param {TableView} view @param {Card} card */
function drawSigns(view, { signs, effect }) {
  return [
    signs.length > 0 &&
    h("span", { class: "km-signs" }, joinWithSpaces(signs.map((sign) => drawOwnChange(view, sign)))),
    effect && h("span", { class: "km-text", text: effect }),
  ];
}

// A change of a value in the colours of its track, marked as good or bad.
/** @param {TableView} view @param {ValueChange} change */
function drawOwnChange(view, change) {
  const el = drawChange(view, change), sign = el.querySelector(".km-field-icon");
  if (change.look) el.classList.add(`km-is-${change.look}`);
  if (change.kind && sign) {
    el.classList.remove("km-plain-colour");
    sign.setAttribute("style", view.cardColourStyle(change));
  }
  return el;
}

/** @param {ValueChange} change */
const changeText = ({ from, to, text }) =>
  [from === undefined ? undefined : `${from} \u2192`, to, text].filter((part) => part !== undefined).join(" ");

/** @param {TableView} view @param {ActionOffer} action @param {boolean} narrow */
function actBox(view, action, narrow) {
  const changes = action.changes ?? [];
  const said = [
    action.label,
    action.chance && `${action.chance.label}: ${action.chance.percent}`,
    ...changes.map((change) => [change.label, changeText(change)].filter(Boolean).join(" ")),
  ];
  const was = view.scene.was?.n === action.n && !view.peekedScene;
  return addPreviewListeners(
    view,
    h(
      "button",
      {
        type: "button",
        key: `act:${action.label}`,
        class: `km-action ${was ? "km-as-in-past-step" : ""}`,
        "data-n": action.n,
        "data-full-name": said.filter(Boolean).join(", "),
        on: { click: (event) => view.onActionClick(action.n, event) },
      },
      joinWithSpaces([
        h(
          "span",
          { class: "km-action-header" },
          joinWithSpaces([
            h("b", { text: action.short ?? action.label }),
            action.chance &&
            h(
              "span",
              { class: "km-action-chance", title: action.chance.label },
              joinWithSpaces([
                action.chance.brief && h("small", { class: "km-action-chance-label", text: action.chance.brief }),
                drawProbabilityPie(action.chance.share),
                h("em", { text: action.chance.percent }),
              ]),
            ),
          ]),
        ),
        changes.length > 0 && h(
          "span",
          { class: "km-changes" },
          joinWithSpaces(
            (narrow ? changes.filter(({ small }) => small) : changes).map((change) => drawOwnChange(view, change)),
          ),
        ),
        was && h("small", { text: TEXTS.as_then }),
      ]),
    ),
    action.n,
  );
}

// An illegal action at its place, with its reason. In a narrow layout, the current situation is displayed.
/** @param {TableView} view @param {BlockedAction} refusal @param {string} id @param {boolean} narrow */
const refusedBox = (view, { label, why }, id, narrow) =>
  h(
    "div",
    { class: "km-action km-refused" },
    h("span", { class: "km-action-header" }, h("b", { text: label })),
    h(
      "span",
      { class: "km-refusal-reason" },
      narrow && why.cuts?.[0] < why.cuts?.[1] ? [...why.text].slice(...why.cuts).join("") : why.text,
      " ",
      view.createRuleButton(why.rule, `refused:${id}:${label}`),
    ),
  );

// Each card with its actions. They are next to the card, or below it if there are many cards.
/** @param {TableView} view @param {Group} group */
function drawActs(view, group) {
  // If there is content below a card, there is no room next to the card.
  const narrow = group.items.length > 2 || group.items.some((card) => card.strips?.length > 0);
  return h(
    "div",
    {
      class: `km-action-cards ${narrow ? "km-columns" : ""} ${group.items.length > 2 ? "" : "km-few-items"}`,
      role: "group",
      "aria-label": group.label,
      "data-row": group.id,
      style: `--km-n:${group.items.length}`,
    },
    group.items.map((card) => {
      const does = view.peekedScene ? [] : (card.does ?? []).map((n) => actBox(view, view.actions.get(n), narrow));
      const refused = view.peekedScene ? [] : (card.refused ?? []).map((one) => refusedBox(view, one, card.id, narrow));
      return h(
        "div",
        { class: "km-action-choice" },
        card.strips?.length > 0 && h(
          "span",
          { class: "km-action-strips", "aria-hidden": "true" },
          card.strips.map((strip) =>
            h(
              "span",
              { style: view.cardColourStyle(card) },
              joinWithSpaces(strip.map((change) => drawOwnChange(view, change))),
            )
          ),
        ),
        drawCard(view, card),
        (narrow || does.length + refused.length > 0) && h("div", { class: "km-action-choice-actions" }, does, refused),
      );
    }),
  );
}
