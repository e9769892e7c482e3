// Cards of a scene as elements: piles, fans of backs, cards of three sizes; player facts and their changes.

import { h, icon, joinWithSpaces } from "../page/elements.js";
import { drawCardBack, drawCardImage } from "../page/drawing.js";
import { customRendererFor } from "./renderers.js";

/** @import { Card, ValueChange, PlayerFact, CardStat } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

export const LONG_WORD_PATTERN = /\p{L}{9}/u; // has no room across a narrow card
const LAYERS = 9; // at most so many edges of a pile are seen, one for four cards

// Draws a fact: a count with a small maximum as filled and empty places, any other count as a number.
/** @param {TableView} view @param {PlayerFact} fact */
export function drawFact(view, fact) {
  const text = fact.of ? `${fact.value}/${fact.of}` : `${fact.value}`;
  const places = fact.of && fact.of <= 7 && fact.icon;
  const cls = [
    fact.score && "km-score",
    places && "km-places",
    places && fact.of > 5 && "km-many-places",
    fact.tone && `km-toned km-tone-${fact.tone}`,
  ];
  return h(
    "li",
    { title: fact.label, "data-value-id": fact.id, class: cls.filter(Boolean).join(" ") },
    factBody(view, fact, places, text),
    fact.id && h("b", { class: "km-new-value" }),
  );
}

// The content of a fact. Users can touch a fact that explains where its value comes from.
function factBody(view, fact, places, text) {
  const shown = [
    h("span", { class: "km-visually-hidden", text: `${fact.label}: ${places ? text : ""}` }),
    places
      ? [
        Array.from(
          { length: fact.of },
          (_, i) => icon(view.icons[fact.icon], i < Number(fact.value) ? "" : "km-is-off"),
        ),
        fact.of > 5 && h("b", { "aria-hidden": "true", text: fact.value }),
      ]
      : [fact.icon && icon(view.icons[fact.icon]), h("span", { text })],
    fact.warns && h("span", { class: "km-visually-hidden", text: fact.warns }),
  ];
  if (!fact.origin || view.peekedScene || !view.selectCard) return shown;
  const run = () => view.selectCard(fact.id);
  return h(
    "button",
    { type: "button", key: fact.id, class: "km-fact-link", on: { click: run } },
    joinWithSpaces(shown.flat()),
  );
}

/** @param {TableView} view @param {ValueChange} change */
export const drawChange = (view, change) =>
  h(
    "span",
    {
      class: `km-change ${change.icon ? "km-plain-colour" : ""}`,
      title: change.label ?? null,
    },
    change.icon &&
      h("i", { class: "km-field-icon" }, icon(view.icons[change.icon])),
    h(
      "span",
      {},
      change.from !== undefined && `${change.from} \u2192 `,
      change.to !== undefined && h("b", { text: change.to }),
      change.text,
    ),
  );

// A card as it is on the table: a pile, a fan of card backs, or a single card.
/** @param {TableView} view @param {Card} card */
export function drawCard(view, card) {
  if (card.pile) {
    return view.drawCardButton(
      card,
      "km-card km-pile",
      {},
      drawPile(view, card),
      " ",
      h("span", { class: "km-name", text: card.name }),
    );
  }
  if (card.back) {
    return view.drawCardButton(
      card,
      "km-card km-fan",
      {},
      h("span", { class: "km-name km-visually-hidden", text: card.name }),
      " ",
      fanOf(view, card),
    );
  }
  return view.drawCardButton(
    card,
    `km-card ${card.person ? "km-person" : ""} ${cardContentRenderers(card)?.look?.(card) ?? ""}`,
    {},
    drawCardContent(view, card),
  );
}

// The renderers that a game registers for the face of such a card.
/** @param {Card} card */
export const cardContentRenderers = (card) => customRendererFor("cardContent", card);

/** @param {TableView} view @param {Card} card */
export function drawCardContent(view, card) {
  const { big, unit, count, skills, list, text, name } = card;
  const number = big !== undefined ? String(big) : "";
  return [
    drawCardImage(card, view.theme, view.icons),
    h(
      "span",
      { class: "km-body" },
      joinWithSpaces([
        h("span", { class: "km-name", text: name }),
        number && unit && h("span", { class: "km-unit", text: `${number} ${unit}` }),
        skills && h("span", { class: "km-meters" }, joinWithSpaces(skills.map((skill) => meter(view, skill)))),
        skills && list?.length && h("span", { class: "km-card-skills", text: `+ ${list.join(" + ")}` }),
        ...(cardContentRenderers(card)?.show?.(view, card) ?? [text && h("span", { class: "km-text", text })]),
      ]),
    ),
    " ",
    h(
      "span",
      { class: "km-caption", "aria-hidden": "true" },
      !card.caption && skills && [h("b", { text: name }), " "],
      card.caption ?? (skills ? skills.map(({ value }) => value).join(" ") : number || name),
    ),
    " ",
    number &&
    h(
      "span",
      { class: `km-card-number ${number.length > 4 ? "km-long" : ""}`, title: unit ?? null },
      cardContentRenderers(card)?.beside?.(view, card),
      number,
    ),
    " ",
    count > 1 && h("span", { class: "km-count", text: `\u00d7${count}` }),
    " ",
    h(
      "span",
      { class: `km-spine ${LONG_WORD_PATTERN.test(name ?? "") ? "km-longname" : ""}`, "aria-hidden": "true" },
      number ? h("b", { text: number.split(" / ")[0] }) : h("b", {}, card.icon && icon(view.icons[card.icon])),
      " ",
      h("span", { text: name }),
    ),
  ];
}

/** @param {TableView} view @param {CardStat} skill */
function meter(view, { letter, label, value, of, icon: name }) {
  return h(
    "span",
    { title: label },
    name ? icon(view.icons[name]) : h("span", { text: letter }),
    " ",
    h("b", { text: value }),
    of &&
      h(
        "i",
        { class: "km-dots" },
        Array.from({ length: of }, (_, i) => h("i", { class: i < Number(value) ? "km-is-on" : "" })),
      ),
  );
}

/** @param {TableView} view @param {Card} card */
export function drawPile(view, card) {
  const count = Number(card.big) || 0;
  const layers = Math.min(LAYERS, Math.ceil(count / 4));
  const edges = Array.from({ length: layers }, (_, i) => h("i", { style: `--i:${layers - i}` }));
  const top = !count
    ? h("i", { class: "km-no-card" })
    : card.back
    ? drawCardBack(card.back, view.theme, view.icons)
    : drawCardImage(card, view.theme, view.icons);
  return h(
    "span",
    { class: "km-stack", "aria-hidden": "true", style: `--km-layers:${layers}` },
    edges,
    h("span", { class: "km-pile-top" }, top),
    h("span", { class: "km-pile-count", text: card.big }),
  );
}

/** @param {TableView} view @param {Card} card */
function fanOf(view, card) {
  const count = Math.min(card.count ?? 1, 12), middle = (count - 1) / 2;
  return h(
    "span",
    { class: "km-card-backs", "aria-hidden": "true", style: `--n:${count}` },
    Array.from(
      { length: count },
      (_, i) => h("i", { style: `--i:${i - middle}` }, drawCardBack(card.back, view.theme, view.icons)),
    ),
    h("b", { text: card.count ?? 1 }),
  );
}
