// Heaps of won cards, previews of actions, and payments of debts at the end.

import { h, icon, isolateDirection, noteParagraph } from "../../../page/elements.js";
import { drawCardBack, drawCardImage } from "../../../page/drawing.js";
import { TEXTS } from "../../../page/texts.js";
import { clearCellTooltip, drawCellMap } from "../../../table/cell_map.js";
import { drawGroup } from "../../../table/groups.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { MapCell } from "../../../table/scene.d.ts" */
/** @import { PreviewRenderer, OddsRenderer, CardRenderer, TableView } from "../../../table/view.d.ts" */
/**
 * @import {
 *   Card, MapShape, Group, Odds, ActionOffer,
 *   DebtPile, PlacementPreview, GameResult, Scene,
 * } from "./scene.d.ts"
 */

const LOCK = "M7 10V8a5 5 0 0 1 10 0v2h2v11H5V10Zm2 0h6V8a3 3 0 0 0-6 0Z";

registerRenderers({
  pieceContent: {
    // a small pile that grows with its cards, and their number
    /** @type {CardRenderer<Card>} */
    heaps: (view, card) => [
      h(
        "span",
        { class: "km-won-pile", "aria-hidden": "true", style: `--n:${Math.min(9, Math.ceil(Number(card.big) / 3))}` },
        Number(card.big) > 0 && drawCardBack(card.back, view.theme, view.icons),
      ),
      h("b", { text: card.big }),
      h("em", { text: card.name }),
    ],
  },
  actionPreview: {
    /** @type {PreviewRenderer<ActionOffer>} */
    preview: (view, action) => {
      /** @type {Scene} */
      const { previews } = view.scene;
      return drawPreview(view, action, previews[action.preview]);
    },
  },
  mapShape: {
    // an icon, by its name
    /** @param {SVGElement} el @param {MapShape} spec @param {object} icons */
    icon: (el, { icon: name }, icons) => {
      for (const [key, value] of Object.entries({ d: icons[name], "fill-rule": "evenodd", stroke: "none" })) {
        el.setAttribute(key, value);
      }
    },
  },
  cardContent: {
    warn: {
      look: () => "km-closes-tower",
      /** @param {Card} card */
      said: ({ warn }) => warn,
    },
  },
  group: { lock: drawLocked },
  oddsChart: {
    /** @type {OddsRenderer<Odds>} */
    board: (view, { board, title }) => drawCellMap(view, { board, label: title }),
  },
  oddsFooter: {
    /** @type {OddsRenderer<Odds>} */
    list: (view, { list, more, title }) =>
      view.drawDisclosure(
        `list:${title}`,
        more,
        h("ol", { class: "km-listed-cells" }, list.map((text) => h("li", { text }))),
      ),
  },
  mapOverlay: { casts: castOver },
  resultSection: { ledger: drawLedger },
});

// A tower that needs only one more card has a lock next to its name.
/** @param {TableView} view @param {Group} group @param {boolean} tabbed */
function drawLocked(view, { lock, ...group }, tabbed) {
  const el = drawGroup(view, group, tabbed), name = el.querySelector(":scope > h4");
  if (name) { // a picture of a rule has its name above it
    name.title = lock;
    name.append(icon(LOCK), h("span", { class: "km-visually-hidden", text: ` ${lock}` }));
  }
  return el;
}

// Preview of a card on a cell: the card as it would be placed, with its symbol.
/** @param {Scene} scene @param {Card} card @param {MapCell} cell */
function castOver({ casts }, card, cell) {
  const centre = { cx: cell.x + cell.w / 2, cy: cell.y + cell.h / 2, r: cell.h / 5 };
  const { x, y, width, height, rx } = casts[card.id][cell.slot];
  return [{ tag: "rect", x, y, width, height, rx }, { tag: "circle", ...centre }];
}

/** @param {TableView} view @param {ActionOffer} action @param {PlacementPreview} preview */
function drawPreview(view, action, { title, steps, piles }) {
  return h(
    "div",
    { class: "km-placement-preview" },
    h("h3", { text: title }),
    h(
      "div",
      { class: "km-placement-preview-body", tabindex: "0", role: "group", "aria-label": title },
      h(
        "ul",
        { class: "km-placement-previews" },
        steps.map(({ ok, text, rule }) =>
          h(
            "li",
            { class: ok ? "km-can-pay" : "km-cannot-pay" },
            h("span", { "aria-hidden": "true", text: ok ? "\u2713" : "\u2715" }),
            h("span", { text }),
            rule && view.createRuleButton(rule, `ahead:${rule}`),
          )
        ),
      ),
      h("h4", { text: TEXTS.would_owe }),
      drawPiles(view, piles),
    ),
    h(
      "div",
      { class: "km-actions" },
      view.createButton(action.label, "ahead:do", () => view.playAction(action.n), { class: "km-button km-primary" }),
      view.createButton(TEXTS.back_to_question, "ahead:back", () => clearCellTooltip(view), {
        class: "km-button km-quiet",
      }),
    ),
  );
}

// The debt of each seat as a pile of cards. Cards that an action would add are hatched.
/** @param {TableView} view @param {DebtPile[]} piles */
function drawPiles(view, piles) {
  const cards = (count, cls) => Array.from({ length: Math.min(count ?? 0, 24) }, () => h("i", { class: cls }));
  return h(
    "ul",
    { class: "km-pile-preview" },
    piles.map(({ seat, now, add }) =>
      h(
        "li",
        {},
        view.drawPawn(seat),
        h("span", { dir: "auto", text: view.scene.names[seat] }),
        h("span", { class: "km-pile-preview-cards", "aria-hidden": "true" }, cards(now, ""), cards(add, "km-more")),
        h("b", { text: add ? `${now} \u2192 ${now + add}` : now }),
      )
    ),
  );
}

// The debt of each seat as a pile of cards, then the payments between seats.
/** @param {TableView} view @param {GameResult} reckoning */
function drawLedger(view, { ledger: { title, piles, pays, text } }) {
  const coins = (n) =>
    Array.from({ length: Math.min(n, 8) }, () => drawCardImage({ art: [{ thing: "coin" }] }, view.theme, view.icons));
  return [
    h("h3", { text: title }),
    drawPiles(view, piles),
    h(
      "ul",
      { class: "km-seat-amounts km-debts" },
      pays.map(({ from, to, n, text: sum, said }, i) =>
        h(
          "li",
          {
            "data-share": i / pays.length,
            "aria-label": `${isolateDirection(view.scene.names[from])}, ${
              isolateDirection(view.scene.names[to])
            }: ${sum} = ${said}`,
          },
          view.drawPawn(from),
          h("span", { "aria-hidden": "true" }, `${sum} = `, h("b", { text: n })),
          h("i", { class: "km-payment-arrow", "aria-hidden": "true" }),
          h("span", { class: "km-payment-coins", "aria-hidden": "true" }, coins(n)),
          view.drawPawn(to),
        )
      ),
    ),
    h("div", { "data-share": 1 }, noteParagraph(text)),
  ];
}
